import { applyPatch } from './patch.js';

export const backoff = (tries, random = Math.random()) => Math.min(3e4, 1e3 * 2 ** tries) * (.25 + .75 * random);
export const returns = code => [1001, 1006, 1009, 1012, 1013].includes(code);

export class Connection {
  refs = 0;
  tries = 0;
  scene = null;
  commands = new Map();

  constructor(dial, events) {
    Object.assign(this, { dial, events });
  }

  open(route, window) {
    Object.assign(this, { route, window, digest: undefined, document: undefined });
    this.request();
  }

  move(window) {
    this.window = window;
    if (this.scene !== null) this.send('window', window);
  }

  input(values, slot) {
    this.last = { slot, values };
    return this.scene && this.send('input', { values, slot, ref: slot });
  }

  command(command, values, row, expected, isMeant) {
    const ref = ++this.refs, key = crypto.randomUUID?.() ?? `${Math.random()}`;
    return new Promise(resolve => {
      this.commands.set(ref, { route: this.route, isMeant, message: { ref, command, row, arguments: values, key, expected }, resolve });
      this.flush();
    });
  }

  retry() {
    if (this.socket) return this.isHeard && this.ping();
    clearTimeout(this.timer);
    this.events.state(this.tries ? 'reconnecting' : 'connecting');
    const socket = this.socket = this.dial();
    this.isHeard = true;
    this.timer = setInterval(() => this.ping(), 25e3);
    socket.onopen = () => {
      this.events.state('live');
      this.request();
    };
    socket.onmessage = ({ data }) => this.receive(JSON.parse(data));
    socket.onclose = ({ code, reason }) => this.lost(code, reason);
  }

  ping() {
    if (!this.isHeard || this.socket.readyState > 1) return this.lost(1006);
    this.isHeard = false;
    this.send('ping', { scene: undefined });
  }

  lost(code, reason) {
    clearInterval(this.timer);
    this.socket.onclose = null;
    this.socket.close();
    Object.assign(this, { socket: null, scene: null, ref: 0 });
    if (code === 1009) import('./outbox.js').then(({ refuse }) => refuse(this, reason));
    if (!returns(code)) return this.events.state('offline', `${reason || 'closed'} (${code})`);
    this.timer = setTimeout(() => this.retry(), reason?.split('retry=')[1] * Math.random() || backoff(this.tries++));
    this.events.state(globalThis.navigator?.onLine ?? true ? 'reconnecting' : 'offline');
  }

  send(type, message) {
    if (this.socket?.readyState !== 1) return;
    this.socket.send(JSON.stringify({ type, scene: this.scene ?? undefined, ...message }));
    return this.socket;
  }

  request() {
    if (this.scene !== null) this.send('close');
    this.scene = null;
    this.isStale = !!this.ref;
    if (this.ref || this.socket?.readyState !== 1) return;
    const { route, window, document, digest: since } = this;
    this.send('open', { ref: this.ref = ++this.refs, route, window: { ...window, start: document?.window?.start ?? window?.start }, since });
  }

  receive(message) {
    const { type, ref, scene, document = this.document } = message;
    const isAnswer = ref === this.ref, isMine = isAnswer || scene === this.scene;
    this.isHeard = true;
    this.tries = 0;
    if (isAnswer) {
      this.ref = 0;
      this.scene = scene ?? null;
      if (this.isStale) return this.request();
    }
    if (this.commands.has(ref)) {
      this.commands.get(ref).resolve(type === 'error' ? { error: message } : message);
      this.commands.delete(ref);
    } else if (type === 'navigate') this.events.navigate(message.route, message.style);
    else if (type === 'patch') this.patch(message, isMine);
    else if (isAnswer && type === 'error' || isMine && type === 'gone') {
      this.scene = this.document = this.digest = null;
      this.events.failed(message, isAnswer);
    } else if (type === 'error') this.refused?.(message);
    else if (/snapshot|current/.test(type) && (isMine || document?.route === this.document?.route))
      this.adopt(scene, message.digest, document);
  }

  patch({ scene, from, to, patch }, isMine) {
    try {
      if (from === this.digest) return this.adopt(scene, to, applyPatch(this.document, patch));
    } catch {
      this.digest = undefined;
    }
    if (isMine) this.request();
  }

  adopt(scene, digest, document) {
    Object.assign(this, { scene, digest, document });
    if (document.cells?.[this.window?.anchor]) this.window = { ...this.window, anchor: undefined };
    this.flush();
    this.events.change();
  }

  flush() {
    if (this.scene === null) return;
    for (const [ref, item] of this.commands) {
      const { route, socket, message, isMeant = () => true, resolve } = item;
      if (socket === this.socket) continue;
      item.socket = this.socket;
      if (!isMeant()) this.commands.delete(ref) && resolve({ error: { code: 'conflict' } });
      else route === this.route && new Blob([JSON.stringify(message)]).size < 1e6 ? this.send('command', message) : import('./outbox.js').then(({ post }) => post(item, this));
    }
  }
}
