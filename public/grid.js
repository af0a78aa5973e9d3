import { h } from './dom.js';
import { sheet } from './form.js';
import { Keys, roles, tell } from './keys.js';
import { Lines } from './lines.js';
import { List } from './list.js';
import { strings } from './phrases.js';
import { Selection, mark } from './selection.js';
import { dress } from './table.js';
import { stamp } from './template.js';

await sheet('/grid.css');

export const make = () => h('li', {}, h('div', { className: 'columns' }, h('span', {}, h('a'))));

export const isPlain = (cells, columns) => !columns && cells.length > 0
  && cells.every(({ href, fields, actions, can = [] }) => !href && !fields && !actions?.length && can.every(it => it === 'select'));

export class Grid extends Lines {
  static adopt(list) {
    if (list.constructor !== List) return;
    const { document, nodes } = list, { from } = list.sight(), isShown = document && list.node.isConnected;
    Object.setPrototypeOf(list, Grid.prototype);
    list.begin();
    if (!isShown) return;
    const focused = [...nodes.values()].find(node => node.contains(globalThis.document.activeElement));
    for (const node of nodes.values()) {
      node.replaceChildren(...make().children);
      node.style.transform = '';
      node.cell = null;
    }
    list.update(document, undefined, from);
    focused?.querySelector('a').focus({ preventScroll: true });
  }

  begin() {
    super.begin();
    this.selection = new Selection(this);
    this.keys = new Keys(this.node, this);
    this.node.classList.add('lines');
    this.rows.removeAttribute('role');
    this.decorate ??= document.querySelector('template') && ((node, id, cell) => stamp(node, cell));
  }

  make() {
    return make();
  }

  box() {
    return h('li', { className: 'group' }, h('ul', { role: 'none' }));
  }

  update(document, y, from) {
    const { keys, selection, asked } = this, wasHere = keys.isHere, isSame = document === this.document;
    super.update(document, y, from);
    if (isSame && y === undefined && from === undefined) return;
    selection.update(document, asked || y !== undefined);
    keys.update(wasHere, this.shift);
    if (this.goal) this.reach(this.goal.line, this.goal.column, this.goal.way);
    dress(this);
  }

  draw(isLively, shift) {
    const { document: { window, sections, cells }, node, rows, labels, selection, screen, groups } = this;
    const { columns, screen: kind, title, commands } = screen?.document ?? {}, shown = sections.flatMap(({ rows }) => rows.map(id => cells[id]));
    this.isPlain = isPlain(shown, columns);
    this.isSelectable = ({ can = [] }) => this.isPlain ? !can.length : columns ? true : can.includes('delete');
    selection.isOffered = /^(table|view)$/.test(kind) || !columns && shown.some(this.isSelectable);
    this.isLabelled = +(!this.isPlain && !this.isHeaded && shown.some(({ fields = {} }) => Object.keys(fields).length));
    super.draw(isLively, shift);
    describe(this.isPlain ? rows : node, this.isPlain ? 'listbox' : 'grid', title, selection.isOffered, window.approximate ? -1 : this.lines + this.isLabelled);
    tell(node, { ariaColCount: this.isLabelled ? labels.children.length + selection.isOffered : null });
    describe(this.isPlain ? node : rows, this.isPlain ? null : this.isHeaded ? 'none' : 'rowgroup');
    for (const [id, group] of this.groups)
      tell(group, { role: this.isPlain ? 'group' : 'rowgroup', ariaLabel: sections.find(section => section.id === id).title ?? null });
    tell(labels, { role: this.isLabelled ? 'row' : null });
    [...labels.children].forEach((label, i) => tell(label, { role: this.isLabelled ? 'columnheader' : null, ariaLabel: this.isLabelled && !label.textContent ? strings.heads[i] ?? null : null, ariaColIndex: this.isLabelled ? i + 1 : null }));
    const edge = parseFloat(getComputedStyle(labels).top) + labels.offsetHeight;
    if (columns && kind === 'table' && commands?.insert) this.desk ??= import('./cell.js').then(({ Desk }) => this.desk = new Desk(this), () => this.desk = null);
    if (edge !== this.edge) rows.style.setProperty('--edge', (this.edge = edge) + 'px');
  }

  dress(node, { index, line, cell }) {
    const { isPlain, isLabelled, selection } = this, isRow = index >= 0, count = this.document.window.total;
    if (node.key[0] === 'f') node.className = 'footer';
    Object.assign(node, { index, hidden: !isRow && !cell.title && !cell.subtitle });
    if (!node.isWatched) this.observer.observe(node);
    node.isWatched = true;
    if (isRow && !isPlain) mark(node, selection);
    roles(node, { isRow, isPlain, index, count, line: line + isLabelled, isSelected: selection.has(node.key.slice(1)), isOffered: selection.isOffered });
    if (isRow) this.desk?.dress?.(node);
  }

  put() {
    super.put();
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
    const { from, items } = this.sight(), whole = from + !!this.isHeaded - .1;
    return this.nodes.get((items.find(({ line }) => line > whole) ?? items[0])?.key);
  }

  index(line) {
    return this.at(line)?.index ?? Math.round(line * (this.document.window.total - 1) / Math.max(1, this.lines - 1));
  }

  page() {
    return Math.floor(this.sight().count) - 1;
  }

  between(start, end) {
    const found = this.items.filter(({ index }) => index >= start && index <= end);
    return found.length > end - start ? found.map(({ id }) => [id, this.document.cells[id]]) : null;
  }

  send(...what) {
    return this.screen.send(...what);
  }

  lead(line, y = 0) {
    const { scroll } = this.sight();
    if (scroll < 0) scrollBy(0, -scroll);
    this.resting = clearTimeout(this.resting);
    this.base -= this.y(line) - y - Math.max(0, scroll);
    this.settle();
  }

  reach(line, column = 0, way = 1) {
    const { lines, isHeaded, labels } = this, { scroll, height } = this.sight(), to = Math.max(0, Math.min(lines - 1, line)), node = this.at(to);
    if (node && node.className !== 'row' && (node.hidden || node.className === 'footer'))
      return this.document.window.total && this.reach(...to + way < 0 || to + way >= lines ? [to - way, column, -way] : [to + way, column, way]);
    const fixed = name => isHeaded ? this.rows.querySelector(`.${name}:not([hidden])`)?.offsetHeight ?? 0 : 0;
    const above = this.y(to) - scroll - (node?.className === 'heading' ? 0 : fixed('heading')), below = this.y(to + 1) - scroll - height + fixed('footer');
    const move = above < 0 ? above : below > 0 ? below : 0;
    this.goal = node ? undefined : { line: to, column, way };
    if (Math.abs(move) > 4 * height) this.lead(to, this.y(to) - scroll - move);
    else if (move) scrollBy(0, move), this.place();
    if (node) this.keys.focus(node, column);
  }
}

function describe(node, role, ariaLabel = null, isOffered, count) {
  tell(node, { role, ariaLabel, ariaRowCount: role === 'grid' ? count : null, ariaMultiSelectable: /grid|box/.test(role) ? !!isOffered : null });
}
