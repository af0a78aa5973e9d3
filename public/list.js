import { animate, arrange, describe, flash, h, own } from './dom.js';
import { locale } from './strings.js';

const LIMIT = 8e6;
const NAMES = { '~n': 'NULL', '~t': '“”' };

export function layout({ window, sections }) {
  const items = [], isHeaded = sections.length > 1 || window.sections > 1 || sections[0]?.title || sections[0]?.footer;
  let first = window.start - (sections[0]?.start ?? 0), heads = isHeaded ? window.section ?? 0 : 0;
  for (const section of sections) {
    const { id, subtitle, count, href } = section, title = NAMES[id] ?? section.title;
    if (isHeaded) items.push({ section, key: 's' + id, line: first + heads++, cell: { title: title && `${title} · ${count.toLocaleString(locale)}`, subtitle, href } });
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
  start = Math.floor(Math.max(0, first - spare) / 10) * 10;
  return { start, count: Math.min(500, Math.ceil((last + spare - start) / 10) * 10) };
}

export function drift(before, after) {
  const lines = new Map(after.map(({ key, line }) => [key, line]));
  const ways = before.map(({ key, line }) => lines.get(key) - line).filter(isFinite).sort((a, b) => a - b);
  return ways[ways.length >> 1] ?? 0;
}

export function fill(node, values, changed) {
  values.forEach((value, i) => {
    const old = node.children[i], place = old?.querySelector('a') ?? old, it = describe(value);
    if (place?.title === it.title && place.className === it.className) return;
    if (i ? old : place?.title) changed?.();
    if (place?.firstChild?.data) delete it.textContent, place.firstChild.data = it.title;
    place ? Object.assign(place, it) : node.append(h('span', it));
  });
  while (node.children[values.length]) node.lastChild.remove();
  node.style.setProperty('--columns', values.length - 2);
}

export class List {
  labels = h('div', { className: 'labels columns' });
  rows = h('ul', { role: 'list' });
  node = h('div', {}, this.labels, this.rows);
  nodes = new Map();
  items = [];
  lines = 0;
  density = 1;
  lay = layout;

  constructor(ask, screen) {
    Object.assign(this, { ask, screen });
    import('./grid.js').then(({ Grid }) => Grid.adopt(this), () => {});
  }

  update(document, y) {
    const isNew = y !== undefined, isFit = !isNew && this.width === innerWidth;
    const row = isFit ? this.row : parseInt(getComputedStyle(this.rows).minHeight);
    const seen = this.sight(), isLively = !isNew && !this.asked, isSame = isFit && document === this.document;
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

  left() {
    const row = history.state?.row;
    return this.items.find(({ index }) => index === Math.floor(row))?.line + row % 1;
  }

  draw(isLively, shift) {
    const { sections, cells } = this.document, old = this.nodes;
    const columns = new Map(sections.map(section =>
      [section, [...new Set(section.rows.flatMap(id => Object.keys(cells[id].fields ?? {})))]]));
    fill(this.labels, ['', '', ...!this.isHeaded && columns.get(sections[0]) || []]);
    this.nodes = new Map(this.items.map(({ key }) => [key, old.get(key) ?? this.make()]));
    this.hang([...this.nodes.values()]);
    const flashing = new Set();
    for (const item of this.items) {
      const { key, id, section, line, index, cell = cells[id] } = item, node = this.nodes.get(key), way = this.way(node.line + shift, line);
      const isRow = index >= 0, names = columns.get(section);
      Object.assign(node, { line, key, className: isRow ? 'row' : 'heading' });
      if (cell.href) node.querySelector('a').href = cell.href;
      if (node.cell !== cell || node.names !== `${names}`) {
        Object.assign(node, { cell, names: `${names}` });
        isRow && this.decorate?.(node, id, cell) || fill(node.firstChild, [(cell.title || id)?.trim(), cell.subtitle ?? '',
          ...names.map(name => isRow ? own(cell.fields, name) : name)], () => isRow && flashing.add(node));
      }
      this.dress?.(node, item);
      if (isLively && !old.has(key)) flashing.add(node);
      if (isLively && way) animate(node, { translate: `0 ${way}px` }, 300);
    }
    if (flashing.size < 25) flashing.forEach(flash);
  }

  make() {
    return h('li', {}, h('a', { className: 'columns' }));
  }

  hang(nodes) {
    arrange(this.rows, nodes);
  }

  way(from, to) {
    return (from - to) * this.row;
  }

  sight() {
    const { row } = this, edge = this.labels.getBoundingClientRect().bottom, height = Math.max(0, innerHeight - edge);
    const scroll = edge - this.rows.getBoundingClientRect().top, total = this.lines * row;
    const ratio = total > LIMIT ? (total - height) / (LIMIT - height) : 1;
    const from = history.state?.y === scrollY && this.left() || scroll * ratio / row, count = height / row;
    const items = this.items.filter(({ index, line }) => index >= 0 && line > from - 1 && line < from + count);
    return { scroll, ratio, from, count, items };
  }

  place() {
    if (!this.document) return;
    const { scroll, from } = this.sight();
    for (const node of this.nodes.values())
      node.style.transform = `translateY(${(node.line - from) * this.row + scroll}px)`;
    this.look();
  }

  look() {
    const { from, count, items: [near] } = this.sight(), { window, sections } = this.document;
    this.first = near ? near.index + (from - near.line) * this.density : from / this.lines * window.total || 0;
    const held = this.asked ?? { ...window, count: sections.reduce((sum, { rows }) => sum + rows.length, 0) };
    const next = !this.timer && wanted(this.first, this.first + count * this.density, window.total, held);
    if (!next) return;
    this.ask(this.asked = next);
    this.timer = setTimeout(() => {
      this.timer = 0;
      this.place();
    }, 50);
  }
}
