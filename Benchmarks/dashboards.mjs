// Measures a dashboard of 12 tiles over 1,000,000 rows, and a list that is sorted by a column of other rows.
//
//     node Benchmarks/dashboards.mjs PROGRAM
//
// Beside Oriel, the same run measures a program that asks the same 12 queries each second with the
// sqlite3 shell, and Datasette, if the command `datasette` (or DATASETTE) exists. Servers run on core 0,
// the load on core 1. ROWS (1000000), RATE (1000 writes a second) and SECONDS (5) set the amounts. Each
// line of the output has a figure, its goal, and the figures of the peers, with | between.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

const program = resolve(process.argv[2]);
const rows = Number(process.env.ROWS ?? 1e6), rate = Number(process.env.RATE ?? 1000);
const seconds = Number(process.env.SECONDS ?? 5);
const datasette = process.env.DATASETTE ?? 'datasette';
const folder = mkdtempSync(join(tmpdir(), 'oriel-dashboards-'));
const file = join(folder, 'desk.sqlite');
const hertz = Number(execFileSync('getconf', ['CLK_TCK']));
const agent = new Agent({ keepAlive: true, maxSockets: 32 });
const median = values => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/* The tiles: a scene, and the same as SQL. */
const tiles = [
  ['number: { table: T }', 'SELECT count(*) FROM T'],
  ['number: { table: T, where: State = \'state 3\' }', 'SELECT count(*) FROM T WHERE State = \'state 3\''],
  ['number: { table: T, value: sum(Price) }', 'SELECT sum(Price) FROM T'],
  ['number: { table: T, value: max(Price), where: Owner = 7 }', 'SELECT max(Price) FROM T WHERE Owner = 7'],
  ['number: { table: T, value: avg(Price), where: State = \'state 1\' }', 'SELECT avg(Price) FROM T WHERE State = \'state 1\''],
  ['total: { table: T, by: State, values: [count] }, chart: bar', 'SELECT State, count(*) FROM T GROUP BY State'],
  ['total: { table: T, by: Kind, values: [sum(Price)] }, chart: bar', 'SELECT Kind, sum(Price) FROM T GROUP BY Kind'],
  ['total: { table: T, by: Day, per: month, values: [count] }, chart: line', 'SELECT substr(Day, 1, 7), count(*) FROM T GROUP BY 1'],
  ['total: { table: T, by: Owner, values: [count], sort: [-count] }, rows: 5', 'SELECT Owner, count(*) FROM T GROUP BY Owner ORDER BY 2 DESC LIMIT 5'],
  ['table: T, sort: [-Price], rows: 8', 'SELECT * FROM T ORDER BY Price DESC, Id LIMIT 8'],
  ['table: T, where: State = \'state 2\', sort: [Day], rows: 8', 'SELECT * FROM T WHERE State = \'state 2\' ORDER BY Day, Id LIMIT 8'],
  ['table: T, where: Owner = 7, rows: 8', 'SELECT * FROM T WHERE Owner = 7 ORDER BY Id LIMIT 8'],
];

/* Runs SQL in another process. */
const sql = text => execFileSync('sqlite3', [file], { input: text, stdio: ['pipe', 'pipe', 'inherit'] });

/** A server on core 0. */
class Server {
  static async start(command, ...options) {
    const server = new Server();
    server.process = spawn('taskset', ['-c', '0', command, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
    server.text = '';
    const hear = data => { server.text += data; };
    server.process.stdout.on('data', hear);
    server.process.stderr.on('data', hear);
    while (!/http:\/\/127\.0\.0\.1:(\d+)/.test(server.text)) {
      if (server.process.exitCode !== null) throw new Error(`${command}: ${server.text}`);
      await pause(20);
    }
    server.port = Number(/http:\/\/127\.0\.0\.1:(\d+)/.exec(server.text)[1]);
    return server;
  }

  /** The processor time in milliseconds. */
  get cpu() {
    const fields = readFileSync(`/proc/${this.process.pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / hertz * 1000;
  }

  /** Sends a request; answers with the text of the response. */
  ask(path, { method = 'GET', body } = {}) {
    return new Promise((resolve, reject) => {
      const headers = body ? { 'Content-Type': 'application/json' } : {};
      const sent = request({ port: this.port, path, method, agent, headers }, answer => {
        let text = '';
        answer.on('data', data => { text += data; });
        answer.on('end', () => answer.statusCode < 400 ? resolve(text) : reject(new Error(`${path}: ${answer.statusCode} ${text}`)));
      });
      sent.on('error', reject).end(body && JSON.stringify(body));
    });
  }

  /** Watches a document. Resolves when its first state is there; `onpatch` is called for each patch. */
  watch(path) {
    return new Promise((resolve, reject) => {
      const stream = { stop: () => sent.destroy(), onpatch: () => {} };
      const sent = request({ port: this.port, path, headers: { Accept: 'text/event-stream' } }, answer => {
        if (answer.statusCode >= 400) return reject(new Error(`${path}: ${answer.statusCode}`));
        answer.on('data', data => {
          const text = String(data);
          if (text.includes('event: snapshot')) resolve(stream);
          if (text.includes('event: patch')) stream.onpatch(text);
        }).on('error', () => {});
      });
      sent.on('error', reject).end();
    });
  }

  async stop() {
    const ended = new Promise(resolve => this.process.once('exit', resolve));
    this.process.kill();
    await ended;
  }
}

const scenes = join(folder, 'scenes'), settings = join(folder, 'oriel.yaml');
const oriel = () => Server.start(program, 'serve', file, '--scenes', scenes, '--config', settings, '--port', '0');
const paths = tiles.map((_, place) => `/desk?tile=${place + 1}`);

let writings = 0;

/** Writes rows at the rate. Answers with the server's processor time for each write, in milliseconds. */
async function write(server) {
  const before = server.cpu, start = performance.now(), sent = [];
  writings++;
  for (let number = 0; number < rate * seconds; number++) {
    const late = start + number / rate * 1000 - performance.now();
    if (late > 1) await pause(late);
    const value = number + 3 * writings;  // others than those of the last writing
    const body = { State: `state ${value % 5}`, Price: value % 977, Owner: value % 1000 };
    sent.push(server.ask(`/T/${1 + number * 997 % rows}:update`, { method: 'POST', body }));
    if (sent.length > 64) await sent.shift();
  }
  await Promise.all(sent);
  await pause(300);
  return (server.cpu - before) / (rate * seconds);
}

/** The cost of a write while some documents are watched. */
async function costOfWrite(watched) {
  const server = await oriel();
  const streams = await Promise.all(watched.map(path => server.watch(path)));
  let patches = 0;
  for (const stream of streams) stream.onpatch = () => { patches++; };
  await pause(1500);
  const cost = await write(server);
  if (process.env.VERBOSE) console.error(`${patches} patches`);
  for (const stream of streams) stream.stop();
  await server.stop();
  return cost;
}

/** The seconds until a new server has answered some paths, which are asked at once. */
async function firstPicture(start, paths, ask) {
  const server = await start();
  const began = performance.now();
  const times = await Promise.all(paths.map(async path => {
    const stream = await ask(server, path);
    const time = (performance.now() - began) / 1000;
    stream.stop?.();
    return time;
  }));
  await server.stop();
  if (process.env.VERBOSE) console.error(times.map(time => time.toFixed(2)).join(' '));
  return Math.max(...times);
}

const line = (...cells) => console.log(cells.join('|'));
const fixed = (value, digits = 2) => value.toFixed(digits);

try {
  mkdirSync(scenes);
  writeFileSync(settings, 'synchronous: normal\ncommandRate: 1000000\nmessageRate: 1000000\n');
  writeFileSync(join(scenes, 'desk.yaml'), 'scenes:\n  /list: { table: T, sort: [Price] }\n  /joined: { table: Track, columns: [Title, Album.Name], sort: [Album.Name, Title] }\n'
    + `  /desk:\n    tiles:\n${tiles.map(([tile], place) => `      - { title: Tile ${place + 1}, ${tile} }\n`).join('')}`);
  sql(`PRAGMA journal_mode = WAL;
    CREATE TABLE T (Id INTEGER PRIMARY KEY, State TEXT, Owner INTEGER, Price REAL, Day TEXT, Kind TEXT, Note TEXT);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
    INSERT INTO T SELECT i, 'state ' || i * 7919 % 5, i * 31 % 1000, i * 7919 % 100000 / 100.0,
      date('2020-01-01', '+' || i * 7919 % 2000 || ' days'), 'kind ' || i * 31 % 40, 'a note of some length ' || i FROM n;
    CREATE TABLE Album (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL);
    CREATE TABLE Track (Id INTEGER PRIMARY KEY, Title TEXT NOT NULL, Album INTEGER REFERENCES Album);
    CREATE INDEX TrackAlbum ON Track (Album);
    INSERT INTO Album SELECT value, 'Album ' || value FROM generate_series(1, 100);
    INSERT INTO Track SELECT value, 'Track ' || value * 7919 % 100003, 1 + value % 100 FROM generate_series(1, 100000);
    ANALYZE;`);

  const pictures = [];
  const shown = (server, path) => server.watch(path), answered = (server, path) => server.ask(path);
  for (let run = 0; run < 3; run++) pictures.push(await firstPicture(oriel, paths, shown));
  const polled = timeOfPoll();
  let beside = `the sqlite3 shell: ${fixed(polled)}`;
  if (spawnSync(datasette, ['--version']).status === 0) {
    const start = () => Server.start(datasette, 'serve', '--immutable', file, '--port', '8765', '--setting', 'sql_time_limit_ms', '60000');
    const asked = tiles.map(([, text]) => `/desk.json?sql=${encodeURIComponent(text)}`);
    const end = await firstPicture(start, asked, answered);
    beside += `; Datasette: ${fixed(end)}`;
  } else {
    beside += '; Datasette is not installed';
  }
  line('the first picture of all 12 tiles, s', fixed(median(pictures)), '≤ 1', beside);

  const alone = await costOfWrite([]), list = await costOfWrite(['/list?window=0,50']), all = await costOfWrite(paths);
  line('a write while 12 tiles are watched, ms of CPU', fixed(all), '',
    `one list ${fixed(list)}, nothing ${fixed(alone)}; 12 queries polled each second: ${fixed(polled * 1000 / rate)} a write`);
  line(`the same, times one list's`, fixed(all / list, 1), '≤ 3', '');

  const server = await oriel();
  const stream = await server.watch('/joined?window=0,50');
  await pause(1500);
  const times = [];
  for (let number = 0; number < 40; number++) {
    const patched = new Promise(resolve => { stream.onpatch = resolve; });
    const start = performance.now();
    // The album goes to the front and away again, with its 1,000 rows.
    await Promise.all([patched, server.ask('/Album/50:update', { method: 'POST', body: { Name: number % 2 ? 'Album 50' : 'A first album' } })]);
    times.push(performance.now() - start);
  }
  stream.stop();
  await server.stop();
  const poll = timeOfPoll(['SELECT Track.*, Album.Name FROM Track JOIN Album ON Album.Id = Album ORDER BY Album.Name, Title LIMIT 50']);
  line('100,000 rows by a referred name: one renamed with 1,000 rows below it, command to patch, ms', fixed(median(times)), '≤ 10',
    `the query run again: ${fixed(poll * 1000, 0)}`);
} finally {
  agent.destroy();
  rmSync(folder, { recursive: true, force: true });
}

/** The seconds in which the sqlite3 shell answers queries, on core 0. */
function timeOfPoll(queries = tiles.map(([, text]) => text)) {
  const start = performance.now();
  execFileSync('taskset', ['-c', '0', 'sqlite3', file], { input: queries.join(';\n') + ';' });
  return (performance.now() - start) / 1000;
}
