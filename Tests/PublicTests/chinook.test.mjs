// The browser of databases on a music shop: all that a person can do there, on a desk by day and on a phone by night.
// ORIEL_CHINOOK names a file of the real Chinook to look at instead; every expectation is asked of the file itself.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { faults } from './axe.mjs';
import { chinook } from './chinook.mjs';
import { Server } from './server.mjs';
import { Visitor, skip } from './visitor.mjs';

const ways = { 'on a desk, light': [1280, 800, false, 'light'], 'on a phone, dark': [390, 844, true, 'dark'] };
const tables = ['Album', 'Artist', 'Customer', 'Employee', 'Genre', 'Invoice', 'InvoiceLine', 'MediaType', 'Playlist', 'PlaylistTrack', 'Track'];

for (const [way, [width, height, isPhone, scheme]] of Object.entries(ways)) describe(`Chinook ${way}`, { skip, concurrency: false }, () => {
  let visitor, page, database, folder;

  before(async () => {
    visitor = await Visitor.arrive(async () => Server.start(database = await chinook()));
    visitor.database = database;
    ({ page } = visitor);
    await page.setViewport(width, height, isPhone);
    await page.setMedia({ 'prefers-color-scheme': scheme });
    folder = mkdtempSync(join(tmpdir(), 'oriel-chinook-'));
    const { targetInfo } = await page.send('Target.getTargetInfo');
    await page.pipe.send('Browser.setDownloadBehavior', { behavior: 'allow', browserContextId: targetInfo.browserContextId, downloadPath: folder, eventsEnabled: true });
  });

  after(async () => {
    await visitor?.leave();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  const ask = sql => database.run('.mode json\n' + sql) && JSON.parse(database.run('.mode json\n' + sql));
  const count = (table, where = '1') => Number(database.run(`SELECT count(*) FROM ${table} WHERE ${where}`));
  const total = `document.querySelector('small').innerText.split(' · ')[0].replace(/\\D/g, '')`;
  const picture = name => visitor.picture(`${isPhone ? 'phone' : 'desk'}-${name}`);

  /** What is wrong with the page as it is: for those who cannot see well, or whose screen is small. */
  async function isSound(what) {
    assert.deepEqual(await page.eval(`(${faults})()`), [], what);
    await visitor.fits(what);
  }

  /** Waits until an outcome shows in the file. */
  async function holds(sql, expected) {
    for (const end = Date.now() + 10_000; database.run(sql) !== expected;) {
      assert.ok(Date.now() < end, `${sql} is ${database.run(sql)}, not ${expected}`);
      await page.eval('new Promise(requestAnimationFrame)');
    }
  }

  test('every table is listed with its size, opens by its link, and shows its first rows', async () => {
    await visitor.visit('/', 'Album');
    await isSound('the tables');
    await picture('tables');
    for (const table of tables) await visitor.shows(`${count(table)} rows`);
    for (const table of tables) {
      await page.waitFor(`(link => link && !link.click())(document.querySelector('li.row a[href="/${table}"]'))`);
      await page.waitFor(`document.querySelector('h1').innerText === '${table}' && ${total} === '${count(table)}' && document.querySelector('li.row')`);
      await isSound(table);
      await page.eval('history.back()');
    }
  });

  test('a row shows what refers to it and what it refers to, and each leads there', async () => {
    const [{ ArtistId, Name, AlbumId, Title, TrackId, Track }] = ask(`SELECT ArtistId, Artist.Name, AlbumId, Title, TrackId, Track.Name AS Track
      FROM Artist JOIN Album USING (ArtistId) JOIN Track USING (AlbumId) ORDER BY TrackId LIMIT 1`);
    await visitor.visit(`/Artist/${ArtistId}`, Title);
    await isSound('a row');
    await picture('row');
    await visitor.follow(Title);
    await visitor.shows(Track);
    assert.equal(await visitor.address(), `/Album/${AlbumId}`);
    await visitor.follow(Track);
    await page.waitFor(`location.pathname === '/Track/${TrackId}' && document.querySelector('dl div')`);
    await visitor.follow(Title);
    await page.waitFor(`location.pathname === '/Album/${AlbumId}' && document.querySelector('dl div')`);
    await visitor.follow(Name);
    await page.waitFor(`location.pathname === '/Artist/${ArtistId}'`);
  });

  test('a table that refers to itself leads up and down', async () => {
    const [boss] = ask('SELECT EmployeeId, FirstName, LastName FROM Employee WHERE ReportsTo IS NULL LIMIT 1');
    const all = ask(`SELECT EmployeeId, FirstName, LastName FROM Employee WHERE ReportsTo = ${boss.EmployeeId}`);
    await visitor.visit(`/Employee/${boss.EmployeeId}`, boss.LastName);
    for (const { FirstName, LastName } of all) await visitor.shows(`${FirstName} ${LastName}`);
    await visitor.follow(`${all[0].FirstName} ${all[0].LastName}`);
    await page.waitFor(`location.pathname === '/Employee/${all[0].EmployeeId}' && document.querySelector('dl div')`);
    await visitor.follow(`${boss.FirstName} ${boss.LastName}`);
    await page.waitFor(`location.pathname === '/Employee/${boss.EmployeeId}'`);
  });

  test('a row with a key of two columns has an address of its own', async () => {
    const [{ PlaylistId, TrackId, Name }] = ask('SELECT PlaylistTrack.*, Track.Name FROM PlaylistTrack JOIN Track USING (TrackId) LIMIT 1 OFFSET 20');
    await visitor.visit(`/PlaylistTrack/${PlaylistId},${TrackId}`, Name);
    await visitor.follow(Name);
    await page.waitFor(`location.pathname === '/Track/${TrackId}'`);
  });

  test('searching, filtering and sorting show what the file says they do, and the address says it too', async () => {
    const word = ask('SELECT Name FROM Track ORDER BY TrackId LIMIT 1 OFFSET 4')[0].Name.split(' ')[0], literal = word.replaceAll("'", "''");
    await visitor.visit('/Track', 'Track');
    await page.type('input[type=search]', word);
    await page.waitFor(`${total} === '${count('Track', `Name LIKE '%${literal}%' OR Composer LIKE '%${literal}%'`)}'`);
    assert.equal(await visitor.address(), `/Track?search=${word}`);
    await page.type('input[type=search]', '');
    await page.waitFor(`${total} === '${count('Track')}'`);
    await visitor.press('Filter');
    await visitor.enter('Milliseconds', '200000');
    await page.eval(`field.querySelector('select').value = 'gte'`);
    await visitor.enter('UnitPrice', '1.99');
    await isSound('the filters');
    await picture('filter');
    await visitor.press('Show');
    await visitor.closes();
    const where = 'Milliseconds >= 200000 AND UnitPrice = 1.99';
    await page.waitFor(`${total} === '${count('Track', where)}'`);
    for (const [order, way] of [['Name', 'ASC'], ['-Milliseconds', 'DESC']]) {
      await page.eval(`((select) => (select.value = '${order}', select.onchange()))(document.querySelector('.title select'))`);
      const [{ Name }] = ask(`SELECT Name FROM Track WHERE ${where} ORDER BY ${order.replace('-', '')} ${way}, TrackId LIMIT 1`);
      await page.waitFor(`[...document.querySelectorAll('li.row')].some(({ ariaPosInSet, innerText }) => ariaPosInSet === '1' && innerText.startsWith(${JSON.stringify(Name)}))`);
    }
    assert.equal(await visitor.address(), '/Track?Milliseconds.gte=200000&UnitPrice=1.99&sort=-Milliseconds');
    await isSound('a filtered list');
    await picture('list');
  });

  test('a value is changed where it stands, others see it, and what does not fit is said beside it', async () => {
    const [{ TrackId, Name }] = ask('SELECT TrackId, Name FROM Track ORDER BY TrackId LIMIT 1 OFFSET 10'), other = await visitor.browser.newPage();
    await other.goto(`${visitor.server.address}/Track/${TrackId}`);
    await visitor.visit(`/Track/${TrackId}`, Name);
    await visitor.press('Edit');
    await visitor.enter('Milliseconds', 'long');
    await visitor.press('Save');
    await page.waitFor(`[...document.querySelectorAll('dialog .problem')].some(({ innerText }) => innerText)`);
    await isSound('a form with a mistake');
    await picture('form');
    await visitor.enter('Milliseconds', '1234567');
    await visitor.enter('Name', 'A title of our own');
    await visitor.press('Save');
    await visitor.closes();
    await visitor.shows('A title of our own');
    await other.waitFor(`document.querySelector('main').innerText.includes('A title of our own')`);
    await holds(`SELECT Name || Milliseconds FROM Track WHERE TrackId = ${TrackId}`, 'A title of our own1234567');
    await other.send('Page.close');
  });

  test('a row is added, shows, and is deleted when that is confirmed', async () => {
    await visitor.visit('/Artist', 'Artist');
    await visitor.press('New');
    await visitor.enter('Name', 'The Newcomers');
    await page.press('Enter');
    await visitor.closes();
    await page.waitFor(`document.querySelector('h1').innerText === 'The Newcomers'`);
    const id = database.run(`SELECT ArtistId FROM Artist WHERE Name = 'The Newcomers'`);
    assert.equal(await visitor.address(), `/Artist/${id}`);
    await visitor.press('Delete');
    await visitor.asks('The Newcomers');
    await isSound('a question');
    await picture('dialog');
    await visitor.press('Delete');
    await visitor.closes();
    await page.waitFor(`location.pathname === '/Artist' && ${total} === '${count('Artist')}'`);
    assert.equal(count('Artist', `ArtistId = ${id}`), 0);
  });

  test('a row that others refer to is not deleted, and it is said why', async () => {
    const [{ ArtistId, Title }] = ask('SELECT ArtistId, Title FROM Album LIMIT 1');
    await visitor.visit(`/Artist/${ArtistId}`, Title);
    await page.eval(`(button => (button.click(), button.click()))(document.querySelector('main .danger'))`);
    await visitor.asks('Delete');
    await visitor.press('Delete');
    await visitor.asks('Album');
    assert.equal(await page.eval(`document.querySelectorAll('dialog').length`), 1, 'two questions after a double click');
    await page.press('Escape');
    await visitor.closes();
    assert.equal(count('Artist', `ArtistId = ${ArtistId}`), 1);
  });

  /** Downloads the list in a form; answers with the file's name and text. */
  async function download(format) {
    await visitor.press('Export');
    await visitor.asks('rows.');
    await page.eval(`document.querySelector('dialog input[value=${format}]').click()`);
    await isSound('the export');
    if (format === 'csv') await picture('export');
    const complete = new Promise(resolve => {
      const stop = page.pipe.listen(({ method, params }) => method === 'Browser.downloadProgress' && params.state === 'completed' && resolve(stop()));
    });
    await visitor.press('Download');
    await visitor.closes();
    await complete;
    const [name] = readdirSync(folder), text = readFileSync(join(folder, name), 'utf8');
    rmSync(join(folder, name));
    return [name, text];
  }

  test('what a list shows is exported as it is, all rows of it, in three forms', async () => {
    const expected = ask(`SELECT * FROM Track WHERE UnitPrice < 1.5 ORDER BY Name DESC, TrackId`);
    await visitor.visit('/Track?UnitPrice.lt=1.5&sort=-Name', expected[0].Name);
    const [csv, lines] = await download('csv'), [json, all] = await download('json'), [ndjson, each] = await download('ndjson');
    assert.deepEqual([csv, json, ndjson], ['Track.csv', 'Track.json', 'Track.ndjson']);
    assert.equal(lines.split('\r\n')[0], Object.keys(expected[0]).join());
    assert.ok(lines.split('\r\n').length >= expected.length + 2);
    assert.deepEqual(JSON.parse(all), expected);
    assert.deepEqual(each.trim().split('\n').map(line => JSON.parse(line)), expected);
  });

  test('back and forward lead through lists, searches and rows, each as it was', async () => {
    const [{ AlbumId, Title }] = ask(`SELECT AlbumId, Title FROM Album WHERE Title LIKE '%of%' ORDER BY Title, AlbumId LIMIT 1`);
    await visitor.visit('/', 'Album');
    await visitor.follow('Album');
    await page.waitFor(`document.querySelector('h1').innerText === 'Album'`);
    await page.type('input[type=search]', 'of');
    await page.waitFor(`location.search === '?search=of'`);
    await page.eval(`((select) => (select.value = 'Title', select.onchange()))(document.querySelector('.title select'))`);
    await visitor.shows(Title);
    await visitor.follow(Title);
    await page.waitFor(`location.pathname === '/Album/${AlbumId}' && document.querySelector('dl div')`);
    await page.eval('history.back()');
    await page.waitFor(`location.search === '?search=of&sort=Title' && document.querySelector('input[type=search]').value === 'of'`);
    await visitor.shows(Title);
    await page.eval('history.back()');
    await visitor.shows('PlaylistTrack');
    await page.eval('history.go(2)');
    await page.waitFor(`location.pathname === '/Album/${AlbumId}' && document.querySelector('h1').innerText === ${JSON.stringify(Title)}`);
  });

  test('an address of any depth opens by itself', async () => {
    const [{ CustomerId, LastName }] = ask('SELECT CustomerId, LastName FROM Customer ORDER BY CustomerId LIMIT 1 OFFSET 3');
    for (const [route, text] of [[`/Customer/${CustomerId}`, LastName], [`/Invoice?CustomerId=${CustomerId}&sort=-Total`, 'CustomerId'],
      ['/Track?section=GenreId&sort=Name', 'GenreId'], ['/Customer?Country.in=USA,Brazil&section=Country', 'USA']]) {
      await visitor.visit(route, text);
      assert.equal(await page.eval(`decodeURIComponent(location.pathname + location.search)`), route);
      await isSound(route);
    }
    await picture('sections');
  });

  test('no script failed and no resource was refused on the way', () => visitor.noErrors());
});
