// A list as a file, and the inspector, in a browser against the real server.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { faults } from './axe.mjs';
import { Visitor, skip } from './visitor.mjs';

describe('exports and the inspector', { skip, concurrency: false }, () => {
  let visitor, page, folder;

  before(async () => {
    visitor = await Visitor.arrive();
    ({ page } = visitor);
    folder = mkdtempSync(join(tmpdir(), 'oriel-downloads-'));
    const { targetInfo } = await page.send('Target.getTargetInfo');
    await page.pipe.send('Browser.setDownloadBehavior', { behavior: 'allow', browserContextId: targetInfo.browserContextId, downloadPath: folder, eventsEnabled: true });
  });

  after(async () => {
    await visitor?.leave();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Chooses a format in the dialog. Returns the downloaded file. */
  async function download(format) {
    await visitor.press('Export');
    await visitor.asks('rows.');
    await page.eval(`document.querySelector('dialog input[value=${format}]').click()`);
    await visitor.shoot(`export-${format}`);
    assert.deepEqual(await page.eval(`(${faults})()`), []);
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

  test('a list is downloaded as it is filtered and sorted, whole', async () => {
    await visitor.visit('/Track?Seconds.gte=399&sort=-Name', 'Track 4799');
    const rows = Number(visitor.run('SELECT count(*) FROM Track WHERE Seconds >= 399'));
    const [csv, text] = await download('csv'), lines = text.split('\r\n');
    assert.deepEqual([csv, lines.length, lines[0]], ['Track.csv', rows + 2, 'TrackId,Name,Seconds']);
    assert.equal(lines[1], visitor.run('SELECT TrackId, Name, Seconds FROM Track WHERE Seconds >= 399 ORDER BY Name DESC LIMIT 1').replaceAll('|', ','));
    const [json, array] = await download('json');
    assert.deepEqual([json, JSON.parse(array).length], ['Track.json', rows]);
    const [ndjson, all] = await download('ndjson');
    assert.deepEqual([ndjson, all.trim().split('\n').map(line => JSON.parse(line))], ['Track.ndjson', JSON.parse(array)]);
  });

  test('more rows than a window has are all there', async () => {
    await visitor.visit('/Track', 'Track 0001');
    const [, text] = await download('csv');
    assert.equal(text.trim().split('\r\n').length, 5001);
  });

  test('a row and the list of tables have nothing to export', async () => {
    for (const [route, text] of [['/Artist/1', 'First Light'], ['/', 'Artist']]) {
      await visitor.visit(route, text);
      assert.ok(await page.eval(`[...document.querySelectorAll('.title button')].find(({ innerText, textContent }) => textContent === 'Export').hidden`));
    }
  });

  for (const [name, size] of Object.entries({ desktop: [1280, 800, false], phone: [320, 640, true] })) for (const scheme of ['light', 'dark'])
    test(`the inspector shows scenes, documents and patches, on a ${name}, ${scheme}`, async () => {
      const viewer = await visitor.browser.newPage();
      await viewer.goto(visitor.server.address + '/Artist');
      await viewer.waitFor(`document.querySelector('main').innerText.includes('Iron')`);
      visitor.run(`UPDATE Artist SET Founded = coalesce(Founded, 0) + 1 WHERE ArtistId = 3`);
      await page.setViewport(...size);
      await page.setMedia({ 'prefers-color-scheme': scheme });
      await page.goto(visitor.server.address + '/-/inspect');
      await page.waitFor(`[...document.querySelectorAll('tbody a')].some(a => a.innerText === '/Artist')`);
      await page.eval(`[...document.querySelectorAll('tbody tr')].find(row => row.querySelector('a').pathname === '/Artist').querySelector('button').click()`);
      await page.waitFor(`document.querySelector('details')`);
      await page.eval(`document.querySelector('details').open = true`);
      await page.waitFor(`[...document.querySelectorAll('.leaf')].some(leaf => leaf.innerText === 'title: Artist')`);
      await page.waitFor(`[...document.querySelectorAll('summary')].some(({ innerText }) => innerText.startsWith('patch from'))`);
      assert.deepEqual(await page.eval(`(${faults})()`), []);
      await visitor.fits('the inspector');
      await visitor.shoot(`inspector-${name}-${scheme}`);
      assert.deepEqual(await page.eval(`[...document.querySelector('tbody tr').cells].flatMap(({ className }, i) => className === 'number' ? [i] : [])`), [5, 8, 9, 10, 11]);
      await page.waitFor(`[...document.querySelectorAll('tbody tr')].some(row => row.cells[6].innerText === 'this machine')`);
      const looks = `performance.getEntriesByType('resource').filter(({ name }) => name.includes('?scene=')).length`;
      await page.eval(`window.first = document.querySelector('details'); window.looked = ${looks}`);
      await page.waitFor(`${looks} > looked + 1`);
      assert.ok(await page.eval('first.isConnected'), 'what has not changed was drawn again');
      visitor.run(`UPDATE Artist SET Name = 'Iron ${name} ${scheme}' WHERE ArtistId = 3`);
      await page.waitFor(`!first.isConnected && document.querySelector('details').open`);
      await viewer.send('Page.close');
    });

  test('no script failed, and nothing was refused by the policy', () => visitor.noErrors());
});
