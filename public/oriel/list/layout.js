import { locale } from '../../strings.js';

/* The names of sections without a title of their own. */
const NAMES = { '~n': 'NULL', '~t': '“”' };

/* The largest window in rows, and the step of its first row, so that viewers share windows. */
const LARGEST = 500;
const STEP = 10;

function heading(section, line) {
  const { id, subtitle, count, href } = section;
  const name = NAMES[id] ?? section.title;
  const title = name && `${name} · ${count.toLocaleString(locale)}`;
  return { section, key: 's' + id, line, cell: { title, subtitle, href } };
}

/** Returns the lines of a document. A list of one section without a title has no headings. */
export function layout({ window, sections }) {
  const [top] = sections;
  const isMany = sections.length > 1 || window.sections > 1;
  const isHeaded = isMany || top?.title || top?.footer;
  const items = [];
  let first = window.start - (top?.start ?? 0);
  let headings = isHeaded ? window.section ?? 0 : 0;
  for (const section of sections) {
    if (isHeaded) items.push(heading(section, first + headings++));
    section.rows.forEach((id, place) => {
      const index = first + section.start + place;
      items.push({ section, key: 'r' + id, id, index, line: index + headings });
    });
    first += section.count;
  }
  const lines = window.total + (isHeaded ? window.sections ?? sections.length : 0);
  return { items, isHeaded, lines };
}

/**
 * Returns the window to request while rows `first` to `last` are visible: one screenful to spare
 * on each side. Returns null if the held window has half a screenful to spare.
 */
export function wanted(first, last, total, { start, count }) {
  const spare = last - first;
  const isHeldAbove = Math.max(0, first - spare / 2) >= start;
  const isHeldBelow = Math.min(total, last + spare / 2) <= start + count;
  if (isHeldAbove && isHeldBelow) return null;
  const from = Math.floor(Math.max(0, first - spare) / STEP) * STEP;
  const wide = Math.ceil((last + spare - from) / STEP) * STEP;
  return { start: from, count: Math.min(LARGEST, wide) };
}

/** Returns by how many lines most items have moved (the median). */
export function drift(before, after) {
  const lines = new Map(after.map(({ key, line }) => [key, line]));
  const moves = before
    .map(({ key, line }) => lines.get(key) - line)
    .filter(isFinite)
    .sort((a, b) => a - b);
  return moves[moves.length >> 1] ?? 0;
}
