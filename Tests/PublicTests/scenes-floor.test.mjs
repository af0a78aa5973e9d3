// Declared dashboards: tiles that are live scenes on one socket, charts with their tables, and the mode for a wall.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { faults } from './axe.mjs';
import { Proxy } from './proxy.mjs';
import { SceneVisitor, screens, skip } from './scenes-visitor.mjs';

describe('a dashboard', { skip, concurrency: false }, () => {
  let visitor, page, server;

  before(async () => {
    visitor = await SceneVisitor.sees();
    ({ page, server } = visitor);
  });

  after(() => visitor?.leave());

  beforeEach(async () => {
    server.documents.clear();
    await page.setViewport(...screens.desk);
    await page.setMedia({ 'prefers-reduced-motion': 'reduce' });
  });

  const isWhole = () => visitor.until(`all('.tile').length === 7 && !all('.tile [aria-busy=true]').length && all('.plot path').length > 4`);
  const tile = title => `[...document.querySelectorAll('.tile')].find(tile => tile.innerText.startsWith(${JSON.stringify(title)}))`;

  async function floor(query = '') {
    await visitor.visit('/floor' + query, 'Running');
    await isWhole();
  }

  test('opens each tile as a scene of its own on the one socket', async () => {
    page.frames.splice(0);
    await floor();
    const opened = page.frames.filter(({ type }) => type === 'open').map(({ route }) => route);
    assert.deepEqual(opened.sort(), ['/floor', ...[0, 1, 2, 3, 4, 5, 6].map(number => `/floor?tile=${number}`)]);
    assert.equal(server.lines.size, 1);
  });

  test('a number has what it is out of, its share, its target and a warning, and follows a patch', async () => {
    await floor();
    assert.deepEqual((await page.eval(`${tile('Running')}.innerText`)).split('\n').filter(Boolean), ['Running', '12 of 15', '80% · Target 13', 'Out of range']);
    assert.match(await page.eval(`${tile('Pieces')}.innerText`), /18,427/);
    server.patch('/floor?tile=0', [{ op: 'replace', path: '/outputs/value', value: 14 }, { op: 'replace', path: '/outputs/share', value: .933 }, { op: 'replace', path: '/outputs/warns', value: false }]);
    await page.waitFor(`${tile('Running')}.innerText.includes('14 of 15') && !${tile('Running')}.innerText.includes('Out of range')`);
    assert.equal(await page.eval(`${tile('Running')}.querySelector('.meter').style.getPropertyValue('--part')`), '0.933');
  });

  test('a table shows the first rows, and rows come and go by patches', async () => {
    await floor();
    assert.deepEqual(await visitor.texts('.rows tbody th'), ['Press 4', 'Lathe 1', 'Mill 9']);
    await page.eval(`window.kept = [...document.querySelectorAll('.rows tbody tr')][1]`);
    server.patch('/floor?tile=3', [{ op: 'remove', path: '/sections/0/rows/0' }, { op: 'remove', path: '/cells/1' }]);
    await visitor.until(`all('.rows tbody tr').length === 2 && all('.rows tbody tr')[0] === kept`);
  });

  test('a chart moves only the bar that has changed', async () => {
    await visitor.visit('/numbers', 'By agent');
    await visitor.until(`all('.pillar').length === 3`);
    await visitor.rests();
    await page.eval(`window.seen = []; window.bars = [...document.querySelectorAll('.pillar')]; window.was = bars.map(bar => bar.style.height);
      window.watcher = new MutationObserver(records => seen.push(...records.map(({ type, target }) => type + bars.indexOf(target)))); watcher.observe(document.querySelector('.plot'), { subtree: true, childList: true })`);
    server.patch('/floor?tile=7', [{ op: 'replace', path: '/cells/new/fields/count', value: 7 }]);
    await page.waitFor(`bars[0].style.height !== was[0]`);
    assert.deepEqual(await page.eval(`[bars.every(bar => bar.isConnected), bars.slice(1).every((bar, place) => bar.style.height === was[place + 1]), seen.filter(text => !/childList-1|childList0/.test(text))]`), [true, true, []]);
  });

  test('a chart has a summary, and the values as a table that a button shows', async () => {
    await visitor.visit('/numbers', 'By agent');
    await visitor.until(`all('.pillar').length === 3`);
    assert.equal(await page.eval(`document.querySelector('.plot').getAttribute('aria-label')`), 'Tickets by state: 3 values. new: 5, open: 8, late: 3.');
    assert.deepEqual(await page.eval(`[...document.querySelector('.values').querySelectorAll('tr')].map(row => row.textContent)`), ['xTickets', 'new5', 'open8', 'late3']);
    assert.equal(await page.eval(`document.querySelector('.values').getBoundingClientRect().width`), 1);
    await page.eval(`document.querySelector('.as-table').click()`);
    await page.waitFor(`document.querySelector('.values').getBoundingClientRect().width > 100`);
    assert.equal(await page.eval(`document.querySelector('.as-table').ariaLabel`), 'Show as a chart');
  });

  test('a press on a bar leads to its rows, and one on the title of a tile to its list', async () => {
    await visitor.visit('/numbers', 'By agent');
    await visitor.until(`all('.pillar').length === 3`);
    await page.click('.pillar');
    await page.waitFor(`location.pathname + location.search === '/desk?State=new'`);
    await floor();
    await visitor.follow('Down');
    await page.waitFor(`location.pathname === '/stops'`);
  });

  test('closes the scenes of its tiles when it is left', async () => {
    await floor();
    await visitor.follow('Machines');
    await visitor.shows('Lathe 1');
    await page.waitFor(`!document.querySelector('.tile')`);
    await page.eval(`fetch('/machines', { headers: { Accept: 'application/json' } }).then(answer => answer.status)`);
    for (let looks = 0; looks < 200 && [...server.lines].at(-1).scenes.size > 1; looks++) await new Promise(resolve => setTimeout(resolve, 16));
    assert.deepEqual([...[...server.lines].at(-1).scenes.values()], ['/machines']);
  });

  test('a tile that has no scene says why, and the others stand', async () => {
    const { find } = server;
    server.find = route => route === '/floor?tile=2' ? undefined : find(route);
    await visitor.visit('/floor', 'Running');
    await page.waitFor(`${tile('By hour')}?.innerText.includes('There is nothing here.')`);
    await page.waitFor(`${tile('Running')}?.innerText.includes('12')`);
    server.find = find;
  });

  test('a tile that is being loaded waits, and then shows what it is', async () => {
    const { phase, chart, ...rest } = server.document('/floor?tile=2');
    server.documents.set('/floor?tile=2', { ...rest, phase: 'loading' });
    await visitor.visit('/floor', 'Running');
    await visitor.until(`all('.tile-body[aria-busy=true]').length === 1`);
    server.patch('/floor?tile=2', [{ op: 'replace', path: '/phase', value: phase }, { op: 'add', path: '/chart', value: chart }]);
    await isWhole();
  });

  test('opens its tiles again after the connection was lost, and takes what was missed', async () => {
    await floor();
    server.drop();
    server.patch('/floor?tile=1', [{ op: 'replace', path: '/outputs/value', value: 18500 }]);
    await page.waitFor(`${tile('Pieces')}.innerText.includes('18,500')`);
    await visitor.isLive();
    server.patch('/floor?tile=1', [{ op: 'replace', path: '/outputs/value', value: 18501 }]);
    await page.waitFor(`${tile('Pieces')}.innerText.includes('18,501')`);
  });

  test('on a wall there are no bars and no pointer, and Escape ends that', async () => {
    await page.setViewport(...screens.wall);
    await floor('?wall');
    assert.deepEqual(await page.eval(`['header', '.app', '.bar'].map(name => document.querySelector(name).checkVisibility())`), [false, false, false]);
    assert.equal(await page.eval(`getComputedStyle(document.querySelector('.tile')).cursor`), 'none');
    assert.ok(await page.eval(`document.documentElement.scrollHeight <= innerHeight`), 'it fits the screen');
    await page.press('Escape');
    await page.waitFor(`document.querySelector('header').checkVisibility()`);
    await visitor.press('Full screen');
    await page.waitFor(`location.hash === '#wall' && !document.querySelector('header').checkVisibility()`);
  });

  test('a wall survives a silent network, and says meanwhile that the server is away', async () => {
    const proxy = await Proxy.start(server.port);
    try {
      await page.goto('about:blank');
      await page.goto(proxy.address + '/floor?wall');
      await isWhole();
      proxy.cut();
      proxy.drop();
      await page.waitFor(`!document.querySelector('.away').hidden`);
      server.patch('/floor?tile=0', [{ op: 'replace', path: '/outputs/value', value: 9 }]);
      proxy.mend();
      await page.waitFor(`document.querySelector('.away').hidden`, 20_000);
      await page.waitFor(`${tile('Running')}.innerText.includes('9 of 15')`);
    } finally {
      await page.goto('about:blank');
      await proxy.stop();
    }
  });

  test('a wall loads itself again when the server has another version of the client', async () => {
    await floor('?wall');
    await page.waitFor(`performance.now() > 0 && (window.old = true)`);
    for (let looks = 0; looks < 300 && !server.heads.includes('/oriel/scene/views.js'); looks++) await new Promise(resolve => setTimeout(resolve, 16));
    server.version = 2;
    server.drop();
    await visitor.finally(`window.old === undefined && document.querySelector('.tile')`);
  });

  for (const [screen, size] of Object.entries(screens)) for (const scheme of ['light', 'dark'])
    test(`can be read on a ${screen}, ${scheme}`, async () => {
      await page.setViewport(...size);
      await page.setMedia({ 'prefers-color-scheme': scheme, 'prefers-reduced-motion': 'reduce' });
      await floor(screen === 'wall' ? '?wall' : '');
      await visitor.fits('the floor');
      assert.deepEqual(await page.eval(`(${faults})()`), []);
      await visitor.shoot(`scenes-${screen}-${scheme}-floor`);
    });

  test('logs nothing', () => visitor.noErrors(/ERR_|Failed to load|WebSocket/));
});
