// The code blocks of the documents: commands run, settings and rules are accepted, the rest parses.
// Links lead somewhere.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  blocks, destination, documents, fault, isExcerpt, links, parts, root, words,
} from './documents.mjs';
import { binary, Database, missing, Server } from './server.mjs';
import { run } from './shell.mjs';
import { blog, desk } from './schemas.mjs';

const password = 'nine green bottles';

/** Commands that do not run as they stand, what runs instead, and why. */
const instead = [
  [/^make run\b.*/gm, 'oriel serve', 'it installs and builds, and its demo changes by itself'],
  [/^\.build-release\/release\/oriel /gm, 'oriel ', 'the program may be another build'],
  [/^python3 oriel\.py/gm, 'python3 clients/python/oriel.py', 'the reader has copied the file'],
  [/"password": "…"/g, `"password": "${password}"`, 'the password is the one that was given'],
  [/^docker (.*\\\n)*.*/gm, ':', 'an image takes minutes to build'],
  [/\boriel dev\b/g, ':', 'it builds for minutes; DevTests run it'],
  [/^swift (build|test).*/gm, ':', 'it builds for minutes; Swift tests run the examples'],
  [/^\.build\/release\/Desk.*/gm, ':', 'it builds for minutes; Swift tests run the examples'],
  [/^(datasette|curl '?http:\/\/127\.0\.0\.1:8001).*/gm, ':', 'it is another program'],
  [/ --stalls 10/g, '', 'each pause of a viewer takes five seconds'],
  [/^systemctl .*/gm, ':', 'it needs systemd'],
  [/\/etc\/oriel\/a\.yaml/g, 'config/oriel.yaml', 'it is on the server'],
  [/^(make (release|deb)|apt|install|mkdir -p \/|useradd|cd \/var|runuser).*/gm, ':',
    'it changes the machine'],
  [/^(journalctl|jq|gdb|dmesg|lslocks|for second|PID=|ls -l \/proc).*(\n +\|.*)*/gm, ':',
    'they look at the reader\'s machine'],
  [/^oriel restore (--check )?copies\/monday$/gm, ':', 'the server has the file open; BackupTests'],
  [/^(scp|oriel restore 2026).*/gm, ':', 'the backup is on another machine; BackupTests'],
  [/^createdb .*\n.*/gm, ':', 'the role may not be the owner of the archive; BackupTests'],
  [/^npm install .*(\nsed .*)?/gm, ':', 'package.test.mjs installs the package'],
  [/^(ORIEL_\w+=\S+ (\\\n *)?)?node .*/gm, ':', 'these are tests and their tools'],
];
const replaced = text => instead.reduce((text, [from, to]) => text.replace(from, to), text);

/** Starts a PostgreSQL server with its files in a folder, if it is installed. */
async function startPostgres(folder) {
  if (spawnSync('pg_config', ['--bindir']).error) return;
  const { Server } = await import('../../Benchmarks/postgres/server.mjs');
  const server = new Server(folder);
  server.make();
  server.start();
  for (const role of ['owner', 'app']) server.run(`CREATE ROLE ${role} SUPERUSER LOGIN`);
  return server;
}

/** The files of the app of the tutorial, which GuideTests run. */
const tutorial = join(root, 'Tests/GuideTests/Tutorial');
const tickets = /"""([^]*?)"""/.exec(
  readFileSync(join(tutorial, 'Sources/Desk/Migrations.swift'), 'utf8'))[1];

/** The database that the rules of a document are about, if it is not the demo. */
const databases = {
  'docs/guides/declare-screens.md': 'desk.sqlite', 'docs/guides/limit-access.md': 'desk.sqlite',
  'docs/coming-from/pocketbase.md': 'pb_data/data.db',
  'docs/tutorial.md': 'tickets.sqlite',
};

const files = {
  password, 'things.json': '[{ "id": 1, "name": "Anvil" }, { "id": 2, "name": "Rope" }]',
  'genres.csv': 'GenreId,Name\n101,Baroque pop\n', 'names.csv': 'Name\nHard bop\n',
  'genres.ndjson': '{"Name": "Bebop"}\n',
  'cover.png': '\x89PNG\r\n\x1a\n',
};

describe('documents', { skip: missing, concurrency: 2 }, () => {
  let base, postgres;

  before(async () => {
    base = await mkdtemp(join(tmpdir(), 'oriel-documents-'));
    chmodSync(base, 0o755);
    postgres = await startPostgres(join(base, 'postgres'));
    const server = await Server.demo(base);
    await server.stop();
    const schemas = { 'desk.sqlite': desk, 'pb_data/data.db': blog, 'tickets.sqlite': tickets };
    for (const [name, schema] of Object.entries(schemas)) {
      const database = await Database.create(schema);
      database.run('PRAGMA journal_mode = DELETE');
      cpSync(database.file, join(base, name));
      await database.remove();
    }
  });

  after(async () => {
    postgres?.control('stop -m immediate');
    await rm(base, { recursive: true, force: true });
  });

  /** Returns commands with a database of their own in place of each that is on another machine. */
  function onPostgres(text, name) {
    if (!postgres) return text.replace(/^oriel .*postgres:.*/gm, ':');
    if (!postgres.run(`SELECT 1 FROM pg_database WHERE datname = '${name}'`))
      postgres.run(`CREATE DATABASE ${name}`);
    const address = `@/${name}?host=${postgres.folder}`;
    return text.replace(/(?<=postgres:\/\/\w+)@db\.example\/shop/g, address);
  }

  /** Returns the address of a database with the policies of the guide. */
  function withPolicies() {
    if (!postgres.run("SELECT 1 FROM pg_tables WHERE tablename = 'note'")) {
      const [policies] = blocks('sql').filter(({ text }) => text.includes('CREATE POLICY'));
      postgres.run(`CREATE TABLE member (person text, team int);
        CREATE TABLE note (id serial PRIMARY KEY, title text, owner text);
        CREATE ROLE shop_lead; CREATE ROLE shop_visitor; GRANT shop_lead, shop_visitor TO app;
        ${policies.text}`);
    }
    return `postgres://app@/postgres?host=${postgres.folder}`;
  }

  /** Makes a folder with all files that documents name. */
  function folder(name) {
    const path = join(base, name.replaceAll('/', '-'));
    for (const part of ['public', 'clients', 'config', 'Examples/Browser'])
      cpSync(join(root, part), join(path, part), { recursive: true });
    for (const copy of ['my.sqlite', 'mydata.sqlite', 'shop.sqlite', 'data/demo.sqlite'])
      cpSync(join(base, 'data/demo.sqlite'), join(path, copy));
    for (const copy of Object.values(databases))
      cpSync(join(base, copy), join(path, copy));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
    return path;
  }

  for (const path of new Set(blocks('sh').map(({ path }) => path)))
    test(`the commands in ${path} run`, async () => {
      const place = folder(path);
      const name = basename(path, '.md').replaceAll('-', '_').toLowerCase();
      await run(path, place, text => onPostgres(replaced(text), name));
      assert.deepEqual(parts(path).filter(part => !isExcerpt(part, place)), []);
    });

  test('each entry in the table of replaced commands is needed', () => {
    const all = blocks('sh').map(({ text }) => text).join('');
    assert.deepEqual(instead.filter(([from]) => !all.match(from)).map(String), []);
  });

  test('settings and rules are accepted', () => {
    const path = folder('yaml');
    const options = { cwd: path, encoding: 'utf8' };
    const check = (...values) => spawnSync(binary, ['check', ...values], options);
    for (const name of ['secret', 'keys.json']) {
      writeFileSync(join(path, name), 'secret');
      chmodSync(join(path, name), 0o600);
    }
    writeFileSync(join(path, 'none.yaml'), 'roles: {}\ntables: {}\n');
    mkdirSync(join(path, 'scenes'));
    for (const { path: document, text, place } of blocks('yaml')) {
      const file = join(path, 'block.yaml');
      const isRules = /^tables:/m.test(text);
      writeFileSync(file, text.replace(/\/(etc|run)\/[\w./]+/g, 'secret'));
      const isOfPostgres = /^database:/m.test(text);
      if (isOfPostgres && !postgres) continue;
      const served = isOfPostgres ? withPolicies() : databases[document] ?? 'my.sqlite';
      if (/^scenes:$/m.test(text)) {
        const scenes = join(path, 'block');
        mkdirSync(scenes, { recursive: true });
        writeFileSync(join(scenes, 'block.yaml'), text);
        const { status, stdout, stderr } = check(served, '--scenes', scenes);
        assert.equal(status, 0, `${place}: ${stdout}${stderr}`);
        continue;
      }
      const rules = isRules ? [file] : ['none.yaml', '--config', file];
      const { status, stdout, stderr } = check(served, ...rules);
      assert.equal(status, 0, `${place}: ${stdout}${stderr}`);
    }
  });
});

/** Returns what a parser says about each invalid block. An ellipsis stands for any content. */
function invalid(found, parse) {
  const faults = found.map(({ place, text }) =>
    [place, parse(text.replace(/(?<=[{[]) ?… ?(?=[}\]])/g, ''))]);
  return faults.filter(([, error]) => error).map(([place, error]) => `${place}: ${error}`);
}

const isOfNewApp = ({ text }) => /^\/\/ (Sources|Tests)\/Music/.test(text);
const needsUIKit = ({ text }) => text.startsWith('// UIKit\n');

test('the rules of the tutorial are those that are tried', () => {
  const rules = blocks('yaml').filter(({ path }) => path === 'docs/tutorial.md');
  const tried = readFileSync(join(tutorial, 'access.yaml'), 'utf8');
  assert.deepEqual(rules.map(({ text }) => text), [tried]);
});

/** A line with an ellipsis divides a block into parts of one or several files. */
test('Swift is part of a file that is compiled', () => {
  const sources = ['Examples', 'Tests'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true }).map(name => join(root, folder, name)))
    .filter(path => path.endsWith('.swift')).map(path => words(readFileSync(path, 'utf8')));
  const known = part => sources.some(source => source.includes(words(part)));
  const found = blocks('swift').filter(block => !isOfNewApp(block) && !needsUIKit(block)
    && !block.text.replace(/^\/\/.*/, '').split(/^ *…$/m).every(known));
  assert.deepEqual(found.map(({ place }) => place), []);
});

/** Makes a folder that is removed after a test. */
async function folderOf(test) {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-documents-'));
  test.after(() => rm(folder, { recursive: true }));
  return folder;
}

const swift = spawnSync('swiftc', ['--version']).error && 'Swift is not installed';

test('Swift for UIKit parses', { skip: swift }, () =>
  assert.deepEqual(invalid(blocks('swift').filter(needsUIKit), input =>
    spawnSync('swiftc', ['-frontend', '-parse', '-'], { input, encoding: 'utf8' }).stderr), []));

test('JavaScript parses', async test => {
  const folder = await folderOf(test);
  const file = join(folder, 'block.mjs');
  const errors = invalid(blocks('js'), text => {
    writeFileSync(file, text);
    return spawnSync(process.execPath, ['--check', file], { encoding: 'utf8' }).stderr;
  });
  assert.deepEqual(errors, []);
});

const python = spawnSync('python3', ['--version']).error && 'python3 is not installed';

test('Python parses', { skip: python }, () => {
  const program = 'import ast, sys; ast.parse(sys.stdin.read())';
  assert.deepEqual(invalid(blocks('python'), input =>
    spawnSync('python3', ['-c', program], { input, encoding: 'utf8' }).stderr), []);
});

/** Returns why a text is not JSON, or several values one after the other, or undefined. */
function jsonFault(text) {
  const whole = text.replace(/, …(?=\s*")/g, ',').replace(/, …/g, '');
  let value = '', error;
  for (const line of whole.trim().split('\n')) {
    value += line + '\n';
    try {
      JSON.parse(value);
      [value, error] = [''];
    } catch (problem) {
      error = problem;
    }
  }
  return error?.message;
}

test('JSON parses', () => assert.deepEqual(invalid(blocks('json'), jsonFault), []));

const nginx = spawnSync('nginx', ['-v']).error && 'nginx is not installed';

/**
 * Returns a whole file for a block: comments that begin with "In http { }:" are lines outside of
 * the server. Sockets of a folder and a certificate take the place of those of the machine.
 */
function nginxFile(text, folder) {
  const outside = [...text.matchAll(/# In http \{ \}: +(.*)/g)].map(([, line]) => line).join('\n');
  const servers = /^server \{/m.test(text) ? text : `server { listen unix:socket; ${text} }`;
  let count = 0;
  return `pid pid; events {} http { access_log off; ${outside}
    ${servers.replace(/listen [^ ;]+/g, () => `listen unix:socket-${count++}`)
      .replace(/(ssl_certificate(?:_key)?) .*;/g, `$1 ${folder}/certificate.pem;`)} }`;
}

test('the settings of nginx are valid', { skip: nginx }, async test => {
  const folder = await folderOf(test);
  const file = join(folder, 'nginx.conf'), certificate = join(folder, 'certificate.pem');
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const words = ['req', '-x509', ...key, '-subj', '/CN=localhost', '-keyout', certificate];
  const { stdout, status } = spawnSync('openssl', words);
  assert.equal(status, 0);
  writeFileSync(certificate, stdout, { flag: 'a' });
  for (const { text, place } of blocks('nginx')) {
    writeFileSync(file, nginxFile(text, folder));
    const values = ['-t', '-p', folder, '-e', 'stderr', '-c', file];
    const { status, stderr } = spawnSync('nginx', values, { encoding: 'utf8' });
    assert.equal(status, 0, `${place}: ${stderr}`);
  }
});

test('links lead to files and headings', () => {
  const faults = documents.flatMap(path => links(path).map(link => fault(path, link)));
  assert.deepEqual(faults.filter(Boolean), []);
});

test('the index names every document', () => {
  const index = 'docs/README.md';
  const named = new Set(links(index).map(link => destination(index, link)));
  const expected = documents.filter(path => /^docs\/(?!decisions\/)/.test(path));
  assert.deepEqual(expected.filter(path => path !== index && !named.has(path)), []);
});
