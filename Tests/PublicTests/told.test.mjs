// Announcements of waits and results, also for users of assistive technology.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Visitor, skip } from './visitor.mjs';

describe('what a list tells', { skip, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Visitor.arrive();
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  const said = `document.querySelector('.unseen[role=status]')?.textContent`;
  const header = `document.querySelector('header button').innerText`;

  test('a search, a filter, a sort and a chip announce the number of rows; foreign writes do not', async () => {
    await visitor.visit('/Track', 'Track 0001');
    assert.equal(await page.eval(said), '');
    await page.type('input[type=search]', 'Track 123');
    await page.waitFor(`${said} === '10 rows.'`);
    await page.type('input[type=search]', 'nothing');
    await page.waitFor(`${said} === 'No rows'`);
    await page.eval(`document.querySelector('.chip > :last-child').click()`);
    await page.waitFor(`${said} === '5,000 rows.'`);
    await visitor.run(`DELETE FROM Track WHERE TrackId = 5000`);
    await page.waitFor(`document.querySelector('small').innerText === '4,999'`);
    assert.equal(await page.eval(said), '5,000 rows.');
    await page.eval(`document.querySelector('[aria-sort]').click()`);
    await page.waitFor(`${said} === '4,999 rows.'`);
    const { width, height } = await page.eval(`(({ width, height }) => ({ width, height }))(document.querySelector('.unseen[role=status]').getBoundingClientRect())`);
    assert.ok(width <= 1 && height <= 1);
  });

  test('the breadcrumb of a row names its table, whatever its route is', async () => {
    await visitor.run(`CREATE TABLE "index.html" (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO "index.html" VALUES (1, 'two');`);
    await visitor.visit('/~tindex.html/1', 'two');
    assert.deepEqual(await page.eval(`[...document.querySelectorAll('nav a')].map(a => a.innerText)`), ['Home', 'index.html', 'two']);
  });

  test('a link followed during an outage shows after a second that the page waits', async () => {
    await visitor.visit('/Track', 'Track 0001');
    await page.eval(`window.dials = 0; window.WebSocket = class extends WebSocket { constructor(...what) { super(...what); dials++; } }`);
    await visitor.kill(async () => {
      await page.waitFor(`${header} === 'reconnecting'`);
      await page.eval(`document.querySelector('.row a').click()`);
      await page.waitFor(`${header} === 'Waiting for the server…'`);
      await page.eval('dials = 0');
      await page.waitFor('dials > 1', 30_000); // it has been tried, in vain, and is tried again
      assert.equal(await page.eval(header), 'Waiting for the server…');
    });
    await visitor.shows('Edit');
    await page.waitFor(`${header} === 'live'`);
  });

  test('no script failed on the way', () => visitor.noErrors(/WebSocket|ERR_CONNECTION/));
});
