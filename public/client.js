// The client for pages of one's own; client.d.ts says what it promises, docs/client.md how to use it.
import { Connection } from './connection.js';

export function connect(server = globalThis.location?.href, options = {}) {
  const scenes = new Map(), line = new Set(), { dial = url => new WebSocket(url, 'oriel.v1'), frame = later } = options;
  const address = new URL('/-/socket', server);
  address.protocol = address.protocol.replace('http', 'ws');

  function open(route, window) {
    if (route[0] !== '/') throw new TypeError(`A route begins with /: ${route}`);
    let live = scenes.get(route);
    if (!live) scenes.set(route, live = new Live(route, window, line, () => dial(address), frame, () => scenes.delete(route)));
    live.holders++;
    return live;
  }
  return { open };
}

const later = body => globalThis.document?.visibilityState === 'visible' ? requestAnimationFrame(body) : setTimeout(body, 16);

const events = globalThis.addEventListener ? [[globalThis, 'online'], [globalThis.document, 'visibilitychange']].filter(([on]) => on) : [];

class Patient extends Connection {
  retry() {
    if (this.socket) return super.retry();
    this.line.add(this);
    this.next();
  }

  next() {
    for (const it of [...this.line].slice(0, 6)) it.socket || it.begin();
  }

  begin() {
    super.retry();
  }

  leave() {
    this.line.delete(this);
    this.next();
  }

  lost(...why) {
    super.lost(...why);
    this.leave();
  }

  end() {
    const { socket } = this, end = () => this.lost(1000);
    clearTimeout(this.timer);
    if (!socket) this.leave();
    else if (socket.readyState) end();
    else socket.onopen = socket.onclose = end;
  }
}

class Live {
  state = 'connecting';
  error = null;
  holders = 0;
  #listeners = new Set();
  #frame = null;
  #waits = [];

  constructor(route, window, line, dial, frame, forget) {
    this.route = route;
    this.forget = forget;
    this.tell = () => this.#frame ??= frame(() => {
      this.#frame = null;
      this.document = this.connection.document ?? this.document;
      for (const listener of [...this.#listeners, ...this.#waits.splice(0)]) listener(this);
    }) ?? true;
    this.connection = new Patient(dial, {
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
    });
    this.connection.line = line;
    this.connection.refused = refused => {
      this.#note({ refused });
      this.onrefused?.(refused);
    };
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

  get #end() {
    return this.error ?? (this.why || this.holders < 1 ? { type: 'error', code: 'closed', message: this.why || 'closed' } : null);
  }

  #settle() {
    for (const { resolve } of this.connection.commands.values()) resolve({ error: this.#end });
    this.connection.commands.clear();
  }

  async ready() {
    while (!this.document && !this.#end) await new Promise(resolve => this.#waits.push(resolve));
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
    if (--this.holders) return;
    this.forget();
    this.#listeners.clear();
    this.tell();
    this.#leave();
  }

  #leave() {
    if (this.connection.commands.size) return;
    for (const [on, name] of events) on.removeEventListener(name, this.retry);
    this.connection.end();
  }
}
