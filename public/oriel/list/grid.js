import { strings } from '../../phrases.js';
import { element } from '../core/dom.js';
import { sheet } from '../core/sheet.js';
import { Across } from './across.js';
import { Keys } from './keys.js';
import { List } from './list.js';
import { format, isFormatted } from './content.js';
import { columnNumber, isPlain, makeRow, roles, setAttributes } from './roles.js';
import { columnsOf } from './tracks.js';
import { Selection, mark } from './selection.js';
import { dressTable } from './table.js';
import { stamp } from './template.js';
// Forms are loaded with the first list, because they also have to open while the server is away.
import '../form/form.js';

/* Screenfuls beyond which a line is jumped to. */
const FAR = 4;

await sheet('/oriel/list/grid.css');

/** Replaces the plain list of a screen by a grid that continues it with the same rows. */
export function refine(screen) {
  const plain = screen.list;
  if (plain.constructor !== List) return;
  const { from } = plain.sight();
  const grid = new Grid(plain.ask, screen, plain);
  screen.list = grid;
  clearTimeout(plain.timer);
  if (plain.timer) grid.pause();
  if (plain.document && plain.node.isConnected) grid.redraw(from);
}

/* Opens the row of a table that is pressed beside its links. */
function openRow(event) {
  const { target, ctrlKey, metaKey, shiftKey } = event;
  const row = target.closest('.sheet .row');
  const isOther = target.closest('a, button, input, .mark') || !getSelection().isCollapsed;
  if (!row || isOther || event.defaultPrevented) return;
  const held = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey };
  row.querySelector('a[href]')?.dispatchEvent(new MouseEvent('click', held));
}

/** A list of cells in rows, with the keyboard and a selection. */
export class Grid extends Across {
  constructor(ask, screen, plain) {
    super(ask, screen, plain);
    this.selection = new Selection(this);
    this.keys = new Keys(this.node, this);
    this.node.classList.add('lines');
    this.node.list = this;
    this.rows.removeAttribute('role');
    this.rows.addEventListener('click', event => openRow(event));
    const hasTemplates = document.querySelector('template');
    if (hasTemplates) this.decorate ??= (node, id, cell) => stamp(node, cell);
  }

  /* Draws the rows of a plain list as those of a grid, from a line on. */
  redraw(from) {
    const nodes = [...this.nodes.values()];
    const focused = nodes.find(node => node.contains(document.activeElement));
    this.labels.replaceChildren();
    for (const node of nodes) {
      node.replaceChildren(...makeRow().children);
      node.style.transform = '';
      node.cell = null;
    }
    this.update(this.document, undefined, from);
    focused?.querySelector('a').focus({ preventScroll: true });
  }

  make() {
    return makeRow();
  }

  /* Makes the box of a section. */
  box() {
    return element('li', { className: 'group' }, element('ul', { role: 'none' }));
  }

  update(document, y, from) {
    const { keys, selection, asked } = this;
    const wasHere = keys.isHere;
    const isSame = document === this.document;
    super.update(document, y, from);
    if (isSame && y === undefined && from === undefined) return;
    selection.update(document, asked || y !== undefined);
    keys.update(wasHere, this.shift);
    if (this.goal) this.reach(this.goal.line, this.goal.column, this.goal.way);
    dressTable(this);
  }

  draw(isLively, shift) {
    const { sections, cells } = this.document;
    const { columns, screen: kind } = this.screen?.document ?? {};
    const shown = sections.flatMap(({ rows }) => rows.map(id => cells[id]));
    const hasFields = shown.some(({ fields = {} }) => Object.keys(fields).length);
    this.isPlain = isPlain(shown, columns);
    this.isSelectable = ({ can = [] }) => {
      if (this.isPlain) return !can.length;
      return columns ? true : can.includes('delete');
    };
    this.selection.isOffered = /^(table|view)$/.test(kind)
      || !columns && shown.some(this.isSelectable);
    const isDerived = !!columnsOf(this.document);
    this.isBare = isDerived && isFormatted(this);
    this.node.classList.toggle('marked', this.selection.isOffered && !this.isPlain);
    this.isLabelled = +(isDerived || !this.isPlain && !this.isHeaded && hasFields);
    super.draw(isLively, shift);
    if (isFormatted(this)) format(this);
    this.describe();
    this.loadDesk();
    this.stickHeadings();
  }

  /* Tells assistive technology what the list, its sections and its labels are. */
  describe() {
    const { node, rows, isHeaded, groups } = this;
    const { sections } = this.document;
    const inner = isHeaded ? 'none' : 'rowgroup';
    this.describeList(this.isPlain ? rows : node, this.isPlain ? 'listbox' : 'grid');
    this.describeList(this.isPlain ? node : rows, this.isPlain ? null : inner);
    const last = columnNumber(this.labels.children.length - 1, this.names);
    const columns = last + this.selection.isOffered;
    setAttributes(node, { ariaColCount: this.isLabelled ? columns : null });
    for (const [id, group] of groups) {
      const { title = null } = sections.find(section => section.id === id);
      setAttributes(group, { role: this.isPlain ? 'group' : 'rowgroup', ariaLabel: title });
    }
    this.describeLabels();
  }

  describeList(node, role) {
    const { window } = this.document;
    const isList = role === 'grid' || role === 'listbox';
    const count = window.approximate ? -1 : this.lines + this.isLabelled;
    setAttributes(node, {
      role,
      ariaLabel: isList ? this.screen?.document?.title ?? null : null,
      ariaRowCount: role === 'grid' ? count : null,
      ariaMultiSelectable: isList ? !!this.selection.isOffered : null,
    });
  }

  describeLabels() {
    const { labels, isLabelled } = this;
    setAttributes(labels, { role: isLabelled ? 'row' : null });
    [...labels.children].forEach((label, place) => {
      if (this.names && place === 1) return;
      const name = label.textContent ? null : strings.heads[place] ?? null;
      setAttributes(label, {
        role: isLabelled ? 'columnheader' : null,
        ariaLabel: isLabelled ? name : null,
        ariaColIndex: isLabelled ? columnNumber(place, this.names) : null,
      });
    });
  }

  /* Loads the module that edits cells, with the first table that can be written. */
  loadDesk() {
    const { columns, screen: kind, commands } = this.screen?.document ?? {};
    if (!columns || kind !== 'table' || !commands?.insert) return;
    this.desk ??= import('./desk.js').then(({ Desk }) => {
      this.desk = new Desk(this);
    }, () => {
      this.desk = null;
    });
  }

  /* Keeps headings below the labels, which stay visible too. */
  stickHeadings() {
    const { labels, rows } = this;
    if (!this.isHeaded) return;
    const edge = parseFloat(getComputedStyle(labels).top) + labels.offsetHeight;
    if (edge === this.edge) return;
    this.edge = edge;
    rows.style.setProperty('--edge', edge + 'px');
  }

  dress(node, { index, line, cell }) {
    const { isPlain, isLabelled, selection } = this;
    const { isOffered } = selection;
    const isRow = index >= 0;
    const isSelected = selection.has(node.key.slice(1));
    const count = this.document.window.total;
    if (node.key[0] === 'f') node.className = 'footer';
    Object.assign(node, { index, hidden: !isRow && !cell.title && !cell.subtitle });
    if (!node.isWatched) this.observer.observe(node);
    node.isWatched = true;
    if (isRow && !isPlain) mark(node, selection);
    const number = line + isLabelled;
    roles(node, { isRow, isPlain, index, count, line: number, isSelected, isOffered }, this.names);
    if (isRow) this.desk?.dress?.(node);
  }

  widen() {
    const isOther = super.widen();
    if (isOther) dressTable(this);
    return isOther;
  }

  position() {
    super.position();
    if (!this.resting) this.keys.aim();
    for (const edit of this.desk?.edits ?? []) edit.follow();
  }

  all() {
    return [...this.nodes.values()];
  }

  line(row) {
    return row.line;
  }

  at(line) {
    return this.all().find(node => node.line === line);
  }

  near() {
    const { from, items } = this.sight();
    const whole = from + !!this.isHeaded - .1;
    const first = items.find(({ line }) => line > whole) ?? items[0];
    return this.nodes.get(first?.key);
  }

  index(line) {
    const share = (this.document.window.total - 1) / Math.max(1, this.lines - 1);
    return this.at(line)?.index ?? Math.round(line * share);
  }

  page() {
    return Math.floor(this.sight().count) - 1;
  }

  /** Deletes a row as a part of a step. Returns the error, if any. */
  erase(id, { href }, step) {
    const send = () => this.screen.send('delete', {}, id);
    return step.run(this.screen.document, { name: 'delete', row: id, at: href }, send);
  }

  between(start, end) {
    const found = this.items.filter(({ index }) => index >= start && index <= end);
    if (found.length <= end - start) return null;
    return found.map(({ id }) => [id, this.document.cells[id]]);
  }

  /** Puts a line at a height of the visible part. */
  lead(line, y = 0) {
    const { scroll } = this.sight();
    if (scroll < 0) scrollBy(0, -scroll);
    this.stopResting();
    this.base -= this.y(line) - y - Math.max(0, scroll);
    this.settle();
  }

  /**
   * Scrolls to a line, and gives one of its cells the focus as soon as it is in the page.
   * Lines that take no focus are passed over in direction `way`.
   */
  reach(line, column = 0, way = 1) {
    const { lines } = this;
    if (!lines) return;
    const next = Math.max(0, Math.min(lines - 1, line));
    const node = this.at(next);
    const isRow = node?.className === 'row';
    if (node && !isRow && (node.hidden || node.className === 'footer')) {
      if (!this.document.window.total) return;
      const isOutside = next + way < 0 || next + way >= lines;
      if (isOutside) return this.reach(next - way, column, -way);
      return this.reach(next + way, column, way);
    }
    this.goal = node ? undefined : { line: next, column, way };
    this.show(next, node);
    if (node) this.keys.focus(node, column);
  }

  /* Scrolls as little as possible to make a line visible between headings and footers. */
  show(line, node) {
    const { scroll, height } = this.sight();
    const isHeading = node?.className === 'heading';
    const top = isHeading ? 0 : this.stuck('heading');
    const above = this.y(line) - scroll - top;
    const below = this.y(line + 1) - scroll - height + this.stuck('footer');
    const move = above < 0 ? above : Math.max(0, below);
    if (Math.abs(move) > FAR * height) this.lead(line, this.y(line) - scroll - move);
    else if (move) {
      scrollBy(0, move);
      this.place();
    }
  }

  /* The height of the headings or footers that stay visible. */
  stuck(name) {
    if (!this.isHeaded) return 0;
    return this.rows.querySelector(`.${name}:not([hidden])`)?.offsetHeight ?? 0;
  }
}
