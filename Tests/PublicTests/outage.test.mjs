// The client in a real browser while the server, the file or the row disappears and returns.
import assert from 'node:assert/strict';
import { renameSync, writeFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { Visitor, skip } from './visitor.mjs';

describe('outages', { skip, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Visitor.arrive();
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  /** Waits until the page has received a not-found error. */
  async function isRefused() {
    for (const end = Date.now() + 10_000; !page.frames.some(({ code }) => code === 'not-found');) {
      assert.ok(Date.now() < end, 'the page does not ask again');
      await page.eval('new Promise(requestAnimationFrame)');
    }
  }

  test('comes back by itself after the server restarts, with what changed meanwhile', async () => {
    await visitor.visit('/Artist', 'Iron Lanterns');
    await page.eval('window.mark = 3');
    await visitor.restart(async () => {
      await page.waitFor('document.querySelector("header button").className !== "live"');
      await visitor.shows('Iron Lanterns');
      await visitor.shoot('offline');
      visitor.run(`UPDATE Artist SET Name = 'Iron Anchors' WHERE ArtistId = 3`);
    });
    await visitor.isLive(40_000);
    await visitor.shows('Iron Anchors');
    assert.equal(await page.eval('window.mark'), 3);
  });

  test('says which state it holds when it comes back, and is sent no document it has', async () => {
    await visitor.visit('/Album', 'Howl');
    page.frames.length = 0;
    await visitor.restart(() => page.waitFor('document.querySelector("header button").className !== "live"'));
    await page.waitFor('document.querySelector("header button").className === "live"', 40_000);
    visitor.run(`UPDATE Album SET Title = 'Growl' WHERE AlbumId = 3`);
    await visitor.shows('Growl');
    const [open] = page.frames.filter(({ type }) => type === 'open');
    assert.match(open.since, /^[\w-]{11}$/);
    assert.deepEqual(page.frames.filter(({ document }) => document), []);
    assert.ok(page.frames.some(({ type, ref }) => type === 'current' && ref === open.ref));
  });

  test('a tool that cannot be loaded says so, and works when the server is back', async () => {
    await visitor.visit('/Artist', 'Quiet Harbor');
    await visitor.restart(async () => {
      await page.waitFor('document.querySelector("header button").className !== "live"');
      await visitor.press('Filter');
      await page.waitFor(`document.querySelector('.banner').innerText === 'The server did not answer. Try again later.'`);
      await visitor.shoot('tool-offline');
    });
    await visitor.isLive(40_000);
    await page.waitFor(`!document.querySelector('.banner').innerText`);
    await visitor.press('Filter');
    await visitor.field('Column');
    await page.press('Escape');
    await visitor.closes();
  });

  test('a save during an outage runs once when the server returns', async () => {
    await visitor.visit('/Artist', 'Quiet Harbor');
    await page.click('button.primary');
    await visitor.enter('Name', 'Patient Friends');
    await visitor.restart(async () => {
      await page.waitFor('document.querySelector("header button").className !== "live"');
      await page.press('Enter');
      await page.waitFor('document.querySelector("dialog .primary").ariaDisabled');
      await visitor.shoot('saving-offline');
    });
    await page.waitFor('!document.querySelector("dialog")', 40_000);
    await visitor.shows('Patient Friends');
    assert.equal(visitor.run(`SELECT count(*) FROM Artist WHERE Name = 'Patient Friends'`), '1');
  });

  test('a blocking writer is reported, and the input can be saved afterwards', async () => {
    await visitor.visit('/Track/20', 'Track 0020');
    const release = await visitor.database.lock();
    await page.click('button.primary');
    await visitor.enter('Name', 'Saved at last');
    await page.press('Enter');
    await visitor.asks('Waiting for the server');
    await visitor.asks('Another program is writing');
    await release();
    await page.press('Enter');
    await visitor.closes();
    await visitor.shows('Saved at last');
  });

  test('a row that another process deletes is gone, with a way back', async () => {
    await visitor.visit('/Track/3', 'Track 0003');
    visitor.run('DELETE FROM Track WHERE TrackId = 3');
    await visitor.shows('Gone');
    await visitor.shows('This page was deleted');
    await visitor.shoot('gone');
    await visitor.follow('Back');
    await visitor.shows('Track 0001');
  });

  test('a table that is dropped is gone, and is back when it is made again', async () => {
    await visitor.visit('/Seat', 'Ada');
    visitor.run('DROP TABLE Seat');
    await page.waitFor('/Gone|Not found/.test(document.querySelector("h1").innerText)');
    visitor.run(`CREATE TABLE Seat (Hall TEXT PRIMARY KEY, Guest TEXT); INSERT INTO Seat VALUES ('West', 'Edsger')`);
    await visitor.follow('Back');
    await visitor.follow('Seat');
    await visitor.shows('Edsger');
  });

  test('a table that is gone comes back by itself when it is made again', async () => {
    await visitor.visit('/Album', 'Growl');
    await page.eval('window.mark = 4');
    visitor.run('ALTER TABLE Album RENAME TO Hidden');
    await visitor.shows('Gone');
    await page.eval(`dispatchEvent(new Event('resize'))`);
    await page.eval('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))');
    assert.equal(await page.eval('document.querySelector("h1").innerText'), 'Gone');
    page.frames.length = 0;
    await isRefused();
    assert.equal(await page.eval('document.querySelector("h1").innerText'), 'Gone');
    visitor.run('ALTER TABLE Hidden RENAME TO Album');
    await visitor.shows('Growl');
    assert.equal(await page.eval('window.mark'), 4);
  });

  test('an unknown route shows its screen as soon as it exists', async () => {
    await page.goto(visitor.server.address + '/Later');
    await visitor.shows('Not found');
    await page.eval('window.mark = 5; window.first = document.querySelector("main > p")');
    page.frames.length = 0;
    await isRefused();
    assert.ok(await page.eval('first.isConnected'), 'what has not changed was drawn, and said, again');
    visitor.run(`CREATE TABLE Later (id INTEGER PRIMARY KEY, word TEXT); INSERT INTO Later VALUES (1, 'at last')`);
    await visitor.shows('at last');
    assert.equal(await page.eval('window.mark'), 5);
    visitor.run('DROP TABLE Later');
    await visitor.shows('Gone');
  });

  test('another route shows at once while an unknown one is still requested', async () => {
    await page.goto(visitor.server.address + '/NoSuchTable');
    await visitor.shows('Not found');
    await visitor.follow('Back');
    await visitor.shows('Artist');
    await visitor.follow('Artist');
    await visitor.shows('Iron Anchors');
    page.frames.length = 0;
    visitor.run(`UPDATE Artist SET Name = 'Iron Chains' WHERE ArtistId = 3`);
    await visitor.shows('Iron Chains');
    assert.deepEqual(page.frames.filter(({ type }) => type === 'open'), []);
  });

  test('an unknown route says so', async () => {
    await page.goto(visitor.server.address + '/NoSuchTable');
    await visitor.shows('Not found');
    assert.ok(await page.eval('!!document.querySelector("main a[href=\'/\']")'));
    const [head, text] = await page.eval(`['h1', 'main p'].map(name => document.querySelector(name).getBoundingClientRect().left)`);
    assert.equal(head, text);
    await visitor.shoot('not-found');
  });

  test('a module and style sheets that could not be loaded are loaded when the network returns', async () => {
    const lost = ['rich.css', 'form.css', 'grid.js'];
    const block = names => page.send('Network.setBlockedURLs', { urls: names.map(name => '*/' + name) });
    const styles = { 'rich.css': `document.querySelector('.grip') && getComputedStyle(document.querySelector('.grip')).position === 'absolute'`,
      'form.css': `getComputedStyle(document.querySelector('dialog')).width === '510px'` };
    const isApplied = (name, is) => page.waitFor(`(${styles[name]}) === ${is}`, 20_000);
    await page.send('Network.setCacheDisabled', { cacheDisabled: true });
    await block(lost);
    await page.goto('about:blank');
    await page.goto(visitor.server.address + '/Artist');
    await visitor.shows('Paper Wolves');
    await page.waitFor(`!!document.querySelector('ul[role=list]')`);
    await block(['rich.css', 'form.css']);
    await page.waitFor(`!!document.querySelector('[role=grid]')`, 20_000);
    await page.click('button.primary');
    await page.waitFor(`!!document.querySelector('dialog[open]')`);
    for (const name of ['rich.css', 'form.css']) await isApplied(name, false);
    await block([]);
    for (const name of ['rich.css', 'form.css']) await isApplied(name, true);
    assert.deepEqual(await page.eval(`[...document.querySelectorAll('link[rel=stylesheet]')].map(({ href }) => href.split('/').at(-1)).filter((name, i, all) => all.indexOf(name) !== i)`), []);
    const order = await page.eval(`[...document.styleSheets].filter(({ cssRules }) => cssRules.length).map(({ href }) => href.split('/').at(-1)).filter(name => /rich|grid/.test(name))`);
    assert.deepEqual(order, ['rich.css', 'grid.css'], 'a late style sheet keeps its place in the cascade');
    await page.press('Escape');
    await visitor.closes();
    await page.send('Network.setCacheDisabled', { cacheDisabled: false });
  });

  test('a broken file is reported above its last content until it is repaired', async () => {
    const { file } = visitor.database, banner = `document.querySelector('.banner').innerText`;
    await visitor.visit('/Artist', 'Quiet Harbor');
    visitor.run('PRAGMA wal_checkpoint(TRUNCATE)');
    writeFileSync(file + '.junk', 'no database '.repeat(500));
    renameSync(file, file + '.kept');
    renameSync(file + '.junk', file);
    await page.waitFor(`${banner}.includes('not a SQLite database')`);
    await visitor.shows('Quiet Harbor');
    await visitor.shoot('broken');
    await page.setViewport(390, 160, true);
    await page.waitFor(`scrollTo(0, 1e6), scrollY > 100`); // the rows are laid out again
    await page.waitFor(`document.elementFromPoint(innerWidth / 2, 60)?.closest('.banner')`);
    await page.setViewport(1280, 800, false);
    renameSync(file + '.kept', file);
    await page.waitFor(`!${banner}`);
    visitor.run(`UPDATE Artist SET Name = 'Loud Harbor' WHERE ArtistId = 1`);
    await visitor.shows('Loud Harbor');
  });

  test('no script failed on the way', () => visitor.noErrors(/WebSocket|ERR_CONNECTION_REFUSED/));
});
