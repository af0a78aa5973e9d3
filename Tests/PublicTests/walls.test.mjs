// A dashboard on a wall: it outlives the server, the network, changed files and the session, and
// says meanwhile that its numbers may be old. Nothing piles up. Waits of the page of a second or
// more are a tenth as long, so that 25 seconds between two pings are 2.5.
import assert from 'node:assert/strict';
import { appendFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Proxy } from './proxy.mjs';
import { skip } from './visitor.mjs';
import { hurry, password, scenes, usual, Wall } from './walls.mjs';

const client = fileURLToPath(new URL('../../public', import.meta.url));

/* Takes the place of locks of the display. A browser ends them when the page is hidden. */
const locks = `window.locks = [];
if (navigator.wakeLock) navigator.wakeLock.request = async () => {
  const lock = Object.assign(new EventTarget(), { release() { this.isOver = true; } });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden || lock.isOver) return;
    lock.isOver = true;
    lock.dispatchEvent(new Event('release'));
  });
  locks.push(lock);
  return lock;
}`;

const held = `locks.filter(lock => !lock.isOver).length`;

/* Notes what is fetched. */
const listen = `{
  const { fetch } = window;
  window.asked = [];
  window.fetch = (...what) => asked.push(what[0]) && fetch(...what);
}`;

/* Further tiles, which move others to other places. */
const more = `      - { title: Stops, number: { table: Stop } }
      - { title: Reasons, table: Stop, columns: [Reason], rows: 20 }`;

describe('a wall', { skip, concurrency: false }, () => {
  let wall, page;

  before(async () => {
    wall = await Wall.stands();
    ({ page } = wall);
    for (const source of [hurry, locks]) {
      await page.send('Page.addScriptToEvaluateOnNewDocument', { source });
    }
  });

  after(() => wall?.leave());

  beforeEach(async () => {
    await wall.look();
    await wall.isCurrent();
    await page.eval('window.mark = 1');
  });

  test('is current after each of eight kills in a row, and is grey meanwhile', async () => {
    await wall.replace();
    await wall.isCurrent();
    const first = await wall.holds();
    for (let kills = 1; kills < 8; kills++) {
      await wall.replace(() => wall.isOld().then(() => wall.produce()));
      await wall.isCurrent();
    }
    await wall.isFlat(first);
    assert.equal(await page.eval('mark'), 1);
  });

  test('notices a silent network by the second ping, and recovers', async () => {
    const proxy = await Proxy.start(wall.server.port);
    try {
      await wall.look(proxy.address);
      await wall.isCurrent();
      await page.eval('window.mark = 2');
      for (const isForgotten of [true, false]) {
        proxy.cut();
        await wall.isOld();
        wall.produce();
        proxy.mend(isForgotten);
        await wall.isCurrent();
      }
      assert.equal(await page.eval('mark'), 2);
    } finally {
      await page.goto('about:blank');
      await proxy.stop();
    }
  });

  test('shows further tiles of a file that changes while the server is away', async () => {
    const all = usual.replace('Pieces', 'Pieces,Stops,Reasons');
    await wall.replace(() => wall.write(scenes(more)));
    await wall.isCurrent(undefined, all);
    wall.write(scenes());
    await wall.isCurrent();
    await wall.finally(`document.querySelector('.values tbody').rows.length === 12`);
    assert.equal(await page.eval('mark'), 1);
  });

  test('follows its own file after a restart that changed nothing', async () => {
    await wall.replace();
    await wall.isCurrent();
    wall.write(scenes().replace('title: Down', 'title: Standing'));
    await wall.isCurrent(undefined, usual.replace('Down', 'Standing'));
    wall.write(scenes());
    await wall.isCurrent();
    assert.equal(await page.eval('mark'), 1);
  });

  test('loads itself again when another server has another client', async () => {
    const pages = join(wall.database.folder, 'public');
    cpSync(client, pages, { recursive: true });
    appendFileSync(join(pages, 'oriel/scene/plot.js'), '\n');
    await wall.finally(`performance.getEntriesByName(location.origin + '/oriel/scene/plot.js')
      .some(({ initiatorType }) => initiatorType === 'fetch')`);
    await wall.replace(() => wall.isOld(), pages);
    await wall.finally('!window.mark');
    await wall.isCurrent();
    assert.equal(await page.eval('location.hash'), '#wall');
  });

  test('is current after it was frozen and the server was replaced', async () => {
    const show = await wall.hide();
    await page.send('Page.setWebLifecycleState', { state: 'frozen' });
    await wall.replace(() => wall.produce());
    await page.send('Page.setWebLifecycleState', { state: 'active' });
    await show();
    await wall.isCurrent();
    assert.equal(await page.eval('mark'), 1);
  });

  test('holds no more after 3,000 commits, in sight and hidden', async () => {
    wall.work(500);
    await wall.isCurrent();
    const first = await wall.holds();
    for (let part = 0; part < 5; part++) {
      wall.work(300);
      await wall.isCurrent();
    }
    await wall.isFlat(first);
    const show = await wall.hide();
    wall.work(1500);
    await wall.isFlat(first);
    await show();
    await wall.isCurrent();
  });

  test('keeps the display on with one lock, also after it was hidden', async () => {
    await wall.finally(`${held} === 1`);
    await page.eval(`document.querySelector('main').append(document.createElement('i'))`);
    const show = await wall.hide();
    await wall.finally(`${held} === 0`);
    await show();
    await wall.finally(`${held} === 1`);
    await page.press('Escape');
    await wall.finally(`${held} === 0`);
  });

  test('no script failed on the way', () => wall.noErrors(/WebSocket|ERR_/));
});

describe('a wall that has signed in', { skip, concurrency: false }, () => {
  test('says when the session has ended, and goes on after another tab signs in', async () => {
    const wall = await Wall.stands(true);
    const body = JSON.stringify({ name: 'hall', password });
    const signIn = `fetch('/-/sign-in', { method: 'POST', body: '${body}',
      headers: { 'Content-Type': 'application/json' } }).then(({ ok }) => ok)`;
    try {
      const { page } = wall;
      await page.send('Page.addScriptToEvaluateOnNewDocument', { source: hurry + listen });
      await wall.look();
      await page.type('input[name=name]', 'hall');
      await page.type('input[name=password]', password);
      await page.press('Enter');
      await wall.isCurrent();
      await page.eval('window.mark = 1');
      wall.oriel('user', 'sign-out', 'hall');
      await wall.isOld('You are no longer signed in.');
      await wall.finally(`document.querySelector('dialog[open] form')`);
      await wall.finally(`asked.filter(address => address === '/-/sign-in').length > 2`);
      assert.equal(await page.eval('mark'), 1);
      assert.ok(await page.eval(signIn));
      await wall.finally('!window.mark');
      await wall.isCurrent();
      assert.equal(await page.eval('location.hash'), '#wall');
    } finally {
      await wall.leave();
    }
  });
});
