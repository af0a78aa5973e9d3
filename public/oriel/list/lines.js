import { arrange } from '../core/arrange.js';
import { animate } from '../core/dom.js';
import { layoutWithFooters } from './footers.js';
import { Heights, squeeze, stretch } from './heights.js';
import { drift } from './layout.js';
import { List } from './list.js';

/* The greatest height of a list in pixels. */
const LIMIT = 8e6;

/* The pixels beyond the visible part at which the box of a section is cut. */
const FAR = 1e5;

/* Milliseconds without scrolling until the scroll bar is corrected. */
const REST = 150;

/* Screenfuls after which a scroll counts as a jump. */
const JUMP = 4;

/* The height of a row in pixels before any is measured. */
const ROW = 48;

/**
 * A list of lines of measured heights. Headings and footers stay visible in their section.
 *
 * `base` is the position of the first line of known height. It stays while the user scrolls, so
 * that no row moves; a jump goes to where the scroll bar points. The line at the top stays while
 * rows above it change. The scroll bar is corrected when it has rested, or at an end of the list.
 */
export class Lines extends List {
  heights = new Heights(0, [], ROW);
  base = 0;
  groups = new Map();
  sum = 0;
  count = 0;
  observer = new ResizeObserver(entries => this.measure(entries));

  /* Lines of measured heights glide after they are drawn (`glide`). */
  way() {
    return 0;
  }

  y(line) {
    return this.base + this.heights.top(line);
  }

  /** Shows a document: new at `y`, or `from` a line, or in place of the one before. */
  update(document, y, from) {
    const isNew = y !== undefined || from !== undefined;
    const left = this.document ? scrollX : 0;
    const isLively = !isNew && !this.asked;
    const isSame = document === this.document;
    this.asked = null;
    if (isSame && !isNew && this.width === innerWidth) return this.place();
    this.markSheet(document);
    const seen = isNew ? { items: [] } : this.sight();
    const before = seen.items.map(item => ({ ...item, y: this.y(item.line) }));
    const tops = isLively ? [...this.nodes].map(([key, { line }]) => [key, this.y(line)]) : [];
    this.readStyle();
    const laid = layoutWithFooters(document, !isNew && this.isFooted);
    Object.assign(this, laid, { document, width: innerWidth });
    this.shift = seen.from > 0 ? drift(before, this.items) : 0;
    this.draw(isLively, this.shift);
    this.estimate();
    if (y) this.setHeight(Math.max(this.height ?? 0, y + 2 * innerHeight));
    if (y !== undefined) scrollTo(left, y);
    const isArriving = isNew && from === undefined;
    const moved = isArriving ? this.arrive(y) : this.keep(before, from ?? seen.from);
    this.settle();
    if (isLively) this.glide(new Map(tops), moved());
  }

  /* Forgets measured heights if the page has another row height or width. */
  readStyle() {
    const row = parseInt(getComputedStyle(this.rows).minHeight);
    if (row === this.row && this.width === innerWidth) return;
    Object.assign(this, { row, sum: 0, count: 0 });
  }

  /* Stands where the page was left, or where the scroll bar points. */
  arrive(y) {
    const { scroll, height } = this.sight();
    const from = this.left();
    if (y && scroll > 0 && from >= 0) this.base = scroll - this.heights.top(from);
    else this.jump(scroll, height);
    return () => 0;
  }

  /* Keeps a line that was visible before where it was. Returns how far it moves after all. */
  keep(before, from) {
    const { heights, shift } = this;
    const lines = new Map(this.items.map(({ key, line }) => [key, line]));
    const kept = before.find(({ key, line }) => lines.get(key) === line + shift);
    const line = lines.get(kept?.key);
    if (!(from > 0)) this.base = -heights.top(0);
    else if (kept) this.base = kept.y - heights.top(line);
    else this.base = this.sight().scroll - heights.top(from + shift);
    return () => kept ? this.y(line) - kept.y : 0;
  }

  /* Moves rows from where they were to their places. */
  glide(tops, shift) {
    const { from, count } = this.sight();
    for (const { key, line, index } of this.items) {
      const way = tops.get(key) + shift - this.y(line);
      const isNear = line > from - count && line < from + 2 * count;
      if (!(index >= 0) || !isNear || !(Math.abs(way) >= 1)) continue;
      animate(this.nodes.get(key), { translate: `0 ${way}px` }, 300);
    }
  }

  hang(nodes) {
    const { activeElement } = document;
    const { sections } = this.document;
    const old = this.groups;
    const boxes = sections.map(({ id }) => [id, old.get(id) ?? this.box()]);
    this.groups = new Map(this.isHeaded ? boxes : []);
    arrange(this.rows, this.isHeaded ? [...this.groups.values()] : nodes);
    for (const [id, { firstChild }] of this.groups) {
      const items = this.items.filter(({ section }) => section.id === id);
      arrange(firstChild, items.map(({ key }) => this.nodes.get(key)));
    }
    const isLost = activeElement !== document.activeElement && activeElement.isConnected;
    if (isLost) activeElement.focus({ preventScroll: true });
  }

  /* Takes measured heights, and keeps the visible lines where they are. */
  measure(entries) {
    const changed = entries.filter(entry => this.note(entry));
    if (!changed.length || !this.document) return;
    const { scroll, height, from, items } = this.sight();
    const anchor = items.find(({ line }) => this.y(line) >= scroll) ?? items[0];
    const isEnd = scroll + height >= this.height - 1;
    const y = anchor && this.y(anchor.line);
    this.estimate();
    const { heights } = this;
    if (from <= 0) this.base = -heights.top(0);
    else if (isEnd) this.base = scroll + height - heights.top(this.lines);
    else if (anchor) this.base = y - heights.top(anchor.line);
    else this.base = scroll - heights.top(from);
    this.settle();
  }

  /* Notes the height of a line. Returns whether it has changed. */
  note({ target, borderBoxSize: [{ blockSize }] }) {
    if (!target.isConnected || target.tall === blockSize) return false;
    if (target.className === 'row') {
      this.sum += blockSize - (target.tall ?? 0);
      this.count += target.tall === undefined;
    }
    target.tall = blockSize;
    return true;
  }

  /* Takes the heights of the longest run of lines that follow each other. */
  estimate() {
    const { items, row } = this;
    const each = this.count ? this.sum / this.count : row;
    const isGap = (above, below) => below.line !== above.line + 1;
    let first = 0;
    let end = items.length;
    while (first + 1 < end && isGap(items[first], items[first + 1])) first++;
    while (end > first + 1 && isGap(items[end - 2], items[end - 1])) end--;
    const run = items.slice(first, end);
    const heights = run.map(({ key }) => this.nodes.get(key).tall ?? each);
    this.heights = new Heights(run[0]?.line ?? 0, heights, each);
  }

  sight() {
    const { heights, base } = this;
    const edge = this.labels.getBoundingClientRect().bottom;
    const height = Math.max(0, innerHeight - edge);
    const scroll = edge - this.rows.getBoundingClientRect().top;
    const from = heights.at(scroll - base);
    const count = heights.at(scroll + height - base) - from;
    return { scroll, height, from, count, items: this.rowsBetween(from, from + count) };
  }

  /* The height of all lines in pixels, which may be more than the list has in the page. */
  get length() {
    return this.heights.top(this.lines) - this.heights.top(0);
  }

  /* Goes to where the scroll bar points. */
  jump(scroll, height) {
    const { heights, length } = this;
    const y = stretch(scroll, length - height, Math.min(LIMIT, length) - height);
    this.base = scroll - heights.top(heights.at(heights.top(0) + y));
  }

  /* Corrects the scroll bar, unless the user is scrolling. */
  settle() {
    if (this.resting) return this.position();
    const { length } = this;
    const { scroll, height } = this.sight();
    const short = Math.min(LIMIT, length);
    const above = Math.max(0, scroll - this.y(0));
    const way = squeeze(above, length - height, short - height) - scroll;
    this.setHeight(Math.max(this.height ?? 0, short));
    if (scroll >= 0 && Math.abs(way) >= .5) scrollBy(0, way);
    this.last = this.sight().scroll;
    this.base = (scroll < 0 ? 0 : this.last - above) - this.heights.top(0);
    this.position();
  }

  setHeight(height) {
    this.height = height;
    this.rows.style.height = height + 'px';
  }

  /* Puts the lines to their places, and requests missing ones. */
  position() {
    const { heights, lines, items } = this;
    const { scroll, height } = this.sight();
    const tall = heights.end >= lines
      ? this.y(lines)
      : Math.max(Math.min(LIMIT, this.length), scroll + height);
    const isFar = this.resting && scroll + JUMP * height < Math.min(tall, this.height);
    if (tall !== this.height && !isFar) this.setHeight(tall);
    const tops = this.positionGroups(scroll);
    for (const { key, line, section, index } of items) {
      const node = this.nodes.get(key);
      const y = this.y(line) - (tops.get(section) ?? 0);
      if (!(index >= 0) || y === node.y) continue;
      node.y = y;
      node.style.transform = `translateY(${y}px)`;
    }
    this.look();
  }

  /* Puts the boxes of the sections to their places, and returns where they begin. */
  positionGroups(scroll) {
    const tops = new Map();
    if (!this.isHeaded) return tops;
    const near = line => Math.max(scroll - FAR, Math.min(scroll + FAR, this.y(line)));
    for (const section of this.document.sections) {
      const { line } = this.items.find(item => item.section === section);
      const top = near(line);
      const end = near(line + 1 + section.count + this.isFooted);
      const { style } = this.groups.get(section.id);
      Object.assign(style, { top: top + 'px', height: end - top + 'px' });
      tops.set(section, top);
    }
    return tops;
  }

  place() {
    if (!this.document) return;
    const { scroll, height } = this.sight();
    const way = scroll - (this.last ?? scroll);
    this.last = scroll;
    if (way) this.rest();
    if (Math.abs(way) > JUMP * height) this.jump(scroll, height);
    else if (!this.isAstray(scroll, height)) return this.look();
    else this.stopResting();
    if (this.resting) this.position();
    else this.settle();
  }

  /* Waits until the user stops scrolling. */
  rest() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      this.resting = 0;
      if (this.node.isConnected && this.document) this.settle();
    }, REST);
  }

  stopResting() {
    clearTimeout(this.resting);
    this.resting = undefined;
  }

  /* Returns whether the scroll bar is at an end of the list, and the lines are not. */
  isAstray(scroll, height) {
    const top = this.y(0);
    const end = this.y(this.lines);
    const isBelow = top > Math.max(scroll, 0) + .5;
    const isAbove = scroll >= 0 && scroll < height && top < -.5;
    const isOver = scroll + 2 * height > this.height && Math.abs(end - this.height) > .5;
    return isBelow || isAbove || isOver;
  }
}
