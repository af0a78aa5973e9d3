// The client in a real browser against the real server; other writers are the sqlite3 shell.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Visitor, skip } from './visitor.mjs';

describe('the browser client', { skip, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Visitor.arrive();
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  test('the root lists the tables, and links lead on without a reload', async () => {
    await visitor.visit('/', 'Artist');
    await visitor.shoot('root');
    await page.eval('window.mark = 1');
    await visitor.follow('Artist');
    await visitor.shows('Quiet Harbor');
    await visitor.follow('Quiet Harbor');
    await visitor.shows('First Light');
    assert.equal(await visitor.address(), '/Artist/1');
    assert.equal(await page.eval('document.title'), 'Quiet Harbor');
    await visitor.follow('Home');
    await visitor.shows('Track');
    assert.equal(await page.eval('window.mark'), 1);
  });

  test('a change by another process shows without a reload, in the row that was there', async () => {
    await visitor.visit('/Artist', 'Paper Wolves');
    await page.eval('window.row = [...document.querySelectorAll("li.row")].find(row => row.innerText.includes("Paper Wolves")); window.mark = 2');
    visitor.run(`UPDATE Artist SET Name = 'Paper Tigers' WHERE ArtistId = 2`);
    await visitor.shows('Paper Tigers');
    assert.ok(await page.eval('window.row.isConnected && window.row.innerText.includes("Paper Tigers")'));
    visitor.run(`INSERT INTO Artist VALUES (9, 'New Arrivals', 2024, NULL)`);
    await visitor.shows('New Arrivals');
    await page.waitFor('document.querySelector("small").innerText === "4"');
    await visitor.shoot('list');
    visitor.run(`DELETE FROM Artist WHERE ArtistId = 9`);
    await visitor.hides('New Arrivals');
    assert.equal(await page.eval('window.mark'), 2);
    visitor.run(`UPDATE Artist SET Name = 'Paper Wolves' WHERE ArtistId = 2`);
  });

  test('the search box narrows the list, keeps the focus and writes the address', async () => {
    await visitor.visit('/Track', 'Track 0001');
    await page.type('input[type=search]', 'Track 4321');
    await page.waitFor('document.querySelectorAll("li.row").length === 1');
    await visitor.shows('Track 4321');
    assert.equal(await visitor.address(), '/Track?search=Track 4321');
    assert.ok(await page.eval('document.activeElement.type === "search"'));
    await page.type('input[type=search]', 'no such track');
    await page.waitFor('getComputedStyle(document.querySelector("ul"), "::before").content === \'"No row matches. Remove a filter or change the search."\'');
    await visitor.shoot('search-nothing');
    await page.type('input[type=search]', '');
    await visitor.shows('Track 0001');
    assert.equal(await visitor.address(), '/Track');
  });

  test('the list sorts by a column, either way', async () => {
    await visitor.visit('/Track', 'Track 0001');
    const sort = value => page.eval(`(() => {
      const select = document.querySelector('select');
      select.value = ${JSON.stringify(value)};
      select.dispatchEvent(new Event('change'));
    })()`);
    await sort('-Name');
    await page.waitFor('document.querySelector("li.row").innerText.includes("Track 5000")');
    assert.equal(await visitor.address(), '/Track?sort=-Name');
    await sort('Name');
    await page.waitFor('document.querySelector("li.row").innerText.includes("Track 0001")');
    assert.equal(await visitor.address(), '/Track?sort=Name');
  });

  test('a filter in the address is named below the title, and the table\'s own name leads out of it', async () => {
    await visitor.visit('/Album?ArtistId=1&sort=-Title,AlbumId', 'Second Wind');
    assert.deepEqual(await page.eval('[document.querySelector("small").innerText, document.querySelector(".chips").innerText]'), ['2', 'ArtistId = Quiet Harbor']);
    assert.equal(await page.eval('document.querySelector("select").value'), '-Title');
    await visitor.follow('Album');
    await visitor.shows('Howl');
    assert.equal(await visitor.address(), '/Album');
    assert.equal(await page.eval('document.querySelector("small").innerText'), '3');
  });

  test('filters are added one by one, changed in their chips, and sections are chosen in the bar', async () => {
    const choose = async (label, value) => {
      await visitor.field(label);
      await page.eval(`((select) => (select.value = '${value}', select.onchange()))(field.querySelector('select'))`);
    };
    const add = async (column, comparison, value) => {
      await visitor.press('Filter');
      await visitor.field('Column');
      await choose('Column', column);
      await choose('Comparison', comparison);
      await visitor.enter('Value', value);
      await visitor.shoot('filter');
      await visitor.press('Show');
      await visitor.closes();
    };
    await visitor.visit('/Track', 'Track 0001');
    await add('Seconds', 'gte', '399');
    await add('Name', 'contains', '99');
    await page.eval(`((select) => (select.value = '-Seconds', select.onchange({ target: select })))(document.querySelector('.section-chooser'))`);
    await page.waitFor(`document.querySelector('li.heading')?.innerText.includes('399')`);
    assert.equal(await visitor.address(), '/Track?Name.contains=99&Seconds.gte=399&section=-Seconds');
    await visitor.shows('Name contains 99');
    await visitor.shoot('filtered');
    await page.click(`.chip .edit`);
    await visitor.field('Value');
    assert.deepEqual(await page.eval(`['Column', 'Comparison', 'Value'].map(name => [...document.querySelectorAll('dialog label')].find(({ innerText }) => innerText.startsWith(name)).lastElementChild.value)`), ['Name', 'contains', '99']);
    await visitor.enter('Value', '');
    await visitor.press('Show');
    await visitor.closes();
    await page.waitFor(`document.querySelectorAll('.chip').length === 2`);
    await page.click(`.chip .edit`);
    await visitor.field('Value');
    await choose('Comparison', 'notnull');
    await visitor.press('Show');
    await visitor.closes();
    await visitor.shows('Track 0299');
    assert.equal(await visitor.address(), '/Track?Seconds.notnull=&section=-Seconds');
  });

  test('the values of a column are suggested with their counts, as one types', async () => {
    const suggested = `[...document.querySelectorAll('.suggested button')].map(({ innerText }) => innerText)`;
    await visitor.visit('/Album', 'Howl');
    await visitor.press('Filter');
    await visitor.field('Column');
    await page.eval(`((select) => (select.value = 'ArtistId', select.onchange()))(field.querySelector('select'))`);
    await page.waitFor(`${suggested}.join() === 'Quiet Harbor 2,Paper Wolves 1'`);
    await visitor.enter('Value', 'wol');
    await page.waitFor(`${suggested}.join() === 'Paper Wolves 1'`);
    await visitor.shoot('suggested');
    await page.click('.suggested button');
    await visitor.closes();
    await page.waitFor(`location.search === '?ArtistId=2'`);
    await visitor.press('Filter');
    await visitor.press('Show');
    await page.waitFor(`document.querySelector('dialog [role=alert]').innerText.startsWith('Type a value')`);
    await page.press('Escape');
    await visitor.closes();
  });

  test('scrolls to the end of 5,000 rows with few of them in the page', async () => {
    await visitor.visit('/Track', 'Track 0001');
    await page.eval('scrollTo(0, document.documentElement.scrollHeight)');
    await visitor.shows('Track 5000');
    await page.waitFor('(() => { const last = [...document.querySelectorAll("li.row")].at(-1).getBoundingClientRect(); return last.top > 0 && last.bottom <= innerHeight + 1; })()');
    assert.ok(await page.eval('document.querySelectorAll("li.row").length') <= 150);
    await page.eval('scrollTo(0, document.documentElement.scrollHeight / 2)');
    await visitor.shows('Track 2500');
  });

  /** Scrolls, and waits until the window has followed; answers with the row in the middle and where it is. */
  async function scroll(y) {
    await page.eval(`scrollTo(0, ${y})`);
    await page.waitFor(`window.row = document.elementFromPoint(300, innerHeight / 2)?.closest('li.row')`);
    return page.eval('[row.querySelector("span").innerText, row.getBoundingClientRect().top, scrollY]');
  }

  test('rows inserted above do not move the visible rows', async () => {
    await visitor.visit('/Track', 'Track 0001');
    const [name, top] = await scroll(60_000);
    visitor.run(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 7) INSERT INTO Track SELECT -i, 'Above ' || i, 1 FROM n`);
    await page.waitFor('document.querySelector("small").innerText.includes("7")');
    await page.eval('new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    const [nameAfter, topAfter] = await page.eval('[row.querySelector("span").innerText, row.getBoundingClientRect().top]');
    assert.equal(nameAfter, name);
    assert.ok(Math.abs(topAfter - top) <= 1, `${top} became ${topAfter}`);
    visitor.run('DELETE FROM Track WHERE TrackId < 0');
  });

  test('back returns to the place in the list, forward to the row', async () => {
    await visitor.visit('/Track', 'Track 0001');
    const [name, top, y] = await scroll(100_000);
    await visitor.follow(name);
    await page.waitFor('document.querySelector("dl div")');
    const row = await visitor.address();
    await page.eval('history.back()');
    await visitor.shows(name);
    assert.equal(await visitor.address(), '/Track');
    await page.waitFor(`Math.abs(scrollY - ${y}) <= 1`);
    const found = `[...document.querySelectorAll('li.row')].find(row => row.innerText.startsWith(${JSON.stringify(name)}))`;
    await page.waitFor(`Math.abs(${found}.getBoundingClientRect().top - ${top}) <= 1`);
    await page.eval('history.forward()');
    await page.waitFor('document.querySelector("dl div")');
    assert.equal(await visitor.address(), row);
  });

  test('a row shows its columns, NULL, a blob to download, and the lists that refer to it', async () => {
    await visitor.visit('/Artist/2', 'Howl');
    await visitor.shoot('row');
    assert.ok(await page.eval('[...document.querySelectorAll("dd .null")].some(node => node.innerText === "NULL")'));
    const blob = await page.eval('(async () => [...new Uint8Array(await (await fetch(document.querySelector("a[download]").href)).arrayBuffer())])()');
    assert.deepEqual(blob, [0, 255, 16]);
    const begun = new Promise(resolve => {
      const stop = page.pipe.listen(({ method, params }) => method === 'Page.downloadWillBegin' && resolve(params.url, stop()));
    });
    await page.click('a[download]');
    assert.equal(await begun, visitor.server.address + '/Artist/2/Portrait');
    assert.equal(await visitor.address(), '/Artist/2');
    await visitor.visit('/Album/3', 'Howl');
    await visitor.follow('Paper Wolves');
    await visitor.shows('Howl');
    assert.equal(await visitor.address(), '/Artist/2');
  });

  test('odd names work and data is never markup', async () => {
    await visitor.visit('/', 'odd "name"/é');
    await visitor.follow('odd "name"/é');
    await visitor.shows('<img src=x onerror=alert(1)>');
    await visitor.follow('<img src=x onerror=alert(1)>');
    await page.waitFor('[...document.querySelectorAll("dt")].some(node => node.innerText === "__proto__")');
    await visitor.shows('x/y "z"');
    assert.ok(await page.eval('!document.querySelector("img")'));
  });

  test('every function is reachable by keyboard', async () => {
    await visitor.visit('/Artist', 'Quiet Harbor');
    await page.eval('document.querySelector("li.row a").focus()');
    await page.press('ArrowDown');
    await page.press('Enter');
    await visitor.shows('Howl');
    assert.equal(await visitor.address(), '/Artist/2');
  });

  test('a row keeps the focus while others come and go above it', async () => {
    await visitor.visit('/Artist', 'Iron Lanterns');
    await page.eval(`[...document.querySelectorAll('li.row a')].find(a => a.innerText.includes('Iron Lanterns')).focus()`);
    visitor.run(`INSERT INTO Artist VALUES (-1, 'Early Birds', NULL, NULL)`);
    await visitor.shows('Early Birds');
    assert.ok(await page.eval(`document.activeElement.innerText.includes('Iron Lanterns')`));
    visitor.run('DELETE FROM Artist WHERE ArtistId = -1');
    await visitor.hides('Early Birds');
    assert.ok(await page.eval(`document.activeElement.innerText.includes('Iron Lanterns')`));
  });

  test('no script failed and no resource was refused on the way', () => visitor.noErrors());
});
