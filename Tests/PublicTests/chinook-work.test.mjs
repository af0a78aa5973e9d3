// The database browser on a music shop: edits and exports. Every expectation is read from the file.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Customer, total, ways } from './customer.mjs';
import { skip } from './visitor.mjs';

for (const [way, screen] of Object.entries(ways)) describe(`Chinook at work ${way}`, { skip, concurrency: false }, () => {
  let customer, page, folder;

  before(async () => {
    customer = await Customer.comes(...screen);
    ({ page } = customer);
    folder = mkdtempSync(join(tmpdir(), 'oriel-chinook-'));
    const { targetInfo } = await page.send('Target.getTargetInfo');
    await page.pipe.send('Browser.setDownloadBehavior', { behavior: 'allow', browserContextId: targetInfo.browserContextId, downloadPath: folder, eventsEnabled: true });
  });

  after(async () => {
    await customer?.leave();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  test('a value is edited in place, others see it, and a fault is shown beside it', async () => {
    const [{ TrackId, Name }] = customer.ask('SELECT TrackId, Name FROM Track ORDER BY TrackId LIMIT 1 OFFSET 10'), other = await customer.browser.newPage();
    await other.goto(`${customer.server.address}/Track/${TrackId}`);
    await customer.visit(`/Track/${TrackId}`, Name);
    await customer.press('Edit');
    await customer.enter('Milliseconds', 'long');
    await customer.press('Save');
    await page.waitFor(`[...document.querySelectorAll('dialog .problem')].some(({ innerText }) => innerText)`);
    await customer.isSound('a form with a mistake');
    await customer.picture('form');
    await customer.enter('Milliseconds', '1234567');
    await customer.enter('Name', 'A title of our own');
    await customer.press('Save');
    await customer.closes();
    await customer.shows('A title of our own');
    await other.waitFor(`document.querySelector('main').innerText.includes('A title of our own')`);
    await customer.holds(`SELECT Name || Milliseconds FROM Track WHERE TrackId = ${TrackId}`, 'A title of our own1234567');
    await other.send('Page.close');
  });

  test('a row is added, shows, and is deleted when that is confirmed', async () => {
    await customer.visit('/Artist', 'Artist');
    await customer.press('New');
    await customer.enter('Name', 'The Newcomers');
    await page.press('Enter');
    await customer.closes();
    await page.waitFor(`document.querySelector('h1').innerText === 'The Newcomers'`);
    const id = customer.run(`SELECT ArtistId FROM Artist WHERE Name = 'The Newcomers'`);
    assert.equal(await customer.address(), `/Artist/${id}`);
    await customer.press('Delete');
    await customer.asks('The Newcomers');
    await customer.isSound('a question');
    await customer.picture('dialog');
    await customer.press('Delete');
    await customer.closes();
    await page.waitFor(`location.pathname === '/Artist' && ${total} === '${customer.count('Artist')}'`);
    assert.equal(customer.count('Artist', `ArtistId = ${id}`), 0);
  });

  test('a referenced row is not deleted, and the reason is shown', async () => {
    const [{ ArtistId, Title }] = customer.ask('SELECT ArtistId, Title FROM Album LIMIT 1');
    await customer.visit(`/Artist/${ArtistId}`, Title);
    await page.eval(`(button => (button.click(), button.click()))(document.querySelector('main .danger'))`);
    await customer.asks('Delete');
    await customer.press('Delete');
    await customer.asks('Album');
    assert.equal(await page.eval(`document.querySelectorAll('dialog').length`), 1, 'two questions after a double click');
    await page.press('Escape');
    await customer.closes();
    assert.equal(customer.count('Artist', `ArtistId = ${ArtistId}`), 1);
  });

  /** Downloads the list in a form; answers with the file's name and text. */
  async function download(format) {
    await customer.press('Export');
    await customer.asks('rows.');
    await page.eval(`document.querySelector('dialog input[value=${format}]').click()`);
    await customer.isSound('the export');
    if (format === 'csv') await customer.picture('export');
    const complete = new Promise(resolve => {
      const stop = page.pipe.listen(({ method, params }) => method === 'Browser.downloadProgress' && params.state === 'completed' && resolve(stop()));
    });
    await customer.press('Download');
    await customer.closes();
    await complete;
    const [name] = readdirSync(folder), text = readFileSync(join(folder, name), 'utf8');
    rmSync(join(folder, name));
    return [name, text];
  }

  test('all rows of a list are exported in three formats', async () => {
    const expected = customer.ask(`SELECT * FROM Track WHERE UnitPrice < 1.5 ORDER BY Name DESC, TrackId`);
    await customer.visit('/Track?UnitPrice.lt=1.5&sort=-Name', expected[0].Name);
    const [csv, lines] = await download('csv'), [json, all] = await download('json'), [ndjson, each] = await download('ndjson');
    assert.deepEqual([csv, json, ndjson], ['Track.csv', 'Track.json', 'Track.ndjson']);
    assert.equal(lines.split('\r\n')[0], Object.keys(expected[0]).join());
    assert.ok(lines.split('\r\n').length >= expected.length + 2);
    assert.deepEqual(JSON.parse(all), expected);
    assert.deepEqual(each.trim().split('\n').map(line => JSON.parse(line)), expected);
  });

  test('no script failed and no resource was refused on the way', () => customer.noErrors());
});
