// The roles of a list's rows for assistive technology.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '../../public/oriel/list/roles.js';

const told = about => {
  const cell = {}, node = { firstChild: { children: [cell] }, querySelectorAll: () => [] };
  roles(node, { index: 4, count: 9, line: 6, isSelected: false, isOffered: false, ...about });
  const { role, ariaRowIndex, ariaPosInSet, ariaSetSize, ariaSelected } = node;
  return [role, ariaRowIndex, ariaPosInSet, ariaSetSize, ariaSelected, cell.role, cell.ariaColIndex];
};

test('an option has its place among the rows, a row of a grid its line', () => {
  assert.deepEqual(told({ isPlain: true, isRow: true }), ['option', null, 5, 9, null, undefined, undefined]);
  assert.deepEqual(told({ isPlain: true, isRow: false }), ['presentation', null, null, null, null, undefined, undefined]);
  assert.deepEqual(told({ isPlain: false, isRow: true }), ['row', 7, null, null, null, 'gridcell', 1]);
  assert.deepEqual(told({ isPlain: false, isRow: false }), ['row', 7, null, null, null, 'rowheader', 1]);
});

test('a row says whether it is selected where rows can be', () => {
  assert.deepEqual([true, false].map(isSelected => told({ isPlain: false, isRow: true, isOffered: true, isSelected })[4]), [true, false]);
  assert.equal(told({ isPlain: false, isRow: false, isOffered: true, isSelected: true })[4], null);
});
