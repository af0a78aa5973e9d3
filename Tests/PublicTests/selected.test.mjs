// The actions of selected rows and of the selection box.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Visitor, skip } from './visitor.mjs';

describe('selected rows', { skip, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Visitor.arrive();
    ({ page } = visitor);
    visitor.run(`INSERT INTO Artist VALUES (4, 'Nobody', NULL, NULL), (5, 'Somebody', NULL, NULL)`);
  });

  after(() => visitor?.leave());

  test('all selected rows are tried, and refusals are listed with their reasons', async () => {
    await visitor.visit('/Artist', 'Somebody');
    for (const name of ['Nobody', 'Quiet Harbor', 'Somebody', 'Paper Wolves']) await visitor.ticks(name);
    await visitor.press('Delete');
    await visitor.asks('Delete 4 selected?');
    await visitor.press('Delete');
    await visitor.asks('2 deleted, 2 not');
    const lines = await page.eval(`[...document.querySelectorAll('dialog [role=alert] p')].map(({ innerText }) => innerText)`);
    assert.deepEqual(lines.map(line => line.split(':')[0]), ['Quiet Harbor', 'Paper Wolves']);
    for (const line of lines) assert.match(line, /Album/);
    assert.deepEqual(await page.eval(`[...document.querySelectorAll('dialog[open] button')].filter(button => button.checkVisibility()).map(({ innerText }) => innerText)`), ['Close']);
    assert.deepEqual(await page.eval(`[...document.querySelectorAll('dialog [role=alert] p')].map(line => line.getBoundingClientRect().left + ' ' + getComputedStyle(line).position + ' ' + getComputedStyle(line).textAlign)
      .filter((style, i, all) => style !== all[0] || /end|right|sticky/.test(style))`), []);
    await visitor.shoot('delete-refused');
    await page.click('dialog [role=alert] a');
    await visitor.closes();
    await page.waitFor(`location.pathname === '/Artist/1'`);
    await visitor.shows('First Light');
    await page.eval('history.back()');
    await page.waitFor(`location.pathname === '/Artist'`);
    await visitor.shows('Paper Wolves');
    for (const name of ['Quiet Harbor', 'Paper Wolves']) await visitor.ticks(name);
    await visitor.press('Delete');
    await visitor.asks('Delete 2 selected?');
    await visitor.press('Delete');
    await visitor.asks('0 deleted, 2 not');
    await visitor.press('Close');
    await visitor.closes();
    await page.waitFor(`document.querySelector('.selected [role=status]').innerText === '2 selected'`);
    assert.equal(await page.eval('document.activeElement.innerText'), 'Delete');
    assert.deepEqual(await page.eval(`[...document.querySelectorAll('li[aria-selected=true]')].map(row => row.innerText.split('\\n')[0])`), ['Quiet Harbor', 'Paper Wolves']);
    assert.equal(visitor.run('SELECT group_concat(ArtistId) FROM Artist'), '1,2,3');
  });

  test('their bar is as wide as its content, on a desk and on a phone', async () => {
    for (const size of [[1500, 800, false], [1000, 800, false], [375, 720, true], [320, 640, true]]) {
      await page.setViewport(...size);
      await visitor.visit('/Artist', 'Paper Wolves');
      await page.eval(`document.querySelector('li.row .mark input').click()`);
      const [spare, bottom, middle] = await page.waitFor(`(bar => {
        if (!bar?.checkVisibility()) return;
        const { left, right, bottom } = bar.getBoundingClientRect();
        const boxes = [...bar.children].filter(node => node.checkVisibility()).map(node => node.getBoundingClientRect());
        return [right - left - (Math.max(...boxes.map(box => box.right)) - boxes[0].left), innerHeight - bottom, (left + right) / 2];
      })(document.querySelector('.selected'))`);
      assert.ok(spare > 0 && spare < 40, `${spare} pixels are empty of ${size[0]}`);
      assert.ok(bottom > 0 && bottom < 80, `the bar ends ${bottom} pixels above the end of ${size[0]}`);
      assert.ok(Math.abs(middle - size[0] / 2) < size[0] / 8, `its middle is at ${middle} of ${size[0]}`);
      assert.deepEqual(await page.eval(`[...document.querySelectorAll('.selected button')].filter(node => node.scrollHeight > node.clientHeight + 1).map(node => node.innerText)`), []);
      await visitor.shoot(`selected-bar-${size[0]}`);
    }
    await page.setViewport(1200, 800);
  });

  test('many are deleted in seconds, the dialog counts them, and nothing is asked of the server meanwhile', async () => {
    visitor.run(`CREATE TABLE Many (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 700) INSERT INTO Many SELECT i, printf('Row %04d', i) FROM n`);
    await visitor.visit('/Many', 'Row 0001');
    await page.eval(`document.querySelector('li.row a').focus()`);
    await page.press('Control+a');
    await page.waitFor(`document.querySelector('.selected [role=status]').innerText === '700 selected'`);
    await page.eval(`import('/oriel/list/grid.js').then(({ Grid: { prototype } }) => {
      const { erase } = prototype;
      let count = 0;
      prototype.erase = function (...what) { return count++ % 50 ? erase.apply(this, what) : Promise.resolve({ code: 'too-fast', message: 'Too many.' }); };
    })`);
    await page.eval(`window.asked = 0, window.fetch = (ask => (...what) => (asked++, ask(...what)))(fetch), window.said = new Set()`);
    await visitor.press('Delete');
    await visitor.asks('Delete 700 selected?');
    await page.eval(`new MutationObserver(() => said.add(document.querySelector('dialog .counted')?.innerText)).observe(document.querySelector('dialog'), { subtree: true, childList: true, characterData: true })`);
    await visitor.press('Delete');
    await page.waitFor(`/^[1-9]\\d* of 700$/.test(document.querySelector('dialog .counted')?.innerText)`);
    await visitor.shoot('delete-many');
    await page.waitFor(`!document.querySelector('dialog')`, 60_000);
    await visitor.shows('0');
    assert.deepEqual([visitor.run('SELECT count(*) FROM Many'), await page.eval('said.size > 50')], ['0', true]);
    assert.ok(await page.eval('asked') < 20, `${await page.eval('asked')} questions`);
    await page.waitFor(`document.querySelector('header button').className === 'live'`);
  });

  test('Cancel stops after the pending deletions, and the rest stays selected', async () => {
    visitor.run(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 700) INSERT INTO Many SELECT i, printf('Row %04d', i) FROM n`);
    await visitor.visit('/Many', 'Row 0001');
    await page.eval(`document.querySelector('li.row a').focus()`);
    await page.press('Control+a');
    await page.waitFor(`document.querySelector('.selected [role=status]').innerText === '700 selected'`);
    await visitor.press('Delete');
    await visitor.asks('Delete 700 selected?');
    await visitor.press('Delete');
    await page.waitFor(`/ of /.test(document.querySelector('dialog .counted')?.innerText)`);
    await visitor.press('Cancel');
    await visitor.closes();
    await page.waitFor(`parseInt(document.querySelector('.selected [role=status]').innerText.replace(',', '')) === document.querySelector('main .title small').innerText.replace(',', '') * 1`);
    const left = +visitor.run('SELECT count(*) FROM Many');
    assert.ok(left > 0 && left < 700, `${left} left`);
  });

  test('Enter opens a row from the box that selects it, too', async () => {
    await visitor.visit('/Artist', 'Iron Lanterns');
    await page.eval(`[...document.querySelectorAll('li.row')].find(row => row.innerText.startsWith('Iron')).querySelector('a').focus()`);
    for (let times = 0; times < 9 && !await page.eval(`document.activeElement.matches('.mark input')`); times++) await page.press('ArrowRight');
    assert.ok(await page.eval(`document.activeElement.matches('.mark input')`));
    await page.press('Enter');
    await page.waitFor(`location.pathname === '/Artist/3'`);
    await visitor.shows('1999');
  });

  test('a selection ends when the table becomes a grid', async () => {
    await visitor.visit('/Artist', 'Iron Lanterns');
    for (const name of ['Quiet Harbor', 'Iron Lanterns']) await visitor.ticks(name);
    await page.waitFor(`document.querySelector('.selected [role=status]').innerText === '2 selected'`);
    await visitor.press('Grid');
    await page.waitFor(`document.querySelector('.cards li.row')`);
    const bars = `[...document.querySelectorAll('.selected')].filter(bar => bar.checkVisibility()).length`;
    assert.equal(await page.eval(bars), 0);
    await visitor.shoot('selected-grid');
    await visitor.press('Grid');
    await page.waitFor(`document.querySelector('.lines li.row .mark')`);
    assert.deepEqual(await page.eval(`[${bars}, document.querySelectorAll('li[aria-selected=true]').length]`), [0, 0]);
    await visitor.ticks('Paper Wolves');
    await page.waitFor(`document.querySelector('.selected [role=status]').innerText === '1 selected' && ${bars} === 1`);
  });

  test('no script failed and no resource was refused on the way', () => visitor.noErrors());
});
