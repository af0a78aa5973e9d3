// Days and moments in forms, cells and filters: calendars where they can hold the values, texts elsewhere.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { faults } from './axe.mjs';
import { typedIn } from '../../public/oriel/form/argument.js';
import { Visitor, serving, skip } from './visitor.mjs';

test('a moment is spelled like another value of its column', () => {
  const said = (value, like) => typedIn({ type: 'datetime-local', value }, like);
  assert.deepEqual([said('2024-01-02T10:11', null), said('2024-01-02T10:11', '2020-01-01T00:00'), said('2024-01-02T10:11:12', '2020-01-01T00:00:00'), said('', null)],
    ['2024-01-02 10:11:00', '2024-01-02T10:11', '2024-01-02T10:11:12', '']);
  assert.equal(typedIn({ type: 'text', value: 'x' }, null), 'x');
});

const schema = `
  CREATE TABLE Event (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL, Day DATE, At DATETIME, Stamp TIMESTAMP, Zoned DATETIME);
  INSERT INTO Event VALUES (1, 'Fair', '2024-01-02', '2024-01-02 10:11:12', '2024-01-02T10:11', '2024-01-02T10:11:12Z'), (2, 'Odd', 'soon', 'May 2024', NULL, NULL), (3, 'Open', NULL, NULL, NULL, NULL);`;

describe('days and moments', { skip, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Visitor.arrive(serving(schema));
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  const kinds = () => page.eval(`Object.fromEntries([...document.querySelectorAll('dialog .field')].map(field => [field.innerText.trim().split(/\\W/)[0], field.querySelector('input').type]).filter(([name]) => /^(Day|At|Stamp|Zoned)$/.test(name)))`);

  /** Types a moment into a field of the dialog, as a calendar does. */
  async function choose(name, value) {
    const control = await visitor.field(name);
    await page.eval(`(node => { node.value = '${value}'; node.dispatchEvent(new Event('input', { bubbles: true })); })(${control})`);
  }

  const stored = id => visitor.run(`SELECT Day, At, Stamp, Zoned FROM Event WHERE Id = ${id}`);

  test('a form has a calendar for values that it can hold, and keeps their spelling', async () => {
    await visitor.visit('/Event/1', 'Fair');
    await visitor.press('Edit');
    await visitor.field('Day');
    assert.deepEqual(await kinds(), { Day: 'date', At: 'datetime-local', Stamp: 'datetime-local', Zoned: 'text' });
    assert.deepEqual(await page.eval(`(${faults})()`), []);
    await visitor.shoot('dates');
    await choose('At', '2024-01-02T10:12:00');
    await choose('Stamp', '2025-01-02T10:11');
    await visitor.press('Save');
    await visitor.closes();
    assert.equal(stored(1), '2024-01-02|2024-01-02 10:12:00|2025-01-02T10:11|2024-01-02T10:11:12Z');
    await visitor.visit('/Event/2', 'Odd');
    await visitor.press('Edit');
    await visitor.field('Day');
    assert.deepEqual(await kinds(), { Day: 'text', At: 'text', Stamp: 'datetime-local', Zoned: 'datetime-local' });
    await visitor.enter('At', 'June 2024');
    await visitor.press('Save');
    await visitor.closes();
    assert.equal(stored(2), 'soon|June 2024||');
  });

  test('a new row spells moments as the rows of the table do', async () => {
    await visitor.visit('/Event', 'Fair');
    await visitor.press('New');
    await visitor.field('Day');
    assert.deepEqual(await kinds(), { Day: 'date', At: 'datetime-local', Stamp: 'datetime-local', Zoned: 'text' });
    await visitor.enter('Name', 'New');
    await choose('At', '2026-05-06T07:08');
    await choose('Stamp', '2026-05-06T07:08');
    await visitor.enter('Zoned', 'later');
    await visitor.press('Save');
    await visitor.closes();
    await visitor.shows('New');
    assert.equal(stored(4), '|2026-05-06 07:08:00|2026-05-06T07:08|later');
    visitor.run('DELETE FROM Event WHERE Id = 4');
  });

  test('a moment is edited in its cell, and pasted there', async () => {
    await visitor.visit('/Event', 'Fair');
    await page.waitFor(`!!document.querySelector('.lines').desk`);
    const cell = `[...document.querySelectorAll('li.row')].find(row => row.innerText.startsWith('Open')).firstChild.children[4]`;
    await page.eval(`(cell => { cell.tabIndex = -1; cell.focus(); })(${cell})`);
    await page.press('F2');
    await page.waitFor(`document.activeElement.matches('.editor [type=datetime-local]')`);
    await visitor.shoot('dates-cell');
    assert.ok(await page.eval(`document.activeElement.scrollWidth <= document.activeElement.clientWidth`));
    await page.eval(`(node => { node.value = '2027-01-01T00:00'; node.dispatchEvent(new Event('input', { bubbles: true })); })(document.activeElement)`);
    await page.press('Enter');
    await page.waitFor(`!document.querySelector('.editor')`);
    assert.equal(stored(3), '|2027-01-01 00:00:00||');
    await page.eval(`(cell => { cell.tabIndex = -1; cell.focus(); })(${cell})`);
    await page.eval(`(clipboardData => {
      clipboardData.setData('text/plain', '2028-02-03 04:05:06');
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    })(new DataTransfer())`);
    for (const end = Date.now() + 10_000; stored(3) !== '|2028-02-03 04:05:06||';) assert.ok(Date.now() < end, stored(3));
  });

  test('a filter has a calendar too, but for parts and lists of values', async () => {
    await visitor.visit('/Event', 'Fair');
    await visitor.press('Filter');
    await visitor.field('Comparison');
    const pick = (place, value) => page.eval(`(select => { select.value = '${value}'; select.dispatchEvent(new Event('change')); })(document.querySelectorAll('dialog select')[${place}])`);
    const kind = () => page.eval(`[...document.querySelectorAll('dialog .field')].at(2).querySelector('input').type`);
    await pick(0, 'Day');
    assert.equal(await kind(), 'date');
    await pick(1, 'contains');
    assert.equal(await kind(), 'text');
    await pick(0, 'At');
    assert.equal(await kind(), 'datetime-local');
    await choose('Value', '2024-01-02T10:12');
    await visitor.press('Show');
    await visitor.closes();
    assert.equal(await visitor.address(), '/Event?At.gte=2024-01-02 10:12:00');
    await visitor.shows('Fair');
    await visitor.visit('/Event?Day.gte=2024', 'Fair');
    await page.click('.chip .edit');
    await visitor.field('Comparison');
    assert.equal(await kind(), 'text');
    await visitor.enter('Value', '2023');
    await visitor.press('Show');
    await page.waitFor(`location.search === '?Day.gte=2023'`);
  });

  test('no script failed on the way', () => visitor.noErrors());
});
