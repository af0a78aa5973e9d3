// Cells of a table edited in place, while others write, move and delete, and during outages.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { faults } from './axe.mjs';
import { Typist } from './typist.mjs';
import { skip } from './visitor.mjs';

const [NAME, STOCK, DUE] = [0, 5, 7];

describe('cells that others change too', { skip, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Typist.arrive();
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  beforeEach(() => visitor.begins());

  test('a foreign value is shown beside the input, and overwritten on confirmation', async () => {
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
    await visitor.asks('Someone else has changed');
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

  test('the foreign value can be taken, also by keyboard', async () => {
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

  test('the editor follows its row', async () => {
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

  test('a row saved out of the filter leaves the list, and the focus stays in the list', async () => {
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

  test('a row deleted meanwhile is reported', async () => {
    await visitor.edits('Thing 003', STOCK);
    await visitor.types('30');
    visitor.run('DELETE FROM Thing WHERE Id = 3');
    await visitor.tells('This page was deleted or moved.');
    assert.equal(await visitor.typed, '30');
    await page.press('Escape');
    await visitor.settles();
    await page.waitFor(`document.querySelector('[role=grid]').contains(document.activeElement)`);
  });

  test('a save without a server waits, is sent once, and can be changed until then', async () => {
    await visitor.kill(async () => {
      await page.waitFor(`document.querySelector('header button').className !== 'live'`);
      await visitor.edits('Thing 001', STOCK);
      await visitor.types('60');
      await page.press('Enter');
      await page.waitFor(`document.querySelector('.editor.sent')?.innerText === '60'`);
      assert.equal(await page.eval(`getComputedStyle(document.querySelector('.editor.sent')).textAlign`), 'end');
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

  test('a range that cannot be pasted, and selected rows that cannot be edited, say why', async () => {
    const paste = (lines = 1) => page.eval(`(clipboardData => {
      clipboardData.setData('text/plain', '7\\t0\\n'.repeat(${lines}));
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    })(new DataTransfer())`);
    const banner = `document.querySelector('.banner').innerText`, warns = () => page.waitFor(`${banner} === 'The server did not answer. Try again later.'`);
    await visitor.ticks('Thing 002');
    await visitor.kill(async () => {
      await page.waitFor(`document.querySelector('header button').className !== 'live'`);
      await visitor.press('Edit');
      await warns();
      await page.eval(`document.querySelector('.banner').replaceChildren()`);
      await visitor.stands('Thing 001', STOCK);
      await paste();
      await warns();
      await visitor.shoot('paste-offline');
    });
    await visitor.isLive(40_000);
    await page.waitFor(`!${banner}`);
    await visitor.stands('Thing 001', STOCK);
    await paste();
    await page.waitFor(`${visitor.cell('Thing 001', STOCK)}.innerText === '7'`);
    await visitor.press('Edit');
    await visitor.field('Column');
    await page.press('Escape');
    await visitor.closes();
    assert.equal(visitor.run('SELECT Stock || Sold FROM Thing WHERE Id = 1'), '70');
    // The rows of a long range are read first.
    await page.send('Network.setBlockedURLs', { urls: ['*window=*'] });
    await visitor.stands('Thing 002', STOCK);
    await paste(500);
    await warns();
    await page.send('Network.setBlockedURLs', { urls: [] });
    assert.equal(visitor.stored('Stock', 2), '2');
  });

  test('an equal foreign value is no conflict', async () => {
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

  test('a waiting save detects foreign changes', async () => {
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

  test('a waiting save of a closed list does not overwrite foreign changes, and reports it', async () => {
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

  test('no script failed and no resource was refused on the way', () => visitor.noErrors(/WebSocket connection|ERR_CONNECTION_REFUSED|ERR_BLOCKED_BY_CLIENT|409 \(Conflict\)/));
});
