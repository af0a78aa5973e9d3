// Kills nodes while they run jobs, and checks that each job has its effect once (`make jobs`).
//
//     node Benchmarks/jobs.mjs WORKBENCH
//
// NODES (3) processes of the app Workbench share a PostgreSQL database, and then a SQLite file. JOBS
// (1000) jobs are due within SECONDS (40), each on all nodes at once. A node is killed (-9) each half
// second, and starts again. The exit code is 1 if a job has no effect, or more than one. SEED repeats
// the moments of a run.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Server } from './postgres/server.mjs';

const workbench = resolve(process.argv[2]);
const nodes = Number(process.env.NODES ?? 3), jobs = Number(process.env.JOBS ?? 1000);
const seconds = Number(process.env.SECONDS ?? 40), claimTime = 5;
const seed = Number(process.env.SEED ?? Date.now() % 1e9);
const folder = mkdtempSync(join(tmpdir(), 'oriel-jobs-'));
chmodSync(folder, 0o777);
let state = seed;

/** Returns a pseudo-random number from 0 to 1 (mulberry32). */
function random() {
  state = state + 0x6D2B79F5 | 0;
  let mixed = Math.imul(state ^ state >>> 15, state | 1);
  mixed = mixed + Math.imul(mixed ^ mixed >>> 7, mixed | 61) ^ mixed;
  return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32;
}

/** A process of the app. */
class Node {
  constructor(name, settings) {
    Object.assign(this, { name, settings });
    this.start();
  }

  start() {
    this.process = spawn(workbench, ['--port', '0', '--config', this.settings]);
    this.log = '';
    this.process.stderr.on('data', text => { this.log += text; });
    this.ended = new Promise(resolve => this.process.once('exit', resolve));
    this.ready = new Promise(resolve => this.process.stdout.on('data', resolve));
  }

  async kill(signal = 'SIGKILL') {
    this.process.kill(signal);
    await this.ended;
  }
}

/** Returns the statements that add jobs, due one after the other. */
function statements(start) {
  const rows = Array.from({ length: jobs }, (_, number) => {
    const due = new Date(start + number / jobs * seconds * 1000).toISOString();
    return `('job-${number}', 'Tally', '{"number":${number}}', 'waiting', '${due}', 0, '${due}')`;
  });
  return 'INSERT INTO oriel_jobs (id, name, arguments, state, due, attempts, created) VALUES '
    + `${rows.join(', ')};`;
}

/** Runs the jobs on a database, and returns whether each has its effect once. */
async function run(name, store, query) {
  const settings = join(folder, `${name}.yaml`);
  writeFileSync(settings, `store: "${store}"\napp: { claimTime: ${claimTime} }\n`);
  const all = Array.from({ length: nodes }, (_, number) => new Node(number, settings));
  await Promise.all(all.map(node => node.ready));
  const start = Date.now() + 1000;
  query(statements(start));
  let kills = 0;
  while (Date.now() < start + seconds * 1000) {
    await pause(200 + random() * 600);
    const node = all[Math.floor(random() * nodes)];
    await node.kill();
    kills += 1;
    node.start();
  }
  const open = "SELECT count(*) FROM oriel_jobs WHERE state IN ('waiting', 'running')";
  const deadline = Date.now() + 60_000;
  while (query(open) !== '0' && Date.now() < deadline) await pause(200);
  const [done, taken, missing, doubled] = [
    "SELECT count(*) FROM oriel_jobs WHERE state = 'done'",
    'SELECT count(*) FROM oriel_jobs WHERE attempts > 1',
    `SELECT ${jobs} - count(DISTINCT Number) FROM Effect`,
    'SELECT count(*) - count(DISTINCT Number) FROM Effect',
  ].map(query);
  for (const node of all) await node.kill('SIGTERM');
  console.log(
    `${name}: ${done} of ${jobs} jobs done by ${nodes} nodes, ${kills} kills, ${taken} taken over; `
      + `${missing} without an effect, ${doubled} doubled`);
  return Number(done) === jobs && missing === '0' && doubled === '0';
}

console.log(`SEED=${seed}`);
const server = new Server(join(folder, 'server'));
let isRight;
try {
  server.make();
  server.start();
  const file = join(folder, 'jobs.sqlite');
  const shell = sql => execFileSync('sqlite3', ['-cmd', '.timeout 20000', file], { input: sql });
  isRight = [
    await run('PostgreSQL', server.address, sql => server.run(sql)),
    await run('SQLite', file, sql => shell(sql).toString().trim()),
  ].every(Boolean);
} finally {
  if (existsSync(join(folder, 'server/data/postmaster.pid'))) server.control('-m immediate stop');
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = isRight ? 0 : 1;
