// Lists by the grid and listbox patterns: roles, keyboard and selection.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { faults } from './axe.mjs';
import { Visitor, skip } from './visitor.mjs';

const screens = { desktop: [1280, 800, false], phone: [375, 720, true] };

/** Returns the focused cell: the start of the row's text, and the number of the cell. */
const focus = `(node => [node.closest('li')?.innerText.split('\\n')[0], [...node.closest('li')?.querySelectorAll('a, .columns > :not(:first-child, :nth-child(2)), .mark input') ?? []].indexOf(node)])(document.activeElement)`;

describe('a table as a grid', { skip, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Visitor.arrive();
    ({ page } = visitor);
    await page.setMedia({ 'prefers-reduced-motion': 'reduce' });
  });

  after(() => visitor?.leave());

  const focused = (title, cell = 0) => page.waitFor(`(([title, cell]) => title === ${JSON.stringify(title)} && cell === ${cell})(${focus})`);
  const selected = () => page.eval(`[...document.querySelectorAll('li[aria-selected=true]')].map(row => row.innerText.split('\\n')[0])`);
  const count = text => page.waitFor(`document.querySelector('.selected:not([hidden]) [role=status]')?.innerText === '${text} selected'`);
  const begin = async () => {
    await visitor.visit('/Track', 'Track 0001');
    await page.eval(`document.querySelector('li a[tabindex="0"]').focus()`);
  };

  test('it says how many rows and columns it has, and of each cell where it is', async () => {
    await visitor.visit('/Track', 'Track 0001');
    const [grid, head, row, cells] = await page.eval(`(() => {
      const grid = document.querySelector('[role=grid]'), row = [...grid.querySelectorAll('li')].find(row => row.innerText.startsWith('Track 0003'));
      return [[grid.ariaLabel, grid.ariaRowCount, grid.ariaColCount, grid.ariaMultiSelectable], [...grid.querySelectorAll('[role=row] [role=columnheader]')].map(head => (head.ariaLabel ?? head.innerText) + head.ariaColIndex),
        [row.role, row.ariaRowIndex, row.ariaSelected, row.parentNode.role], [...row.querySelectorAll('[role=gridcell]')].map(cell => cell.ariaColIndex)];
    })()`);
    assert.deepEqual([grid, head, row, cells], [['Track', '5001', '4', 'true'], ['Name1', 'TrackId2', 'Seconds3'], ['row', '4', 'false', 'rowgroup'], ['1', '2', '3', '4']]);
  });

  test('rows in a window far down say their true places', async () => {
    await page.eval('scrollTo(0, document.documentElement.scrollHeight / 2)');
    await visitor.shows('Track 2500');
    assert.ok(await page.eval(`[...document.querySelectorAll('li.row')].every(row => +row.ariaRowIndex === +row.innerText.slice(6, 10) + 1)`));
  });

  test('arrows lead from cell to cell, Home and End to the ends of a row, with Control to those of the grid', async () => {
    await begin();
    for (const [key, title, cell] of [['ArrowDown', 'Track 0002', 0], ['ArrowRight', 'Track 0002', 1], ['End', 'Track 0002', 3], ['ArrowLeft', 'Track 0002', 2], ['ArrowDown', 'Track 0003', 2],
      ['Home', 'Track 0003', 0], ['ArrowUp', 'Track 0002', 0], ['Control+End', 'Track 5000', 3], ['ArrowUp', 'Track 4999', 3], ['Control+Home', 'Track 0001', 0]]) {
      await page.press(key);
      await focused(title, cell);
    }
    assert.equal(await page.eval(`document.querySelectorAll('[role=grid] [tabindex="0"]').length`), 1);
    await page.press('PageDown');
    await page.waitFor(`/Track 00[1-3]\\d/.test(${focus}[0])`);
    assert.ok(await page.eval(`(({ top, bottom }) => top >= 80 && bottom <= innerHeight)(document.activeElement.closest('li').getBoundingClientRect())`));
    await page.press('PageUp');
    await focused('Track 0001');
  });

  test('letters lead to the row that begins with them, and Enter opens it from any cell', async () => {
    await visitor.visit('/Artist', 'Paper Wolves');
    await page.eval(`document.querySelector('li a[tabindex="0"]').focus()`);
    await page.press('p');
    await focused('Paper Wolves');
    await page.press('ArrowRight');
    await page.press('Enter');
    await visitor.shows('Howl');
    assert.equal(await visitor.address(), '/Artist/2');
  });

  test('the focus of a row that another process deletes goes to the one in its place; it waits for one that has left the window', async () => {
    await begin();
    await page.press('ArrowDown');
    await focused('Track 0002');
    visitor.run(`DELETE FROM Track WHERE TrackId = 2`);
    await focused('Track 0003');
    visitor.run(`INSERT INTO Track VALUES (2, 'Track 0002', 102)`);
    await page.waitFor(`document.querySelector('small').innerText === '5,000'`);
    await focused('Track 0003');
    await page.eval('scrollTo(0, 100000)');
    await visitor.shows('Track 278');
    assert.ok(await page.eval(`document.activeElement.matches('[role=grid]')`));
    await page.press('ArrowDown');
    await focused('Track 0004');
  });

  test('Space selects a row, and with Shift all up to it; Escape clears the selection', async () => {
    await begin();
    await page.press(' ');
    await count('1');
    for (let i = 0; i < 3; i++) await page.press('ArrowDown');
    await page.press('Shift+ ');
    await count('4');
    assert.deepEqual(await selected(), ['Track 0001', 'Track 0002', 'Track 0003', 'Track 0004']);
    await page.press('Shift+ArrowDown');
    await count('5');
    await page.press(' ');
    await count('4');
    await page.press('Escape');
    await page.waitFor(`document.querySelector('.selected').hidden`);
    assert.deepEqual(await selected(), []);
  });

  test('a range reaches over rows that are not in the page', async () => {
    await page.press('Control+Home');
    await focused('Track 0001');
    await page.press(' ');
    await page.press('Control+Shift+End');
    await count('5,000');
    await page.press('Escape');
  });

  test('rows are selected by pointer, with Shift all between', async () => {
    await visitor.visit('/Track', 'Track 0001');
    const press = async (title, modifiers) => {
      const [x, y] = await page.eval(`(box => [box.left + box.width / 2, box.top + box.height / 2])([...document.querySelectorAll('li')].find(row => row.innerText.startsWith('${title}')).querySelector('.mark').getBoundingClientRect())`);
      for (const type of ['mousePressed', 'mouseReleased']) await page.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1, modifiers });
    };
    await press('Track 0002');
    await count('1');
    await press('Track 0005', 8);
    await count('4');
    await press('Track 0003');
    await count('3');
    assert.deepEqual(await selected(), ['Track 0002', 'Track 0004', 'Track 0005']);
    assert.equal(await visitor.address(), '/Track');
  });

  test('the whole end of a row is its box, which is named as the row; Escape in the bar clears the selection, and the focus is in the list again', async () => {
    await visitor.visit('/Track', 'Track 0001');
    const row = `[...document.querySelectorAll('li')].find(row => row.innerText.startsWith('Track 0003'))`;
    for (const part of [.1, .9]) {
      const [x, y] = await page.eval(`(box => [box.left + ${part} * box.width, box.top + ${part} * box.height])(${row}.querySelector('.mark').getBoundingClientRect())`);
      for (const type of ['mousePressed', 'mouseReleased']) await page.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
      await page.waitFor(`${row}.querySelector('.mark input').checked === ${part < .5}`);
    }
    assert.equal(await page.eval(`${row}.querySelector('.mark input').ariaLabel`), 'Select Track 0003');
    await page.press(' ');
    await count('1');
    await page.eval(`document.querySelector('.selected button').focus()`);
    await page.press('Escape');
    await page.waitFor(`document.querySelector('.selected').hidden && document.activeElement.closest('li') === ${row}`);
  });

  test('a row stays selected while it moves, leaves the window and comes back; one that goes leaves the selection', async () => {
    await visitor.visit('/Track?sort=Name', 'Track 0001');
    await page.eval(`document.querySelector('li a[tabindex="0"]').focus()`);
    await page.press(' ');
    await page.press('ArrowDown');
    await page.press(' ');
    await page.press('ArrowDown');
    await page.press(' ');
    await count('3');
    visitor.run(`UPDATE Track SET Name = 'Track 0009½' WHERE TrackId = 1`);
    await page.waitFor(`document.querySelector('li.row').innerText.startsWith('Track 0002')`);
    assert.deepEqual(await selected(), ['Track 0002', 'Track 0003', 'Track 0009½']);
    visitor.run(`UPDATE Track SET Name = 'Track 4000½' WHERE TrackId = 1`);
    await visitor.hides('Track 0009½');
    await page.eval('scrollTo(0, document.documentElement.scrollHeight * 0.8)');
    await visitor.shows('Track 4000½');
    assert.deepEqual(await selected(), ['Track 4000½']);
    await count('3');
    visitor.run(`DELETE FROM Track WHERE TrackId = 2`); // out of sight
    await count('2');
    visitor.run(`DELETE FROM Track WHERE TrackId = 1`); // in sight
    await count('1');
    await page.eval('scrollTo(0, 0)');
    await visitor.shows('Track 0003');
    await page.waitFor(`document.querySelector('li[aria-selected=true]')?.innerText.startsWith('Track 0003')`);
    visitor.run(`INSERT INTO Track VALUES (1, 'Track 0001', 101), (2, 'Track 0002', 102)`);
    await visitor.shows('Track 0001');
    assert.deepEqual(await selected(), ['Track 0003']);
  });

  test('the selection is copied as lines, and deleted on confirmation', async () => {
    await visitor.visit('/Artist', 'Quiet Harbor');
    visitor.run(`INSERT INTO Artist VALUES (20, 'Zest', 1990, NULL), (21, 'Zing', 1991, NULL)`);
    await visitor.shows('Zing');
    await page.eval(`[...document.querySelectorAll('li')].find(row => row.innerText.startsWith('Zest')).querySelector('a').focus()`);
    await page.press(' ');
    await page.press('Shift+ArrowDown');
    await count('2');
    const copied = await page.eval(`(() => { const event = new ClipboardEvent('copy', { clipboardData: new DataTransfer(), bubbles: true, cancelable: true }); document.dispatchEvent(event); return event.clipboardData.getData('text/plain'); })()`);
    assert.match(copied, /^Zest\t.*1990.*\nZing\t.*1991/);
    await visitor.press('Delete');
    await visitor.asks('Delete 2 selected?');
    await visitor.press('Delete');
    await visitor.closes();
    await visitor.hides('Zing');
    assert.equal(visitor.run('SELECT count(*) FROM Artist WHERE ArtistId > 19'), '0');
    await page.waitFor(`document.querySelector('.selected').hidden`);
  });

  test('the selection is visible and accessible', async () => {
    for (const [screen, size] of Object.entries(screens)) for (const scheme of ['light', 'dark', 'forced']) {
      await page.setViewport(...size);
      await page.setMedia({ 'prefers-color-scheme': scheme === 'dark' ? 'dark' : 'light', 'prefers-reduced-motion': 'reduce', ...scheme === 'forced' ? { 'forced-colors': 'active' } : {} });
      await visitor.visit('/Track', 'Track 0001');
      await page.eval(`document.querySelector('li a[tabindex="0"]').focus()`);
      await page.press('ArrowDown');
      await page.press(' ');
      await page.press('Shift+ArrowDown');
      await count('2');
      const [chosen, other] = await page.eval(`['true', 'false'].map(is => getComputedStyle(document.querySelector('li[aria-selected=' + is + ']')).backgroundColor)`);
      assert.notEqual(chosen, other, `${screen}, ${scheme}`);
      if (scheme !== 'forced') assert.deepEqual(await page.eval(`(${faults})()`), [], `${screen}, ${scheme}`);
      await visitor.fits(`the selection on a ${screen}`);
      await visitor.shoot(`selected-${screen}-${scheme}`);
    }
    await page.setViewport(1280, 800, false);
    await page.setMedia({});
  });

  test('a selected row under the pointer can be read in forced colours', async () => {
    for (const scheme of ['light', 'dark']) {
      await page.setMedia({ 'prefers-color-scheme': scheme, 'forced-colors': 'active' });
      await begin();
      await page.press(' ');
      await count('1');
      const [x, y] = await page.eval(`(box => [box.left + box.width / 2, box.top + box.height / 2])(document.querySelector('li[aria-selected=true]').getBoundingClientRect())`);
      await page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
      const [ground, high, text, highText] = await page.waitFor(`document.querySelector('li[aria-selected=true]:hover') && (() => {
        const row = document.querySelector('li[aria-selected=true]'), probe = document.body.appendChild(document.createElement('p'));
        Object.assign(probe.style, { background: 'Highlight', color: 'HighlightText', forcedColorAdjust: 'none' });
        const [own, link, other] = [row, row.querySelector('a'), probe].map(node => getComputedStyle(node));
        return [own.backgroundColor, other.backgroundColor, link.color, other.color];
      })()`);
      assert.deepEqual([ground, text], [high, highText], scheme);
      await visitor.shoot(`selected-hovered-forced-${scheme}`);
    }
    await page.setMedia({});
  });

  test('Tab reaches the header of a table without rows, and a row that is inserted does not take the focus', async () => {
    visitor.run('CREATE TABLE Shelf (ShelfId INTEGER PRIMARY KEY, Name TEXT, Room TEXT)');
    await page.setViewport(...screens.desktop);
    await visitor.visit('/Shelf', 'Room');
    const isOn = text => page.waitFor(`document.activeElement.role === 'columnheader' && document.activeElement.innerText.trim() === '${text}'`);
    const stops = () => page.eval(`[...document.querySelectorAll('[role=grid] [tabindex="0"]')].map(node => node.innerText.trim())`);
    await page.waitFor(`document.querySelector('[aria-sort]')`);
    assert.deepEqual([await stops(), await page.eval(`(${faults})()`)], [['Name'], []]);
    await page.eval(`[...document.querySelectorAll('main button')].filter(button => button.checkVisibility()).at(-1).focus()`);
    await page.press('Tab');
    await isOn('Name');
    await visitor.shoot('empty-table-header');
    await page.press('ArrowRight');
    await page.press('ArrowRight');
    await isOn('Room');
    await page.press('ArrowDown');
    await page.press('Enter');
    await page.waitFor(`location.search === '?sort=Room'`);
    await isOn('Room');
    visitor.run(`INSERT INTO Shelf VALUES (1, 'Upper', 'Attic')`);
    await visitor.shows('Attic');
    await isOn('Room');
    assert.deepEqual(await stops(), ['Upper']);
    await page.press('ArrowDown');
    await page.waitFor(`document.activeElement.closest('li.row')`);
    await page.setViewport(...screens.phone);
    await visitor.visit('/Shelf?search=none', 'Shelf');
    await page.waitFor(`document.querySelector('.labels').role === 'row'`);
    assert.deepEqual([await stops(), await page.eval(`(${faults})()`)], [[], []], 'a phone has no headers');
    await page.eval(`[...document.querySelectorAll('main button')].filter(button => button.checkVisibility()).at(-1).focus()`);
    await page.press('Tab');
    await page.waitFor(`document.activeElement.role === 'grid'`);
    await page.setViewport(...screens.desktop);
  });

  test('no script failed on the way', () => visitor.noErrors());
});
