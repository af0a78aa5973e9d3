// The place in a list that is longer than a page can be high: a reload, and a way back, show the row that was left.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Database, Server } from './server.mjs';
import { Visitor, skip, skipKit } from './visitor.mjs';

const rows = 400_000;

describe('the place in a very long list', { skip, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    const database = await Database.create(`
      CREATE TABLE Entry (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows}) INSERT INTO Entry SELECT i, printf('Entry %06d', i) FROM n;`);
    visitor = await Visitor.arrive(() => Server.start(database));
    visitor.database = database;
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  const number = `Number(document.elementFromPoint(300, innerHeight / 2)?.closest('li.row')?.innerText.match(/Entry (\\d+)/)?.[1])`;

  /** The row in the middle, once the list has come to rest and its place is kept. */
  const read = async () => {
    await page.waitFor(`document.querySelector('.lines') && ${number}`, 20_000);
    await visitor.rests();
    return page.waitFor(number, 20_000);
  };

  for (const part of [0.01, 0.4, 0.995])
    test(`reloaded twice and come back to, it is where it was, at ${part} of it`, async () => {
      await visitor.visit('/Entry', 'Entry 000001');
      await page.waitFor(`document.querySelector('small').innerText.replace(/\\D/g, '') === '${rows}'`, 60_000);
      await page.eval(`scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * ${part})`);
      const found = [await read()];
      for (let times = 0; times < 2; times++) {
        await page.reload();
        found.push(await read());
      }
      await page.eval(`document.elementFromPoint(300, innerHeight / 2).closest('li.row').querySelector('a').click()`);
      await page.waitFor(`/^.Entry.\\d+$/.test(location.pathname) && document.querySelector('main dl')`);
      await page.eval('history.back()');
      await page.waitFor(`location.pathname === '/Entry'`);
      found.push(await read());
      assert.ok(found.every(row => Math.abs(row - found[0]) <= 1), `${found}`);
    });

  test('no script failed on the way', () => visitor.noErrors());
});

describe('the place in a long list of an app', { skip: skipKit, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Visitor.arrive(() => Server.workbench());
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  test('forward and a reload show the row that was left', async () => {
    const middle = `document.elementFromPoint(300, innerHeight / 2)?.closest('li.row')?.ariaPosInSet`;
    const read = async () => {
      await page.waitFor(`location.pathname === '/index' && document.querySelector('.lines') && ${middle}`, 20_000);
      await visitor.rests();
      return Number(await page.waitFor(middle, 20_000));
    };
    await visitor.visit('/', 'Workbench');
    await page.eval(`(async () => { for (let i = 1000; i < 1700; i++) await fetch('/index:add', { method: 'POST', body: JSON.stringify({ name: 'Name ' + i }) }); })()`);
    await page.eval(`document.querySelector('a[href="/index"]').click()`);
    await read();
    await page.eval('scrollTo(0, 9000)');
    const found = [await read()];
    await page.eval('history.back()');
    await page.waitFor(`location.pathname === '/' && document.querySelector('a[href="/index"]')`);
    await page.eval('history.forward()');
    found.push(await read());
    await page.reload();
    found.push(await read());
    assert.ok(found[0] > 100 && found.every(row => Math.abs(row - found[0]) <= 1), `${found}`);
  });
});
