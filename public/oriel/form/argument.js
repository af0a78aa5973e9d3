import { locale, strings } from '../../phrases.js';
import { element, options } from '../core/dom.js';
import { text } from '../core/value.js';

/* The largest number that is written without an exponent. */
const LARGEST = 1e15;

const truths = [{ value: true, title: strings.yes }, { value: false, title: strings.no }];

const digits = new Intl.NumberFormat(locale, { useGrouping: 'min2', maximumFractionDigits: 20 });

/** Returns a typed text as a value of a type. Text that does not fit stays text. */
export function convert(typed, type, old) {
  if (type === 'boolean' && typed) return typed === 'true';
  const isNumber = /integer|number/.test(type) || type === 'any' && typeof old === 'number';
  if (!isNumber) return typed;
  const number = parseFloat(typed);
  const fits = type === 'integer' ? Number.isSafeInteger : isFinite;
  return number === +typed && fits(number) ? number : typed;
}

/** Returns a value as text by its declared type: yes and no, grouped numbers unless keys. */
export function say(value, { type, key, list } = {}) {
  const isTruth = typeof value === 'boolean' || type === 'boolean' && /^[01]$/.test(value);
  if (isTruth) return +value ? strings.yes : strings.no;
  const isGrouped = value?.toFixed && Math.abs(value) < LARGEST && !key && !list;
  return isGrouped ? digits.format(value) : text(value);
}

/** Groups the digits of the numbers in a text. */
export const group = text =>
  text.replace(/\d{4,}/g, digits => (+digits).toLocaleString(locale));

/* Returns the text of an SQL string literal. Other defaults are shown as they are. */
const plain = sql => /^'[^]*'$/.test(sql) ? sql.slice(1, -1).replaceAll("''", "'") : sql;

/*
 * Makes a control with the choices, and the present value if it is none of them. The empty choice
 * of a new row says which value it stands for.
 */
function chooser(choices, value, { nullable, default: standard }) {
  const pairs = choices.map(({ value, title }) => [`${value}`, title]);
  const known = new Map(pairs);
  const others = value && !known.has(value) ? [[value, value]] : [];
  const empty = value ? '' : known.get(plain(text(standard))) ?? '';
  const none = known.has('') || value && !nullable ? [] : [['', empty]];
  return element('select', {}, ...options([...none, ...others, ...pairs]));
}

/** Makes a field of a form: a title, and what it names. */
export const labelled = (title, ...controls) =>
  element('div', { className: 'field' }, element('label', {}, title, ...controls));

function initial(type, old) {
  if (old?.href) return '';
  if (type === 'boolean' && old != null) return `${!!old}`;
  return text(old ?? '');
}

/* Days, and moments without a zone and without parts of a second, as databases hold them. */
const forms = {
  date: /^\d{4}-\d\d-\d\d$/,
  datetime: /^\d{4}-\d\d-\d\d([ T])\d\d:\d\d(:\d\d)?$/,
};

/*
 * Returns the type of the control for a day or a moment. Other values stay texts, and so do
 * moments of apps, whose arguments have no sample of their column.
 */
function calendar({ type, sample }, value) {
  const isOpen = type === 'date' || type === 'datetime' && sample !== undefined;
  const known = value || text(sample ?? '');
  if (!isOpen || known && !forms[type].test(known)) return;
  return type === 'date' ? 'date' : 'datetime-local';
}

/** Returns what is typed into a control. A moment is spelled like another value of its column. */
export function typedIn({ type, value }, like) {
  if (type !== 'datetime-local' || !value) return value;
  const [, mark, seconds] = forms.datetime.exec(like) ?? ['', ' ', ':00'];
  const isShort = /T\d\d:\d\d$/.test(value);
  return value.replace('T', mark) + (isShort && seconds ? ':00' : '');
}

/** Makes the control for an argument, with a value in it. */
export function build(argument, old) {
  const { type, multiline, choices = type === 'boolean' && truths, default: standard } = argument;
  const value = initial(type, old);
  const tag = multiline || /.{60}|\n/.test(value) ? 'textarea' : 'input';
  const control = choices
    ? chooser(choices, value, argument)
    : element(tag, { placeholder: plain(text(standard)) });
  if (type === 'blob') control.type = 'file';
  const kind = !choices && calendar(argument, value);
  if (kind) Object.assign(control, { type: kind, step: kind === 'date' ? '' : 1 });
  control.value = value;
  return control;
}
