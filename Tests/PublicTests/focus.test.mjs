// The focus when its element is redrawn or removed.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Server } from './server.mjs';
import { Visitor, skip, skipKit } from './visitor.mjs';

const focused = (page, text) => page.waitFor(`document.activeElement !== document.body && document.activeElement.innerText.trim() === ${JSON.stringify(text)}`);

describe('the focus while others write', { skip, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Visitor.arrive();
    ({ page } = visitor);
    visitor.run(`CREATE TABLE Loan (LoanId INTEGER PRIMARY KEY, ArtistId INTEGER REFERENCES Artist); INSERT INTO Loan VALUES (1, 1)`);
  });

  after(() => visitor?.leave());

  test('stays on the link to another row when that is renamed, or another one, and is on the heading when there is none', async () => {
    await visitor.visit('/Loan/1', 'Quiet Harbor');
    await page.eval(`[...document.querySelectorAll('dl a')].find(({ innerText }) => innerText === 'Quiet Harbor').focus()`);
    visitor.run(`UPDATE Artist SET Name = 'Quiet Bay' WHERE ArtistId = 1`);
    await visitor.shows('Quiet Bay');
    await focused(page, 'Quiet Bay');
    visitor.run('UPDATE Loan SET ArtistId = 2');
    await visitor.shows('Paper Wolves');
    await focused(page, 'Paper Wolves');
    visitor.run('UPDATE Loan SET ArtistId = NULL');
    await visitor.hides('Paper Wolves');
    await page.waitFor(`document.activeElement.localName === 'h1'`);
  });

  test('is on the heading of a deleted row', async () => {
    await visitor.visit('/Track/3', 'Track 0003');
    await page.eval(`[...document.querySelectorAll('main button')].find(({ innerText }) => innerText === 'Edit').focus()`);
    visitor.run('DELETE FROM Track WHERE TrackId = 3');
    await visitor.shows('Gone');
    await focused(page, 'Gone');
    await page.press('Tab');
    await focused(page, 'Back');
  });

  test('stays on the button of a question while that is sent, and when it is refused', async () => {
    await visitor.visit('/Artist/2', 'Paper Wolves');
    await visitor.press('Delete');
    await visitor.asks('Delete “Paper Wolves”?');
    const free = await visitor.database.lock();
    await page.eval(`document.querySelector('dialog .danger').focus()`);
    await page.press('Enter');
    await page.waitFor(`document.querySelector('dialog .danger').ariaDisabled === 'true'`);
    await focused(page, 'Delete');
    await page.press('Enter');
    await free();
    await visitor.asks('Album');
    await focused(page, 'Delete');
    assert.deepEqual([await page.eval(`document.querySelector('dialog .danger').ariaDisabled`), page.frames.filter(({ type }) => type === 'command').length], [null, 1]);
    await page.press('Escape');
    await visitor.closes();
    await focused(page, 'Delete');
  });

  const row = `document.activeElement.closest('li.row')?.innerText.split('\\n')[0]`;

  test('goes to the next row when the selected ones are deleted, or to the list, and back to its row when none is selected', async () => {
    await visitor.visit('/Track', 'Track 0010');
    await page.eval(`[...document.querySelectorAll('li.row a')].find(({ innerText }) => innerText === 'Track 0008').focus()`);
    for (const key of [' ', 'ArrowDown', ' ', 'ArrowDown', ' ']) await page.press(key);
    await page.waitFor(`document.querySelector('.selected [role=status]').innerText === '3 selected'`);
    const erase = async () => {
      await page.eval(`document.querySelector('.selected .danger').focus()`);
      await page.press('Enter');
      await visitor.asks('selected?');
      await page.eval(`document.querySelector('dialog .danger').focus()`);
      await page.press('Enter');
      await visitor.closes();
    };
    await erase();
    await visitor.hides('Track 0010');
    assert.equal(await page.waitFor(row), 'Track 0011');
    await page.press('ArrowDown');
    assert.equal(await page.waitFor(row), 'Track 0012');
    await page.press('Control+a');
    await page.waitFor(`document.querySelector('.selected [role=status]').innerText === '4,996 selected'`);
    await page.eval(`document.querySelector('.selected button:last-child').focus()`);
    await page.press('Enter');
    await page.waitFor(`!document.querySelector('.selected').checkVisibility()`);
    assert.equal(await page.waitFor(row), 'Track 0012');
    await visitor.visit('/Loan', '1');
    await page.eval(`document.querySelector('li.row .mark input').focus()`);
    await page.press(' ');
    await erase();
    await page.waitFor(`document.querySelector('main .title small').innerText === '0' && document.activeElement.matches('.lines')`);
  });

  const top = `document.activeElement.closest('li')?.getBoundingClientRect().top`;
  const onRow = text => page.waitFor(`document.activeElement.closest('li')?.innerText.startsWith('${text}')`);
  const rest = () => visitor.rests();
  const tabIntoList = async () => {
    for (let i = 0; i < 20 && !await page.eval(`!!document.activeElement.closest('li')`); i++) await page.press('Tab');
  };

  test('comes to the first row in sight, and nothing scrolls', async () => {
    await visitor.visit('/Track', 'Track 0001');
    await page.eval('scrollTo(0, 1500)');
    await rest();
    await page.eval(`[...document.querySelectorAll('main button')].find(({ innerText }) => innerText === 'New').focus({ preventScroll: true })`);
    const y = await page.eval('scrollY');
    await tabIntoList();
    assert.equal(await page.eval('scrollY'), y);
    const [at, edge] = await page.eval(`[${top}, document.querySelector('.labels').getBoundingClientRect().bottom]`);
    assert.ok(at >= edge - 1 && at < edge + 60, `${at}, ${edge}`);
  });

  test('is on the row that was left, on the way back, after a reload and from another screen', async () => {
    await visitor.visit('/Track?window=@3000,50', 'Track 3000');
    await onRow('Track 3000');
    await page.press('ArrowDown');
    await onRow('Track 3001');
    await rest();
    const y = await page.eval(top);
    await page.press('Enter');
    await visitor.shows('Edit');
    await page.eval('history.back()');
    await onRow('Track 3001');
    assert.ok(Math.abs(await page.eval(top) - y) < 2, `${await page.eval(top)}, ${y}`);
    await page.press('ArrowDown');
    await onRow('Track 3002');
    await rest();
    await page.reload();
    await onRow('Track 3002');
    await visitor.visit('/Artist', 'Paper Wolves');
    await page.waitFor(`document.activeElement.localName === 'h1'`);
  });

  test('no script failed on the way', () => visitor.noErrors());
});

describe('the focus in an app', { skip: skipKit, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Visitor.arrive(() => Server.workbench());
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  test('comes back to the button of an image when that was chosen, and when it was deleted', async () => {
    const edit = `document.querySelector('dl button')`, isBack = `!document.querySelector('dialog') && document.activeElement === ${edit}`;
    await visitor.visit('/editing', 'Picture');
    const open = async choice => {
      await page.eval(`${edit}.focus()`);
      await page.press('Enter');
      await visitor.asks(choice);
      await visitor.press(choice);
    };
    await open('Choose Photo');
    await page.waitFor(`document.querySelector('.picker')`);
    await page.eval(`(async () => {
      const canvas = new OffscreenCanvas(8, 8), files = new DataTransfer();
      canvas.getContext('2d').fillRect(0, 0, 8, 8);
      files.items.add(new File([await canvas.convertToBlob({ type: 'image/png' })], 'a.png', { type: 'image/png' }));
      document.querySelector('.picker').dispatchEvent(new DragEvent('drop', { dataTransfer: files, cancelable: true }));
    })()`);
    await visitor.press('Use');
    await page.waitFor(`document.querySelector('dl img') && ${isBack}`);
    await open('Delete Photo');
    await page.waitFor(`!document.querySelector('dl img') && ${isBack}`);
    await open('Choose Photo');
    await page.waitFor(`document.querySelector('.picker')`);
    await visitor.press('Cancel');
    await page.waitFor(isBack);
  });

  test('no script failed on the way', () => visitor.noErrors());
});
