import { own, text } from '../core/value.js';

/* The width of a letter, of the space around a value, and the least and the most, in rem. */
const LETTER = .53;
const SPACE = 1.9;
const LEAST = 4.5;
const MOST = 19;

/* A date with a time, which is longer as it is shown. */
const TIME = /^\d{4}-\d\d-\d\d[ T]/;

/** A value of a column that is not in view. */
export const OUT = Symbol('out');

/**
 * Returns the columns of a derived list beside its title. Returns `undefined` for other lists, and
 * in a page that has templates for rows.
 */
export function columnsOf({ shown, titleColumns = [] }) {
  if (globalThis.document?.querySelector('template')) return;
  return shown?.filter(name => titleColumns.length !== 1 || name !== titleColumns[0]);
}

/** Returns how the value of a column reads in a list. */
export const readOf = (cell, name) =>
  text(own(cell.links, name)?.title ?? own(cell.fields, name) ?? '');

/* Returns the width for the longest but the very longest of some texts. */
function fit(title, texts) {
  const lengths = texts.map(text => TIME.test(text) ? 22 : text.length).sort((a, b) => a - b);
  const long = lengths[Math.floor(lengths.length * .9)] ?? 0;
  return Math.max(LEAST, Math.min(MOST, Math.max(title.length + 2, long) * LETTER + SPACE));
}

/** Returns the widths of the title and of each column in rem, estimated from the rows. */
export function widthsOf({ cells, titleColumns }, names) {
  const rows = Object.values(cells);
  const title = fit(titleColumns.join(' '), rows.map(cell => cell.title));
  return [Math.max(12, title), ...names.map(name => fit(name, rows.map(row => readOf(row, name))))];
}

/** Returns the tracks of a grid: fixed columns as wide as they are, others sharing what is left. */
export const tracks = (widths, isFixed) =>
  widths.map((width, place) => isFixed(place) ? `${width}rem` : `minmax(${width}rem, ${width}fr)`)
    .join(' ');
