import { h, own, text } from './dom.js';
import { locale, strings } from './phrases.js';
import { render, show } from './row.js';

export const label = name => name.replaceAll('_', ' ')
  .replace(/[A-Z]+(?![a-z])|[A-Z]/g, (part, at) => at ? ' ' + (part[1] ? part : part.toLowerCase()) : part)
  .replace(/^./, first => first.toUpperCase());

const isNode = it => Object(it) === it;

export function value(it, link) {
  if (it?.href || link) return [...render(it, link).childNodes];
  if (it === null) return [h('span', { className: 'null' }, '–')];
  if (it === true || it === false) return [it ? strings.yes : strings.no];
  if (it.toFixed) return [it.toLocaleString(locale, { useGrouping: 'min2', maximumFractionDigits: 6 })];
  if (isNode(it)) return [it.some?.(isNode) === false ? it.map(text).join(', ') : h('dl', {}, ...lines(it))];
  if (/^https?:\/\/\S+$/.test(it)) return [h('a', { href: it }, it)];
  if (!/^\d{4}(-\d\d){2}T[\d:.]+Z$/.test(it)) return [show(it)];
  return [h('time', { dateTime: it }, new Date(it).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' }))];
}

export const lines = (values, links, replace = () => '') => Object.keys(values).map(name =>
  h('div', {}, h('dt', {}, label(name)), h('dd', {}, ...replace(name) || value(values[name], own(links, name)))));
