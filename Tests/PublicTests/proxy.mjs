// A stretch of network between a browser and a server that can fall silent, as when a cable is pulled: nothing is closed, nothing arrives.
import { connect, createServer } from 'node:net';

export class Proxy {
  #pairs = new Set();
  #isCut = false;

  #checks = new Set();

  /** The bytes that have come from the port, as text. */
  received = '';

  /** Listens on any free port, and carries bytes to and from a port of this machine. */
  static async start(target) {
    const proxy = new Proxy();
    proxy.server = createServer({ pauseOnConnect: true }, near => proxy.#join(near, target));
    await new Promise(resolve => proxy.server.listen(0, '127.0.0.1', resolve));
    proxy.address = `http://127.0.0.1:${proxy.server.address().port}`;
    return proxy;
  }

  #join(near, target) {
    const pair = { near, dial: () => connect(target, '127.0.0.1').on('error', () => {}).on('close', () => near.destroy()) };
    this.#pairs.add(pair);
    near.on('error', () => {}).on('close', () => {
      pair.far?.destroy();
      this.#pairs.delete(pair);
    });
    if (!this.#isCut) this.#carry(pair);
  }

  #carry(pair) {
    pair.far ??= pair.dial().on('data', data => this.#note(data));
    pair.near.pipe(pair.far).pipe(pair.near);
  }

  #note(data) {
    this.received += data;
    for (const check of this.#checks) check();
  }

  /** Waits until a text has come from the port. */
  arrives(text) {
    return new Promise(resolve => {
      const check = () => {
        if (!this.received.includes(text)) return;
        this.#checks.delete(check);
        resolve();
      };
      this.#checks.add(check);
      check();
    });
  }

  /** Stops forwarding silently. New connections wait. */
  cut() {
    this.#isCut = true;
    for (const { near, far } of this.#pairs) for (const end of [near, far]) end?.unpipe().pause();
  }

  /** Forwards again, with the pending bytes, except those of `forgotten` connections, as after a router's power loss. */
  mend(isForgotten = false) {
    this.#isCut = false;
    for (const pair of this.#pairs)
      if (pair.far && isForgotten) for (const end of [pair.near, pair.far]) end.resume();
      else this.#carry(pair);
  }

  /** Ends all connections. New ones are forwarded. */
  drop() {
    for (const { near, far } of this.#pairs) for (const end of [near, far]) end?.destroy();
  }

  async stop() {
    this.drop();
    await new Promise(resolve => this.server.close(resolve));
  }
}
