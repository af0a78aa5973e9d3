import { direction } from '../core/dom.js';
import { isWide, reveal } from './across.js';

/* Milliseconds until a letter begins another word. */
const WORD = 600;

/* Returns the elements of a row that the keyboard can reach. */
function stops(row) {
  if (row.role === 'option') return [row];
  const [first, ...others] = row.querySelectorAll('.columns > *');
  const cells = others.map(cell => cell.querySelector('a[href]') ?? cell);
  const title = row.querySelector('a[href], a[role]') ?? first;
  const tools = row.querySelectorAll('.tools button, .mark input');
  return [title, ...cells, ...tools].filter(node => node && isThere(node));
}

/* Returns whether a cell is visible, or would be if the page were moved sideways. */
const isThere = node => node.checkVisibility() || node.className === 'out' && isWide.matches;

/** Returns the number of the cell at a place among those that the keyboard can reach. */
export const columnOf = (row, place) => {
  const cells = [...row.firstChild.children];
  return cells.slice(0, place).filter(isThere).length;
};

/* Gives a node the focus, also if it takes none by itself. */
function enter(node) {
  if (node?.closest('.columns')) reveal(node);
  if (node?.tabIndex < 0) node.tabIndex = -1;
  node?.focus({ preventScroll: true });
  return true;
}

/** Returns the stop that an arrow, Home or End leads to. Each line of stops has `wide` of them. */
export function nextStop(event, stops, wide = 1) {
  const { key, target } = event;
  const way = direction(target);
  const step = { ArrowRight: way, ArrowLeft: -way, ArrowDown: wide, ArrowUp: -wide }[key];
  const place = { Home: 0, End: stops.length - wide }[key] ?? stops.indexOf(target) + step;
  if (stops[place]) event.preventDefault();
  return stops[place];
}

/**
 * The keyboard of a list by the grid and listbox patterns of ARIA: Tab reaches one element, and
 * arrows and letters lead on from there.
 */
export class Keys {
  typed = '';

  constructor(root, rows) {
    Object.assign(this, { root, rows });
    root.tabIndex = -1;
    root.addEventListener('keydown', event => this.press(event));
    root.addEventListener('focusin', ({ target }) => {
      if (target.closest('.row, .heading')) this.stand(target);
    });
  }

  /* Makes a node the one that Tab reaches. */
  stand(node) {
    if (this.stop) this.stop.tabIndex = -1;
    this.stop = node;
    node.tabIndex = 0;
    const row = node.closest('.row, .heading');
    const column = Math.max(0, stops(row).indexOf(node));
    this.place = { row, key: row.key, line: this.rows.line(row), column };
  }

  /** Whether the focus is in the list. */
  get isHere() {
    return this.root.contains(document.activeElement);
  }

  /** Keeps the focus with its row after the rows were drawn, or moves it to the row there. */
  update(wasHere, shift = 0) {
    const { root, rows, place } = this;
    const nodes = rows.all();
    const { activeElement, body } = document;
    const isLost = wasHere && (activeElement === body || activeElement === root);
    this.closeStops(nodes);
    const kept = place && nodes.find(node => node.key === place.key);
    if (place) place.line = kept ? rows.line(kept) : place.line + shift;
    if (kept && root.contains(this.stop)) return;
    const at = history.state?.at;
    const left = !place && at && nodes.find(({ key }) => key === at);
    if (left) return this.arrive(stops(left)[0]);
    const node = kept ?? (isLost ? rows.at(place?.line) : undefined);
    const stop = node && (stops(node)[place.column] ?? stops(node)[0]);
    if (isLost) enter(stop ?? root);
    else if (kept) this.stand(stop);
    if (!stop) this.aim(nodes);
  }

  /* Takes all elements but one out of the order of Tab. */
  closeStops(nodes) {
    for (const node of nodes) {
      for (const stop of node.querySelectorAll('a, button, input')) {
        const isOpen = stop !== this.stop && stop.getAttribute('tabindex') !== '-1';
        if (isOpen) stop.tabIndex = -1;
      }
    }
  }

  /* Stands where the user was when the page was left. */
  arrive(stop) {
    if (document.activeElement.matches('body, h1')) enter(stop);
    else this.stand(stop);
  }

  /* Returns what Tab reaches in a grid without rows: a header that sorts, or the grid itself. */
  get spare() {
    const { root } = this;
    const header = isWide.matches && root.querySelector('[aria-sort]');
    return header || (root.role ? root : undefined);
  }

  /** Makes Tab reach the first visible row, unless the row of the user is in the page. */
  aim(nodes = this.rows.all()) {
    if (nodes.some(({ key }) => key === this.place?.key)) return;
    const first = this.rows.near?.() ?? nodes.find(({ hidden }) => !hidden);
    const start = first ? stops(first)[0] : this.spare;
    if (start === this.stop) return;
    if (this.stop) this.stop.tabIndex = -1;
    if (start) start.tabIndex = 0;
    this.stop = start;
  }

  focus(row, column = 0) {
    const places = stops(row);
    enter(places[Math.min(column, places.length - 1)]);
  }

  /** Returns the row of the user, or the one after or before it, except rows with some ids. */
  near(ids) {
    const { rows, place } = this;
    const isLeft = ({ className, key }) => className === 'row' && !ids?.has(key.slice(1));
    const left = rows.all().filter(isLeft).sort((a, b) => rows.line(a) - rows.line(b));
    return left.find(row => rows.line(row) >= (place?.line ?? 0)) ?? left.at(-1);
  }

  /** Gives the focus to a row, to the row of the user, or to the list. */
  resume(row = this.near()) {
    if (row?.isConnected) this.focus(row, this.place?.column);
    else enter(this.root);
  }

  press(event) {
    const { target, key, shiftKey } = event;
    const isControl = event.ctrlKey || event.metaKey;
    const inRoot = target === this.root ? this.place?.row : null;
    const row = target.closest('.row, .heading') ?? inRoot;
    const isTyping = target.matches('textarea, select, input:not([type=checkbox])');
    if (event.defaultPrevented || event.altKey || !row || isTyping) return;
    const isDone = this.select(event, row)
      || this.move(key, isControl, shiftKey, row, target)
      || !isControl && this.type(key, target);
    if (isDone) event.preventDefault();
  }

  /* Moves the focus by an arrow, a page or to an end. Returns whether the key does that. */
  move(key, isControl, isShift, row, target) {
    const { rows, root } = this;
    const places = stops(row);
    const column = places.indexOf(target);
    const side = { ArrowRight: 1, ArrowLeft: -1 }[key] * direction(root);
    const beside = !(side && places[column + side]) && rows.beside?.(row, key);
    if (beside) {
      beside.scrollIntoView({ block: 'nearest' });
      this.focus(beside, side ? 0 : column);
      return true;
    }
    if (side) return enter(places[column + side]);
    const isEnd = /^(Home|End)$/.test(key);
    const isList = row.role === 'option';
    if (isEnd && !isControl && !isList) return enter(places.at(key === 'Home' ? 0 : -1));
    if (isControl && !isEnd) return false;
    return this.moveLine(key, isControl, isShift, row, target, column);
  }

  moveLine(key, isControl, isShift, row, target, column) {
    const { rows, root, place } = this;
    const page = Math.max(1, rows.page());
    const way = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -Infinity,
      End: Infinity,
    }[key];
    if (!way) return false;
    const line = rows.goal?.line ?? (target === root ? place.line : rows.line(row));
    const next = Math.max(0, Math.min(rows.lines - 1, line + way));
    const end = key === 'Home' ? 0 : Infinity;
    rows.reach(next, isControl ? end : Math.max(0, column), way > 0 ? 1 : -1);
    if (isShift) rows.selection?.extend(row, next);
    return true;
  }

  /* Opens or selects rows. Returns whether the key does that. */
  select(event, row) {
    const { key, target, shiftKey, ctrlKey, metaKey } = event;
    const { selection } = this.rows;
    const isControl = target.matches('button, input');
    if (key === 'Enter' && !target.matches('button, a')) {
      row.querySelector('a[href], a[role]')?.click();
      return true;
    }
    if (!selection?.isOffered) return key === ' ' && !isControl && !target.matches('a[role]');
    if (key === 'Escape' && selection.ids.size) {
      selection.clear();
      return true;
    }
    if (key === 'a' && (ctrlKey || metaKey)) {
      selection.all();
      return true;
    }
    if (key !== ' ' || isControl && !shiftKey || this.typed) return false;
    if (row.className !== 'row') return true;
    if (shiftKey) selection.extend(row, this.rows.line(row));
    else selection.toggle(row);
    return true;
  }

  /* Goes to the next row that begins with the typed letters. */
  type(key, target) {
    const isLetter = key.length === 1 && (key !== ' ' || this.typed);
    if (!isLetter || target.matches('button')) return false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.typed = '', WORD);
    this.typed += key.toLowerCase();
    const nodes = this.rows.all().filter(({ className }) => className === 'row');
    const here = nodes.findIndex(node => node.contains(target));
    const start = this.typed.length > 1 ? here : here + 1;
    const following = [...nodes.slice(start), ...nodes.slice(0, start)];
    const begins = node => node.innerText.trim().toLowerCase().startsWith(this.typed);
    const found = following.find(begins);
    if (found) this.rows.reach(this.rows.line(found), 0, 1);
    return true;
  }
}
