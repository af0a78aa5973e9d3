// What every client of the folder `clients` does: recorded patches, and documents of a real server.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { digest } from './digest.mjs';
import { Proxy } from './proxy.mjs';
import { binary, Database, Server } from './server.mjs';

const fixtures = new URL('../Fixtures/', import.meta.url);

const schema = `CREATE TABLE Artist (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL, Founded INTEGER);
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
    INSERT INTO Artist SELECT i, printf('Artist %03d', i), 1900 + i FROM n;`;

/** The files of a folder of fixtures, with their names. */
export const fixture = folder => readdirSync(new URL(folder, fixtures)).filter(name => name.endsWith('.json'))
  .map(name => ({ name, content: JSON.parse(readFileSync(new URL(folder + name, fixtures), 'utf8')) }));

/** Tests that a client is a file of at most 100 lines, of at most 100 columns. */
export function isShort(path) {
  test('it has at most 100 lines', () => {
    const lines = readFileSync(new URL(`../../clients/${path}`, import.meta.url), 'utf8').trimEnd().split('\n');
    assert.ok(lines.length <= 100, `${lines.length} lines`);
    assert.deepEqual(lines.filter(line => line.length > 100), []);
  });
}

/** Waits for a promise, for at most a minute. */
export function soon(promise, what) {
  let timer;
  const late = new Promise((_, reject) => timer = setTimeout(() => reject(new Error(`Timeout: ${what}`)), 60_000));
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** What a client has received. Tests wait for a document, or for the end. */
export class Received {
  documents = [];
  #waiting = new Set();

  add(document) {
    this.documents.push(document);
    this.#check();
  }

  end(error) {
    this.error = error;
    this.#check();
  }

  get current() {
    return this.documents.at(-1);
  }

  #check() {
    for (const check of this.#waiting) check();
  }

  /** Waits until the last document fulfils a condition. */
  until(isThere, what = String(isThere)) {
    return soon(new Promise((resolve, reject) => {
      const check = () => {
        const isMet = this.current && isThere(this.current);
        if (!isMet && !this.error) return;
        this.#waiting.delete(check);
        isMet ? resolve(this.current) : reject(new Error(`The client ended: ${this.error.code}`));
      };
      this.#waiting.add(check);
      check();
    }), what);
  }

  /** Waits for the error that ends the document. */
  ended() {
    return soon(new Promise(resolve => {
      const check = () => this.error && resolve(this.error);
      this.#waiting.add(check);
      check();
    }), 'the end of the document');
  }
}

// These tests read numbers as JavaScript does.
const unreadable = ['large whole numbers are equal digit by digit'];

/**
 * Tests that a client applies the recorded patches. `apply` gets pairs of a document and a patch, and returns for each
 * a `document` or an `error`.
 */
export function appliesPatches(apply, skipped = []) {
  test('the recorded patches lead from each document to the next', async () => {
    const recordings = fixture('wire/').map(({ name, content }) => ({ name, ...content }));
    assert.ok(recordings.length > 5);
    const upTo = (patches, place) => patches.slice(0, place + 1).flatMap(({ patch }) => patch);
    const results = await apply(recordings.flatMap(({ snapshot, patches }) => patches.map((_, place) => [snapshot, upTo(patches, place)])));
    for (const { name, snapshot, digest: first, patches, document } of recordings) {
      const states = [snapshot, ...results.splice(0, patches.length).map(({ document }) => document)];
      assert.deepEqual(states.map(digest), [first, ...patches.map(({ to }) => to)], name);
      assert.deepEqual(patches.map(({ from }) => from), states.slice(0, -1).map(digest), name);
      assert.deepEqual(states.at(-1), document, name);
    }
  });

  test('the cases of the JSON Patch suites have their results', async () => {
    const cases = fixture('json-patch/').flatMap(({ content }) => content).filter(({ comment }) => ![...unreadable, ...skipped].includes(comment));
    const results = await apply(cases.map(({ doc, patch }) => [doc, patch]));
    cases.forEach(({ comment, expected, error }, place) => {
      assert.equal('error' in results[place], error !== undefined, comment);
      if (!error) assert.deepEqual(results[place].document, expected, comment);
    });
  });
}

/**
 * Tests a client on a real server. `follow` opens a route, and returns what the client receives with its methods:
 * `call(name, …)` runs a method, and `close()` ends the client.
 */
export function follows(follow) {
  let database, server, proxy;
  const clients = [];

  before(async () => {
    database = await Database.create(schema);
    writeFileSync(join(database.folder, 'oriel.yaml'), 'heartbeat: 1\n');
    server = await start();
  });

  after(async () => {
    for (const client of clients) await client.close();
    await proxy?.stop();
    await server?.stop();
    await database?.remove();
  });

  const start = port => Server.start(database, port, undefined, ['--config', join(database.folder, 'oriel.yaml')]);

  async function open(route, options = {}) {
    const client = await follow(options.address ?? server.address, route, { start: 0, count: 50, ...options });
    clients.push(client);
    return client;
  }

  const post = (route, body) => fetch(server.address + route, { method: 'POST', body: JSON.stringify(body) });
  const rename = (id, name) => database.run(`UPDATE Artist SET Name = '${name}' WHERE Id = ${id}`);

  /** Checks that a client holds what a new one would get. */
  async function isCurrent({ current }) {
    const { route, window: { start, count } } = current;
    const mark = route.includes('?') ? '&' : '?';
    const response = await fetch(`${server.address}${route}${mark}window=${start},${count}`, { headers: { Accept: 'application/json' } });
    assert.deepEqual(current, await response.json());
  }

  test('it follows what others write', async () => {
    const client = await open('/Artist?sort=-Id', { count: 3 });
    await client.until(({ cells }) => cells['300']);
    assert.equal((await post('/Artist/300:update', { Name: 'By HTTP' })).status, 200);
    await client.until(({ cells }) => cells['300'].title === 'By HTTP');
    database.run(`INSERT INTO Artist VALUES (301, 'By the shell', NULL)`);
    const { sections } = await client.until(({ cells }) => cells['301']);
    assert.deepEqual(sections[0].rows, ['301', '300', '299']);
    await isCurrent(client);
  });

  test('it moves its window', async () => {
    const client = await open('/Artist', { count: 2 });
    await client.until(({ cells }) => cells['1']);
    client.call('move', 100, 3);
    rename(1, 'Wakes a client that moves between two documents');
    const { sections } = await client.until(({ window }) => window.start === 100 && window.count === 3);
    assert.deepEqual(sections[0].rows, ['101', '102', '103']);
    await isCurrent(client);
  });

  test('a command returns its result, and a refusal its code and fields', async () => {
    const client = await open('/Artist', { count: 2 });
    await client.until(({ cells }) => cells['1']);
    const { result } = await client.call('command', 'insert', { Name: 'New' });
    assert.equal(database.run(`SELECT Name FROM Artist WHERE Id = ${result.row}`), 'New');
    const { error } = await client.call('command', 'update', { Founded: 'soon' }, '1');
    assert.deepEqual([error.code, Object.keys(error.fields)], ['invalid', ['Founded']]);
    assert.equal((await client.call('command', 'nonsense')).error.code, 'unknown-command');
  });

  test('it says why there is nothing at a route, or nothing any more', async () => {
    assert.equal((await (await open('/Nothing')).ended()).code, 'not-found');
    const client = await open('/Artist/7');
    await client.until(({ title }) => title === 'Artist 007');
    database.run('DELETE FROM Artist WHERE Id = 7');
    assert.equal((await client.ended()).code, 'deleted');
  });

  test('after kill -9 of the server, it is current again, and its command has run once', async () => {
    const client = await open('/Artist', { count: 4 });
    await client.until(({ cells }) => cells['4']);
    const { port } = server;
    server.child.kill('SIGKILL');
    await server.ended;
    rename(2, 'While it was down');
    const waits = client.call('command', 'update', { Name: 'Sent while it was down' }, '3');
    server = await start(port);
    assert.deepEqual((await soon(waits, 'the command')).result, { row: '3' });
    await client.until(({ cells }) => cells['2'].title === 'While it was down' && cells['3'].title === 'Sent while it was down');
    await isCurrent(client);
  });

  test('after a restart, it is told that its document is current', async () => {
    proxy ??= await Proxy.start(server.port);
    const client = await open('/Artist?sort=Name', { count: 2, address: proxy.address });
    await client.until(({ cells }) => Object.keys(cells).length === 2);
    proxy.received = '';
    const { port } = server;
    await server.stop();
    server = await start(port);
    await soon(proxy.arrives('current'), 'the message that the document is current');
    assert.doesNotMatch(proxy.received, /snapshot/);
    database.run(`UPDATE Artist SET Founded = 1 WHERE Id = ${client.current.sections[0].rows[0]}`);
    await client.until(({ sections, cells }) => cells[sections[0].rows[0]].fields.Founded === 1);
    await isCurrent(client);
  });

  test('after a lost connection, it resumes by its digest, without a second snapshot', async () => {
    proxy ??= await Proxy.start(server.port);
    const client = await open('/Artist', { count: 3, address: proxy.address });
    await client.until(({ cells }) => cells['1']);
    proxy.received = '';
    proxy.drop();
    rename(1, 'During the cut');
    await client.until(({ cells }) => cells['1'].title === 'During the cut');
    assert.doesNotMatch(proxy.received, /snapshot/);
    await isCurrent(client);
  });

  test('it notices that a connection has fallen silent', async () => {
    proxy ??= await Proxy.start(server.port);
    const client = await open('/Artist', { count: 3, address: proxy.address, timeout: 4 });
    await client.until(({ cells }) => cells['1']);
    proxy.cut();
    rename(2, 'In silence');
    proxy.mend(true);
    await client.until(({ cells }) => cells['2'].title === 'In silence');
    await isCurrent(client);
  });
}

/** Tests a client on a server that asks for a key. */
export function sendsKeys(follow) {
  let database, server, key;
  const clients = [];

  before(async () => {
    database = await Database.create(schema);
    const inFolder = name => join(database.folder, name);
    writeFileSync(inFolder('oriel.yaml'), `users: ${inFolder('access.sqlite')}\naccess: ${inFolder('access.yaml')}\n`);
    writeFileSync(inFolder('access.yaml'), 'roles: { member: {} }\ntables:\n  Artist: [{ to: member, columns: all, update: all }]\n');
    const { stdout, stderr } = spawnSync(binary, ['key', 'add', 'test', '--role', 'member', '--config', inFolder('oriel.yaml')], { encoding: 'utf8' });
    key = stdout.trim();
    assert.match(key, /^oriel_/, stderr);
    server = await Server.start(database, 0, undefined, ['--config', inFolder('oriel.yaml')]);
  });

  after(async () => {
    for (const client of clients) await client.close();
    await server?.stop();
    await database?.remove();
  });

  async function open(options) {
    const client = await follow(server.address, '/Artist', { start: 0, count: 2, ...options });
    clients.push(client);
    return client;
  }

  test('with its key, it reads and writes', async () => {
    const client = await open({ key });
    await client.until(({ cells }) => cells['1']);
    assert.deepEqual((await client.call('command', 'update', { Name: 'By key' }, '1')).result, { row: '1' });
    await client.until(({ cells }) => cells['1'].title === 'By key');
  });

  test('with its key, it sends a command that is long', async () => {
    const client = await open({ key });
    await client.until(({ cells }) => cells['2']);
    const { result } = await client.call('command', 'update', { Name: 'x'.repeat(1_500_000) }, '2');
    assert.deepEqual(result, { row: '2' });
    await client.until(({ cells }) => cells['2'].title.startsWith('xxx'));
  });

  test('without a key, or with a wrong one, it ends, and does not try again', async () => {
    for (const options of [{}, { key: 'oriel_wrong' }]) assert.match((await (await open(options)).ended()).code, /sign-in|closed/);
  });
}
