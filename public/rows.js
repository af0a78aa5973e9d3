import { ask } from './ask.js';
import { animate, arrange, flash, h, write } from './dom.js';
import { drag } from './drag.js';
import { isPlain, make } from './grid.js';
import { sources } from './image.js';
import { Keys, roles } from './keys.js';
import { drift, fill } from './list.js';
import { strings } from './phrases.js';
import { Selection, mark } from './selection.js';
import { swipe } from './swipe.js';
import { stamp } from './template.js';

const tool = (title, text, onclick) => h('button', { className: 'tool', title, ariaLabel: title, onclick }, text);

export class Tools {
  sources = sources;

  constructor(run, find) {
    Object.assign(this, { run, find });
  }

  dress(node, id, cell) {
    const isStamped = stamp(node, cell), [columns] = node.children, { can = [], actions = [], image, title, href } = cell;
    const key = JSON.stringify([isStamped, can, actions, image, title, href]), isEdited = href && can.includes('edit');
    if (node.dressed === key) return isStamped;
    Object.assign(node, { dressed: key, row: id });
    const isTapped = can.includes('select'), link = columns.querySelector('a');
    node.onclick = node.onkeydown = isTapped ? event => this.tap(id, event) : null;
    link.role = isTapped && !href ? 'button' : null;
    node.style.cursor = isTapped ? 'pointer' : '';
    const choices = [...actions, ...can.includes('delete') && !isEdited ? [{ title: strings.delete, role: 'destructive' }] : []];
    const tools = h('span', { className: 'tools' });
    swipe(node, title, choices, choice => this.pick(id, choice));
    if (can.includes('insert')) tools.append(tool(strings.insert, '+', () => this.run('insert', id)));
    if (can.includes('move')) tools.append(this.grip(node), tool(strings.up, '↑', () => this.move(id, -1)), tool(strings.down, '↓', () => this.move(id, 1)));
    if (choices.length) tools.append(tool(strings.more, '⋯', event => this.menu(id, title, choices, event.target)));
    node.replaceChildren(columns, ...image && !isStamped ? [h('img', { src: image, alt: '' })] : [], tools);
    return isStamped;
  }

  tap(row, event) {
    if (!/^( |Enter)$/.test(event.key ?? ' ') || event.target.closest('[href], .tools, .mark')) return;
    event.preventDefault();
    this.run('select', row);
  }

  menu(row, title, choices, anchor) {
    const close = ask({ title, actions: choices.map((choice, id) => ({ ...choice, id })) }, chosen => {
      close();
      if (chosen !== null) this.pick(row, choices[chosen]);
    }, anchor);
  }

  pick(row, { id: action }) {
    action === undefined ? this.run('delete', row) : this.run('action', row, { action });
  }

  grip(node) {
    const grip = h('button', { className: 'tool grip', title: strings.drag, ariaLabel: strings.drag, tabIndex: -1 }, '⠿');
    grip.onpointerdown = event => {
      const { row } = node, from = this.place(row);
      grip.setPointerCapture(event.pointerId);
      drag(node, event, (over, y) => this.drop(row, from, over, y));
    };
    return grip;
  }

  place(id) {
    const { sections, window } = this.find(), number = sections.findIndex(({ rows }) => rows.includes(id)), { start, rows } = sections[number] ?? {};
    return rows && { section: window.section + number, at: start + rows.indexOf(id) };
  }

  drop(id, from, over, y) {
    const { top, height } = over.getBoundingClientRect(), place = this.place(over.row), { section, at } = this.place(id) ?? from;
    if (!place) return;
    const to = place.at + (y > top + height / 2);
    this.run('move', id, { to: to - (section === place.section && at < to), section: place.section });
  }

  move(id, way) {
    const { sections, window } = this.find();
    let number = sections.findIndex(({ rows }) => rows.includes(id)), { start, rows, count } = sections[number];
    let to = start + rows.indexOf(id) + way;
    if (to < 0 || to >= count) to = way > 0 ? 0 : sections[number - 1]?.count, number += way;
    if (sections[number]) this.run('move', id, { to, section: window.section + number });
  }
}

const keep = (old, ids, make) => new Map(ids.map(id => [id, old.get(id) ?? make()]));

export class Flow {
  node = h('div', { className: 'flow' });
  blocks = new Map();
  rows = new Map();
  selection = new Selection(this);
  keys = new Keys(this.node, this);

  update(document, tools) {
    const { sections = [], cells = {} } = document, { rows, keys } = this, before = this.places(), wasHere = keys.isHere;
    this.document = document;
    this.selection.isOffered = Object.values(cells).some(this.isSelectable);
    this.blocks = keep(this.blocks, sections.map(({ id }) => id), () => h('section', {}, h('h2'), h('p'), h('ul'), h('p')));
    this.rows = keep(rows, sections.flatMap(({ rows }) => rows), make);
    arrange(this.node, [...this.blocks.values()]);
    for (const section of sections) this.show(section, cells, tools);
    if (scrollY) scrollBy(0, drift(before.filter(({ line }) => line > 0 && line < innerHeight), this.places()));
    const places = new Map(before.map(place => [place.key, place]));
    for (const { key, left, line } of this.places()) {
      const row = this.rows.get(key), { motion } = row.parentNode.dataset;
      const x = places.get(key)?.left - left, y = places.get(key)?.line - line;
      if (x || y) motion || animate(row, { translate: `${x}px ${y}px` }, 300);
      else if (motion !== 'none' && rows.size && !rows.has(key)) motion ? animate(row, { opacity: 0 }, 300) : flash(row);
    }
    this.selection.update(document);
    keys.update(wasHere);
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
    return Math.floor(innerHeight / (this.at(0)?.offsetHeight || 48)) - 1;
  }

  reach(line, column) {
    this.at(line).scrollIntoView({ block: 'nearest' });
    this.keys.focus(this.at(line), column);
  }

  beside(row, key) {
    const [right, down] = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[key] ?? [];
    if (!row.closest('.grid') || down === undefined) return;
    const { left, top, height } = row.getBoundingClientRect();
    const far = node => {
      const box = node.getBoundingClientRect(), x = box.left - left, y = box.top - top, along = x * right + y * down;
      return along < 2 || right && Math.abs(y) > height / 2 ? Infinity : Math.hypot(x, y);
    };
    const [[near, way]] = this.all().map(node => [node, far(node)]).sort(([, a], [, b]) => a - b);
    return way < Infinity ? near : undefined;
  }

  between(start, end) {
    return [...this.rows.keys()].slice(start, end + 1).map(id => [id, this.document.cells[id]]);
  }

  isSelectable({ can }) {
    return can?.includes('delete');
  }

  places() {
    return [...this.rows].map(([key, row]) => {
      const { left, top: line } = row.getBoundingClientRect();
      return { key, left, line };
    });
  }

  show({ id, title = '', subtitle = '', footer = '', rows, layout = {} }, cells, tools) {
    const { columns, rowHeight, rowsPerPage, spacing = 0, kind, animation } = layout, node = this.blocks.get(id), [head, sub, list, foot] = node.children;
    write(head, title);
    write(sub, subtitle);
    write(foot, footer);
    node.hidden = !rows.length && !title && !subtitle && !footer;
    const page = kind === 'grid' && columns * rowsPerPage, { style } = list;
    node.classList.toggle('column', kind === 'column');
    list.className = page ? 'grid pages' : kind ?? '';
    list.dataset.motion = page ? 'none' : animation ?? '';
    style.setProperty('--across', columns);
    style.setProperty('--gap', style.gap = spacing + 'px');
    const least = columns ? 'max(6rem, (100% + var(--gap)) / var(--across) - var(--gap) - .5px)' : '9rem';
    style.gridTemplateColumns = kind === 'grid' && !page ? `repeat(auto-fill, minmax(${least}, 1fr))` : '';
    style.gridAutoRows = `minmax(${rowHeight ?? 0}px, auto)`;
    arrange(list, rows.map(id => this.rows.get(id)));
    const plain = isPlain(rows.map(id => cells[id]));
    Object.assign(list, { role: !rows.length ? null : plain ? 'listbox' : 'grid', ariaLabel: title || this.document.title || null });
    rows.forEach((id, index) => {
      const row = this.rows.get(id), { href, title, subtitle = '', fields = {} } = cells[id], link = row.querySelector('a');
      row.style.gridArea = page ? `${index % page / columns + 1 | 0} / ${(index / page | 0) * columns + index % columns + 1}` : '';
      if (href) link.href = href;
      else link.removeAttribute('href');
      Object.assign(row, { className: 'row', key: 'r' + id, index: this.line(row) });
      tools.dress(row, id, cells[id]) || fill(row.firstChild, [title, subtitle, ...Object.values(fields)],
        () => list.dataset.motion === 'none' || flash(row));
      if (plain) link.role = null;
      else if (this.isSelectable(cells[id])) mark(row, this.selection);
      roles(row, { isRow: true, isPlain: plain, index, count: rows.length, line: index, isSelected: this.selection.has(id), isOffered: this.selection.isOffered });
    });
  }
}
