import { strings } from '../../phrases.js';
import { element, options } from '../core/dom.js';
import { own } from '../core/value.js';
import { convert, labelled } from '../form/argument.js';
import { dialog, primaryButton } from '../form/dialog.js';
import { finality } from '../form/step.js';
import { postCommand } from '../form/undo.js';
import { Batch, runInDialog } from './batch.js';
import { parse } from './parse.js';
import { types } from './terms.js';

/* The largest file, in bytes. */
const LARGEST = 2e7;

/* The rows whose values are shown. */
const SAMPLES = 3;

const truths = { true: true, yes: true, 1: true, false: false, no: false, 0: false };

/* The types whose values are never empty texts. */
const full = /integer|number|boolean|date/;

/* Whether the database sets the value of a row that has none, as it does for many keys. */
const isAssigned = ({ nullable, required }) => !nullable && !required;

/* Returns the value that a text means in a column; `undefined` leaves it to the database. */
function meant(text, argument) {
  const { type, nullable, default: standard } = argument;
  if (text === null || !text && full.test(type)) {
    if (standard !== undefined || isAssigned(argument)) return undefined;
    return nullable ? null : full.test(type) ? undefined : '';
  }
  if (type === 'boolean') return own(truths, text.toLowerCase()) ?? text;
  return convert(text, type);
}

/* The choice which column of the file a column of the table is read from. */
class Mapping {
  constructor(name, argument, { names, rows, isText }) {
    Object.assign(this, { name, argument, rows, isText });
    const choices = options([['', '–'], ...names.map(name => [name, name])]);
    const same = names.find(other => other.toLowerCase() === name.toLowerCase());
    const isRequired = argument.required ? ' *' : '';
    this.choice = element('select', { onchange: () => this.show() }, ...choices);
    this.choice.value = same ?? '';
    this.samples = element('small');
    this.node = labelled(name + isRequired, this.choice);
    this.node.append(this.samples);
    this.show();
  }

  show() {
    const values = this.rows.slice(0, SAMPLES).map(row => this.read(row) ?? '–');
    this.samples.textContent = this.choice.value && values.map(String).join(' · ');
  }

  /* Returns the value of a row of the file; `undefined` if it sets none. */
  read(row) {
    const value = this.choice.value ? own(row, this.choice.value) : undefined;
    if (value === undefined) return;
    if (this.isText) return meant(value, this.argument);
    return value === null && isAssigned(this.argument) ? undefined : value;
  }
}

/* An import: a file, the mapping of its columns, and the insertion of its rows. */
class Import {
  mappings = [];
  file = element('input', {
    type: 'file',
    accept: '.csv,.tsv,.json,.ndjson,text/csv,application/json',
    onchange: () => this.take(this.file.files[0]),
  });
  problem = element('p', { className: 'problem', role: 'alert' });
  place = element('div');
  progress = element('p', { className: 'counted' });

  constructor(screen) {
    this.screen = screen;
    const field = labelled(strings.file, this.file);
    this.body = [field, this.problem, this.place, this.progress];
  }

  async take(file) {
    this.mappings = [];
    this.problem.textContent = '';
    try {
      if (file.size > LARGEST) throw new Error(strings.tooLarge(LARGEST, file.size));
      this.content = parse(await file.text());
      this.map();
    } catch ({ message }) {
      this.problem.textContent = file.size > LARGEST ? message : strings.unreadable;
    }
    this.place.replaceChildren(...this.mappings.map(({ node }) => node));
  }

  map() {
    const taken = Object.entries(types(this.screen)).filter(([, { type }]) => type !== 'blob');
    this.mappings = taken.map(([name, argument]) => new Mapping(name, argument, this.content));
    const { length } = this.content.rows;
    this.progress.textContent = strings.term(strings.rows(length), finality(length)).trim();
  }

  /* Returns why the import cannot begin, if it cannot. */
  get obstacle() {
    if (!this.mappings.some(({ choice }) => choice.value)) return strings.noColumn;
    const open = this.mappings.filter(({ argument, choice }) => argument.required && !choice.value);
    return open.length ? strings.noSource(open.map(({ name }) => name).join(', ')) : '';
  }

  values(row) {
    const pairs = this.mappings.map(mapping => [mapping.name, mapping.read(row)]);
    return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
  }

  /* Inserts the rows while the dialog is open. */
  async run(node, wait) {
    const { screen, progress, content } = this;
    const rows = content.rows.map((row, place) => [place, { title: strings.line(place + 1), row }]);
    const batch = new Batch(rows, (place, { row }, step) => {
      const values = this.values(row);
      const at = screen.path;
      const body = { arguments: values, expected: null };
      const send = () => postCommand({ at, command: 'insert', body });
      return step.run(screen.document, { name: 'insert', at, values }, send);
    });
    await runInDialog(batch, node, progress, wait);
    batch.end(strings.done.imported, strings.imported);
  }
}

/** Asks for a file and for what its columns mean, and inserts its rows into the table. */
export default function importFile(screen) {
  const { title } = screen.document;
  const found = new Import(screen);
  const submit = async wait => {
    const message = found.obstacle;
    if (message) return { message };
    await found.run(node, wait);
  };
  const node = dialog(strings.importOf(title), primaryButton(strings.import), found.body, submit);
}
