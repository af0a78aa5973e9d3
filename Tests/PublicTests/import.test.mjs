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
    visitor.run('DELETE FROM Guest WHERE Id > 1');
  });

  test('a file that is none of these says so', async () => {
    await choose('guests.txt', '{ nothing');
    await visitor.asks('The file must be CSV');
    await visitor.press('Import');
    await visitor.asks('Choose a column.');
    await page.press('Escape');
    await visitor.closes();
  });

  /** Waits until the bar says what was imported; answers with the number, and whether undo is offered. */
  async function imported() {
    await page.waitFor(`/^Imported: [\\d,]+ rows?/.test(document.querySelector('.undo:not([hidden])')?.innerText)`, 60_000);
    return page.eval(`(bar => [+bar.innerText.replace(/\\D/g, ''), !bar.querySelector('button').hidden])(document.querySelector('.undo'))`);
  }

  const many = count => 'Name\n' + Array.from({ length: count }, (_, place) => `Guest ${place}\n`).join('');

  test('an import that is too large to be undone says so before the start, and says its result', async () => {
    await choose('many.csv', many(1001));
    await visitor.asks('1,001 rows. A change of more than 1,000 rows cannot be undone.');
    await visitor.press('Import');
    assert.deepEqual(await imported(), [1001, false]);
    visitor.run('DELETE FROM Guest WHERE Id > 1');
  });

  test('a large import that is cancelled says what it has done, and can be undone', async () => {
    await choose('many.csv', many(3000));
    await visitor.asks('3,000 rows.');
    await visitor.press('Import');
    await visitor.asks('of 3,000');
    await visitor.press('Cancel');
    const [count, isOffered] = await imported();
    assert.deepEqual([count, isOffered], [Number(visitor.run('SELECT count(*) - 1 FROM Guest')), true]);
    await page.click('.undo button');
    await page.waitFor(`document.querySelector('.undo').innerText.includes('Undone')`, 60_000);
    assert.equal(visitor.run('SELECT count(*) FROM Guest'), '1');
  });

  test('a required column without a source is named before the start', async () => {
    await choose('ages.csv', 'Age\n3\n');
    await visitor.asks('1 row.');
    await visitor.press('Import');
    await visitor.asks('Choose where these required columns come from: Name.');
    assert.equal(visitor.run('SELECT count(*) FROM Guest'), '1');
    await page.press('Escape');
    await visitor.closes();
  });

  test('an empty cell of a key that the database assigns leaves the key to the database', async () => {
    for (const [name, content] of [['keys.csv', 'Id,Name,Age\n,Ada,\n"","Bob",""\n'], ['keys.json', '[{"Id":null,"Name":"Ada","Age":null},{"Id":null,"Name":"Bob"}]']]) {
      await choose(name, content);
      await visitor.asks('2 rows.');
      await visitor.press('Import');
      await visitor.closes();
      await visitor.shows('Bob');
      assert.equal(rows(), 'Ada:null:null:none,Bob:null:null:none');
      visitor.run('DELETE FROM Guest WHERE Id > 1');
    }
  });

  test('no script failed and no resource was refused on the way', () => visitor.noErrors(/422/));
});
