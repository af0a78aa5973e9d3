import { locale, strings } from '../../phrases.js';

/* The unit that the last word of a column's name stands for. Currencies are in capitals. */
const UNITS = { bytes: 'byte', milliseconds: 'ms', ms: 'ms', seconds: 's', sec: 's' };
const WORD = /([A-Z]?[a-z]+|[A-Z]+)[)\]]?$/;
const CURRENCY = /^(EUR|USD|GBP|CHF|JPY)$/;

const SIZES = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

/* Formatters are kept, because making one is slow. */
const formats = new Map();

function format(value, options) {
  const key = JSON.stringify(options);
  if (!formats.has(key)) formats.set(key, new Intl.NumberFormat(locale, options));
  return formats.get(key).format(value);
}

const withUnit = (value, unit, digits) =>
  format(value, { style: 'unit', unit, minimumFractionDigits: digits, maximumFractionDigits: 1 });

function sizeOf(bytes) {
  if (Math.abs(bytes) < 1e3) return strings.bytes(bytes);
  const power = Math.min(SIZES.length, Math.floor(Math.log10(Math.abs(bytes)) / 3));
  return withUnit(bytes / 1e3 ** power, SIZES[power - 1], 1);
}

/* Returns a time of a minute or more as a clock shows it: 5:43 or 1:05:43. */
function clock(seconds) {
  const two = number => `${number}`.padStart(2, '0');
  const all = Math.round(Math.abs(seconds));
  const minutes = Math.floor(all / 60);
  const hours = Math.floor(minutes / 60);
  const parts = hours ? [hours, two(minutes % 60)] : [minutes];
  return (seconds < 0 ? '−' : '') + [...parts, two(all % 60)].join(':');
}

function durationOf(value, unit) {
  const seconds = unit === 's' ? value : value / 1e3;
  if (Math.abs(seconds) >= 59.95) return clock(seconds);
  if (unit === 's') return withUnit(value, 'second', 0);
  return Math.abs(seconds) < 1 ? withUnit(value, 'millisecond', 0) : withUnit(seconds, 'second', 1);
}

/**
 * Returns a number with the unit that its column's name ends with: a size, a duration or an amount
 * of money, rounded. Returns `undefined` for other values and other columns.
 */
export function measure(value, name = '', argument) {
  if (typeof value !== 'number' || argument?.key) return;
  const [, word = ''] = WORD.exec(name) ?? [];
  if (CURRENCY.test(word)) return format(value, { style: 'currency', currency: word });
  const unit = UNITS[word.toLowerCase()];
  if (unit) return unit === 'byte' ? sizeOf(value) : durationOf(value, unit);
}
