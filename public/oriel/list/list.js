import { arrange } from '../core/arrange.js';
import { animate, describe, element, flash } from '../core/dom.js';
import { own } from '../core/value.js';
import { drift, layout, wanted } from './layout.js';
import { OUT, columnsOf, tracks, widthsOf } from './tracks.js';

/* The greatest height of a list in pixels. */
const LIMIT = 8e6;

/* Milliseconds between requests. */
const PAUSE = 50;

/* The most rows that are highlighted at a time. */
const FLASHES = 24;

const root = globalThis.document?.documentElement;

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

/* Returns the names of the columns of each section of a list that is not derived. */
function fieldsOf({ sections, cells }) {
  const names = ({ rows }) => rows.flatMap(id => Object.keys(cells[id].fields ?? {}));
  return new Map(sections.map(section => [section, [...new Set(names(section))]]));
}

/**
 * A list of any length, with the rows of the window in the page. All lines have the same height.
 * With `plain`, a new list continues another.
 */
export class List {
  labels = element('div', { className: 'labels columns' });
  rows = element('ul', { role: 'list' });
  node = element('div', {}, this.labels, this.rows);
  nodes = new Map();
  items = [];
  lines = 0;
  density = 1;
  lay = layout;
  widths = [];

  constructor(ask, screen, plain) {
    Object.assign(this, plain, { ask, screen });
  }

  /** Shows a document. With `y`, the list is new, and the page is scrolled to `y`. */
  update(document, y) {
    const isNew = y !== undefined;
    this.markSheet(document);
    const isFit = !isNew && this.width === innerWidth;
    const row = isFit ? this.row : parseInt(getComputedStyle(this.rows).minHeight);
    const seen = this.sight();
    const isLively = !isNew && !this.asked;
    const isSame = isFit && document === this.document;
    this.asked = null;
    if (isSame) return this.place();
    Object.assign(this, this.lay(document), { document, row, width: innerWidth });
    const shift = !isNew && seen.from > 0 ? drift(seen.items, this.items) : 0;
    this.rows.style.height = Math.min(LIMIT, this.lines * this.row) + 'px';
    this.draw(isLively, shift);
    if (isNew) scrollTo(0, y);
    else if (shift) scrollBy(0, shift * row / seen.ratio);
    this.place();
  }

  /* Marks a derived list that is drawn as a table, and its screen. */
  markSheet(document) {
    const is = !this.across && !!columnsOf(document);
    this.node.classList.toggle('sheet', is);
    this.screen?.node?.classList.toggle('wide', is);
  }

  /* Returns the line at the top when the page was left. */
  left() {
    const row = history.state?.row;
    return this.items.find(({ index }) => index === Math.floor(row))?.line + row % 1;
  }

  draw(isLively, shift) {
    const old = this.nodes;
    const columns = this.columns();
    const [section] = this.document.sections;
    const hasLabels = !this.isHeaded || this.names;
    const flashing = new Set();
    fill(this.labels, [this.headed ?? '', '', ...hasLabels && columns.get(section) || []]);
    this.nameCells?.(this.labels);
    this.nodes = new Map(this.items.map(({ key }) => [key, old.get(key) ?? this.make()]));
    this.hang([...this.nodes.values()]);
    for (const item of this.items) {
      const { key, line } = item;
      const node = this.nodes.get(key);
      const way = this.way(node.line + shift, line);
      this.drawItem(node, item, columns.get(item.section), () => flashing.add(node));
      this.dress?.(node, item);
      if (isLively && !old.has(key)) flashing.add(node);
      if (isLively && way) animate(node, { translate: `0 ${way}px` }, 300);
    }
    if (flashing.size <= FLASHES) flashing.forEach(flash);
  }

  /* Returns the columns of each section, laid out in a derived list. */
  columns() {
    const { document } = this;
    const names = this.across ? undefined : columnsOf(document);
    if (!names) return fieldsOf(document);
    if (`${names}` !== `${this.names}` || !this.widths.length) {
      this.fit = Object.keys(document.cells).length ? widthsOf(document, names) : [];
      this.layOut(names);
    }
    return new Map(document.sections.map(section => [section, names]));
  }

  /** Lays out the columns of a derived list, with the widths that the user has given them. */
  layOut(names) {
    const { widths = {}, density = '' } = this.screen?.connection.layout ?? {};
    const set = ['', ...names].map(name => own(widths, name));
    Object.assign(this, {
      names,
      headed: this.document.titleColumns.join(' ') || this.document.title,
      widths: this.fit.map((width, place) => set[place] ?? width),
    });
    root.dataset.density = density;
    const all = this.widths.reduce((sum, width) => sum + width, 0);
    this.node.style.setProperty('--tracks', tracks(this.widths, place => set[place]));
    root.style.setProperty('--wide', `${all}rem`);
  }

  /* Draws one line, and calls `changed` if it showed other values. */
  drawItem(node, item, names, changed) {
    const { key, id, line, index, cell = this.document.cells[id] } = item;
    const isRow = index >= 0;
    Object.assign(node, { line, key, className: isRow ? 'row' : 'heading' });
    const drawn = `${names}|${this.range}`;
    if (node.cell === cell && node.drawn === drawn) return;
    Object.assign(node, { cell, drawn });
    node.toggleAttribute('data-link', !!cell.href);
    if (cell.href) node.querySelector('a').href = cell.href;
    if (isRow && this.decorate?.(node, id, cell)) return;
    const value = name => isRow ? own(cell.fields, name) : name;
    const shown = isRow || !this.names ? names : [];
    const fields = shown.map((name, place) => this.range?.[place] === false ? OUT : value(name));
    const values = [(cell.title || id)?.trim(), cell.subtitle ?? '', ...fields];
    fill(node.firstChild, values, () => isRow && changed(), this.isBare);
    if (isRow) this.nameCells?.(node.firstChild);
  }

  make() {
    return element('li', {}, element('a', { className: 'columns' }));
  }

  /* Puts the nodes of the lines into the page. */
  hang(nodes) {
    arrange(this.rows, nodes);
  }

  /* Returns the pixels from one line to another. */
  way(from, to) {
    return (from - to) * this.row;
  }

  /* Returns which lines are visible, and how far the list is scrolled. */
  sight() {
    const { row } = this;
    const edge = this.labels.getBoundingClientRect().bottom;
    const height = Math.max(0, innerHeight - edge);
    const scroll = edge - this.rows.getBoundingClientRect().top;
    const total = this.lines * row;
    const ratio = total > LIMIT ? (total - height) / (LIMIT - height) : 1;
    const isLeft = history.state?.y === scrollY;
    const from = isLeft && this.left() || scroll * ratio / row;
    const count = height / row;
    return { scroll, ratio, from, count, items: this.rowsBetween(from, from + count) };
  }

  /* Returns the rows of which a part is between two lines. */
  rowsBetween(from, to) {
    return this.items.filter(({ index, line }) => index >= 0 && line > from - 1 && line < to);
  }

  /** Puts the rows where the scroll position needs them, and requests missing ones. */
  place() {
    if (!this.document) return;
    const { scroll, from } = this.sight();
    for (const node of this.nodes.values()) {
      const y = (node.line - from) * this.row + scroll;
      node.style.transform = `translateY(${y}px)`;
    }
    this.look();
  }

  /* Requests the window that the scroll position needs, unless a request is recent. */
  look() {
    const { from, count, items: [near] } = this.sight();
    const { window, sections } = this.document;
    this.first = near
      ? near.index + (from - near.line) * this.density
      : from / this.lines * window.total || 0;
    if (this.timer) return;
    const length = sections.reduce((sum, { rows }) => sum + rows.length, 0);
    const held = this.asked ?? { ...window, count: length };
    const last = this.first + count * this.density;
    const next = wanted(this.first, last, window.total, held);
    if (!next) return;
    this.asked = next;
    this.ask(next);
    this.pause();
  }

  /* Waits before the next request. */
  pause() {
    this.timer = setTimeout(() => {
      this.timer = 0;
      this.place();
    }, PAUSE);
  }
}
