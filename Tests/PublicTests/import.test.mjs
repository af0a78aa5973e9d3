// Rows of a file that are inserted into a table.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parse } from '../../public/oriel/list/parse.js';
import { faults } from './axe.mjs';
import { Visitor, skip } from './visitor.mjs';

test('a file with commas, semicolons or tabs is read by its first line', () => {
  for (const mark of [',', ';', '\t']) {
    const { names, rows, isText } = parse(`\uFEFFName${mark}Note\r\n"A ""b""${mark}\nc"${mark}\r\nx${mark}""\r\n\r\n'=1${mark}'y\n`);
    assert.deepEqual([names, isText], [['Name', 'Note'], true]);
    assert.deepEqual(rows, [{ Name: `A "b"${mark}\nc`, Note: null }, { Name: 'x', Note: '' }, { Name: '=1', Note: `'y` }]);
  }
});

test('JSON is an array of objects, or one object a line', () => {
  const rows = [{ a: 1 }, { a: null, b: [2] }];
  for (const text of [JSON.stringify(rows), rows.map(row => JSON.stringify(row)).join('\n')]) assert.deepEqual(parse(text), { names: ['a', 'b'], rows, isText: false });
});

test('what has no rows is refused', () => {
  for (const text of ['', 'Name', '[]', '{', '[1', 'Name\n\n']) assert.throws(() => parse(text), text);
});

describe('an import', { skip, concurrency: false }, () => {
  let visitor, page, folder;

  before(async () => {
    visitor = await Visitor.arrive();
    ({ page } = visitor);
    folder = await mkdtemp(join(tmpdir(), 'oriel-import-'));
    visitor.run(`CREATE TABLE Guest (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL, Age INTEGER CHECK (Age < 150), Sold BOOLEAN, Note TEXT DEFAULT 'none'); INSERT INTO Guest VALUES (1, 'Zoe', 9, 0, 'old')`);
  });

  after(async () => {
    await visitor?.leave();
    await rm(folder, { recursive: true, force: true });
  });

  /** Opens the dialog, and chooses a file with a content. */
  async function choose(name, content) {
    const file = join(folder, name);
    await writeFile(file, content);
    await visitor.visit('/Guest', 'Guest');
    await visitor.press('Import');
    await visitor.asks('Import into Guest');
    await page.choose(`document.querySelector('dialog [type=file]')`, file);
  }

  const rows = () => visitor.run(`SELECT group_concat(Name || ':' || coalesce(Age, 'null') || ':' || coalesce(Sold, 'null') || ':' || coalesce(Note, 'null')) FROM (SELECT * FROM Guest WHERE Id > 1 ORDER BY Name)`);

  test('the columns of a file are mapped by name, and its rows are inserted and undone', async () => {
    await choose('guests.csv', 'name,Years,Sold\nAda,36,yes\nBob,,0\n');
    await visitor.asks('2 rows.');
    await visitor.asks('Ada · Bob');
    await page.eval(`(select => { select.value = 'Years'; select.dispatchEvent(new Event('change')); })([...document.querySelectorAll('dialog .field')].find(({ innerText }) => innerText.startsWith('Age')).querySelector('select'))`);
    await visitor.asks('36 · –');
    assert.deepEqual(await page.eval(`(${faults})()`), []);
    await visitor.shoot('import');
    await visitor.press('Import');
    await visitor.closes();
    await visitor.shows('Bob');
    assert.equal(rows(), 'Ada:36:1:none,Bob:null:0:none');
    await page.waitFor(`document.querySelector('.undo').innerText.includes('Imported: 2 rows')`);
    await page.click('.undo button');
    await visitor.hides('Bob');
    assert.equal(rows(), '');
  });

  test('rows that are refused are told by number and column, and the others are inserted', async () => {
    await choose('guests.json', JSON.stringify([{ Name: 'Cleo', Age: 5 }, { Name: 'Dan', Age: 'old' }, { Name: 'Eve', Age: 200 }]));
    await visitor.asks('3 rows.');
    await visitor.press('Import');
    await visitor.asks('1 imported, 2 not');

    await visitor.asks('Row 2, Age: The value must be a whole number.');
    await visitor.asks('Row 3');
    await visitor.shoot('import-refused');
    await page.press('Escape');
    await visitor.closes();
    assert.equal(rows(), 'Cleo:5:null:none');
  });

  test('a file that is none of these says so', async () => {
    await choose('guests.txt', '{ nothing');
    await visitor.asks('The file must be CSV');
    await visitor.press('Import');
    await visitor.asks('Choose a column.');
    await page.press('Escape');
    await visitor.closes();
  });

  test('no script failed and no resource was refused on the way', () => visitor.noErrors(/422/));
});
