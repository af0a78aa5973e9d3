// Lists of view models in a real browser: the layout of sections, and the actions of rows.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Server } from './server.mjs';
import { Visitor, skipKit } from './visitor.mjs';

const screens = { desktop: [1280, 800, false], phone: [390, 844, true] };

describe('lists of view models', { skip: skipKit, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Visitor.arrive(() => Server.workbench());
    ({ page } = visitor);
    await visitor.visit('/kitchen/shelf', 'Set the table');
  });

  after(() => visitor?.leave());

  /** Returns the texts of a section, row by row, with its header and footer. */
  const rows = section => page.eval(`[...document.querySelectorAll('.flow section')[${section}].querySelectorAll('h2, p, li a')].map(node => node.innerText).filter(text => text)`);
  const row = title => `[...document.querySelectorAll('li.row')].find(row => row.innerText.startsWith(${JSON.stringify(title)}))`;
  const tool = (title, name) => page.waitFor(`(() => { const tool = ${row(title)}?.querySelector('[title=${JSON.stringify(name)}]'); tool?.focus(); tool?.click(); return !!tool; })()`);
  const order = titles => page.waitFor(`[...document.querySelectorAll('.flow section')[1].querySelectorAll('li a')].map(node => node.innerText).join() === ${JSON.stringify(titles.join())}`);

  test('a section has what stands above and below it, and an empty one with a title is there', async () => {
    assert.deepEqual((await rows(0)).slice(0, 2), ['Jars', 'In stock']);
    assert.equal((await rows(0)).at(-1), 'Counted on Monday');
    assert.deepEqual(await rows(2), ['Drawer', 'The shelf is empty']);
  });

  test('a grid has its columns, rows of its height and the space between them', async () => {
    const boxes = await page.eval(`[...document.querySelectorAll('.grid li')].map(li => { const { x, y, height } = li.getBoundingClientRect(); return [x, y, height]; })`);
    assert.equal(boxes.length, 5);
    assert.deepEqual([boxes[0][1], boxes[2][1], boxes[3][0], boxes[4][0]], [boxes[1][1], boxes[0][1], boxes[0][0], boxes[1][0]]);
    assert.equal(boxes[0][2], 96);
    assert.equal(boxes[3][1] - boxes[0][1], 96 + 12);
  });

  /** Shows sections of numbered rows, and returns the result of `see`. */
  const flow = (sections, see, cell = {}) => page.eval(`(async () => {
    const { Flow } = await import('/oriel/app/flow.js'), { Tools } = await import('/oriel/app/tools.js'), flow = new Flow(), tools = new Tools(() => {}, () => {});
    const cells = Object.fromEntries([...Array(40).keys()].map(id => [id, { template: 'none', title: 'Row ' + id, ...${JSON.stringify(cell)} }]));
    const show = sections => flow.update({ sections, cells }, tools), sections = ${JSON.stringify(sections)};
    const box = node => { const { x, y, width, height } = node.getBoundingClientRect(); return [x, y, width, height].map(Math.round); };
    document.querySelector('.kit').prepend(flow.node);
    show(sections);
    const rows = flow.node.querySelectorAll('li'), motions = () => [...flow.node.querySelectorAll('li')].map(row => row.getAnimations().length);
    try { return await (${see})(); } finally { flow.node.remove(); }
  })()`);

  test('a grid of pages has them side by side, each filled row by row, and every section begins one', async () => {
    const layout = { kind: 'grid', columns: 2, rowsPerPage: 2, spacing: 10, rowHeight: 50 };
    const [boxes, [width, scroll]] = await flow([{ id: 'a', rows: [0, 1, 2, 3, 4], layout }, { id: 'b', rows: [5], layout }],
      `() => [[...rows].map(box), [rows[0].parentNode.clientWidth, rows[0].parentNode.scrollWidth]]`);
    const [a, b, c, d, e, other] = boxes;
    assert.deepEqual([b[1], c[0], d[0], e[1]], [a[1], a[0], b[0], a[1]]);
    assert.equal(c[1] - a[1], 60);
    assert.ok(Math.abs(b[0] - a[0] - (width + 10) / 2) <= 1 && Math.abs(e[0] - a[0] - width - 10) <= 1, `${boxes} in ${width}`);
    assert.equal(other[0], a[0]);
    assert.ok(scroll > width);
  });

  test('a page of a grid has as many rows of cells as its layout says', async () => {
    const layout = { kind: 'grid', columns: 3, rowsPerPage: 2, spacing: 0, rowHeight: 50 };
    const boxes = await flow([{ id: 'a', rows: [0, 1, 2, 3, 4, 5, 6], layout }], '() => [...rows].map(box)');
    assert.deepEqual(boxes.map(([, y]) => y - boxes[0][1]), [0, 0, 0, 50, 50, 50, 0]);
    assert.ok(boxes[6][0] > boxes[2][0]);
  });

  test('sections that are columns stand side by side, and are scrolled where they do not fit', async () => {
    const columns = count => [...Array(count).keys()].map(id => ({ id, rows: [2 * id, 2 * id + 1], layout: { kind: 'column', rowHeight: 60 } }));
    const boxes = await flow(columns(3), '() => [...rows].map(box)');
    assert.deepEqual(boxes.map(([, , , height]) => height), Array(6).fill(60));
    assert.deepEqual([boxes[2][1], boxes[4][1], boxes[1][0], boxes[3][1]], [boxes[0][1], boxes[0][1], boxes[0][0], boxes[1][1]]);
    assert.ok(boxes[0][0] < boxes[2][0] && boxes[2][0] < boxes[4][0]);
    assert.ok(await flow(columns(12), '() => flow.node.scrollWidth > flow.node.clientWidth && document.documentElement.scrollWidth <= innerWidth'));
  });

  test('a layout says how changes are shown', async () => {
    const moved = layout => flow([{ id: 'a', rows: [0, 1], layout }], `() => {
      show([{ id: 'a', rows: [1, 0, 2], layout: ${JSON.stringify(layout)} }]);
      return motions();
    }`);
    assert.deepEqual(await moved({ kind: 'table' }), [1, 1, 1]);
    assert.deepEqual(await moved({ kind: 'table', animation: 'fade' }), [0, 0, 1]);
    assert.deepEqual(await moved({ kind: 'table', animation: 'none' }), [0, 0, 0]);
    assert.deepEqual(await moved({ kind: 'grid', columns: 1, rowsPerPage: 1 }), [0, 0, 0]);
  });

  test('a cell is drawn by the template that it names, if the page has one', async () => {
    const cell = { template: 'venue', title: '<b>Ada</b>', image: '/icon.svg', fields: { open: true } };
    const found = await flow([{ id: 'a', rows: [0] }], `() => {
      const row = rows[0], plain = [row.querySelectorAll('img').length, row.innerText.trim()];
      document.body.insertAdjacentElement('beforeend', Object.assign(document.createElement('template'), { id: 'venue' })).content.append(
        ...['strong title', 'img image', 'em open', 'i nothing'].map(text => {
          const [name, field] = text.split(' '), node = document.createElement(name);
          node.dataset.field = field;
          return node;
        }));
      show(sections);
      const stamped = [...row.querySelectorAll('.stamped > *')].map(node => node.localName + node.textContent), first = row.querySelector('.stamped');
      show(sections);
      const isKept = first === row.querySelector('.stamped'), images = row.querySelectorAll('img').length;
      document.querySelector('#venue').remove();
      return [plain, stamped, isKept, images];
    }`, cell);
    assert.deepEqual(found, [[1, '<b>Ada</b>\ntrue'], ['strong<b>Ada</b>', 'img', 'emtrue', 'i'], true, 1]);
  });

  test('a row moves up and down, is the same row, and keeps the focus', async () => {
    await order(['Wash up', 'Peel potatoes', 'Set the table', 'New task']);
    await page.eval(`window.row = ${row('Wash up')}`);
    await tool('Wash up', 'Move down');
    await order(['Peel potatoes', 'Wash up', 'Set the table', 'New task']);
    assert.ok(await page.eval(`window.row === ${row('Wash up')} && window.row.contains(document.activeElement)`));
    await page.press('Enter');
    await order(['Peel potatoes', 'Set the table', 'Wash up', 'New task']);
    await tool('Wash up', 'Move up');
    await order(['Peel potatoes', 'Wash up', 'Set the table', 'New task']);
  });

  for (const kind of ['mouse', 'touch'])
    test(`a row is dragged to another place, by ${kind}`, async () => {
      const box = (name, part) => page.eval(`(node => {
        node.scrollIntoView({ block: 'center' });
        const { left, top, width, height } = node.querySelector(${JSON.stringify(part)}).getBoundingClientRect();
        return { x: left + width / 2, y: top + height / 2 };
      })(${row(name)})`);
      const point = (type, { x, y }) => kind === 'mouse' ? page.send('Input.dispatchMouseEvent', { type: `mouse${type}`, x, y, button: 'left', clickCount: 1 })
        : page.send('Input.dispatchTouchEvent', { type: { Pressed: 'touchStart', Moved: 'touchMove', Released: 'touchEnd' }[type], touchPoints: type === 'Released' ? [] : [{ x, y }] });
      const drag = async (name, target, way) => {
        await box(target, 'a');
        const start = await box(name, '.grip'), { y } = await page.eval(`(({ top, height }) => ({ y: top + height / 2 }))(${row(target)}.getBoundingClientRect())`);
        await point('Pressed', start);
        await point('Moved', { ...start, y: y + way * 8 });
        assert.ok(await page.eval(`'dragged' in ${row(name)}.dataset`));
        if (kind === 'mouse') await visitor.shoot('kit-drag');
        await point('Released', { ...start, y: y + way * 8 });
      };
      await page.send('Emulation.setTouchEmulationEnabled', { enabled: kind === 'touch' });
      await page.setMedia({ 'prefers-reduced-motion': 'reduce' }); // rows that glide are not where they will be
      await page.waitFor('document.getAnimations().length === 0');
      await drag('Peel potatoes', 'Set the table', 1);
      await order(['Wash up', 'Set the table', 'Peel potatoes', 'New task']);
      await drag('Peel potatoes', 'Wash up', -1);
      await order(['Peel potatoes', 'Wash up', 'Set the table', 'New task']);
      assert.equal(await page.eval(`document.querySelectorAll('[data-dragged]').length`), 0);
      await page.send('Emulation.setTouchEmulationEnabled', { enabled: false });
      await page.setMedia({});
    });

  test('a row is dragged further than the screen, also while others change the list, and below the last one to the end', async () => {
    await page.setMedia({ 'prefers-reduced-motion': 'reduce' });
    await visitor.visit('/kitchen/shelf', 'Set the table');
    await page.eval(`Promise.all([import('/oriel/app/flow.js'), import('/oriel/app/tools.js')]).then(([{ Flow }, { Tools }]) => {
      const ids = [...Array(60).keys()].map(String), cells = Object.fromEntries(ids.map(id => [id, { template: 'none', title: 'Row ' + id, can: ['move'] }]));
      const flow = window.flow = new Flow(), tools = new Tools((...what) => moves.push(what), () => shown);
      window.moves = [];
      window.show = (rows, more) => flow.update(window.shown = { sections: [{ id: 'all', start: 0, count: rows.length, rows }], window: { section: 0 }, cells: { ...cells, ...more } }, tools);
      window.grip = id => (({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 }))(flow.rows.get(id).querySelector('.grip').getBoundingClientRect());
      document.querySelector('main').replaceChildren(document.querySelector('.kit'));
      document.querySelector('.kit').replaceChildren(flow.node);
      show(ids);
      scrollTo(0, 0);
    })`);
    const mouse = (type, x, y) => page.send('Input.dispatchMouseEvent', { type: `mouse${type}`, x, y, button: 'left', buttons: 1, clickCount: 1 });
    const isHeld = (id, y) => page.waitFor(`'dragged' in flow.rows.get('${id}').dataset && Math.abs(grip('${id}').y - ${y}) < 1`);
    const { x, y } = await page.eval(`grip('1')`), bottom = await page.eval('innerHeight') - 5;
    await mouse('Pressed', x, y);
    await mouse('Moved', x, bottom);
    await page.waitFor('scrollY > 2 * innerHeight');
    await isHeld(1, bottom);
    await page.eval(`show([...shown.sections[0].rows.slice(2, 3), '0', '1', ...shown.sections[0].rows.slice(3)], { 1: { ...shown.cells[1], title: 'Row one' } })`);
    await isHeld(1, bottom);
    await page.waitFor(`grip('59').y < innerHeight`);
    await mouse('Moved', x, 300);
    await isHeld(1, 300);
    const over = await page.eval(`[...flow.rows.values()].find(row => row.getBoundingClientRect().top <= 300 && row.getBoundingClientRect().bottom > 300 && row.row !== '1').row`);
    await mouse('Released', x, 300);
    assert.deepEqual(await page.eval(`moves.map(([name, id, { to, section }]) => [name, id, Math.abs(to - ${over}) <= 1, section])`), [['move', '1', true, 0]]);
    assert.equal(await page.eval(`document.querySelectorAll('[data-dragged]').length + flow.rows.get('1').style.translate`), '0');
    await page.eval(`moves.length = 0; show(['0', '1', '2']); scrollTo(0, 0)`);
    await page.waitFor('document.getAnimations().length === 0');
    const low = await page.eval(`grip('0')`);
    await mouse('Pressed', low.x, low.y);
    await mouse('Moved', low.x, low.y + 400);
    await mouse('Released', low.x, low.y + 400);
    assert.deepEqual(await page.eval('moves'), [['move', '0', { to: 2, section: 0 }]]);
    await page.setMedia({});
    await visitor.visit('/kitchen/shelf', 'Set the table');
  });

  test('a forbidden move is reported', async () => {
    await tool('Peel potatoes', 'Move up');
    await visitor.shows('cannot be moved there');
  });

  test('the heading of a section stays above its rows while they are scrolled', async () => {
    await page.setViewport(800, 300);
    await page.eval(`window.section = document.querySelectorAll('.flow section')[1]; scrollTo(0, scrollY + section.querySelectorAll('li')[1].getBoundingClientRect().top - 100)`);
    await page.waitFor(`Math.abs(section.querySelector('h2').getBoundingClientRect().top - 48) <= 1 && section.getBoundingClientRect().top < 40`);
    assert.ok(await page.eval(`document.elementFromPoint(innerWidth / 2, 60)?.localName === 'h2'`));
    await visitor.shoot('kit-sticky');
    await page.setViewport(1200, 800);
  });

  test('the row for new rows makes one', async () => {
    await tool('New task', 'Insert');
    await page.waitFor(`document.querySelectorAll('.flow section')[1].querySelectorAll('li').length === 5`);
    assert.match((await rows(1)).at(-2), /^Task \d+$/);
    await visitor.hides('cannot be moved there');
  });

  test('a menu lists and runs the actions of a row', async () => {
    await tool('Flour', 'More');
    await visitor.asks('Throw away');
    assert.deepEqual(await page.eval(`[...document.querySelectorAll('dialog button')].map(({ innerText, disabled, className }) => [innerText, disabled, className].join())`),
      ['Open,false,', 'Throw away,false,danger', 'Lend,true,']);
    await visitor.shoot('kit-menu');
    await visitor.press('Open');
    await visitor.closes();
    await page.waitFor(`${row('Flour')}.innerText.includes('Open')`);
    await tool('Flour', 'More');
    await visitor.asks('Close');
    await page.press('Escape');
    await visitor.closes();
    assert.equal(await page.eval('document.activeElement.title'), 'More');
  });

  test('delete and a destructive action remove a row for all clients', async () => {
    const other = await visitor.browser.newPage();
    await other.goto(visitor.server.address + '/kitchen/shelf');
    await other.waitFor(row('Salt'));
    await tool('Salt', 'More');
    await visitor.press('Throw away');
    await other.waitFor(`!${row('Salt')}`);
    await tool('Set the table', 'More');
    await visitor.press('Delete');
    await other.waitFor(`!${row('Set the table')}`);
    await order(['Peel potatoes', 'Wash up', (await rows(1)).at(-2), 'New task']);
    assert.deepEqual(other.errors, []);
  });

  for (const [screen, size] of Object.entries(screens)) for (const scheme of ['light', 'dark'])
    test(`everything fits a ${screen}, ${scheme}`, async () => {
      await page.setViewport(...size);
      await page.setMedia({ 'prefers-color-scheme': scheme });
      for (const [name, expected] of [['', 'Last cleaned'], ['/shelf', 'Flour'], ['/recipe', 'Summary'], ['/visit', 'Password']]) {
        await visitor.visit('/kitchen' + name, expected);
        await visitor.fits('/kitchen' + name);
        await visitor.shoot(`kit-${screen}-${scheme}${name.replace('/', '-')}`);
      }
      await visitor.visit('/kitchen/shelf', 'Beans');
      await tool('Beans', 'More');
      await visitor.asks('Lend');
      const [left, top, right, bottom] = await page.eval('(box => [box.left, box.top, innerWidth - box.right, innerHeight - box.bottom])(document.querySelector("dialog").getBoundingClientRect())');
      assert.ok(Math.min(left, top, right, bottom) >= 0, `${[left, top, right, bottom]} around the menu`);
      await visitor.shoot(`kit-${screen}-${scheme}-menu`);
    });

  test('no script failed and no resource was refused on the way', () => visitor.noErrors());
});
