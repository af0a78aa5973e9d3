// The client in a real browser against the real server; other writers are the sqlite3 shell.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Chromium, chromiumPath } from './chromium.mjs';
import { Database, Server, missing } from './server.mjs';

const skip = missing ?? (chromiumPath ? undefined : 'Chromium is not installed');
const screenshots = process.env.ORIEL_SCREENSHOTS;

const schema = `
  CREATE TABLE Artist (ArtistId INTEGER PRIMARY KEY, Name TEXT NOT NULL, Founded INTEGER, Portrait BLOB);
  CREATE TABLE Album (AlbumId INTEGER PRIMARY KEY, Title TEXT NOT NULL, ArtistId INTEGER NOT NULL REFERENCES Artist);
  CREATE TABLE Track (TrackId INTEGER PRIMARY KEY, Name TEXT NOT NULL, Seconds INTEGER NOT NULL);
  CREATE TABLE "odd ""name""/é" ("a b" TEXT PRIMARY KEY, "__proto__" TEXT);
  INSERT INTO Artist VALUES (1, 'Quiet Harbor', 1971, NULL), (2, 'Paper Wolves', NULL, x'00ff10'), (3, 'Iron Lanterns', 1999, NULL);
  INSERT INTO Album VALUES (1, 'First Light', 1), (2, 'Second Wind', 1), (3, 'Howl', 2);
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
    INSERT INTO Track SELECT i, printf('Track %04d', i), 100 + i % 300 FROM n;
  INSERT INTO "odd ""name""/é" VALUES ('x/y "z"', '<img src=x onerror=alert(1)>');`;

describe('the browser client', { skip, concurrency: false }, () => {
  let database, server, browser, page;

  before(async () => {
    database = await Database.create(schema);
    server = await Server.start(database);
    browser = await Chromium.launch();
    page = await browser.newPage();
  });

  after(async () => {
    await browser?.close();
    await server?.stop();
    await database?.remove();
  });

  /** Opens a route as a new visitor (a reload would return to the place that was left) and waits until it shows. */
  async function visit(route, expected) {
    await page.goto('about:blank');
    await page.goto(server.address + route);
    await shows(expected);
    await page.waitFor('document.querySelector("header button").className === "live"');
  }

  const shows = text => page.waitFor(`document.querySelector("main").innerText.includes(${JSON.stringify(text)})`);
  const hides = text => page.waitFor(`!document.querySelector("main").innerText.includes(${JSON.stringify(text)})`);
  const address = () => page.eval('decodeURIComponent(location.pathname + location.search)');
  const link = text => page.waitFor(`(() => {
    const link = [...document.querySelectorAll('a[href]')].find(a => a.innerText.includes(${JSON.stringify(text)}));
    link?.focus();
    return !!link;
  })()`);
  const follow = async text => {
    await link(text);
    await page.press('Enter');
  };

  async function shoot(name) {
    if (!screenshots) return;
    mkdirSync(screenshots, { recursive: true });
    await page.screenshot(join(screenshots, `${name}.png`));
  }

  test('the root lists the tables, and links lead on without a reload', async () => {
    await visit('/', 'Artist');
    await shoot('root');
    await page.eval('window.mark = 1');
    await follow('Artist');
    await shows('Quiet Harbor');
    await follow('Quiet Harbor');
    await shows('First Light');
    assert.equal(await address(), '/Artist/1');
    assert.equal(await page.eval('document.title'), 'Quiet Harbor');
    await follow('Home');
    await shows('Track');
    assert.equal(await page.eval('window.mark'), 1);
  });

  test('a change by another process shows without a reload, in the row that was there', async () => {
    await visit('/Artist', 'Paper Wolves');
    await page.eval('window.row = [...document.querySelectorAll("li.row")].find(row => row.innerText.includes("Paper Wolves")); window.mark = 2');
    database.run(`UPDATE Artist SET Name = 'Paper Tigers' WHERE ArtistId = 2`);
    await shows('Paper Tigers');
    assert.ok(await page.eval('window.row.isConnected && window.row.innerText.includes("Paper Tigers")'));
    database.run(`INSERT INTO Artist VALUES (9, 'New Arrivals', 2024, NULL)`);
    await shows('New Arrivals');
    await page.waitFor('document.querySelector("small").innerText === "4"');
    await shoot('list');
    database.run(`DELETE FROM Artist WHERE ArtistId = 9`);
    await hides('New Arrivals');
    assert.equal(await page.eval('window.mark'), 2);
    database.run(`UPDATE Artist SET Name = 'Paper Wolves' WHERE ArtistId = 2`);
  });

  test('the search box narrows the list, keeps the focus and writes the address', async () => {
    await visit('/Track', 'Track 0001');
    await page.type('input[type=search]', 'Track 4321');
    await page.waitFor('document.querySelectorAll("li.row").length === 1');
    await shows('Track 4321');
    assert.equal(await address(), '/Track?search=Track 4321');
    assert.ok(await page.eval('document.activeElement.type === "search"'));
    await page.type('input[type=search]', '');
    await shows('Track 0001');
    assert.equal(await address(), '/Track');
  });

  test('the list sorts by a column, either way', async () => {
    await visit('/Track', 'Track 0001');
    const sort = value => page.eval(`(() => {
      const select = document.querySelector('select');
      select.value = ${JSON.stringify(value)};
      select.dispatchEvent(new Event('change'));
    })()`);
    await sort('-Name');
    await page.waitFor('document.querySelector("li.row").innerText.includes("Track 5000")');
    assert.equal(await address(), '/Track?sort=-Name');
    await sort('Name');
    await page.waitFor('document.querySelector("li.row").innerText.includes("Track 0001")');
    assert.equal(await address(), '/Track?sort=Name');
  });

  test('scrolls to the end of 5,000 rows with few of them in the page', async () => {
    await visit('/Track', 'Track 0001');
    await page.eval('scrollTo(0, document.documentElement.scrollHeight)');
    await shows('Track 5000');
    await page.waitFor('(() => { const last = [...document.querySelectorAll("li.row")].at(-1).getBoundingClientRect(); return last.top > 0 && last.bottom <= innerHeight + 1; })()');
    assert.ok(await page.eval('document.querySelectorAll("li.row").length') <= 150);
    await page.eval('scrollTo(0, document.documentElement.scrollHeight / 2)');
    await shows('Track 2500');
  });

  test('rows inserted above do not move what is being read', async () => {
    await visit('/Track', 'Track 0001');
    await page.eval('scrollTo(0, 60_000)');
    await page.waitFor('(window.seen = document.elementFromPoint(300, 400)?.closest("li"))');
    await page.eval('new Promise(resolve => setTimeout(resolve, 300))');
    const [name, top] = await page.eval('(window.seen = document.elementFromPoint(300, 400).closest("li"), [seen.innerText, seen.getBoundingClientRect().top])');
    database.run(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 7) INSERT INTO Track SELECT -i, 'Above ' || i, 1 FROM n`);
    await page.waitFor('document.querySelector("small").innerText.includes("7")');
    await page.eval('new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    const [nameAfter, topAfter] = await page.eval('[seen.innerText, seen.getBoundingClientRect().top]');
    assert.equal(nameAfter, name);
    assert.ok(Math.abs(topAfter - top) <= 1, `${top} became ${topAfter}`);
    database.run('DELETE FROM Track WHERE TrackId < 0');
  });

  test('back returns to the place in the list, forward to the row', async () => {
    await visit('/Track', 'Track 0001');
    await page.eval('scrollTo(0, 100_000)');
    const name = await page.waitFor('[...document.querySelectorAll("li.row")].find(row => row.getBoundingClientRect().top > 200 && row.getBoundingClientRect().bottom < innerHeight)?.querySelector("span").innerText');
    await page.eval('new Promise(resolve => setTimeout(resolve, 300))');
    const y = await page.eval('scrollY');
    await follow(name);
    await page.waitFor('document.querySelector("dl div")');
    const row = await address();
    await page.eval('history.back()');
    await shows(name);
    assert.equal(await address(), '/Track');
    await page.waitFor(`Math.abs(scrollY - ${y}) <= 1`);
    await page.eval('history.forward()');
    await page.waitFor('document.querySelector("dl div")');
    assert.equal(await address(), row);
  });

  test('a row shows its columns, NULL, a blob to download, and the lists that refer to it', async () => {
    await visit('/Artist/2', 'Howl');
    await shoot('row');
    assert.ok(await page.eval('[...document.querySelectorAll("dd .null")].some(node => node.innerText === "NULL")'));
    const blob = await page.eval('(async () => [...new Uint8Array(await (await fetch(document.querySelector("a[download]").href)).arrayBuffer())])()');
    assert.deepEqual(blob, [0, 255, 16]);
    await visit('/Album/3', 'Howl');
    await follow('Paper Wolves');
    await shows('Howl');
    assert.equal(await address(), '/Artist/2');
  });

  const input = name => `[...document.querySelectorAll('dialog .field')].find(field => field.innerText.trim().startsWith(${JSON.stringify(name)})).querySelector('input, textarea, select')`;
  const enter = async (name, text) => {
    await page.waitFor(`(${input(name)}).id = 'target'`);
    await page.type('#target', text);
    await page.eval(`document.querySelector('#target').removeAttribute('id')`);
  };

  test('the form says what is wrong with a field, and saves only what was changed', async () => {
    await visit('/Track/10', 'Track 0010');
    await page.click('button.primary');
    await enter('Seconds', 'abc');
    await page.press('Enter');
    await page.waitFor(`(${input('Seconds')}).closest('.field').querySelector('.problem').innerText`);
    assert.equal(await page.eval(`(${input('Seconds')}).ariaInvalid`), 'true');
    await shoot('form');
    database.run(`UPDATE Track SET Name = 'Renamed meanwhile' WHERE TrackId = 10`);
    await enter('Seconds', '777');
    await page.press('Enter');
    await page.waitFor('!document.querySelector("dialog")');
    await shows('777');
    assert.equal(database.run('SELECT Name, Seconds FROM Track WHERE TrackId = 10'), 'Renamed meanwhile|777');
  });

  test('a new row comes from the form of its table', async () => {
    await visit('/Artist', 'Quiet Harbor');
    await page.click('button.primary');
    await enter('Name', 'Made Here');
    await page.press('Enter');
    await page.waitFor('!document.querySelector("dialog")');
    await shows('Made Here');
    assert.equal(database.run(`SELECT count(*) FROM Artist WHERE Name = 'Made Here' AND Founded IS NULL`), '1');
    database.run(`DELETE FROM Artist WHERE Name = 'Made Here'`);
  });

  test('delete asks first and returns to the list', async () => {
    await visit('/Track', 'Track 0001');
    await follow('Track 0002');
    await page.click('button.danger');
    await page.waitFor('document.querySelector("dialog[open]")');
    await shoot('delete');
    await page.press('Escape');
    await page.waitFor('!document.querySelector("dialog")');
    assert.equal(database.run('SELECT count(*) FROM Track WHERE TrackId = 2'), '1');
    await page.click('button.danger');
    await page.click('dialog button.danger');
    await shows('Track 0001');
    assert.equal(await address(), '/Track');
    await hides('Track 0002');
    assert.equal(database.run('SELECT count(*) FROM Track WHERE TrackId = 2'), '0');
  });

  test('a row that another process deletes is gone, with a way back', async () => {
    await visit('/Track/3', 'Track 0003');
    database.run('DELETE FROM Track WHERE TrackId = 3');
    await shows('Gone');
    await follow('Back');
    await shows('Track 0001');
  });

  test('an unknown route says so', async () => {
    await page.goto(server.address + '/NoSuchTable');
    await shows('Not found');
    assert.ok(await page.eval('!!document.querySelector("main a[href=\'/\']")'));
  });

  test('odd names work and data is never markup', async () => {
    await visit('/', 'odd "name"/é');
    await follow('odd "name"/é');
    await shows('<img src=x onerror=alert(1)>');
    await follow('<img src=x onerror=alert(1)>');
    await page.waitFor('[...document.querySelectorAll("dt")].some(node => node.innerText === "__proto__")');
    await shows('x/y "z"');
    assert.ok(await page.eval('!document.querySelector("img")'));
  });

  test('comes back by itself after the server restarts, with what changed meanwhile', async () => {
    await visit('/Artist', 'Iron Lanterns');
    await page.eval('window.mark = 3');
    const { port } = server;
    await server.stop();
    await page.waitFor('document.querySelector("header button").className !== "live"');
    await shows('Iron Lanterns');
    database.run(`UPDATE Artist SET Name = 'Iron Anchors' WHERE ArtistId = 3`);
    server = await Server.start(database, port);
    await page.waitFor('document.querySelector("header button").className === "live"', 40_000);
    await shows('Iron Anchors');
    assert.equal(await page.eval('window.mark'), 3);
  });

  test('fits a phone, light and dark', async () => {
    await page.setViewport(390, 844, true);
    for (const scheme of ['light', 'dark']) {
      await page.setMedia({ 'prefers-color-scheme': scheme });
      for (const [name, route, expected] of [['list', '/Track', 'Track 0001'], ['row', '/Artist/1', 'First Light']]) {
        await visit(route, expected);
        assert.ok(await page.eval('document.documentElement.scrollWidth <= innerWidth'), `${route} is wider than the screen`);
        await shoot(`phone-${name}-${scheme}`);
      }
      const [red] = (await page.eval('getComputedStyle(document.querySelector("header")).backgroundColor')).match(/\d+/g).map(Number);
      assert.ok(scheme === 'dark' ? red < 64 : red > 192);
    }
    await page.setViewport(1200, 800);
  });

  test('the keyboard is enough', async () => {
    await visit('/Artist', 'Quiet Harbor');
    await page.eval('document.querySelector("li.row a").focus()');
    await page.press('ArrowDown');
    await page.press('Enter');
    await shows('Howl');
    assert.equal(await address(), '/Artist/2');
  });

  test('no script failed and no resource was refused on the way', () => {
    const unexpected = page.errors.filter(error => !/WebSocket|ERR_CONNECTION_REFUSED|NoSuchTable/.test(error));
    assert.deepEqual(unexpected, []);
  });
});
