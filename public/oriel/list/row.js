import { describe, element } from '../core/dom.js';
import { OUT } from './tracks.js';

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
