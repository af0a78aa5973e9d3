// Every text that the client shows is in its catalogue, and a page can give another.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { plural, strings } from '../../public/phrases.js';
import '../../public/phrases-app.js';
import '../../public/phrases-scenes.js';
import { files as every, ofKind, read } from './files.mjs';
import { Server } from './server.mjs';
import { Visitor, skip, skipKit } from './visitor.mjs';

const folder = fileURLToPath(new URL('../../public/', import.meta.url));
const files = every.filter(name => !/^(strings|phrases)/.test(name));

/** Comments, and literals: between single quotes, and the parts of templates. */
const literals = /\/\*[^]*?\*\/|\/\/.*|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g;

/** Matches texts for people: they begin with a capital, or have words. */
const isText = part => /^\W*[A-Z][a-z]/.test(part) || /[a-z]{2,} [a-z]{2,}/i.test(part);

/** Matches other texts: names of classes and elements, keys, headers, and errors that are not displayed. */
const isOther = before => /(className(:| =|: \w+ \?)|querySelector(All)?\(|key( [!=]== |: ?)|headers: \{|ariaKeyShortcuts: |list\.className = isPages \?|new (Type)?Error\() ?$/.test(before);

test('only the catalogue has visible texts', () => {
  const found = [];
  for (const name of files.filter(name => name.endsWith('.js'))) {
    const source = read(name);
    for (const { 1: plain, 2: template, index } of source.matchAll(literals))
      for (const part of plain !== undefined ? [plain] : (template ?? '').split(/\$\{[^}]*\}?/))
        if (isText(part) && !isOther(source.slice(Math.max(0, index - 30), index))) found.push(`${name}: ${part}`);
    for (const [, part] of source.matchAll(/(?:ariaLabel|title|placeholder|alt|textContent)(?::| =) '([^']*[a-z][^']*)'/gi)) found.push(`${name}: ${part}`);
  }
  assert.deepEqual(found, []);
});

test('no page and no style sheet has one, but for the title of a page that has not run yet', () => {
  for (const name of files.filter(name => name.endsWith('.html')))
    assert.doesNotMatch(read(name).replace('<title>Oriel</title>', ''), />[^<]*[a-z][^<]*<|aria-label|placeholder|title=/i, name);
  for (const name of files.filter(name => name.endsWith('.css'))) assert.doesNotMatch(read(name), /[{ ]content: "[^"]*[a-z][^"]*"/i, name);
});

test('every text of the catalogue is used', () => {
  const all = ofKind('js').map(read).join('\n');
  const states = ['connecting', 'live', 'reconnecting', 'offline'];
  for (const name of Object.keys(strings)) if (!states.includes(name)) assert.match(all, new RegExp(`strings\\.${name}\\b|\\b${name}\\b[^}]*\\} = strings`), name);
});

test('counts use the plural form of their number', () => {
  assert.deepEqual([0, 1, 2, 5000].map(count => plural(count, { one: 'row', other: 'rows' })), ['0 rows', '1 row', '2 rows', '5,000 rows']);
  assert.deepEqual([strings.bytes(1), strings.bytes(2048), strings.rows(1)], ['1 byte', '2,048 bytes', '1 row.']);
});

test('a number of rows claims no more than is known', () => {
  const total = (total, more) => strings.total({ start: 0, count: 50, total, ...more });
  assert.deepEqual([total(0), total(1200), total(51, { approximate: true }), total(0, { approximate: true })], ['0', '1,200', '51+', '']);
  assert.deepEqual([total(41, { approximate: true, searching: true }), total(0, { approximate: true, searching: true })], ['41+ · Searching…', 'Searching…']);
});

/** A fake language derived from the catalogue, without Latin letters. */
const other = `
  import { strings } from './strings.js';
  import './phrases-app.js';
  import './phrases-scenes.js';
  import './phrases-inspect.js';
  const turn = text => typeof text === 'function' ? (...values) => turn(text(...values)) : Object(text) !== text ? text.replace(/\\p{L}/gu, 'ж')
    : Array.isArray(text) ? text.map(turn) : Object.fromEntries(Object.entries(text).map(([name, text]) => [name, turn(text)]));
  Object.assign(strings, turn(strings));`;

/** Client pages in that language, written from right to left. */
function translated() {
  const copy = mkdtempSync(join(tmpdir(), 'oriel-pages-'));
  cpSync(folder, copy, { recursive: true });
  writeFileSync(join(copy, 'other.js'), other);
  for (const name of ['index', 'inspect']) {
    const page = read(`${name}.html`).replace('lang="en"', 'lang="ar" dir="rtl"');
    writeFileSync(join(copy, `${name}.html`), page.replace('<script', '<script type="module" src="/other.js"></script>\n<script'));
  }
  return copy;
}

/** Runs in the page: returns all visible and announced texts. */
function shown() {
  const texts = [], walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (!walker.currentNode.parentNode.closest('script, style')) texts.push(walker.currentNode.data);
  for (const node of document.querySelectorAll('*')) {
    texts.push(...['aria-label', 'title', 'placeholder', 'alt'].map(name => node.getAttribute(name) ?? ''), getComputedStyle(node, '::before').content);
  }
  return texts.filter(text => /[a-z]/i.test(text) && !/^(none|normal|counter.*)$/.test(text));
}

/** Runs first in the page: records the server's messages. */
const keep = `window.sent = '';
  window.WebSocket = class extends WebSocket {
    constructor(...values) {
      super(...values);
      this.addEventListener('message', ({ data }) => sent += data);
    }
  };`;

const plain = text => text.toLowerCase().replace(/[^\p{L}]/gu, '');

/** Nothing is shown that is neither of the catalogue nor from the server. */
async function isTranslated(visitor, where, extra = '') {
  const [all, texts] = await visitor.page.eval(`[window.sent ?? '', (${shown})()]`), sent = plain(all + extra);
  assert.deepEqual(texts.filter(text => !sent.includes(plain(text))), [], where);
  assert.ok(await visitor.page.eval(`/ж/.test(document.documentElement.innerText)`), `${where} shows nothing of the other language`);
}

const press = (visitor, selector) => visitor.page.eval(`document.querySelector(${JSON.stringify(selector)}).click()`);
const opens = visitor => visitor.page.waitFor(`document.querySelector('dialog[open]')`);
const shuts = async visitor => {
  await visitor.page.press('Escape');
  await visitor.closes();
};

describe('the browser of databases in another language', { skip, concurrency: false }, () => {
  let visitor, page, pages;

  before(async () => {
    pages = translated();
    visitor = await Visitor.arrive();
    await visitor.server.stop();
    visitor.server = await Server.start(visitor.database, 0, pages);
    ({ page } = visitor);
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: keep });
  });

  after(async () => {
    await visitor?.leave();
    if (pages) rmSync(pages, { recursive: true });
  });

  test('its pages show no text of ours', async () => {
    for (const [route, expected] of [['/', 'Artist'], ['/Track', 'Track 0001'], ['/Artist/2', 'Howl'], ['/Track?section=Name.initial', 'Track 0001'], ['/Artist?search=nobody', 'Artist']]) {
      await visitor.visit(route, expected);
      await isTranslated(visitor, route);
      await visitor.shoot(`strings-${route.replace(/\W+/g, '-')}`);
    }
    assert.deepEqual(await page.eval(`['ul', 'html'].map(name => getComputedStyle(document.querySelector(name)).direction)`), ['rtl', 'rtl']);
    assert.match(await page.eval(`getComputedStyle(document.querySelector('main .lines ul'), '::before').content`), /^"[ж .]+"$/);
    assert.equal(await page.eval(`document.querySelector('header button').textContent`), 'жжжж');
  });

  test('its dialogs show none', async () => {
    await visitor.visit('/Track', 'Track 0001');
    for (const number of [1, 3, 6]) {
      await press(visitor, `.bar > button:nth-of-type(${number})`);
      await opens(visitor);
      await isTranslated(visitor, `dialog ${number} of the list`);
      await shuts(visitor);
    }
    for (const [route, expected, number] of [['/Artist', 'Quiet Harbor', 1], ['/Artist/2', 'Howl', 1], ['/Artist/2', 'Howl', 2]]) {
      await visitor.visit(route, expected);
      await press(visitor, `.title span button:nth-of-type(${number})`);
      await opens(visitor);
      await isTranslated(visitor, `dialog ${number} of ${route}`);
      await shuts(visitor);
    }
  });

  test('an unknown route is reported in it', async () => {
    await page.goto(visitor.server.address + '/Nothing');
    await page.waitFor(`/ж/.test(document.querySelector('h1')?.innerText)`);
    await isTranslated(visitor, 'nothing');
  });

  test('the inspector shows none', async () => {
    await page.goto(visitor.server.address + '/-/inspect');
    await page.waitFor(`document.querySelector('tbody button')`);
    await press(visitor, 'tbody button');
    await page.waitFor(`document.querySelector('#scene summary')`);
    const json = await page.eval(`Promise.all(['', '?scene=' + new URLSearchParams(location.search).get('scene')].map(query => fetch('/-/inspect' + query, { headers: { Accept: 'application/json' } }).then(answer => answer.text()))).then(texts => texts.join())`);
    await isTranslated(visitor, 'the inspector', json);
  });

  test('no script failed on the way', () => visitor.noErrors());
});

describe('an app in another language', { skip: skipKit, concurrency: false }, () => {
  let visitor, page, pages;

  before(async () => {
    pages = translated();
    visitor = await Visitor.arrive(() => Server.workbench(0, pages));
    ({ page } = visitor);
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: keep });
  });

  after(async () => {
    await visitor?.leave();
    if (pages) rmSync(pages, { recursive: true });
  });

  test('its pages show no text of ours', async () => {
    for (const [route, expected] of [['/kitchen', 'Cook of the day'], ['/kitchen/recipe', 'Pancakes'], ['/kitchen/shelf', 'Flour'], ['/kitchen/visit', 'Password'], ['/editing', 'Ada'], ['/index', 'Index']]) {
      await visitor.visit(route, expected);
      await isTranslated(visitor, route);
      await visitor.shoot(`strings${route.replace(/\W+/g, '-')}`);
    }
  });

  test('its menus and edit mode show none', async () => {
    await visitor.visit('/kitchen/shelf', 'Flour');
    await press(visitor, '.tool:last-child');
    await opens(visitor);
    await isTranslated(visitor, 'a menu');
    await shuts(visitor);
    await visitor.visit('/editing', 'Ada');
    await press(visitor, '.title span button');
    await page.waitFor(`document.querySelector('.tool')`);
    await isTranslated(visitor, 'edit mode');
  });

  test('choosing an image shows none', async () => {
    for (const source of ['file', 'paste']) {
      await page.eval(`import('/oriel/app/image.js').then(({ picker }) => {
        const node = picker({ slot: 'x', source: '${source}', types: ['image/png'], limit: 9 }, '/'), files = new DataTransfer();
        document.querySelector('main').prepend(node);
        files.items.add(new File(['ten bytes!'], 'b.txt'));
        node.dispatchEvent(new DragEvent('drop', { dataTransfer: files, cancelable: true }));
      })`);
      await page.waitFor(`/ж/.test(document.querySelector('.picker [role=alert]').innerText)`);
      await isTranslated(visitor, source);
    }
    await page.eval(`new OffscreenCanvas(20, 20).getContext('2d').canvas.convertToBlob().then(async blob => (await import('/oriel/app/crop.js')).crop(new File([blob], 'a.png', { type: 'image/png' }))) && 0`);
    await opens(visitor);
    await isTranslated(visitor, 'cropping');
  });

  test('no script failed on the way', () => visitor.noErrors());
});
