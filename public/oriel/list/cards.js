import { animate, describe, direction, element, flash, refill } from '../core/dom.js';
import { sheet } from '../core/sheet.js';
import { store } from '../core/store.js';
import { own } from '../core/value.js';
import { group, say } from '../form/argument.js';
import { refine } from './grid.js';
import { layout } from './layout.js';
import { List } from './list.js';
import { dressTable } from './table.js';
import { types } from './terms.js';
import { columnsOf, readOf } from './tracks.js';

/* The lines of a card. A heading takes one line. */
const SPAN = 3;

/* The usual width of a card in pixels, and on pages narrower than `NARROW`. */
const WIDTH = 240;
const NARROW_WIDTH = 170;
const NARROW = 600;

await sheet('/oriel/list/cards.css');

/* Returns how many cards fit beside each other. */
function fitting(width) {
  return Math.max(1, Math.round(width / (width < NARROW ? NARROW_WIDTH : WIDTH)));
}

/** A list as a grid of cards, as many in a row as fit. Arrows lead to the neighbours. */
export class Cards extends List {
  across = 1;
  column = 0;
  lay = document => this.layCards(document);

  constructor(ask, screen) {
    super(ask, screen);
    this.node.className = 'cards';
    document.documentElement.style.setProperty('--wide', '0rem');
    this.decorate = (node, id, cell) => draw(node, id, cell, this.document, types(this.screen));
    this.rows.onkeydown = event => this.step(event);
  }

  /*
   * Sections begin with a row of cards. How many rows the sections before the window take is
   * unknown, so each of them has one row to spare.
   */
  layCards(document) {
    const { window, sections } = document;
    const { items, isHeaded } = layout(document);
    const across = fitting(this.rows.clientWidth);
    const high = count => SPAN * Math.ceil(count / across);
    const head = +!!isHeaded;
    const spare = head * (1 + SPAN);
    const listed = sections.reduce((sum, { rows }) => sum + rows.length, 0);
    const isWhole = listed === window.total;
    const tops = new Map();
    let first = window.start - (sections[0]?.start ?? 0);
    let next = 0;
    sections.forEach((section, place) => {
      if (!isWhole) next = high(first) + (window.section + place) * spare;
      tops.set(section, { first, top: next });
      next += head + high(section.count);
      first += section.count;
    });
    this.rows.style.setProperty('--across', across);
    Object.assign(this, { across, density: across / SPAN });
    const laid = items.map(item => {
      const { top, first } = tops.get(item.section);
      const place = item.index - first;
      if (!(place >= 0)) return { ...item, line: top };
      const line = top + head + SPAN * Math.floor(place / across);
      return { ...item, line, column: place % across };
    });
    const lines = isWhole ? next : high(window.total) + window.sections * spare;
    return { isHeaded, lines, items: laid };
  }

  update(document, y) {
    super.update(document, y);
    if (this.goal >= 0) this.reach(this.goal);
    dressTable(this);
  }

  /* Lines of cards depend on the width, so the history does not know them. */
  left() {}

  draw(isLively, shift) {
    const { across, row, rows } = this;
    const { total } = this.document.window;
    const before = new Map([...this.nodes.values()].map(node => [node, { ...node }]));
    const width = rows.clientWidth / across * direction(rows);
    super.draw(isLively, shift);
    const stop = this.nodes.get(this.stop) ?? rows.firstChild;
    for (const { key, line, column, index } of this.items) {
      const node = this.nodes.get(key);
      const old = before.get(node);
      if (isLively && old && column !== old.column) {
        const x = (old.column - column) * width;
        const y = (old.line + shift - line) * row;
        animate(node, { translate: `${x}px ${y}px` }, 300);
      }
      if (index >= 0) Object.assign(node, { column, ariaSetSize: total, ariaPosInSet: index + 1 });
      node.style.setProperty('--column', column);
      node.firstChild.tabIndex = node === stop ? 0 : -1;
    }
  }

  /* Returns the card beside, above or below another. */
  neighbour(key, { key: from, line }, side) {
    const { items } = this;
    if (side) return items[items.findIndex(item => item.key === from) + side];
    if (key === 'ArrowDown') return items.find(item => item.line > line);
    if (key === 'ArrowUp') return items.findLast(item => item.line < line);
  }

  step(event) {
    const { key, ctrlKey, metaKey } = event;
    const node = event.target.closest('li');
    const { line, column = this.column } = node;
    const side = { ArrowRight: 1, ArrowLeft: -1 }[key] * direction(this.rows);
    const next = this.neighbour(key, node, side);
    const page = Math.max(1, this.sight().count / SPAN | 0) * SPAN;
    const lines = {
      ArrowDown: line + SPAN,
      ArrowUp: line - SPAN,
      PageDown: line + page,
      PageUp: line - page,
      Home: 0,
      End: this.lines,
    };
    const to = next?.line ?? lines[key];
    if (to === undefined || ctrlKey || metaKey) return;
    event.preventDefault();
    const end = { Home: 0, End: this.across - 1 }[key];
    const last = Math.max(0, Math.min(this.lines - 1, to));
    this.reach(last, side ? next?.column : end ?? column);
  }

  /** Scrolls to the card nearest to a place, and gives it the focus when it is in the page. */
  reach(line, column = this.column) {
    const { from, count, ratio } = this.sight();
    const before = Math.min(0, line - from);
    const after = Math.max(0, line + SPAN - from - count);
    const node = this.nearest(line, column);
    Object.assign(this, { column, goal: node ? -1 : line });
    scrollBy(0, (before || after) * this.row / ratio);
    this.place();
    if (!node) return;
    this.nodes.get(this.stop)?.firstChild.setAttribute('tabindex', -1);
    this.stop = node.key;
    node.firstChild.tabIndex = 0;
    node.firstChild.focus({ preventScroll: true });
  }

  nearest(line, column) {
    const far = item =>
      Math.abs(item.line - line) * 99 + Math.min(98, Math.abs((item.column ?? 0) - column));
    const [found] = [...this.items].sort((a, b) => far(a) - far(b));
    const isNear = Math.abs(found?.line - line) <= 2 * SPAN;
    return isNear ? this.nodes.get(found.key) : undefined;
  }
}

function fieldLine(name, value, argument) {
  const shown = element('span', describe(value, say(value, argument)));
  return element('span', {}, element('small', {}, name), ' ', shown);
}

/* Returns the fields that a card may show: no files, and of a table no keys and no title again. */
function fieldsOf(cell, document, declared) {
  const { fields = {}, links, subtitle } = cell;
  const isNew = name => !columnsOf(document)
    || own(links, name) && readOf(cell, name) !== subtitle
    || !own(links, name) && !own(declared, name)?.key && own(fields, name) !== subtitle;
  const { titleColumns = [] } = document;
  const names = columnsOf(document)?.filter(name => !titleColumns.includes(name))
    ?? Object.keys(fields);
  return names.filter(name => !own(fields, name)?.href && isNew(name));
}

/* Draws a card: title, subtitle, the first fields, and the image of the row or of a field. */
function draw(node, id, cell, document, declared) {
  const { template, title, subtitle, image, fields = {} } = cell;
  const [card] = node.children;
  const isImage = value => /^image/.test(value?.type);
  const picture = image ?? Object.values(fields).find(isImage)?.href;
  const names = fieldsOf(cell, document, declared);
  const children = [element('b', {}, (title || id).trim())];
  if (subtitle) {
    const shown = template === 'row' ? subtitle : group(subtitle);
    children.push(element('small', {}, shown));
  }
  for (const name of names.slice(0, subtitle ? 2 : 3)) {
    const link = own(cell.links, name)?.title;
    children.push(fieldLine(name, link ?? own(fields, name), own(declared, name)));
  }
  if (picture) children.push(element('img', { src: picture, alt: '' }));
  card.className = 'card';
  refill(card, children, () => flash(node));
  return true;
}

/** Shows the list of a screen as cards or as a table, and keeps that for the next visit. */
export default function turn(screen, isGrid = !screen.list.across, y) {
  const { list, document, view, kept } = screen;
  const top = scrollY;
  if (!list.across !== isGrid) return list.update(document, y);
  store(kept, isGrid && 1);
  view.ariaPressed = isGrid;
  list.selection?.clear();
  list.selection?.bar.remove();
  const Kind = isGrid ? Cards : List;
  screen.list = new Kind(list.ask, screen);
  list.node.replaceWith(screen.list.node);
  screen.list.update(document, y ?? top);
  refine(screen);
}
