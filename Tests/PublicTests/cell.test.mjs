// Cells of a table that are changed where they stand: by keyboard and by mouse.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { faults } from './axe.mjs';
import { Typist } from './typist.mjs';
import { skip } from './visitor.mjs';

const [NAME, NOTE, PRICE, STOCK, SOLD, DUE] = [0, 3, 4, 5, 6, 7];

describe('cells that are changed where they stand', { skip, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Typist.arrive();
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  beforeEach(() => visitor.begins());

  test('Enter saves the input and moves down; only the input is sent, with the value that was shown', async () => {
    await visitor.edits('Thing 001', STOCK);
    await visitor.types('42');
    await page.press('Enter');
    await visitor.isAt('Thing 002', STOCK);
    await visitor.settles();
    assert.deepEqual(visitor.sent, [['update', '1', { Stock: 42 }, { Stock: 1 }]]);
    assert.equal(visitor.stored('Stock'), '42');
    assert.equal(await page.eval(`${visitor.cell('Thing 001', STOCK)}.innerText`), '42');
  });

  test('typing replaces the value of a cell, and Escape keeps it', async () => {
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

  test('Tab and Shift Tab save and move sideways; nothing is sent for an unchanged value', async () => {
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

  test('leaving a cell saves it: by a click, which then opens no row, and by a link', async () => {
    await visitor.edits('Thing 001', STOCK);
    await visitor.types('11');
    await visitor.clicks('Thing 004', PRICE);
    await visitor.isAt('Thing 004', PRICE);
    await visitor.settles();
    assert.deepEqual([visitor.stored('Stock'), await visitor.address()], ['11', '/Thing']);
    await visitor.edits('Thing 001', STOCK);
    await visitor.types('12');
    await page.eval(`document.querySelector('nav a').click()`);
    await visitor.shows('Artist');
    for (const end = Date.now() + 10_000; visitor.stored('Stock') !== '12' && Date.now() < end;) await page.eval('new Promise(requestAnimationFrame)');
    assert.equal(visitor.stored('Stock'), '12');
  });

  test('a double click opens the editor, a single one leads to the cell, one on the title opens the row', async () => {
    await visitor.clicks('Thing 002', STOCK, 2);
    await visitor.opens();
    await visitor.covers('Thing 002', STOCK);
    await page.press('Escape');
    await visitor.isAt('Thing 002', STOCK);
    assert.equal(await visitor.address(), '/Thing');
    await visitor.clicks('Thing 003', STOCK);
    await visitor.isAt('Thing 003', STOCK);
    assert.equal(await visitor.address(), '/Thing');
    await visitor.clicks('Thing 002', 0);
    await visitor.says('Stock', '2');
    assert.equal(await visitor.address(), '/Thing/2');
  });

  test('on a wide touch screen, a double tap opens the editor, a tap leads to the cell, one on the title opens the row', async () => {
    await page.setViewport(1024, 768, true);
    await visitor.begins();
    const tap = async (title, place, times = 1) => {
      const [x, y] = await page.eval(`(({ left, top, height }) => [left + ${place ? 5 : 45}, top + height / 2])(${visitor.cell(title, place)}.getBoundingClientRect())`);
      for (let time = 0; time < times; time++) for (const [type, touchPoints] of [['touchStart', [{ x, y }]], ['touchEnd', []]]) await page.send('Input.dispatchTouchEvent', { type, touchPoints });
    };
    await page.waitFor(`!!document.querySelector('.lines').desk`);
    await tap('Thing 003', STOCK);
    await visitor.isAt('Thing 003', STOCK);
    assert.deepEqual([await visitor.address(), await page.eval(`document.querySelector('.editor')`)], ['/Thing', null]);
    assert.equal(await page.eval(`getComputedStyle(document.activeElement).outlineStyle`), 'solid');
    await visitor.shoot('cell-tapped');
    await tap('Thing 002', STOCK, 2);
    await visitor.opens();
    await visitor.covers('Thing 002', STOCK);
    await page.press('Escape');
    await tap('Thing 002', NAME);
    await visitor.says('Stock', '2');
    await page.setViewport(1280, 800);
  });

  test('booleans and dates have controls of their own; an emptied value is NULL, an emptied text the empty text', async () => {
    await visitor.edits('Thing 001', SOLD);
    assert.equal(await page.eval(`document.activeElement.localName`), 'select');
    await page.press('n');
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

  test('the text of an editor begins where the text of its cell does, also beside a bar at the side', async () => {
    for (const [size, place] of [[[1200, 900], NAME], [[1440, 900], NAME], [[1440, 900], NOTE], [[390, 844, true], NAME]]) {
      await page.setViewport(...size);
      await visitor.begins();
      if (size[0] === 1440) await page.waitFor(`document.querySelector('.side')`);
      await visitor.edits('Thing 002', place);
      await visitor.shoot(`cell-editor-${size[0]}-${place}`);
      const [typed, shown, edge, box] = await page.eval(`(cell => {
        const control = document.querySelector('.editor input'), text = document.createRange(), { left } = control.getBoundingClientRect();
        text.selectNodeContents(cell);
        return [left + parseFloat(getComputedStyle(control).paddingLeft), text.getBoundingClientRect().left, left,
          cell.parentNode.parentNode.querySelector('.mark input').getBoundingClientRect().right];
      })(${visitor.cell('Thing 002', place)})`);
      assert.ok(Math.abs(typed - shown) < 2, `${size}: ${typed}, not ${shown}`);
      assert.ok(edge >= 0 && (edge >= box || size[2]), `${size}: the editor begins at ${edge}, the box ends at ${box}`);
      await page.press('Escape');
    }
    await page.setViewport(1280, 800);
  });

  test('a cell that cannot be edited in place says so, and F2 opens its row', async () => {
    visitor.run(`CREATE TABLE Fixed (Code TEXT PRIMARY KEY, Name TEXT, Count INTEGER, Twice INTEGER GENERATED ALWAYS AS (Count * 2), Long TEXT);
      INSERT INTO Fixed VALUES ('a', 'First', 3, '${'long '.repeat(50)}'), ('b', 'Second', 4, 'short');
      CREATE VIEW Seen AS SELECT Name, Stock FROM Thing;`);
    await visitor.visit('/Fixed', 'First');
    const fixed = title => page.waitFor(`(row => row.querySelector('[aria-readonly]') && [...row.firstChild.children].map(cell => cell.ariaReadOnly))(${visitor.cell(title, 0)}.parentNode.parentNode)`);
    assert.deepEqual(await fixed('First'), [null, null, 'true', null, 'true', 'true']);
    assert.deepEqual(await fixed('Second'), [null, null, 'true', null, 'true', null]);
    for (const place of [2, 4, 5]) {
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

  test('a refusal is shown at the cell, which opens again with the input', async () => {
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

  for (const [way, [width, height, isPhone, scheme], places] of [['desk, light', [1280, 800, false, 'light'], [NAME, NOTE, PRICE, SOLD, DUE]], ['desk, dark', [1280, 800, false, 'dark'], [DUE]], ['phone, dark', [390, 844, true, 'dark'], [NAME, PRICE]], ['phone, light', [390, 844, true, 'light'], [NAME]]])
    test(`the editor is accessible on a ${way}`, async () => {
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
    assert.deepEqual(await page.eval(`[...document.querySelectorAll('.labels > *')].filter(label => label.checkVisibility()).map(label => [label.role, label.ariaLabel ?? label.innerText])`),
      ['Name', 'Id', 'Note', 'Price', 'Stock', 'Sold', 'Due'].map(name => ['columnheader', name]));
  });

  test('no script failed and no resource was refused on the way', () => visitor.noErrors(/WebSocket connection|ERR_CONNECTION_REFUSED|409 \(Conflict\)/));
});
