// Another process that writes: a sqlite3 shell.
import { spawn } from 'node:child_process';

/** Changes rows until it is stopped. Each numbered statement is a transaction. */
export class Writer {
  constructor(file, statement) {
    this.shell = spawn('sqlite3', ['-bail', '-cmd', '.timeout 20000', file], { stdio: ['pipe', 'ignore', 'inherit'] });
    this.count = 0;
    this.timer = setInterval(() => this.shell.stdin.write(statement(++this.count)), 15);
  }

  async stop() {
    clearInterval(this.timer);
    const ended = new Promise(resolve => this.shell.once('close', resolve));
    this.shell.stdin.end();
    await ended;
  }
}
