// Starts the real server on a temporary SQLite file.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The server's executable: ORIEL_BINARY, or that of a debug build. */
export const binary = resolve(root, process.env.ORIEL_BINARY ?? '.build/debug/oriel');

/** The executable of the workbench: ORIEL_WORKBENCH, or that of a debug build. */
export const workbench = resolve(root, process.env.ORIEL_WORKBENCH ?? '.build/debug/Workbench');

/** Why the server cannot be run here, or undefined. */
export const missing = !existsSync(binary) ? `no server at ${binary}: build it, or set ORIEL_BINARY`
  : spawnSync('sqlite3', ['--version']).error ? 'the sqlite3 shell is not installed' : undefined;

/** A temporary database, written to as any other process would: with the `sqlite3` shell. */
export class Database {
  static async create(schema) {
    const database = new Database(await mkdtemp(join(tmpdir(), 'oriel-test-')));
    database.run('PRAGMA journal_mode = WAL;' + schema);
    return database;
  }

  constructor(folder) {
    this.folder = folder;
    this.file = join(folder, 'test.sqlite');
  }

  /** Runs SQL and returns the shell's output. */
  run(sql) {
    const { status, stdout, stderr } = spawnSync('sqlite3', ['-cmd', '.timeout 5000', this.file], { input: sql, encoding: 'utf8' });
    if (status !== 0 || stderr) throw new Error(`sqlite3: ${stderr || status}`);
    return stdout.trim();
  }

  /** Begins a transaction that keeps other writers out; answers with the function that ends it. */
  async lock() {
    const shell = spawn('sqlite3', ['-bail', this.file], { stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = new Promise(resolve => shell.once('close', resolve));
    shell.stdin.write(`BEGIN IMMEDIATE; SELECT 'locked';\n`);
    await new Promise((resolve, reject) => {
      shell.stdout.once('data', resolve);
      shell.once('close', () => reject(new Error('the lock was refused')));
    });
    return () => {
      shell.stdin.end('ROLLBACK;\n');
      return ended;
    };
  }

  async remove() {
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** The server over one database; `address` is where it listens. */
export class Server {
  /** Serves a database; port 0 is any free one. Pages come from a folder, by default the browser client's. */
  static start(database, port = 0, pages, settings = []) {
    return Server.#run(['serve', database.file, '--port', String(port), ...settings], root, binary, pages);
  }

  /** Waits until the log has a text. */
  async logs(text) {
    for (const end = Date.now() + 10_000; !this.log.some(line => line.includes(text));) {
      if (Date.now() > end) throw new Error(`the log lacks ${text}:\n${this.log.join('\n')}`);
      await new Promise(resolve => setTimeout(resolve, 20));
    }
  }

  /** Serves the demo, whose file is created in a folder. */
  static demo(folder) {
    return Server.#run(['serve', '--demo', '--port', '0'], folder);
  }

  /** Develops the app in a folder. `env` has more variables of the environment. */
  static develop(folder, pages, env = {}) {
    return Server.#run(['dev', '--port', '0'], folder, binary, pages, env);
  }

  /** Serves the workbench. */
  static workbench(port = 0, pages) {
    return Server.#run(['--port', String(port)], root, workbench, pages);
  }

  /** Waits for the line that names the address. */
  static async #run(values, cwd, program = binary, pages = join(root, 'public'), env = {}) {
    const options = { cwd, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } };
    const child = spawn(program, [...values, '--public', pages], options);
    const server = new Server(child);
    await server.#listening();
    return server;
  }

  log = [];

  constructor(child) {
    this.child = child;
    this.ended = new Promise(resolve => child.once('exit', resolve));
  }

  get port() {
    return Number(new URL(this.address).port);
  }

  #listening() {
    return new Promise((resolve, reject) => {
      const fail = why => {
        clearTimeout(timer);
        this.child.kill('SIGKILL');
        reject(new Error(`the server ${why}:\n${this.log.join('\n')}`));
      };
      const timer = setTimeout(fail, 30_000, 'named no address in 30 s');
      this.child.once('error', error => fail(`did not start (${error.message})`));
      this.child.once('close', code => fail(`ended with ${code}`));
      for (const stream of [this.child.stdout, this.child.stderr])
        createInterface({ input: stream }).on('line', line => {
          this.log.push(line);
          const address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
          if (!address || stream !== this.child.stdout) return;
          this.address = address;
          clearTimeout(timer);
          this.child.removeAllListeners('close');
          resolve();
        });
    });
  }

  async stop() {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), 5_000);
    await this.ended;
    clearTimeout(timer);
  }
}
