// Lines of any height: the estimate of their sum, and a long list while another process writes.
// ORIEL_ROWS is the number of rows. For a million, ORIEL_BINARY should be a release build.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { layoutWithFooters } from '../../public/oriel/list/footers.js';
import { Heights, squeeze, stretch } from '../../public/oriel/list/heights.js';
import { Database, Server } from './server.mjs';
import { Visitor, skip } from './visitor.mjs';
import { Writer } from './writer.mjs';

const rows = Number(process.env.ORIEL_ROWS ?? 60_000);

test('lines of known heights are stacked, and others have the average height', () => {
  const heights = new Heights(10, [50, 30, 0, 100], 40);
  assert.deepEqual([0, 10, 10.5, 11, 12, 13, 13.5, 14, 15].map(line => heights.top(line)), [-400, 0, 25, 50, 80, 80, 130, 180, 220]);
  assert.deepEqual([-400, 0, 25, 50, 80, 130, 180, 220].map(y => heights.at(y)), [0, 10, 10.5, 11, 13, 13.5, 14, 15]);
});

test('a short scroll bar maps to a long list, exactly near the ends', () => {
  let before = -1;
  for (let y = 0; y <= 48e6; y += 9999) {
    const place = squeeze(y, 48e6, 8e6);
    assert.ok(place > before && Math.abs(stretch(place, 48e6, 8e6) - y) < 1e-3, `${y}`);
    before = place;
  }
  assert.deepEqual([squeeze(500, 48e6, 8e6), squeeze(48e6 - 500, 48e6, 8e6), squeeze(24e6, 48e6, 8e6), squeeze(700, 900, 900)], [500, 8e6 - 500, 4e6, 700]);
});

test('every section has a line for its footer as soon as one has a footer, also those before the window', () => {
  const section = (id, start, count, rows, footer) => ({ id, title: id, start, count, rows, footer });
  const document = { window: { start: 25, count: 5, total: 60, section: 2, sections: 6 },
    sections: [section('C', 5, 10, ['c5', 'c6'], 'That was C'), section('D', 0, 3, ['d0'])] };
  const { items, lines, isFooted } = layoutWithFooters(document);
  assert.deepEqual(items.map(({ key, line }) => `${key}@${line}`), ['sC@24', 'rc5@30', 'rc6@31', 'fC@35', 'sD@36', 'rd0@37', 'fD@40']);
  assert.deepEqual([lines, isFooted, layoutWithFooters({ ...document, sections: [section('C', 5, 10, ['c5'])] }).lines, layoutWithFooters({ ...document, sections: [section('C', 5, 10, ['c5'])] }, 1).lines], [72, 1, 66, 72]);
});

describe('a long list of rows of any height', { skip, concurrency: false }, () => {
  let visitor, page, database, pages;

  before(async () => {
    // A custom page, whose rows show texts in full.
    pages = await mkdtemp(join(tmpdir(), 'oriel-test-'));
    await cp(fileURLToPath(new URL('../../public', import.meta.url)), pages, { recursive: true });
    const html = await readFile(join(pages, 'index.html'), 'utf8');
    await writeFile(join(pages, 'index.html'), html + '<template id="row"><b data-field="title"></b><br><span data-field="subtitle"></span></template>\n');
    visitor = await Visitor.arrive(async () => {
      database = await Database.create(`
        CREATE TABLE Entry (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL, Text TEXT NOT NULL, Kind TEXT NOT NULL);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
          INSERT INTO Entry SELECT i, printf('Entry %07d', i), substr(replace(hex(zeroblob(90)), '00', 'ab '), 1, 1 + i * 67 % 180), printf('Kind %02d', i / (${rows} / 20)) FROM n;
        CREATE INDEX Entry_Kind ON Entry (Kind);`);
      return Server.start(database, 0, pages);
    });
    visitor.database = database;
    ({ page } = visitor);
    await page.setMedia({ 'prefers-reduced-motion': 'reduce' });
    await page.setViewport(600, 800);
  });

  after(async () => {
    await visitor?.leave();
    await rm(pages, { recursive: true, force: true });
  });

  const number = 'Number(document.elementFromPoint(300, innerHeight / 2)?.closest("li.row")?.innerText.match(/Entry (\\d+)/)?.[1])';
  const rest = () => visitor.rests();

  /** Finds faults in the positions of rows: gaps, overlaps, and a wrong order. */
  const gaps = () => page.eval(`[...document.querySelectorAll('li.row')].map(row => ({ ...row.getBoundingClientRect().toJSON(), id: +row.innerText.match(/Entry (\\d+)/)[1] }))
    .sort((a, b) => a.id - b.id).map((row, i, all) => [row.id, all[i + 1]?.id, all[i + 1]?.top - row.bottom]).filter(([id, next, gap]) => next === id + 1 && Math.abs(gap) > 1)`);

  test('rows are as high as their text, and stand under each other', async () => {
    await visitor.visit('/Entry', 'Entry 0000001');
    await page.waitFor(`new Set([...document.querySelectorAll('li.row')].map(row => row.offsetHeight)).size > 2`);
    assert.deepEqual(await gaps(), []);
    await visitor.shoot('tall');
  });

  test('the scroll bar shows the true position: first, middle and last row', async () => {
    await page.waitFor(`document.querySelector('small').innerText.replace(/\\D/g, '') === '${rows}'`, 60_000);
    for (const part of [0.25, 0.5, 0.9]) {
      await page.eval(`scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * ${part})`);
      const found = await page.waitFor(number, 20_000);
      assert.ok(Math.abs(found / rows - part) < 0.005, `${found} at ${part}`);
      await rest();
      assert.deepEqual(await gaps(), []);
      assert.ok(Math.abs(await page.eval('scrollY / (document.documentElement.scrollHeight - innerHeight)') - part) < 0.005);
    }
    await page.eval('scrollTo(0, document.documentElement.scrollHeight)');
    await visitor.shows(`Entry ${String(rows).padStart(7, '0')}`);
    await rest();
    assert.ok(await page.eval(`(box => Math.abs(box.bottom - innerHeight) <= 2)([...document.querySelectorAll('li.row')].find(row => row.innerText.includes('${rows}')).getBoundingClientRect())`));
    await page.eval('scrollTo(0, 0)');
    await visitor.shows('Entry 0000001');
    await rest();
    assert.deepEqual(await page.eval(`(row => [row.innerText.slice(0, 13), Math.round(row.getBoundingClientRect().top - document.querySelector('ul').getBoundingClientRect().top)])(document.querySelector('li.row'))`), ['Entry 0000001', 0]);
  });

  /** Notes, in every frame, by how much a row is elsewhere than it was. */
  const watch = () => page.eval(`window.row = document.elementFromPoint(300, innerHeight / 2).closest('li.row'); window.most = 0; window.watching = true;
    (top => (function look() { most = Math.max(most, row.isConnected ? Math.abs(row.getBoundingClientRect().top - top) : Infinity); if (watching) requestAnimationFrame(look); })())(row.getBoundingClientRect().top)`);
  const moved = () => page.eval('watching = false, most');

  test('visible rows stay in place while rows and heights above change', async () => {
    await page.eval('scrollTo(0, 40000)');
    const middle = await page.waitFor(number, 20_000);
    await rest();
    await watch();
    visitor.run(`UPDATE Entry SET Text = Text || ' and so on and so on, for as long as it takes to be two lines more than it was before' WHERE Id BETWEEN ${middle - 30} AND ${middle - 12}`);
    visitor.run(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 7) INSERT INTO Entry SELECT -i, 'Above', 'above', 'Kind 00' FROM n`);
    visitor.run(`DELETE FROM Entry WHERE Id BETWEEN ${middle - 40} AND ${middle - 38}`);
    await page.waitFor(`document.querySelector('small').innerText.replace(/\\D/g, '') === '${rows + 4}' && [...document.querySelectorAll('li.row')].some(row => row.innerText.includes('so on'))`);
    await rest();
    assert.ok(await moved() <= 1, `moved by ${await moved()}`);
    assert.deepEqual(await gaps(), []);
    visitor.run(`DELETE FROM Entry WHERE Id < 0`);
  });

  test('scrolled on and on, with heights that are learned on the way, it is where a finger has moved it', async () => {
    for (const way of [-1, 1]) {
      await page.eval(`window.track = []; window.before = undefined; window.tracking = true;
        (function look() {
          const row = document.elementFromPoint(300, innerHeight / 2)?.closest('li.row'), known = window.before?.row;
          if (known?.isConnected) track.push([known.getBoundingClientRect().top - window.before.top + scrollY - window.before.y, performance.now()]);
          window.before = row && { row, top: row.getBoundingClientRect().top, y: scrollY };
          if (tracking) requestAnimationFrame(look);
        })()`);
      await page.send('Input.synthesizeScrollGesture', { x: 300, y: 400, yDistance: way * 6000, speed: 3000, gestureSourceType: 'mouse' });
      const off = await page.eval(`tracking = false, track.map(([way]) => Math.abs(way)).filter(way => way > 1)`);
      assert.ok(off.length <= 3, `${off}`); // but where the bar was put right
      await rest();
      assert.deepEqual(await gaps(), []);
    }
  });

  test('another process writes all the while, and the row that is read stays', async context => {
    await page.eval('scrollTo(0, document.documentElement.scrollHeight / 3)');
    const middle = await page.waitFor(number, 20_000);
    await rest();
    await watch();
    const writer = new Writer(database.file, count => count % 2 ? `UPDATE Entry SET Text = substr(Text || Text || 'more', 1, ${20 + count * 37 % 170}) WHERE Id = ${middle - 12 - count % 20};\n`
      : `DELETE FROM Entry WHERE Id = ${middle - 200 - count};\n`);
    await page.waitFor(`Number(document.querySelector('small').innerText.replace(/\\D/g, '')) < ${rows - 60}`, 60_000);
    await writer.stop();
    context.diagnostic(`${rows} rows, ${writer.count} transactions`);
    assert.ok(await moved() <= 1, `moved by ${await moved()}`);
    assert.deepEqual(await gaps(), []);
  });

  test('the heading of a section stays in sight while its rows pass, and the next one pushes it away', async () => {
    await visitor.visit('/Entry?section=Kind', 'Kind 00');
    const top = `document.elementsFromPoint(300, 110).map(node => node.closest('li.heading')).find(Boolean)`;
    await page.eval('scrollTo(0, document.documentElement.scrollHeight / 2)');
    const title = await page.waitFor(`${top}?.innerText`, 20_000);
    assert.match(title, /^Kind (09|10) · /);
    await page.eval('scrollBy(0, 300)');
    assert.equal(await page.waitFor(`${top}?.innerText`), title);
    assert.ok(await page.eval(`(box => Math.abs(box.top - 101) <= 1)(${top}.getBoundingClientRect())`));
    await visitor.shoot('tall-sticky');
    assert.ok(await page.eval(`document.querySelectorAll('li.heading').length <= 3`));
  });

  test('no script failed on the way', () => visitor.noErrors());
});
