// The tools of a table: search by key, sorting headers, chips, typed values, references, and printing.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { faults } from './axe.mjs';
import { Database, Server } from './server.mjs';
import { Visitor, skip } from './visitor.mjs';

const schema = `
  CREATE TABLE Artist (ArtistId INTEGER PRIMARY KEY, Name TEXT NOT NULL);
  INSERT INTO Artist VALUES (1, 'Quiet Harbor'), (2, 'Paper Wolves'), (30, 'Paper Tides');
  CREATE TABLE Album (AlbumId INTEGER PRIMARY KEY, Title TEXT NOT NULL, ArtistId INTEGER NOT NULL REFERENCES Artist);
  INSERT INTO Album VALUES (1, 'First Light', 1);
  CREATE TABLE Task (TaskId INTEGER PRIMARY KEY, Name TEXT, Done BOOLEAN, Cost REAL, Year INTEGER, Kind TEXT);
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
    INSERT INTO Task SELECT i, printf('Task %04d', 5001 - i), i % 2, 1000 * i + .25, 1970 + i % 50, CASE i % 4 WHEN 0 THEN NULL ELSE 'k' || (i % 4) END FROM n;
  CREATE TABLE Seat (Hall TEXT, Number INTEGER, Guest TEXT, PRIMARY KEY (Hall, Number)) WITHOUT ROWID;
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400) INSERT INTO Seat SELECT 'North', i, 'Guest ' || i FROM n;`;

const focused = `document.activeElement.closest('li.row')?.innerText.split('\\n')[0]`;
const inSight = text => `[...document.querySelectorAll('li.row')].some(row => row.innerText.startsWith('${text}') && (({ top, bottom }) => top >= 100 && bottom <= innerHeight)(row.getBoundingClientRect()))`;
const first = `[...document.querySelectorAll('li.row')].sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)[0].innerText.split('\\n')[0]`;
const heads = `[...document.querySelectorAll('[role=columnheader]')].map(head => [head.innerText || head.ariaLabel, head.ariaSort])`;
const chips = `[...document.querySelectorAll('.chip > :last-child, .chips > button')].map(chip => chip.ariaLabel ?? chip.innerText)`;

describe('the tools of a table', { skip, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    const database = await Database.create(schema);
    visitor = await Visitor.arrive(() => Server.start(database));
    visitor.database = database;
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  test('an address with a window opens with its row in view, and is the list\'s own from then on', async () => {
    for (const [route, text, rest] of [['/Task?window=@3000,50', 'Task 2001', '/Task'], ['/Seat?window=@North,350,50', 'Guest 350', '/Seat'],
      ['/Task?sort=-TaskId&window=4000,50', 'Task 4001', '/Task?sort=-TaskId'], ['/Task?section=Kind&window=@4998', 'Task 0003', '/Task?section=Kind']]) {
      await visitor.visit(route, '');
      await page.waitFor(inSight(text));
      assert.deepEqual([await visitor.address(), await page.eval(focused)], [rest, text], route);
    }
  });

  test('a row is found by its key, and a missing key is reported', async () => {
    await visitor.visit('/Task', 'Task 5000');
    await visitor.press('Go to');
    await visitor.enter('Key', '999999');
    await page.press('Enter');
    await visitor.asks('Not found');
    assert.deepEqual(await page.eval(`(${faults})()`), []);
    await visitor.enter('Key', '4321');
    await page.press('Enter');
    await visitor.closes();
    await page.waitFor(inSight('Task 0680'));
    await page.waitFor(`${focused} === 'Task 0680'`);
    await page.press('ArrowDown');
    await page.waitFor(`${focused} === 'Task 0679'`);
    await page.eval(`scrollTo(0, 0)`);
    await page.waitFor(inSight('Task 5000'));
    await visitor.press('Grid');
    await page.waitFor(`document.querySelector('.card')`);
    await visitor.press('Go to');
    await visitor.enter('Key', '2500');
    await page.press('Enter');
    await page.waitFor(inSight('Task 2501'));
    await visitor.press('Grid');
    await page.waitFor(`!document.querySelector('.card')`);
  });

  test('a key with commas is typed as it reads, or as addresses have it', async () => {
    visitor.run(`INSERT INTO Seat VALUES ('North, upper', 5, 'Ada'), ('a~b', 7, 'Grace')`);
    for (const [typed, found] of [['North, upper,5', 'Ada'], ['North~c upper,5', 'Ada'], ['a~b,7', 'Grace'], ['North,300', 'Guest 300']]) {
      await visitor.visit('/Seat', 'Guest');
      await visitor.press('Go to');
      await visitor.enter('Key', typed);
      await page.press('Enter');
      await visitor.closes();
      await page.waitFor(`${focused} === '${found}'`);
    }
  });

  test('presses on a header sort ascending, then descending, then not', async () => {
    await visitor.visit('/Task', 'Task 5000');
    assert.deepEqual(await page.eval(heads), ['Name', 'TaskId', 'Done', 'Cost', 'Year', 'Kind'].map(name => [name, 'none']));
    for (const [sort, row, route] of [['ascending', 'Task 0001', '/Task?sort=Name'], ['descending', 'Task 5000', '/Task?sort=-Name'], ['none', 'Task 5000', '/Task']]) {
      await page.click('[role=columnheader]');
      await page.waitFor(`location.pathname + location.search === '${route}' && ${heads}[0][1] === '${sort}' && ${first} === '${row}'`);
    }
    assert.deepEqual(await page.eval(`(${faults})()`), []);
  });

  test('the keyboard comes to the headers from the first row, and sorts', async () => {
    await visitor.visit('/Task', 'Task 5000');
    await page.eval(`document.querySelector('li a[tabindex="0"]').focus()`);
    for (const key of ['ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter']) await page.press(key);
    await page.waitFor(`location.search === '?sort=Cost' && ${heads}[3][1] === 'ascending'`);
    assert.equal(await page.eval(`document.activeElement.innerText`), 'Cost');
    await page.press(' ');
    await page.waitFor(`location.search === '?sort=-Cost' && ${first} === 'Task 0001'`);
    await page.press('ArrowDown');
    await page.waitFor(`${focused} === 'Task 0001'`);
    assert.equal(await page.eval(`document.querySelectorAll('[role=grid] [tabindex="0"]').length`), 1);
  });

  test('the keys lead through the headers as they stand, from either side, and to the ends', async () => {
    for (const [dir, next, before] of [['ltr', 'ArrowRight', 'ArrowLeft'], ['rtl', 'ArrowLeft', 'ArrowRight']]) {
      await visitor.visit('/Task', 'Task 5000');
      await page.eval(`document.documentElement.dir = '${dir}'; document.querySelector('li a[tabindex="0"]').focus()`);
      const walked = [];
      for (const key of ['ArrowUp', next, next, before, 'End', next, 'Home', before]) {
        await page.press(key);
        walked.push(await page.eval('document.activeElement.innerText'));
      }
      assert.deepEqual(walked, ['Name', 'TaskId', 'Done', 'TaskId', 'Kind', 'Kind', 'Name', 'Name'], dir);
      assert.equal(await page.eval('scrollY'), 0);
      await page.press('Tab');
      assert.equal(await page.eval(focused), 'Task 5000');
    }
    await page.eval(`document.documentElement.dir = ''`);
  });

  test('filters, searches and sections can be removed one by one or all at once', async () => {
    await visitor.visit('/Task?Done=1&Year.gte=2000&search=task&section=Kind&sort=Name', 'k1');
    assert.deepEqual(await page.eval(chips), ['Clear Done = Yes', 'Clear Year ≥ 2000', 'Clear Search: task', 'Clear Sections: Kind', 'Clear all']);
    assert.deepEqual(await page.eval(`(${faults})()`), []);
    await visitor.shoot('chips');
    await page.eval(`document.querySelectorAll('.chip > :last-child')[1].focus()`);
    await page.press('Enter');
    await page.waitFor(`location.search === '?Done=1&search=task&section=Kind&sort=Name' && ${chips}.length === 4`);
    assert.ok(await page.eval(`document.activeElement.closest('.chips')`));
    await page.eval(`document.querySelector('.chip > :last-child').click()`);
    await page.waitFor(`location.search === '?search=task&section=Kind&sort=Name' && ${chips}.join() === 'Clear Search: task,Clear Sections: Kind,Clear all'`);
    await visitor.press('Clear all');
    await page.waitFor(`location.search === '?sort=Name' && !${chips}.length`);
    assert.equal(await page.eval(`document.activeElement.innerText`), 'Filter');
    await page.eval('history.back()');
    await page.waitFor(`${chips}.length === 3`);
  });

  test('the filter of a reference has the title of the row, also after its rows have left', async () => {
    await visitor.visit('/Album?ArtistId=1', 'First Light');
    assert.deepEqual(await page.eval(chips), ['Clear ArtistId = Quiet Harbor']);
    await visitor.visit('/Album?ArtistId.in=1,77', 'First Light');
    assert.deepEqual(await page.eval(chips), ['Clear ArtistId one of Quiet Harbor, 77']);
    await page.eval(`document.querySelector('.bar input').focus()`);
    await page.type('.bar input', 'nothing');
    await visitor.hides('First Light');
    assert.deepEqual((await page.eval(chips))[0], 'Clear ArtistId one of Quiet Harbor, 77');
  });

  test('values are shown by their types: yes and no, numbers in groups on the right', async () => {
    await visitor.visit('/Task', 'Task 5000');
    const cells = `[...[...document.querySelectorAll('li.row')].find(row => row.innerText.startsWith('Task 4990')).querySelectorAll('.columns > *')].slice(2).map(cell => [cell.innerText, getComputedStyle(cell).textAlign])`;
    assert.deepEqual(await page.eval(cells), [['11', 'end'], ['Yes', 'left'], ['11,000.25', 'end'], ['1981', 'end'], ['k3', 'left']]);
    visitor.run('UPDATE Task SET Done = 0, Cost = NULL WHERE TaskId = 11');
    await page.waitFor(`JSON.stringify(${cells}) === '${JSON.stringify([['11', 'end'], ['No', 'left'], ['NULL', 'end'], ['1981', 'end'], ['k3', 'left']])}'`);
    await visitor.visit('/Task/5000', 'Cost');
    assert.deepEqual([await visitor.output('TaskId'), await visitor.output('Cost'), await visitor.output('Done')].map(text => text.trim()), ['5000', '5,000,000.25', 'No']);
    await visitor.visit('/Task?section=Kind', 'Cost');
    assert.deepEqual(await page.eval(`[...document.querySelectorAll('.labels > *')].slice(2).map(head => getComputedStyle(head).textAlign)`), ['end', 'left', 'end', 'end', 'left']);
    await visitor.visit('/', 'Task');
    await visitor.shows('5,000 rows');
  });

  test('a column of truths is filtered by yes and no', async () => {
    await visitor.visit('/Task', 'Task 5000');
    await visitor.press('Filter');
    await visitor.field('Column');
    await page.eval(`((select) => (select.value = 'Done', select.onchange()))(field.querySelector('select'))`);
    await visitor.field('Value');
    assert.deepEqual(await page.eval(`[...field.querySelector('label select').options].map(({ value, label }) => value + label)`), ['', '1Yes', '0No']);
    await page.eval(`field.querySelector('label select').value = '1'`);
    await visitor.press('Show');
    await page.waitFor(`location.search === '?Done=1' && document.querySelector('small').innerText === '2,499'`);
  });

  test('paper says which rows are on it', async () => {
    await visitor.visit('/Task', 'Task 5000');
    await page.send('Emulation.setEmulatedMedia', { media: 'print' });
    const said = `getComputedStyle(document.querySelector('.title'), '::after').content`;
    assert.match(await page.eval(said), /^"Rows 1–[4-7]0 of 5,000"$/);
    await page.send('Emulation.setEmulatedMedia', { media: '' });
    assert.equal(await page.eval(said), 'none');
  });

  test('the tools stay in reach far down, on a desk and on a phone', async () => {
    for (const [width, height, tool] of [[1280, 800, 'button.primary'], [390, 844, 'input[type=search]']]) {
      await page.setViewport(width, height, width < 400);
      await visitor.visit('/Task', 'Task 5000');
      await page.eval(`scrollTo(0, 9e4)`);
      await page.waitFor(`(({ left, top, width, height }) => document.elementFromPoint(left + width / 2, top + height / 2)?.matches('.title ${tool}'))(document.querySelector('.title ${tool}').getBoundingClientRect())`);
      await visitor.shoot(`tools-${width}`);
    }
    await page.setViewport(1280, 800);
  });

  test('a reference offers the rows to choose from, and shows the chosen one', async () => {
    await visitor.visit('/Album/1', 'First Light');
    await visitor.press('Edit');
    const control = await visitor.field('ArtistId');
    await page.waitFor(`document.querySelector('dialog output')?.value === 'Quiet Harbor'`);
    await visitor.enter('ArtistId', 'paper');
    await page.waitFor(`[...${control}.list.options].some(({ value, label }) => value === '30' && label === 'Paper Tides')`);
    assert.deepEqual(await page.eval(`[document.querySelector('dialog output').value, ${control}.list.options.length]`), ['', 2]);
    await visitor.enter('ArtistId', '30');
    await page.waitFor(`document.querySelector('dialog output').value === 'Paper Tides'`);
    assert.deepEqual(await page.eval(`(${faults})()`), []);
    await page.press('Enter');
    await visitor.closes();
    assert.equal(visitor.run('SELECT ArtistId FROM Album'), '30');
  });

  test('a dialog that waits for the server says so', async () => {
    await visitor.visit('/Album/1', 'First Light');
    await visitor.press('Edit');
    await visitor.enter('Title', 'Second Light');
    const { port } = visitor.server;
    await visitor.server.stop();
    await visitor.press('Save');
    await visitor.asks('Waiting for the server');
    visitor.server = await Server.start(visitor.database, port);
    await visitor.closes();
    assert.equal(visitor.run('SELECT Title FROM Album'), 'Second Light');
  });

  test('no script failed on the way', () => visitor.noErrors(/ERR_CONNECTION_REFUSED|WebSocket/));
});
