// Commands on a connection: each is answered once, and run once, whatever becomes of the socket.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watching } from './watching.mjs';

test('a command resolves with its reply', async () => {
  const { connection, socket } = watching();
  const done = connection.command('update', { Name: 'x' }), [{ ref, key, ...message }] = socket().take();
  assert.deepEqual(message, { type: 'command', scene: 7, command: 'update', arguments: { Name: 'x' } });
  assert.match(key, /^[0-9a-f-]{36}$/);
  socket().receive({ type: 'reply', ref, error: { code: 'invalid', fields: { Name: 'no' } } });
  assert.deepEqual((await done).error.fields, { Name: 'no' });
});

test('a command without a reply is sent again after a break, under the same key', async () => {
  const { connection, socket } = watching();
  const done = connection.command('delete', {}), [{ key }] = socket().take();
  socket().end(1006);
  connection.retry();
  socket().open();
  socket().receive({ type: 'current', ref: socket().take()[0].ref, scene: 9, digest: 'D1' });
  const [again] = socket().take();
  assert.deepEqual([again.key, again.scene], [key, 9]);
  socket().receive({ type: 'reply', ref: again.ref, result: {} });
  assert.deepEqual((await done).result, {});
});

test('a command of a scene that was left is sent by itself after a break, under its key', async () => {
  const { connection, socket } = watching(), calls = [];
  globalThis.fetch = async (...call) => {
    calls.push(call);
    return { ok: true, status: 200, json: async () => ({ result: { row: '1' } }) };
  };
  const done = connection.command('delete', {}, '1'), [{ key }] = socket().take();
  connection.open('/b');
  const [, open] = socket().take();
  socket().end(1006);
  connection.retry();
  socket().open();
  socket().receive({ type: 'snapshot', ref: socket().take()[0].ref, scene: 9, digest: 'B1', document: { route: '/b' } });
  assert.deepEqual([(await done).result, open.route], [{ row: '1' }, '/b']);
  assert.deepEqual(calls.map(([url, { method, headers, body }]) => [`${url}`, method, headers['Idempotency-Key'], JSON.parse(body)]),
    [['https://server/a:delete', 'POST', key, { row: '1', arguments: {} }]]);
  assert.equal(connection.commands.size, 0);
});

test('a command too long for the socket is posted, and others use the socket', async () => {
  const { connection, socket } = watching(), calls = [], refusal = { code: 'too-large', detail: 'The body exceeds the limit.' };
  const answers = [{ ok: true, status: 200, json: async () => ({ result: { row: '1' } }) }, { status: 413, json: async () => refusal },
    { status: 413, statusText: 'Content Too Large', json: async () => JSON.parse('<html>') }];
  globalThis.fetch = async (...call) => {
    calls.push(call);
    return answers.shift();
  };
  const long = { Title: 'x', Body: 'é'.repeat(600_000) }, short = connection.command('update', { Body: 'x'.repeat(900_000) }, '1'), [{ ref }] = socket().take();
  socket().receive({ type: 'reply', ref, result: {} });
  assert.deepEqual((await short).result, {});
  assert.deepEqual((await connection.command('update', long, '1')).result, { row: '1' });
  const [error, other] = [(await connection.command('update', long, '1')).error, (await connection.command('update', long, '1')).error];
  assert.deepEqual([error.code, error.message, error.fields], ['too-large', refusal.detail, { Body: refusal.detail }]);
  assert.deepEqual([other.code, other.message, other.fields], ['too-large', 'Content Too Large', { Body: 'Content Too Large' }]);
  assert.deepEqual([socket().take(), calls.length, connection.commands.size, JSON.parse(calls[0][1].body)], [[], 3, 0, { row: '1', arguments: long }]);
});

test('a posted command without a response is sent again under its key', async t => {
  const { connection } = watching(), calls = [], answers = [Promise.reject(new TypeError('Failed to fetch')), { status: 500 }, { ok: true, status: 200, json: async () => ({ result: {} }) }];
  globalThis.fetch = async (...call) => calls.push(call) && answers.shift();
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const done = connection.command('update', { Body: 'x'.repeat(1_200_000) }, '1');
  for (let sent = 1; sent <= 3; sent++) {
    for (let turns = 0; calls.length < sent; turns++) {
      assert.ok(turns < 10_000, `${calls.length} of ${sent} calls`);
      await new Promise(setImmediate);
    }
    for (let i = 0; i < 5; i++) await new Promise(setImmediate);
    t.mock.timers.tick(3e3);
  }
  assert.deepEqual((await done).result, {});
  assert.equal(new Set(calls.map(([, { headers }]) => headers['Idempotency-Key'])).size, 1);
});

test('a command that the server finds too long is refused, not retried, and the connection returns', async () => {
  const { connection, socket, events } = watching(), refused = [];
  connection.refused = message => refused.push(message);
  connection.input({ text: 'long'.repeat(99) }, 'pantry');
  const done = connection.command('save', {});
  socket().take();
  socket().end(1009, 'message too big');
  assert.deepEqual([(await done).error.code, (await done).error.message], ['too-large', 'message too big']);
  assert.deepEqual(refused.map(({ ref, code, message }) => [ref, code, message]), [['pantry', 'too-large', 'message too big']]);
  assert.deepEqual(events, [['state', 'reconnecting']]);
  connection.retry();
  socket().open();
  socket().receive({ type: 'current', ref: socket().take()[0].ref, scene: 9, digest: 'D1' });
  assert.deepEqual([socket().take(), connection.scene, connection.commands.size], [[], 9, 0]);
  const other = connection.command('rename', {});
  socket().end(1009, 'message too big');
  assert.deepEqual([(await other).error.code, refused.length], ['too-large', 1]); // the input was refused before
});

test('the long one of the pending commands is refused, and the others are sent again', async () => {
  const { connection, socket } = watching(), refused = [];
  connection.refused = message => refused.push(message);
  connection.input({ text: 'short' });
  connection.command('first', {});
  const long = connection.command('second', { text: 'long'.repeat(99) });
  connection.command('third', {});
  socket().take();
  socket().end(1009, 'message too big');
  assert.equal((await long).error.code, 'too-large');
  connection.retry();
  socket().open();
  socket().receive({ type: 'current', ref: socket().take()[0].ref, scene: 9, digest: 'D1' });
  assert.deepEqual(socket().take().map(({ command }) => command), ['first', 'third']);
  assert.deepEqual(refused, []);
});

test('a posted long command is not refused for the reason of the socket\'s close', async () => {
  const { connection, socket } = watching(), calls = [];
  globalThis.fetch = (...call) => new Promise(resolve => calls.push({ call, resolve }));
  const posted = connection.command('update', { Body: 'x'.repeat(1_200_000) }, '1'), short = connection.command('rename', { Name: 'y' });
  while (!calls.length) await new Promise(setImmediate);
  socket().end(1009, 'message too big');
  assert.equal((await short).error.code, 'too-large');
  assert.deepEqual([connection.commands.size, calls.length], [1, 1]);
  calls[0].resolve({ ok: true, status: 200, json: async () => ({ result: { row: '1' } }) });
  assert.deepEqual((await posted).result, { row: '1' });
});

test('a command that could not be served is answered once, by its reply', async () => {
  const { connection, socket } = watching(), refused = [];
  connection.refused = message => refused.push(message);
  const done = connection.command('update', {}), [{ ref }] = socket().take();
  socket().receive({ type: 'reply', ref, error: { code: 'unknown-scene', message: 'This socket does not watch scene 7.' } });
  assert.deepEqual([(await done).error.code, connection.commands.size, refused], ['unknown-scene', 0, []]);
});
