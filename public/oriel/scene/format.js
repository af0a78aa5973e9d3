import { locale, strings } from '../../phrases-scenes.js';
import { element } from '../core/dom.js';
import { sheet } from '../core/sheet.js';
import { isScript, own, text } from '../core/value.js';
import { group } from '../form/argument.js';
import { rich, tag } from '../list/rich.js';
import { measure } from '../list/units.js';
import { ago, momentOf, passed } from './time.js';

await sheet('/oriel/scene/table.css');

/* The hues of the colours that a file may name. Grey has none. */
const HUES = {
  red: 8, orange: 28, yellow: 48, green: 150, teal: 178, blue: 218, purple: 270, pink: 325,
};

/* Formatters are kept, because making one takes longer than formatting a screenful. */
const kept = new Map();

function numbered(value, options) {
  const key = JSON.stringify(options);
  if (!kept.has(key)) kept.set(key, new Intl.NumberFormat(locale, options));
  return kept.get(key).format(value);
}

const amount = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/* Returns what a format says of a number, as text. */
const sayings = {
  number: value => numbered(value, { maximumFractionDigits: 2 }),
  money: (value, { currency }) =>
    numbered(value, currency ? { style: 'currency', currency } : amount),
  percent: value => numbered(value / 100, { style: 'percent', maximumFractionDigits: 1 }),
  bytes: value => measure(value, 'bytes'),
  days: value => numbered(value, {
    style: 'unit', unit: 'day', unitDisplay: 'long', maximumFractionDigits: 1,
  }),
};

/** Returns a value as text in the format of its column. */
export function sayIn(value, option = {}) {
  if (value === null || value === undefined) return strings.nothing;
  const number = typeof value === 'string' && value.trim() ? +value : value;
  const saying = own(sayings, option.format ?? 'number');
  return saying && Number.isFinite(number) ? saying(number, option) : text(value);
}

/** Returns the colour for a value of a column, as a hue, or `undefined` for none. */
export function colorOf(value, { colors } = {}) {
  const name = own(colors, `${value}`);
  return name && (name in HUES ? HUES[name] : name);
}

/** Returns a colour as a style sheet writes it. */
export const paintOf = color =>
  typeof color === 'number' ? `hsl(${color} 58% 50%)` : color;

/** Makes the badge for a value of a column, in the colour that the column gives it. */
export function badge(value, option) {
  const color = colorOf(value, option);
  const node = tag(text(value), typeof color === 'number' ? color : 0);
  node.classList.add('badge');
  if (color === undefined) node.classList.add('grey');
  else if (typeof color === 'string') node.style.setProperty('--own', color);
  return node;
}

function linked(value, prefix = '') {
  const href = prefix + value;
  if (isScript(href)) return `${value}`;
  const shown = `${value}`.replace(/^https?:\/\/(www\.)?|\/$/g, '');
  const away = prefix ? {} : { target: '_blank', rel: 'noreferrer' };
  return element('a', { href, ...away, className: 'ref' }, shown);
}

function timed(value, kind, write) {
  const moment = momentOf(value);
  if (!Number.isFinite(moment.time)) return `${value}`;
  const dateTime = new Date(moment.time).toISOString();
  const node = element('time', { dateTime }, write(moment));
  return Object.assign(node, { moment, kind });
}

const dated = ({ time, isDay, hasZone }) => new Date(time).toLocaleDateString(locale, {
  year: 'numeric', month: 'short', day: 'numeric', timeZone: isDay || !hasZone ? 'UTC' : undefined,
});

/* Returns the node for a value in a format. */
const nodes = {
  text: value => text(value),
  badge,
  date: value => timed(value, 'date', dated),
  relative: value => timed(value, 'relative', ago),
  since: value => timed(value, 'since', passed),
  link: value => linked(value),
  mail: value => linked(value, 'mailto:'),
  image: value => element('img', {
    className: 'thumb', src: value.href ?? value, alt: '', loading: 'lazy',
  }),
  code: value => element('code', {}, text(value)),
  json: value => element('code', {}, typeof value === 'string' ? value : JSON.stringify(value)),
};

/**
 * Returns a value as its column shows it, a node or a text. A link without an address is the title
 * of a row that has no screen.
 */
export function shown(value, option, link, name, argument) {
  if (link) {
    const title = link.title ?? link.href ?? text(value);
    return link.href ? element('a', { href: link.href, className: 'ref' }, title) : title;
  }
  if (value === null || value === undefined || value === '') {
    return element('span', { className: 'nothing' }, value === '' ? '' : strings.nothing);
  }
  const choice = argument?.choices?.find(choice => choice.value === value);
  const format = option?.format;
  if (format in sayings) return sayIn(value, option);
  if (choice && format !== 'badge') return choice.title;
  if (own(nodes, format)) return nodes[format](value, option);
  return rich(value, argument, undefined, undefined, name);
}

/** Returns the title of a column. */
export const labelOf = (name, options) => own(options, name)?.label ?? name;

/** Returns on which side the values of a column stand. */
export function alignOf(option = {}) {
  return option.align ?? (option.format in sayings ? 'right' : '');
}

/** Shows content in a place unless it is there. Returns whether it was replaced. */
export function put(place, content) {
  const node = content?.nodeType ? content : document.createTextNode(content ?? '');
  const [old] = place.childNodes;
  if (place.childNodes.length === 1) {
    if (old.kind && old.kind === node.kind) {
      old.moment = node.moment;
      node.textContent = old.textContent;
    }
    if (old.isEqualNode(node)) return false;
  }
  if (node.localName === 'a' && place.closest('.row')) node.tabIndex = -1;
  const wasHere = place.contains(document.activeElement) && document.activeElement !== place;
  place.replaceChildren(node);
  if (wasHere) (node.localName === 'a' ? node : place).focus({ preventScroll: true });
  return true;
}

/** Fills in the names in a text: `{Name}` stands for a field of a row. */
export const fillIn = (sentence, { title, fields, links }) =>
  sentence.replace(/\{([^{}]+)\}/g, (_, name) => {
    const value = own(links, name)?.title ?? own(fields, name);
    return value === null || value === undefined ? title ?? '' : group(text(value));
  });
