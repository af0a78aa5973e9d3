import { strings } from '../../phrases-scenes.js';
import { own, text } from '../core/value.js';
import { colorOf, labelOf, paintOf, sayIn } from './format.js';

/* The colours of series that have none of their own: those of the style sheet. */
const COLORS = 6;

const keyOf = value => text(value ?? strings.unset);

/* Gives each key a place in the order in which the keys come. */
class Places {
  all = [];
  known = new Map();

  add(key, make) {
    if (!this.known.has(key)) {
      this.known.set(key, this.all.length);
      this.all.push(make(this.all.length));
    }
    return this.known.get(key);
  }
}

/**
 * Returns what a chart shows: its categories along x, its series, and a point for each value.
 * Points keep the ids of their rows, so that a change finds them.
 */
export function readChart({ chart, sections = [], cells = {}, columnOptions: options }) {
  const { x, y = [], series } = chart;
  const categories = new Places();
  const kinds = new Places();
  const points = [];
  for (const id of sections.flatMap(({ rows }) => rows)) {
    const { title, fields = {}, href } = cells[id];
    const label = title || keyOf(own(fields, x));
    const color = colorOf(own(fields, x), own(options, x));
    const category = categories.add(series ? label : id, () => ({ label, color }));
    for (const name of y) {
      const value = Number(own(fields, name));
      const key = series ? keyOf(own(fields, series)) : name;
      const kind = kinds.add(key, place => ({
        label: series ? key : labelOf(name, options),
        color: paintOf(colorOf(key, own(options, series))) 
          ?? `var(--series-${place % COLORS})`,
        option: own(options, name),
      }));
      const shown = own(fields, name);
      if (shown === null || shown === undefined || !Number.isFinite(value)) continue;
      points.push({ id: `${id}|${name}`, row: id, category, kind, value, href });
    }
  }
  return { categories: categories.all, series: kinds.all, points };
}

/** Returns a value of a series as text. */
export const sayPoint = ({ value, kind }, { series }) => sayIn(value, series[kind].option);

/** Returns the sentences that sayIn what a chart shows. */
export function summarize(title, data) {
  const { points, categories } = data;
  const read = point => strings.point(categories[point.category].label, sayPoint(point, data));
  if (!points.length) return `${title}: ${strings.noData}`;
  const all = strings.chartOf(title, points.length);
  if (points.length <= 6) return `${all} ${points.map(read).join(', ')}.`;
  return `${all} ${strings.chartEnds(read(points[0]), read(points.at(-1)))}`;
}

/** Returns round numbers from one limit to another, about `count` of them. */
export function ticks(low, high, count, isWhole) {
  const span = high - low || Math.abs(high) || 1;
  const power = 10 ** Math.floor(Math.log10(span / count));
  const size = [1, 2, 2.5, 5, 10].map(part => part * power).find(step => span / step <= count);
  const step = Math.max(size ?? power * 10, isWhole ? 1 : 0);
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9));
  return Array.from({ length: last - first + 1 }, (_, place) =>
    +((first + place) * step).toPrecision(12));
}
