import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { text } from '../../public/dom.js';
import { spell } from '../../public/filter.js';
import { convert } from '../../public/field.js';
import { parent, routeWith } from '../../public/router.js';
import { label } from '../../public/values.js';
import { returns } from '../../public/connection.js';

const folder = new URL('../../public/', import.meta.url);
const files = readdirSync(folder).filter(name => /\.(html|js|css)$/.test(name));
const read = name => readFileSync(new URL(name, folder), 'utf8');

test('a route keeps its query sorted and leaves out what is empty', () => {
  assert.equal(routeWith('/Track', 'search', 'a b'), '/Track?search=a%20b');
  assert.equal(routeWith('/Track?search=x&ArtistId=1', 'sort', '-Name'), '/Track?ArtistId=1&search=x&sort=-Name');
  assert.equal(routeWith('/Track?search=x', 'search', ''), '/Track');
  assert.equal(routeWith('/a%2Fb?x=1', 'search', '1+1=2&?'), '/a%2Fb?search=1%2B1%3D2%26%3F&x=1');
});

test('the parent of a path is one step nearer to the root', () => {
  assert.deepEqual(['/Artist/1', '/Artist', '/Artist/', '/', '/a%2Fb/1'].map(parent), ['/Artist', '/', '/', '/', '/a%2Fb']);
});

test('a name becomes what people write', () => {
  assert.deepEqual(['name', 'cookOfTheDay', 'isSpicy', 'homePageURL', 'isPEMKey', 'first_name', 'track2Title', ''].map(label),
    ['Name', 'Cook of the day', 'Is spicy', 'Home page URL', 'Is PEM key', 'First name', 'Track2 title', '']);
});

test('a column is named in a filter as itself, or in quotes where that would mean something else', () => {
  const columns = ['Year', 'Year.gt', 'a "b"', 'sort', 'x'];
  assert.deepEqual([spell('Year', '', columns), spell('Year', 'gte', columns), spell('Year', 'gt', columns), spell('Year.gt', '', columns)],
    ['Year', 'Year.gte', '"Year".gt', '"Year.gt"']);
  assert.deepEqual([spell('a "b"', 'in', columns), spell('sort', '', columns), spell('sort', 'not', columns), spell('x', 'null', columns)],
    ['"a ""b""".in', '"sort"', '"sort".not', 'x.null']);
});

test('what was typed becomes a value of its type, or stays text for the server to judge', () => {
  assert.deepEqual([convert('42', 'integer'), convert(' -7 ', 'integer'), convert('1.5', 'integer'), convert('abc', 'integer'), convert('', 'integer')], [42, -7, '1.5', 'abc', '']);
  assert.equal(convert('9007199254740993', 'integer'), '9007199254740993');
  assert.deepEqual([convert('1.5', 'number'), convert('1e3', 'number'), convert('0x10', 'number'), convert('1.2.3', 'number'), convert('1e999', 'number')], [1.5, 1000, '0x10', '1.2.3', '1e999']);
  assert.deepEqual([convert('true', 'boolean'), convert('false', 'boolean'), convert('', 'boolean')], [true, false, '']);
  assert.deepEqual([convert('1', 'any', 2), convert('1', 'any', 'x'), convert('1', 'any'), convert('1', 'text', 2)], [1, '1', '1', '1']);
});

test('values are shown as text', () => {
  assert.deepEqual([text(null), text(undefined), text(0), text(''), text(false), text('x'), text({ a: 1 })], ['NULL', '', '0', '', 'false', 'x', '{"a":1}']);
  assert.equal(text({ href: '/x', bytes: 0 }), '0 bytes');
});

const weight = names => gzipSync(names.map(read).join(''), { level: 9 }).length;

const imports = /^(?:import|export) .*? from '\.\/(.*)';/gm, later = /import\('\.\/(.*?)'\)|sheet\('\/(.*?)'\)/g;

/** What a file loads: what it names, and what that imports before it runs; with `all`, also what is loaded on demand. */
function loaded(name, all = false, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  const named = name.endsWith('.html') ? [/(?:href|src)="\/([^"]*\.(?:js|css))"/g] : all ? [imports, later] : [imports];
  for (const pattern of named) for (const [, next, other] of read(name).matchAll(pattern)) loaded(next ?? other, all, found);
  return found;
}

test('what every page loads weighs at most 10 KB', () => {
  const names = [...loaded('index.html')].sort(), bytes = weight(names);
  for (const name of ['style.css', 'oriel.js', 'patch.js']) assert.ok(names.includes(name), name);
  for (const name of ['kit.js', 'kit.css', 'form.js', 'client.js', 'grid.js', 'grid.css', 'selection.js', 'cell.js']) assert.ok(!names.includes(name), name);
  assert.ok(bytes <= 10_240, `${bytes} bytes, gzipped`);
});

test('the whole client weighs at most 48 KB', () => {
  const names = [...loaded('index.html', true)].sort(), bytes = weight(names);
  for (const name of ['kit.js', 'kit.css', 'form.css', 'filter.js', 'outbox.js', 'cell.js']) assert.ok(names.includes(name), name);
  assert.ok(bytes <= 49_152, `${bytes} bytes, gzipped`);
});

test('what a page of one\'s own needs weighs at most 8 KB: the protocol, the patches, and the bindings', () => {
  const names = [...new Set([...loaded('client.js'), ...loaded('bind.js')])].sort(), bytes = weight(names);
  assert.deepEqual(names, ['bind.js', 'client.js', 'connection.js', 'dom.js', 'patch.js', 'strings.js']);
  assert.ok(bytes <= 8_192, `${bytes} bytes, gzipped`);
});

test('the sizes in the guide are those of the modules', () => {
  const guide = readFileSync(new URL('../../docs/client.md', import.meta.url), 'utf8'), rounded = bytes => (bytes / 1024).toFixed(1);
  for (const name of ['client.js', 'bind.js']) {
    const [, size] = guide.match(new RegExp(`^\\| \`${name}\`.*\\| ([\\d.]+) KB`, 'm'));
    assert.equal(size, rounded(weight([...new Set([...loaded('client.js'), ...loaded(name)])].sort())), name);
  }
});

test('the protocol, the types and the client agree after which close codes a client comes back', () => {
  const codes = text => text.match(/\b\d{4}\b/g).map(Number), [, types] = read('types.d.ts').match(/Whether a close code asks to come back: (.*?) do/);
  const [, protocol] = readFileSync(new URL('../../docs/protocol.md', import.meta.url), 'utf8').match(/Reconnect on ([\d, ]+)/);
  for (const text of [types, protocol]) assert.deepEqual(codes(text), Array.from({ length: 5000 }, (_, code) => code).filter(returns));
});

test('the inspector weighs at most 6 KB with what it shares, and nobody else loads it', () => {
  const names = [...loaded('inspect.html', true)], bytes = weight(names);
  assert.ok(bytes <= 6_144 && !loaded('index.html', true).has('inspect.js'), `${bytes} bytes, gzipped`);
});

test('every module is loaded by a page or for one, and has its types', () => {
  const known = new Set(['index.html', 'inspect.html', 'client.js', 'bind.js'].flatMap(name => [...loaded(name, true)]));
  assert.deepEqual(files.filter(name => !known.has(name)), []);
  for (const name of ['client', 'bind']) for (const [, word] of read(`${name}.js`).matchAll(/^export (?:async )?function (\w+)/gm))
    assert.match(read(`${name}.d.ts`), new RegExp(`export function ${word}\\(`), word);
});

test('the page holds no inline code or style and asks for nothing from elsewhere', () => {
  for (const name of files) assert.doesNotMatch(read(name).replace('http://www.w3.org/2000/svg', ''), /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|https?:\/\//, name);
  for (const page of ['index.html', 'inspect.html']) assert.doesNotMatch(read(page), /<style|style=|<script(?![^>]*src=)|\son\w+=/);
  for (const [, url] of read('index.html').matchAll(/(?:href|src)="([^"]*)"/g)) assert.match(url, /^\/[a-z]+\.(js|css|svg)$/);
});
