import { flash, h, refill, text } from './dom.js';
import { label, value } from './values.js';

/** One input of a personal scene. What the server echoes does not touch what is being typed. */
class Field {
  sent = []; // values that the server has not shown yet
  problem = h('small', { className: 'problem', role: 'alert' });
  theirs = h('p', { className: 'theirs' });

  constructor(name, first, changed) {
    const kind = typeof first, isLong = /\n|.{60}/.test(first);
    const type = kind === 'boolean' ? 'checkbox' : kind === 'number' ? 'number' : /passw/i.test(name) ? 'password' : 'text';
    this.control = h(isLong ? 'textarea' : 'input', isLong ? {} : { type, step: 'any', autocomplete: 'off' });
    this.control.oninput = this.changed = () => {
      this.isPending = true;
      this.refusal = '';
      changed();
    };
    this.node = h('div', { className: 'field ' + type }, h('label', {}, label(name), this.control), this.problem, this.theirs);
    this.write(first);
    this.shown = first;
  }

  write(value) {
    const { control } = this, { selectionStart: start, selectionEnd: end } = control;
    if (control.type === 'checkbox') control.checked = value;
    else control.value = value === null ? '' : text(value);
    if (control === document.activeElement && start != null) control.setSelectionRange(start, end);
  }

  read() {
    const { type, checked, value, valueAsNumber } = this.control;
    if (type === 'checkbox') return checked;
    if (type === 'number') return isFinite(valueAsNumber) ? valueAsNumber : null;
    return !value && this.isOptional ? null : value;
  }

  show(value) {
    const echo = this.sent.lastIndexOf(value);
    this.isOptional ||= value === null;
    if (echo >= 0) this.sent.splice(0, echo + 1);
    else if (value !== this.shown && !this.isPending) {
      this.sent = [];
      this.write(value);
      if (this.control !== document.activeElement) flash(this.control);
    }
    this.shown = value;
  }

  complain(error = this.refusal || '', theirs) {
    this.problem.textContent = error;
    this.control.ariaInvalid = !!error;
    refill(this.theirs, theirs === undefined ? [] : [h('span', {}, 'Now: ', ...value(theirs)),
      h('button', { type: 'button' }, 'Take')]);
    if (this.theirs.lastChild) this.theirs.lastChild.onclick = () => {
      this.write(theirs);
      this.changed();
    };
  }
}

/** The inputs of a personal scene, sent while they are typed. */
export class Inputs {
  fields = new Map();
  node = h('form', {
    className: 'inputs',
    onsubmit: event => event.preventDefault(),
    onkeydown: event => {
      if (event.key !== 'Enter' || event.target.localName !== 'input') return;
      event.preventDefault();
      this.submit();
    },
  });

  constructor(connection, submit) {
    Object.assign(this, { connection, submit });
    connection.refused = ({ message }) => this.refuse(message);
  }

  update({ inputs = {}, form = {} }) {
    const names = Object.keys(inputs).filter(name => !inputs[name] || typeof inputs[name] !== 'object');
    for (const name of names) {
      if (!this.fields.has(name)) this.fields.set(name, new Field(name, inputs[name], () => this.schedule()));
      const field = this.fields.get(name);
      if (field.sent.length && field.socket !== this.connection.socket) field.isPending = true;
      field.show(inputs[name]);
      field.node.classList.toggle('dirty', !!form.dirty?.includes(name));
      field.complain(form.errors?.[name], form.conflicts?.[name]);
    }
    refill(this.node, names.map(name => this.fields.get(name).node));
    if (this.pending.length && !this.timer) this.flush();
  }

  get pending() {
    return [...this.fields].filter(([, field]) => field.isPending);
  }

  schedule() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), 150);
  }

  /** Sends what was typed; what cannot be sent now is when there is a connection. */
  flush() {
    const { pending } = this, values = Object.fromEntries(pending.map(([name, field]) => [name, field.read()]));
    clearTimeout(this.timer);
    this.timer = 0;
    const socket = pending.length && this.connection.input(values);
    if (!socket) return;
    this.last = pending;
    for (const [name, field] of pending) {
      Object.assign(field, { socket, isPending: false });
      if (values[name] !== field.shown || field.sent.length) field.sent.push(values[name]);
    }
  }

  refuse(message) {
    for (const [, field] of this.last ?? []) {
      Object.assign(field, { sent: [], refusal: message });
      field.complain();
    }
  }

  focus(name) {
    this.fields.get(name)?.control.focus();
  }
}
