// Many cells that are changed at once: those of selected rows, and a range that is pasted.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { faults } from './axe.mjs';
import { Typist } from './typist.mjs';
import { skip } from './visitor.mjs';

const [NAME, PRICE, STOCK] = [0, 4, 5];

describe('many cells', { skip, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Typist.arrive();
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  beforeEach(() => visitor.begins());

  const done = text => page.waitFor(`document.querySelector('.undo:not([hidden])')?.innerText.includes(${JSON.stringify(text)})`);

  async function paste(title, place, text, isTable = true) {
    await visitor.stands(title, place);
    assert.equal(await page.eval(`(clipboardData => {
      clipboardData.setData('text/plain', ${JSON.stringify(text)});
      ${isTable} && clipboardData.setData('text/html', '<table></table>');
      return document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    })(new DataTransfer())`), false);
  }

  const stored = () => visitor.run('SELECT group_concat(Price), group_concat(Stock) FROM (SELECT * FROM Thing ORDER BY Id LIMIT 4)');

  /** Chooses a column in the dialog. */
  const choose = name => page.waitFor(`(select => {
    if (!select) return false;
    select.value = '${name}';
    select.dispatchEvent(new Event('change'));
    return true;
  })(document.querySelector('dialog[open] select'))`);

  test('one value is written into all selected rows, and undone at once', async () => {
    for (const name of ['Thing 001', 'Thing 002', 'Thing 004']) await visitor.ticks(name);
    await visitor.press('Edit');
    await visitor.asks('Edit 3 selected');
    await choose('Stock');
    await visitor.enter('Stock', '9');
    assert.deepEqual(await page.eval(`(${faults})()`), []);
    await visitor.shoot('change-rows');
    await visitor.press('Save');
    await visitor.closes();
    await done('Changed: 3 rows');
    assert.equal(stored(), '0.5,1.0,1.5,2.0|9,9,3,9');
    await page.click('.undo button');
    await page.waitFor(`document.querySelector('.undo').innerText.includes('Undone')`);
    assert.equal(stored(), '0.5,1.0,1.5,2.0|1,2,3,4');
  });

  test('the title can be set in all selected rows too', async () => {
    for (const title of ['Thing 001', 'Thing 002']) await visitor.ticks(title);
    await visitor.press('Edit');
    await visitor.asks('Edit 2 selected');
    await choose('Name');
    await visitor.enter('Name', 'Same');
    await visitor.press('Save');
    await done('Changed: 2 rows');
    assert.equal(visitor.run(`SELECT group_concat(Id) FROM Thing WHERE Name = 'Same'`), '1,2');
  });

  test('rows that refuse the value are listed with the reason', async () => {
    for (const name of ['Thing 001', 'Thing 002']) await visitor.ticks(name);
    await visitor.press('Edit');
    await choose('Stock');
    await visitor.enter('Stock', '100');
    await visitor.press('Save');
    await visitor.asks('0 changed, 2 not');
    await visitor.asks('Thing 002');
    await page.press('Escape');
    assert.equal(stored(), '0.5,1.0,1.5,2.0|1,2,3,4');
  });

  test('a range from a spreadsheet is pasted from the cell on', async () => {
    await paste('Thing 001', PRICE, '11\t21\n12.5\t22\r\n13\t23\n');
    await done('Changed: 3 rows');
    assert.equal(stored(), '11.0,12.5,13.0,2.0|21,22,23,4');
    await page.click('.undo button');
    await page.waitFor(`document.querySelector('.undo').innerText.includes('Undone')`);
    assert.equal(stored(), '0.5,1.0,1.5,2.0|1,2,3,4');
  });

  test('what is refused of a range is told by cell, and the other rows are written', async () => {
    await paste('Thing 001', STOCK, '31\nmany\n33');
    await visitor.asks('2 changed, 1 not');
    await visitor.asks('Thing 002, Stock: The value must be a whole number.');
    await visitor.shoot('paste-refused');
    await page.press('Escape');
    assert.equal(stored(), '0.5,1.0,1.5,2.0|31,2,33,4');
  });

  test('lines of a text are no range', async () => {
    await paste('Thing 001', STOCK, '31\n32', false);
    await visitor.opens();
    await page.press('Escape');
    assert.equal(stored(), '0.5,1.0,1.5,2.0|1,2,3,4');
  });

  test('nothing is written before a value is typed', async () => {
    await visitor.ticks('Thing 001');
    await visitor.press('Edit');
    await choose('Note');
    await visitor.press('Save');
    await visitor.asks('Type a value');
    await page.press('Escape');
    await visitor.closes();
    assert.equal(visitor.run('SELECT Note FROM Thing WHERE Id = 1'), 'note');
  });

  test('no script failed and no resource was refused on the way', () => visitor.noErrors());
});
