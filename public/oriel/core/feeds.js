import { Connection } from './connection.js';

/* The numbers of the requests of a further scene begin here, so that no two scenes share one. */
const SPAN = 1e6;

let made = 0;

/* A scene beside the one of the page. It lives on the socket of another connection. */
class Feed extends Connection {
  refs = ++made * SPAN;

  /** Opens the scene on a socket, from what is held of it. */
  join(socket) {
    Object.assign(this, { socket, scene: null, ref: 0 });
    this.events.state('connecting');
    this.request();
  }

  /** Whether a message of the socket is for this scene. */
  takes({ ref, scene }) {
    return ref !== undefined && ref === this.ref || this.commands.has(ref)
      || scene !== undefined && scene === this.scene;
  }

  lost() {}
}

/**
 * Opens further scenes on the socket of a connection. They follow it when it reconnects: a new
 * socket opens each of them again from the state that is held.
 */
export class Feeds {
  feeds = new Set();

  constructor(connection) {
    const { retry, open } = connection;
    connection.retry = () => {
      retry.call(connection);
      this.take(connection.socket);
    };
    connection.open = (route, window) => {
      this.yield(route);
      open.call(connection, route, window);
    };
    this.take(connection.socket);
  }

  /* Leaves the scene of a route to the page, because a socket watches a scene only once. */
  yield(route) {
    for (const feed of this.feeds) if (feed.route === route) this.feeds.delete(feed);
  }

  take(socket) {
    if (!socket || socket === this.socket) return;
    this.socket = socket;
    const join = () => this.feeds.forEach(feed => feed.join(socket));
    socket.addEventListener('open', join);
    socket.addEventListener('message', ({ data }) => {
      if (socket !== this.socket) return;
      const message = JSON.parse(data);
      for (const feed of this.feeds) if (feed.takes(message)) feed.receive(message);
    });
    if (socket.readyState === 1) join();
    return socket;
  }

  /** Opens a route. The events are those of a connection. */
  open(route, window, events) {
    const feed = new Feed(undefined, { navigate() {}, ...events });
    this.feeds.add(feed);
    feed.socket = this.socket;
    feed.open(route, window);
    return feed;
  }

  /** Closes a scene that was opened. One whose opening is pending is closed after that. */
  close(feed) {
    const end = () => this.close(feed);
    if (feed.ref) feed.events = { state() {}, change: end, failed: end };
    else if (this.feeds.delete(feed) && feed.scene !== null) feed.send('close');
  }
}

const known = new WeakMap();

/** Returns the further scenes of a connection. */
export function feedsOf(connection) {
  if (!known.has(connection)) known.set(connection, new Feeds(connection));
  return known.get(connection);
}
