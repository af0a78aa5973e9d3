// A declared board: lanes, cards that are moved by mouse, finger and keys, and what the server says to that.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { faults } from './axe.mjs';
import { SceneVisitor, screens, skip } from './scenes-visitor.mjs';

describe('a board', { skip, concurrency: false }, () => {
  let visitor, page, answer;

  before(async () => {
    visitor = await SceneVisitor.sees((...message) => answer(...message));
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  beforeEach(async () => {
    answer = () => ({ result: {} });
    visitor.commands();
    visitor.server.documents.clear();
    await page.setViewport(...screens.desk);
    await page.setMedia({ 'prefers-reduced-motion': 'reduce' });
    await visitor.visit('/board', 'VPN drops');
  });

  const card = title => `[...document.querySelectorAll('.board li')].find(card => card.innerText.startsWith(${JSON.stringify(title)}))`;
  const lane = title => `${card(title)}?.closest('.lane').lane`;
  const isIn = (title, name) => page.waitFor(`${lane(title)} === ${JSON.stringify(name)}`);
  const middle = async expression => {
    const [x, y] = await page.eval(`(box => [box.x + box.width / 2, box.y + Math.min(box.height / 2, 40)])(${expression}.getBoundingClientRect())`);
    return { x, y };
  };
  const laneNode = name => `[...document.querySelectorAll('.lane')].find(node => node.lane === ${JSON.stringify(name)})`;

  /** The patch that moves a row from one section to another, as the server sends it. */
  function moves(id, from, to) {
    const { sections } = visitor.server.document('/board');
    const place = name => sections.findIndex(section => section.id === name);
    visitor.server.patch('/board', [{ op: 'move', from: `/sections/${place(from)}/rows/${sections[place(from)].rows.indexOf(id)}`, path: `/sections/${place(to)}/rows/0` },
      { op: 'replace', path: `/sections/${place(from)}/count`, value: sections[place(from)].count - 1 }, { op: 'replace', path: `/sections/${place(to)}/count`, value: sections[place(to)].count + 1 }]);
  }

  const mouse = (type, { x, y }) => page.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons: 1, clickCount: 1 });

  async function drag(title, to) {
    const start = await middle(card(title)), end = await middle(laneNode(to));
    await mouse('mousePressed', start);
    for (const part of [.1, .5, 1]) await mouse('mouseMoved', { x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part });
    await page.waitFor(`document.querySelector('.dragged')`);
    await mouse('mouseReleased', end);
    await page.waitFor(`!document.querySelector('.dragged')`);
  }

  test('has the lanes of the file in their order, also empty ones', async () => {
    assert.deepEqual(await visitor.texts('.lane h2'), ['new', 'open', 'late', 'waiting']);
    assert.deepEqual(await visitor.texts('.lane-title small'), ['4', '10', '2', '0']);
    assert.deepEqual((await visitor.texts('.board .card'))[0].split('\n'), ['Meeting room screen stays black', 'Support']);
  });

  test('a card that is dropped on another lane is there at once, and runs the command', async () => {
    let release;
    answer = () => new Promise(resolve => release = () => resolve({ result: {} }));
    await drag('VPN drops', 'waiting');
    await isIn('VPN drops', 'waiting');
    const { command, row, arguments: values } = await visitor.sent();
    assert.deepEqual([command, row, values], ['drop', '1', { lane: 'waiting' }]);
    assert.equal(await page.eval(`${card('VPN drops')}.classList.contains('pending')`), true);
    assert.equal(await visitor.address(), '/board');
    release();
    await page.waitFor(`!document.querySelector('.pending')`);
  });

  test('a refused card goes back, and the page says why', async () => {
    answer = () => {
      throw { message: 'Only leads reopen tickets.' };
    };
    await drag('VPN drops', 'late');
    await isIn('VPN drops', 'open');
    await visitor.until(`all('.banner')[0].innerText === 'Only leads reopen tickets.'`);
    assert.match(await page.eval(`document.querySelector('.board [role=status]').textContent`), /is back in open/);
  });

  test('stays where the server has moved it, and cards of others glide to their lanes', async () => {
    await page.setMedia({ 'prefers-reduced-motion': 'no-preference' });
    answer = () => {
      moves('1', 'open', 'late');
      return { result: {} };
    };
    await drag('VPN drops', 'late');
    await isIn('VPN drops', 'late');
    await page.waitFor(`!document.querySelector('.pending')`);
    assert.equal(await page.eval(lane('VPN drops')), 'late');
    await page.eval(`window.kept = ${card('Invoice 2291')}; kept.animate = (...what) => { window.glided = what; return Element.prototype.animate.apply(kept, what); }`);
    moves('2', 'open', 'new');
    await isIn('Invoice 2291', 'new');
    assert.equal(await page.eval(`kept.isConnected && kept === ${card('Invoice 2291')}`), true);
    assert.match(await page.eval('JSON.stringify(glided)'), /translate":"[\d.]+px/);
    assert.deepEqual(await visitor.texts('.lane-title small'), ['5', '8', '3', '0']);
  });

  test('Alt and an arrow move a card, arrows alone lead to others', async () => {
    await page.eval(`${card('VPN drops')}.querySelector('a').focus()`);
    await page.press('ArrowDown');
    assert.match(await page.eval('document.activeElement.innerText'), /^Invoice 2291/);
    await page.press('ArrowUp');
    await page.press('ArrowRight');
    assert.match(await page.eval('document.activeElement.innerText'), /^New laptop/);
    await page.press('ArrowLeft');
    await page.eval(`document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', altKey: true, bubbles: true, cancelable: true }))`);
    await isIn('VPN drops', 'new');
    assert.match(await page.eval('document.activeElement.innerText'), /^VPN drops/);
    assert.deepEqual((await visitor.sent()).arguments, { lane: 'new' });
  });

  test('the menu of a card has its commands and the other lanes', async () => {
    await visitor.openMenu('VPN drops');
    assert.deepEqual(await visitor.texts('.popup button'), ['Close', 'Move to new', 'Move to late', 'Move to waiting']);
    await visitor.choose('Move to late');
    await isIn('VPN drops', 'late');
  });

  test('a press opens the card, a drag does not', async () => {
    await drag('VPN drops', 'new');
    assert.equal(await visitor.address(), '/board');
    const at = await middle(card('Invoice 2291'));
    await mouse('mousePressed', at);
    await mouse('mouseReleased', at);
    await page.waitFor(`location.pathname === '/tickets/2'`);
  });

  test('a finger that rests takes a card, a finger that moves scrolls', async () => {
    await page.setViewport(...screens.phone);
    await visitor.visit('/board', 'VPN drops');
    const touch = (type, points) => page.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    const start = await middle(card('Meeting room'));
    await touch('touchStart', [start]);
    await page.waitFor(`document.querySelector('.dragged')`);
    for (const x of [start.x + 60, 330, 350]) await touch('touchMove', [{ x, y: start.y }]);
    await page.waitFor(`document.querySelector('.lane.over')?.lane === 'open'`);
    await touch('touchEnd', []);
    await isIn('Meeting room', 'open');
    assert.deepEqual((await visitor.sent()).arguments, { lane: 'open' });
  });

  test('a card that may not be dropped stays', async () => {
    visitor.server.patch('/board', [{ op: 'replace', path: '/cells/1/can', value: [] }]);
    await page.waitFor(`!${card('VPN drops')}.classList.contains('movable')`);
    const start = await middle(card('VPN drops'));
    await mouse('mousePressed', start);
    await mouse('mouseMoved', { x: start.x + 300, y: start.y });
    assert.equal(await page.eval(`document.querySelector('.dragged')`), null);
    await mouse('mouseReleased', { x: start.x + 300, y: start.y });
    assert.deepEqual(visitor.commands(), []);
  });

  for (const [screen, size] of Object.entries({ desk: screens.desk, phone: screens.phone })) for (const scheme of ['light', 'dark'])
    test(`can be read on a ${screen}, ${scheme}`, async () => {
      await page.setViewport(...size);
      await page.setMedia({ 'prefers-color-scheme': scheme, 'prefers-reduced-motion': 'reduce' });
      await visitor.visit('/board', 'VPN drops');
      await visitor.fits('the board');
      assert.deepEqual(await page.eval(`(${faults})()`), []);
      await visitor.shoot(`scenes-${screen}-${scheme}-board`);
    });

  test('logs nothing', () => visitor.noErrors());
});
