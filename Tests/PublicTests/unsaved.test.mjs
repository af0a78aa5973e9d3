// Unsaved input in a row's form: it is not discarded without a question.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { Editor } from './editor.mjs';
import { skip } from './visitor.mjs';

describe('unsaved input', { skip, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Editor.arrive();
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  beforeEach(() => visitor.edits());

  test('a cancelled waiting save is not sent', async () => {
    await visitor.enter('Name', 'Mine');
    await visitor.restart(async () => {
      await visitor.waits();
      await page.press('Escape');
      await visitor.press('Discard');
      await visitor.closes();
    });
    await visitor.isLive(40_000);
    visitor.write('Founded', '2000');
    await visitor.says('Founded', '2000');
    assert.equal(visitor.stored, 'Quiet Harbor|2000');
  });

  test('Escape asks before it discards input, however often it is pressed', async () => {
    await visitor.enter('Name', 'Mine');
    for (let times = 0; times < 3; times++) {
      await page.press('Escape');
      await visitor.asks('Discard what you typed?');
      await page.press('Escape');
      await visitor.dialogs(1);
      assert.deepEqual([await visitor.typed('Name'), await page.eval('document.activeElement === field.querySelector("input")')], ['Mine', true]);
    }
    await visitor.shoot('edit-dirty');
    await page.press('Escape');
    await visitor.press('Discard');
    await visitor.closes();
    assert.equal(await page.eval('document.activeElement.innerText'), 'Edit');
    assert.equal(visitor.stored, 'Quiet Harbor|1971');
  });

  test('back asks, and goes back on confirmation', async () => {
    await visitor.press('Cancel');
    await visitor.closes();
    await visitor.visit('/Artist', 'Paper Wolves');
    await visitor.follow('Quiet Harbor');
    await visitor.says('Founded', '1971');
    await visitor.press('Edit');
    await visitor.enter('Name', 'Mine');
    await page.eval('history.back()');
    await visitor.asks('Discard what you typed?');
    await page.waitFor(`location.pathname === '/Artist/1'`);
    await visitor.press('Cancel');
    await visitor.dialogs(1);
    assert.equal(await visitor.typed('Name'), 'Mine');
    await page.eval('history.back()');
    await visitor.asks('Discard what you typed?');
    await page.waitFor(`location.pathname === '/Artist/1'`);
    await visitor.press('Discard');
    await visitor.shows('Paper Wolves');
    assert.equal(await visitor.address(), '/Artist');
    await visitor.closes();
  });

  test('a reload asks only with unsaved input', async () => {
    page.questions = [];
    await page.click('dialog input');
    await visitor.enter('Name', 'Mine');
    page.isWilling = false;
    await page.send('Page.reload');
    for (const end = Date.now() + 10_000; !page.questions.length && Date.now() < end;) await page.eval('new Promise(requestAnimationFrame)');
    assert.deepEqual(page.questions, ['beforeunload']);
    assert.equal(await visitor.typed('Name'), 'Mine');
    await visitor.press('Cancel');
    await visitor.closes();
    page.isWilling = true;
    await visitor.visit('/Artist/1', 'Quiet Harbor');
    assert.deepEqual(page.questions, ['beforeunload']);
  });

  test('no script failed and no resource was refused on the way', () => visitor.noErrors(/WebSocket connection|ERR_CONNECTION_REFUSED/));
});
