import { animate, flash, h, own, refill } from './dom.js';
import { sheet } from './form.js';
import { List, layout } from './list.js';
import { show } from './row.js';

await sheet('/cards.css');

/** How many lines a card is high; a heading takes one. */
const SPAN = 3;

/** A list as a grid: as many cards in a row as there is room for, each some lines high. */
export class Cards extends List {
  across = 1;
  column = 0;

  constructor(ask) {
    super(ask);
    this.node.className = 'cards';
    this.decorate = draw;
    this.rows.onkeydown = event => this.step(event);
  }

  update(document, y) {
    super.update(document, y);
    if (this.goal >= 0) this.reach(this.goal);
  }

  /** Sections begin with a row of cards; of those before the window the lengths are not known, so that each gets one to spare. */
  lay = document => {
    const { window, sections } = document, { items, isHeaded } = layout(document), { rows } = this, { clientWidth } = rows;
    const across = Math.max(1, Math.round(clientWidth / (clientWidth < 600 ? 170 : 240))), high = count => SPAN * Math.ceil(count / across);
    const isWhole = sections.reduce((sum, { rows }) => sum + rows.length, 0) === window.total, head = +!!isHeaded, tops = new Map();
    let first = window.start - (sections[0]?.start ?? 0), next = 0;
    sections.forEach((section, i) => {
      const top = isWhole ? next : high(first) + (window.section + i) * (head + SPAN) * head;
      tops.set(section, { top, first });
      next = top + head + high(section.count);
      first += section.count;
    });
    rows.style.setProperty('--across', across);
    Object.assign(this, { across, density: across / SPAN });
    return { isHeaded, lines: isWhole ? next : high(window.total) + head * window.sections * (head + SPAN), items: items.map(item => {
      const { top, first } = tops.get(item.section), place = item.index - first;
      return isNaN(place) ? { ...item, line: top } : { ...item, line: top + head + SPAN * Math.floor(place / across), column: place % across };
    }) };
  };

  draw(isLively, shift) {
    const { across, row, rows, document } = this, before = new Map([...this.nodes.values()].map(node => [node, { ...node }]));
    const width = rows.clientWidth / across * (getComputedStyle(rows).direction === 'rtl' ? -1 : 1);
    super.draw(isLively, shift);
    const stop = this.nodes.get(this.stop) ?? rows.firstChild;
    for (const { key, line, column, index } of this.items) {
      const node = this.nodes.get(key), old = before.get(node);
      node.firstChild.tabIndex = node === stop ? 0 : -1;
      if (index >= 0) Object.assign(node, { ariaSetSize: document.window.total, ariaPosInSet: index + 1 });
      if (isLively && column !== old?.column) animate(node, { translate: `${(old?.column - column) * width}px ${(old?.line + shift - line) * row}px` }, 300);
      node.column = column;
      node.style.setProperty('--column', column);
    }
  }

  /** Right and left lead to the next card, up and down to the next row of them. */
  step(event) {
    const { line, column = this.column, key } = event.target.closest('li'), page = Math.max(1, this.sight().count / SPAN | 0) * SPAN;
    const side = { ArrowRight: 1, ArrowLeft: -1 }[event.key] * (getComputedStyle(this.rows).direction === 'rtl' ? -1 : 1);
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key], { items, lines } = this;
    const next = side ? items[items.findIndex(item => item.key === key) + side] : way > 0 ? items.find(item => item.line > line)
      : items.findLast(item => item.line < line);
    const to = next ? next.line : { ArrowDown: line + SPAN, ArrowUp: line - SPAN, PageDown: line + page, PageUp: line - page, Home: 0, End: lines }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.reach(Math.max(0, Math.min(lines - 1, to)), side ? next.column : event.key === 'End' ? Infinity : event.key === 'Home' ? 0 : column);
  }

  reach(line, column = this.column) {
    const { from, count, ratio } = this.sight(), before = Math.min(0, line - from), after = Math.max(0, line + SPAN - from - count);
    const far = item => Math.abs(item.line - line) * 1e3 + Math.min(999, Math.abs((item.column ?? 0) - column));
    const [found] = [...this.items].sort((a, b) => far(a) - far(b)), node = Math.abs(found?.line - line) <= 2 * SPAN && this.nodes.get(found.key);
    Object.assign(this, { column, goal: node ? -1 : line });
    scrollBy(0, (before || after) * this.row / ratio);
    this.place();
    if (!node) return;
    this.nodes.get(this.stop)?.firstChild.setAttribute('tabindex', -1);
    this.stop = node.key;
    node.firstChild.tabIndex = 0;
    node.firstChild.focus({ preventScroll: true });
  }
}

/** Draws a row as a card: title, subtitle, image, and what comes first of its fields. */
function draw(node, id, { title, subtitle, image, fields = {} }) {
  const picture = image ?? Object.values(fields).find(value => /^image/.test(value?.type))?.href;
  const names = Object.keys(fields).filter(name => own(fields, name)?.href === undefined).slice(0, subtitle ? 2 : 3);
  node.firstChild.className = 'card';
  refill(node.firstChild, [h('b', {}, title || id), ...subtitle ? [h('small', {}, subtitle)] : [],
    ...names.map(name => h('span', {}, h('small', {}, name), ' ', show(own(fields, name)))),
    ...picture ? [h('img', { src: picture, alt: '', loading: 'lazy' })] : []], () => flash(node));
  return true;
}

/** Shows the list of a screen as a grid or as a table, from the row on that was first in sight, and keeps that for the visitor's next time. */
export function turn(screen, isGrid = !screen.list.across, y) {
  const { list, document, view, kept } = screen, { first } = list;
  if (!list.across !== isGrid) return list.update(document, y);
  try {
    isGrid ? localStorage[kept] = 1 : delete localStorage[kept];
  } catch {} // nothing can be kept here
  view.ariaPressed = isGrid;
  screen.list = new (isGrid ? Cards : List)(list.ask, screen);
  list.node.replaceWith(screen.list.node);
  screen.list.update(document, y ?? scrollY);
  const { items, row } = screen.list, { from, ratio } = screen.list.sight(), to = items.find(({ index }) => index >= Math.floor(first));
  if (y === undefined && from > 0 && to) scrollBy(0, (to.line - from) * row / ratio);
}
