// The database browser on a music shop: navigation and search. Every expectation is read from the file.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Customer, total, ways } from './customer.mjs';
import { skip } from './visitor.mjs';

const tables = ['Album', 'Artist', 'Customer', 'Employee', 'Genre', 'Invoice', 'InvoiceLine', 'MediaType', 'Playlist', 'PlaylistTrack', 'Track'];

for (const [way, screen] of Object.entries(ways)) describe(`Chinook ${way}`, { skip, concurrency: false }, () => {
  let customer, page;

  before(async () => {
    customer = await Customer.comes(...screen);
    ({ page } = customer);
  });

  after(() => customer?.leave());

  test('every table is listed with its size, opens by its link, and shows its first rows', async () => {
    await customer.visit('/', 'Album');
    await customer.isSound('the tables');
    await customer.picture('tables');
    for (const table of tables) await customer.shows(`${customer.count(table).toLocaleString('en')} rows`);
    for (const table of tables) {
      await page.waitFor(`(link => link && !link.click())(document.querySelector('li.row a[href="/${table}"]'))`);
      await page.waitFor(`document.querySelector('h1').innerText === '${table}' && ${total} === '${customer.count(table)}' && document.querySelector('li.row')`);
      await customer.isSound(table);
      await page.eval('history.back()');
    }
  });

  test('a row shows and links its references in both directions', async () => {
    const [{ ArtistId, Name, AlbumId, Title, TrackId, Track }] = customer.ask(`SELECT ArtistId, Artist.Name, AlbumId, Title, TrackId, Track.Name AS Track
      FROM Artist JOIN Album USING (ArtistId) JOIN Track USING (AlbumId) ORDER BY TrackId LIMIT 1`);
    await customer.visit(`/Artist/${ArtistId}`, Title);
    await customer.isSound('a row');
    await customer.picture('row');
    await customer.follow(Title);
    await customer.shows(Track);
    assert.equal(await customer.address(), `/Album/${AlbumId}`);
    await customer.follow(Track);
    await page.waitFor(`location.pathname === '/Track/${TrackId}' && document.querySelector('dl div')`);
    await customer.follow(Title);
    await page.waitFor(`location.pathname === '/Album/${AlbumId}' && document.querySelector('dl div')`);
    await customer.follow(Name);
    await page.waitFor(`location.pathname === '/Artist/${ArtistId}'`);
  });

  test('a table that refers to itself leads up and down', async () => {
    const [boss] = customer.ask('SELECT EmployeeId, FirstName, LastName FROM Employee WHERE ReportsTo IS NULL LIMIT 1');
    const all = customer.ask(`SELECT EmployeeId, FirstName, LastName FROM Employee WHERE ReportsTo = ${boss.EmployeeId}`);
    await customer.visit(`/Employee/${boss.EmployeeId}`, boss.LastName);
    for (const { FirstName, LastName } of all) await customer.shows(`${FirstName} ${LastName}`);
    await customer.follow(`${all[0].FirstName} ${all[0].LastName}`);
    await page.waitFor(`location.pathname === '/Employee/${all[0].EmployeeId}' && document.querySelector('dl div')`);
    await customer.follow(`${boss.FirstName} ${boss.LastName}`);
    await page.waitFor(`location.pathname === '/Employee/${boss.EmployeeId}'`);
  });

  test('a row with a key of two columns has an address of its own', async () => {
    const [{ PlaylistId, TrackId, Name }] = customer.ask('SELECT PlaylistTrack.*, Track.Name FROM PlaylistTrack JOIN Track USING (TrackId) LIMIT 1 OFFSET 20');
    await customer.visit(`/PlaylistTrack/${PlaylistId},${TrackId}`, Name);
    await customer.follow(Name);
    await page.waitFor(`location.pathname === '/Track/${TrackId}'`);
  });

  test('searching, filtering and sorting show what the file says they do, and the address says it too', async () => {
    const word = customer.ask('SELECT Name FROM Track ORDER BY TrackId LIMIT 1 OFFSET 4')[0].Name.split(' ')[0], literal = word.replaceAll("'", "''");
    await customer.visit('/Track', 'Track');
    await page.type('input[type=search]', word);
    await page.waitFor(`${total} === '${customer.count('Track', `Name LIKE '%${literal}%' OR Composer LIKE '%${literal}%'`)}'`);
    assert.equal(await customer.address(), `/Track?search=${word}`);
    await page.type('input[type=search]', '');
    await page.waitFor(`${total} === '${customer.count('Track')}'`);
    for (const [column, comparison, value] of [['Milliseconds', 'gte', '200000'], ['UnitPrice', '', '1.99']]) {
      await customer.press('Filter');
      await customer.field('Column');
      await page.eval(`((column, word) => {
        Object.assign(column, { value: '${column}' }).onchange();
        Object.assign(word, { value: '${comparison}' }).onchange();
      })(...document.querySelectorAll('dialog select'))`);
      await customer.enter('Value', value);
      await customer.isSound('the filters');
      await customer.picture('filter');
      await customer.press('Show');
      await customer.closes();
    }
    const where = 'Milliseconds >= 200000 AND UnitPrice = 1.99';
    await page.waitFor(`${total} === '${customer.count('Track', where)}'`);
    for (const [order, way] of [['Name', 'ASC'], ['-Milliseconds', 'DESC']]) {
      await page.eval(`((select) => (select.value = '${order}', select.onchange()))(document.querySelector('.title select'))`);
      const [{ Name }] = customer.ask(`SELECT Name FROM Track WHERE ${where} ORDER BY ${order.replace('-', '')} ${way}, TrackId LIMIT 1`);
      await page.waitFor(`[...document.querySelectorAll('li.row')].some(({ ariaRowIndex, innerText }) => ariaRowIndex === '2' && innerText.startsWith(${JSON.stringify(Name)}))`);
    }
    assert.equal(await customer.address(), '/Track?Milliseconds.gte=200000&UnitPrice=1.99&sort=-Milliseconds');
    await customer.isSound('a filtered list');
    await customer.picture('list');
  });

  test('back and forward lead through lists, searches and rows, each as it was', async () => {
    const [{ AlbumId, Title }] = customer.ask(`SELECT AlbumId, Title FROM Album WHERE Title LIKE '%of%' ORDER BY Title, AlbumId LIMIT 1`);
    await customer.visit('/', 'Album');
    await customer.follow('Album');
    await page.waitFor(`document.querySelector('h1').innerText === 'Album'`);
    await page.type('input[type=search]', 'of');
    await page.waitFor(`location.search === '?search=of'`);
    await page.eval(`((select) => (select.value = 'Title', select.onchange()))(document.querySelector('.title select'))`);
    await customer.shows(Title);
    await customer.follow(Title);
    await page.waitFor(`location.pathname === '/Album/${AlbumId}' && document.querySelector('dl div')`);
    await page.eval('history.back()');
    await page.waitFor(`location.search === '?search=of&sort=Title' && document.querySelector('input[type=search]').value === 'of'`);
    await customer.shows(Title);
    await page.eval('history.back()');
    await customer.shows('PlaylistTrack');
    await page.eval('history.go(2)');
    await page.waitFor(`location.pathname === '/Album/${AlbumId}' && document.querySelector('h1').innerText === ${JSON.stringify(Title)}`);
  });

  test('an address of any depth opens by itself', async () => {
    const [{ CustomerId, LastName }] = customer.ask('SELECT CustomerId, LastName FROM Customer ORDER BY CustomerId LIMIT 1 OFFSET 3');
    for (const [route, text] of [[`/Customer/${CustomerId}`, LastName], [`/Invoice?CustomerId=${CustomerId}&sort=-Total`, 'CustomerId'],
      ['/Track?section=GenreId&sort=Name', 'GenreId'], ['/Customer?Country.in=USA,Brazil&section=Country', 'USA']]) {
      await customer.visit(route, text);
      assert.equal(await page.eval(`decodeURIComponent(location.pathname + location.search)`), route);
      await customer.isSound(route);
    }
    const tops = await page.eval(`[...document.querySelectorAll('.group')].map(group => [group, group.querySelector('.heading')].map(node => node.getBoundingClientRect().top))`);
    assert.deepEqual(tops.map(([group, heading]) => heading - group), [0, 0], 'headings stand above their rows');
    await customer.picture('sections');
  });

  test('no script failed and no resource was refused on the way', () => customer.noErrors());
});
