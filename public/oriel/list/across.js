import { direction } from '../core/dom.js';
import { own } from '../core/value.js';
import { Lines } from './lines.js';
import { readOf } from './tracks.js';

/* The values beside the title of a row on a phone. */
const BRIEF = 4;

/* The most letters of a value on a phone, if there are others. */
const SHORT = 40;

const root = globalThis.document?.documentElement;

/** Whether the page is wide enough for columns. Elsewhere rows show a few values. */
export const isWide = globalThis.matchMedia?.('(min-width: 44rem)') ?? { matches: true };

/**
 * Returns which columns are in view, as the first and the last place, with half a page to spare on
 * both sides. A list that is hardly wider than the page shows all.
 */
export function inView(widths, x, page) {
  const all = widths.reduce((sum, width) => sum + width, 0);
  if (!(all > 2.5 * page)) return [0, Infinity];
  const half = page / 2;
  const left = (Math.floor(x / half) - 1) * half;
  let edge = 0;
  const edges = widths.map(width => edge += width);
  const last = edges.findIndex(edge => edge > left + 5 * half);
  return [edges.findIndex(edge => edge > left), last < 0 ? Infinity : last];
}

/**
 * Returns the columns that tell the rows of a list apart best: those with the most values that
 * differ. The columns in use come first, long texts and keys last. What the titles say is left out.
 */
export function briefly({ cells, inputs, commands, files = [] }, names) {
  const rows = Object.values(cells);
  const used = [...inputs?.sort.split(',') ?? [], ...inputs?.filters.map(one => one.column) ?? []]
    .map(name => name?.replace(/^-/, ''));
  const declared = commands?.insert?.arguments;
  const score = name => {
    const values = rows.map(row => readOf(row, name)).filter(value => value);
    const isLong = values.some(({ length }) => length > SHORT);
    const { key, type } = own(declared, name) ?? {};
    const isKey = key && !/^date/.test(type) && !rows.some(({ links }) => own(links, name));
    const weight = isLong || isKey || files.includes(name) ? .1 : 1;
    const isUsed = used.includes(name) ? 2 : 0;
    return isUsed + weight * (new Set(values).size + values.length) / (2 * rows.length || 1);
  };
  const isInTitle = name => {
    const known = rows.filter(row => readOf(row, name));
    const isSaid = row => isNaN(readOf(row, name)) && row.title?.includes(readOf(row, name));
    return known.length > 0 && known.every(isSaid);
  };
  const best = names.filter(name => used.includes(name) || !isInTitle(name))
    .map((name, place) => [score(name), -place, name])
    .sort(([a, here], [b, there]) => b - a || there - here)
    .slice(0, BRIEF)
    .map(([, , name]) => name);
  return new Set(best);
}

/** A list whose columns are drawn where they are in view. On a phone, these are a few. */
export class Across extends Lines {
  columns() {
    const { document, inputs, names } = this;
    const columns = super.columns();
    if (!this.names) return columns;
    const isOther = `${names}` !== `${this.names}` || inputs !== document.inputs;
    if (isOther || !this.brief?.size) this.brief = briefly(document, this.names);
    this.inputs = document.inputs;
    this.range = this.view();
    return columns;
  }

  layOut(names) {
    super.layOut(names);
    const isSized = this.widths.some((width, place) => width !== this.fit[place]);
    this.node.classList.toggle('sized', isSized);
  }

  /* Returns for each column whether it is in view. */
  view() {
    const rem = parseFloat(getComputedStyle(root).fontSize);
    const [first, last] = inView(this.widths, Math.abs(scrollX) / rem, innerWidth / rem);
    const isIn = place => place >= first && place <= last;
    return this.names.map((name, place) =>
      isWide.matches ? isIn(place + 1) : this.brief.has(name));
  }

  /* Gives the cells of a line their places and names, which style sheets go by. */
  nameCells(columns) {
    const { names, brief, range } = this;
    const first = range?.indexOf(true);
    const key = names && `${range}|${names}|${[...brief]}`;
    if (columns.key === key) return;
    columns.key = key;
    [...columns.children].slice(2).forEach((cell, place) => {
      if (cell.className === 'out') return;
      if (first > 0) cell.style.setProperty('--place', place + 2);
      else if (cell.style.length) cell.style.removeProperty('--place');
      cell.dataset.label = names[place];
      cell.toggleAttribute('data-brief', brief.has(names[place]));
    });
  }

  /* Draws other columns if the page has moved sideways. Returns whether it has. */
  widen() {
    if (!this.names || `${this.view()}` === `${this.range}`) return false;
    this.draw(false, 0);
    return true;
  }

  place() {
    if (this.document) this.widen();
    super.place();
  }
}

/** Moves the page sideways until the cell of an element is visible beside the fixed column. */
export function reveal(element) {
  const cell = element.closest('.columns > *');
  const row = cell.parentNode;
  const list = row.closest('.lines')?.list;
  const place = [...row.children].indexOf(cell) - 1;
  const page = document.documentElement;
  if (!list?.names || place < 1 || page.scrollWidth <= page.clientWidth) return;
  const rem = parseFloat(getComputedStyle(page).fontSize);
  const sum = end => list.widths.slice(0, end).reduce((sum, width) => sum + width, 0) * rem;
  const side = parseFloat(getComputedStyle(page).getPropertyValue('--side')) * rem || 0;
  const start = sum(place) - sum(1);
  const end = sum(place + 1) - page.clientWidth + side;
  const x = Math.abs(scrollX);
  const next = Math.min(start, Math.max(end, x));
  if (next === x) return;
  scrollTo({ left: next * direction(row) });
  list.widen();
}
