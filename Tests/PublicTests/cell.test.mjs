// Cells of a table that are changed where they stand: by keyboard and mouse, beside others who write, and without a server for a while.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { faults } from './axe.mjs';
import { Typist } from './typist.mjs';
import { skip } from './visitor.mjs';

const [NAME, NOTE, PRICE, STOCK, SOLD, DUE] = [0, 1, 2, 3, 4, 5];

describe('cells that are changed where they stand', { skip, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Typist.arrive();
    ({ page } = visitor);
    await page.setMedia({ 'prefers-reduced-motion': 'reduce' });
  });

  after(() => visitor?.leave());

  beforeEach(() => visitor.begins());

  test('Enter saves what is typed and leads below; only that is sent, with the value that was shown', async () => {
    await visitor.edits('Thing 001', STOCK);
    await visitor.types('42');
    await page.press('Enter');
    await visitor.isAt('Thing 002', STOCK);
    await visitor.settles();
    assert.deepEqual(visitor.sent, [['update', '1', { Stock: 42 }, { Stock: 1 }]]);
    assert.equal(visitor.stored('Stock'), '42');
    assert.equal(await page.eval(`${visitor.cell('Thing 001', STOCK)}.innerText`), '42');
  });

  test('typing replaces what a cell holds, Escape leaves it as it was', async () => {
    await visitor.stands('Thing 003', PRICE);
    await page.press('7');
    await visitor.opens();
    await page.press('5');
    assert.equal(await visitor.typed, '75');
    await page.press('Escape');
    await visitor.isAt('Thing 003', PRICE);
    await visitor.settles();
    await page.press('8');
    await page.press('Enter');
    await visitor.settles();
    assert.deepEqual([visitor.stored('Price', 3), visitor.sent.length], ['8.0', 1]);
  });

  test('Tab and Shift Tab save and lead to the cells beside; nothing is sent for what is as it was', async () => {
    await visitor.edits('Thing 002', PRICE);
    await page.press('Tab');
    await visitor.isAt('Thing 002', STOCK);
    await page.press('9');
    await page.press('Tab');
    await visitor.isAt('Thing 002', SOLD);
    await visitor.settles();
    await visitor.edits('Thing 002', STOCK);
    await page.press('Shift+Tab');
    await visitor.isAt('Thing 002', PRICE);
    await visitor.settles();
    assert.deepEqual(visitor.sent, [['update', '2', { Stock: 9 }, { Stock: 2 }]]);
  });

  test('who goes elsewhere has saved: by a click, which opens no row then, and by a link', async () => {
    await visitor.edits('Thing 001', STOCK);
    await visitor.types('11');
    await visitor.clicks('Thing 004', PRICE);
    await visitor.isAt('Thing 004', PRICE);
    await visitor.settles();
    assert.deepEqual([visitor.stored('Stock'), await visitor.address()], ['11', '/Thing']);
    await visitor.edits('Thing 001', STOCK);
    await visitor.types('12');
    await page.eval('history.pushState({ depth: 1 }, "", "/Thing?sort=Name"); history.back()');
    await page.eval(`document.querySelector('nav a').click()`);
    await visitor.shows('Artist');
    for (const end = Date.now() + 10_000; visitor.stored('Stock') !== '12' && Date.now() < end;) await page.eval('new Promise(requestAnimationFrame)');
    assert.equal(visitor.stored('Stock'), '12');
  });

  test('a double click opens the editor, a single one the row', async () => {
    await visitor.clicks('Thing 002', STOCK, 2);
    await visitor.opens();
    await visitor.covers('Thing 002', STOCK);
    await page.press('Escape');
    await visitor.isAt('Thing 002', STOCK);
    assert.equal(await visitor.address(), '/Thing');
    await visitor.clicks('Thing 002', STOCK);
    await visitor.says('Stock', '2');
    assert.equal(await visitor.address(), '/Thing/2');
  });

  test('booleans and dates have controls of their own; an emptied value is NULL, an emptied text the empty text', async () => {
    await visitor.edits('Thing 001', SOLD);
    assert.equal(await page.eval(`document.activeElement.localName`), 'select');
    await page.press('f');
    await page.press('Enter');
    await visitor.settles();
    await visitor.edits('Thing 001', DUE);
    assert.equal(await page.eval(`document.activeElement.type`), 'date');
    await page.eval(`document.activeElement.value = '2026-03-04', document.activeElement.dispatchEvent(new Event('input', { bubbles: true }))`);
    await page.press('Enter');
    await visitor.settles();
    await visitor.edits('Thing 001', PRICE);
    await page.press('Delete');
    await page.press('Enter');
    await visitor.settles();
    await visitor.edits('Thing 001', NOTE);
    await page.press('Delete');
    await page.press('Enter');
    await visitor.settles();
    assert.deepEqual(['Sold', 'Due', 'Price', 'Note'].map(name => visitor.stored(name)), ['0', `'2026-03-04'`, 'NULL', `''`]);
    await visitor.edits('Thing 002', NOTE);
    await page.press('F2');
    await page.press(' ');
    await page.press('Enter');
    await visitor.settles();
    assert.equal(visitor.stored('Note', 2), 'NULL');
  });

  test('the title is changed by F2, while letters lead from it to other rows', async () => {
    await visitor.stands('Thing 001', NAME);
    await page.press('t');
    assert.equal(await page.eval(`document.querySelector('.editor')`), null);
    await visitor.edits('Thing 001', NAME);
    await visitor.tells('Name – Thing 001');
    await visitor.types('Another');
    await page.press('Enter');
    await visitor.settles();
    assert.equal(visitor.stored('Name'), `'Another'`);
    await visitor.isAt('Thing 002', NAME);
  });

  test('what cannot be changed in its place says so, and F2 leads to its row', async () => {
    visitor.run(`CREATE TABLE Fixed (Code TEXT PRIMARY KEY, Name TEXT, Count INTEGER, Twice INTEGER GENERATED ALWAYS AS (Count * 2), Long TEXT);
      INSERT INTO Fixed VALUES ('a', 'First', 3, '${'long '.repeat(50)}'), ('b', 'Second', 4, 'short');
      CREATE VIEW Seen AS SELECT Name, Stock FROM Thing;`);
    await visitor.visit('/Fixed', 'First');
    const fixed = title => page.waitFor(`(row => row.querySelector('[aria-readonly]') && [...row.firstChild.children].map(cell => cell.ariaReadOnly))(${visitor.cell(title, 0)}.parentNode.parentNode)`);
    assert.deepEqual(await fixed('First'), [null, null, null, 'true', 'true']);
    assert.deepEqual(await fixed('Second'), [null, null, null, 'true', null]);
    for (const place of [1, 3, 4]) {
      await fixed('First');
      await visitor.stands('First', place);
      await page.press('F2');
      await visitor.says('Count', '3');
      await page.eval('history.back()');
      await visitor.shows('Second');
    }
    await visitor.visit('/Seen', 'Thing 001');
    await page.eval(`document.querySelector('li.row .columns > :last-child').tabIndex = -1, document.querySelector('li.row .columns > :last-child').focus()`);
    await page.press('F2');
    await page.press('9');
    assert.deepEqual(await page.eval(`[document.querySelector('.editor'), document.querySelector('[aria-readonly]')]`), [null, null]);
  });

  test('what others write meanwhile stands beside what is typed, and is overwritten when that is meant', async () => {
    await visitor.edits('Thing 001', STOCK);
    visitor.run('UPDATE Thing SET Stock = 20 WHERE Id = 1');
    await page.waitFor(`document.activeElement.value === '20'`);
    await page.eval(`document.activeElement.select()`);
    await visitor.types('30');
    visitor.run('UPDATE Thing SET Stock = 21 WHERE Id = 1');
    await visitor.tells('Now: 21');
    assert.deepEqual(await page.eval(`(${faults})()`), []);
    await visitor.shoot('cell-conflict');
    await page.press('Enter');
    await visitor.asks('Somebody else has changed');
    await page.press('Escape');
    await visitor.closes();
    assert.deepEqual([await visitor.typed, visitor.stored('Stock')], ['30', '21']);
    await visitor.opens();
    await page.press('Enter');
    await visitor.press('Overwrite');
    await visitor.settles();
    await visitor.isAt('Thing 002', STOCK);
    assert.equal(visitor.stored('Stock'), '30');
    assert.deepEqual(visitor.sent, [['update', '1', { Stock: 30 }, { Stock: 21 }]]);
  });

  test('theirs can be taken, by the keyboard too', async () => {
    await visitor.edits('Thing 001', STOCK);
    await visitor.types('30');
    visitor.run('UPDATE Thing SET Stock = 21 WHERE Id = 1');
    await visitor.tells('Now: 21');
    await page.press('F2');
    assert.equal(await page.eval(`document.activeElement.ariaLabel`), 'Take Stock – Thing 001');
    await page.press('Enter');
    assert.equal(await visitor.typed, '21');
    await page.press('Enter');
    await visitor.settles();
    assert.deepEqual(visitor.sent, []);
  });

  test('a refusal is said at the cell, which is open again with what was typed', async () => {
    await visitor.edits('Thing 001', STOCK);
    await visitor.types('100');
    await page.press('Enter');
    await visitor.tells('The value is not allowed (Stock < 100).');
    await visitor.opens();
    assert.deepEqual([await visitor.typed, visitor.stored('Stock')], ['100', '1']);
    await visitor.covers('Thing 001', STOCK);
    assert.deepEqual(await page.eval(`[document.activeElement.ariaInvalid, (${faults})()]`), ['true', []]);
    await visitor.shoot('cell-refused');
    page.questions.length = 0;
    page.isWilling = false;
    await page.eval(`document.querySelector('nav a').click()`);
    assert.deepEqual([page.questions, await visitor.address()], [['confirm'], '/Thing']);
    page.isWilling = true;
    await page.eval(`document.querySelector('.editor input').focus()`);
    await page.press('Escape');
    await visitor.isAt('Thing 001', STOCK);
    await visitor.settles();
    assert.equal(await page.eval(`${visitor.cell('Thing 001', STOCK)}.innerText`), '1');
  });

  test('the editor stays with its row wherever that goes', async () => {
    await visitor.begins('/Thing?sort=Stock,Name');
    await visitor.edits('Thing 100', STOCK);
    await visitor.types('5');
    visitor.run('UPDATE Thing SET Stock = -1 WHERE Id = 300');
    await page.waitFor(`document.querySelector('li.row').innerText.startsWith('Thing 300')`);
    await visitor.covers('Thing 100', STOCK);
    visitor.run(`UPDATE Thing SET Price = -7, Stock = -2 WHERE Id = 100`);
    await page.waitFor(`document.querySelector('li.row').innerText.startsWith('Thing 100')`);
    await visitor.tells('Now: -2');
    await visitor.covers('Thing 100', STOCK);
    assert.equal(await visitor.typed, '5');
    visitor.run(`UPDATE Thing SET Stock = 49 WHERE Id = 100`);
    await visitor.leaves('Thing 100');
    assert.ok(await page.eval(`!!document.activeElement.closest('.editor')`));
    await page.eval('scrollTo(0, document.documentElement.scrollHeight)');
    await page.waitFor(visitor.cell('Thing 100', 0));
    await visitor.tells('Now: 49');
    await visitor.covers('Thing 100', STOCK);
    assert.equal(await visitor.typed, '5');
    await page.press('Enter');
    await visitor.press('Overwrite');
    await visitor.settles();
    assert.equal(visitor.run('SELECT Id FROM Thing WHERE Stock = 5 AND Price < 0'), '100');
  });

  test('it stands on its cell in sections too, far down, and from right to left', async () => {
    await visitor.begins('/Thing?section=Sold');
    for (const direction of ['ltr', 'rtl']) {
      await page.eval(`document.documentElement.dir = '${direction}'; scrollTo(0, document.documentElement.scrollHeight)`);
      await page.waitFor(visitor.cell('Thing 599', STOCK));
      for (const place of [NAME, STOCK, DUE]) {
        await visitor.edits('Thing 599', place);
        await visitor.covers('Thing 599', place);
        await visitor.fits(`cell ${place}, ${direction}`);
        await page.waitFor(`document.querySelector('.editor').getBoundingClientRect().bottom <= innerHeight + 1`);
        await visitor.shoot(`cell-${direction}-${place}`);
        await page.press('Escape');
        await visitor.settles();
      }
      await visitor.clicks('Thing 599', STOCK, 2);
      await visitor.opens();
      await visitor.tells('Stock – Thing 599');
      await page.press('Escape');
      await page.eval('scrollTo(0, 0)');
    }
  });

  test('a row that is saved out of the filter is gone from the list, and the focus is in the list', async () => {
    await visitor.begins('/Thing?Stock=1');
    await visitor.edits('Thing 001', STOCK);
    await visitor.types('2');
    await page.press('Enter');
    await visitor.leaves('Thing 001');
    await visitor.settles();
    await visitor.isAt('Thing 051', STOCK);
    assert.equal(visitor.stored('Stock'), '2');
    await visitor.edits('Thing 051', STOCK);
    await visitor.types('3');
    visitor.run('UPDATE Thing SET Stock = 7 WHERE Id = 51');
    await visitor.leaves('Thing 051');
    await page.press('Enter');
    await visitor.asks('Now: 7');
    await visitor.press('Overwrite');
    await visitor.settles();
    assert.equal(visitor.stored('Stock', 51), '3');
  });

  test('a row that is deleted meanwhile says so', async () => {
    await visitor.edits('Thing 003', STOCK);
    await visitor.types('30');
    visitor.run('DELETE FROM Thing WHERE Id = 3');
    await visitor.tells('This was deleted or moved.');
    assert.equal(await visitor.typed, '30');
    await page.press('Escape');
    await visitor.settles();
    await page.waitFor(`document.querySelector('[role=grid]').contains(document.activeElement)`);
  });

  test('what is saved without a server waits, and is sent once; it can be changed until then', async () => {
    await visitor.kill(async () => {
      await page.waitFor(`document.querySelector('header button').className !== 'live'`);
      await visitor.edits('Thing 001', STOCK);
      await visitor.types('60');
      await page.press('Enter');
      await page.waitFor(`document.querySelector('.editor.sent')?.innerText === '60'`);
      await visitor.isAt('Thing 002', STOCK);
      await visitor.shoot('cell-waits');
      await visitor.edits('Thing 001', STOCK);
      await visitor.types('61');
      await page.press('Enter');
      await page.press('6');
      await page.press('2');
      await page.press('Enter');
      await page.waitFor(`document.querySelectorAll('.editor.sent').length === 2`);
    });
    await visitor.isLive(40_000);
    await visitor.settles();
    assert.equal(visitor.run('SELECT group_concat(Line) FROM (SELECT Line FROM Log ORDER BY Line)'), '1:61,2:62');
  });

  test('what somebody else has written just so is no conflict', async () => {
    await visitor.kill(async () => {
      await page.waitFor(`document.querySelector('header button').className !== 'live'`);
      await visitor.edits('Thing 001', STOCK);
      await visitor.types('60');
      await page.press('Enter');
      visitor.run('UPDATE Thing SET Stock = 60 WHERE Id = 1');
    });
    await visitor.isLive(40_000);
    await visitor.settles();
    assert.equal(await page.eval(`document.querySelector('dialog')`), null);
  });

  test('what waits meets what was written meanwhile', async () => {
    await visitor.kill(async () => {
      await page.waitFor(`document.querySelector('header button').className !== 'live'`);
      await visitor.edits('Thing 001', STOCK);
      await visitor.types('60');
      await page.press('Enter');
      visitor.run('UPDATE Thing SET Stock = 13 WHERE Id = 1');
    });
    await page.waitFor(`document.querySelector('dialog[open]')?.innerText.includes('Now: 13')`, 40_000);
    assert.equal(visitor.stored('Stock'), '13');
    await visitor.press('Overwrite');
    await visitor.settles();
    assert.equal(visitor.stored('Stock'), '60');
  });

  test('what waits after its list was left does not overwrite what was written meanwhile, and is told', async () => {
    await visitor.kill(async () => {
      await page.waitFor(`document.querySelector('header button').className !== 'live'`);
      await visitor.edits('Thing 001', STOCK);
      await visitor.types('60');
      await page.press('Enter');
      await page.eval(`document.querySelector('nav a').click()`);
      visitor.run('UPDATE Thing SET Stock = 13 WHERE Id = 1');
    });
    await page.waitFor(`document.querySelector('dialog[open]')?.innerText.includes('Stock – Thing 001: 60 – Now: 13')`, 40_000);
    await visitor.press('Close');
    await visitor.closes();
    assert.equal(visitor.stored('Stock'), '13');
  });

  for (const [way, [width, height, isPhone, scheme], places] of [['desk, light', [1280, 800, false, 'light'], [NAME, NOTE, PRICE, SOLD, DUE]], ['desk, dark', [1280, 800, false, 'dark'], [DUE]], ['phone, dark', [390, 844, true, 'dark'], [NAME, NOTE]], ['phone, light', [390, 844, true, 'light'], [NAME]]])
    test(`everybody can see it and work with it on a ${way}`, async () => {
      await page.setViewport(width, height, isPhone);
      await page.setMedia({ 'prefers-color-scheme': scheme });
      await visitor.begins();
      for (const place of places) {
        await visitor.edits('Thing 002', place);
        assert.deepEqual(await page.eval(`(${faults})()`), [], `${place}`);
        await visitor.fits(`cell ${place} on a ${way}`);
        await visitor.shoot(`cell-${way.replace(', ', '-')}-${place}`);
        await page.press('Escape');
        await visitor.settles();
      }
      await page.setViewport(1280, 800, false);
    });

  test('every column has a name, those of the title too', async () => {
    assert.deepEqual(await page.eval(`[...document.querySelectorAll('.labels > *')].map(label => [label.role, label.ariaLabel ?? label.innerText])`),
      ['Title', 'Subtitle', 'Price', 'Stock', 'Sold', 'Due'].map(name => ['columnheader', name]));
  });

  test('no script failed and no resource was refused on the way', () => visitor.noErrors(/WebSocket connection|ERR_CONNECTION_REFUSED|409 \(Conflict\)/));
});
