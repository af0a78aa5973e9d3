// The counts of a table's columns beside it.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { faults } from './axe.mjs';
import { Visitor, serving, skip } from './visitor.mjs';

const sql = `
  CREATE TABLE Genre (Id INTEGER PRIMARY KEY, Name TEXT);
  CREATE TABLE Song (Id INTEGER PRIMARY KEY, Title TEXT, Genre INTEGER REFERENCES Genre, State TEXT, Price REAL, Day TEXT, IsNew BOOLEAN);
  CREATE TABLE "Odd names" (Id INTEGER PRIMARY KEY, Name TEXT, "Unit Price" REAL, "a,b" TEXT, "" TEXT, Long TEXT, Picture BLOB);
  CREATE TABLE Other (Id INTEGER PRIMARY KEY, Name TEXT, Kind TEXT);
  INSERT INTO Genre VALUES (1, 'Jazz'), (2, 'Folk'), (3, 'Blues');
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
    INSERT INTO Song SELECT i, printf('Song %03d', i), CASE WHEN i % 10 THEN 1 + i % 2 END, CASE i % 3 WHEN 0 THEN 'open' ELSE 'done' END,
      i / 10.0, date('2024-01-01', '+' || i || ' days'), i % 2 FROM n;
  INSERT INTO "Odd names" SELECT Id, Title, Price, CASE Id % 4 WHEN 0 THEN NULL WHEN 1 THEN '' WHEN 2 THEN 'one, two' ELSE '~n' END, 'e' || (Id % 2),
      CASE Id % 2 WHEN 0 THEN 'short' ELSE replace(printf('%.3000c', 'x'), 'x', 'long ') END, x'00ff' FROM Song;
  INSERT INTO Other VALUES (1, 'One', 'x'), (2, 'Two', 'y');`;

describe('counts', { skip, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Visitor.arrive(serving(sql));
    ({ page } = visitor);
    await page.setViewport(1400, 900);
  });

  after(() => visitor?.leave());

  const facet = column => `[...document.querySelectorAll('.facets section')].find(node => node.innerText.startsWith('${column}'))`;
  const values = column => `[...${facet(column)}?.querySelectorAll('.choices a') ?? []].map(({ innerText }) => innerText.replace('\\n', ' ')).join()`;
  const chosen = column => `[...${facet(column)}?.querySelectorAll('[aria-current]') ?? []].map(({ innerText, title }) => title || innerText.split('\\n')[0]).join()`;
  const link = ([column, value]) => `[...${facet(column)}.querySelectorAll('a[href]')].find(({ innerText, title }) => (innerText + title).startsWith('${value}'))`;
  const pick = (...what) => page.waitFor(`(link => { link?.click(); return !!link; })(${link(what)})`);

  test('a button shows them: truths, words and references by value, dates and numbers by range', async () => {
    await visitor.visit('/Song', 'Song 001');
    assert.equal(await page.eval(`!document.querySelector('.facets')`), true);
    await visitor.press('Counts');
    await page.waitFor(`${values('Genre')} === 'Folk 150,Jazz 120,no value 30'`);
    await page.waitFor(`${values('State')} === 'done 200,open 100' && ${values('IsNew')} === 'No 150,Yes 150'`);
    await page.waitFor(`${facet('Price')}?.querySelectorAll('.histogram a').length === 16`);
    await page.waitFor(`${facet('Day')}?.querySelectorAll('.histogram a').length === 10`);
    assert.equal(await page.eval(`${facet('Day')}.querySelector('.histogram a').ariaLabel`), 'Jan 2024 – Feb 2024: 30');
    await visitor.shoot('facets');
    // The table keeps clear of them.
    assert.ok(await page.eval(`document.querySelector('header').getBoundingClientRect().right <= document.querySelector('.facets').getBoundingClientRect().left`));
  });

  test('a value is chosen by a click, beside others, and given up by another', async () => {
    await pick('Genre', 'Folk');
    await page.waitFor(`location.search === '?Genre=2' && document.querySelector('.title small').innerText === '150'`);
    await page.waitFor(`${chosen('Genre')} === 'Folk' && ${values('Genre')} === 'Folk 150,Jazz 120,no value 30'`);
    await page.waitFor(`${values('IsNew')} === 'Yes 150'`);
    await pick('Genre', 'no value');
    await page.waitFor(`location.search === '?Genre.in=2%2C%7En' && document.querySelector('.title small').innerText === '180'`);
    await pick('Genre', 'Folk');
    await page.waitFor(`/^\\?Genre(=%7En|\\.null=)$/.test(location.search) && document.querySelector('.title small').innerText === '30'`);
    await pick('Genre', 'no value');
    await page.waitFor(`location.search === '' && document.querySelector('.title small').innerText === '300'`);
  });

  /** An expression that follows the link of a value at once. */
  const follow = what => `${link(what)}.click()`;
  const chips = `[...document.querySelectorAll('.chip')].map(({ innerText }) => innerText.trim()).join()`;

  test('presses before the counts arrive add up', async () => {
    const press = (...all) => page.eval(all.map(follow).join(';'));
    await press(['Genre', 'Folk'], ['State', 'open'], ['Genre', 'Jazz']);
    await page.waitFor(`location.search === '?Genre.in=2%2C1&State=open' && ${chosen('Genre')} === 'Folk,Jazz' && ${chosen('State')} === 'open'`);
    await press(['Genre', 'Folk'], ['Genre', 'Jazz']);
    await page.waitFor(`location.search === '?State=open' && ${chosen('Genre')} === ''`);
    await pick('Genre', 'Folk');
    await page.waitFor(`${chips} === 'Genre = Folk,State = open'`);
    await page.eval(`document.querySelectorAll('.chip').forEach(chip => chip.lastChild.click())`);
    await page.waitFor(`location.search === '' && !document.querySelector('.chip') && ${chosen('State')} === ''`);
  });

  test('presses after rows have arrived and before they are drawn add up', async () => {
    const arrives = async route => {
      while (!page.frames.some(({ document }) => document?.route === route)) await page.eval('new Promise(done => setTimeout(done, 16))');
    };
    await page.eval(`window.draw = requestAnimationFrame, window.held = [], window.requestAnimationFrame = body => held.push(body)`);
    await page.eval(follow(['Genre', 'Folk']));
    await arrives('/Song?Genre=2');
    await page.eval(follow(['Genre', 'Jazz']));
    await page.eval(`window.requestAnimationFrame = draw, held.forEach(body => draw(body))`);
    await page.waitFor(`location.search === '?Genre.in=2%2C1' && ${chosen('Genre')} === 'Folk,Jazz'`);
    await page.eval(['Folk', 'Jazz'].map(name => follow(['Genre', name])).join(';'));
    await page.waitFor(`location.search === '' && !document.querySelector('.chip') && ${chosen('Genre')} === ''`);
  });

  test('a chip whose filter was replaced since removes what has replaced it', async () => {
    const clear = `document.querySelector('.chip').lastChild.click()`;
    for (const [then, search] of [[clear, '?State=open'], [`${clear};${clear}`, '?State=open'], [`[...document.querySelectorAll('.chips > button')].at(-1).click()`, '']]) {
      await page.eval([['Genre', 'Folk'], ['State', 'open']].map(follow).join(';'));
      await page.waitFor(`${chips} === 'Genre = Folk,State = open' && ${chosen('Genre')} === 'Folk'`);
      await page.eval(`${follow(['Genre', 'Jazz'])};${then}`);
      await page.waitFor(`location.search === '${search}' && ${chips} === '${search && 'State = open'}' && ${chosen('Genre')} === ''`);
      if (search) await pick('State', 'open');
      await page.waitFor(`location.search === '' && !${chips} && ${chosen('State')} === ''`);
    }
  });

  test('their place is kept until they arrive', async () => {
    await visitor.visit('/Song', 'Song 001');
    await page.waitFor(`document.querySelector('.facets')`);
    await visitor.press('Counts');
    await page.waitFor(`!document.querySelector('.facets')`);
    await page.eval(`window.tops = {}, (function note() {
      for (const { offsetTop, firstChild } of document.querySelectorAll('.facets section')) (tops[firstChild.firstChild.data] ??= new Set()).add(offsetTop);
      requestAnimationFrame(note);
    })()`);
    await visitor.press('Counts');
    for (const column of ['Genre', 'State', 'IsNew', 'Price', 'Day']) await page.waitFor(`${facet(column)}?.querySelector('a[href]')`);
    assert.deepEqual(await page.eval(`Object.entries(tops).map(([name, places]) => [name, places.size])`), ['State', 'IsNew', 'Genre', 'Day', 'Price'].map(name => [name, 1]));
  });

  test('a bar of a histogram is a range, and a second click gives it up', async () => {
    await pick('Price', '4 – 6');
    await page.waitFor(`location.search === '?Price.gte=4&Price.lt=6' && document.querySelector('.title small').innerText === '20'`);
    await page.waitFor(`${chosen('Price')} === '4 – 6: 20' && ${facet('Price')}.querySelectorAll('.histogram a').length === 16`);
    await pick('State', 'open');
    await page.waitFor(`location.search === '?Price.gte=4&Price.lt=6&State=open'`);
    await page.waitFor(`${chosen('Price')} === '4 – 6: 6'`);
    await visitor.shoot('facets-chosen');
    await pick('Price', '4 – 6');
    await page.waitFor(`location.search === '?State=open' && ${chosen('Price')} === '' && ${chosen('State')} === 'open'`);
    await pick('State', 'open');
    await page.waitFor(`location.search === '' && ${chosen('State')} === ''`);
  });

  test('they are live, and a value that is chosen stays when no row has it', async () => {
    visitor.run(`INSERT INTO Song VALUES (301, 'New', 3, 'lost', 1, '2024-01-05', 1)`);
    await page.waitFor(`${values('Genre')} === 'Folk 150,Jazz 120,no value 30,Blues 1' && ${values('State')} === 'done 200,open 100,lost 1'`);
    await pick('State', 'lost');
    await page.waitFor(`location.search === '?State=lost' && ${chosen('State')} === 'lost'`);
    visitor.run(`DELETE FROM Song WHERE Id = 301`);
    await page.waitFor(`${values('State')} === 'done 200,open 100,lost 0'`);
    await pick('State', 'lost');
    await page.waitFor(`location.search === '' && ${values('State')} === 'done 200,open 100'`);
  });

  test('the rest of many values, and other columns, are counted on request', async () => {
    await page.eval(`((select) => (select.value = 'Title', select.onchange()))(document.querySelector('.facets select'))`);
    await page.waitFor(`${facet('Title')}?.querySelectorAll('.choices a').length === 7`);
    await page.eval(`${facet('Title')}.querySelector('.others').click()`);
    await page.waitFor(`${facet('Title')}?.querySelectorAll('.choices a').length === 100`);
  });

  test('the focus stays with the value that is pressed, and arrows lead through the bars', async () => {
    const focused = `document.activeElement.innerText.split('\\n')[0] + document.activeElement.title`;
    await visitor.visit('/Song', 'Song 001');
    await page.waitFor(`${facet('State')}?.querySelector('a[href]')`);
    await page.eval(`${facet('State')}.querySelector('a').focus()`);
    for (const search of ['?State=done', '']) {
      await page.press('Enter');
      await page.waitFor(`location.search === '${search}' && ${chosen('State')} === '${search && 'done'}'`);
      assert.equal(await page.eval(focused), 'done');
    }
    assert.equal(await page.eval(`${facet('Price')}.querySelectorAll('.histogram [tabindex="0"]').length`), 1);
    await page.eval(`${facet('Price')}.querySelector('.histogram a').focus()`);
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'Enter']) await page.press(key);
    await page.waitFor(`location.search === '?Price.gte=4&Price.lt=6' && ${chosen('Price')} === '4 – 6: 20'`);
    assert.equal(await page.eval(focused), '4 – 6: 20');
    // What a bar is can be read.
    assert.match(await page.eval(`getComputedStyle(document.activeElement, '::before').content`), /4 – 6: 20/);
    await page.press('Enter');
    await page.waitFor(`location.search === '' && ${chosen('Price')} === ''`);
    await page.press('Escape');
    await page.waitFor(`!document.querySelector('.facets')`);
    assert.equal(await page.eval('document.activeElement.innerText'), 'Counts');
    await page.press('Enter');
    await page.waitFor(`document.activeElement.closest('.facets')`);
  });

  test('columns with odd names and values are counted, filtered and named', async () => {
    await visitor.visit('/Odd%20names', 'Song 001');
    await page.waitFor(`${values('a,b')} === 'no value 75,(no name) 75,one, two 75,~n 75' && ${values('(no name)')} === 'e0 150,e1 150'`);
    await page.waitFor(`${facet('Unit Price')}?.querySelectorAll('.histogram a').length === 16`);
    await pick('Unit Price', '4 – 6');
    await page.waitFor(`document.querySelector('.title small').innerText === '20' && ${chosen('Unit Price')} === '4 – 6: 20'`);
    await pick('Unit Price', '4 – 6');
    await page.waitFor(`location.search === ''`);
    const said = `document.querySelector('.chip')?.innerText`;
    for (const [value, text] of [['one, two', 'a,b = one, two'], ['~n', 'a,b = ~n'], ['(no name)', 'a,b = (no name)']]) {
      await pick('a,b', value);
      await page.waitFor(`${said} === '${text}' && document.querySelector('.title small').innerText === '75'`);
      const address = await visitor.address();
      await page.click('.chip .edit');
      await visitor.field('Value');
      await visitor.press('Show');
      await visitor.closes();
      assert.deepEqual([await visitor.address(), await page.eval(said)], [address, text]);
      await page.click('.chip :last-child');
      await page.waitFor(`location.search === '' && !document.querySelector('.chip') && ${chosen('a,b')} === ''`);
    }
    await visitor.press('Filter');
    await visitor.field('Column');
    await page.eval(`((select) => (select.value = 'a,b', select.onchange()))(field.querySelector('select'))`);
    await visitor.enter('Value', '~n');
    await visitor.press('Show');
    await page.waitFor(`${said} === 'a,b = ~n' && document.querySelector('.title small').innerText === '75'`);
    // A blob is filtered by its address only.
    await visitor.visit('/Odd%20names?Picture=~x00FF', 'Song 001');
    await page.waitFor(said);
    assert.equal(await page.eval(`!!document.querySelector('.chip .edit')`), false);
  });

  test('a column that is asked for is counted whatever it has, and long values are cut', async () => {
    await visitor.visit('/Odd%20names', 'Song 001');
    await page.waitFor(`document.querySelector('.facets select')`);
    for (const column of ['Name', 'Long']) await page.eval(`((select) => (select.value = '${column}', select.onchange()))(document.querySelector('.facets select'))`);
    visitor.run(`UPDATE "Odd names" SET Name = 'same'`);
    await page.waitFor(`${values('Name')} === 'same 300'`);
    await page.waitFor(`${facet('Long')}?.offsetHeight < 250`);
    await pick('Long', 'long');
    await page.waitFor(`document.querySelector('.chip')?.offsetHeight < 60`);
    await page.click('.chip .edit');
    await visitor.field('Value');
    await page.waitFor(`document.querySelector('.suggested button')?.offsetHeight < 60`);
    await page.press('Escape');
    await visitor.closes();
  });

  test('without room they are hidden, and return with it', async () => {
    await page.setViewport(640, 450);
    await page.waitFor(`!document.querySelector('.facets').checkVisibility()`);
    await page.setViewport(1400, 900);
    await page.waitFor(`document.querySelector('.facets').checkVisibility()`);
  });

  for (const scheme of ['light', 'dark']) test(`the counts and the filter are sound, ${scheme}`, async () => {
    await page.setMedia({ 'prefers-color-scheme': scheme });
    await visitor.visit('/Song?State=done', 'Song 001');
    await page.waitFor(`${chosen('State')} === 'done'`);
    assert.deepEqual(await page.eval(`(${faults})()`), []);
    await page.click('.chip .edit');
    await page.waitFor(`document.querySelector('.suggested button')`);
    assert.deepEqual(await page.eval(`(${faults})()`), []);
    await page.press('Escape');
    await visitor.closes();
  });

  test('they are remembered, leave with their table, and are closed by a button', async () => {
    await visitor.visit('/Other', 'One');
    await page.waitFor(`document.querySelector('.facets')`);
    await visitor.visit('/Song', 'Song 001');
    await page.waitFor(`${facet('State')}`);
    await visitor.press('Counts');
    await page.eval(`window.sockets = [], window.WebSocket = class extends WebSocket { constructor(...what) { super(...what); sockets.push(this); } }`);
    await visitor.press('Counts');
    await page.waitFor(`${facet('State')} && sockets.length === 5`);
    await page.eval(`document.querySelector('.row a').click()`);
    await page.waitFor(`!document.querySelector('.facets') && sockets.every(({ readyState }) => readyState === 3)`);
    await visitor.visit('/Song', 'Song 001');
    await page.waitFor(`${facet('State')}`);
    await page.eval(`document.querySelector('.facets > p button').click()`);
    await page.waitFor(`!document.querySelector('.facets')`);
    await visitor.visit('/Song', 'Song 001');
    assert.equal(await page.eval(`!document.querySelector('.facets')`), true);
  });

  test('on a phone they are a dialog, which a choice closes', async () => {
    await page.setViewport(390, 844, true);
    await visitor.visit('/Song', 'Song 001');
    await page.click('.more');
    await visitor.press('Counts');
    await page.waitFor(`${values('State')} === 'done 200,open 100'`);
    assert.equal(await page.eval(`document.querySelector('dialog').scrollTop`), 0);
    await visitor.shoot('facets');
    await pick('State', 'open');
    await visitor.closes();
    await page.waitFor(`location.search === '?State=open'`);
  });

  test('no script failed and no resource was refused on the way', () => visitor.noErrors());
});
