// Guarantees for custom pages: every command is answered, and releasing a scene loses no command.
import assert from 'node:assert/strict';
import { webcrypto } from 'node:crypto';
import { test } from 'node:test';
import { connect } from '../../public/client.js';
import { FakeSocket } from './fake-socket.mjs';

globalThis.crypto ??= webcrypto;

// A wait for the next try or the next ping must not keep the tests from ending.
for (const name of ['setTimeout', 'setInterval']) {
  const start = globalThis[name];
  globalThis[name] = (...values) => start(...values).unref();
}

/** A server whose sockets are fake ones. */
function start() {
  const sockets = [], dial = () => sockets[sockets.push(new FakeSocket()) - 1];
  return { sockets, server: connect('http://127.0.0.1:1', { dial, frame: body => setImmediate(body) }) };
}

/** A scene that is open, whose commands are taken from its socket. */
function watching() {
  const { sockets, server } = start(), live = server.open('/a'), [socket] = sockets;
  answer(socket);
  return { sockets, server, live, socket };
}

/** Lets a socket open, and its scene be there. */
function answer(socket, message = { type: 'snapshot', scene: 7, digest: 'D1', document: { route: '/a' } }) {
  if (socket.readyState === 0) socket.open();
  socket.receive({ ...message, ref: socket.take().find(({ type }) => type === 'open').ref });
}

const reply = socket => {
  const { ref } = socket.take().find(({ type }) => type === 'command');
  socket.receive({ type: 'reply', ref, result: { row: '1' } });
};

const soon = () => new Promise(setImmediate);
const code = async done => (await done).error?.code;

test('a released scene waits for its replies, and then closes its socket', async () => {
  const { live, socket } = watching(), done = live.command('update', { Name: 'x' });
  live.close();
  assert.equal(socket.readyState, 1);
  reply(socket);
  assert.deepEqual((await done).result, { row: '1' });
  await soon();
  assert.equal(socket.readyState, 3);
});

test('a command of a scene released before it opens is sent once it opens', async () => {
  const { server, sockets } = start(), live = server.open('/a'), done = live.command('insert', {});
  live.close();
  answer(sockets[0]);
  reply(sockets[0]);
  assert.deepEqual((await done).result, { row: '1' });
  await soon();
  assert.equal(sockets[0].readyState, 3);
});

test('the same route is another scene from then on, and closing twice closes once', async () => {
  const { server, live, socket } = watching(), done = live.command('delete', {});
  live.close();
  const next = server.open('/a');
  live.close();
  assert.notEqual(next, live);
  assert.equal(server.open('/a'), next);
  reply(socket);
  assert.ok((await done).result);
});

test('commands at an unknown route are answered with the reason, also later ones', async () => {
  const { server, sockets } = start(), live = server.open('/a'), done = live.command('update', {});
  answer(sockets[0], { type: 'error', code: 'not-found', message: 'There is no row.' });
  assert.equal(await code(done), 'not-found');
  assert.equal(await code(live.command('update', {})), 'not-found');
  await assert.rejects(live.ready(), /There is no row/);
});

test('a scene that ends during a command reports it after the reply, and takes no more', async () => {
  const { live, socket } = watching(), done = live.command('delete', {});
  socket.receive({ type: 'gone', scene: 7, code: 'deleted' });
  reply(socket);
  assert.ok((await done).result);
  await soon();
  assert.deepEqual([live.error.code, live.document], ['deleted', undefined]);
  assert.equal(await code(live.command('update', {})), 'deleted');
});

test('a closed scene refuses commands and rejects the wait for its document', async () => {
  const { server, sockets } = start(), live = server.open('/a'), waits = live.ready();
  live.close();
  await assert.rejects(waits, /closed/);
  await assert.rejects(live.ready(), /closed/);
  assert.equal(await code(live.command('update', {})), 'closed');
  assert.equal(sockets.length, 1);
});

test('a final close answers waiting commands with the reason; another keeps them', async () => {
  const { live, socket, sockets } = watching(), done = live.command('update', {});
  socket.end(1006);
  live.retry();
  answer(sockets[1], { type: 'current', scene: 8, digest: 'D1' });
  sockets[1].end(4403, 'not for you');
  const { error } = await done;
  assert.deepEqual([error.code, error.message], ['closed', 'not for you (4403)']);
  assert.equal(await code(live.command('update', {})), 'closed');
  live.retry();
  answer(sockets[2], { type: 'current', scene: 9, digest: 'D1' });
  const again = live.command('update', {});
  reply(sockets[2]);
  assert.ok((await again).result);
});

test('waiting commands are sent when the server returns, also by a released scene', async () => {
  const { live, socket, sockets } = watching();
  socket.end(1006);
  const done = live.command('update', {});
  live.close();
  live.retry();
  answer(sockets[1], { type: 'current', scene: 8, digest: 'D1' });
  reply(sockets[1]);
  assert.ok((await done).result);
  await soon();
  assert.equal(sockets[1].readyState, 3);
});

test('six sockets are opened at a time, in the order that their scenes were; one that cannot be makes room, too', async () => {
  const { server, sockets } = start(), lives = Array.from({ length: 20 }, (_, i) => server.open(`/${i}`));
  assert.equal(sockets.length, 6);
  for (let i = 0; i < 13; i++) answer(sockets[i], { type: 'snapshot', scene: 1, digest: 'D1', document: { route: `/${i}` } });
  assert.equal(sockets.length, 19);
  assert.deepEqual(await Promise.all(lives.slice(0, 13).map(async live => (await live.ready()).route)), lives.slice(0, 13).map(({ route }) => route));
  sockets[13].end(1006);
  assert.equal(sockets.length, 20);
  lives[13].retry();
  assert.equal(sockets.length, 20);
  sockets[14].open();
  assert.equal(sockets.length, 21);
});

test('a scene released before its turn opens no socket, and an opening socket is closed', () => {
  const { server, sockets } = start(), lives = Array.from({ length: 20 }, (_, i) => server.open(`/${i}`));
  for (const live of lives) live.close();
  assert.deepEqual(sockets.map(({ readyState }) => readyState), [0, 0, 0, 0, 0, 0]);
  for (const socket of sockets) socket.open();
  assert.deepEqual(sockets.map(({ readyState, sent }) => [readyState, sent.length].join()), Array(6).fill('3,0'));
});
