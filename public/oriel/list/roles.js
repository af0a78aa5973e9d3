import { element } from '../core/dom.js';

/** Makes a row: columns beside each other, of which the first has the link. */
export function makeRow() {
  const title = element('span', {}, element('a'));
  return element('li', {}, element('div', { className: 'columns' }, title));
}

/** Returns whether rows show only text, so that they are options rather than rows of a grid. */
export function isPlain(cells, columns) {
  const isText = ({ href, fields, actions, can = [] }) =>
    !href && !fields && !actions?.length && can.every(name => name === 'select');
  return !columns && cells.length > 0 && cells.every(isText);
}

/** Sets properties of a node that differ, such as `role` and `ariaLabel`. */
export function setAttributes(node, attributes) {
  for (const name in attributes) {
    const value = attributes[name];
    const old = value === null ? null : `${value}`;
    if (node[name] !== old) node[name] = value;
  }
}

/* Returns the role of a line in a listbox or in a grid. */
function roleOf(isRow, isPlain) {
  if (!isPlain) return 'row';
  return isRow ? 'option' : 'presentation';
}

/** Returns the number of the column at a place. Derived lists do not show the subtitle's. */
export const columnNumber = (place, names) => place + 1 - !!(names && place);

/** Tells assistive technology what a line is: an option of a listbox, or a row of a grid. */
export function roles(node, { isRow, isPlain, index, count, line, isSelected, isOffered }, names) {
  const isOption = isRow && isPlain;
  const about = `${[index, count, line, isSelected, isOffered, node.mark, node.drawn]}`;
  if (names && node.about === about) return;
  node.about = about;
  setAttributes(node, {
    role: roleOf(isRow, isPlain),
    ariaRowIndex: isPlain ? null : line + 1,
    ariaSetSize: isOption ? count : null,
    ariaPosInSet: isOption ? index + 1 : null,
    ariaSelected: isRow && isOffered ? isSelected : null,
  });
  if (isPlain) return;
  const cells = [...node.firstChild.children, ...node.querySelectorAll('.tools, .mark')];
  const role = isRow ? 'gridcell' : 'rowheader';
  cells.forEach((cell, place) => {
    if (names && (place === 1 || cell.className === 'out')) return;
    setAttributes(cell, { role, ariaColIndex: columnNumber(place, names) });
  });
}

/** Returns the row of a list and the place of the cell that an element is in (-1: in no cell). */
export function findCell(node, target) {
  const row = node.contains(target) ? target.closest('li.row') : null;
  const cells = row ? [...row.firstChild.children] : [];
  return { row, place: cells.findIndex(cell => cell.contains(target)) };
}
