// The Debian package in a Debian 12 of its own: installed, served, upgraded under viewers,
// restarted, removed.
// scripts/test-deb runs this as root, in a namespace of mounts.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync, existsSync, readFileSync, readlinkSync, statSync, writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { connect, Socket } from '../../clients/node/oriel.mjs';

const { ORIEL_PACKAGE: first, ORIEL_FOLDER: folder } = process.env;
const mirror = process.env.ORIEL_MIRROR ?? 'http://deb.debian.org/debian';
const project = fileURLToPath(new URL('../..', import.meta.url));
const root = join(folder ?? '', 'debian');
const database = join(root, 'var/lib/oriel/my.sqlite');

/** Runs a command, and returns its output. */
function run(program, ...values) {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
  const options = { encoding: 'utf8', env: environment, cwd: project, maxBuffer: 2 ** 26 };
  const { status, stdout, stderr, error } = spawnSync(program, values, options);
  assert.equal(status, 0, `${program} ${values.join(' ')}: ${error ?? stdout + stderr}`);
  return stdout;
}

/** Runs a command in the Debian of the test. */
const inside = (...values) => run('chroot', root, ...values);
const sql = text => run('sqlite3', '-cmd', '.timeout 5000', database, text);

/** Builds the package again under a revision, and returns its path. */
function build(revision, compressor = 'xz') {
  const place = join(folder, `${revision}`);
  const options = [`REVISION=${revision}`, `DPKG_DEB_COMPRESSOR_TYPE=${compressor}`];
  return run('env', ...options, 'scripts/deb', place).trim().split('\n').at(-1);
}

/** Installs a package as a user would. */
function install(path) {
  copyFileSync(path, join(root, 'tmp', basename(path)));
  inside('apt-get', 'install', '--yes', '--no-install-recommends', `/tmp/${basename(path)}`);
}

/** Returns a line for each file, and the accounts, except what apt and dpkg remember. */
function traces() {
  const others = ['proc', 'run', 'tmp', 'var/cache', 'var/lib/apt', 'var/lib/dpkg', 'var/log',
    'etc/ld.so.cache'];
  const pruned = others.flatMap(path => ['-o', '-path', join(root, path)]).slice(1);
  const files = run('find', root, '(', ...pruned, '-o', '-name', '*-', ')', '-prune', '-o',
    '-printf', '%P %y %m %U %G %l\n').split('\n');
  const accounts = ['passwd', 'group', 'shadow', 'gshadow'].flatMap(name =>
    readFileSync(join(root, 'etc', name), 'utf8').split('\n'));
  return [...files, ...accounts].sort();
}

/** Returns the settings of a unit, each with its values. */
function unit(name) {
  const found = {};
  for (const line of readFileSync(join(root, 'lib/systemd/system', name), 'utf8').split('\n')) {
    const [, key, value] = /^(\w+)=(.*)/.exec(line) ?? [];
    if (key) (found[key] ??= []).push(value);
  }
  return found;
}

/** A server that is started as systemd would start it, except for its limits. */
class Service {
  log = '';

  static async start() {
    const { ExecStart: [command], User: [user], WorkingDirectory: [place], Environment } =
      unit('oriel.service');
    const values = ['env', '-i', 'PATH=/usr/bin:/bin', ...Environment, ...command.split(' ')];
    const child = spawn('chroot', [`--userspec=${user}:${user}`, root,
      'sh', '-c', 'cd "$0" && exec "$@"', place, ...values], { stdio: ['ignore', 'pipe', 'pipe'] });
    const service = new Service();
    service.child = child;
    service.ended = once(child, 'close');
    child.stderr.on('data', data => service.log += data);
    const ready = once(createInterface(child.stdout), 'line');
    const [line] = await Promise.race([ready, service.ended]);
    assert.match(`${line}`, /^Oriel serves /, service.log);
    return service;
  }

  /** The file that runs, and whether it is still in its place. */
  get program() { return readlinkSync(`/proc/${this.child.pid}/exe`); }

  async stop() {
    this.child.kill('SIGTERM');
    return (await this.ended)[0];
  }
}

/** Returns a port that is free now. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Returns the first event of a stream, such as `{ event: 'patch', id: … }`. */
async function firstEvent(url, since) {
  const abort = new AbortController();
  const resume = since && { 'Last-Event-ID': since };
  const headers = { Accept: 'text/event-stream', ...resume };
  const response = await fetch(url, { headers, signal: abort.signal });
  let text = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (/^data: .*\n\n/m.test(text)) break;
  }
  abort.abort();
  const lines = text.matchAll(/^(event|id|data): (.*)$/mg);
  return Object.fromEntries([...lines].map(([, key, value]) => [key, value]));
}

/** A viewer of a list that counts its connections. */
class Viewer {
  sockets = 0;

  constructor(server) {
    const dial = url => (this.sockets++, new Socket(url, {}));
    this.live = connect(server, { dial }).open('/Note');
  }

  /** Waits until a row with a title is shown. */
  shows(title) {
    return new Promise(resolve => {
      const look = () => {
        const cells = Object.values(this.live.document?.cells ?? {});
        if (!cells.some(cell => cell.title === title)) return;
        stop();
        resolve();
      };
      const stop = this.live.subscribe(look);
      setImmediate(look);
    });
  }

  close() { this.live.close(); }
}

describe('the package', { skip: !first && 'run scripts/test-deb' }, () => {
  let server, service, viewer, clean, second;

  before(() => {
    second = build(2, 'gzip');  // now, because a viewer could not respond meanwhile
    run('debootstrap', '--variant=minbase', 'bookworm', root, mirror);
    run('mount', '-t', 'proc', 'proc', join(root, 'proc'));
    inside('apt-get', 'update');
    clean = traces();
  });

  after(async () => {
    viewer?.close();
    if (service) await service.stop();
  });

  const lintian = spawnSync('lintian', ['--version']).error && 'lintian is not installed';

  test('has no error of lintian', { skip: lintian }, () => {
    run('lintian', '--allow-root', '--fail-on', 'error', first);
  });

  test('is the same when it is built again', () => {
    assert.ok(readFileSync(build(1)).equals(readFileSync(first)));
  });

  test('is installed by apt, with its user, pages and manuals', () => {
    install(first);
    const version = inside('dpkg-query', '--show', '--showformat=${Version}', 'oriel');
    assert.equal(inside('oriel', '--version'), version.replace(/-.*/, '\n'));
    const [, , , , , home, shell] = inside('getent', 'passwd', 'oriel').trim().split(':');
    assert.deepEqual([home, shell], ['/var/lib/oriel', '/usr/sbin/nologin']);
    assert.equal(statSync(join(root, 'var/lib/oriel')).mode & 0o777, 0o750);
    for (const file of ['man/man1/oriel-serve.1.gz', 'bash-completion/completions/oriel'])
      assert.ok(existsSync(join(root, 'usr/share', file)), file);
  });

  test('serves a database by the command of its unit, as its user', async () => {
    const port = await freePort();
    const settings = join(root, 'etc/oriel/oriel.yaml');
    const text = readFileSync(settings, 'utf8').replace(/^# store: .*sqlite$/m, 'store: my.sqlite');
    writeFileSync(settings, text.replace(/^port: 8080/m, `port: ${port}`));
    sql('CREATE TABLE Note (NoteId INTEGER PRIMARY KEY, Text TEXT NOT NULL);');
    inside('chown', 'oriel:oriel', '/var/lib/oriel/my.sqlite');
    service = await Service.start();
    server = `http://127.0.0.1:${port}`;
    const { uid } = statSync(`/proc/${service.child.pid}`);
    assert.equal(inside('id', '--user', 'oriel'), `${uid}\n`);
    assert.equal((await fetch(`${server}/-/ready`)).status, 200);
    const page = await fetch(server, { headers: { Accept: 'text/html' } });
    assert.match(await page.text(), /<script/);
    viewer = new Viewer(server);
    sql("INSERT INTO Note (Text) VALUES ('served')");
    await viewer.shows('served');
  });

  test('is upgraded while it runs, and viewers keep their connections', async () => {
    install(second);
    assert.match(inside('dpkg-query', '--show', 'oriel'), /-2\n$/);
    assert.match(service.program, / \(deleted\)$/);
    sql("INSERT INTO Note (Text) VALUES ('after the upgrade')");
    await viewer.shows('after the upgrade');
    assert.equal(viewer.sockets, 1);
    assert.match(readFileSync(join(root, 'etc/oriel/oriel.yaml'), 'utf8'), /^store: my.sqlite$/m);
  });

  test('resumes its viewers with one patch when the new program starts', async () => {
    const { id } = await firstEvent(`${server}/Note`);
    assert.equal(await service.stop(), 0);
    sql("INSERT INTO Note (Text) VALUES ('while it was stopped')");
    service = await Service.start();
    assert.equal(service.program, join(root, 'usr/bin/oriel'));
    const { event, data } = await firstEvent(`${server}/Note`, id);
    assert.equal(event, 'patch');
    assert.match(data, /while it was stopped/);
    await viewer.shows('while it was stopped');
  });

  /** A signal of a trap from outside prints the backtrace; the next one ends the program. */
  test('names the functions of a crash', async () => {
    service.child.kill('SIGILL');
    while (!service.log.includes('Backtrace took')) {
      await Promise.race([once(service.child.stderr, 'data'), service.ended]);
      assert.equal(service.child.exitCode ?? service.child.signalCode, null, service.log);
    }
    assert.match(service.log, /\*\*\* Program crashed.*\*\*\*[^]* _\w+ \+ \d+ in oriel$/m);
    service.child.kill('SIGILL');
    const [, signal] = await service.ended;
    assert.equal(signal, 'SIGILL');
    service = await Service.start();
    await viewer.shows('while it was stopped');
  });

  test('keeps its database and settings when it is removed', async () => {
    assert.equal(await service.stop(), 0);
    service = undefined;
    inside('apt-get', 'remove', '--yes', 'oriel');
    assert.deepEqual(['usr/bin/oriel', 'lib/systemd/system/oriel.service', 'usr/share/oriel']
      .filter(path => existsSync(join(root, path))), []);
    assert.ok(existsSync(database) && existsSync(join(root, 'etc/oriel/oriel.yaml')));
  });

  test('leaves no trace when it is purged', () => {
    inside('apt-get', 'purge', '--yes', 'oriel');
    inside('apt-get', 'autoremove', '--purge', '--yes');
    assert.deepEqual(traces(), clean);
  });
});
