import { strings } from '../../phrases-scenes.js';
import { arrange } from '../core/arrange.js';
import { animate, element, flash, write } from '../core/dom.js';
import { own } from '../core/value.js';
import { alignOf, labelOf, put, shown } from './format.js';

/** A short table of the first rows of a list, which glide to other places. */
export class RowsView {
  head = element('tr');
  body = element('tbody');
  none = element('p', { className: 'none' });
  more = element('p', { className: 'rest' });
  node = element('div', { className: 'rows' },
    element('table', {}, element('thead', {}, this.head), this.body), this.none, this.more);
  lines = new Map();

  constructor({ rows = 8 } = {}) {
    this.rows = rows;
  }

  update(document) {
    const { sections = [], cells = {}, window, empty, columnOptions: options } = document;
    const names = document.shown ?? Object.keys(Object.values(cells)[0]?.fields ?? {});
    const titled = document.titleColumns ?? [];
    const hasTitle = titled.length > 0 || document.headed !== undefined
      || !names.length || document.screen !== 'query';
    const others = names.filter(name => titled.length !== 1 || name !== titled[0]);
    const ids = sections.flatMap(({ rows }) => rows).slice(0, this.rows);
    const before = new Map([...this.lines].map(([id, line]) => [id, line.offsetTop]));
    const title = document.headed ?? titled.map(name => labelOf(name, options)).join(' ');
    this.names(hasTitle ? [[title, ''], ...this.labels(others, options)]
      : this.labels(others, options));
    for (const id of this.lines.keys()) if (!ids.includes(id)) this.lines.delete(id);
    const isNew = !this.document;
    this.document = document;
    const lines = ids.map(id => this.line(id, cells[id], hasTitle, others, options, isNew));
    arrange(this.body, lines);
    for (const id of ids) this.glide(this.lines.get(id), before.get(id), isNew);
    const total = window?.total ?? ids.length;
    write(this.none, ids.length ? '' : empty ?? strings.none);
    write(this.more, total > ids.length ? strings.moreRows(total - ids.length) : '');
  }

  labels(names, options) {
    return names.map(name => [labelOf(name, options), alignOf(own(options, name))]);
  }

  names(labels) {
    const made = labels.map(([label, align]) =>
      element('th', { scope: 'col', 'data-align': align }, label));
    const isSame = made.length === this.head.children.length
      && made.every((node, place) => node.isEqualNode(this.head.children[place]));
    if (!isSame) this.head.replaceChildren(...made);
  }

  line(id, cell, hasTitle, names, options, isNew) {
    if (!this.lines.has(id)) this.lines.set(id, element('tr'));
    const line = this.lines.get(id);
    if (line.cell === cell) return line;
    const isOther = line.cell && !isNew;
    line.cell = cell;
    const link = cell.href ? { href: cell.href } : undefined;
    const title = cell.title || id;
    const heading = link ? element('a', link, title) : title;
    const values = names.map(name => [shown(own(cell.fields, name), own(options, name),
      own(cell.links, name), name), alignOf(own(options, name))]);
    const places = [...hasTitle ? [[heading, '']] : [], ...values];
    places.forEach(([content, align], place) => {
      const isHead = hasTitle && !place;
      const make = () => isHead ? element('th', { scope: 'row' }) : element('td');
      const cellNode = line.children[place] ?? line.appendChild(make());
      if (cellNode.dataset.align !== align) cellNode.dataset.align = align;
      put(cellNode, content);
    });
    while (line.children[places.length]) line.lastChild.remove();
    if (isOther) flash(line);
    return line;
  }

  glide(line, before, isNew) {
    if (isNew) return;
    if (before === undefined) return animate(line, { opacity: 0 }, 400);
    const way = before - line.offsetTop;
    if (way) animate(line, { translate: `0 ${way}px` }, 300);
  }
}
