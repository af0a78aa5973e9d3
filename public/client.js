import { Connection } from './oriel/core/connection.js';

/** The sockets that one server opens at a time. */
const TOGETHER = 6;

/** Milliseconds until listeners are notified while the page is hidden, or without a page. */
const FRAME = 16;

/** Returns a client of the server that has the page at an address. See client.d.ts. */
export function connect(server = globalThis.location?.href, options = {}) {
  const scenes = new Map();
  const queue = new Set();
  const { dial = url => new WebSocket(url, 'oriel.v1'), frame = nextFrame } = options;
  const address = new URL('/-/socket', server);
  address.protocol = address.protocol.replace('http', 'ws');

  function open(route, window) {
    if (route[0] !== '/') throw new TypeError(`A route begins with /: ${route}`);
    if (!scenes.has(route)) {
      const connection = { dial: () => dial(address), queue };
      const forget = () => scenes.delete(route);
      scenes.set(route, new Live(route, window, connection, frame, forget));
    }
    const live = scenes.get(route);
    live.holders++;
    return live;
  }
  return { open };
}

function nextFrame(body) {
  if (globalThis.document?.visibilityState === 'visible') return requestAnimationFrame(body);
  return setTimeout(body, FRAME);
}

/* The events after which a connection is checked, and their targets. */
const wakeUps = [[globalThis, 'online'], [globalThis.document, 'visibilitychange']]
  .filter(([target]) => target?.addEventListener);

/* A connection that waits until fewer than TOGETHER others are being opened. */
class QueuedConnection extends Connection {
  retry() {
    if (this.socket) return super.retry();
    this.queue.add(this);
    this.next();
  }

  next() {
    for (const connection of [...this.queue].slice(0, TOGETHER)) {
      if (!connection.socket) connection.begin();
    }
  }

  begin() {
    super.retry();
  }

  leave() {
    this.queue.delete(this);
    this.next();
  }

  lost(...reason) {
    super.lost(...reason);
    this.leave();
  }

  end() {
    if (!this.socket) this.leave();
    super.end();
  }
}

class Live {
  state = 'connecting';
  error = null;
  holders = 0;
  #listeners = new Set();
  #frame = null;
  #waiting = [];
  #requestFrame;
  #forget;

  constructor(route, window, { dial, queue }, frame, forget) {
    this.route = route;
    this.#requestFrame = frame;
    this.#forget = forget;
    this.connection = new QueuedConnection(dial, this.#events());
    this.connection.queue = queue;
    this.connection.refused = refused => {
      this.#note({ refused });
      this.onrefused?.(refused);
    };
    this.connection.open(route, window);
    this.connection.retry();
    for (const [target, name] of wakeUps) target.addEventListener(name, this.retry);
  }

  #events() {
    return {
      state: (state, why) => {
        this.#note({ state, why });
        if (state === 'live') this.connection.leave();
        if (why) this.#settle();
      },
      change: () => this.#note({ error: null }),
      failed: (error, isAnswer) => {
        this.#note({ error, document: undefined });
        if (isAnswer) this.#settle();
      },
      navigate: (route, style) => this.onnavigate?.(route, style),
    };
  }

  #note(changes) {
    Object.assign(this, changes);
    this.#frame ??= this.#requestFrame(() => {
      this.#frame = null;
      this.document = this.connection.document ?? this.document;
      for (const listener of [...this.#listeners, ...this.#waiting.splice(0)]) listener(this);
    }) ?? true;
  }

  retry = () => this.connection.retry();

  subscribe = listener => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /* Why no document will come, or null. */
  get #end() {
    if (this.error) return this.error;
    if (!this.why && this.holders > 0) return null;
    return { type: 'error', code: 'closed', message: this.why || 'closed' };
  }

  #settle() {
    const { commands } = this.connection;
    for (const { resolve } of commands.values()) resolve({ error: this.#end });
    commands.clear();
  }

  async ready() {
    while (!this.document && !this.#end) {
      await new Promise(resolve => this.#waiting.push(resolve));
    }
    if (!this.document) throw new Error(this.#end.message ?? this.#end.type);
    return this.document;
  }

  move = window => this.connection.move(window);

  input = (values, slot) => !!this.connection.input(values, slot);

  command = async (name, values = {}, row, expected) => {
    if (this.#end) return { error: this.#end };
    const reply = await this.connection.command(name, values, row, expected);
    if (this.holders < 1) this.#leave();
    return reply;
  };

  close() {
    this.holders--;
    if (this.holders) return;
    this.#forget();
    this.#listeners.clear();
    this.#note();
    this.#leave();
  }

  #leave() {
    if (this.connection.commands.size) return;
    for (const [target, name] of wakeUps) target.removeEventListener(name, this.retry);
    this.connection.end();
  }
}
