import { locale, strings } from '../../phrases.js';
import { element } from '../core/dom.js';
import { isScript, text } from '../core/value.js';
import { say } from '../form/argument.js';
import { isWide } from './across.js';
import { measure } from './units.js';

/* Milliseconds in which a time is relative, and between two corrections. */
const RECENT = 6048e5;
const PAUSE = 3e4;

const units = { day: 864e5, hour: 36e5, minute: 6e4, second: 1e3 };
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
const day = { year: 'numeric', month: 'short', day: 'numeric' };
const minute = { ...day, hour: 'numeric', minute: '2-digit' };

/* On a phone, days are enough to tell rows apart. */
const longest = () => isWide.matches ? minute : day;

const DATE = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s?(Z|[+-]\d\d:?\d\d)?)?$/;
const LINK = /^https?:\/\/[^\s<>"]+$/i;
const MAIL = /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/;
const COLOR = /^#([\da-f]{3}|[\da-f]{6})$/i;

/* Returns a time in the words of the reader: how long ago if that is recent. */
function ago(time) {
  const passed = time - Date.now();
  if (Math.abs(passed) > RECENT) return new Date(time).toLocaleString(locale, longest());
  const [unit, size] = Object.entries(units).find(([, size]) => Math.abs(passed) >= size)
    ?? ['second', 1e3];
  return relative.format(Math.round(passed / size), unit);
}

/* Corrects the times that say how long ago something was. */
function tick() {
  for (const node of document.querySelectorAll('time[data-time]')) {
    node.textContent = ago(+node.dataset.time);
  }
}

if (globalThis.document) setInterval(() => document.hidden || tick(), PAUSE);

/*
 * Returns the milliseconds of a value that names a moment: a number, or a text with a zone. A
 * text without a zone does so if the database itself writes it (CURRENT_TIMESTAMP, in UTC).
 */
function momentOf(value, { type, default: standard = '' } = {}) {
  if (typeof value === 'number') {
    return type === 'datetime' ? value * (Math.abs(value) < 1e11 ? 1e3 : 1) : undefined;
  }
  const [, date, time, zone] = DATE.exec(value) ?? [];
  const isWritten = /CURRENT_TIMESTAMP|datetime\('now'\)/i.test(standard);
  const known = zone ?? (isWritten ? 'Z' : undefined);
  return time && known ? Date.parse(`${date}T${time}${known}`) : undefined;
}

/** Returns the element for a date or a time, if a value is one. Without a zone, it is not moved. */
export function timeOf(value, argument) {
  const instant = momentOf(value, argument);
  if (Number.isFinite(instant)) {
    const dateTime = new Date(instant).toISOString();
    return element('time', { dateTime, 'data-time': instant }, ago(instant));
  }
  const [, date, time] = typeof value === 'string' ? DATE.exec(value) ?? [] : [];
  const at = Date.parse(`${date}T${time ?? '00:00'}Z`);
  if (!Number.isFinite(at)) return undefined;
  const isWhole = !time || /^00:00(:00(\.0+)?)?$/.test(time);
  const form = { ...isWhole ? day : longest(), timeZone: 'UTC' };
  return element('time', { dateTime: value }, new Date(at).toLocaleString(locale, form));
}

const outward = href => ({ href, target: '_blank', rel: 'noreferrer' });

function textOf(value) {
  if (LINK.test(value)) {
    return element('a', outward(value), value.replace(/^https?:\/\/(www\.)?|\/$/g, ''));
  }
  if (MAIL.test(value)) return element('a', { href: 'mailto:' + value }, value);
  if (!COLOR.test(value)) return value;
  const swatch = element('i', { className: 'swatch' });
  swatch.style.background = value;
  return element('span', {}, swatch, value);
}

function fileOf(value) {
  if (/^image\//.test(value.type)) {
    return element('img', { className: 'thumb', src: value.href, alt: '', loading: 'lazy' });
  }
  return element('a', { href: value.href, download: '' }, text(value));
}

/** Returns a number of degrees for a text, the same each time, for the colour of its tag. */
export const hueOf = text =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 360, 7);

/** Makes a tag with a colour. */
export function tag(text, hue) {
  const node = element('span', { className: 'tag' }, text);
  node.style.setProperty('--hue', hue);
  return node;
}

/**
 * Returns a value as what it is, a node or a text: the title of the row that it refers to, a
 * time in the words of the reader, a tag of a `hue`, an address, a colour, an image, a number with
 * its unit.
 */
export function rich(value, argument, link, hue, name) {
  if (link) return element('a', { href: link.href, className: 'ref' }, link.title ?? link.href);
  if (value === null || value === '') return text(value);
  if (value?.href && value.bytes >= 0 && !isScript(value.href)) return fileOf(value);
  const isTruth = typeof value === 'boolean'
    || argument?.type === 'boolean' && /^[01]$/.test(value);
  if (isTruth) return tag(say(value, argument), +value ? 150 : 20);
  const isTime = /^date/.test(argument?.type) || typeof value === 'string';
  const time = isTime ? timeOf(value, argument) : undefined;
  if (time) return time;
  if (typeof value !== 'string') return measure(value, name, argument) ?? say(value, argument);
  return hue !== undefined ? tag(value, hue) : textOf(value);
}

/* The most different values of a column of tags, and the fewest rows that tell. */
const TAGS = 8;
const ROWS = 12;

/** Returns whether the texts of a column are an enumeration: short, and few for the rows. */
export function isEnumeration(texts) {
  const known = texts.filter(text => text !== null && text !== '' && text !== undefined);
  const isShort = known.every(text => typeof text === 'string' && text.length <= 20);
  const { size } = new Set(known);
  const isFew = known.length >= ROWS && size <= Math.min(TAGS, known.length / 3);
  const others = [DATE, LINK, MAIL, COLOR];
  return isShort && isFew && !known.some(text => others.some(other => other.test(text)));
}
