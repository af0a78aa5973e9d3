import { strings } from '../../phrases.js';
import { element, options } from '../core/dom.js';
import { equal } from '../core/patch.js';
import { read } from '../core/read.js';
import { own } from '../core/value.js';
import { labelled } from '../form/argument.js';
import { dialog, primaryButton } from '../form/dialog.js';
import { Field } from '../form/field.js';
import { finality, isWhole } from '../form/step.js';
import { Batch, runInDialog } from './batch.js';
import { declaredOf, types } from './terms.js';

/** Returns the shown columns of a list that can be set in many rows at once, with the title. */
export function settable({ screen, document, names = [] }) {
  const taken = types(screen);
  const { shown = names } = document;
  return shown.filter(name => {
    const argument = own(taken, name);
    return argument && !argument.key && argument.type !== 'blob';
  });
}

/** Writes values into a row as a part of a step, if they differ. Returns the error, if any. */
export async function writeRow({ screen }, id, { fields, href }, values, step) {
  const isKnown = name => Object.hasOwn(fields ?? {}, name) && isWhole(fields[name]);
  const names = Object.keys(values);
  const former = names.every(isKnown) ? fields : (await read(href)).outputs;
  const changed = names.filter(name => !equal(former[name], values[name]));
  if (!changed.length) return;
  const pick = from => Object.fromEntries(changed.map(name => [name, from[name]]));
  const [sent, expected] = [pick(values), pick(former)];
  const command = { name: 'update', at: href, values: sent, expected };
  return step.run(screen.document, command, () =>
    screen.connection.command('update', sent, id, expected));
}

/* The choice of a column, and the field for its value. */
class Choice {
  constructor(rows) {
    const { screen } = rows;
    const names = settable(rows).map(name => [name, name]);
    this.screen = screen;
    this.column = element('select', { onchange: () => this.choose() }, ...options(names));
    this.node = labelled(strings.column, this.column);
    this.place = element('div');
    this.choose();
  }

  choose() {
    const name = this.column.value;
    this.field = new Field(name, declaredOf(this.screen, name), undefined, name);
    this.place.replaceChildren(this.field.node);
  }
}

/** Asks for a column and a value, and writes the value into the selected rows. */
export default function changeRows(screen, selection) {
  const { rows, ids, count } = selection;
  const progress = element('p', { className: 'counted' });
  const choice = new Choice(rows);
  const submit = async wait => {
    const { field } = choice;
    if (!field.isDirty) return { message: strings.noValue };
    const values = { [field.name]: await field.resolve() };
    if (field.unclear) {
      field.complain(field.unclear);
      return {};
    }
    const batch = new Batch([...ids], (id, cell, step) => writeRow(rows, id, cell, values, step));
    await runInDialog(batch, question, progress, wait, selection);
    batch.end(strings.done.update, strings.changedRows);
  };
  const title = strings.does(strings.edit, count.textContent);
  const last = element('p', {}, finality(ids.size));
  const body = [choice.node, choice.place, last, progress];
  const question = dialog(title, primaryButton(strings.save), body, submit);
}
