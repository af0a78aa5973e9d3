import { arrange } from '../core/arrange.js';
import { animate, element, flash, write } from '../core/dom.js';
import { Keys } from '../list/keys.js';
import { drift } from '../list/layout.js';
import { fill } from '../list/list.js';
import { isPlain, makeRow, roles } from '../list/roles.js';
import { Selection, mark } from '../list/selection.js';

/* The height of a row in pixels if there is none to measure. */
const ROW = 48;

/* Returns the nodes for some ids, with the old ones where there are any. */
const keep = (old, ids, make) => new Map(ids.map(id => [id, old.get(id) ?? make()]));

function makeBlock() {
  const children = ['h2', 'p', 'ul', 'p'].map(tag => element(tag));
  return element('section', {}, ...children);
}

/* Returns the width of a column of a grid in CSS. */
function columnWidth(columns) {
  if (!columns) return '9rem';
  return 'max(6rem, (100% + var(--gap)) / var(--across) - var(--gap) - .5px)';
}

/* Returns the grid area of a row in a grid of pages that are beside each other. */
function areaOf(index, { columns, rowsPerPage }) {
  const page = columns * rowsPerPage;
  const line = Math.floor(index % page / columns) + 1;
  const column = Math.floor(index / page) * columns + index % columns + 1;
  return `${line} / ${column}`;
}

const isPaged = ({ kind, columns, rowsPerPage }) => kind === 'grid' && columns * rowsPerPage > 0;

/**
 * A list with every row in the page, laid out as its sections say. Rows are kept by id, and glide
 * to their places. It has the keyboard and the selection of a `Grid`.
 */
export class Flow {
  node = element('div', { className: 'flow' });
  blocks = new Map();
  rows = new Map();

  constructor(erase) {
    this.erase = erase;
    this.selection = new Selection(this);
    this.keys = new Keys(this.node, this);
  }

  update(document, tools) {
    const { sections = [], cells = {} } = document;
    const { rows: old, keys } = this;
    const before = this.places();
    const wasHere = keys.isHere;
    this.document = document;
    this.selection.isOffered = Object.values(cells).some(this.isSelectable);
    this.blocks = keep(this.blocks, sections.map(({ id }) => id), makeBlock);
    this.rows = keep(old, sections.flatMap(({ rows }) => rows), makeRow);
    arrange(this.node, [...this.blocks.values()]);
    for (const section of sections) this.show(section, cells, tools);
    this.keepStill(before);
    this.glide(before, old);
    this.selection.update(document);
    keys.update(wasHere);
  }

  /* Scrolls so that the visible rows stay where they are. */
  keepStill(before) {
    if (!scrollY) return;
    const visible = before.filter(({ line }) => line > 0 && line < innerHeight);
    scrollBy(0, drift(visible, this.places()));
  }

  /* Moves rows from where they were to their places, and shows which are new. */
  glide(before, old) {
    const places = new Map(before.map(place => [place.key, place]));
    for (const { key, left, line } of this.places()) {
      const row = this.rows.get(key);
      const { motion } = row.parentNode.dataset;
      const x = places.get(key)?.left - left;
      const y = places.get(key)?.line - line;
      const isNew = old.size && !old.has(key);
      if (x || y) {
        if (!motion) animate(row, { translate: `${x}px ${y}px` }, 300);
      } else if (isNew && motion === 'fade') animate(row, { opacity: 0 }, 300);
      else if (isNew && !motion) flash(row);
    }
  }

  get lines() {
    return this.rows.size;
  }

  all() {
    return [...this.rows.values()];
  }

  line(row) {
    return this.all().indexOf(row);
  }

  index(line) {
    return line;
  }

  at(line) {
    return this.all()[line];
  }

  page() {
    return Math.floor(innerHeight / (this.at(0)?.offsetHeight || ROW)) - 1;
  }

  reach(line, column) {
    this.at(line).scrollIntoView({ block: 'nearest' });
    this.keys.focus(this.at(line), column);
  }

  /** Returns the row on the side of another that an arrow points to, in a grid. */
  beside(row, key) {
    const ways = {
      ArrowRight: [1, 0],
      ArrowLeft: [-1, 0],
      ArrowDown: [0, 1],
      ArrowUp: [0, -1],
    };
    if (!row.closest('.grid') || !ways[key]) return;
    const [right, down] = ways[key];
    const { left, top, height } = row.getBoundingClientRect();
    const far = node => {
      const box = node.getBoundingClientRect();
      const x = box.left - left;
      const y = box.top - top;
      const isBehind = x * right + y * down < 2;
      const isInOtherLine = right && Math.abs(y) > height / 2;
      return isBehind || isInOtherLine ? Infinity : Math.hypot(x, y);
    };
    const all = this.all().map(node => [node, far(node)]);
    const [[nearest, distance]] = all.sort(([, a], [, b]) => a - b);
    return distance < Infinity ? nearest : undefined;
  }

  between(start, end) {
    const ids = [...this.rows.keys()].slice(start, end + 1);
    return ids.map(id => [id, this.document.cells[id]]);
  }

  isSelectable({ can }) {
    return can?.includes('delete');
  }

  /* Returns where each row is in the page. */
  places() {
    return [...this.rows].map(([key, row]) => {
      const { left, top } = row.getBoundingClientRect();
      return { key, left, line: top };
    });
  }

  /* Draws a section. */
  show({ id, title = '', subtitle = '', footer = '', rows, layout = {} }, cells, tools) {
    const node = this.blocks.get(id);
    const [head, below, list, foot] = node.children;
    write(head, title);
    write(below, subtitle);
    write(foot, footer);
    node.hidden = !rows.length && !title && !subtitle && !footer;
    node.classList.toggle('column', layout.kind === 'column');
    this.layOut(list, layout);
    arrange(list, rows.map(id => this.rows.get(id)));
    const areTexts = isPlain(rows.map(id => cells[id]));
    const role = areTexts ? 'listbox' : 'grid';
    list.role = rows.length ? role : null;
    list.ariaLabel = title || this.document.title || null;
    const section = { list, layout, tools, isPlain: areTexts, count: rows.length };
    rows.forEach((id, index) => this.showRow(id, cells[id], index, section));
  }

  layOut(list, layout) {
    const { columns, rowHeight, spacing = 0, kind, animation } = layout;
    const { style } = list;
    const gap = spacing + 'px';
    const isPages = isPaged(layout);
    const isGrid = kind === 'grid' && !isPages;
    list.className = isPages ? 'grid pages' : kind ?? '';
    list.dataset.motion = isPages ? 'none' : animation ?? '';
    style.setProperty('--across', columns);
    style.gap = gap;
    style.setProperty('--gap', gap);
    style.gridTemplateColumns = isGrid
      ? `repeat(auto-fill, minmax(${columnWidth(columns)}, 1fr))`
      : '';
    style.gridAutoRows = `minmax(${rowHeight ?? 0}px, auto)`;
  }

  showRow(id, cell, index, { list, layout, tools, isPlain, count }) {
    const { selection } = this;
    const { isOffered } = selection;
    const { href, title, subtitle = '', fields = {} } = cell;
    const row = this.rows.get(id);
    const link = row.querySelector('a');
    const line = this.line(row);
    row.style.gridArea = isPaged(layout) ? areaOf(index, layout) : '';
    if (href) link.href = href;
    else link.removeAttribute('href');
    row.toggleAttribute('data-link', !!href);
    Object.assign(row, { className: 'row', key: 'r' + id, index: line });
    if (!tools.dress(row, id, cell)) {
      const values = [title, subtitle, ...Object.values(fields)];
      fill(row.firstChild, values, () => list.dataset.motion === 'none' || flash(row));
    }
    if (isPlain) link.role = null;
    else if (this.isSelectable(cell)) mark(row, selection);
    const isSelected = selection.has(id);
    roles(row, { isRow: true, isPlain, index, count, line: index, isSelected, isOffered });
  }
}
