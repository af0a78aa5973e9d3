// Lists of view models in a real browser: how sections are laid out, and what is done with rows.
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

  /** What a section says, row by row, with what stands around them. */
  const rows = section => page.eval(`[...document.querySelectorAll('.flow section')[${section}].querySelectorAll('h2, p, li a > :first-child')].map(node => node.innerText).filter(text => text)`);
  const row = title => `[...document.querySelectorAll('li.row')].find(row => row.innerText.startsWith(${JSON.stringify(title)}))`;
  const tool = (title, name) => page.waitFor(`(() => { const tool = ${row(title)}?.querySelector('[title=${JSON.stringify(name)}]'); tool?.focus(); tool?.click(); return !!tool; })()`);
  const order = titles => page.waitFor(`[...document.querySelectorAll('.flow section')[1].querySelectorAll('li a > :first-child')].map(node => node.innerText).join() === ${JSON.stringify(titles.join())}`);

  test('a section has what stands above and below it, and an empty one with a title is there', async () => {
    assert.deepEqual((await rows(0)).slice(0, 2), ['Jars', 'What is in store']);
    assert.equal((await rows(0)).at(-1), 'Counted on Monday');
    assert.deepEqual(await rows(2), ['Drawer', 'Nothing has been put in']);
  });

  test('a grid has its columns, rows of its height and the space between them', async () => {
    const boxes = await page.eval(`[...document.querySelectorAll('.grid li')].map(li => { const { x, y, height } = li.getBoundingClientRect(); return [x, y, height]; })`);
    assert.equal(boxes.length, 5);
    assert.deepEqual([boxes[0][1], boxes[2][1], boxes[3][0], boxes[4][0]], [boxes[1][1], boxes[0][1], boxes[0][0], boxes[1][0]]);
    assert.equal(boxes[0][2], 96);
    assert.equal(boxes[3][1] - boxes[0][1], 96 + 12);
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

  test('a row that cannot go there says so', async () => {
    await tool('Peel potatoes', 'Move up');
    await visitor.shows('cannot be moved there');
  });

  test('the row for new rows makes one', async () => {
    await tool('New task', 'Insert');
    await page.waitFor(`document.querySelectorAll('.flow section')[1].querySelectorAll('li').length === 5`);
    assert.match((await rows(1)).at(-2), /^Task \d+$/);
    await visitor.hides('cannot be moved there');
  });

  test('a menu names what can be done with a row, and does it', async () => {
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

  test('delete and an action that destroys take a row away for everybody', async () => {
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
