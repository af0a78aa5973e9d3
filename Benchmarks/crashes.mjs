// Kills a server while viewers write, and restarts it as a service manager does (`make crashes`).
//
//     node Benchmarks/crashes.mjs PROGRAM [WORKBENCH]
//
// VIEWERS (200) watch a table of an attached database by sockets, and each inserts rows under a
// key. Their client repeats a command without a reply under the same key. The program is killed
// (-9) KILLS (5) times, and restarts by the rules of the systemd unit of the package, and
// then once more by those of `docker run --restart on-failure`. Prints how long it took until all
// viewers were current, and how many of the repeated commands the killed program had committed.
// Then the app Workbench runs into a trap. The exit code is 1 if a row is lost or doubled, a
// document differs, or the log has no backtrace. SEED repeats the moments of a run.
import { execFile, execFileSync, spawn } from 'node:child_process';
import {
  closeSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, promisify } from 'node:util';
import { connect } from '../clients/node/oriel.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [program, workbench] = process.argv.slice(2).map(path => resolve(path));
const count = Number(process.env.VIEWERS ?? 200), kills = Number(process.env.KILLS ?? 5);
const seed = Number(process.env.SEED ?? Date.now() % 1e9);
const folder = mkdtempSync(join(tmpdir(), 'oriel-crashes-'));
const faults = [];
let state = seed;

/** Returns a pseudo-random number between two numbers (mulberry32). */
function random(low, high) {
  state = state + 0x6D2B79F5 | 0;
  let mixed = Math.imul(state ^ state >>> 15, state | 1);
  mixed = mixed + Math.imul(mixed ^ mixed >>> 7, mixed | 61) ^ mixed;
  return low + ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32 * (high - low);
}

/** Notes a fault with up to five examples. */
function fault(text, examples = []) {
  faults.push([text, ...examples.slice(0, 5).map(each => `  ${each}`)].join('\n'));
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise(resolve => server.close(resolve));
  return port;
}

/* The settings of the unit of the package. Here, Swift itself writes the backtraces. */
const file = readFileSync(join(root, 'packaging/oriel@.service'), 'utf8');
const unit = file.replace(/,swift-backtrace=[^,\n]*/, '');
const setting = name => unit.match(RegExp(`^${name}=(.*)$`, 'm'))?.[1];
const environment = [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(match => match.slice(1));

/* Service managers: each returns the seconds until a restart. */
const managers = {
  systemd: () => Number(setting('RestartSec')),
  // 100 ms, doubled after each run of less than ten seconds, at most a minute
  docker: (ran, delay) => ran >= 10 || !delay ? 0.1 : Math.min(60, delay * 2),
};

/** Runs a program, and starts it again after an exit that is not clean (systemd.service(5)). */
class Service {
  static all = new Set();

  constructor(manager, program, options, port) {
    Object.assign(this, { manager, program, port });
    this.options = [...options, '--port', `${port}`, '--public', join(root, 'public')];
    this.address = `http://127.0.0.1:${port}`;
    this.log = join(folder, `${port}.log`);
    Service.all.add(this);
    this.start();
  }

  start() {
    const log = openSync(this.log, 'a');
    const env = { ...process.env, ...Object.fromEntries(environment) };
    const begin = performance.now();
    const stdio = ['ignore', log, log];
    this.process = spawn(this.program, this.options, { cwd: folder, env, stdio });
    closeSync(log);
    this.process.once('exit', (code, signal) => {
      this.ended?.();
      const isClean = code === 0 || ['SIGHUP', 'SIGINT', 'SIGTERM', 'SIGPIPE'].includes(signal);
      if (isClean || !Service.all.has(this)) return;
      const ran = (performance.now() - begin) / 1000;
      this.delay = managers[this.manager](ran, this.delay);
      setTimeout(() => Service.all.has(this) && this.start(), this.delay * 1000);
    });
  }

  /** Waits until the program responds. */
  async ready() {
    for (const end = Date.now() + 30_000; ; await pause(20)) {
      if ((await fetch(`${this.address}/-/ready`).catch(() => {}))?.ok) return;
      if (Date.now() > end) throw new Error(`${this.program} does not start: ${this.text()}`);
    }
  }

  text = () => readFileSync(this.log, 'utf8');

  end() {
    Service.all.delete(this);
    this.process.kill('SIGKILL');
  }
}

/** A client with a replica, which notes when the replica is current again after a lost socket. */
class Viewer {
  unanswered = new Map();
  repeats = [];

  constructor(address, route) {
    this.scene = connect(address).open(route);
    const { connection } = this.scene, { events, send } = connection, { change, state } = events;
    events.state = (...all) => {
      if (connection.socket === null) this.wasLost = true;
      state(...all);
    };
    events.change = () => {
      if (this.wasLost) this.current ??= performance.now();
      change();
    };
    connection.send = (type, message) => {
      const socket = send.call(connection, type, message);
      if (socket && type === 'command') this.note(message.arguments.mark);
      return socket;
    };
  }

  note(mark) {
    if (this.unanswered.has(mark)) this.repeats.push(mark);
    this.unanswered.set(mark, performance.now());
  }

  begin() {
    Object.assign(this, { wasLost: false, current: undefined });
  }
}

/** Opens viewers, and waits until each has a document. */
async function open(address, route) {
  const viewers = [];
  for (let number = 0; number < count; number++) {
    viewers.push(new Viewer(address, route));
    if (number % 20 === 19) await pause(20);
  }
  await Promise.all(viewers.map(({ scene }) => scene.ready()));
  return viewers;
}

/** Does something that ends the program. Returns the milliseconds until all viewers are current. */
async function outage(viewers, service, end) {
  for (const viewer of viewers) viewer.begin();
  const begin = performance.now();
  let downAt;
  service.ended = () => downAt = performance.now();
  await end();
  for (const limit = begin + 60_000; viewers.some(({ current }) => !current); await pause(10)) {
    if (performance.now() < limit) continue;
    const late = viewers.filter(({ current }) => !current);
    fault(`${late.length} viewers are not current after 60 s`, late.map(each => each.scene.state));
    break;
  }
  const times = viewers.map(({ current }) => (current ?? Infinity) - begin).sort((a, b) => a - b);
  return { down: downAt - begin, median: times[times.length >> 1], most: times.at(-1) };
}

/** Compares each replica with a fresh document, once all changes have arrived. */
async function compare(viewers, address, route) {
  const answer = await fetch(address + route, { headers: { Accept: 'application/json' } });
  const digest = answer.headers.get('etag').match(/"(.*)"/)[1];
  const document = await answer.json();
  const differs = ({ scene: { connection } }) =>
    connection.digest !== digest || !isDeepStrictEqual(connection.document, document);
  for (const end = Date.now() + 10_000; Date.now() < end && viewers.some(differs);) await pause(50);
  const wrong = viewers.filter(differs);
  if (wrong.length) {
    const shown = ({ digest, document }) => `${digest} ${JSON.stringify(document?.sections)}`;
    const truth = shown({ digest, document });
    fault(`${wrong.length} of ${viewers.length} replicas differ from ${truth}`,
      wrong.map(({ scene }) => shown(scene.connection)));
  }
  return viewers.length - wrong.length;
}

/* Inserts rows until the end, each under a key of its own. Every reply is awaited. */
async function write(viewer, name, marks, isOver) {
  for (let number = 1; !isOver(); number++) {
    const mark = `${name}-${number}`;
    marks.set(mark, 'sent');
    const { error } = await viewer.scene.command('insert', { mark });
    viewer.unanswered.delete(mark);
    marks.set(mark, error ? `refused: ${error.code}` : 'acknowledged');
    await pause(random(1000, 2000));
  }
}

const query = (file, sql) => promisify(execFile)('sqlite3', [file, sql], { maxBuffer: 1e9 })
  .then(({ stdout }) => stdout.trim().split('\n').filter(Boolean));

/* The marks that a killed program has committed, read from a copy of its files. */
async function committed(file, name) {
  mkdirSync(join(folder, name));
  const copy = join(folder, name, 'copy.sqlite');
  for (const end of ['', '-wal', '-journal']) {
    if (existsSync(file + end)) copyFileSync(file + end, copy + end);
  }
  return new Set(await query(copy, 'SELECT mark FROM event'));
}

/** Kills the program again and again while all viewers write, and checks every row in the end. */
async function killWriters(manager, isWAL) {
  const file = join(folder, `${manager}.sqlite`), route = '/event?sort=-id';
  execFileSync('sqlite3', [file, `PRAGMA journal_mode = ${isWAL ? 'wal' : 'delete'};
    CREATE TABLE event (id INTEGER PRIMARY KEY, mark TEXT)`]);
  execFileSync(program, ['attach', file], { stdio: 'ignore' });
  const service = new Service(manager, program, ['serve', file], await freePort());
  await service.ready();
  const viewers = await open(service.address, route);
  console.log(`${manager}: ${viewers.length} viewers write, ${isWAL ? 'WAL' : 'rollback'} mode`);

  const marks = new Map();
  let [isOver, repeats, saved, had] = [false, 0, 0];
  const writers = viewers.map((viewer, number) => write(viewer, number, marks, () => isOver));
  for (let number = 1; number <= kills; number++) {
    await pause(random(500, 3000));
    const took = await outage(viewers, service, async () => {
      const exit = new Promise(resolve => service.process.once('exit', resolve));
      service.process.kill('SIGKILL');
      await exit;
      had = await committed(file, `${manager}-${number}`);
    });
    const repeated = viewers.flatMap(viewer => viewer.repeats.splice(0));
    repeats += repeated.length;
    saved += repeated.filter(mark => had.has(mark)).length;
    console.log(`  kill ${number}: restarted after ${service.delay} s, viewers current after `
      + `${took.median.toFixed()} ms (median), ${took.most.toFixed()} ms (last)`);
  }
  await pause(random(500, 3000));
  isOver = true;
  await Promise.race([Promise.all(writers), pause(60_000)]);

  const rows = (await query(file, 'SELECT mark, count(*) FROM event GROUP BY 1'))
    .map(line => line.split('|'));
  const stored = new Map(rows), of = kind => [...marks].filter(([, is]) => is.startsWith(kind));
  const acknowledged = of('acknowledged').map(([mark]) => mark), refused = of('refused');
  const check = (text, wrong) => {
    if (wrong.length) fault(`${manager}: ${wrong.length} ${text}`, wrong);
  };
  check('rows lost', acknowledged.filter(mark => !stored.has(mark)));
  check('rows doubled', rows.filter(([, times]) => times !== '1'));
  check('rows without an acknowledged command', [...stored.keys()]
    .filter(mark => marks.get(mark) !== 'acknowledged'));
  check('commands without a reply', of('sent'));
  check('commands refused', refused);
  const equal = await compare(viewers, service.address, route);
  console.log(`  ${acknowledged.length} commands acknowledged, ${rows.length} rows; `
    + `${repeats} repeated, of which the program had committed ${saved} before a kill; `
    + `${equal} of ${viewers.length} replicas equal a fresh GET`);
  for (const { scene } of viewers) scene.close();
  service.end();
}

/** Lets a trap of an app's code end the program, and checks the log. */
async function trap() {
  const service = new Service('systemd', workbench, [], await freePort());
  await service.ready();
  const viewers = await open(service.address, '/table');
  const took = await outage(viewers, service, () =>
    fetch(`${service.address}/mistakes:trap`, { method: 'POST', body: '{}' }).catch(() => {}));
  const log = service.text(), frame = log.match(/^ *\d+ .*MistakesViewModel.*$/m)?.[0];
  if (!/^\*\*\* Program crashed/m.test(log) || !frame) fault(`The log has no backtrace:\n${log}`);
  const equal = await compare(viewers, service.address, '/table');
  console.log(`trap: the program ended after ${took.down.toFixed()} ms with a backtrace, `
    + `viewers current after ${took.median.toFixed()} ms (median), ${took.most.toFixed()} ms (last)`
    + `\n  ${frame?.trim()}\n  ${equal} of ${viewers.length} replicas equal a fresh GET`);
  for (const { scene } of viewers) scene.close();
  service.end();
}

process.once('exit', () => {
  for (const service of Service.all) service.end();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

console.log(`SEED=${seed}`);
await killWriters('systemd', seed % 2);
await killWriters('docker', (seed + 1) % 2);
if (workbench) await trap();
for (const text of faults) console.error(text);
process.exit(faults.length ? 1 : 0);
