import { ask } from './ask.js';
import { animate, h } from './dom.js';
import { strings } from './phrases.js';

const SLOP = 10, WIDTH = 88, FULL = .6;
let opened;

const way = node => getComputedStyle(node).direction === 'rtl' ? 1 : -1;

const isFull = ({ pulled, clientWidth }) => pulled > clientWidth * FULL;

function swallow(event) {
  if (!event.detail) return;
  event.preventDefault();
  event.stopPropagation();
}

export function swipe(node, title, choices, pick) {
  const offered = choices.filter(({ enabled }) => enabled !== false);
  const first = offered.findLast(({ role }) => role === 'destructive') ?? offered[0];
  const row = { node, title, first, pick, offered: [...offered.filter(choice => choice !== first).slice(0, 2), first] };
  shut(node);
  node.toggleAttribute('data-swipes', !!first);
  node.onpointerdown = first ? event => begin(row, event) : null;
}

function begin(row, { pointerType, pointerId, isPrimary, target, clientX, clientY }) {
  const { node } = row, from = node.pulled ?? 0, isOnShelf = target.closest('.shelf');
  let isPulled = false;
  node.removeEventListener('click', swallow, true);
  if (pointerType === 'mouse' || !isPrimary || target.closest('.grip') || node.closest('.pages, .column')) return;
  node.onpointermove = event => {
    const x = (event.clientX - clientX) * way(node), y = event.clientY - clientY;
    if (!isPulled && Math.hypot(x, y) < SLOP) return;
    if (!isPulled && (Math.abs(x) < Math.abs(y) || x + from < 0)) return end();
    if (!isPulled) node.setPointerCapture(pointerId);
    isPulled = true;
    pull(row, Math.max(0, x + from));
  };
  const end = ({ type } = {}) => {
    node.onpointermove = node.onpointerup = node.onpointercancel = null;
    if (!isPulled && (!from || isOnShelf)) return;
    node.addEventListener('click', swallow, { capture: true, once: true });
    isPulled && type === 'pointerup' ? release(row) : shut(node);
  };
  node.onpointerup = node.onpointercancel = end;
}

function pull({ node, offered, pick }, distance) {
  if (opened !== node) {
    shut(opened);
    opened = node;
    node.append(node.shelf = h('span', { className: 'shelf' }, ...offered.map(choice =>
      h('button', { className: choice.role === 'destructive' ? 'danger' : '', onclick: () => pick(choice, shut(node)) }, choice.title))));
  }
  node.pulled = distance;
  node.shelf.style.width = distance + 'px';
  node.shelf.classList.toggle('full', isFull(node));
  node.style.setProperty('--pull', distance * way(node) + 'px');
}

function release(row) {
  const { node, offered, title, first, pick } = row, { pulled, shelf } = node, open = Math.min(offered.length * WIDTH, node.clientWidth * FULL);
  if (!isFull(node)) {
    if (pulled < WIDTH / 2) return shut(node);
    pull(row, open);
    slide(node, pulled - open);
    return animate(shelf, { width: pulled + 'px' }, 200);
  }
  shut(node);
  if (first.role !== 'destructive') return pick(first);
  const close = ask({ style: 'alert', title: strings.isMeant(first.title, title), actions: [{ id: 0, title: strings.cancel }, { ...first, id: 1 }] }, chosen => {
    close();
    if (chosen) pick(first);
  });
}

const slide = (node, distance) => {
  for (const child of node.children) if (child !== node.shelf) animate(child, { translate: `${distance * way(node)}px` }, 200);
};

function shut(node) {
  if (!node?.pulled) return;
  const { pulled, shelf } = node;
  shelf.remove();
  opened = null;
  node.pulled = 0;
  node.style.removeProperty('--pull');
  slide(node, pulled);
}

globalThis.document?.addEventListener('pointerdown', ({ target }) => opened?.contains(target) || shut(opened), true);
globalThis.document?.addEventListener('keydown', ({ key }) => key === 'Escape' && shut(opened));
