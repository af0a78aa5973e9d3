// The .d.ts files, checked by TypeScript: they are consistent, and match the modules.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ofKind, read } from './files.mjs';

const pages = fileURLToPath(new URL('../../public/', import.meta.url)), examples = fileURLToPath(new URL('../../Examples/Browser/', import.meta.url));
const skip = spawnSync('tsc', ['--version']).error ? 'TypeScript is not installed (Debian: node-typescript)' : undefined;
const modules = ofKind('js'), declarations = ofKind('d.ts');
const exported = /^export (default )?(?:async )?(const|function|class) (\w+)/gm;
const isOwn = file => /^(client|bind)\./.test(file);
const names = file => [...read(file).matchAll(exported)].map(([, isDefault, kind, name]) => ({ file, kind, name, member: isDefault ? 'default' : name }));

// Members that are assigned and never declared, nodes that are known to be of a kind, optional members of a parameter: only types that are
// written could say what these are, and the modules have none.
const silent = /error TS(2339|2551|2345|2322|2525|2363|2365|2367|2416|2554|2739|2769):/;

describe('types', { skip, concurrency: false }, () => {
  let folder, found;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'oriel-types-'));
    const copy = (names, into) => names.forEach(name => cpSync(join(pages, name), join(folder, into, name)));
    copy(declarations, 'declared');
    copy(modules, 'real');
    copy([...declarations, 'oriel/core/arrange.js'], 'own');
    for (const name of readdirSync(examples).filter(name => name.endsWith('.js'))) cpSync(join(examples, name), join(folder, 'own', name));
    writeFileSync(join(folder, 'agree.ts'), agreements().join('\n'));
    found = faults(['real/**/*.js', 'own/*.js', 'agree.ts'], { allowJs: true, checkJs: true });
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Returns TypeScript's faults in some files, one per line. */
  function faults(include, options) {
    const compilerOptions = { noEmit: true, target: 'es2022', module: 'es2022', moduleResolution: 'node', lib: ['es2022', 'dom', 'dom.iterable'], types: [], ...options };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
    const { stdout } = spawnSync('tsc', ['--project', folder, '--pretty', 'false'], { encoding: 'utf8' });
    return stdout.split('\n').filter(line => /error TS/.test(line));
  }

  /** A program that compiles if functions and constructors match their declarations. */
  function agreements() {
    const real = modules.flatMap(names), lines = ['const take = <T>(it: T) => it, made = undefined as any;'];
    const count = (type, kind) => `Required<${kind === 'class' ? 'Constructor' : ''}Parameters<${type}>>['length']`;
    for (const { file, kind, name } of declarations.flatMap(names)) {
      const homes = real.filter(other => other.name === name && isOwn(other.file) === isOwn(file));
      for (const { file: module, member } of homes) {
        const declared = `typeof import('./declared/${file.slice(0, -5)}').${name}`, actual = `typeof import('./real/${module.slice(0, -3)}').${member}`;
        if (kind !== 'const' && homes.length === 1) lines.push(`take<${count(actual, kind)}>(made as ${count(declared, kind)}); // ${name}`);
        if (kind === 'const') lines.push(`take<${declared}>(made as ${actual}); // ${name}`);
        if (kind === 'function') lines.push(`take<ReturnType<${declared}>>(made as ReturnType<${actual}>); // ${name}`);
      }
    }
    return lines;
  }

  test('the declarations hold together', () => {
    assert.deepEqual(faults(['declared/**/*.d.ts'], { strict: true }), []);
  });

  test('they do for programs that name modules as Node.js does, too', () => {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const found = faults(['declared/**/*.d.ts'], { strict: true, module: 'nodenext', moduleResolution: 'nodenext' });
    rmSync(join(folder, 'package.json'));
    assert.deepEqual(found, []);
  });

  test('exports and declarations match', () => {
    const list = all => [...new Set(all.flatMap(names).map(({ name }) => name))].sort();
    assert.deepEqual(list(modules), list(declarations));
  });

  test('a declaration in a folder has the docstring of its code', () => {
    const documented = /(\/\*\*(?:(?!\*\/)[^])*\*\/)\n(export (?:default )?(?:async )?(?:const|function|class) (\w+))/g;
    const docstrings = names => names.flatMap(file => [...read(file).matchAll(documented)].map(([, text, , name]) => `${name}: ${text}`)).sort();
    const inFolders = names => names.filter(name => name.includes('/') || /^(strings|phrases)\.js/.test(name));
    assert.deepEqual(docstrings(inFolders(declarations)), docstrings(inFolders(modules)));
  });

  test('a module names only existing exports', () => {
    assert.deepEqual(found.filter(line => /real\/[\w/-]+\.js\(/.test(line) && !silent.test(line)), []);
  });

  test('functions match their declarations', () => {
    assert.deepEqual(found.filter(line => /agree\.ts\(/.test(line)), []);
  });

  test('classes have their declared members, except optional ones', () => {
    for (const { file, name } of declarations.flatMap(names).filter(({ kind }) => kind === 'class')) {
      const body = read(file).match(new RegExp(`export class ${name} [^{]*\\{\n([^]*?)\n\\}`))?.[1] ?? '';
      const { file: module } = modules.flatMap(names).find(other => other.name === name);
      for (const [, member] of body.matchAll(/^  (?:readonly |protected )?(\w+)[:(]/gm)) assert.match(read(module), new RegExp(`\\b${member}\\b`), `${name}.${member}`);
    }
  });

  test('the examples use what is declared', () => {
    assert.deepEqual(found.filter(line => /own\/\w[\w-]*\.js\(/.test(line) && (!silent.test(line) || /type '(Live|Server|Document|Reply)'/.test(line))), []);
  });
});
