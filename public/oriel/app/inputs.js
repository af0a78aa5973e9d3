import { strings } from '../../phrases.js';
import { arrange } from '../core/arrange.js';
import { element, flash, refill } from '../core/dom.js';
import { own, text } from '../core/value.js';
import { label, value } from './values.js';

/* Milliseconds after the last letter until an input is sent. */
const PAUSE = 150;

const types = { boolean: 'checkbox', number: 'number', integer: 'number', date: 'date' };

/* Returns the kind of control for an input: `select`, or the type of an `input`. */
function kindOf({ type, choices, step, secret }, first) {
  if (choices) return 'select';
  if (secret) return 'password';
  if (step) return 'range';
  return types[type ?? typeof first] ?? 'text';
}

/* What the user typed in one input, and what the document has. */
class Field {
  sent = [];
  problem = element('small', { className: 'problem', role: 'alert' });
  theirs = element('p', { className: 'theirs' });
  level = element('span', { className: 'level' });

  constructor(name, first, accepts = {}, changed) {
    const { choices, nullable } = accepts;
    const kind = kindOf(accepts, first);
    const none = { value: null, title: '–' };
    this.choices = nullable ? [none, ...choices ?? []] : choices;
    this.isOptional = nullable;
    this.control = this.makeControl(kind, first, accepts);
    this.changed = () => {
      this.isPending = true;
      this.refusal = '';
      this.showLevel();
      changed();
    };
    this.control.oninput = this.changed;
    const title = element('label', {}, accepts.title ?? label(name), this.level, this.control);
    const children = [title, this.problem, this.theirs];
    this.node = element('div', { className: 'field ' + kind }, ...children);
    this.shown = first;
    this.write(first);
  }

  makeControl(kind, first, { type, choices, min = '', max = '', step, multiline }) {
    if (choices) {
      const options = this.choices.map(({ title }) => element('option', {}, title));
      return element('select', {}, ...options);
    }
    const isLong = kind === 'text' && /\n|.{60}/.test(first);
    if (multiline || isLong) return element('textarea');
    const unit = type === 'integer' ? 1 : 'any';
    return element('input', { type: kind, min, max, step: step ?? unit });
  }

  /* Shows a value, and keeps the selection of the user. */
  write(value) {
    const { control } = this;
    const { selectionStart, selectionEnd } = control;
    if (control.options) {
      control.selectedIndex = this.choices.findIndex(choice => choice.value === value);
    } else if (control.type === 'checkbox') control.checked = value;
    else control.value = value === null ? '' : text(value);
    if (selectionEnd != null && control === document.activeElement) {
      control.setSelectionRange(selectionStart, selectionEnd);
    }
    this.showLevel();
  }

  showLevel() {
    const { type, value } = this.control;
    if (type === 'range') this.level.textContent = value;
  }

  read() {
    const { type, checked, value, options, selectedIndex } = this.control;
    if (options) return this.choices[selectedIndex]?.value;
    if (type === 'checkbox') return checked;
    if (/number|range/.test(type)) return this.readNumber();
    return !value && this.isOptional ? null : value;
  }

  /* A number that an integer cannot hold exactly is sent as text, and the server refuses it. */
  readNumber() {
    const { value, valueAsNumber, step } = this.control;
    if (isNaN(valueAsNumber)) return null;
    const isUnsafe = step === '1' && !Number.isSafeInteger(valueAsNumber);
    return isUnsafe ? value : valueAsNumber;
  }

  /* Takes the value of the document. A sent value that comes back changes nothing. */
  show(value) {
    const echo = this.sent.lastIndexOf(value);
    this.isOptional ||= value === null;
    if (echo >= 0) this.sent.splice(0, echo + 1);
    else if (value !== this.shown && !this.isPending) {
      this.sent = [];
      this.write(value);
      flash(this.control);
    }
    this.shown = value;
  }

  complain(error = this.refusal ?? '', theirs) {
    this.problem.textContent = error;
    this.control.ariaInvalid = !!error;
    refill(this.theirs, theirs === undefined ? [] : this.conflict(theirs));
  }

  /* Shows what others have written, and the button that takes it. */
  conflict(theirs) {
    const shown = element('span', {}, strings.theirs, ...value(theirs));
    const onclick = () => {
      this.write(theirs);
      this.changed();
    };
    return [shown, element('button', { onclick }, strings.take)];
  }
}

/**
 * The inputs of a personal scene or of a slot; of a shared scene, those in the address. They are
 * sent shortly after the last letter, before a command, and again if the socket closed before the
 * document had them. Enter calls `submit`.
 */
export class Inputs {
  fields = { __proto__: null };

  constructor(connection, path, submit) {
    Object.assign(this, { connection, path, submit });
    const onkeydown = ({ key, target }) => {
      if (key === 'Enter' && target.localName === 'input') this.submit();
    };
    this.node = element('div', { className: 'inputs', onkeydown });
  }

  /** Shows why the inputs that were sent last are refused. */
  refuse(message) {
    for (const name of this.last ?? []) {
      const field = this.fields[name];
      Object.assign(field, { sent: [], refusal: message });
      field.complain();
    }
  }

  update({ inputs = {}, form = {}, accepts = {} }, isPersonal) {
    const names = Object.keys(isPersonal ? inputs : accepts)
      .filter(name => Object(inputs[name]) !== inputs[name]);
    const fields = names.map(name => this.fieldFor(name, inputs[name], own(accepts, name)));
    names.forEach((name, place) => {
      const field = fields[place];
      const isLost = field.sent.length && field.socket !== this.connection.socket;
      if (isLost) field.isPending = true;
      field.show(inputs[name]);
      field.node.classList.toggle('dirty', !!form.dirty?.includes(name));
      field.complain(own(form.errors, name), own(form.conflicts, name));
    });
    arrange(this.node, fields.map(({ node }) => node));
    if (!this.timer) this.flush();
  }

  fieldFor(name, first, accepts) {
    this.fields[name] ??= new Field(name, first, accepts, () => this.schedule());
    return this.fields[name];
  }

  /** The names of the inputs that were typed and not sent. */
  get pending() {
    return Object.keys(this.fields).filter(name => this.fields[name].isPending);
  }

  schedule() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), PAUSE);
  }

  /** Sends what was typed. */
  flush() {
    const { pending, fields } = this;
    const values = Object.fromEntries(pending.map(name => [name, fields[name].read()]));
    clearTimeout(this.timer);
    this.timer = 0;
    const socket = pending.length && this.connection.input(values, this.path);
    if (!socket) return;
    this.last = pending;
    for (const name of pending) {
      Object.assign(fields[name], { socket, isPending: false });
      fields[name].sent.push(values[name]);
    }
  }

  /** Puts a button beside an input. Returns whether the input is shown. */
  place(button, name) {
    const node = this.fields[name]?.node;
    if (!this.node.contains(node)) return false;
    if (button.parentNode !== node) node.firstChild.after(button);
    return true;
  }

  focus(name) {
    this.fields[name]?.control.focus();
  }
}
