import { animate, arrange } from './dom.js';
import { List, drift } from './list.js';
import { Heights, lay, squeeze, stretch } from './tall.js';

const LIMIT = 8e6, FAR = 1e5, REST = 150;

export class Lines extends List {
  begin() {
    Object.assign(this, { heights: new Heights(0, [], 48), base: 0, groups: new Map(), sum: 0, count: 0 });
    this.observer = new ResizeObserver(entries => this.measure(entries));
  }

  way() {
    return 0;
  }

  y(line) {
    return this.base + this.heights.top(line);
  }

  update(document, y, from) {
    const isNew = y !== undefined || from !== undefined, isLively = !isNew && !this.asked, isSame = document === this.document;
    this.asked = null;
    if (isSame && !isNew && this.width === innerWidth) return this.place();
    const seen = isNew ? { items: [] } : this.sight(), before = seen.items.map(item => ({ ...item, y: this.y(item.line) }));
    const old = new Map(isLively ? [...this.nodes].map(([key, { line }]) => [key, this.y(line)]) : []);
    const row = parseInt(getComputedStyle(this.rows).minHeight);
    if (row !== this.row || this.width !== innerWidth) Object.assign(this, { row, sum: 0, count: 0 });
    Object.assign(this, lay(document, !isNew && this.isFooted), { document, width: innerWidth });
    const shift = seen.from > 0 ? drift(before, this.items) : 0, lines = new Map(this.items.map(({ key, line }) => [key, line]));
    this.shift = shift;
    this.draw(isLively, shift);
    this.reckon();
    if (y) this.stand(Math.max(this.height ?? 0, y + 2 * innerHeight));
    if (y !== undefined) scrollTo(0, y);
    const { scroll } = this.sight(), kept = before.find(({ key, line }) => lines.get(key) === line + shift);
    if (from === undefined && isNew) this.arrive(y);
    else if (!((from ?? seen.from) > 0)) this.base = -this.heights.top(0);
    else this.base = kept ? kept.y - this.heights.top(lines.get(kept.key)) : scroll - this.heights.top((from ?? seen.from) + shift);
    this.settle();
    if (isLively) this.glide(old, kept ? this.y(lines.get(kept.key)) - kept.y : 0);
  }

  arrive(y) {
    const { scroll, height } = this.sight(), from = this.left();
    if (y && scroll > 0 && from >= 0) this.base = scroll - this.heights.top(from);
    else this.jump(scroll, height);
  }

  glide(old, shift) {
    const { from, count } = this.sight();
    for (const { key, line, index } of this.items) {
      const way = old.get(key) + shift - this.y(line), isNear = line > from - count && line < from + 2 * count;
      if (index >= 0 && isNear && Math.abs(way) >= 1) animate(this.nodes.get(key), { translate: `0 ${way}px` }, 300);
    }
  }

  hang(nodes) {
    const { activeElement } = document, { sections } = this.document, old = this.groups;
    this.groups = new Map(this.isHeaded ? sections.map(({ id }) => [id, old.get(id) ?? this.box()]) : []);
    arrange(this.rows, this.isHeaded ? [...this.groups.values()] : nodes);
    for (const [id, { firstChild }] of this.groups)
      arrange(firstChild, this.items.filter(({ section }) => section.id === id).map(({ key }) => this.nodes.get(key)));
    if (activeElement !== document.activeElement && activeElement.isConnected) activeElement.focus({ preventScroll: true });
  }

  measure(entries) {
    let isChanged = false;
    for (const { target, borderBoxSize: [{ blockSize }] } of entries) {
      if (!target.isConnected || target.tall === blockSize) continue;
      if (target.className === 'row') {
        this.sum += blockSize - (target.tall ?? 0);
        this.count += target.tall === undefined;
      }
      target.tall = blockSize;
      isChanged = true;
    }
    if (!isChanged || !this.document) return;
    const { scroll, height, from, items } = this.sight(), anchor = items.find(({ line }) => this.y(line) >= scroll) ?? items[0];
    const isEnd = scroll + height >= this.height - 1, y = anchor && this.y(anchor.line);
    this.reckon();
    if (from <= 0) this.base = -this.heights.top(0);
    else if (isEnd) this.base = scroll + height - this.heights.top(this.lines);
    else this.base = anchor ? y - this.heights.top(anchor.line) : scroll - this.heights.top(from);
    this.settle();
  }

  reckon() {
    const { items, row } = this, each = this.count ? this.sum / this.count : row;
    let first = 0, end = items.length;
    while (first + 1 < end && items[first + 1].line !== items[first].line + 1) first++;
    while (end > first + 1 && items[end - 1].line !== items[end - 2].line + 1) end--;
    const run = items.slice(first, end);
    this.heights = new Heights(run[0]?.line ?? 0, run.map(({ key }) => this.nodes.get(key).tall ?? each), each);
  }

  sight() {
    const edge = this.labels.getBoundingClientRect().bottom, height = Math.max(0, innerHeight - edge), { heights, base } = this;
    const scroll = edge - this.rows.getBoundingClientRect().top, from = heights.at(scroll - base), count = heights.at(scroll + height - base) - from;
    const items = this.items.filter(({ index, line }) => index >= 0 && line > from - 1 && line < from + count);
    return { scroll, height, from, count, items };
  }

  jump(scroll, height) {
    const { heights, lines } = this, all = heights.top(lines) - heights.top(0);
    this.base = scroll - heights.top(heights.at(heights.top(0) + stretch(scroll, all - height, Math.min(LIMIT, all) - height)));
  }

  settle() {
    if (this.resting) return this.put();
    const { heights, lines } = this, { scroll, height } = this.sight(), all = heights.top(lines) - heights.top(0), short = Math.min(LIMIT, all);
    const above = Math.max(0, scroll - this.y(0)), way = squeeze(above, all - height, short - height) - scroll;
    this.stand(Math.max(this.height ?? 0, short));
    if (scroll >= 0 && Math.abs(way) >= .5) scrollBy(0, way);
    this.last = this.sight().scroll;
    this.base = (scroll < 0 ? 0 : this.last - above) - heights.top(0);
    this.put();
  }

  stand(height) {
    this.rows.style.height = (this.height = height) + 'px';
  }

  put() {
    const { heights, lines, items, isHeaded, document: { sections } } = this, { scroll, height } = this.sight(), tops = new Map();
    const tall = heights.end >= lines ? this.y(lines) : Math.max(Math.min(LIMIT, heights.top(lines) - heights.top(0)), scroll + height);
    const near = line => Math.max(scroll - FAR, Math.min(scroll + FAR, this.y(line)));
    const isFar = this.resting && scroll + 4 * height < Math.min(tall, this.height);
    if (tall !== this.height && !isFar) this.stand(tall);
    for (const section of isHeaded ? sections : []) {
      const { line } = items.find(item => item.section === section), top = near(line), { style } = this.groups.get(section.id);
      tops.set(section, top);
      Object.assign(style, { top: top + 'px', height: near(line + 1 + section.count + this.isFooted) - top + 'px' });
    }
    for (const { key, line, section, index } of items) {
      const node = this.nodes.get(key), y = this.y(line) - (tops.get(section) ?? 0);
      if (index >= 0 && y !== node.y) node.style.transform = `translateY(${node.y = y}px)`;
    }
    this.look();
  }

  place() {
    if (!this.document) return;
    const { scroll, height } = this.sight(), way = scroll - (this.last ?? scroll);
    this.last = scroll;
    if (way) this.rest();
    if (Math.abs(way) > 4 * height) this.jump(scroll, height);
    else if (!this.isAstray(scroll, height)) return this.look();
    else this.resting = clearTimeout(this.resting);
    this.resting ? this.put() : this.settle();
  }

  rest() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      this.resting = 0;
      if (this.node.isConnected && this.document) this.settle();
    }, REST);
  }

  isAstray(scroll, height) {
    const top = this.y(0), end = this.y(this.lines);
    return top > Math.max(scroll, 0) + .5 || scroll >= 0 && scroll < height && top < -.5
      || scroll + 2 * height > this.height && Math.abs(end - this.height) > .5;
  }
}
