import { text } from './value.js';

/** Makes an element: properties by name, attributes where no such property exists, children. */
export function element(tag, properties, ...children) {
  const node = document.createElement(tag);
  for (const name in properties) {
    if (name in node) node[name] = properties[name];
    else node.setAttribute(name, properties[name]);
  }
  node.append(...children);
  return node;
}

/** Returns 1 if a node is read from left to right, -1 from right to left. */
export const direction = node => getComputedStyle(node).direction === 'rtl' ? -1 : 1;

/** Makes the options of a choice from pairs of a value and its title. */
export const options = pairs =>
  pairs.map(([value, title]) => element('option', { value }, title));

const reducedMotion = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');

/** Animates a node from a style to its own, unless the user prefers reduced motion. */
export function animate(node, from, duration) {
  if (reducedMotion.matches) return;
  node.animate([{ ...from, offset: 0 }], { duration, easing: 'ease-out' });
}

/** Highlights a node for a moment, because it has changed. */
export const flash = node => animate(node, { background: 'var(--flash)' }, 1500);

/** Sets the text of a node if it differs. Returns whether it did. */
export function write(node, text) {
  if (node.textContent === text) return false;
  node.textContent = text;
  return true;
}

/** Returns the properties of an element that shows a value: its text, and a class for NULL. */
export const describe = (value, title = text(value)) =>
  ({ className: value === null ? 'null' : '', title, textContent: title });

/**
 * Replaces the children of a node, and keeps those that are equal to the new ones.
 * Calls `changed` with each child that replaces another.
 */
export function refill(node, children, changed) {
  children.forEach((child, index) => {
    const old = node.children[index];
    if (!old) return node.append(child);
    if (old.isEqualNode(child)) return;
    old.replaceWith(child);
    changed?.(child);
  });
  while (node.children[children.length]) node.lastChild.remove();
}
