// public/ as a package: what it exports exists, has types, and can be imported by its name.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { files, loaded, read } from './files.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url)), pages = join(root, 'public');
const about = JSON.parse(readFileSync(join(pages, 'package.json'), 'utf8'));
const noTypes = spawnSync('tsc', ['--version']).error ? 'TypeScript is not installed (Debian: node-typescript)' : undefined;
const targets = Object.values(about.exports).map(target => typeof target === 'string' ? { default: target } : target);

/** Returns whether a file matches a pattern of `sideEffects`. */
const matches = (name, pattern) => new RegExp(`^${pattern.replace('./', '').replaceAll('.', '\\.').replaceAll('**', '\0').replaceAll('*', '[^/]*').replaceAll('\0', '.*')}$`).test(name);
const mayActAlone = name => about.sideEffects.some(pattern => matches(name, pattern));

describe('the package', { concurrency: false }, () => {
  let folder;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'oriel-package-'));
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(pages, join(folder, 'node_modules', about.name));
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  test('it has the version and the licence of the program', () => {
    const [, version] = readFileSync(join(root, 'Sources/Serving/Running/Version.swift'), 'utf8').match(/number = "([^"]+)"/);
    assert.equal(about.version, version);
    assert.match(readFileSync(join(root, 'LICENSE'), 'utf8'), new RegExp(`^${about.license} License`));
    const [, oldest] = readFileSync(join(root, 'scripts/setup'), 'utf8').match(/needed_node=(\d+)/);
    assert.equal(about.engines.node, `>=${oldest}`);
  });

  test('each exported file and its types exist, and are among its files', () => {
    for (const path of targets.flatMap(target => Object.values(target))) {
      assert.ok(existsSync(join(pages, path)), path);
      const [first] = path.slice(2).split('/');
      assert.ok(path === './package.json' || about.files.some(pattern => matches(first, pattern)), path);
    }
    for (const { types, default: module } of targets) if (/^export /m.test(readFileSync(join(pages, module), 'utf8'))) assert.ok(types, module);
  });

  test('a module outside of sideEffects only declares', () => {
    const alone = loaded(['client.js', 'bind.js', 'oriel/core/outbox.js', 'oriel/core/router.js']);
    const acts = name => read(name).split('\n').filter(line => /^[\w([{`!+-]/.test(line) && !/^(import|export|const|let|(async )?function|class)\b/.test(line));
    for (const name of alone) assert.deepEqual([name, mayActAlone(name), acts(name)], [name, false, []]);
    for (const name of files.filter(name => name.endsWith('.js') && acts(name).length)) assert.ok(mayActAlone(name), name);
  });

  test('a program imports it by its name, and the Node client can use it so', () => {
    const client = readFileSync(join(root, 'clients/node/oriel.mjs'), 'utf8');
    assert.ok(client.includes(`'../../public/client.js'`));
    writeFileSync(join(folder, 'oriel.mjs'), client.replace('../../public/client.js', about.name));
    writeFileSync(join(folder, 'main.mjs'), `import { connect } from '${about.name}'; import { bind } from '${about.name}/bind.js';
      import { applyPatch } from '${about.name}/oriel/core/patch.js'; import { documents } from './oriel.mjs';
      console.log([connect, bind, applyPatch, documents].map(value => typeof value).join());`);
    assert.equal(execFileSync(process.execPath, [join(folder, 'main.mjs')], { encoding: 'utf8' }).trim(), 'function,function,function,function');
  });

  test('a typed program finds the types of each export', { skip: noTypes }, () => {
    writeFileSync(join(folder, 'main.mts'), `import { connect, type Document, type Live } from '${about.name}';
      import { bind } from '${about.name}/bind.js';
      import { strings } from '${about.name}/strings.js';
      import { applyPatch } from '${about.name}/oriel/core/patch.js';
      import { Connection } from '${about.name}/oriel/core/connection.js';
      const live: Live = connect('http://127.0.0.1:8080').open('/Artist', { start: 0, count: 2 });
      const document: Document = applyPatch(await live.ready(), []);
      const end: () => void = bind(globalThis.document.body, live);
      export { Connection, document, end, strings };
      // @ts-expect-error: a window has a count
      live.move({ start: 'x' });`);
    const compilerOptions = { noEmit: true, strict: true, target: 'es2022', lib: ['es2022', 'dom'], module: 'nodenext', moduleResolution: 'nodenext', types: [] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['main.mts'] }));
    const { stdout, status } = spawnSync('tsc', ['--project', folder], { encoding: 'utf8' });
    assert.equal(status, 0, stdout);
  });
});
