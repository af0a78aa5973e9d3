// Changes that are undone: by the bar that is shown after a change, and by Ctrl+Z.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { faults } from './axe.mjs';
import { Typist } from './typist.mjs';
import { skip } from './visitor.mjs';

const [NAME, STOCK] = [0, 5];

describe('undo', { skip, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Typist.arrive();
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  beforeEach(() => visitor.begins());

  /** Waits until the bar offers to undo a change. */
  const offers = text => page.waitFor(`(bar => bar && !bar.hidden && !bar.querySelector('button').hidden && bar.innerText.includes(${JSON.stringify(text)}))(document.querySelector('.undo'))`);

  /** Waits until a query has a value. */
  async function holds(sql, value) {
    for (let times = 0; visitor.run(sql) !== value && times < 400; times++) await page.eval('new Promise(resolve => setTimeout(resolve, 25))');
    assert.equal(visitor.run(sql), value);
  }

  async function changeStock(value) {
    await visitor.edits('Thing 001', STOCK);
    await visitor.types(value);
    await page.press('Enter');
    await offers('Thing 001');
    await holds('SELECT Stock FROM Thing WHERE Id = 1', value);
  }

  test('a changed cell is undone by Ctrl+Z, step by step', async () => {
    for (const value of ['30', '31']) await changeStock(value);
    assert.deepEqual(await page.eval(`(${faults})()`), []);
    await visitor.shoot('undo');
    await visitor.stands('Thing 002', NAME);
    await page.press('Control+z');
    await holds('SELECT Stock FROM Thing WHERE Id = 1', '30');
    await page.press('Control+z');
    await holds('SELECT Stock FROM Thing WHERE Id = 1', '1');
  });

  test('a value that others have changed since is not undone', async () => {
    await changeStock('32');
    visitor.run('UPDATE Thing SET Stock = 50 WHERE Id = 1');
    await page.click('.undo button');
    await visitor.asks('could not be undone');
    await visitor.asks('Someone else has changed this data.');
    await page.press('Escape');
    await visitor.closes();
    assert.equal(visitor.run('SELECT Stock FROM Thing WHERE Id = 1'), '50');
  });

  test('a deleted row returns with all values, files among them', async () => {
    visitor.run(`INSERT INTO Artist VALUES (9, 'Nobody', 1950, x'00ff10')`);
    await visitor.visit('/Artist/9', 'Nobody');
    await visitor.press('Delete');
    await visitor.asks('Delete “Nobody”?');
    await visitor.press('Delete');
    await offers('Deleted: Nobody');
    await holds('SELECT count(*) FROM Artist WHERE ArtistId = 9', '0');
    await page.click('.undo button');
    await holds('SELECT ArtistId, Name, Founded, hex(Portrait) FROM Artist WHERE ArtistId = 9', '9|Nobody|1950|00FF10');
    visitor.run('DELETE FROM Artist WHERE ArtistId = 9');
  });

  test('many deleted rows return at once', async () => {
    const sum = 'SELECT count(*), sum(Id), sum(Stock) FROM Thing';
    const before = visitor.run(sum);
    await visitor.stands('Thing 001', NAME);
    await page.press('Control+a');
    await page.waitFor(`document.querySelector('.selected [role=status]').innerText === '600 selected'`);
    await visitor.press('Delete');
    await visitor.asks('Delete 600 selected?');
    await visitor.press('Delete');
    await holds('SELECT count(*) FROM Thing', '0');
    await offers('Deleted: 600 rows');
    await page.click('.undo button');
    await holds(sum, before);
    await visitor.shows('Thing 001');
  });

  test('an undo that an outage breaks off says what was refused before, and tries the rest again', async () => {
    visitor.run('DELETE FROM Thing WHERE Id > 60');
    await page.waitFor(`document.querySelector('main .title small').innerText === '60'`);
    await visitor.stands('Thing 001', NAME);
    await page.press('Control+a');
    await page.waitFor(`document.querySelector('.selected [role=status]').innerText === '60 selected'`);
    await visitor.press('Delete');
    await visitor.asks('Delete 60 selected?');
    await visitor.press('Delete');
    await offers('Deleted: 60 rows');
    visitor.run(`INSERT INTO Thing (Id, Name, Stock) VALUES (60, 'Theirs', 1)`);
    await page.eval(`window.post = fetch, window.left = 20, window.fetch = (...what) => left-- > 0 ? post(...what) : Promise.reject(new TypeError('cut'))`);
    await page.click('.undo button');
    await visitor.asks('19 undone, 41 not');
    await visitor.asks('The server did not answer for 40 rows.');
    const reasons = () => page.eval(`[...document.querySelectorAll('dialog [role=alert] p')].map(({ innerText }) => innerText)`);
    const [reason, ...others] = await reasons();
    assert.match(reason, /already/);
    assert.equal(others.length, 1);
    await visitor.shoot('undo-outage');
    await page.press('Escape');
    await visitor.closes();
    assert.equal(visitor.run('SELECT count(*) FROM Thing'), '20');
    await page.eval('window.fetch = post');
    await page.click('.undo button');
    await visitor.asks('40 undone, 1 not');
    assert.deepEqual(await reasons(), [reason]);
    await page.press('Escape');
    await visitor.closes();
    assert.equal(visitor.run(`SELECT count(*), min(Name) FROM Thing WHERE Stock >= 0`), '60|Theirs');
  });

  test('a new row is undone as long as it is as it was written', async () => {
    await visitor.press('New');
    await visitor.enter('Name', 'Thing 000');
    await visitor.enter('Stock', '3');
    await visitor.press('Save');
    await offers('Added: a row');
    await page.click('.undo button');
    await holds(`SELECT count(*) FROM Thing WHERE Name = 'Thing 000'`, '0');
  });

  test('a new row that others have completed is not removed', async () => {
    await visitor.press('New');
    await visitor.enter('Name', 'Thing 000');
    await visitor.enter('Stock', '3');
    await visitor.press('Save');
    await offers('Added: a row');
    visitor.run(`UPDATE Thing SET Note = 'theirs' WHERE Name = 'Thing 000'`);
    await page.click('.undo button');
    await visitor.asks('could not be undone');
    await page.press('Escape');
    assert.equal(visitor.run(`SELECT Note FROM Thing WHERE Name = 'Thing 000'`), 'theirs');
  });

  test('no script failed and no resource was refused on the way', () => visitor.noErrors(/40[49]|422/));
});
