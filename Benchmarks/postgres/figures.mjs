// Measures a node on a PostgreSQL of its own, beside PostgreSQL's own tools and beside the same rows in SQLite.
//
//     node --experimental-websocket Benchmarks/postgres/figures.mjs PROGRAM
//
// Prints lines of "| name | value | goal | beside |". The node runs on core 0, everything else on core 1. ROWS is the
// length of the long list (1000000).
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  figure, median, medianAndMost, Node, pgbench, psql, round, Shell, tools,
} from './node.mjs';
import { startTemporaryServer } from './server.mjs';

const program = resolve(process.argv[2]);
const rows = Number(process.env.ROWS ?? 1e6);
const { folder, server } = startTemporaryServer('postgres');

const config = join(folder, 'oriel.yaml');
writeFileSync(config, 'commandRate: 1000000\nmessageRate: 1000000\nsynchronous: normal\nlogLevel: warning\n');

/* Makes the same rows on both engines. */
const file = join(folder, 'bench.sqlite');
const table = 'CREATE TABLE artist (id bigint PRIMARY KEY, name text NOT NULL, country text);';
server.run(`${table} CREATE TABLE long (id bigint PRIMARY KEY, name text COLLATE "de-x-icu" NOT NULL, n bigint);
  INSERT INTO artist SELECT i, 'Artist number ' || i, 'Country ' || i % 40 FROM generate_series(1, 1000) i;
  INSERT INTO long SELECT i, 'name ' || i * 7919::bigint % 1000003, i * 31::bigint % ${rows} FROM generate_series(1, ${rows}) i`);
server.run('VACUUM ANALYZE');
execFileSync('sqlite3', [file], { input: `PRAGMA journal_mode = WAL; ${table.replace('bigint', 'INTEGER')}
  CREATE TABLE long (id INTEGER PRIMARY KEY, name text NOT NULL, n INTEGER);
  WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 1000)
  INSERT INTO artist SELECT i, 'Artist number ' || i, 'Country ' || i % 40 FROM s;
  WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < ${rows})
  INSERT INTO long SELECT i, 'name ' || i * 7919 % 1000003, i * 31 % ${rows} FROM s;` });
execFileSync(program, ['attach', server.address], { stdio: 'ignore' });
execFileSync(program, ['attach', file], { stdio: 'ignore' });

/* Commits of another program, one after the other, until the patch is there. */
async function commitToPatch(node, shell, times) {
  let arrived;
  const socket = await node.watch('/artist', text => text.includes('"patch"') && arrived?.());
  const waits = [];
  for (let number = 0; number < times; number++) {
    const begun = performance.now();
    const patch = new Promise(done => { arrived = done; });
    shell.run(`UPDATE artist SET name = 'name ${number}' WHERE id = ${number % 40 + 1}`);
    await patch;
    waits.push(performance.now() - begun);
    await pause(5);
  }
  socket.close();
  return waits.slice(20);
}

/* Changes of one row of a long list on display: what it does, the order of the list, and the assignments. */
const changes = [
  ['changed', 'n', number => `name = 'x ${number}'`],
  ['moved', 'n', () => 'n = n + 1000'],
  ['moved in the order of a collation', 'name', number => `name = 'name ${number * 7919 % rows}x'`],
];

/* The node's CPU time of each of these changes, in microseconds. */
async function costsInLongList(node, shell) {
  const costs = [];
  for (const [, sort, assignment] of changes) {
    await whole(node, sort);
    const socket = await node.watch(`/long?sort=${sort}`, () => {});
    const [before, times] = [node.cpu, 300];
    for (let number = 0; number < times; number++) {
      shell.run(`UPDATE long SET ${assignment(number)} WHERE id = ${number * 3331 % rows + 1}`);
      await pause(15);
    }
    await pause(500);
    costs.push((node.cpu - before) / times * 1000);
    socket.close();
  }
  return costs;
}

/* The milliseconds until a list is read in a whole order, and until its first rows are there. */
async function whole(node, sort) {
  const begun = performance.now();
  const document = () => node.get(`/long?sort=${sort}&window=0,10`);
  await document();
  const first = performance.now() - begun;
  while ((await document()).window.total !== rows) await pause(10);
  return { first, order: performance.now() - begun };
}

/* Commands a second: 64 under way, each of one row. */
async function commands(node, seconds) {
  const end = performance.now() + seconds * 1000;
  let count = 0;
  const socket = await node.watch('/artist', () => {});
  await new Promise(done => {
    let under = 0;
    const send = () => {
      while (under < 64 && performance.now() < end) {
        under++;
        socket.send(JSON.stringify({ type: 'command', ref: ++count, scene: socket.scene, command: 'update', row: `${count % 1000 + 1}`, arguments: { country: `c${count}` } }));
      }
      if (under === 0) done();
    };
    socket.addEventListener('message', ({ data }) => {
      if (!data.includes('"reply"')) return;
      if (!data.includes('"result"')) throw new Error(data);
      under--;
      send();
    });
    send();
  });
  socket.close();
  return count / seconds;
}

const gets = node => {
  const tool = spawnSync('taskset', ['-c', '1', `${tools}/get`, node.port, node.process.pid, '4', '200', '/artist?window=0,10']);
  return tool.stdout.toString().trim().split(' ').map(Number);
};

const sqlite = () => new Shell('sqlite3', '-cmd', '.timeout 5000', file);
const found = {};
for (const [name, database, shell] of [['postgres', server.address, psql(server)], ['sqlite', file, sqlite()]]) {
  const node = await new Node(program, database, config).begin();
  await node.get('/artist');
  const figures = { waits: await commitToPatch(node, shell, 320), gets: gets(node), commands: await commands(node, 4) };
  const before = node.memory;
  Object.assign(figures, await whole(node, 'n'));
  figures.bytes = (node.memory - before) / rows;
  figures.changes = await costsInLongList(node, shell);
  found[name] = figures;
  shell.end();
  await node.end();
}
const { postgres, sqlite: beside } = found;
const copies = [1, 2, 3].map(() => {
  const begun = performance.now();
  execFileSync('taskset', ['-c', '0', 'psql', '-h', server.folder, '-U', 'postgres', '-Xqc', 'COPY (SELECT n, id FROM long ORDER BY n, id) TO STDOUT'],
    { stdio: ['ignore', 'ignore', 'inherit'], maxBuffer: 1 << 30 });
  return performance.now() - begun;
});
const update = "UPDATE artist SET country = 'c' || :id WHERE id = :id";
const rate = await pgbench(server, `\\set id random(1, 1000)\nBEGIN;\n${update};\nCOMMIT;\n`, 1, 4);

figure('a commit by `psql` to its patch, median / 99th percentile, ms',
  medianAndMost(postgres.waits), '≤ 3 / ≤ 15', `SQLite ${medianAndMost(beside.waits)}`);
for (const [index, [what]] of changes.entries()) {
  figure(`one of ${rows} rows ${what}, µs of the node's CPU`, round(postgres.changes[index]),
    `≤ ${round(3 * beside.changes[index])} (3 times SQLite)`, `SQLite ${round(beside.changes[index])}`);
}
figure(`a list of ${rows} rows opened in order, ms`, round(postgres.order), `≤ ${round(1.5 * median(copies))} (1.5 times COPY of its keys)`,
  `COPY ${round(median(copies))}; SQLite ${round(beside.order)}`);
figure('its first rows, ms', round(postgres.first), '', `SQLite ${round(beside.first)}`);
figure('memory of the list, bytes a row', round(postgres.bytes), '≤ 80', `SQLite ${round(beside.bytes)}`);
figure('commands of one row each through one socket, 64 under way, a second', round(postgres.commands),
  `≥ ${round(rate / 2)} (half of pgbench)`, `pgbench with one client ${round(rate)}; SQLite ${round(beside.commands)}`);
figure('`GET` of a document, a second', round(postgres.gets[1]), `≥ ${round(0.6 * beside.gets[1])} (60 % of SQLite)`,
  `SQLite ${round(beside.gets[1])}; 99th percentile ${postgres.gets[2]} ms and ${beside.gets[2]} ms`);

process.exit(0);
