import { describe, flash, h, refill, text } from './dom.js';
import { equal } from './patch.js';
import { locale, strings } from './phrases.js';

const MOST = 6e6;

export function convert(typed, type, old) {
  if (type === 'boolean' && typed) return typed === 'true';
  if (!/integer|number/.test(type) && (type !== 'any' || typeof old !== 'number')) return typed;
  const number = parseFloat(typed), fits = type === 'integer' ? Number.isSafeInteger : isFinite;
  return number === +typed && fits(number) ? number : typed;
}

const base64 = file => new Promise(resolve => {
  const reader = new FileReader();
  reader.onload = () => resolve({ base64: reader.result.split(',')[1] });
  reader.readAsDataURL(file);
});

const truths = [{ value: true, title: strings.yes }, { value: false, title: strings.no }];

const digits = new Intl.NumberFormat(locale, { useGrouping: 'min2', maximumFractionDigits: 20 });

export function say(value, { type, key, list } = {}) {
  if (typeof value === 'boolean' || type === 'boolean' && /^[01]$/.test(value)) return +value ? strings.yes : strings.no;
  return value?.toFixed && Math.abs(value) < 1e15 && !key && !list ? digits.format(value) : text(value);
}

const plain = sql => /^'[^]*'$/.test(sql) ? sql.slice(1, -1).replaceAll("''", "'") : sql;

export function build({ type, choices = type === 'boolean' && truths, default: standard }, old) {
  const value = old?.href ? '' : type === 'boolean' && old != null ? `${!!old}` : text(old ?? '');
  const input = choices ? h('select', {}, h('option'), ...choices.map(({ value, title }) => h('option', { value }, title)))
    : h(/.{60}|\n/.test(value) ? 'textarea' : 'input', { placeholder: plain(text(standard)) });
  if (type === 'blob') input.type = 'file';
  if (type === 'date' && /^(\d{4}-\d\d-\d\d)?$/.test(value)) input.type = type;
  input.value = value;
  return input;
}

let count = 0;

export class Field {
  problem = h('small', { className: 'problem', role: 'alert', id: `problem-${++count}` });
  theirs = h('div', { className: 'theirs', role: 'status', id: `theirs-${count}` });
  control = h('input');
  box = h('input', { type: 'checkbox', onchange: () => this.tell() });

  constructor(name, argument, old, title) {
    Object.assign(this, { name, argument, title });
    this.node = h('div', { className: 'field' }, h('label', {}, title + (argument.required ? ' *' : ''), this.control),
      argument.nullable ? h('label', { className: 'null' }, this.box, ' ' + strings.null) : '', this.problem, this.theirs);
    this.settle(old);
  }

  get isDirty() {
    return this.control.value !== this.untouched.value || this.box.checked !== this.wasNull;
  }

  get typed() {
    return this.box.checked ? strings.null : this.control.value;
  }

  get isConflict() {
    return this.isDirty && !equal(this.base, this.latest);
  }

  get excess() {
    const { size } = this.control.files?.[0] ?? {};
    return size > MOST && !this.box.checked ? strings.tooLarge(MOST, size) : undefined;
  }

  note(value) {
    Object.assign(this, { latest: value, untouched: build(this.argument, value), wasNull: !!this.argument.nullable && value === null });
  }

  settle(value) {
    const old = this.control, isFocused = old === document.activeElement;
    this.note(value);
    this.base = value;
    if (this.untouched.localName === old.localName && this.untouched.type === old.type && old.oninput) old.value = this.untouched.value;
    else old.replaceWith(this.control = build(this.argument, value));
    this.control.setAttribute('aria-describedby', `${this.problem.id} ${this.theirs.id}`);
    this.control.ariaRequired = this.argument.required ? true : null;
    this.control.oninput = () => {
      this.box.checked = false;
      if (this.control.files) this.complain(this.excess, false);
      this.tell();
    };
    if (this.argument.list) import('./pick.js').then(({ pick }) => pick(this), () => {});
    this.box.checked = this.wasNull;
    if (isFocused) this.control.focus();
    this.tell();
  }

  update(value) {
    if (value === undefined || equal(value, this.latest)) return;
    const isKept = this.isDirty && (this.control.files || !equal(this.read(), value));
    if (isKept) this.note(value);
    else this.settle(value), flash(this.control);
    this.tell();
  }

  yield(value) {
    this.base = value;
    this.tell();
  }

  tell() {
    const { node, theirs, title, latest, isConflict } = this;
    node.classList.toggle('dirty', this.isDirty);
    node.classList.toggle('conflict', isConflict);
    refill(theirs, isConflict ? [h('span', {}, strings.theirs, h('span', describe(latest, say(latest, this.argument)))), h('button', {
      type: 'button', ariaLabel: strings.does(strings.take, title), onclick: () => {
        this.settle(this.latest);
        this.control.focus();
      } }, strings.take)] : []);
  }

  put(typed) {
    const { control, argument } = this, { options } = control, truth = argument.type === 'boolean' && { 1: 'true', 0: 'false' }[typed];
    const isIt = option => [option.value, option.text].some(it => it.toLowerCase() === (truth || typed).toLowerCase());
    const value = options ? [...options].find(isIt)?.value : typed, { value: old } = control;
    control.value = value;
    const isTaken = value !== undefined && control.value === value;
    isTaken ? control.oninput() : control.value = old;
    return isTaken;
  }

  read() {
    const { argument: { type, nullable }, control: { value, files }, box, latest } = this;
    return box.checked || nullable && type !== 'text' && !value ? null : files?.[0] ? base64(files[0]) : convert(value, type, latest);
  }

  complain(message = '', mayFocus = true) {
    this.problem.textContent = message;
    this.control.ariaInvalid = !!message;
    if (message && mayFocus) this.control.focus();
  }
}
