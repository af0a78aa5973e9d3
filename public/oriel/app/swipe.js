import { strings } from '../../phrases.js';
import { animate, direction, element } from '../core/dom.js';
import { ask } from './ask.js';

/* The pixels after which a touch counts as a swipe. */
const SLOP = 10;

/* The width of a button in pixels. */
const WIDTH = 88;

/* The share of a row that has to be pulled to choose its first action. */
const FULL = .6;

let opened;

/* Returns 1 if rows are pulled to the right. */
const outward = node => -direction(node);

const isFull = ({ pulled, clientWidth }) => pulled > clientWidth * FULL;

/* Drops the click that follows a swipe, unless it comes from the keyboard. */
function swallow(event) {
  if (!event.detail) return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * Makes a row show its actions when it is swiped by touch. Swiping all the way chooses the first,
 * after a confirmation if it is destructive. Calling this again replaces the actions.
 */
export function swipe(node, title, choices, pick) {
  const offered = choices.filter(({ enabled }) => enabled !== false);
  const first = offered.findLast(({ role }) => role === 'destructive') ?? offered[0];
  const others = offered.filter(choice => choice !== first).slice(0, 2);
  const row = { node, title, first, pick, offered: [...others, first] };
  shut(node);
  node.toggleAttribute('data-swipes', !!first);
  node.onpointerdown = first ? event => begin(row, event) : null;
}

function begin(row, { pointerType, pointerId, isPrimary, target, clientX, clientY }) {
  const { node } = row;
  const from = node.pulled ?? 0;
  const isOnShelf = target.closest('.shelf');
  let isPulled = false;

  const move = event => {
    const x = (event.clientX - clientX) * outward(node);
    const y = event.clientY - clientY;
    if (!isPulled) {
      if (Math.hypot(x, y) < SLOP) return;
      if (Math.abs(x) < Math.abs(y) || x + from < 0) return end();
      node.setPointerCapture(pointerId);
      isPulled = true;
    }
    pull(row, Math.max(0, x + from));
  };

  const end = ({ type } = {}) => {
    node.onpointermove = node.onpointerup = node.onpointercancel = null;
    if (!isPulled && (!from || isOnShelf)) return;
    node.addEventListener('click', swallow, { capture: true, once: true });
    if (isPulled && type === 'pointerup') release(row);
    else shut(node);
  };

  node.removeEventListener('click', swallow, true);
  const isTouch = pointerType !== 'mouse' && isPrimary;
  if (!isTouch || target.closest('.grip') || node.closest('.pages, .column')) return;
  node.onpointermove = move;
  node.onpointerup = node.onpointercancel = end;
}

function shelfButton(choice, { node, pick }) {
  const className = choice.role === 'destructive' ? 'danger' : '';
  const onclick = () => {
    shut(node);
    pick(choice);
  };
  return element('button', { className, onclick }, choice.title);
}

/* Moves the content of a row aside, and shows the actions in the room that it leaves. */
function pull(row, distance) {
  const { node, offered } = row;
  if (opened !== node) {
    shut(opened);
    opened = node;
    const buttons = offered.map(choice => shelfButton(choice, row));
    node.shelf = element('span', { className: 'shelf' }, ...buttons);
    node.append(node.shelf);
  }
  node.pulled = distance;
  node.shelf.style.width = distance + 'px';
  node.shelf.classList.toggle('full', isFull(node));
  node.style.setProperty('--pull', distance * outward(node) + 'px');
}

function release(row) {
  const { node, offered, first, pick } = row;
  if (!isFull(node)) return rest(row, Math.min(offered.length * WIDTH, node.clientWidth * FULL));
  shut(node);
  if (first.role === 'destructive') confirm(row);
  else pick(first);
}

/* Leaves the actions open, or shuts them if they were pulled only a little. */
function rest(row, open) {
  const { node } = row;
  const { pulled, shelf } = node;
  if (pulled < WIDTH / 2) return shut(node);
  pull(row, open);
  slide(node, pulled - open);
  animate(shelf, { width: pulled + 'px' }, 200);
}

function confirm({ title, first, pick }) {
  const question = {
    style: 'alert',
    title: strings.isMeant(first.title, title),
    actions: [{ id: 0, title: strings.cancel }, { ...first, id: 1 }],
  };
  const close = ask(question, chosen => {
    close();
    if (chosen) pick(first);
  });
}

function slide(node, distance) {
  const from = { translate: `${distance * outward(node)}px` };
  for (const child of node.children) {
    if (child !== node.shelf) animate(child, from, 200);
  }
}

function shut(node) {
  if (!node?.pulled) return;
  const { pulled, shelf } = node;
  shelf.remove();
  opened = null;
  node.pulled = 0;
  node.style.removeProperty('--pull');
  slide(node, pulled);
}

globalThis.document?.addEventListener('pointerdown', ({ target }) => {
  if (!opened?.contains(target)) shut(opened);
}, true);
globalThis.document?.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') shut(opened);
});
