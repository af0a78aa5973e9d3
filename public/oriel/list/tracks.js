import { own, text } from '../core/value.js';

/* The width of a letter, of the space around a value, and the least and the most, in rem. */
const LETTER = .58;
const SPACE = 1.8;
const LEAST = 4.5;
const MOST = 19;

/** Up to this width in rem, a column is as wide as its longest value. */
export const WHOLE = 15;

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

/** Returns the estimated width in rem of a column that shows a text. */
export const widthOf = text => text.length * LETTER + SPACE;

/* Returns the width for the longest of some texts, or if that is wide, for most of them. */
function fit(title, texts) {
  const widths = texts.map(text => widthOf(TIME.test(text) ? ' '.repeat(22) : text));
  widths.sort((a, b) => a - b);
  const usual = widths[Math.floor(widths.length * .9)] ?? 0;
  const whole = Math.min(WHOLE, widths.at(-1) ?? 0);
  return Math.max(LEAST, Math.min(MOST, Math.max(widthOf(title + '↑'), usual, whole)));
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
