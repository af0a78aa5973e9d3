import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { text } from '../../public/oriel/core/value.js';
import { spell } from '../../public/oriel/list/terms.js';
import { convert } from '../../public/oriel/form/argument.js';
import { parent, routeWith } from '../../public/oriel/core/router.js';
import { label } from '../../public/oriel/app/values.js';
import { returns } from '../../public/oriel/core/connection.js';
import { files, loaded, ofKind, read, weight } from './files.mjs';

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

test('input becomes a value of its type, or stays text for the server to check', () => {
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

const within = (names, kilobytes) => {
  const bytes = weight(names);
  assert.ok(bytes <= kilobytes * 1024, `${bytes} bytes, gzipped`);
};

test('the first page of a derived list weighs at most 20 KB', () => {
  const names = loaded(['index.html']);
  for (const name of ['style.css', 'oriel.js', 'oriel/core/patch.js', 'oriel/list/list.js']) assert.ok(names.includes(name), name);
  for (const name of names) assert.doesNotMatch(name, /^(client|bind|phrases)|^oriel\/(form|app|inspect)|grid|desk|outbox/, name);
  within(names, 20);
});

test('everything that the pages of a database may load weighs at most 122 KB', () => {
  within(loaded(['index.html'], true).filter(name => !/^(oriel\/(app|scene)\/|phrases-(app|scenes))/.test(name)), 122);
});

test('client.js and bind.js weigh at most 10 KB with what they import', () => {
  const names = loaded(['client.js', 'bind.js']);
  assert.deepEqual(names, ['bind.js', 'client.js', 'oriel/core/arrange.js', 'oriel/core/connection.js', 'oriel/core/patch.js', 'oriel/core/value.js', 'strings.js']);
  within(names, 10);
});

test('modules that a page may load later are loaded by it', () => {
  const names = loaded(['index.html'], true);
  for (const name of ['app/kit.js', 'app/kit.css', 'form/form.css', 'list/filter.js', 'core/outbox.js', 'list/desk.js']) assert.ok(names.includes(`oriel/${name}`), name);
});

test('the sizes in the reference are those of the modules', () => {
  const reference = readFileSync(new URL('../../docs/reference/client-api.md', import.meta.url), 'utf8');
  for (const name of ['client.js', 'bind.js']) {
    const [, size] = reference.match(new RegExp(`^\\| \`${name}\`.*\\| ([\\d.]+) KB`, 'm'));
    assert.equal(size, (weight(loaded(['client.js', name])) / 1024).toFixed(1), name);
  }
});

test('the protocol and the client agree after which close codes a client reconnects', () => {
  const [, codes] = readFileSync(new URL('../../docs/protocol.md', import.meta.url), 'utf8').match(/Reconnect on ([\d, ]+)/);
  assert.deepEqual(codes.match(/\b\d{4}\b/g).map(Number), Array.from({ length: 5000 }, (_, code) => code).filter(returns));
});

test('nothing but the page of the inspector loads the inspector', () => {
  assert.ok(loaded(['inspect.html']).includes('oriel/inspect/inspect.js'));
  assert.ok(!loaded(['index.html', 'client.js', 'bind.js'], true).some(name => name.includes('inspect')));
});

test('every module and style sheet is loaded by a page or for one', () => {
  const known = loaded(['index.html', 'inspect.html', 'api.html', 'client.js', 'bind.js'], true);
  assert.deepEqual(files.filter(name => !name.endsWith('.d.ts') && !known.includes(name)), []);
});

test('the files take no first segment of a route that a table is likely to need', () => {
  assert.deepEqual([...new Set(files.map(name => name.split('/')[0]))].filter(name => !name.includes('.')), ['oriel']);
});

test('the page holds no inline code or style and asks for nothing from elsewhere', () => {
  for (const name of files.filter(name => !name.endsWith('.d.ts')))
    assert.doesNotMatch(read(name).replace('http://www.w3.org/2000/svg', ''), /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|https?:\/\//, name);
  for (const page of ofKind('html')) assert.doesNotMatch(read(page), /<style|style=|<script(?![^>]*src=)|\son\w+=/);
  for (const [, url] of read('index.html').matchAll(/(?:href|src)="([^"]*)"/g)) assert.match(url, /^\/[a-z]+\.(js|css|svg)$/);
});
