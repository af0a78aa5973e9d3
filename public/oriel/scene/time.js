import { locale } from '../../strings.js';

const DATE = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s?(Z|[+-]\d\d:?\d\d)?)?$/;

const DAY = 864e5;

/* The largest units first, in milliseconds. A month and a year are about so long. */
const units = {
  year: 365.25 * DAY, month: 30.44 * DAY, week: 7 * DAY, day: DAY, hour: 36e5, minute: 6e4,
  second: 1e3,
};

const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

/**
 * Returns the moment that a value names: a text as a database has it, or seconds or milliseconds
 * since 1970. A text without a zone is in UTC.
 */
export function momentOf(value) {
  if (typeof value === 'number') {
    return { time: value * (Math.abs(value) < 1e11 ? 1e3 : 1), hasZone: true };
  }
  const [, date, time, zone] = DATE.exec(value) ?? [];
  const parsed = Date.parse(`${date}T${time ?? '00:00'}${zone ?? 'Z'}`);
  return { time: parsed, isDay: !time, hasZone: !!zone || !!time };
}

const today = () => {
  const now = new Date();
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
};

/** Returns how far a moment is away, in the words of the reader. Days are counted as days. */
export function ago({ time, isDay }) {
  const way = isDay ? time - today() : time - Date.now();
  const fits = ([, size]) => Math.abs(way) >= size * .95;
  const [unit, size] = Object.entries(units).find(fits) ?? ['second', 1e3];
  const isFine = isDay && size < DAY;
  return words.format(Math.round(way / (isFine ? DAY : size)), isFine ? 'day' : unit);
}

const short = (value, unit) =>
  value.toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'short' });

/** Returns the time since a moment: its largest unit, and for hours and days also the next one. */
export function passed({ time }) {
  const gone = Math.max(0, Date.now() - time);
  if (gone < units.minute) return short(Math.floor(gone / 1e3), 'second');
  if (gone < units.hour) return short(Math.floor(gone / units.minute), 'minute');
  const [large, small] = gone < DAY ? ['hour', 'minute'] : ['day', 'hour'];
  const first = Math.floor(gone / units[large]);
  const rest = Math.floor((gone - first * units[large]) / units[small]);
  return [short(first, large), ...rest ? [short(rest, small)] : []].join(' ');
}

const writers = { relative: ago, since: passed };

/* Corrects the times that are in the page. */
function tick() {
  if (document.hidden) return;
  for (const node of document.querySelectorAll('time')) {
    const next = writers[node.kind]?.(node.moment);
    if (next !== undefined && next !== node.textContent) node.textContent = next;
  }
}

if (globalThis.document) setInterval(tick, 1e3);
