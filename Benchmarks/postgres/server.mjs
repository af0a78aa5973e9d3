// A private PostgreSQL server for a benchmark.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const bin = execFileSync('pg_config', ['--bindir']).toString().trim();

/** Runs a shell command as a user that PostgreSQL accepts: not as root. */
export const asPostgres = process.getuid() === 0
  ? command => execFileSync('su', ['postgres', '-c', command], { stdio: 'ignore' })
  : command => execFileSync('sh', ['-c', command], { stdio: 'ignore' });

/** Returns the sum of fields of `/proc/PID/stat` that count ticks, in milliseconds. */
const milliseconds = (pid, first, end) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]
  .split(' ').slice(first, end).reduce((sum, ticks) => sum + Number(ticks) * 10, 0);

/** Returns the CPU time of a process in milliseconds. */
export const cpuOf = pid => milliseconds(pid, 11, 13);

/** A PostgreSQL server in a folder, which is also that of its socket. */
export class Server {
  /** Makes the folder. The server has no data before `make`. */
  constructor(folder) {
    this.folder = folder;
    mkdirSync(folder);
    chmodSync(folder, 0o777);
  }

  /** The CPU time of all its processes in milliseconds, with those that have ended. */
  get cpu() {
    const pid = readFileSync(`${this.folder}/data/postmaster.pid`, 'utf8').split('\n')[0];
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    const times = children.map(child => {
      try { return cpuOf(child); } catch { return 0; }  // it has just ended
    });
    return times.reduce((sum, time) => sum + time, milliseconds(pid, 11, 15));
  }

  get address() { return `postgres://postgres@/postgres?host=${this.folder}`; }

  /** Makes an empty database. */
  make() {
    asPostgres(`${bin}/initdb -D ${this.folder}/data -A trust -U postgres --locale=C.UTF-8 -E UTF8 -N`);
  }

  start(prefix = '') {
    const options = `-c wal_level=logical -c max_connections=200 -c listen_addresses= -k ${this.folder}`;
    asPostgres(`${prefix} ${bin}/pg_ctl -D ${this.folder}/data -w -l ${this.folder}/log -o '${options}' start`);
  }

  /** Runs `pg_ctl`. */
  control(command) {
    asPostgres(`${bin}/pg_ctl -D ${this.folder}/data -w ${command}`);
  }

  /** Runs SQL by `psql`, and returns its output. */
  run(sql) {
    return execFileSync('psql', ['-h', this.folder, '-U', 'postgres', '-XqAt', '-c', sql]).toString().trim();
  }
}

/**
 * Starts a server on core 1, in a new folder.
 *
 * When this process ends, the server is stopped and the folder is removed.
 */
export function startTemporaryServer(name) {
  const folder = mkdtempSync(join(tmpdir(), `oriel-${name}-`));
  chmodSync(folder, 0o755);  // PostgreSQL runs as another user
  const server = new Server(join(folder, 'server'));
  process.once('exit', () => {
    try {
      server.control('-m immediate stop');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  server.make();
  server.start('taskset -c 1');
  return { folder, server };
}
