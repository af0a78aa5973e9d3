import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drift, layout, wanted } from '../../public/oriel/list/layout.js';

const section = (id, start, count, rows, title) => ({ id, start, count, rows, title });
const lines = ({ items }) => items.map(({ key, line }) => `${key}@${line}`);

test('one section without a title has no heading', () => {
  const placed = layout({ window: { start: 100, count: 2, total: 1000 }, sections: [section('A', 100, 1000, ['x', 'y'])] });
  assert.deepEqual(lines(placed), ['rx@100', 'ry@101']);
  assert.equal(placed.lines, 1000);
});

test('headings take a line each, also those of sections before the window', () => {
  const sections = [section('C', 5, 10, ['c5', 'c6', 'c7', 'c8', 'c9'], 'C'), section('D', 0, 3, ['d0', 'd1'], 'D')];
  const placed = layout({ window: { start: 25, count: 7, total: 60, section: 2, sections: 6 }, sections });
  assert.deepEqual(lines(placed), ['sC@22', 'rc5@28', 'rc6@29', 'rc7@30', 'rc8@31', 'rc9@32', 'sD@33', 'rd0@34', 'rd1@35']);
  assert.deepEqual(placed.items.filter(({ id }) => id).map(({ index }) => index), [25, 26, 27, 28, 29, 30, 31]);
  assert.equal(placed.lines, 66);
});

test('the sections of NULL and of the empty text have headings, an app\'s without a title has none', () => {
  const sections = [['~n'], ['~t', ''], ['B', 'B'], ['mine']].map(([id, title]) => ({ id, title, start: 0, count: 1, rows: [id] }));
  const { items } = layout({ window: { start: 0, count: 4, total: 4, section: 0, sections: 4 }, sections });
  assert.deepEqual(items.filter(({ index }) => index === undefined).map(({ cell }) => cell.title), ['NULL · 1', '“” · 1', 'B · 1', undefined]);
});

test('an empty list has no lines', () => {
  assert.deepEqual([layout({ window: { start: 0, count: 0, total: 0 }, sections: [] }).lines,
    layout({ window: { start: 0, count: 0, total: 0 }, sections: [section('A', 0, 0, [])] }).lines], [0, 0]);
});

test('a window that has rows to spare is kept', () => {
  assert.equal(wanted(0, 20, 1000, { start: 0, count: 50 }), null);
  assert.equal(wanted(110, 130, 1000, { start: 100, count: 50 }), null);
  assert.equal(wanted(0, 20, 7, { start: 0, count: 7 }), null);
  assert.equal(wanted(980, 1000, 1000, { start: 950, count: 50 }), null);
  assert.equal(wanted(0, 20, 0, { start: 0, count: 0 }), null);
});

test('a window that runs out is moved, in steps, with a screenful to spare on either side', () => {
  assert.deepEqual(wanted(0, 20, 1000, {}), { start: 0, count: 40 });
  assert.deepEqual(wanted(45, 65, 1000, { start: 0, count: 50 }), { start: 20, count: 70 });
  assert.deepEqual(wanted(100.5, 120.5, 1000, { start: 100, count: 50 }), { start: 80, count: 70 });
  assert.deepEqual(wanted(0, 20, 1000, { start: 3, count: 50 }), { start: 0, count: 40 });
  assert.equal(wanted(500, 900, 1e6, {}).count, 500);
});

test('a requested window is never requested again', () => {
  for (let first = 0; first < 3000; first += 7.3)
    for (const visible of [3, 12.5, 40, 90]) {
      const window = wanted(first, first + visible, 3000, {});
      assert.equal(wanted(first, first + visible, 3000, window), null, `${first}, ${visible}`);
      assert.ok(window.start % 10 === 0 && window.count % 10 === 0 && window.count <= 500);
    }
});

test('drift follows most rows, not a row that moved away', () => {
  const item = (key, line) => ({ key, line });
  assert.equal(drift([item('a', 10), item('b', 11), item('c', 12)], [item('a', 500), item('b', 14), item('c', 15)]), 3);
  assert.equal(drift([item('a', 10)], [item('b', 10)]), 0);
  assert.equal(drift([], []), 0);
});
