import { describe, element } from '../core/dom.js';
import { OUT } from './tracks.js';

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

/* Shows a value in a column. A text node is kept, because the user may have selected it. */
function show(place, description) {
  const { textContent, ...others } = description;
  const isText = place.firstChild?.data && textContent !== undefined;
  if (!isText) return Object.assign(place, description);
  place.firstChild.data = textContent;
  Object.assign(place, others);
}

/**
 * Fills the columns of a row, and keeps those that show the same value.
 * Calls `changed` for each that showed another value. With `isBare`, the caller fills the columns.
 */
export function fill(node, values, changed, isBare) {
  values.forEach((value, index) => {
    const old = node.children[index];
    const place = (index ? null : old?.querySelector('a')) ?? old;
    const isOut = value === OUT;
    const description = isOut ? { className: 'out', title: '', textContent: '' } : describe(value);
    const { title, className } = description;
    if (place?.title === title && place.className === className) return;
    const wasShown = index ? old && !isOut && old.className !== 'out' : place?.title;
    if (wasShown) changed?.();
    const shown = isBare && index > 1 && !isOut ? { title, className } : description;
    if (place) show(place, shown);
    else node.append(element('span', shown));
  });
  while (node.children[values.length]) node.lastChild.remove();
  node.style.setProperty('--columns', values.length - 2);
}

/** Returns the row of a list and the place of the cell that an element is in (-1: in no cell). */
export function findCell(node, target) {
  const row = node.contains(target) ? target.closest('li.row') : null;
  const cells = row ? [...row.firstChild.children] : [];
  return { row, place: cells.findIndex(cell => cell.contains(target)) };
}
