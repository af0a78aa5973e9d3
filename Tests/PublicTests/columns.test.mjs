// The columns of a table: as wide as they are, fixed, resized, chosen, remembered, shared, and drawn where they are in view.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { briefly, inView, isWide } from '../../public/oriel/list/across.js';
import { columnsOf, tracks, widthsOf } from '../../public/oriel/list/tracks.js';
import { Visitor, serving, skip } from './visitor.mjs';

const rows = values => Object.fromEntries(values.map((fields, id) => [id, { title: `Row ${id}`, fields }]));

test('a list shows its columns beside the title, which is not shown twice', () => {
  assert.deepEqual(columnsOf({ shown: ['Id', 'Name', 'Age'], titleColumns: ['Name'] }), ['Id', 'Age']);
  assert.deepEqual(columnsOf({ shown: ['First', 'Last'], titleColumns: ['First', 'Last'] }), ['First', 'Last']);
  assert.equal(columnsOf({ columns: ['Id'] }), undefined);
});

test('a column is as wide as its values, within bounds', () => {
  const cells = rows(Array.from({ length: 20 }, (_, i) => ({ A: i, B: 'x'.repeat(500), 'A long name of a column': 1 })));
  const [title, a, b, named] = widthsOf({ cells, titleColumns: ['Name'] }, ['A', 'B', 'A long name of a column']);
  assert.ok(title >= 12 && a < 6 && b === 19 && named > 12, `${[title, a, b, named]}`);
  assert.equal(tracks([12, 5], place => place === 1), 'minmax(12rem, 12fr) 5rem');
});

test('columns out of view are not drawn, except in a list that is hardly wider than the page', () => {
  assert.equal(isWide.matches, true);
  assert.deepEqual(inView(Array(10).fill(10), 0, 80), [0, Infinity]);
  assert.deepEqual(inView(Array(200).fill(10), 0, 100), [0, 20]);
  assert.deepEqual(inView(Array(200).fill(10), 1000, 100), [95, 120]);
  assert.deepEqual(inView(Array(200).fill(10), 1040, 100), [95, 120]);
  assert.deepEqual(inView(Array(50).fill(10), 400, 100)[1], Infinity);
});

test('a phone shows what tells rows apart: columns in use, then those whose values differ', () => {
  const cells = rows(Array.from({ length: 10 }, (_, i) => ({ Id: i, Same: 'x', Sum: i * 7, Who: `p${i % 5}`, Long: 'y'.repeat(60) + i, Day: `d${i}`, None: null })));
  const commands = { insert: { arguments: { Id: { key: true } } } };
  const names = ['Id', 'Same', 'Sum', 'Who', 'Long', 'Day', 'None'];
  const inputs = { sort: '', filters: [] };
  assert.deepEqual([...briefly({ cells, commands, inputs }, names)], ['Sum', 'Day', 'Who', 'Same']);
  assert.deepEqual([...briefly({ cells, commands, inputs: { sort: '-Long', filters: [{ column: 'None' }] } }, names)], ['Long', 'None', 'Sum', 'Day']);
});

const wide = Array.from({ length: 60 }, (_, i) => `c${i + 1} TEXT`).join(', ');
const schema = `CREATE TABLE Maker (MakerId INTEGER PRIMARY KEY, Name TEXT);
  INSERT INTO Maker VALUES (1, 'Ada & Sons'), (2, 'Bell');
  CREATE TABLE Thing (ThingId INTEGER PRIMARY KEY, Name TEXT NOT NULL, MakerId INTEGER REFERENCES Maker, Kind TEXT, Price REAL, Note TEXT);
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
    INSERT INTO Thing SELECT i, printf('Thing %03d', i), 1 + i % 2, CASE i % 3 WHEN 0 THEN 'red' WHEN 1 THEN 'blue' ELSE 'green' END, i / 4.0, NULL FROM n;
  CREATE TABLE Wide (Id INTEGER PRIMARY KEY, Name TEXT, ${wide});
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
    INSERT INTO Wide (Id, Name, c1, c60) SELECT i, printf('Row %03d', i), 'first ' || i, 'last ' || i FROM n;`;
const every = ['Id', 'Name', ...Array.from({ length: 60 }, (_, i) => `c${i + 1}`)].join(',');

describe('columns of a table', { skip, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Visitor.arrive(serving(schema));
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  const headers = `[...document.querySelectorAll('.labels > *')].filter(label => label.checkVisibility()).map(label => label.innerText)`;
  const cell = (row, name) => `[...document.querySelectorAll('li.row')].find(li => li.innerText.startsWith('${row}')).querySelector('[data-label="${name}"]')`;
  const desk = () => page.setViewport(1280, 800);
  const forget = () => page.eval('localStorage.clear()');

  for (const scheme of ['light', 'dark']) test(`every column has a label, ${scheme}`, async () => {
    await desk();
    await page.setMedia({ 'prefers-color-scheme': scheme });
    await visitor.visit('/Thing', 'Thing 001');
    await page.waitFor(`${headers}.length > 1 && document.querySelector('.labels [aria-sort]')`);
    assert.deepEqual(await page.eval(headers), ['Name', 'ThingId', 'MakerId', 'Kind', 'Price', 'Note']);
    assert.equal(await page.eval(`document.querySelectorAll('.labels [aria-sort]').length`), 6);
    await visitor.shoot(`columns-${scheme}`);
  });

  test('the key and the title sort the table', async () => {
    await visitor.visit('/Thing', 'Thing 001');
    await page.waitFor(`document.querySelector('.labels [aria-sort]')`);
    await page.eval(`[...document.querySelectorAll('.labels > *')].find(label => label.innerText === 'ThingId').click()`);
    await page.waitFor(`location.search === '?sort=ThingId' && document.querySelector('[aria-sort=ascending]')?.innerText === 'ThingId'`);
    await page.eval(`[...document.querySelectorAll('.labels > *')].find(label => label.innerText === 'ThingId').click()`);
    await visitor.shows('Thing 300');
    await page.waitFor(`document.querySelector('[aria-sort=descending]')?.innerText === 'ThingId'`);
  });

  test('a wide table scrolls sideways, and its first column, header and bars stay', async () => {
    await visitor.visit(`/Wide?columns=${every}`, 'Row 001');
    await page.waitFor(`document.documentElement.scrollWidth > 3 * innerWidth && document.querySelector('.labels [aria-sort]')`);
    assert.ok(await page.eval(`document.querySelectorAll('li.row .out').length`) > 100, 'columns out of view are not drawn');
    const places = `['header', 'h1', '.labels > *', 'li.row .columns > *'].map(name => Math.round(document.querySelector(name).getBoundingClientRect().left))`;
    const before = await page.eval(places);
    await page.eval('scrollTo(document.documentElement.scrollWidth, 200)');
    await page.waitFor(`document.querySelector('main').innerText.includes('last 5')`);
    assert.deepEqual(await page.eval(places), before);
    assert.equal(await page.eval(`${cell('Row 005', 'c1')}.className`), 'out');
    await visitor.shoot('columns-wide');
    visitor.run(`UPDATE Wide SET c60 = 'other' WHERE Id = 5`);
    await visitor.shows('other');
  });

  test('arrow keys lead through all columns, and the page follows', async () => {
    await visitor.visit(`/Wide?columns=${every}`, 'Row 001');
    await page.waitFor(`document.querySelector('.labels [aria-sort]')`);
    await page.eval(`document.querySelector('li.row a').focus()`);
    await page.press('End');
    await page.press('ArrowLeft'); // past the box that selects the row
    await page.waitFor(`document.activeElement.closest('[data-label=c60]')?.innerText === 'last 1' && scrollX > innerWidth`);
    const [left, right] = await page.eval(`(box => [box.left, box.right])(document.activeElement.getBoundingClientRect())`);
    assert.ok(left > 0 && right <= 1280, `${left} to ${right}`);
    const astray = await page.eval(`(labels => [...document.activeElement.closest('.columns').children].filter((cell, place) =>
      place > 1 && cell.checkVisibility() && Math.abs(cell.getBoundingClientRect().left - labels[place].getBoundingClientRect().left) > 1).length)(document.querySelector('.labels').children)`);
    assert.equal(astray, 0, 'values are below the labels of their columns');
    await page.press('Home');
    for (let i = 0; i < 5; i++) await page.press('ArrowRight');
    await page.waitFor(`document.activeElement.closest('[data-label=c4]')`);
  });

  test('a column is resized by its edge and by the keyboard, which is remembered and shared', async () => {
    await visitor.visit('/Thing', 'Thing 001');
    await page.waitFor(`document.querySelector('.labels .grip')`);
    const box = await page.eval(`(box => ({ x: box.right - 4, y: box.top + box.height / 2, width: box.width }))(document.querySelector('.labels').children[2].getBoundingClientRect())`);
    const mouse = (type, x) => page.send('Input.dispatchMouseEvent', { type, x, y: box.y, button: 'left', buttons: 1, clickCount: 1 });
    await mouse('mousePressed', box.x);
    await mouse('mouseMoved', box.x + 60);
    await mouse('mouseReleased', box.x + 60);
    const width = `document.querySelector('.labels').children[2].offsetWidth`;
    await page.waitFor(`Math.abs(${width} - ${box.width + 60}) < 3 && location.hash.includes('width.ThingId')`);
    assert.equal(await page.eval('location.search'), '');
    const shared = await page.eval('location.href');
    await page.eval(`document.querySelector('.labels').children[2].focus()`);
    await page.press('Shift+ArrowRight');
    await page.waitFor(`Math.abs(${width} - ${box.width + 75}) < 3`);
    await visitor.visit('/Thing', 'Thing 001');
    await page.waitFor(`Math.abs(${width} - ${box.width + 75}) < 3`);
    await forget();
    await page.goto('about:blank');
    await page.goto(shared);
    await visitor.shows('Thing 001');
    await page.waitFor(`Math.abs(${width} - ${box.width + 60}) < 3`);
    await forget();
  });

  test('columns are chosen in their order, and the server sends these only', async () => {
    await visitor.visit('/Thing', 'Thing 001');
    await page.waitFor(`document.querySelector('.labels [aria-sort]')`);
    await visitor.press('Columns');
    await visitor.asks('Height of rows');
    await visitor.shoot('columns-chooser');
    await page.eval(`for (const line of document.querySelectorAll('.chooser li')) line.box.checked = /^(Name|Price|Kind)$/.test(line.name)`);
    await page.eval(`[...document.querySelectorAll('.chooser li')].find(line => line.name === 'Price').querySelector('button').click()`);
    await page.eval(`document.querySelector('dialog select').value = 'compact'`);
    await visitor.press('Show');
    await page.waitFor(`location.search === '?columns=Name,Price,Kind' || decodeURIComponent(location.search) === '?columns=Name,Price,Kind'`);
    await page.waitFor(`${headers}.join() === 'Name,Price,Kind'`);
    await page.waitFor(`document.querySelector('li.row').offsetHeight < 32`);
    assert.deepEqual(Object.keys(page.frames.findLast(({ document }) => document)?.document.cells[1].fields), ['Name', 'Price', 'Kind']);
    await visitor.visit('/', 'Thing');
    await visitor.visit('/Thing', 'Thing 001');
    await page.waitFor(`${headers}.join() === 'Name,Price,Kind' && location.hash === '#density=compact'`);
    await visitor.press('Columns');
    await visitor.press('As at first');
    await page.waitFor(`${headers}.length === 6 && location.search === ''`);
    await forget();
  });

  test('the columns to choose from are one stop of Tab, and arrows lead through them', async () => {
    const at = () => page.eval(`(node => node.closest('.chooser li') ? node.closest('li').name + ' ' + (node.type === 'checkbox' ? node.checked : node.innerText) : node.innerText || node.localName)(document.activeElement)`);
    const walk = async (...keys) => {
      const walked = [];
      for (const key of keys) {
        await page.press(key);
        walked.push(await at());
      }
      return walked;
    };
    const order = () => page.eval(`[...document.querySelectorAll('.chooser li')].map(({ name }) => name).join()`);
    const stops = () => page.eval(`document.querySelectorAll('.chooser [tabindex="0"]').length`);
    for (const [dir, next, before] of [['ltr', 'ArrowRight', 'ArrowLeft'], ['rtl', 'ArrowLeft', 'ArrowRight']]) {
      await visitor.visit('/Thing', 'Thing 001');
      await page.eval(`document.documentElement.dir = '${dir}'`);
      await visitor.press('Columns');
      await visitor.asks('Height of rows');
      await page.eval(`document.querySelector('dialog select').focus()`);
      assert.deepEqual(await walk('Tab', 'Tab', 'Shift+Tab', 'ArrowUp', 'ArrowDown', 'ArrowDown', ' ', 'End', 'Home'),
        ['ThingId true', 'Show all', 'ThingId true', 'ThingId true', 'Name true', 'MakerId true', 'MakerId false', 'Note true', 'ThingId true'], dir);
      assert.deepEqual(await walk('ArrowDown', next, ' ', 'Tab', 'Shift+Tab', next, before, before), ['Name true', 'Name ↑', 'Name ↑', 'Show all', 'Name ↑', 'Name ↓', 'Name ↑', 'Name true'], dir);
      assert.deepEqual([await order(), await stops()], ['Name,ThingId,MakerId,Kind,Price,Note', 1]);
      assert.deepEqual(await walk(next, next, 'Enter'), ['Name ↑', 'Name ↓', 'Name ↓']);
      assert.equal(await order(), 'ThingId,Name,MakerId,Kind,Price,Note');
      await page.press('Escape');
      await visitor.closes();
    }
    // What is found has the stop.
    await visitor.visit('/Wide', 'Row 001');
    await visitor.press('Columns');
    await page.type('dialog input[type=search]', 'c59');
    assert.deepEqual(await walk('Tab', 'ArrowDown', 'Shift+Tab'), ['c59 false', 'c59 false', 'input']);
    await page.type('dialog input[type=search]', 'c5');
    assert.deepEqual(await walk('Tab', 'ArrowDown', 'End'), ['c5 true', 'c50 false', 'c59 false']);
    assert.equal(await stops(), 1);
    await page.press('Escape');
    await visitor.closes();
  });

  test('remembered columns of a table that has other ones now are forgotten', async () => {
    visitor.run('CREATE TABLE Brief (Id INTEGER PRIMARY KEY, Name TEXT, Old TEXT); INSERT INTO Brief VALUES (1, \'One\', \'x\')');
    await visitor.visit('/Brief', 'One');
    await page.eval(`localStorage.tables = 1, localStorage['table-/Brief'] = '{"columns":"Old"}'`);
    visitor.run('ALTER TABLE Brief RENAME COLUMN Old TO New');
    await visitor.visit('/Brief', 'One');
    await page.waitFor(`${headers}.includes('New') && location.search === ''`);
    await forget();
  });

  for (const scheme of ['light', 'dark']) test(`a phone shows labelled values that tell rows apart, ${scheme}`, async () => {
    await page.setViewport(390, 844, true);
    await page.setMedia({ 'prefers-color-scheme': scheme });
    await visitor.visit('/Thing?sort=-Price', 'Thing 300');
    await page.waitFor(`document.querySelector('li.row [data-brief]')`);
    const shown = await page.eval(`[...document.querySelector('li.row .columns').children].filter(node => node.checkVisibility()).map(node => node.dataset.label ?? node.innerText)`);
    assert.deepEqual(shown, ['Thing 300', 'ThingId', 'MakerId', 'Kind', 'Price']);
    assert.equal(await page.eval(`getComputedStyle(${cell('Thing 300', 'Price')}, '::before').content`), '"Price "');
    await visitor.fits('/Thing on a phone');
    const bar = await page.eval(`document.querySelector('.bar input').getBoundingClientRect().top`);
    assert.ok(bar > 844 * 2 / 3, `the search is ${bar} pixels from the top`);
    assert.equal(await page.eval(`document.querySelector('.mark').checkVisibility()`), false);
    await visitor.shoot(`columns-phone-${scheme}`);
    await visitor.press('Select');
    await page.waitFor(`document.querySelector('.mark').checkVisibility()`);
    await page.eval(`document.querySelector('.mark input').click()`);
    await page.waitFor(`document.querySelector('.selected:not([hidden])')`);
    await page.press('Escape');
    await desk();
  });

  test('no script failed on the way', () => visitor.noErrors());
});
