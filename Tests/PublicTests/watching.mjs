// A connection on a fake socket, for tests of the protocol.
import { webcrypto } from 'node:crypto';
import { Connection } from '../../public/oriel/core/connection.js';
import { FakeSocket } from './fake-socket.mjs';

globalThis.crypto ??= webcrypto;

// A wait for the next try or the next ping must not keep the tests from ending.
for (const name of ['setTimeout', 'setInterval']) {
  const start = globalThis[name];
  globalThis[name] = (...values) => start(...values).unref();
}

/** A connection that is on its way. */
export function start() {
  const sockets = [], events = [], log = name => (...values) => events.push([name, ...values]);
  const connection = new Connection(() => sockets[sockets.push(new FakeSocket()) - 1],
    { state: log('state'), change: log('change'), failed: log('failed'), navigate: log('navigate') });
  const socket = () => sockets.at(-1);
  connection.retry();
  return { connection, socket, sockets, events };
}

/** A connection that watches `/a` as scene 7 in the state `D1`. */
export function watching(document = { route: '/a', n: 1 }) {
  const it = start();
  it.connection.open('/a', { start: 0, count: 50 });
  it.socket().open();
  const [{ ref }] = it.socket().take();
  it.socket().receive({ type: 'snapshot', ref, scene: 7, digest: 'D1', document });
  it.events.length = 0;
  return it;
}
