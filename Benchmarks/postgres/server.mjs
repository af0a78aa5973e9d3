// A private PostgreSQL server for a benchmark.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';

export const bin = execFileSync('pg_config', ['--bindir']).toString().trim();

/** Runs a shell command as a user that PostgreSQL accepts: not as root. */
export const asPostgres = process.getuid() === 0
  ? command => execFileSync('su', ['postgres', '-c', command], { stdio: 'ignore' })
  : command => execFileSync('sh', ['-c', command], { stdio: 'ignore' });

/** A PostgreSQL server in a folder, which is also that of its socket. */
export class Server {
  /** Makes the folder. The server has no data before `make`. */
  constructor(folder) {
    this.folder = folder;
    mkdirSync(folder);
    chmodSync(folder, 0o777);
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
