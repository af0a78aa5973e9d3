// Editing in a real browser, against the real server.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Visitor, skip } from './visitor.mjs';

describe('forms and dialogs', { skip, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Visitor.arrive();
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  const problem = async name => {
    await visitor.field(name);
    return page.waitFor(`field.querySelector('.problem').innerText`);
  };

  test('the form shows the fault of a field, and saves only changes', async () => {
    await visitor.visit('/Track/10', 'Track 0010');
    await page.click('button.primary');
    await visitor.enter('Seconds', 'abc');
    await page.press('Enter');
    assert.match(await problem('Seconds'), /whole number/);
    const control = await visitor.field('Seconds');
    assert.deepEqual(await page.eval(`[${control}.ariaInvalid, ${control} === document.activeElement]`), ['true', true]);
    assert.deepEqual(await page.eval(`[${control}.labels[0].innerText.trim(), ${control}.ariaRequired, ${control}.ariaInvalid,
      ${control}.getAttribute('aria-describedby').split(' ').map(id => document.getElementById(id).innerText).join('').includes('whole number')]`), ['Seconds *', 'true', 'true', true]);
    await visitor.shoot('form-problem');
    visitor.run(`UPDATE Track SET Name = 'Renamed meanwhile' WHERE TrackId = 10`);
    await visitor.enter('Seconds', '777');
    await page.press('Enter');
    await visitor.closes();
    await visitor.shows('777');
    assert.equal(visitor.run('SELECT Name, Seconds FROM Track WHERE TrackId = 10'), 'Renamed meanwhile|777');
  });

  test('a new row comes from the form of its table', async () => {
    await visitor.visit('/Artist', 'Quiet Harbor');
    await page.click('button.primary');
    await visitor.enter('Name', 'Made Here');
    await visitor.shoot('form-new');
    await page.press('Enter');
    await visitor.closes();
    await visitor.shows('Made Here');
    assert.equal(visitor.run(`SELECT count(*) FROM Artist WHERE Name = 'Made Here' AND Founded IS NULL`), '1');
    visitor.run(`DELETE FROM Artist WHERE Name = 'Made Here'`);
  });

  test('required values are requested, and a reference must exist', async () => {
    await visitor.visit('/Album', 'Howl');
    await page.click('button.primary');
    await visitor.enter('ArtistId', '99');
    await page.press('Enter');
    assert.ok(await problem('Title'));
    await visitor.enter('Title', 'Nowhere');
    await page.press('Enter');
    assert.ok(await problem('ArtistId'));
    await page.press('Escape');
    await visitor.press('Discard');
    await visitor.closes();
    assert.equal(visitor.run('SELECT count(*) FROM Album'), '3');
  });

  test('NULL is a tick beside the field, and typing takes it away', async () => {
    await visitor.visit('/Artist/1', '1971');
    await page.click('button.primary');
    await visitor.field('Founded');
    assert.equal(await page.eval(`document.querySelectorAll('dialog [type=checkbox]').length`), 2);
    await page.eval(`field.querySelector('[type=checkbox]').click()`);
    await page.click('dialog .primary');
    await visitor.closes();
    await page.waitFor(`[...document.querySelectorAll('dd .null')].length === 2`);
    assert.equal(visitor.run('SELECT Founded IS NULL FROM Artist WHERE ArtistId = 1'), '1');
    await page.click('button.primary');
    await visitor.enter('Founded', '1971');
    await page.press('Enter');
    await visitor.closes();
    await visitor.shows('1971');
  });

  test('a file that is chosen becomes the blob, and downloads as it was', async () => {
    const file = join(visitor.database.folder, 'portrait.bin'), bytes = [...Buffer.from([1, 2, 0, 255, 128])];
    writeFileSync(file, Buffer.from(bytes));
    await visitor.visit('/Artist/3', 'Iron Lanterns');
    await page.click('button.primary');
    const control = await visitor.field('Portrait');
    await page.choose(control, file);
    await page.click('dialog .primary');
    await visitor.closes();
    await visitor.shows('5 bytes');
    assert.deepEqual(await page.eval('(async () => [...new Uint8Array(await (await fetch(document.querySelector("a[download]").href)).arrayBuffer())])()'), bytes);
    assert.equal(visitor.run('SELECT hex(Portrait) FROM Artist WHERE ArtistId = 3'), '010200FF80');
  });

  test('a row with a key of two columns is found, changed and moves with its key', async () => {
    await visitor.visit('/Seat', 'Ada');
    await visitor.follow('Ada');
    await page.waitFor(`document.querySelector('dl div')`);
    assert.equal(await visitor.address(), '/Seat/North~c upper,7');
    await page.click('button.primary');
    await visitor.enter('Number', '8');
    await page.press('Enter');
    await visitor.closes();
    await page.waitFor(`location.pathname.endsWith(',8')`);
    await visitor.shows('Ada');
    assert.equal(visitor.run(`SELECT Hall, Number FROM Seat WHERE Guest = 'Ada'`), 'North, upper|8');
  });

  test('delete asks first and returns to the list', async () => {
    await visitor.visit('/Track', 'Track 0001');
    await visitor.follow('Track 0002');
    await page.click('button.danger');
    await page.waitFor('document.querySelector("dialog[open]")');
    await visitor.shoot('delete');
    await page.press('Escape');
    await visitor.closes();
    assert.equal(visitor.run('SELECT count(*) FROM Track WHERE TrackId = 2'), '1');
    await page.click('button.danger');
    await page.click('dialog button.danger');
    await visitor.shows('Track 0001');
    assert.equal(await visitor.address(), '/Track');
    await visitor.hides('Track 0002');
    assert.equal(visitor.run('SELECT count(*) FROM Track WHERE TrackId = 2'), '0');
  });

  test('a refused delete shows the reason and changes nothing', async () => {
    await visitor.visit('/Artist/1', 'First Light');
    await page.click('button.danger');
    await page.click('dialog button.danger');
    assert.match(await page.waitFor(`document.querySelector('dialog footer p.problem').innerText`), /Album/);
    assert.equal(await page.eval(`getComputedStyle(document.querySelector('dialog footer')).position`), 'sticky');
    await page.press('Escape');
    await visitor.closes();
    assert.equal(visitor.run('SELECT count(*) FROM Artist WHERE ArtistId = 1'), '1');
  });

  test('a dialog opens and closes by keyboard and gives the focus back', async () => {
    await visitor.visit('/Artist', 'Quiet Harbor');
    const focused = () => page.eval(`(document.activeElement.ariaLabel || document.activeElement.innerText).trim()`);
    const seen = [];
    while (seen.at(-1) !== 'New' && seen.length < 12) {
      await page.press('Tab');
      seen.push(await focused());
    }
    assert.deepEqual(seen.slice(-11).map(name => name.split('\n')[0]), ['Search', 'Sections', 'Filter', 'Counts', 'Export', 'Grid', 'Import', 'Go to', 'Columns', 'API', 'New']);
    await page.press('Enter');
    await page.waitFor(`document.querySelector('dialog')?.contains(document.activeElement)`);
    await page.press('Escape');
    await visitor.closes();
    assert.equal(await focused(), 'New');
  });

  test('Edit begins in the first field that is no key, New in the first that has to be filled or is no key', async () => {
    for (const [route, button, name] of [['/Track/10', 'Edit', 'Name'], ['/Track', 'New', 'Name']]) {
      await visitor.visit(route, 'Track');
      await visitor.press(button);
      await page.waitFor(`document.activeElement.closest('dialog .field')?.innerText.startsWith('${name}')`);
    }
    await page.press('Escape');
    await visitor.closes();
  });

  test('a default is written as it is meant, and the placeholders can be read', async () => {
    visitor.run(`CREATE TABLE Job (JobId INTEGER PRIMARY KEY, State TEXT DEFAULT 'it''s open', Count INTEGER DEFAULT 3)`);
    await visitor.visit('/Job', 'New');
    await visitor.press('New');
    await visitor.field('State');
    assert.deepEqual(await page.eval(`[...document.querySelectorAll('dialog .field input:not([type])')].map(({ placeholder }) => placeholder)`), ['', "it's open", '3']);
    const [color, dim] = await page.eval(`[getComputedStyle(field.querySelector('input'), '::placeholder').color, getComputedStyle(field.querySelector('.null')).color]`);
    assert.equal(color, dim);
    await page.press('Escape');
    await visitor.closes();
  });

  test('no script failed and no resource was refused on the way', () => visitor.noErrors());
});
