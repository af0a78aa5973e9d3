// Inputs in the address, and inputs of one tab, in Chromium.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Server } from './server.mjs';
import { Visitor, skipKit } from './visitor.mjs';

describe('inputs in the address', { skip: skipKit, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Visitor.arrive(() => Server.workbench());
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  const input = kind => `document.querySelector('.inputs ${kind}')`;
  const isAt = (route, where = page) => where.waitFor(`location.pathname + location.search === ${JSON.stringify(route)} && document.querySelector('main').ariaBusy !== 'true'`);
  const choose = (index, where = page) => where.eval(`(${input('select')}).selectedIndex = ${index}, ${input('select')}.dispatchEvent(new Event('input'))`);
  const isChosen = (index, where = page) => where.waitFor(`${input('select')}?.selectedIndex === ${index}`);

  test('setting one replaces the address, and Back leads to the screen before', async () => {
    await visitor.visit('/', 'Filter');
    await page.eval(`document.querySelector('a[href="/filter"]').click()`);
    await isAt('/filter');
    await visitor.shows('Number 20');
    const entries = await page.eval('history.length');
    await choose(2);
    await isAt('/filter?show=odd');
    await visitor.hides('Number 20');
    await visitor.shows('Number 19');
    await choose(1);
    await isAt('/filter?show=even');
    await visitor.shows('Number 20');
    assert.equal(await page.eval('history.length'), entries);
    await page.eval('history.back()');
    await isAt('/');
    await page.eval('history.forward()');
    await isAt('/filter?show=even');
    await visitor.hides('Number 19');
    await isChosen(1);
    await choose(0);
    await isAt('/filter');
    await visitor.shows('Number 19');
    visitor.noErrors();
  });

  test('a link opens the same for everybody, and nobody else is moved', async () => {
    const other = await visitor.browser.newPage();
    await other.goto(visitor.server.address + '/filter?show=odd');
    await isChosen(2, other);
    await visitor.visit('/filter?show=odd', 'Number 19');
    await choose(1);
    await isAt('/filter?show=even');
    assert.equal(await other.eval('location.search'), '?show=odd');
    await isChosen(2, other);
    await other.goto(visitor.server.address + '/filter?show=lost');
    await other.waitFor(`document.querySelector('main').innerText.includes('show')`);
  });

  test('what is typed goes into the address, and the focus stays', async () => {
    await visitor.visit('/filter?show=odd', 'Number 19');
    await page.type('.inputs input', '1');
    await isAt('/filter?digits=1&show=odd');
    await visitor.hides('Number 9');
    await page.type('.inputs input', '19');
    await isAt('/filter?digits=19&show=odd');
    assert.deepEqual(await page.eval(`[document.activeElement === ${input('input')}, ${input('input')}.value]`), [true, '19']);
    await visitor.hides('Number 17');
    visitor.noErrors();
  });

  test('each tab has inputs of its own, which outlive a reload', async () => {
    await visitor.visit('/note', 'Length');
    const other = await visitor.browser.newPage();
    await other.goto(visitor.server.address + '/note');
    await other.waitFor(input('input'));
    await page.type('.inputs input', 'mine');
    await visitor.says('Length', '4');
    assert.equal(await other.eval(`${input('input')}.value`), '');
    await page.goto('about:blank');
    await page.goto(visitor.server.address + '/note');
    await page.waitFor(`${input('input')}?.value === 'mine'`);
  });
});
