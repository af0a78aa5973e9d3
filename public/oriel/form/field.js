import { strings } from '../../phrases.js';
import { describe, element, flash, refill } from '../core/dom.js';
import { equal } from '../core/patch.js';
import { build, convert, say, typedIn } from './argument.js';

/* The largest file in bytes that a command may contain. */
const LARGEST = 6e6;

/** Returns a file or another blob as the argument that writes it. */
export const base64 = file => new Promise(resolve => {
  const reader = new FileReader();
  reader.onload = () => resolve({ base64: reader.result.split(',')[1] });
  reader.readAsDataURL(file);
});

let count = 0;

/**
 * A field of a form for one argument. `base` is the value that the user has seen and would
 * overwrite, `latest` the current one.
 */
export class Field {
  control = element('input');
  box = element('input', { type: 'checkbox', onchange: () => this.hearChange() });

  constructor(name, argument, old, title) {
    Object.assign(this, { name, argument, title });
    const { control, box } = this;
    const help = element('small', { className: 'hint' }, argument.help ?? '');
    this.problem = element('small', { className: 'problem', role: 'alert' });
    this.theirs = element('div', { className: 'theirs', role: 'status' });
    this.notes = element('div', { id: `notes-${++count}` }, help, this.problem, this.theirs);
    const label = element('label', {}, title + (argument.required ? ' *' : ''), control);
    const nullLabel = argument.nullable
      ? element('label', { className: 'null' }, box, ' ' + strings.null)
      : '';
    this.node = element('div', { className: 'field' }, label, nullLabel, this.notes);
    this.settle(old);
  }

  get isDirty() {
    return this.control.value !== this.untouched.value || this.box.checked !== this.wasNull;
  }

  get typed() {
    return this.box.checked ? strings.null : this.value;
  }

  /* What is typed, as the column spells it. */
  get value() {
    return typedIn(this.control, this.latest ?? this.argument.sample);
  }

  get isConflict() {
    return this.isDirty && !equal(this.base, this.latest);
  }

  /** Why the chosen file is too large, or `undefined`. */
  get excess() {
    const { size } = this.control.files?.[0] ?? {};
    const isTooLarge = size > LARGEST && !this.box.checked;
    return isTooLarge ? strings.tooLarge(LARGEST, size) : undefined;
  }

  note(value) {
    this.latest = value;
    this.untouched = build(this.argument, value);
    this.wasNull = !!this.argument.nullable && value === null;
  }

  /** Shows a value in place of what is typed. */
  settle(value) {
    const isFocused = this.control === document.activeElement;
    this.note(value);
    this.base = value;
    this.renew(value);
    this.box.checked = this.wasNull;
    if (isFocused) this.control.focus();
    this.hearChange();
  }

  /* Keeps the control if it is of the right kind, because the user may be in it. */
  renew(value) {
    const { control: old, untouched, argument } = this;
    const isSame = untouched.localName === old.localName && untouched.type === old.type;
    if (isSame && old.oninput) old.value = untouched.value;
    else old.replaceWith(this.control = build(argument, value));
    this.control.setAttribute('aria-describedby', this.notes.id);
    this.control.ariaRequired = argument.required ? true : null;
    this.control.oninput = () => this.hearTyping();
    if (argument.list) import('./pick.js').then(({ pick }) => pick(this), () => {});
  }

  hearTyping() {
    this.box.checked = false;
    this.hearChange();
  }

  /* Another value ends what was wrong with the former one. */
  hearChange() {
    this.complain(this.excess, false);
    this.tell();
  }

  /** Takes the current value of the server. It replaces the typed one only if that is no other. */
  update(value) {
    if (value === undefined || equal(value, this.latest)) return;
    const isKept = this.isDirty && (this.control.files || !equal(this.read(), value));
    if (isKept) this.note(value);
    else {
      this.settle(value);
      flash(this.control);
    }
    this.tell();
  }

  /** Allows a value of the server to be overwritten. */
  yield(value) {
    this.base = value;
    this.tell();
  }

  tell() {
    const { node, theirs, isConflict } = this;
    node.classList.toggle('dirty', this.isDirty);
    node.classList.toggle('conflict', isConflict);
    refill(theirs, isConflict ? this.conflict() : []);
  }

  /* Shows the value of the server, and the button that takes it. */
  conflict() {
    const { title, latest, argument } = this;
    const value = element('span', describe(latest, say(latest, argument)));
    const take = element('button', {
      type: 'button',
      ariaLabel: strings.does(strings.take, title),
      onclick: () => {
        this.settle(this.latest);
        this.control.focus();
      },
    }, strings.take);
    return [element('span', {}, strings.theirs, value), take];
  }

  /** Types a text. Returns false, and changes nothing, if the control cannot hold it. */
  put(typed) {
    const { control } = this;
    const { value: old } = control;
    const value = control.options ? this.choiceFor(typed) : typed;
    control.value = value;
    const isTaken = value !== undefined && typedIn(control, value) === value;
    if (isTaken) control.oninput();
    else control.value = old;
    return isTaken;
  }

  choiceFor(typed) {
    const { control, argument } = this;
    const truth = argument.type === 'boolean' && { 1: 'true', 0: 'false' }[typed];
    const wanted = (truth || typed).toLowerCase();
    const options = [...control.options];
    return options.find(({ value, text }) =>
      value.toLowerCase() === wanted || text.toLowerCase() === wanted)?.value;
  }

  /** Returns the value to send, or a promise of it. */
  read() {
    const { argument: { type, nullable, choices }, control: { files }, value } = this;
    if (this.box.checked || nullable && (choices || type !== 'text') && !value) return null;
    const chosen = choices?.find(choice => `${choice.value}` === value);
    return files?.[0] ? base64(files[0]) : chosen?.value ?? convert(value, type, this.latest);
  }

  /**
   * Like `read`, but finds the row of a reference whose name is typed in place of its key. Then
   * `unclear` says why no row was found, if none was.
   */
  async resolve() {
    const { key, problem } = !this.box.checked && await this.find?.() || {};
    this.unclear = problem;
    return key ? convert(key, this.argument.type) : this.read();
  }

  complain(message = '', mayFocus = true) {
    this.problem.textContent = message;
    this.control.ariaInvalid = !!message;
    if (message && mayFocus) this.control.focus();
  }
}
