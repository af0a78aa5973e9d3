import { arrange, flash, h, own, refill, text } from './dom.js';
import { strings } from './phrases.js';
import { label, value } from './values.js';

const kinds = { boolean: 'checkbox', number: 'number', integer: 'number', date: 'date' };

class Field {
  sent = [];
  problem = h('small', { className: 'problem', role: 'alert' });
  theirs = h('p', { className: 'theirs' });
  level = h('span', { className: 'level' });

  constructor(name, first, { type, choices, min = '', max = '', step, secret, multiline, nullable } = {}, changed) {
    const kind = choices ? 'select' : secret ? 'password' : step ? 'range' : kinds[type ?? typeof first] ?? 'text';
    this.choices = nullable ? [{ value: null, title: '–' }, ...choices ?? []] : choices;
    this.isOptional = nullable;
    this.control = choices ? h('select', {}, ...this.choices.map(({ title }) => h('option', {}, title)))
      : multiline || kind === 'text' && /\n|.{60}/.test(first) ? h('textarea')
      : h('input', { type: kind, min, max, step: step ?? (type === 'integer' ? 1 : 'any') });
    this.control.oninput = this.changed = () => {
      this.isPending = true;
      this.refusal = '';
      this.tell();
      changed();
    };
    this.node = h('div', { className: 'field ' + kind }, h('label', {}, label(name), this.level, this.control), this.problem, this.theirs);
    this.write(this.shown = first);
  }

  write(value) {
    const { control } = this, { selectionStart, selectionEnd } = control;
    if (control.options) control.selectedIndex = this.choices.findIndex(choice => choice.value === value);
    else if (control.type === 'checkbox') control.checked = value;
    else control.value = value === null ? '' : text(value);
    if (selectionEnd != null && control === document.activeElement) control.setSelectionRange(selectionStart, selectionEnd);
    this.tell();
  }

  tell() {
    const { type, value } = this.control;
    if (type === 'range') this.level.textContent = value;
  }

  read() {
    const { type, checked, value, valueAsNumber, step, options, selectedIndex } = this.control;
    if (options) return this.choices[selectedIndex]?.value;
    if (type === 'checkbox') return checked;
    if (/number|range/.test(type)) return isNaN(valueAsNumber) ? null : step === '1' && !Number.isSafeInteger(valueAsNumber) ? value : valueAsNumber;
    return !value && this.isOptional ? null : value;
  }

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
    refill(this.theirs, theirs === undefined ? [] : [h('span', {}, strings.theirs, ...value(theirs)), h('button', { onclick: () => {
      this.write(theirs);
      this.changed();
    } }, strings.take)]);
  }
}

export class Inputs {
  fields = { __proto__: null };
  node = h('div', { className: 'inputs', onkeydown: ({ key, target }) => {
    if (key === 'Enter' && target.localName === 'input') this.submit();
  } });

  constructor(connection, path, submit) {
    Object.assign(this, { connection, path, submit });
  }

  refuse(message) {
    for (const name of this.last ?? []) {
      Object.assign(this.fields[name], { sent: [], refusal: message });
      this.fields[name].complain();
    }
  }

  update({ inputs = {}, form = {}, accepts = {} }) {
    arrange(this.node, Object.keys(inputs).filter(name => Object(inputs[name]) !== inputs[name]).map(name => {
      const field = this.fields[name] ??= new Field(name, inputs[name], own(accepts, name), () => this.schedule());
      if (field.sent.length && field.socket !== this.connection.socket) field.isPending = true;
      field.show(inputs[name]);
      field.node.classList.toggle('dirty', !!form.dirty?.includes(name));
      field.complain(own(form.errors, name), own(form.conflicts, name));
      return field.node;
    }));
    if (!this.timer) this.flush();
  }

  get pending() {
    return Object.keys(this.fields).filter(name => this.fields[name].isPending);
  }

  schedule() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), 150);
  }

  flush() {
    const { pending, fields } = this, values = Object.fromEntries(pending.map(name => [name, fields[name].read()]));
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

  focus(name) {
    this.fields[name]?.control.focus();
  }
}
