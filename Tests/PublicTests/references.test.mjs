// References: names that are typed for keys, and rows that refer to one that is deleted.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Visitor, skip } from './visitor.mjs';

describe('references', { skip, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Visitor.arrive();
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  test('a reference may be typed by name, in forms and in cells', async () => {
    await visitor.visit('/Album', 'Howl');
    await visitor.press('New');
    await visitor.field('Title');
    assert.ok(await page.eval(`field.contains(document.activeElement)`));
    await visitor.enter('Title', 'Third Rail');
    await visitor.enter('ArtistId', 'iron');
    await page.waitFor(`field.querySelector('output').innerText === 'Iron Lanterns'`);
    await visitor.press('Save');
    await visitor.shows('Iron Lanterns');
    assert.equal(visitor.run(`SELECT ArtistId FROM Album WHERE Title = 'Third Rail'`), '3');
    await visitor.visit('/Album', 'Third Rail');
    await page.waitFor(`import('/oriel/list/desk.js').then(() => true)`);
    await page.eval(`[...document.querySelectorAll('.row')].at(-1).querySelector('a').focus()`);
    for (const key of ['ArrowRight', 'ArrowRight', 'F2']) await page.press(key);
    await page.waitFor(`document.querySelector('.editor output')`);
    for (const [name, problem] of [['no such artist', 'No row matches.'], ['r', 'Several rows match. Choose one.']]) {
      await page.type('.editor input', name);
      await page.press('Enter');
      await page.waitFor(`document.querySelector('.editor .problem').innerText === '${problem}' && document.activeElement.closest('.editor')`);
    }
    await page.type('.editor input', 'paper wolves');
    assert.equal(await page.eval(`document.querySelector('.editor .problem').innerText`), '');
    await page.press('Enter');
    await page.waitFor(`!document.querySelector('.editor')`);
    assert.equal(visitor.run(`SELECT ArtistId FROM Album WHERE Title = 'Third Rail'`), '2');
    visitor.run(`DELETE FROM Album WHERE Title = 'Third Rail'`);
  });

  test('a name that several rows or none have is refused before anything is sent, in forms and filters', async () => {
    await visitor.visit('/Album', 'Howl');
    await visitor.press('New');
    await visitor.enter('Title', 'Fourth Rail');
    const problem = text => page.waitFor(`field.querySelector('.problem').innerText === ${JSON.stringify(text)}`);
    for (const [name, text] of [['r', 'Several rows match. Choose one.'], ['nobody', 'No row matches.']]) {
      await visitor.enter('ArtistId', name);
      await problem('');
      await page.waitFor(`field.querySelector('datalist')`);
      await visitor.press('Save');
      await problem(text);
    }
    await visitor.enter('ArtistId', 'iron lanterns');
    await problem('');
    await page.press('Escape');
    await visitor.press('Discard');
    await visitor.closes();
    await visitor.press('Filter');
    await visitor.field('Comparison');
    await page.eval(`(select => { select.value = 'ArtistId'; select.dispatchEvent(new Event('change')); })(document.querySelector('dialog select'))`);
    for (const [name, text] of [['r', 'Several rows match. Choose one.'], ['nobody', 'No row matches.']]) {
      await visitor.enter('Value', name);
      await page.waitFor(`!document.querySelector('dialog footer .problem').innerText`);
      await visitor.press('Show');
      await visitor.asks(text);
    }
    await visitor.enter('Value', 'quiet harbor');
    await visitor.press('Show');
    await visitor.closes();
    assert.equal(await visitor.address(), '/Album?ArtistId=1');
  });

  test('a refused deletion links to the rows that keep the row, on its page and in a list', async () => {
    visitor.run(`CREATE TABLE Tour (TourId INTEGER PRIMARY KEY, Lead INTEGER REFERENCES Artist, Guest INTEGER REFERENCES Artist, Note TEXT);
      CREATE TABLE Fan (Name TEXT PRIMARY KEY, Idol INTEGER REFERENCES Artist ON DELETE CASCADE);
      INSERT INTO Fan VALUES ('Ada', 1);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60) INSERT INTO Tour SELECT i, 1, iif(i < 4, 1, 3), 'tour' FROM n`);
    const links = `[...document.querySelectorAll('dialog [role=alert] a')].map(({ innerText, pathname, search }) => [innerText, pathname + search])`;
    const expected = [['Album: 2 rows', '/Album?ArtistId=1'], ['Tour.Guest: 3 rows', '/Tour?Guest=1'], ['Tour.Lead: 60 rows', '/Tour?Lead=1']];
    await visitor.visit('/Artist/1', 'First Light');
    await visitor.press('Delete');
    await visitor.asks('Delete “Quiet Harbor”?');
    await visitor.press('Delete');
    await page.waitFor(`${links}.length`);
    assert.deepEqual((await page.eval(links)).sort(), expected);
    await visitor.shoot('refused-deletion');
    await page.eval(`[...document.querySelectorAll('dialog [role=alert] a')].find(({ innerText }) => innerText.startsWith('Album')).click()`);
    await page.waitFor(`!document.querySelector('dialog') && location.pathname + location.search === '/Album?ArtistId=1'`);
    await visitor.visit('/Artist', 'Quiet Harbor');
    await visitor.ticks('Quiet Harbor');
    await visitor.press('Delete');
    await visitor.asks('Delete 1 selected?');
    await visitor.press('Delete');
    await visitor.asks('still reference this row');
    assert.deepEqual((await page.eval(links)).sort(), [...expected, ['Quiet Harbor', '/Artist/1']].sort());
    await visitor.shoot('refused-deletions');
    await page.press('Escape');
    visitor.run('DROP TABLE Tour; DROP TABLE Fan');
  });

  test('no script failed on the way', () => visitor.noErrors(/422/));
});
