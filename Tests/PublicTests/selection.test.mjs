// Which rows are selected while ranges are read, without a page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Selection } from '../../public/oriel/list/selection.js';

/** A selection in a long list without loaded rows. Each range is read when the test permits it. */
function start() {
  const reads = [];
  globalThis.document = { activeElement: null };
  const selection = Object.assign(Object.create(Selection.prototype), {
    ids: new Map(), bar: { contains: () => false }, show() {}, rows: { between: () => undefined, isSelectable: () => true },
    fetch: (start, end) => new Promise(resolve => reads.push(() => resolve([[`${start}-${end}`, {}]]))),
  });
  return { selection, reads, ids: () => [...selection.ids.keys()] };
}

test('of concurrent ranges only the last is selected, in any order of arrival', async () => {
  for (const order of [[0, 1], [1, 0]]) {
    const { selection, reads, ids } = start(), takes = [selection.take(0, 900), selection.take(10, 20)];
    for (const number of order) reads[number]();
    await Promise.all(takes);
    assert.deepEqual(ids(), ['10-20']);
  }
});

test('a range that arrives after a click on another row is not selected', async () => {
  const { selection, reads, ids } = start(), taken = selection.take(0, 900), row = { key: ' a', index: 3 };
  Object.assign(selection.rows, { document: { cells: { a: {} } }, line: () => 3 });
  selection.isOffered = true;
  selection.click({ target: { closest: what => what === '[role=option]' ? row : null } });
  reads[0]();
  await taken;
  assert.deepEqual(ids(), ['a']);
});

test('a range that arrives after the selection was cleared is not selected', async () => {
  const { selection, reads, ids } = start(), taken = selection.take(0, 900);
  selection.clear();
  reads[0]();
  await taken;
  assert.deepEqual(ids(), []);
});
