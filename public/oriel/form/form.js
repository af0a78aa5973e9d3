import { strings } from '../../phrases.js';
import { own } from '../core/value.js';
import { declaredOf } from '../list/terms.js';
import { contest, lament } from './conflict.js';
import { dialog, primaryButton } from './dialog.js';
import { Field } from './field.js';
import { referrers } from './referrers.js';
import { change } from './step.js';

/* Adds to the dates among the columns of a table what their values look like. */
function withSamples(screen, declared) {
  const isDate = ([, { type }]) => /^date/.test(type);
  const sampled = Object.entries(declared).filter(isDate).map(([name, argument]) =>
    [name, { sample: null, ...argument, ...declaredOf(screen, name) }]);
  return { ...declared, ...Object.fromEntries(sampled) };
}

/** Asks for the arguments of a command of a derived screen, or for a confirmation. */
export default function askFor(screen, name) {
  const { document } = screen;
  const { title, outputs, commands, columns, screen: kind } = document;
  const isDerived = columns || kind === 'row';
  const { title: does, arguments: declared } = commands[name];
  const send = (values, expected, isMeant) => {
    const run = () => screen.send(name, values, undefined, expected, isMeant);
    return change(document, { name, values, expected, at: screen.path }, title, run);
  };
  if (!declared) {
    dialog(strings.isMeant(does, title), screen.button(name), [], async () => {
      const error = await send({});
      return error && { ...error, links: await referrers(screen.path, error) };
    });
    return;
  }
  const old = name === 'insert' ? undefined : outputs;
  const fields = isDerived ? withSamples(screen, declared) : declared;
  form(strings.does(does, title), fields, old, send);
}

/** The fields of one form, and what others write while it is open. */
export class Form {
  isSending = false;
  isRefused = false;

  constructor(title, fields, old, send) {
    Object.assign(this, { title, fields, old, send, news: old });
  }

  get isDirty() {
    return this.fields.some(({ isDirty }) => isDirty);
  }

  get isConflict() {
    return this.fields.some(({ isConflict }) => isConflict);
  }

  /* Takes the current values of the server. */
  heed(outputs) {
    this.news = outputs;
    if (this.isSending) return;
    this.take();
    if (this.isRefused && this.isConflict) this.ask();
  }

  take() {
    for (const field of this.fields) field.update(own(this.news, field.name));
  }

  ask() {
    this.isRefused = false;
    return contest(this.fields, () => this.node.querySelector('form').requestSubmit());
  }

  /* Sends what was changed. Returns the error, if any. */
  async submit() {
    const large = this.fields.find(({ excess }) => excess);
    if (large) {
      large.complain(large.excess);
      return {};
    }
    if (this.isConflict) return this.ask();
    this.isSending = true;
    const error = await this.sendChanges();
    this.isSending = false;
    if (!error || !this.node.open) return error;
    return this.refuse(error);
  }

  async sendChanges() {
    const changed = this.fields.filter(({ isDirty }) => isDirty);
    const pending = changed.map(async field => [field.name, await field.resolve()]);
    const known = changed.map(({ name, base }) => [name, base]);
    const expected = this.old && Object.fromEntries(known);
    const values = Object.fromEntries(await Promise.all(pending));
    const unclear = changed.filter(({ unclear }) => unclear);
    if (unclear.length) {
      return { fields: Object.fromEntries(unclear.map(({ name, unclear }) => [name, unclear])) };
    }
    return this.send(values, expected, () => this.node.open);
  }

  refuse(error) {
    const { title, fields } = this;
    this.take();
    this.isRefused = error.code === 'conflict';
    if (!this.node.isConnected) {
      if (!this.isRefused) return;
      const lost = fields.filter(({ name }) => own(error.fields, name));
      lament(title, strings.changed, lost, error.now);
      return;
    }
    for (const field of fields.toReversed()) field.complain(own(error.fields, field.name));
    return this.isRefused && this.isConflict ? this.ask() : error;
  }
}

/**
 * Asks for the arguments of a command in a dialog, and sends those that were changed. With `old`,
 * the current values, the form shows what others write while it is open, and overwrites nothing
 * that the user has not seen.
 */
export function form(title, declared, old, send, label = name => name, does = strings.save) {
  const names = Object.keys(declared);
  const fields = names.map(name => new Field(name, declared[name], own(old, name), label(name)));
  const form = new Form(title, fields, old, send);
  const body = fields.map(({ node }) => node);
  const submit = () => form.submit();
  const node = dialog(title, primaryButton(does), body, submit, () => form.isDirty);
  if (!node) return;
  form.node = node;
  node.heed = outputs => form.heed(outputs);
  fields.find(({ argument: { key, required } }) => !key || required && !old)?.control.focus();
}
