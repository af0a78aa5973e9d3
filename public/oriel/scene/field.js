import { element } from '../core/dom.js';
import { Field } from '../form/field.js';
import { Picker } from './pick.js';
import { fault } from './rules.js';

const modes = { mail: 'email', url: 'url', integer: 'numeric', number: 'decimal' };

/** A field that checks the rules of its argument while the user is in the form. */
export class SceneField extends Field {
  constructor(name, argument, old) {
    super(name, argument, old, argument.label ?? name);
    this.node.addEventListener('focusout', () => this.isDirty && this.check());
    if (argument.multiline) this.node.classList.add('tall');
  }

  /* A reference is shown by its title: the list is taken from the field, which would show keys. */
  renew(value) {
    const { argument } = this;
    const { list, type, format } = argument;
    this.argument = { ...argument, list: undefined };
    super.renew(value);
    this.argument = argument;
    const mode = modes[format] ?? modes[type];
    if (mode) this.control.inputMode = mode;
    if (!list) return;
    this.picker ??= new Picker(this);
    this.picker.follow(this.control);
  }

  /* An emptied field has no value where none is allowed, so the form needs no box for that. */
  read() {
    const { control, argument } = this;
    return argument.nullable && !control.files && !control.value ? null : super.read();
  }

  hearTyping() {
    const wasWrong = this.problem.textContent;
    super.hearTyping();
    if (wasWrong) this.check();
  }

  complain(message, mayFocus) {
    super.complain(message, mayFocus && !this.picker);
    if (!this.picker) return;
    this.picker.input.ariaInvalid = !!message;
    if (message && mayFocus !== false) this.picker.input.focus();
  }

  /** Shows why the value cannot be sent, if a rule says so. Returns whether it can. */
  check(mayFocus = false) {
    const { box, control, argument } = this;
    if (control.files) return true;
    const message = box.checked ? undefined : fault(argument, control.value.trim());
    this.complain(message, mayFocus);
    return !message;
  }
}
