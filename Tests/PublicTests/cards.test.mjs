// Lists turned into grids, in a real browser: as many cards in a row as fit, at any length, by keyboard and by touch.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { faults } from './axe.mjs';
import { Visitor, skip } from './visitor.mjs';

const screens = { desktop: [1280, 800, false], phone: [375, 700, true] };

describe('lists as grids', { skip, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Visitor.arrive();
    ({ page } = visitor);
    await page.setViewport(1280, 800);
  });

  after(() => visitor?.leave());

  beforeEach(async () => {
    await page.setMedia({ 'prefers-reduced-motion': 'reduce' });
    await visitor.visit('/Artist', 'Quiet Harbor');
    await page.eval('localStorage.clear()');
  });

  /** Opens a list and turns it into a grid. */
  async function grid(route, expected) {
    await visitor.visit(route, expected);
    await visitor.press('Grid');
    await page.waitFor(`document.querySelector('.cards .card')`);
  }

  const isPressed = () => page.eval(`document.querySelector('[aria-pressed]').ariaPressed`);
  const across = () => page.eval(`+document.querySelector('.cards ul').style.getPropertyValue('--across')`);
  const focused = text => page.waitFor(`document.activeElement.innerText?.startsWith(${JSON.stringify(text)})`);
  const all = `[...document.querySelectorAll('.cards li')].map(li => ({ text: li.innerText, top: li.getBoundingClientRect().top, box: li.getBoundingClientRect(), isRow: li.className === 'row', index: li.ariaPosInSet }))`;

  /** Finds overlapping rows, and visible positions where a row is missing. */
  const mess = () => page.eval(`(() => {
    const boxes = ${all}.map(({ text, box }) => ({ text, left: box.left, right: box.right, top: box.top, bottom: box.bottom })), found = [];
    for (const a of boxes) for (const b of boxes)
      if (a !== b && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1) found.push(a.text + ' is on ' + b.text);
    return found;
  })()`);

  test('a button turns a list into cards that stand beside each other, and back, and says which it is', async () => {
    await visitor.visit('/Track', 'Track 0001');
    assert.equal(await isPressed(), 'false');
    await grid('/Track', 'Track 0001');
    assert.equal(await isPressed(), 'true');
    assert.equal(await page.eval('document.activeElement.innerText'), 'Grid');
    const boxes = await page.eval(`${all}.slice(0, 12).map(({ box }) => [box.left, box.top, box.width, box.height].map(Math.round))`), count = await across();
    assert.ok(count >= 4, `${count} cards in a row`);
    assert.equal(boxes[count - 1][1], boxes[0][1]);
    assert.ok(boxes[count][1] === boxes[0][1] + boxes[0][3] && boxes[count][0] === boxes[0][0], `${boxes}`);
    assert.match(await page.eval(`document.querySelector('.card').innerText`), /^Track 0001\nSeconds 101$/);
    await visitor.press('Grid');
    await page.waitFor(`!document.querySelector('.cards') && document.querySelector('li.row .columns')`);
    assert.equal(await isPressed(), 'false');
  });

  test('the choice is kept for this browser and this list only', async () => {
    await grid('/Track', 'Track 0001');
    await visitor.visit('/Artist', 'Quiet Harbor');
    assert.equal(await isPressed(), 'false');
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: `window.seen = new Set(); new MutationObserver(() => { for (const row of document.querySelectorAll('li.row > a')) seen.add(row.className); }).observe(document, { subtree: true, childList: true })` });
    await visitor.visit('/Track', 'Track 0001');
    assert.equal(await isPressed(), 'true');
    assert.deepEqual(await page.eval('[...seen]'), ['card']);
    await visitor.press('Grid');
    await page.waitFor(`!document.querySelector('.cards')`);
    await visitor.visit('/Track', 'Track 0001');
    assert.equal(await isPressed(), 'false');
  });

  test('the lists of all rows of a table that refer to them are one choice', async () => {
    await grid('/Artist/1', 'First Light');
    await visitor.visit('/Artist/2', 'Howl');
    await page.waitFor(`document.querySelector('.cards')`);
    assert.equal(await isPressed(), 'true');
    await visitor.visit('/', 'Artist');
    assert.equal(await isPressed(), 'false');
  });

  test('the end of 5,000 rows can be reached with few of them in the page, and the rows come without gaps', async () => {
    await grid('/Track', 'Track 0001');
    await page.eval('scrollTo(0, document.documentElement.scrollHeight)');
    await visitor.shows('Track 5000');
    await page.waitFor(`${all}.some(({ index, box }) => index === '5000' && box.bottom <= innerHeight + 1)`);
    const places = await page.eval(`${all}.filter(({ isRow, top }) => isRow && top > 60 && top < innerHeight).map(({ index }) => +index).sort((a, b) => a - b)`);
    assert.deepEqual(places, places.map((_, i) => places[0] + i));
    assert.ok(places.length > 15, `${places.length} in sight`);
    assert.ok(await page.eval(`document.querySelectorAll('li').length`) <= 500);
    assert.deepEqual(await mess(), []);
  });

  test('after a jump anywhere, the visible rows are loaded', async () => {
    await grid('/Track', 'Track 0001');
    for (const share of [.3, .71, .1]) {
      await page.eval(`scrollTo(0, document.documentElement.scrollHeight * ${share})`);
      await page.waitFor(`[[300, 300], [900, 500], [600, 700]].every(place => document.elementFromPoint(...place).closest('li.row'))`);
      assert.deepEqual(await mess(), []);
    }
  });

  test('the page stays where it was scrolled to', async () => {
    await visitor.visit('/Track', 'Track 0001');
    await page.eval('scrollTo(0, 40)');
    await page.eval(`document.querySelector('[aria-pressed]').click()`);
    await page.waitFor(`document.querySelector('.card')`);
    assert.equal(await page.eval('scrollY'), 40);
  });

  test('rows inserted above do not move the visible cards', async () => {
    await grid('/Track', 'Track 0001');
    await page.eval('scrollTo(0, 20000)');
    const find = `${all}.find(({ isRow, top }) => isRow && top > 200)`, { text, top } = await page.waitFor(find), count = await across();
    visitor.run(`INSERT INTO Track WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count * 4}) SELECT -i, 'Above', 1 FROM n`);
    await page.waitFor(`document.querySelector('small').innerText.startsWith('5,0${count * 4}')`);
    const after = await page.waitFor(`${all}.find(row => row.text === ${JSON.stringify(text)})?.top`);
    assert.ok(Math.abs(after - top) < 2, `${text} went from ${top} to ${after}`);
    visitor.run('DELETE FROM Track WHERE TrackId < 0');
    await page.waitFor(`document.querySelector('small').innerText.startsWith('5,000')`);
  });

  for (const [way, next, before] of [['ltr', 'ArrowRight', 'ArrowLeft'], ['rtl', 'ArrowLeft', 'ArrowRight']])
    test(`the arrows lead to the neighbours, ${way}`, async () => {
      await grid('/Track', 'Track 0001');
      await page.eval(`document.documentElement.dir = '${way}'; document.querySelector('li a[tabindex="0"]').focus()`);
      const count = await across(), name = number => `Track ${String(number).padStart(4, '0')}`;
      for (const [key, number] of [[next, 2], ['ArrowDown', count + 2], [before, count + 1], ['ArrowUp', 1], ['End', 5000], [before, 4999], ['Home', 1], [next, 2], ['ArrowDown', count + 2]]) {
        await page.press(key);
        await focused(name(number));
      }
      await page.press('PageDown');
      await page.waitFor(`parseInt(document.activeElement.innerText?.slice(6)) > ${3 * count}`);
      assert.equal(await page.eval(`[...document.querySelectorAll('li a')].filter(a => a.tabIndex === 0).length`), 1);
      assert.deepEqual(await page.eval(`(({ ariaPosInSet, ariaSetSize }) => [+ariaPosInSet > 10, ariaSetSize])(document.activeElement.parentNode)`), [true, '5000']);
      assert.ok(await page.eval(`(({ top, bottom }) => top > 0 && bottom <= innerHeight + 1)(document.activeElement.getBoundingClientRect())`));
      await page.press('Enter');
      await page.waitFor(`location.pathname.startsWith('/Track/')`);
    });

  test('sections have their headings above their cards, at any length', async () => {
    await grid('/Track?section=Seconds', 'Track');
    for (const share of [0, .5, .98]) {
      await page.eval(`scrollTo(0, document.documentElement.scrollHeight * ${share})`);
      await page.waitFor(`${all}.some(({ isRow, top }) => !isRow && top > 0 && top < innerHeight) && ${all}.some(({ isRow, top }) => isRow && top > 0 && top < innerHeight)`);
      assert.deepEqual(await mess(), []);
      const lines = await page.eval(`${all}.filter(({ top }) => top > 60 && top < innerHeight).sort((a, b) => a.top - b.top || a.box.left - b.box.left).map(({ isRow, text }) => isRow ? Number(text.match(/Seconds (\\d+)/)?.[1] ?? -1) : parseInt(text))`);
      assert.ok(lines.length > 5, `${lines}`);
      await visitor.shoot(`cards-sections-${share * 100}`);
    }
  });

  test('cards have an image, title, subtitle, and the first fields', async () => {
    const [texts, image] = await page.eval(`(async () => {
      const { Cards } = await import('/oriel/list/cards.js'), list = new Cards(() => {});
      document.querySelector('main').prepend(list.node);
      const cells = { a: { title: 'Ada', subtitle: 'Chef', image: '/icon.svg', href: '/x', fields: { Age: 41, City: null, Note: 'x' } }, b: { title: '', href: '/y', fields: { Photo: { href: '/icon.svg', type: 'image/png', bytes: 3 }, Age: 2 } } };
      list.update({ window: { start: 0, count: 2, total: 2, section: 0, sections: 1 }, sections: [{ id: 's', start: 0, count: 2, rows: ['a', 'b'] }], cells }, 0);
      const found = [[...list.node.querySelectorAll('.card')].map(card => card.innerText), [...list.node.querySelectorAll('img')].map(img => img.getAttribute('src'))];
      list.node.remove();
      return found;
    })()`);
    assert.deepEqual(texts, ['Ada\nChef\nAge 41\nCity NULL', 'b\nAge 2']);
    assert.deepEqual(image, ['/icon.svg', '/icon.svg']);
  });

  test('a changed row keeps its card, and a moved row glides unless motion is reduced', async () => {
    await page.setMedia({});
    await grid('/Artist?sort=Name', 'Quiet Harbor');
    await page.eval(`window.card = [...document.querySelectorAll('li.row')].find(row => row.innerText.startsWith('Quiet'))`);
    visitor.run(`UPDATE Artist SET Name = 'A Quiet Harbor' WHERE ArtistId = 1`);
    await page.waitFor(`window.card.isConnected && window.card.innerText.startsWith('A Quiet') && window.card === document.querySelector('li.row') && window.card.getAnimations().length > 0`);
    await page.setMedia({ 'prefers-reduced-motion': 'reduce' });
    visitor.run(`UPDATE Artist SET Name = 'Quiet Harbor' WHERE ArtistId = 1`);
    await page.waitFor(`window.card.innerText.startsWith('Quiet Harbor')`);
    await page.waitFor('document.getAnimations().length === 0');
  });

  test('without storage, the choice lasts as long as the page', async () => {
    const other = await visitor.browser.newPage();
    await other.send('Page.addScriptToEvaluateOnNewDocument', { source: `Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })` });
    await other.goto(visitor.server.address + '/Artist');
    await other.click('[aria-pressed]');
    await other.waitFor(`document.querySelector('.card')`);
    await other.click('[aria-pressed]');
    await other.waitFor(`!document.querySelector('.card') && document.querySelector('li.row')`);
    assert.deepEqual(other.errors, []);
  });

  for (const [screen, size] of Object.entries(screens)) for (const scheme of ['light', 'dark'])
    test(`a grid fits a ${screen}, ${scheme}, and has no fault`, async () => {
      await page.setViewport(...size);
      await page.setMedia({ 'prefers-color-scheme': scheme, 'prefers-reduced-motion': 'reduce' });
      for (const [route, expected] of [['/Track', 'Track 0001'], ['/Artist/1', 'First Light'], ['/', 'Artist']]) {
        await grid(route, expected);
        await visitor.fits(route);
        assert.deepEqual(await page.eval(`(${faults})()`), [], route);
        assert.deepEqual(await mess(), []);
        await visitor.shoot(`cards-${screen}-${scheme}${route.replace(/\W+/g, '-')}`);
        await page.eval('localStorage.clear()');
      }
      assert.ok(screen === 'desktop' || await across() === 2);
      await page.setViewport(1280, 800);
    });

  test('no script failed on the way', () => visitor.noErrors());
});
