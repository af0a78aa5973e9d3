// Who cannot see well, use a pointer, or bear motion: an audit of every kind of page, and the ways of the keyboard.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { faults } from './axe.mjs';
import { Server } from './server.mjs';
import { Visitor, skip, skipKit } from './visitor.mjs';

const screens = { desktop: [1280, 800, false], phone: [320, 640, true] };

/** Looks at a page in every size and scheme. */
async function audit(visitor, places, open = async () => {}) {
  const { page } = visitor;
  for (const [screen, size] of Object.entries(screens)) for (const scheme of ['light', 'dark']) {
    await page.setViewport(...size);
    await page.setMedia({ 'prefers-color-scheme': scheme, 'prefers-reduced-motion': 'reduce' });
    for (const [route, expected] of Object.entries(places)) {
      await visitor.visit(route, expected);
      await open(route);
      assert.deepEqual(await page.eval(`(${faults})()`), [], `${route}, ${screen}, ${scheme}`);
      await visitor.fits(`${route} on a ${screen}`);
      await visitor.shoot(`access-${screen}-${scheme}-${route.replace(/\W+/g, '-')}`);
    }
  }
  await page.setViewport(1280, 800, false);
}

describe('access to the browser of databases', { skip, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Visitor.arrive();
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  test('its pages have no fault', () => audit(visitor,
    { '/': 'Artist', '/Track': 'Track 0001', '/Artist/1': 'First Light', '/Artist/2': 'Paper Wolves', '/Track?section=Name.initial': 'Track 0001' }));

  test('its dialogs have no fault', () => audit(visitor, { '/Artist': 'Quiet Harbor', '/Artist/2': 'Howl', '/Track': 'Track 0001' }, async route => {
    await visitor.press(route === '/Track' ? 'Filter' : route === '/Artist' ? 'New' : 'Edit');
    await page.waitFor(`document.querySelector('dialog[open]')`);
  }));

  test('one row can be reached by Tab, and the others from there, to the end of the list and back', async () => {
    await visitor.visit('/Track', 'Track 0001');
    assert.equal(await page.eval(`[...document.querySelectorAll('li a')].filter(a => a.tabIndex === 0).length`), 1);
    const focused = text => page.waitFor(`document.activeElement.innerText?.startsWith(${JSON.stringify(text)})`);
    await page.eval(`document.querySelector('li a[tabindex="0"]').focus()`);
    await page.press('ArrowDown');
    await focused('Track 0002');
    await page.press('Control+End');
    await page.waitFor(`document.activeElement.closest('li')?.innerText.startsWith('Track 5000')`);
    assert.ok(await page.eval(`(({ top, bottom }) => top > 0 && bottom <= innerHeight + 1)(document.activeElement.getBoundingClientRect())`));
    assert.deepEqual(await page.eval(`[document.activeElement.closest('li').ariaRowIndex, document.querySelector('[role=grid]').ariaRowCount]`), ['5001', '5001']);
    await page.press('Home');
    await page.press('ArrowUp');
    await focused('Track 4999');
    await page.press('Control+Home');
    await focused('Track 0001');
    await page.press('PageDown');
    await page.waitFor(`/Track 00[1-3]\\d/.test(document.activeElement.innerText)`);
    assert.equal(await page.eval(`[...document.querySelectorAll('li a')].filter(a => a.tabIndex === 0).length`), 1);
  });

  test('a row that has the focus keeps it while others come above and the page moves', async () => {
    await visitor.visit('/Track', 'Track 0001');
    await page.eval(`document.querySelector('li a[tabindex="0"]').focus()`);
    await page.press('PageDown');
    const name = await page.waitFor(`/Track 00[1-3]\\d/.test(document.activeElement.innerText) && document.activeElement.innerText`);
    visitor.run(`INSERT INTO Track VALUES (-1, 'Above', 1)`);
    await page.waitFor(`document.querySelector('small').innerText.includes('5,001')`);
    assert.equal(await page.eval('document.activeElement.innerText'), name);
    visitor.run(`DELETE FROM Track WHERE TrackId = -1`);
  });

  test('a dialog takes the focus, keeps it, and returns it', async () => {
    await visitor.visit('/Artist', 'Quiet Harbor');
    await page.eval(`document.querySelector('button.primary').focus()`);
    await page.press('Enter');
    await page.waitFor(`document.querySelector('dialog[open]')?.contains(document.activeElement)`);
    await page.press('Escape');
    await visitor.closes();
    assert.ok(await page.eval(`document.activeElement.matches('button.primary')`));
  });

  test('nothing moves for users who prefer reduced motion', async () => {
    await page.setMedia({ 'prefers-reduced-motion': 'reduce' });
    await visitor.visit('/Artist', 'Quiet Harbor');
    visitor.run(`UPDATE Artist SET Name = 'Quiet Bay' WHERE ArtistId = 1`);
    await visitor.shows('Quiet Bay');
    assert.equal(await page.eval('document.getAnimations().length'), 0);
    await page.setMedia({});
  });

  test('from right to left nothing is cut off', async () => {
    for (const size of Object.values(screens)) {
      await page.setViewport(...size);
      await visitor.visit('/Track', 'Track 0001');
      await page.eval(`document.documentElement.dir = 'rtl'`);
      await visitor.fits('the page from right to left');
      const [title, button] = await page.eval(`['h1', '.title span'].map(name => document.querySelector(name).getBoundingClientRect().left)`);
      assert.ok(title > button, 'the title is on the left');
      await visitor.shoot(`rtl-${size[0]}`);
    }
    await page.setViewport(1280, 800, false);
  });

  test('a value keeps its own text direction and is aligned with the start of the page', async () => {
    const latin = 'C.O.D. (rare).', hebrew = 'ספר (חדש).', day = new Date('2024-01-31T10:00Z').toLocaleString('en-US', { year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
    visitor.run(`CREATE TABLE Book (Id INTEGER PRIMARY KEY, Title TEXT, Data TEXT, Day TEXT);
      INSERT INTO Book VALUES (1, '${latin}', '{"a":[1]}', '2024-01-31 10:00'), (2, '${hebrew}', '{"a":[1]}', '2024-01-31 10:00')`);
    const look = (text, scope) => page.waitFor(`(() => {
      const all = document.createTreeWalker(document.querySelector(${JSON.stringify(scope)}), NodeFilter.SHOW_TEXT);
      while (all.nextNode() && (all.currentNode.data !== ${JSON.stringify(text)} || !all.currentNode.parentElement.checkVisibility()));
      const node = all.currentNode, range = document.createRange(), box = at => (range.setStart(node, at), range.setEnd(node, at + 1), range.getBoundingClientRect());
      const boxes = [...node.data].map((_, i) => box(i)), cell = node.parentElement.closest('h1, dd, .columns > *, nav'), style = getComputedStyle(cell);
      const left = cell.getBoundingClientRect().left + parseFloat(style.paddingLeft), right = cell.getBoundingClientRect().right - parseFloat(style.paddingRight);
      return node.data === ${JSON.stringify(text)} && { ends: [boxes[0].left, boxes.at(-1).left], gaps: [Math.min(...boxes.map(({ left }) => left)) - left, right - Math.max(...boxes.map(({ right }) => right))] };
    })()`);
    for (const dir of ['rtl', 'ltr']) {
      for (const [route, title] of [['/Book', latin], ['/Book/1', latin], ['/Book/2', hebrew]]) {
        await visitor.visit(route, title);
        await page.eval(`document.documentElement.dir = '${dir}'`);
        const scopes = route === '/Book' ? [[latin, '.row'], ['{"a":[1]}', '.row'], [day, '.row']]
          : [[title, 'h1'], [title, 'dl'], ['{"a":[1]}', 'dl'], [day, 'dl'], [title, 'nav']];
        for (const [text, scope] of scopes) {
          const { ends: [first, last], gaps: [left, right] } = await look(text, scope), what = `${text} in ${scope} of ${route}, ${dir}`;
          assert.ok(text === hebrew ? first > last : first < last, what);
          if (scope !== 'nav') assert.ok(Math.abs(dir === 'rtl' ? right : left) < 2, `${what}: ${left} and ${right} pixels beside it`);
        }
      }
      assert.deepEqual(await page.eval(`[...document.querySelectorAll('nav a')].map(a => a.getBoundingClientRect().left).every((x, i, all) => !i || (x < all[i - 1]) === ${dir === 'rtl'})`), true);
      await visitor.press('Edit');
      await page.waitFor(`document.querySelector('dialog[open] .field')`);
      assert.deepEqual(await page.eval(`[...document.querySelectorAll('dialog :is(input:not([type=checkbox]), textarea)')].filter(input => getComputedStyle(input).unicodeBidi !== 'plaintext').length`), 0);
      assert.ok(await page.eval(`(([cancel, save]) => (save < cancel) === ${dir === 'rtl'})([...document.querySelectorAll('dialog footer button')].map(button => button.getBoundingClientRect().left))`));
      await visitor.shoot(`values-${dir}`);
    }
    visitor.run('DROP TABLE Book');
  });

  test('a phone shows the most used tools, and the others behind a labelled button', async () => {
    await page.setViewport(390, 844, true);
    const seen = () => page.eval(`[...document.querySelectorAll('.bar > :is(input, select, button), .bar > span > button')].filter(node => node.checkVisibility()).map(node => node.ariaLabel ?? node.innerText)`);
    const lines = () => page.eval(`new Set([...document.querySelectorAll('.bar > *, .bar > span > button')].filter(node => node.checkVisibility() && node.offsetHeight > 30).map(node => Math.round(node.getBoundingClientRect().top))).size`);
    await visitor.visit('/Track', 'Track 0001');
    assert.deepEqual([await seen(), await lines()], [['Search', 'Filter', 'Select', 'New', 'More'], 1]);
    await page.click('.more');
    assert.deepEqual([await seen(), await lines()], [['Search', 'Sort', 'Sections', 'Filter', 'Counts', 'Export', 'Grid', 'Import', 'Go to', 'Columns', 'Select', 'API', 'New', 'More'], 4]);
    assert.equal(await page.eval(`document.querySelector('.more').ariaExpanded`), 'true');
    await visitor.fits('the tools on a phone');
    await page.click('.more');
    assert.equal(await lines(), 1);
    await page.setViewport(1280, 800, false);
    await page.waitFor(`!document.querySelector('.more').checkVisibility()`);
  });

  test('steps of the breadcrumb are named after their targets', async () => {
    await visitor.visit('/Artist/1', 'First Light');
    const { nodes } = await page.send('Accessibility.getFullAXTree');
    const links = nodes.filter(({ role, ignored }) => role?.value === 'link' && !ignored).map(({ name }) => name.value);
    assert.deepEqual(links.slice(0, 2), ['Home', 'Artist']);
  });

  test('a printed page has no buttons, and names its filters', async () => {
    await visitor.visit('/Artist?Founded.gt=1900&search=a', 'Iron Lanterns');
    await page.send('Emulation.setEmulatedMedia', { media: 'print' });
    assert.deepEqual(await page.eval(`['header', '.title input', '.title select', '.title button'].map(name => document.querySelector(name).checkVisibility())`), [false, false, false, false]);
    assert.ok(await page.eval(`document.querySelector('li.row').checkVisibility() && getComputedStyle(document.querySelector('li.row')).transform === 'none'`));
    assert.deepEqual(await page.eval(`[...document.querySelectorAll('button')].filter(button => button.checkVisibility()).map(button => button.innerText + getComputedStyle(button, '::after').content)`),
      ['Founded > 1900none', 'none', 'none']);
    await visitor.shoot('paper');
    await page.send('Emulation.setEmulatedMedia', { media: '' });
  });

  test('no script failed on the way', () => visitor.noErrors());
});

describe('access to an app', { skip: skipKit, concurrency: false }, () => {
  let visitor;

  before(async () => {
    visitor = await Visitor.arrive(() => Server.workbench());
  });

  after(() => visitor?.leave());

  test('a printed page of an app has no buttons', async () => {
    const { page } = visitor, pressed = `[...document.querySelectorAll('button')].filter(button => button.checkVisibility()).map(button => button.innerText)`;
    for (const [route, text] of [['/table', 'Test 0.0'], ['/kitchen/recipe', 'Pancakes'], ['/kitchen/shelf', 'Flour'], ['/index', 'Radia']]) {
      await visitor.visit(route, text);
      assert.notDeepEqual(await page.eval(pressed), []);
      await page.send('Emulation.setEmulatedMedia', { media: 'print' });
      assert.deepEqual(await page.eval(pressed), [], route);
      await visitor.shoot(`paper-${route.split('/').at(-1)}`);
      await page.send('Emulation.setEmulatedMedia', { media: '' });
    }
  });

  test('its pages have no fault', () => audit(visitor,
    { '/': 'Workbench', '/kitchen': 'Cook of the day', '/kitchen/recipe': 'Pancakes', '/kitchen/shelf': 'Flour' }));

  test('no script failed on the way', () => visitor.noErrors());
});
