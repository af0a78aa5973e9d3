// The client for pages of one's own; client.d.ts says what it promises, docs/client.md how to use it.
import { Connection } from './connection.js';

/** A server, and the scenes of it that are open: each route once, however many look at it. */
export function connect(server = globalThis.location?.href, options = {}) {
  const scenes = new Map(), { dial = url => new WebSocket(url, 'oriel.v1'), frame = later } = options;
  const address = new URL('/-/socket', server);
  address.protocol = address.protocol.replace('http', 'ws');

  function open(route, window) {
    if (route[0] !== '/') throw new TypeError(`A route begins with /: ${route}`);
    let live = scenes.get(route);
    if (!live) scenes.set(route, live = new Live(route, window, () => dial(address), frame, () => scenes.delete(route)));
    live.holders++;
    return live;
  }
  return { open };
}

/** In a page that is in sight, before its next frame; elsewhere soon. */
const later = body => globalThis.document?.visibilityState === 'visible' ? requestAnimationFrame(body) : setTimeout(body, 16);

const events = globalThis.addEventListener ? [[globalThis, 'online'], [globalThis.document, 'visibilitychange']].filter(([on]) => on) : [];

class Live {
  state = 'connecting';
  error = null;
  holders = 0;
  #listeners = new Set();
  #frame = null;

  constructor(route, window, dial, frame, forget) {
    this.route = route;
    this.forget = forget;
    this.tell = () => this.#frame ??= frame(() => {
      this.#frame = null;
      this.document = this.connection.document ?? this.document;
      for (const listener of [...this.#listeners]) listener(this);
    }) ?? true;
    this.connection = new Connection(dial, {
      state: (state, why) => this.#note({ state, why }),
      change: () => this.#note({ error: null }),
      failed: error => this.#note({ error, document: undefined }),
      navigate: (route, style) => this.onnavigate?.(route, style),
    });
    this.connection.refused = message => this.onrefused?.(message);
    this.connection.open(route, window);
    this.connection.retry();
    for (const [on, name] of events) on.addEventListener(name, this.retry);
  }

  #note(news) {
    Object.assign(this, news);
    this.tell();
  }

  retry = () => this.connection.retry();

  subscribe = listener => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Waits for the first document, or for why there is none. */
  async ready() {
    while (!this.document && !this.error) await new Promise(resolve => {
      const stop = this.subscribe(() => resolve(stop()));
    });
    if (this.error) throw new Error(this.error.message ?? this.error.type);
    return this.document;
  }

  move = window => this.connection.move(window);
  input = (values, slot) => !!this.connection.input(values, slot);
  command = (name, values = {}, row, expected) => this.connection.command(name, values, row, expected);

  close() {
    if (--this.holders > 0) return;
    this.forget();
    for (const [on, name] of events) on.removeEventListener(name, this.retry);
    this.connection.socket ? this.connection.lost(1000) : clearTimeout(this.connection.timer);
    this.#listeners.clear();
  }
}
