// The counts of a table's columns beside it.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Visitor, serving, skip } from './visitor.mjs';

const sql = `
  CREATE TABLE Genre (Id INTEGER PRIMARY KEY, Name TEXT);
  CREATE TABLE Song (Id INTEGER PRIMARY KEY, Title TEXT, Genre INTEGER REFERENCES Genre, State TEXT, Price REAL, Day TEXT, IsNew BOOLEAN);
  CREATE TABLE Other (Id INTEGER PRIMARY KEY, Name TEXT, Kind TEXT);
  INSERT INTO Genre VALUES (1, 'Jazz'), (2, 'Folk'), (3, 'Blues');
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
    INSERT INTO Song SELECT i, printf('Song %03d', i), CASE WHEN i % 10 THEN 1 + i % 2 END, CASE i % 3 WHEN 0 THEN 'open' ELSE 'done' END,
      i / 10.0, date('2024-01-01', '+' || i || ' days'), i % 2 FROM n;
  INSERT INTO Other VALUES (1, 'One', 'x'), (2, 'Two', 'y');`;

describe('counts', { skip, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Visitor.arrive(serving(sql));
    ({ page } = visitor);
    await page.setViewport(1400, 900);
  });

  after(() => visitor?.leave());

  const facet = column => `[...document.querySelectorAll('.facets section')].find(node => node.innerText.startsWith('${column}'))`;
  const values = column => `[...${facet(column)}?.querySelectorAll('.choices a') ?? []].map(({ innerText }) => innerText.replace('\\n', ' ')).join()`;
  const chosen = column => `[...${facet(column)}?.querySelectorAll('[aria-current]') ?? []].map(({ innerText, title }) => title || innerText.split('\\n')[0]).join()`;
  const pick = (column, value) => page.eval(`[...${facet(column)}.querySelectorAll('a')].find(({ innerText, title }) => (innerText + title).startsWith('${value}')).click()`);

  test('a button shows them: truths, words and references by value, dates and numbers by range', async () => {
    await visitor.visit('/Song', 'Song 001');
    assert.equal(await page.eval(`!document.querySelector('.facets')`), true);
    await visitor.press('Counts');
    await page.waitFor(`${values('Genre')} === 'Folk 150,Jazz 120,no value 30'`);
    await page.waitFor(`${values('State')} === 'done 200,open 100' && ${values('IsNew')} === 'No 150,Yes 150'`);
    await page.waitFor(`${facet('Price')}?.querySelectorAll('.histogram a').length === 16`);
    await page.waitFor(`${facet('Day')}?.querySelectorAll('.histogram a').length === 10`);
    assert.equal(await page.eval(`${facet('Day')}.querySelector('.histogram a').ariaLabel`), 'Jan 2024 – Feb 2024: 30');
    await visitor.shoot('facets');
    // The table keeps clear of them.
    assert.ok(await page.eval(`document.querySelector('header').getBoundingClientRect().right <= document.querySelector('.facets').getBoundingClientRect().left`));
  });

  test('a value is chosen by a click, beside others, and given up by another', async () => {
    await pick('Genre', 'Folk');
    await page.waitFor(`location.search === '?Genre=2' && document.querySelector('.title small').innerText === '150'`);
    await page.waitFor(`${chosen('Genre')} === 'Folk' && ${values('Genre')} === 'Folk 150,Jazz 120,no value 30'`);
    await page.waitFor(`${values('IsNew')} === 'Yes 150'`);
    await pick('Genre', 'no value');
    await page.waitFor(`location.search === '?Genre.in=2%2C%7En' && document.querySelector('.title small').innerText === '180'`);
    await pick('Genre', 'Folk');
    await page.waitFor(`/^\\?Genre(=%7En|\\.null=)$/.test(location.search) && document.querySelector('.title small').innerText === '30'`);
    await pick('Genre', 'no value');
    await page.waitFor(`location.search === '' && document.querySelector('.title small').innerText === '300'`);
  });

  test('a bar of a histogram is a range, and a second click gives it up', async () => {
    await pick('Price', '4 – 6');
    await page.waitFor(`location.search === '?Price.gte=4&Price.lt=6' && document.querySelector('.title small').innerText === '20'`);
    await page.waitFor(`${chosen('Price')} === '4 – 6: 20' && ${facet('Price')}.querySelectorAll('.histogram a').length === 16`);
    await pick('State', 'open');
    await page.waitFor(`location.search === '?Price.gte=4&Price.lt=6&State=open'`);
    await page.waitFor(`${chosen('Price')} === '4 – 6: 6'`);
    await visitor.shoot('facets-chosen');
    await pick('Price', '4 – 6');
    await page.waitFor(`location.search === '?State=open' && ${chosen('Price')} === '' && ${chosen('State')} === 'open'`);
    await pick('State', 'open');
    await page.waitFor(`location.search === '' && ${chosen('State')} === ''`);
  });

  test('they are live, and a value that is chosen stays when no row has it', async () => {
    visitor.run(`INSERT INTO Song VALUES (301, 'New', 3, 'lost', 1, '2024-01-05', 1)`);
    await page.waitFor(`${values('Genre')} === 'Folk 150,Jazz 120,no value 30,Blues 1' && ${values('State')} === 'done 200,open 100,lost 1'`);
    await pick('State', 'lost');
    await page.waitFor(`location.search === '?State=lost' && ${chosen('State')} === 'lost'`);
    visitor.run(`DELETE FROM Song WHERE Id = 301`);
    await page.waitFor(`${values('State')} === 'done 200,open 100,lost 0'`);
    await pick('State', 'lost');
    await page.waitFor(`location.search === '' && ${values('State')} === 'done 200,open 100'`);
  });

  test('the rest of many values, and other columns, are counted on request', async () => {
    await page.eval(`((select) => (select.value = 'Title', select.onchange()))(document.querySelector('.facets select'))`);
    await page.waitFor(`${facet('Title')}?.querySelectorAll('.choices a').length === 7`);
    await page.eval(`${facet('Title')}.querySelector('.others').click()`);
    await page.waitFor(`${facet('Title')}?.querySelectorAll('.choices a').length === 100`);
  });

  test('they are remembered, leave with their table, and are closed by a button', async () => {
    await visitor.visit('/Other', 'One');
    await page.waitFor(`document.querySelector('.facets')`);
    await visitor.visit('/Song', 'Song 001');
    await page.waitFor(`${facet('State')}`);
    await visitor.press('Counts');
    await page.eval(`window.sockets = [], window.WebSocket = class extends WebSocket { constructor(...what) { super(...what); sockets.push(this); } }`);
    await visitor.press('Counts');
    await page.waitFor(`${facet('State')} && sockets.length === 5`);
    await page.eval(`document.querySelector('.row a').click()`);
    await page.waitFor(`!document.querySelector('.facets') && sockets.every(({ readyState }) => readyState === 3)`);
    await visitor.visit('/Song', 'Song 001');
    await page.waitFor(`${facet('State')}`);
    await page.eval(`document.querySelector('.facets > p button').click()`);
    await page.waitFor(`!document.querySelector('.facets')`);
    await visitor.visit('/Song', 'Song 001');
    assert.equal(await page.eval(`!document.querySelector('.facets')`), true);
  });

  test('on a phone they are a dialog, which a choice closes', async () => {
    await page.setViewport(390, 844, true);
    await visitor.visit('/Song', 'Song 001');
    await page.click('.more');
    await visitor.press('Counts');
    await page.waitFor(`${values('State')} === 'done 200,open 100'`);
    await visitor.shoot('facets');
    await pick('State', 'open');
    await visitor.closes();
    await page.waitFor(`location.search === '?State=open'`);
  });

  test('no script failed and no resource was refused on the way', () => visitor.noErrors());
});
