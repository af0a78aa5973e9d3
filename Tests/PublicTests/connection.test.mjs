import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backoff, returns } from '../../public/oriel/core/connection.js';
import { connect } from '../../public/client.js';
import { FakeSocket } from './fake-socket.mjs';
import { start, watching } from './watching.mjs';

test('a window may begin at a row, until that is here: then it stays where it is when the connection comes back', () => {
  const { connection, socket } = start();
  connection.open('/a', { anchor: '3', count: 5 });
  socket().open();
  const [{ ref, window }] = socket().take();
  assert.deepEqual(window, { anchor: '3', count: 5 });
  connection.request();
  socket().receive({ type: 'snapshot', ref, scene: 7, digest: 'D1', document: { route: '/a', window: { start: 2, count: 5 }, cells: { 1: {} } } });
  const [, again] = socket().take();
  assert.deepEqual(again.window, { anchor: '3', count: 5 });
  socket().receive({ type: 'snapshot', ref: again.ref, scene: 7, digest: 'D2', document: { route: '/a', window: { start: 2, count: 5 }, cells: { 3: {} } } });
  connection.move({ anchor: '9', count: 5 });
  assert.deepEqual(socket().take(), [{ type: 'window', scene: 7, anchor: '9', count: 5 }]);
  socket().receive({ type: 'snapshot', scene: 7, digest: 'D3', document: { route: '/a', window: { start: 8, count: 5 }, cells: { 9: {} } } });
  connection.request();
  assert.deepEqual(socket().take().at(-1).window, { start: 8, count: 5 });
});

test('what is current on the same socket for another scene changes nothing', () => {
  const { connection, socket } = start();
  connection.open('/a', { start: 0, count: 5 });
  socket().open();
  const [{ ref }] = socket().take();
  socket().receive({ type: 'snapshot', ref, scene: 7, digest: 'D1', document: { route: '/a', cells: {} } });
  socket().receive({ type: 'current', ref: 1_000_001, scene: 8, digest: 'D9' });
  assert.deepEqual([connection.scene, connection.digest], [7, 'D1']);
});

test('the wait before a try grows up to half a minute and is never the same for everybody', () => {
  assert.deepEqual([0, 1, 2, 3, 8, 9, 50].map(n => Math.round(backoff(n, 1))), [1000, 1500, 2250, 3375, 25629, 30000, 30000]);
  assert.equal(backoff(2, 0), 1125);
  assert.notEqual(backoff(3), backoff(3));
});

test('comes back after a drain, a break, a message too long, a restart and an overload only', () => {
  assert.deepEqual([1000, 1001, 1002, 1006, 1009, 1011, 1012, 1013, 4401, 4403, 4429].filter(returns), [1001, 1006, 1009, 1012, 1013]);
});

test('a stopping server names the time over which clients return', t => {
  const { socket } = watching(), waits = [], start = globalThis.setTimeout;
  t.after(() => globalThis.setTimeout = start);
  t.mock.method(Math, 'random', () => 0.5);
  globalThis.setTimeout = (body, wait) => waits.push([body, wait]);
  socket().end(1001, 'The server is restarting; retry=9000');
  assert.equal(waits[0][1], 4500);
  waits[0][0]();
  socket().end(1006);
  assert.equal(waits[1][1], backoff(0));
});

test('after a successful connection, retries begin with the shortest wait', t => {
  const { connection, socket } = watching(), waits = [], start = globalThis.setTimeout;
  t.after(() => globalThis.setTimeout = start);
  t.mock.method(Math, 'random', () => 1);
  globalThis.setTimeout = (body, wait) => waits.push(wait);
  for (let tries = 0; tries < 3; tries++) {
    socket().end(1006);
    connection.retry();
  }
  socket().open();
  socket().receive({ type: 'current', ref: socket().take()[0].ref, scene: 7, digest: 'D1' });
  socket().end(1006);
  assert.deepEqual(waits, [1000, 1500, 2250, 1000]);
});

test('a scene that is closed between two tries is not tried again', t => {
  const sockets = [], dial = () => sockets[sockets.push(new FakeSocket()) - 1];
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const [closed, open] = ['/a', '/b'].map(route => connect('http://server/', { dial }).open(route));
  for (const socket of [...sockets]) socket.end(1006);
  closed.close();
  t.mock.timers.tick(3e4);
  assert.deepEqual([closed, open].map(({ connection }) => sockets.indexOf(connection.socket)), [-1, 2]);
  assert.equal(sockets.length, 3);
  open.close();
});

test('opens the route once the socket is open and keeps the document by patches', () => {
  const { connection, socket, events } = start();
  connection.open('/a', { start: 0, count: 50 });
  assert.deepEqual(socket().sent, []);
  socket().open();
  assert.deepEqual(socket().take(), [{ type: 'open', ref: 1, route: '/a', window: { start: 0, count: 50 } }]);
  socket().receive({ type: 'snapshot', ref: 1, scene: 7, digest: 'D1', document: { route: '/a', n: 1 } });
  socket().receive({ type: 'patch', scene: 7, from: 'D1', to: 'D2', patch: [{ op: 'replace', path: '/n', value: 2 }] });
  assert.deepEqual(connection.document, { route: '/a', n: 2 });
  assert.equal(connection.digest, 'D2');
  assert.deepEqual(events, [['state', 'connecting'], ['state', 'live'], ['change'], ['change']]);
});

test('a patch from another state opens the scene again with what is held', () => {
  const { connection, socket } = watching();
  socket().receive({ type: 'patch', scene: 7, from: 'DX', to: 'DY', patch: [] });
  socket().receive({ type: 'patch', scene: 7, from: 'DY', to: 'DZ', patch: [] });
  const sent = socket().take();
  assert.deepEqual(sent.map(({ type, scene, since }) => [type, scene, since]), [['close', 7, undefined], ['open', undefined, 'D1']]);
  socket().receive({ type: 'current', ref: sent[1].ref, scene: 8, digest: 'D1' });
  assert.deepEqual([connection.scene, connection.document.n], [8, 1]);
});

test('a patch that does not apply asks for a whole snapshot and changes nothing', () => {
  const { connection, socket } = watching();
  socket().receive({ type: 'patch', scene: 7, from: 'D1', to: 'D2', patch: [{ op: 'replace', path: '/n', value: 5 }, { op: 'remove', path: '/x' }] });
  assert.equal(connection.document.n, 1);
  assert.deepEqual(socket().take().map(({ type, since }) => [type, since]), [['close', undefined], ['open', undefined]]);
});

test('after a break it resumes from its state and window', () => {
  const { connection, socket, sockets, events } = watching({ route: '/a', window: { start: 12, count: 50, total: 900 } });
  socket().end(1006);
  assert.deepEqual(events, [['state', 'reconnecting']]);
  connection.retry();
  socket().open();
  assert.equal(sockets.length, 2);
  const [{ ref, ...message }] = socket().take();
  assert.deepEqual(message, { type: 'open', route: '/a', window: { start: 12, count: 50 }, since: 'D1' });
  socket().receive({ type: 'patch', ref, scene: 3, from: 'D1', to: 'D2', patch: [{ op: 'add', path: '/n', value: 4 }] });
  assert.deepEqual([connection.document.n, connection.scene], [4, 3]);
});

test('does not reconnect if the server forbids it, and reports the reason', () => {
  const { connection, socket, events } = watching();
  socket().end(4403, 'not for you');
  assert.deepEqual(events, [['state', 'offline', 'not for you (4403)']]);
  assert.equal(connection.socket, null);
});

test('a peer that does not answer a ping is dead', () => {
  const { connection, socket, events } = watching();
  connection.ping();
  socket().receive({ type: 'pong' });
  connection.ping();
  assert.deepEqual(socket().take(), [{ type: 'ping' }, { type: 'ping' }]);
  connection.ping();
  assert.equal(connection.socket, null);
  assert.deepEqual(events, [['state', 'reconnecting']]);
});

test('another route closes the scene first; one that is on its way is closed when it comes', () => {
  const { connection, socket } = watching();
  connection.open('/b', { start: 0, count: 50 });
  connection.open('/c', { start: 0, count: 50 });
  const [close, { ref, ...b }, ...rest] = socket().take();
  assert.deepEqual([close, b, rest], [{ type: 'close', scene: 7 }, { type: 'open', route: '/b', window: { start: 0, count: 50 } }, []]);
  socket().receive({ type: 'patch', scene: 7, from: 'D1', to: 'D2', patch: [] });
  socket().receive({ type: 'snapshot', ref, scene: 8, digest: 'E1', document: { route: '/b' } });
  const [closeB, c] = socket().take();
  assert.deepEqual([closeB, c.route], [{ type: 'close', scene: 8 }, '/c']);
  socket().receive({ type: 'snapshot', ref: c.ref, scene: 9, digest: 'F1', document: { route: '/c' } });
  assert.deepEqual([connection.scene, connection.document.route], [9, '/c']);
});

test('a window that is moved while the server is away, or as the connection breaks, is the one that it opens next', () => {
  const held = { route: '/a', window: { start: 12, count: 50, total: 900 } };
  for (const isAway of [true, false]) {
    const { connection, socket } = watching(held);
    if (isAway) socket().end(1006);
    connection.move({ start: 200, count: 30 });
    if (!isAway) socket().end(1006);
    connection.retry();
    socket().open();
    const { window, since } = socket().take().at(-1);
    assert.deepEqual([window, since], [{ start: 200, count: 30 }, 'D1']);
  }
});

test('a window that was moved may answer by patch or under another number', () => {
  const { connection, socket } = watching();
  connection.move({ start: 100, count: 50 });
  assert.deepEqual(socket().take(), [{ type: 'window', scene: 7, start: 100, count: 50 }]);
  socket().receive({ type: 'patch', scene: 11, from: 'D1', to: 'D2', patch: [{ op: 'replace', path: '/n', value: 2 }] });
  assert.deepEqual([connection.scene, connection.document.n], [11, 2]);
  socket().receive({ type: 'snapshot', scene: 12, digest: 'D3', document: { route: '/a', n: 3 } });
  assert.deepEqual([connection.scene, connection.document.n], [12, 3]);
});

test('opens a scene whose rights have changed again, without the state that it had', () => {
  const { events, socket } = watching();
  socket().take();
  socket().receive({ type: 'gone', scene: 7, code: 'rights' });
  const [{ type, route, since }] = socket().take();
  assert.deepEqual([type, route, since], ['open', '/a', undefined]);
  assert.equal(events.some(([name]) => name === 'failed'), false);
});

test('says when a scene is gone or unknown, and where the server wants to go', () => {
  const { connection, socket, events } = watching();
  socket().receive({ type: 'gone', scene: 7, code: 'deleted' });
  connection.open('/x');
  socket().receive({ type: 'error', ref: socket().take()[0].ref, code: 'unknown-route', message: 'no' });
  socket().receive({ type: 'error', code: 'unknown-type', message: 'not an answer' });
  socket().receive({ type: 'navigate', route: '/y', style: 'replace' });
  assert.deepEqual(events.map(([name, value]) => [name, value.code ?? value]), [['failed', 'deleted'], ['failed', 'unknown-route'], ['navigate', '/y']]);
});
