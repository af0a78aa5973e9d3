// The counts of columns without a declared type: those of a server that only reads, and those of a view.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Database, Server } from './server.mjs';
import { Visitor, skip } from './visitor.mjs';

const sql = `
  CREATE TABLE Genre (Id INTEGER PRIMARY KEY, Name TEXT);
  CREATE TABLE Song (Id INTEGER PRIMARY KEY, Title TEXT, Genre INTEGER REFERENCES Genre, Price REAL, Bytes INTEGER, IsNew BOOLEAN, Empty INTEGER);
  CREATE TABLE Seat (Row INTEGER, Number INTEGER, Price REAL, PRIMARY KEY (Row, Number)) WITHOUT ROWID;
  CREATE VIEW Cheap AS SELECT Id, Title, Price, Bytes, IsNew FROM Song;
  INSERT INTO Genre VALUES (1, 'Jazz'), (2, 'Folk');
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
    INSERT INTO Song SELECT i, printf('Song %03d', i), 1 + i % 2, i / 10.0, 1000000 + i * 7919 % 100003, i % 2, NULL FROM n;
  WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99) INSERT INTO Seat SELECT i / 10, i % 10, i % 7 FROM n;`;

describe('counts without types', { skip, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Visitor.arrive(async visitor => Server.start(visitor.database = await Database.create(sql), 0, undefined, ['--read-only']));
    ({ page } = visitor);
    await page.setViewport(1400, 900);
  });

  after(() => visitor?.leave());

  const counted = `[...document.querySelectorAll('.facets section:not([aria-busy])')].map(({ firstChild, children }) =>
    firstChild?.firstChild.data + (children[1]?.className === 'histogram' ? '~' : ''))`;

  /** Opens a table, and waits until the columns that are counted are these. A histogram has a tilde. */
  async function counts(route, text, columns) {
    await visitor.visit(route, text);
    if (!await page.eval('localStorage.facets')) await visitor.press('Counts');
    await page.waitFor(`document.querySelector('.facets section') && !document.querySelector('.facets [aria-busy]')`);
    assert.deepEqual(await page.eval(counted), columns);
  }

  test('the key of a table is not counted, and truths are counted by value', () => counts('/Song', 'Song 001', ['IsNew', 'Genre', 'Price~', 'Bytes~']));

  test('nor are the columns of a key', () => counts('/Seat', '0', ['Price~']));

  test('nor is a key that a view has', () => counts('/Cheap', 'Song 001', ['IsNew', 'Price~', 'Bytes~']));

  test('it is counted on request', async () => {
    await page.eval(`((select) => (select.value = 'Id', select.onchange()))(document.querySelector('.facets select'))`);
    await page.waitFor(`${counted}.includes('Id')`);
  });

  test('no script failed on the way', () => visitor.noErrors());
});
