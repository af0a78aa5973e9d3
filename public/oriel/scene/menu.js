import { direction, element } from '../core/dom.js';

let open;

/* Moves to another entry. Returns whether the key does that. */
function step(node, key) {
  const items = [...node.querySelectorAll('button:not(:disabled)')];
  const place = items.indexOf(document.activeElement);
  const next = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: -1 }[key];
  if (next !== undefined) items.at(next % items.length)?.focus();
  return next !== undefined;
}

/* Puts a menu below what opens it, or above if there is more room, within the page. */
function place(node, anchor) {
  const box = anchor.getBoundingClientRect();
  const page = parseFloat(document.documentElement.style.getPropertyValue('--page'));
  const { offsetWidth: width, offsetHeight: height } = node;
  const start = direction(anchor) > 0 ? box.left : box.right - width;
  const isBelow = box.bottom + height + 8 < innerHeight || box.top < height;
  const y = isBelow ? box.bottom + 4 : box.top - height - 4;
  node.style.left = `${Math.max(8, Math.min(page - width - 8, start))}px`;
  node.style.top = `${Math.max(8, Math.min(innerHeight - height - 8, y))}px`;
}

function makeEntry({ title, note, isChecked, isDanger, run }, close) {
  const button = element('button', {
    role: isChecked === undefined ? 'menuitem' : 'menuitemcheckbox',
    tabIndex: -1,
    className: isDanger ? 'danger' : '',
    onclick: () => {
      close();
      run();
    },
  }, element('bdi', {}, title), ...note === undefined ? [] : [element('small', {}, note)]);
  if (isChecked !== undefined) button.ariaChecked = isChecked;
  return button;
}

/**
 * Opens a menu at an element. Each entry has a `title` and a function to `run`; an entry that can
 * be on or off has `isChecked`. `null` is a line. Escape, Tab and a press elsewhere close the menu.
 */
export function openMenu(anchor, title, entries) {
  open?.();
  const node = element('div', {
    className: 'popup', role: 'menu', ariaLabel: title, popover: 'auto',
  });
  const close = () => {
    if (open === close) open = undefined;
    const wasHere = node.contains(document.activeElement);
    node.remove();
    anchor.ariaExpanded = false;
    if (wasHere && anchor.isConnected) anchor.focus({ preventScroll: true });
  };
  node.append(...entries.map(entry => entry ? makeEntry(entry, close) : element('hr')));
  node.addEventListener('toggle', ({ newState }) => newState === 'closed' && close());
  node.addEventListener('keydown', event => {
    if (event.key === 'Tab') close();
    if (step(node, event.key)) event.preventDefault();
    event.stopPropagation();
  });
  document.body.append(node);
  node.showPopover();
  place(node, anchor);
  anchor.ariaExpanded = true;
  open = close;
  node.querySelector('button:not(:disabled)')?.focus();
  return node;
}
