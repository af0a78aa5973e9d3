import { ask } from './ask.js';
import { animate, h } from './dom.js';
import { strings } from './phrases.js';

/** From how many pixels on a touch is a swipe, how wide a command is shown, and which part of the row runs the first of them. */
const SLOP = 10, WIDTH = 88, FULL = .6;
let opened;

/** Which way a row is pulled: to where its line begins. */
const way = node => getComputedStyle(node).direction === 'rtl' ? 1 : -1;

/** Has a row be swiped by touch: that shows what can be done with it, all the way does what is first, after asking if that destroys. Nothing is offered here alone. */
export function swipe(node, title, choices, pick) {
  const offered = choices.filter(({ enabled }) => enabled !== false);
  shut(node);
  node.classList.toggle('swipes', offered.length > 0);
  const first = offered.findLast(({ role }) => role === 'destructive') ?? offered[0], row = { node, title, first, pick };
  row.offered = [...offered.filter(choice => choice !== first).slice(0, 2), first];
  node.onpointerdown = first ? event => begin(row, event) : null;
}

function begin(row, { pointerType, pointerId, isPrimary, target, clientX, clientY }) {
  const { node } = row, from = node.pulled ?? 0;
  node.removeEventListener('click', swallow, true);
  if (pointerType === 'mouse' || !isPrimary || target.closest('.grip, .shelf') || node.closest('.pages, .column')) return;
  let isPulled = false;
  const end = () => node.onpointermove = node.onpointerup = node.onpointercancel = null;
  node.onpointermove = event => {
    const x = (event.clientX - clientX) * way(node), y = event.clientY - clientY;
    if (!isPulled && Math.hypot(x, y) < SLOP) return;
    if (!isPulled && (Math.abs(x) < Math.abs(y) || x + from < 0)) return end();
    if (!isPulled) node.setPointerCapture(pointerId);
    isPulled = true;
    pull(row, Math.max(0, x + from));
  };
  node.onpointercancel = () => {
    end();
    shut(node);
  };
  node.onpointerup = () => {
    end();
    if (isPulled || from) node.addEventListener('click', swallow, { capture: true, once: true });
    if (isPulled) release(row);
    else if (from) shut(node);
  };
}

/** What follows a swipe is no click. */
function swallow(event) {
  event.preventDefault();
  event.stopPropagation();
}

/** Moves what is in a row aside; the commands stand in the room that it leaves. */
function pull(row, distance) {
  const { node, offered } = row;
  if (opened !== node) {
    shut(opened);
    opened = node;
    node.append(node.shelf = h('span', { className: 'shelf' }, ...offered.map(choice => h('button', {
      className: choice.role === 'destructive' ? 'danger' : '',
      onclick() {
        shut(node);
        row.pick(choice);
      },
    }, choice.title))));
  }
  node.pulled = distance;
  node.shelf.style.width = distance + 'px';
  node.shelf.classList.toggle('full', isFull(node));
  node.style.setProperty('--pull', distance * way(node) + 'px');
}

const isFull = ({ pulled, clientWidth }) => pulled > clientWidth * FULL;

function release(row) {
  const { node, offered } = row, { pulled, shelf } = node, open = Math.min(offered.length * WIDTH, node.clientWidth * FULL);
  if (isFull(node)) return finish(row);
  if (pulled < WIDTH / 2) return shut(node);
  pull(row, open);
  slide(node, pulled - open);
  animate(shelf, { width: pulled + 'px' }, 200);
}

/** Does what comes first, after asking if that destroys. */
function finish({ node, title, first, pick }) {
  shut(node);
  if (first.role !== 'destructive') return pick(first);
  const actions = [{ id: 0, title: strings.cancel }, { id: 1, ...first, enabled: true }].map((action, id) => ({ ...action, id }));
  const close = ask({ style: 'alert', title: strings.isMeant(first.title, title), actions }, chosen => {
    close();
    if (chosen) pick(first);
  });
}

const slide = (node, distance) => {
  for (const child of node.children) if (child !== node.shelf) animate(child, { translate: `${distance * way(node)}px` }, 200);
};

function shut(node) {
  const { pulled } = node ?? {};
  if (!pulled && node !== opened) return;
  if (node === opened) opened = null;
  if (!node) return;
  node.shelf?.remove();
  node.style.setProperty('--pull', '0px');
  node.pulled = 0;
  slide(node, pulled);
}

globalThis.document?.addEventListener('pointerdown', ({ target }) => opened && !opened.contains(target) && shut(opened), true);
globalThis.document?.addEventListener('keydown', ({ key }) => key === 'Escape' && shut(opened));
