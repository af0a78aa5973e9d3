import { h, own, show, text } from './dom.js';
import { render } from './row.js';

/** `cookOfTheDay` as people write it. */
export const label = name => name.replaceAll('_', ' ')
  .replace(/[A-Z]+(?![a-z])|[A-Z]/g, (part, at) => at ? ' ' + (part[1] ? part : part.toLowerCase()) : part)
  .replace(/^./, first => first.toUpperCase());

const isNode = value => value && typeof value === 'object';

export function value(it, link) {
  if (it?.href || link) return render(it, link).childNodes;
  if (it === null) return [h('span', { className: 'null' }, '–')];
  if (it === true || it === false) return [it ? 'Yes' : 'No'];
  if (typeof it === 'number') return [it.toLocaleString(undefined, { useGrouping: 'min2', maximumFractionDigits: 6 })];
  if (isNode(it)) return Array.isArray(it) && !it.some(isNode) ? [it.map(text).join(', ')] : [values(it)];
  if (/^https?:\/\/\S+$/.test(it)) return [h('a', { href: it, rel: 'noreferrer' }, it)];
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(it)) return [show(it)];
  return [h('time', { dateTime: it, title: it }, new Date(it).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }))];
}

/** Values by name, each in a line. */
export const lines = (values, links) => Object.keys(values).map(name =>
  h('div', {}, h('dt', {}, label(name)), h('dd', {}, ...value(values[name], own(links, name)))));

const values = it => h('dl', {}, ...lines(it));
