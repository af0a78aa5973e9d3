import { applyPatch } from './patch.js';

/** Returns the milliseconds to wait before a retry: up to 1 s at first, up to 30 s later. */
export const backoff = (tries, random = Math.random()) =>
  Math.min(3e4, 1e3 * 1.5 ** tries) * (.5 + .5 * random);

/** Returns whether the client reconnects after a close code. */
export const returns = code => [1001, 1006, 1009, 1012, 1013].includes(code);

/** The bytes from which a command is posted. */
const LARGEST = 1e6;

const sizeOf = message => new Blob([JSON.stringify(message)]).size;

/** A socket that observes one scene, keeps its document current, and reconnects by itself. */
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
    const ref = ++this.refs;
    const key = crypto.randomUUID?.() ?? `${Math.random()}`;
    const message = { ref, command, row, arguments: values, key, expected };
    return new Promise(resolve => {
      this.commands.set(ref, { route: this.route, isMeant, message, resolve });
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
    const delay = reason?.split('retry=')[1] * Math.random() || backoff(this.tries++);
    this.timer = setTimeout(() => this.retry(), delay);
    this.events.state(globalThis.navigator?.onLine ?? true ? 'reconnecting' : 'offline');
  }

  end() {
    const { socket } = this;
    const end = () => this.lost(1000);
    clearTimeout(this.timer);
    if (socket?.readyState) end();
    else if (socket) socket.onopen = socket.onclose = end;
  }

  send(type, message) {
    if (this.socket?.readyState !== 1) return;
    this.socket.send(JSON.stringify({ type, scene: this.scene ?? undefined, ...message }));
    return this.socket;
  }

  /* Opens the scene again from the held state, one request at a time. */
  request() {
    if (this.scene !== null) this.send('close');
    this.scene = null;
    this.isStale = !!this.ref;
    if (this.ref || this.socket?.readyState !== 1) return;
    const { route, window, document, digest: since } = this;
    const start = (this.shown === window ? document : this)?.window?.start ?? window?.start;
    this.ref = ++this.refs;
    this.send('open', { ref: this.ref, route, window: { ...window, start }, since });
  }

  receive(message) {
    const { ref, scene } = message;
    const isAnswer = ref === this.ref;
    this.isHeard = true;
    this.tries = 0;
    if (isAnswer) {
      this.ref = 0;
      this.scene = scene ?? null;
      if (this.isStale) return this.request();
    }
    if (this.commands.has(ref)) this.settle(message);
    else this.follow(message, isAnswer);
  }

  settle(message) {
    const { resolve } = this.commands.get(message.ref);
    resolve(message.type === 'error' ? { error: message } : message);
    this.commands.delete(message.ref);
  }

  follow(message, isAnswer) {
    const { type, scene, document = this.document } = message;
    const isMine = isAnswer || scene === this.scene;
    const isCurrent = isMine || message.document && message.document.route === this.document?.route;
    if (type === 'navigate') this.events.navigate(message.route, message.style);
    else if (type === 'patch') this.patch(message, isMine);
    else if (isMine && type === 'gone' && message.code === 'rights') {
      Object.assign(this, { scene: null, digest: undefined });  // of other rights
      this.request();
    } else if (isAnswer && type === 'error' || isMine && type === 'gone') {
      this.scene = this.document = this.digest = null;
      this.events.failed(message, isAnswer);
    } else if (type === 'error') this.refused?.(message);
    else if (/snapshot|current/.test(type) && isCurrent) {
      this.adopt(scene, message.digest, document);
    }
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
    const { window } = this;
    const isFound = document.cells?.[window?.anchor];
    this.shown = this.window = isFound ? { ...window, anchor: undefined } : window;
    this.flush();
    this.events.change();
  }

  flush() {
    if (this.scene === null) return;
    for (const command of this.commands.values()) {
      if (command.socket !== this.socket) this.submit(command);
    }
  }

  submit(command) {
    const { route, message, isMeant, resolve } = command;
    command.socket = this.socket;
    if (isMeant && !isMeant()) {
      this.commands.delete(message.ref);
      resolve({ error: { code: 'conflict' } });
    } else if (route === this.route && sizeOf(message) < LARGEST) this.send('command', message);
    else import('./outbox.js').then(({ post }) => post(command, this));
  }
}
