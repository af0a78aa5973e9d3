// Rows swiped by touch in a real browser: the shown actions, their effects, and undisturbed scrolling.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { faults } from './axe.mjs';
import { Server } from './server.mjs';
import { Visitor, skipKit } from './visitor.mjs';

describe('rows that are swiped', { skip: skipKit, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Visitor.arrive(() => Server.workbench());
    ({ page } = visitor);
    await page.setViewport(375, 700, true);
  });

  after(() => visitor?.leave());

  beforeEach(async () => {
    await page.setMedia({ 'prefers-reduced-motion': 'reduce' });
    await visitor.visit('/kitchen/shelf', 'Peel potatoes');
  });

  const row = title => `[...document.querySelectorAll('li.row')].find(row => row.innerText.startsWith(${JSON.stringify(title)}))`;
  const touch = (type, ...touchPoints) => page.send('Input.dispatchTouchEvent', { type, touchPoints });

  /** Moves a finger over a row, by so many pixels from its text: the grip beside it is for dragging. */
  async function move(title, x, y = 0, isHeld = false) {
    const start = await page.waitFor(`(row => {
      row.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = row.getBoundingClientRect();
      return { x: left + width * (document.dir === 'rtl' ? .7 : .3), y: top + height / 2 };
    })(${row(title)})`);
    await touch('touchStart', start);
    for (const share of [.1, .3, .5, .7, .9, 1, 1, 1, 1]) await touch('touchMove', { x: start.x + x * share, y: start.y + y * share });
    if (!isHeld) await touch('touchEnd');
  }

  async function tap(expression) {
    const place = await page.waitFor(`(box => box && { x: box.left + box.width / 2, y: box.top + box.height / 2 })(${expression}?.getBoundingClientRect())`);
    await touch('touchStart', place);
    await touch('touchEnd');
  }

  const commands = () => page.eval(`[...document.querySelectorAll('.shelf')].map(shelf => [...shelf.children].map(button => button.innerText))`);
  const isOpen = title => page.waitFor(`${row(title)}.querySelector('.shelf')`);
  const isShut = () => page.waitFor(`!document.querySelector('.shelf') && [...document.querySelectorAll('.row a')].every(a => /none|^0px$/.test(getComputedStyle(a).translate))`);
  const shelf = `document.querySelector('.shelf').getBoundingClientRect()`;

  test('a swipe shows the actions of a row, destructive ones outermost, and a tap runs them', async () => {
    await move('Peel potatoes', -90);
    assert.deepEqual(await commands(), [['Open', 'Throw away', 'Delete']]);
    assert.deepEqual(await page.eval(`[...document.querySelectorAll('.shelf button')].map(({ className }) => className)`), ['', 'danger', 'danger']);
    assert.ok(await page.eval(`${shelf}.right === ${row('Peel')}.getBoundingClientRect().right && ${shelf}.width > 200`));
    assert.deepEqual(await page.eval(`(${faults})()`), []);
    await visitor.fits('a swiped row');
    await visitor.shoot('swipe');
    // Just after a swipe the browser takes a touch for the end of a fling.
    for (let tries = 0; tries < 50 && (await commands()).length; tries++) await tap(`(document.querySelector('.shelf button') ?? document.body)`);
    await isShut();
    await page.waitFor(`${row('Peel potatoes')}.innerText.includes('Open')`);
  });

  test('the menu of the row runs the same actions by keyboard', async () => {
    await move('Wash up', -90);
    const [shown] = await commands();
    await page.press('Escape');
    await isShut();
    await page.eval(`${row('Wash up')}.querySelector('[title=More]').focus()`);
    await page.press('Enter');
    await visitor.asks('Delete');
    const offered = await page.eval(`[...document.querySelectorAll('dialog button')].map(button => button.innerText)`);
    assert.deepEqual(shown.filter(title => !offered.includes(title)), []);
    await page.press('Escape');
    await visitor.closes();
  });

  test('a short swipe, one the other way, and one with a mouse show nothing', async () => {
    await move('Wash up', -30);
    await isShut();
    await move('Wash up', 120);
    await isShut();
    const { x, y } = await page.eval(`(({ left, top }) => ({ x: left + 200, y: top + 10 }))(${row('Wash up')}.getBoundingClientRect())`);
    await page.send('Emulation.setTouchEmulationEnabled', { enabled: false });
    for (const [type, way] of [['Pressed', 0], ['Moved', 60], ['Moved', 150], ['Released', 150]]) await page.send('Input.dispatchMouseEvent', { type: `mouse${type}`, x: x - way, y, button: 'left', clickCount: 1 });
    await isShut();
    await page.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  });

  test('one row is open at a time; a tap beside it or on it closes it and does nothing else', async () => {
    await move('Wash up', -90);
    await isOpen('Wash up');
    await move('Set the table', -90);
    assert.equal((await commands()).length, 1);
    await isOpen('Set the table');
    await tap(`document.querySelector('h1')`);
    await isShut();
    await move('Set the table', -90);
    await isOpen('Set the table');
    await tap(`${row('Set the table')}.querySelector('.tools')`);
    await isShut();
    assert.equal(await page.eval(`document.querySelector('dialog') === null && location.pathname`), '/kitchen/shelf');
  });

  test('a swipe all the way asks before it destroys, and does so then', async () => {
    await move('Set the table', -330, 0, true);
    assert.ok(await page.eval(`document.querySelector('.shelf').classList.contains('full')`));
    await visitor.shoot('swipe-full');
    await touch('touchEnd');
    await visitor.asks('Delete “Set the table”?');
    await isShut();
    await visitor.press('Cancel');
    await visitor.closes();
    assert.ok(await page.eval(`!!${row('Set the table')}`));
    await move('Set the table', -330);
    await visitor.asks('Delete “Set the table”?');
    await visitor.press('Delete');
    await visitor.closes();
    await page.waitFor(`!${row('Set the table')}`);
  });

  test('in edit mode a row is deleted so, too', async () => {
    await visitor.visit('/editing', 'Cleo');
    await visitor.press('Edit');
    await page.waitFor(`${row('Cleo')}.hasAttribute('data-swipes')`);
    await move('Cleo', -330);
    await visitor.asks('Cleo');
    await visitor.press('Delete');
    await page.waitFor(`!${row('Cleo')}`);
  });

  test('a full swipe runs a harmless action at once', async () => {
    await page.eval(`import('/oriel/app/swipe.js').then(({ swipe }) => swipe(${row('Wash up')}, 'Wash up', [{ id: 'a', title: 'First' }, { id: 'b', title: 'Second' }, { id: 'c', title: 'Off', enabled: false }], ({ id }) => window.picked = id))`);
    await move('Wash up', -330);
    assert.equal(await page.waitFor('window.picked'), 'a');
    assert.equal(await page.eval(`document.querySelector('dialog')`), null);
  });

  test('a row without actions is not swiped', async () => {
    assert.equal(await page.eval(`${row('New task')}.hasAttribute('data-swipes')`), false);
    await move('New task', -200);
    await isShut();
  });

  test('a page is scrolled over rows as ever, and a row that was swiped too little goes back', async () => {
    assert.equal(await page.eval(`getComputedStyle(${row('Wash up')}).touchAction`), 'pan-y');
    await page.setViewport(375, 400, true);
    await page.eval('scrollTo(0, 0)');
    await move('Rice', -20, -180);
    await page.waitFor('scrollY > 80');
    await isShut();
    await page.setViewport(375, 700, true);
  });

  test('from right to left it is the other way round', async () => {
    await page.eval(`document.documentElement.dir = 'rtl'`);
    await move('Wash up', -90);
    await isShut();
    await move('Wash up', 90);
    await isOpen('Wash up');
    assert.ok(await page.eval(`${shelf}.left === ${row('Wash')}.getBoundingClientRect().left && ${shelf}.width > 200`));
    assert.deepEqual(await commands(), [['Open', 'Throw away', 'Delete']]);
    await visitor.fits('a swiped row from right to left');
    await visitor.shoot('swipe-rtl');
    await move('Wash up', 330);
    await visitor.asks('Delete “Wash up”?');
    await page.press('Escape');
    await visitor.closes();
  });

  test('it settles with motion, or without if motion is reduced', async () => {
    const moving = `document.getAnimations().length`;
    await move('Wash up', -90);
    assert.equal(await page.eval(moving), 0);
    await page.setMedia({});
    await tap(`document.querySelector('h1')`);
    await page.waitFor(`${moving} > 0`);
    await page.waitFor(`${moving} === 0`);
  });

  test('a row that changes while it is open is redrawn completely', async () => {
    await move('Wash up', -90);
    await isOpen('Wash up');
    const other = await visitor.browser.newPage();
    await other.goto(visitor.server.address + '/kitchen/shelf');
    await other.waitFor(row('Wash up'));
    await other.eval(`${row('Wash up')}.querySelector('[title=More]').click()`);
    await other.waitFor(`document.querySelector('dialog')`);
    await other.eval(`document.querySelector('dialog button').click()`);
    await page.waitFor(`${row('Wash up')}.innerText.includes('Open')`);
    await isShut();
    assert.ok(await page.eval(`${row('Wash up')}.querySelectorAll('.tools').length === 1`));
  });

  for (const scheme of ['light', 'dark'])
    test(`it is readable, ${scheme}`, async () => {
      for (const size of [[375, 700, true], [1280, 800, false]]) {
        await page.setViewport(...size);
        await page.send('Emulation.setTouchEmulationEnabled', { enabled: true });
        await page.setMedia({ 'prefers-color-scheme': scheme, 'prefers-reduced-motion': 'reduce' });
        await move('Wash up', -90);
        await isOpen('Wash up');
        assert.deepEqual(await page.eval(`(${faults})()`), []);
        await visitor.shoot(`swipe-${scheme}-${size[0]}`);
        await page.press('Escape');
        await isShut();
      }
      await page.setViewport(375, 700, true);
    });

  test('no script failed on the way', () => visitor.noErrors());
});
