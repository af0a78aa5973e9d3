// The home of a database, the bar at the side, empty lists, and the panel for programs.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Visitor, serving, skip } from './visitor.mjs';

const tables = Array.from({ length: 24 }, (_, i) => `CREATE TABLE Table${i + 1} (Id INTEGER PRIMARY KEY, Name TEXT);`).join('');
const schema = `${tables} INSERT INTO Table7 VALUES (1, 'One'), (2, 'Two'); CREATE VIEW Seen AS SELECT * FROM Table7;`;

describe('the home of an empty database', { skip, concurrency: false }, () => {
  let visitor;

  before(async () => {
    visitor = await Visitor.arrive(serving(''));
  });

  after(() => visitor?.leave());

  test('says that there are no tables and what to do, until there is one', async () => {
    const { page } = visitor, says = `getComputedStyle(document.querySelector('main ul:not(.bare)'), '::before').content`;
    await page.goto(visitor.server.address);
    await page.waitFor(`${says}.includes('There are no tables yet. Create one')`);
    await page.waitFor(`document.querySelector('.welcome') && !document.querySelector('.welcome').checkVisibility()`);
    await visitor.shoot('home-empty');
    visitor.run('CREATE TABLE First (Id INTEGER PRIMARY KEY)');
    await visitor.shows('First');
    assert.equal(await page.eval(`document.querySelector('.welcome').checkVisibility()`), true);
  });
});

describe('home', { skip, concurrency: false }, () => {
  let visitor, page, database;

  before(async () => {
    visitor = await Visitor.arrive(serving(schema));
    ({ page, database } = visitor);
  });

  after(() => visitor?.leave());

  for (const [screen, size] of [['desk', [1280, 800]], ['phone', [390, 844, true]]]) for (const scheme of ['light', 'dark'])
    test(`a first visit is told what can be done, on a ${screen}, ${scheme}`, async () => {
      await page.setViewport(...size);
      await page.setMedia({ 'prefers-color-scheme': scheme });
      await visitor.visit('/', 'Table1');
      await page.waitFor(`document.querySelectorAll('.welcome li').length === 3`);
      await visitor.fits('the home');
      await visitor.shoot(`home-${screen}-${scheme}`);
    });

  test('what a first visit is told is closed for good', async () => {
    await page.setViewport(1280, 800);
    await visitor.visit('/', 'Table1');
    await page.click('.welcome button');
    await page.waitFor(`!document.querySelector('.welcome')`);
    await visitor.visit('/', 'Table1');
    assert.equal(await page.eval(`document.querySelector('.welcome')`), null);
  });

  test('views are told apart from tables, with their numbers of rows', async () => {
    await visitor.visit('/', 'Table1');
    await visitor.shows('View · 2 rows');
    assert.equal(await page.eval(`document.querySelector('main').innerText.includes('View · 0 rows')`), false);
  });

  test('a table is found by its name', async () => {
    await visitor.visit('/', 'Table1');
    await page.type('.finder input', 'table2');
    await page.waitFor(`[...document.querySelectorAll('.found a bdi')].map(node => node.innerText).sort().join() === 'Table2,Table20,Table21,Table22,Table23,Table24'`);
    await page.type('.finder input', 'none such');
    await visitor.shows('No results');
    await page.type('.finder input', 'seen');
    await page.waitFor(`document.querySelectorAll('.found a').length === 1`);
    await page.press('Enter');
    await page.waitFor(`location.pathname === '/Seen'`);
  });

  test('a wide window has a bar at the side, which says where one is', async () => {
    await page.setViewport(1600, 900);
    await visitor.visit('/Table7', 'One');
    await page.waitFor(`document.querySelector('.side [aria-current=page]')?.innerText.includes('Table7')`);
    assert.ok(await page.eval(`document.querySelector('main').getBoundingClientRect().left >= document.querySelector('.side').offsetWidth`));
    await page.eval(`[...document.querySelectorAll('.side a')].find(({ innerText }) => innerText.includes('Seen')).click()`);
    await page.waitFor(`location.pathname === '/Seen' && document.querySelector('.side [aria-current=page]')?.innerText.includes('Seen')`);
    await visitor.fits('the page with a bar');
    await page.setViewport(1280, 800);
    await page.waitFor(`!document.querySelector('.side').checkVisibility()`);
  });

  test('the bar at the side is live, on every page, on the socket of the page', async () => {
    const side = text => page.waitFor(`[...document.querySelectorAll('.side a')].some(({ innerText }) => innerText.replace(/\\s+/g, ' ') === ${JSON.stringify(text)})`);
    const sockets = `window.sockets = 0; window.WebSocket = class extends WebSocket { constructor(...values) { super(...values); sockets++; } }`;
    const { identifier } = await page.send('Page.addScriptToEvaluateOnNewDocument', { source: sockets });
    await page.setViewport(1600, 900);
    await visitor.visit('/Table7', 'One');
    await side('Table7 2');
    database.run(`INSERT INTO Table7 VALUES (3, 'Three'); CREATE TABLE Alpha (Id INTEGER PRIMARY KEY)`);
    await side('Table7 3');
    await side('Alpha 0');
    assert.equal(await page.eval(`document.querySelector('.side h2 + a').innerText.trim().split(/\\s/)[0]`), 'Alpha');
    for (const [link, path, count] of [['.brand', '/', 4], ['a[href="/Table8"]', '/Table8', 5]]) {
      await page.eval(`document.querySelector('.side ${link}').focus()`);
      await page.press('Enter');
      await page.waitFor(`location.pathname === '${path}' && document.querySelector('.side [aria-current], .side .brand') && document.querySelector('main').ariaBusy !== 'true'`);
      database.run(`INSERT INTO Table7 (Name) VALUES ('more')`);
      await side(`Table7 ${count}`);
    }
    // A page that is left before it has arrived leaves the bar live.
    await page.eval(`(document.querySelector('.brand').click(), document.querySelector('.side a[href="/Table9"]').click())`);
    await page.waitFor(`location.pathname === '/Table9' && document.querySelector('h1')?.innerText === 'Table9'`);
    database.run(`DELETE FROM Table7 WHERE Id > 2; DROP TABLE Alpha`);
    await side('Table7 2');
    assert.equal(await page.eval('sockets'), 1);
    await visitor.restart(() => database.run(`INSERT INTO Table7 VALUES (3, 'Three')`));
    await side('Table7 3');
    database.run('DELETE FROM Table7 WHERE Id = 3');
    await side('Table7 2');
    await page.send('Page.removeScriptToEvaluateOnNewDocument', { identifier });
    await page.setViewport(1280, 800);
  });

  test('an empty list says why it is empty', async () => {
    const says = text => page.waitFor(`getComputedStyle(document.querySelector('main ul'), '::before').content.includes(${JSON.stringify(text)})`);
    await visitor.visit('/Table1', 'Table1');
    await says('adds the first one');
    await visitor.visit('/Table7?search=zzz', 'Table7');
    await says('No row matches');
  });

  test('the panel for programs shows requests, the document and patches as they arrive', async () => {
    await visitor.visit('/Table7?sort=-Name', 'One');
    await visitor.press('API');
    await visitor.asks(`curl '${visitor.server.address}/Table7?sort=-Name'`);
    await visitor.asks('Accept: text/event-stream');
    await visitor.asks('/Table7:csv?sort=-Name');
    await visitor.asks('client.js');
    await visitor.asks('Nothing has changed');
    visitor.run(`UPDATE Table7 SET Name = 'Once' WHERE Id = 1`);
    await visitor.asks('"path":"/cells/1/title"');
    await visitor.asks('"title": "Once"');
    await visitor.fits('the panel');
    await visitor.shoot('api');
    await page.setViewport(390, 844, true);
    await visitor.fits('the panel on a phone');
    await visitor.shoot('api-phone');
    await visitor.press('Close');
    await visitor.closes();
    visitor.run(`UPDATE Table7 SET Name = 'One' WHERE Id = 1`);
    await visitor.hides('Once');
  });

  test('no script failed on the way', () => visitor.noErrors(/WebSocket|ERR_CONNECTION_REFUSED/));
});
