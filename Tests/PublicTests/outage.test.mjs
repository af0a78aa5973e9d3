// The client in a real browser while the server, the file or the row goes away and comes back.
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
    await visitor.restart();
    await page.waitFor('document.querySelector("header button").className === "live"', 40_000);
    visitor.run(`UPDATE Album SET Title = 'Growl' WHERE AlbumId = 3`);
    await visitor.shows('Growl');
    const [open] = page.frames.filter(({ type }) => type === 'open');
    assert.match(open.since, /^[\w-]{11}$/);
    assert.deepEqual(page.frames.filter(({ document }) => document), []);
    assert.ok(page.frames.some(({ type, ref }) => type === 'current' && ref === open.ref));
  });

  test('what is saved while there is no server is saved once when it is back', async () => {
    await visitor.visit('/Artist', 'Quiet Harbor');
    await page.click('button.primary');
    await visitor.enter('Name', 'Patient Friends');
    await visitor.restart(async () => {
      await page.waitFor('document.querySelector("header button").className !== "live"');
      await page.press('Enter');
      await page.waitFor('document.querySelector("dialog .primary").disabled');
      await visitor.shoot('saving-offline');
    });
    await page.waitFor('!document.querySelector("dialog")', 40_000);
    await visitor.shows('Patient Friends');
    assert.equal(visitor.run(`SELECT count(*) FROM Artist WHERE Name = 'Patient Friends'`), '1');
  });

  test('a writer that does not let go is named, and what was typed can be saved afterwards', async () => {
    await visitor.visit('/Track/20', 'Track 0020');
    const release = await visitor.database.lock();
    await page.click('button.primary');
    await visitor.enter('Name', 'Saved at last');
    await page.press('Enter');
    assert.match(await page.waitFor(`document.querySelector('dialog p.problem').innerText`), /Another program is writing/);
    await release();
    await page.press('Enter');
    await visitor.closes();
    await visitor.shows('Saved at last');
  });

  test('a row that another process deletes is gone, with a way back', async () => {
    await visitor.visit('/Track/3', 'Track 0003');
    visitor.run('DELETE FROM Track WHERE TrackId = 3');
    await visitor.shows('Gone');
    await visitor.shows('This was deleted');
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

  test('an unknown route says so', async () => {
    await page.goto(visitor.server.address + '/NoSuchTable');
    await visitor.shows('Not found');
    assert.ok(await page.eval('!!document.querySelector("main a[href=\'/\']")'));
  });

  test('a file that is broken is said to be, above what was known, until it is whole again', async () => {
    const { file } = visitor.database, banner = `document.querySelector('.banner').innerText`;
    await visitor.visit('/Artist', 'Quiet Harbor');
    visitor.run('PRAGMA wal_checkpoint(TRUNCATE)');
    writeFileSync(file + '.junk', 'no database '.repeat(500));
    renameSync(file, file + '.kept');
    renameSync(file + '.junk', file);
    await page.waitFor(`${banner}.includes('not a SQLite database')`);
    await visitor.shows('Quiet Harbor');
    await visitor.shoot('broken');
    renameSync(file + '.kept', file);
    await page.waitFor(`!${banner}`);
    visitor.run(`UPDATE Artist SET Name = 'Loud Harbor' WHERE ArtistId = 1`);
    await visitor.shows('Loud Harbor');
  });

  test('no script failed on the way', () => visitor.noErrors(/WebSocket|ERR_CONNECTION_REFUSED/));
});
