import { own } from '../core/value.js';
import { readOf } from './tracks.js';

/* The values beside the title of a row on a phone. */
const BRIEF = 4;

/* The most letters of a value that is shown on a phone, if there are others. */
const SHORT = 40;

/**
 * Returns the columns that tell the rows of a list apart best: those with the most values that
 * differ. The columns in use come first, long texts and keys last.
 */
export function briefly({ cells, inputs, commands, files = [] }, names) {
  const rows = Object.values(cells);
  const used = [...inputs?.sort.split(',') ?? [], ...inputs?.filters.map(one => one.column) ?? []]
    .map(name => name?.replace(/^-/, ''));
  const declared = commands?.insert?.arguments;
  const score = name => {
    const values = rows.map(row => readOf(row, name)).filter(value => value);
    const isLong = values.some(({ length }) => length > SHORT);
    const isKey = own(declared, name)?.key && !rows.some(({ links }) => own(links, name));
    const weight = isLong || isKey || files.includes(name) ? .1 : 1;
    const isUsed = used.includes(name) ? 2 : 0;
    return isUsed + weight * (new Set(values).size + values.length) / (2 * rows.length || 1);
  };
  const best = names.map((name, place) => [score(name), -place, name])
    .sort(([a, here], [b, there]) => b - a || there - here)
    .slice(0, BRIEF)
    .map(([, , name]) => name);
  return new Set(best);
}
