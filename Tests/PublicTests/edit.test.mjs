// Two users edit the same row of a table: nothing is overwritten without a confirmation.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { faults } from './axe.mjs';
import { Editor } from './editor.mjs';
import { skip } from './visitor.mjs';

describe('editing what others edit', { skip, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Editor.arrive();
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  beforeEach(() => visitor.edits());

  const theirs = text => page.waitFor(`document.querySelector('.theirs:not(:empty)')?.innerText.includes(${JSON.stringify(text)})`);
  const marks = () => page.eval(`[...document.querySelectorAll('dialog .field')].map(({ className }) => className.replace(/field ?/, ''))`);

  test('a foreign value is shown beside the input, and overwritten on confirmation', async () => {
    await visitor.enter('Name', 'Mine');
    assert.deepEqual(await marks(), ['', 'dirty', '', '']);
    visitor.write('Name', `'Theirs'`);
    await theirs('Now: Theirs');
    assert.deepEqual(await marks(), ['', 'dirty conflict', '', '']);
    assert.equal(await visitor.typed('Name'), 'Mine');
    assert.deepEqual(await page.eval(`(${faults})()`), []);
    await visitor.shoot('edit-conflict');
    await visitor.press('Save');
    await visitor.asks('Someone else has changed');
    await visitor.asks('Theirs');
    await visitor.shoot('edit-overwrite');
    await visitor.press('Cancel');
    await visitor.dialogs(1);
    assert.equal(visitor.stored, 'Theirs|1971');
    await visitor.press('Save');
    await visitor.dialogs(2);
    visitor.write('Name', `'Theirs again'`);
    await visitor.shows('Theirs again');
    await visitor.press('Overwrite');
    await visitor.asks('Theirs again');
    assert.equal(visitor.stored, 'Theirs again|1971');
    await visitor.press('Overwrite');
    await visitor.closes();
    await visitor.says('Name', 'Mine');
    assert.equal(visitor.stored, 'Mine|1971');
  });

  test('a value too long for a message is saved, and one too long for the server is refused at its field', async () => {
    visitor.run(`CREATE TABLE IF NOT EXISTS Doc (Id INTEGER PRIMARY KEY, Title TEXT, Body TEXT, File BLOB); INSERT OR REPLACE INTO Doc VALUES (5, 'Plan', 'short', NULL)`);
    const stored = () => visitor.run('SELECT Title, Body, length(File) FROM Doc');
    const type = (name, words) => visitor.field(name).then(control => page.eval(`${control}.value = 'word '.repeat(${words}), ${control}.oninput()`));
    const choose = size => visitor.field('File').then(control => page.eval(`((control, files) => {
      files.items.add(new File([new Uint8Array(${size})], 'a.bin'));
      control.files = files.files;
      control.oninput();
    })(${control}, new DataTransfer())`));
    const said = name => page.waitFor(`[...document.querySelectorAll('dialog .field')].find(field => field.innerText.trim().startsWith('${name}'))?.querySelector('.problem').innerText`);
    await visitor.visit('/Doc/5', 'Plan');
    await visitor.press('Edit');
    await choose(7_000_000);
    assert.match(await said('File'), /^The limit is 6,000,000 bytes; this file has 7,000,000/);
    await visitor.shoot('edit-too-large');
    await visitor.press('Save');
    await page.waitFor(`document.activeElement.type === 'file' && document.activeElement.ariaInvalid === 'true'`);
    await page.eval(`document.activeElement.closest('.field').querySelector('[type=checkbox]').click()`);
    await visitor.press('Save');
    await visitor.closes();
    assert.equal(stored(), 'Plan|short|');
    await visitor.press('Edit');
    await choose(3_000_000);
    await page.waitFor(`[...document.querySelectorAll('dialog .problem')].every(({ innerText }) => !innerText)`);
    await type('Body', 1_000_000);
    await visitor.press('Save');
    assert.match(await said('Body'), /8388608/);
    assert.equal(stored(), 'Plan|short|');
    await type('Body', 220_000);
    await visitor.press('Save');
    await visitor.closes();
    assert.equal(visitor.run('SELECT Title, length(Body), length(File) FROM Doc'), 'Plan|1100000|3000000');
    await visitor.isLive();
    visitor.run(`UPDATE Doc SET Body = 'brief'`);
    await visitor.says('Body', 'brief');
  });

  test('the foreign value can be taken, and then nothing is unsaved', async () => {
    await visitor.enter('Name', 'Mine');
    visitor.write('Name', `'Theirs'`);
    await theirs('Theirs');
    assert.equal(await page.eval(`document.querySelector('.theirs button').ariaLabel`), 'Take Name');
    await visitor.press('Take');
    assert.deepEqual(await marks(), ['', '', '', '']);
    assert.equal(await visitor.typed('Name'), 'Theirs');
    assert.ok(await page.eval(`${await visitor.field('Name')} === document.activeElement`));
    await page.press('Escape');
    await visitor.closes();
  });

  test('a clean field takes the new value, and an equal value is no conflict', async () => {
    await visitor.enter('Name', 'Both');
    visitor.write('Founded', '1980');
    const founded = await visitor.field('Founded');
    await page.waitFor(`${founded}.value === '1980'`);
    visitor.write('Founded', 'NULL');
    await page.waitFor(`field.querySelector('[type=checkbox]').checked`);
    visitor.write('Founded', `'${'long '.repeat(20)}'`);
    await page.waitFor(`field.querySelector('textarea')?.value.startsWith('long long')`);
    visitor.write('Founded', '1990');
    await page.waitFor(`${founded}.value === '1990'`);
    visitor.write('Name', `'Both'`);
    await visitor.says('Name', 'Both');
    assert.deepEqual(await marks(), ['', '', '', '']);
    await visitor.press('Save');
    await visitor.closes();
    assert.equal(visitor.stored, 'Both|1990');
  });

  test('a conflict is over when the old value is back', async () => {
    await visitor.enter('Founded', '1985');
    visitor.write('Founded', '1900');
    await theirs('1900');
    visitor.write('Founded', '1971');
    await page.waitFor(`!document.querySelector('.theirs:not(:empty)')`);
    await visitor.press('Save');
    await visitor.closes();
    assert.equal(visitor.stored, 'Quiet Harbor|1985');
  });

  for (const [way, stop] of [['is killed', 'kill'], ['is stopped', 'restart']])
    test(`a save that waits for a server that ${way} detects foreign changes`, async () => {
      await visitor.enter('Name', 'Mine');
      await visitor[stop](async () => {
        await visitor.waits();
        visitor.write('Name', `'Theirs'`);
      });
      await page.waitFor('document.querySelectorAll("dialog[open]").length === 2', 40_000);
      await visitor.asks('Theirs');
      assert.equal(visitor.stored, 'Theirs|1971');
      await visitor.press('Overwrite');
      await visitor.closes();
      assert.equal(visitor.stored, 'Mine|1971');
    });

  test('a waiting save of a closed screen does not overwrite foreign changes, and reports it', async () => {
    await visitor.press('Cancel');
    await visitor.closes();
    await visitor.visit('/Artist', 'Quiet Harbor');
    await visitor.follow('Quiet Harbor');
    await visitor.says('Founded', '1971');
    await visitor.press('Edit');
    await visitor.enter('Name', 'Mine');
    await visitor.kill(async () => {
      await visitor.waits();
      await page.eval('history.back()');
      await page.waitFor(`location.pathname === '/Artist'`);
      visitor.write('Name', `'Theirs'`);
    });
    await page.waitFor(`document.querySelector('dialog[open]')?.innerText.includes('Name: Mine – Now: Theirs')`, 40_000);
    await visitor.press('Close');
    await visitor.closes();
    assert.equal(visitor.stored, 'Theirs|1971');
  });

  test('a deleted row is reported in its editor', async () => {
    visitor.run(`INSERT INTO Artist (ArtistId, Name) VALUES (9, 'Short Lived')`);
    await page.press('Escape');
    await visitor.closes();
    await visitor.visit('/Artist/9', 'Short Lived');
    await visitor.press('Edit');
    await visitor.enter('Name', 'Mine');
    visitor.run('DELETE FROM Artist WHERE ArtistId = 9');
    await visitor.asks('This page was deleted or moved.');
    assert.ok(await page.eval(`document.querySelector('dialog .primary').disabled`));
    await visitor.press('Cancel');
    await visitor.closes();
  });

  test('no script failed and no resource was refused on the way', () => visitor.noErrors(/WebSocket connection|ERR_CONNECTION_REFUSED|status of (409|413)/));
});
