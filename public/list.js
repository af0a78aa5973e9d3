import { animate, arrange, describe, flash, h, own } from './dom.js';
import { locale } from './strings.js';

const LIMIT = 8e6;

export function layout({ window, sections }) {
  const items = [], isHeaded = sections.length > 1 || window.sections > 1 || sections[0]?.title;
  let first = window.start - (sections[0]?.start ?? 0), heads = isHeaded ? window.section ?? 0 : 0;
  for (const section of sections) {
    if (isHeaded) items.push({ section, key: 's' + section.id, line: first + heads++ });
    section.rows.forEach((id, i) => {
      const index = first + section.start + i;
      items.push({ section, key: 'r' + id, id, index, line: index + heads });
    });
    first += section.count;
  }
  return { items, isHeaded, lines: window.total + (isHeaded ? window.sections ?? sections.length : 0) };
}

export function wanted(first, last, total, { start, count }) {
  const spare = last - first;
  if (Math.max(0, first - spare / 2) >= start && Math.min(total, last + spare / 2) <= start + count) return null;
  start = Math.floor(Math.max(0, first - spare) / 25) * 25;
  return { start, count: Math.min(500, Math.ceil((last + spare - start) / 25) * 25) };
}

export function drift(before, after) {
  const lines = new Map(after.map(({ key, line }) => [key, line]));
  const ways = before.map(({ key, line }) => lines.get(key) - line).filter(isFinite).sort((a, b) => a - b);
  return ways[ways.length >> 1] ?? 0;
}

export function fill(node, values, changed) {
  values.forEach((value, i) => {
    const old = node.children[i], it = describe(value);
    if (old?.title === it.title && old.className === it.className) return;
    old ? Object.assign(old, it) : node.append(h('span', it));
    if (old) changed?.();
  });
  while (node.children[values.length]) node.lastChild.remove();
  node.style.setProperty('--columns', values.length - 2);
}

export class List {
  labels = h('div', { className: 'labels columns' });
  rows = h('ul', { role: 'list', onkeydown: event => this.step(event) });
  node = h('div', {}, this.labels, this.rows);
  nodes = new Map();
  items = [];
  lines = 0;
  density = 1;
  lay = layout;

  constructor(ask) {
    this.ask = ask;
  }

  update(document, y) {
    const isNew = y !== undefined, isFit = !isNew && this.width === innerWidth;
    const row = isFit ? this.row : parseInt(getComputedStyle(this.rows).getPropertyValue('--row'));
    const seen = this.sight(), isLively = !isNew && !this.asked, isSame = isFit && document === this.document;
    this.asked = null;
    if (isSame) return this.place();
    Object.assign(this, this.lay(document), { document, row, width: innerWidth });
    const shift = !isNew && seen.from > 0 ? drift(seen.items, this.items) : 0;
    this.rows.style.height = Math.min(LIMIT, this.lines * this.row) + 'px';
    this.draw(isLively, shift);
    if (isNew) scrollTo(0, y);
    else if (shift) scrollBy(0, shift * row / seen.ratio);
    this.goal >= 0 ? this.reach(this.goal) : this.place();
  }

  draw(isLively, shift) {
    const { sections, cells } = this.document, old = this.nodes;
    const columns = new Map(sections.map(section =>
      [section, [...new Set(section.rows.flatMap(id => Object.keys(cells[id].fields ?? {})))]]));
    fill(this.labels, ['', '', ...!this.isHeaded && columns.get(sections[0]) || []]);
    this.nodes = new Map(this.items.map(({ key }) =>
      [key, old.get(key) ?? h('li', {}, h('a', { className: 'columns' }))]));
    arrange(this.rows, [...this.nodes.values()]);
    const flashing = new Set(), stop = this.nodes.get(this.stop) ?? this.rows.firstChild;
    this.items.forEach(({ key, id, section, line, index }) => {
      const node = this.nodes.get(key), link = node.firstChild, way = node.line + shift - line;
      const isRow = index >= 0, cell = isRow ? cells[id] : section, names = columns.get(section);
      node.className = isRow ? 'row' : 'heading';
      Object.assign(node, { line, key }, isRow && { ariaSetSize: this.document.window.total, ariaPosInSet: index + 1 });
      if (cell.href) link.href = cell.href;
      if (node.cell !== cell || node.names !== `${names}`) {
        Object.assign(node, { cell, names: `${names}` });
        isRow && this.decorate?.(node, id, cell) || fill(link, isRow ? [cell.title || id, cell.subtitle ?? '', ...names.map(name => own(cell.fields, name))]
          : [cell.title ? `${cell.title} · ${cell.count.toLocaleString(locale)}` : '', '', ...names], () => flashing.add(node));
      }
      link.tabIndex = node === stop ? 0 : -1;
      if (isLively && !old.has(key)) flashing.add(node);
      if (isLively && way) animate(node, { translate: `0 ${way * this.row}px` }, 300);
    });
    if (flashing.size < 25) flashing.forEach(flash);
  }

  sight() {
    const { row } = this, edge = this.labels.getBoundingClientRect().bottom, height = Math.max(0, innerHeight - edge);
    const scroll = edge - this.rows.getBoundingClientRect().top, total = this.lines * row;
    const ratio = total > LIMIT ? (total - height) / (LIMIT - height) : 1;
    const from = scroll * ratio / row, count = height / row;
    const items = this.items.filter(({ index, line }) => index >= 0 && line > from - 1 && line < from + count);
    return { scroll, ratio, from, count, items };
  }

  place() {
    if (!this.document) return;
    const { scroll, from, count, items: [near] } = this.sight(), { window, sections } = this.document;
    for (const node of this.nodes.values())
      node.style.transform = `translateY(${(node.line - from) * this.row + scroll}px)`;
    this.first = near ? near.index + (from - near.line) * this.density : from / this.lines * window.total || 0;
    const held = this.asked ?? { ...window, count: sections.reduce((sum, { rows }) => sum + rows.length, 0) };
    const next = !this.timer && wanted(this.first, this.first + count * this.density, window.total, held);
    if (!next) return;
    this.ask(this.asked = next);
    this.timer = setTimeout(() => {
      this.timer = 0;
      this.place();
    }, 100);
  }

  step(event) {
    const { line } = event.target.closest('li'), page = Math.max(1, this.sight().count - 1 | 0), { lines } = this;
    const to = { ArrowDown: line + 1, ArrowUp: line - 1, PageDown: line + page, PageUp: line - page, Home: 0, End: lines }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.reach(Math.max(0, Math.min(lines - 1, to)));
  }

  reach(line) {
    const { from, count, ratio } = this.sight(), before = Math.min(0, line - from), after = Math.max(0, line + 1 - from - count);
    scrollBy(0, (before || after) * this.row / ratio);
    const node = [...this.nodes.values()].find(node => node.line === line);
    this.goal = node ? -1 : line;
    this.place();
    if (!node) return;
    this.nodes.get(this.stop)?.firstChild.setAttribute('tabindex', -1);
    this.stop = node.key;
    node.firstChild.tabIndex = 0;
    node.firstChild.focus({ preventScroll: true });
  }
}
