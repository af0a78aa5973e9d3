// clients/python/oriel.py, in a process of its own.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Received, appliesPatches, follows, isShort, sendsKeys, soon } from './clients.mjs';
import { Database, Server, missing } from './server.mjs';

const script = fileURLToPath(new URL('follow.py', import.meta.url));
const skip = spawnSync('python3', ['--version']).error ? 'python3 is not installed' : undefined;

/* A Python process that follows a route. Calls are answered one after the other. */
class Follower extends Received {
  #replies = [];

  constructor(values, key) {
    super();
    const env = { ...process.env, ORIEL_KEY: key ?? '' };
    this.child = spawn('python3', [script, ...values.map(String)], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    this.closed = new Promise(resolve => this.child.once('close', resolve));
    createInterface({ input: this.child.stdout }).on('line', line => this.#receive(JSON.parse(line)));
  }

  #receive({ document, reply, ended }) {
    if (document) this.add(document);
    if (reply) this.#replies.shift()(reply);
    if (ended) this.end(ended);
  }

  call(...values) {
    this.child.stdin.write(JSON.stringify(values) + '\n');
    return values[0] === 'move' ? undefined : new Promise(resolve => this.#replies.push(resolve));
  }

  async close() {
    this.child.stdin.on('error', () => {}).end();
    await soon(this.closed, 'the end of the Python process');
  }
}

const follow = (address, route, { start, count, timeout = 60, key }) => new Follower([address, route, start, count, timeout], key);

function apply(pairs) {
  const input = pairs.map(pair => JSON.stringify(pair) + '\n').join('');
  const { stdout, stderr, status } = spawnSync('python3', [script, 'apply'], { input, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout.trim().split('\n').map(line => JSON.parse(line));
}

isShort('python/oriel.py');

describe('the Python client as a program', { skip: skip ?? missing, concurrency: false }, () => {
  const program = fileURLToPath(new URL('../../clients/python/oriel.py', import.meta.url));
  let database, server;

  before(async () => {
    database = await Database.create(`CREATE TABLE Word (Id INTEGER PRIMARY KEY, Text TEXT); INSERT INTO Word VALUES (1, 'one')`);
    server = await Server.start(database);
  });

  after(async () => {
    await server?.stop();
    await database?.remove();
  });

  test('it prints each new document as a line', async () => {
    const child = spawn('python3', ['-B', program, server.address, '/Word'], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      const next = async () => JSON.parse((await soon(lines.next(), 'a line')).value).cells['1'].title;
      assert.equal(await next(), 'one');
      database.run(`UPDATE Word SET Text = 'two'`);
      assert.equal(await next(), 'two');
    } finally {
      child.kill('SIGKILL');
    }
  });

  test('it ends with the error of the server as its last line', () => {
    const { status, stderr } = spawnSync('python3', ['-B', program, server.address, '/Nothing'], { encoding: 'utf8' });
    assert.equal(status, 1);
    assert.match(stderr, /Error: not-found: Unknown table or view: "Nothing"\.\n$/);
  });

  test('it refuses what is no address', () => {
    for (const address of ['127.0.0.1:8080', 'http://127.0.0.1:x', 'http://', 'ftp://127.0.0.1'])
      assert.match(spawnSync('python3', ['-B', program, address, '/'], { encoding: 'utf8' }).stderr, /ValueError: Invalid address/);
  });
});

// In Python, True equals 1.
describe('the Python client and patches', { skip, concurrency: false }, () => appliesPatches(apply, ['a number is no truth value']));
describe('the Python client', { skip: skip ?? missing, concurrency: false }, () => follows(follow));
describe('the Python client with a key', { skip: skip ?? missing, concurrency: false }, () => sendsKeys(follow));
