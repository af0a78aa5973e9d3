// What the measurements on PostgreSQL share: a node on core 0, a shell, and figures.
import { execFile, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { bin, cpuOf } from './server.mjs';

/** The folder of the compiled tools. */
export const tools = resolve(import.meta.dirname, '../.build');

/** A process on core 0, which ends with this one. */
export function onCoreZero(...command) {
  const child = spawn('taskset', ['-c', '0', ...command], { stdio: ['ignore', 'pipe', 'inherit'] });
  process.prependOnceListener('exit', () => child.kill('SIGKILL'));
  return child;
}

/** A node that serves a database. */
export class Node {
  /** Starts the node with a file of settings. */
  constructor(program, database, config) {
    this.process = onCoreZero(program, 'serve', database, '--port', '0', '--config', config);
  }

  /** Returns the node when it can be reached. */
  async begin() {
    let text = '';
    for await (const data of this.process.stdout) {
      text += data;
      const found = text.match(/127\.0\.0\.1:(\d+)/);
      if (!found) continue;
      this.port = found[1];
      this.address = `http://127.0.0.1:${this.port}`;
      return this;
    }
    throw new Error(`the node did not start: ${text}`);
  }

  /** Its CPU time in milliseconds. */
  get cpu() { return cpuOf(this.process.pid); }

  /** Its resident memory in bytes. */
  get memory() {
    const status = readFileSync(`/proc/${this.process.pid}/status`, 'utf8');
    return Number(status.match(/VmRSS:\s+(\d+)/)[1]) * 1024;
  }

  /** Returns a document. */
  async get(path) {
    const answer = await fetch(this.address + path);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }

  /** Opens a route at a socket, and calls a body with the text of each message after the first. */
  async watch(route, body) {
    const socket = new WebSocket(`${this.address.replace('http', 'ws')}/-/socket`, 'oriel.v1');
    await new Promise(done => socket.addEventListener('open', done, { once: true }));
    const opened = new Promise(done => {
      socket.addEventListener('message', ({ data }) => done(JSON.parse(data)), { once: true });
    });
    socket.send(JSON.stringify({ type: 'open', ref: 1, route }));
    socket.scene = (await opened).scene;
    socket.addEventListener('message', ({ data }) => body(data));
    return socket;
  }

  /** Stops the node. */
  async end() {
    this.process.kill();
    await new Promise(done => this.process.once('exit', done));
  }
}

/** A psql or sqlite3 that stays open, on core 1. */
export class Shell {
  constructor(...command) {
    const stdio = ['pipe', 'ignore', 'inherit'];
    this.process = spawn('taskset', ['-c', '1', ...command], { stdio });
  }

  /** Sends a statement, and does not wait for it. */
  run(sql) { this.process.stdin.write(`${sql};\n`); }

  end() { this.process.stdin.end(); }
}

/** Opens a psql. */
export const psql = server => new Shell('psql', '-h', server.folder, '-U', 'postgres', '-Xq');

/** Returns the transactions a second of pgbench on core 0. */
export async function pgbench(server, sql, clients, seconds) {
  const script = join(server.folder, 'pgbench.sql');
  writeFileSync(script, sql);
  const { stdout } = await promisify(execFile)('taskset', ['-c', '0', `${bin}/pgbench`,
    '-h', server.folder, '-U', 'postgres', '-n', '-M', 'prepared', '-c', clients, '-T', seconds,
    '-f', script, 'postgres'].map(String));
  return Number(stdout.match(/tps = ([\d.]+)/)[1]);
}

/** Prints a row of the table. */
export const figure = (name, value, goal = '', beside = '') => {
  console.log(`| ${name} | ${value} | ${goal} | ${beside} |`);
};

/** Returns the value below which a share of the values is. */
export const part = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)];

export const median = values => part(values, 0.5);

export const round = (number, digits = 0) => number.toFixed(digits);

/** Returns the median and the 99th percentile. */
export const medianAndMost = values =>
  `${round(median(values), 2)} / ${round(part(values, 0.99), 2)}`;
