import { animate, describe, flash, h, own, refill } from './dom.js';
import { sheet } from './form.js';
import { List, layout } from './list.js';
import { say } from './field.js';
import { dress, group, types } from './table.js';

await sheet('/cards.css');

/** How many lines a card is high; a heading takes one. */
const SPAN = 3;

const isMirrored = node => getComputedStyle(node).direction === 'rtl' ? -1 : 1;

export class Cards extends List {
  across = 1;
  column = 0;

  constructor(...what) {
    super(...what);
    this.node.className = 'cards';
    this.decorate = (...what) => draw(...what, types(this.screen));
    this.rows.onkeydown = event => this.step(event);
  }

  /** Sections begin with a row of cards. How many rows those before the window take is not known, so that each gets one to spare. */
  lay = document => {
    const { window, sections } = document, { items, isHeaded } = layout(document), { rows } = this, { clientWidth } = rows, tops = new Map();
    const across = Math.max(1, Math.round(clientWidth / (clientWidth < 600 ? 170 : 240))), high = count => SPAN * Math.ceil(count / across);
    const head = +!!isHeaded, spare = head * (1 + SPAN), isWhole = sections.reduce((sum, { rows }) => sum + rows.length, 0) === window.total;
    let first = window.start - (sections[0]?.start ?? 0), next = 0;
    sections.forEach((section, i) => {
      tops.set(section, { first, top: next = isWhole ? next : high(first) + (window.section + i) * spare });
      next += head + high(section.count);
      first += section.count;
    });
    rows.style.setProperty('--across', across);
    Object.assign(this, { across, density: across / SPAN });
    return { isHeaded, lines: isWhole ? next : high(window.total) + window.sections * spare, items: items.map(item => {
      const { top, first } = tops.get(item.section), place = item.index - first;
      return place >= 0 ? { ...item, line: top + head + SPAN * Math.floor(place / across), column: place % across } : { ...item, line: top };
    }) };
  };

  update(document, y) {
    super.update(document, y);
    if (this.goal >= 0) this.reach(this.goal);
    dress(this);
  }

  left() {}

  draw(isLively, shift) {
    const { across, row, rows, document: { window } } = this, before = new Map([...this.nodes.values()].map(node => [node, { ...node }]));
    const width = rows.clientWidth / across * isMirrored(rows);
    super.draw(isLively, shift);
    const stop = this.nodes.get(this.stop) ?? rows.firstChild;
    for (const { key, line, column, index } of this.items) {
      const node = this.nodes.get(key), old = before.get(node);
      if (isLively && old && column !== old.column) animate(node, { translate: `${(old.column - column) * width}px ${(old.line + shift - line) * row}px` }, 300);
      if (index >= 0) Object.assign(node, { column, ariaSetSize: window.total, ariaPosInSet: index + 1 });
      node.style.setProperty('--column', column);
      node.firstChild.tabIndex = node === stop ? 0 : -1;
    }
  }

  step(event) {
    const { key, ctrlKey, metaKey } = event, { items, lines, rows, across } = this, node = event.target.closest('li'), { line, column = this.column } = node;
    const page = Math.max(1, this.sight().count / SPAN | 0) * SPAN, side = { ArrowRight: 1, ArrowLeft: -1 }[key] * isMirrored(rows);
    const next = side ? items[items.findIndex(item => item.key === node.key) + side]
      : { ArrowDown: items.find(item => item.line > line), ArrowUp: items.findLast(item => item.line < line) }[key];
    const to = next?.line ?? { ArrowDown: line + SPAN, ArrowUp: line - SPAN, PageDown: line + page, PageUp: line - page, Home: 0, End: lines }[key];
    if (to === undefined || ctrlKey || metaKey) return;
    event.preventDefault();
    this.reach(Math.max(0, Math.min(lines - 1, to)), side ? next?.column : { Home: 0, End: across - 1 }[key] ?? column);
  }

  reach(line, column = this.column) {
    const { from, count, ratio } = this.sight(), before = Math.min(0, line - from), after = Math.max(0, line + SPAN - from - count);
    const far = item => Math.abs(item.line - line) * 99 + Math.min(98, Math.abs((item.column ?? 0) - column));
    const [found] = [...this.items].sort((a, b) => far(a) - far(b)), node = Math.abs(found?.line - line) <= 2 * SPAN && this.nodes.get(found.key);
    Object.assign(this, { column, goal: node ? -1 : line });
    scrollBy(0, (before || after) * this.row / ratio);
    this.place();
    if (!node) return;
    this.nodes.get(this.stop)?.firstChild.setAttribute('tabindex', -1);
    this.stop = node.key;
    node.firstChild.tabIndex = 0;
    node.firstChild.focus({ preventScroll: true });
  }
}

function draw(node, id, { template, title, subtitle, image, fields = {} }, declared) {
  const picture = image ?? Object.values(fields).find(value => /^image/.test(value?.type))?.href;
  const names = Object.keys(fields).filter(name => !own(fields, name)?.href).slice(0, subtitle ? 2 : 3), [card] = node.children;
  card.className = 'card';
  refill(card, [h('b', {}, (title || id).trim()), ...subtitle ? [h('small', {}, template === 'row' ? subtitle : group(subtitle))] : [],
    ...names.map(name => h('span', {}, h('small', {}, name), ' ', h('span', describe(own(fields, name), say(own(fields, name), own(declared, name)))))),
    ...picture ? [h('img', { src: picture, alt: '' })] : []], () => flash(node));
  return true;
}

export function turn(screen, isGrid = !screen.list.across, y) {
  const { list, document, view, kept } = screen, top = scrollY;
  if (!list.across !== isGrid) return list.update(document, y);
  try {
    isGrid ? localStorage[kept] = 1 : delete localStorage[kept];
  } catch {}
  view.ariaPressed = isGrid;
  list.selection?.clear();
  list.selection?.bar.remove();
  list.node.replaceWith((screen.list = new (isGrid ? Cards : List)(list.ask, screen)).node);
  screen.list.update(document, y ?? top);
}
