import { strings } from '../../phrases.js';
import { read, tryToRead } from '../core/read.js';
import { parent, routeWith } from '../core/router.js';
import { spellName } from '../list/terms.js';
import { base64 } from './field.js';
import { offer, tell } from './undo.js';

/* The most changes that one step keeps. */
const CHANGES = 1000;

/* The rows that are read by one request. */
const TOGETHER = 200;

/* Reads a blob as an argument. */
async function content({ href }) {
  const answer = await fetch(href);
  if (!answer.ok) throw new Error(answer.statusText);
  return base64(await answer.blob());
}

const isBlob = value => Object(value) === value && value.href && value.bytes !== undefined;

/** Whether a value of a list is whole, so that it can be written again. */
export const isWhole = value => !isBlob(value) && !/^[^]{200,}…$/.test(value);

/* Returns values of a document as arguments that write them. */
async function written(values) {
  const pending = Object.entries(values).map(async ([name, value]) =>
    [name, isBlob(value) ? await content(value) : value]);
  return Object.fromEntries(await Promise.all(pending));
}

/* Reads the values of a row that an insertion takes. Throws if the user may not insert rows. */
async function valuesOf(at, insert) {
  const [{ outputs }, table] = await Promise.all([
    read(at),
    insert ? undefined : read(parent(at), 'window=0,1'),
  ]);
  const columns = (insert ?? table.commands.insert).arguments;
  const names = Object.keys(outputs).filter(name => Object.hasOwn(columns, name));
  return written(Object.fromEntries(names.map(name => [name, outputs[name]])));
}

/* Returns the command that removes a new row, as long as it is as it is now. */
async function removal(at, { result }) {
  const route = `${at}/${encodeURIComponent(result.row)}`;
  const { outputs } = await read(route);
  return { at: route, command: 'delete', body: { expected: await written(outputs) } };
}

/* Returns what finds the command that undoes another one from its reply, or a promise of that. */
function inverse({ screen, commands = {} }, { name, values, expected, at }, known) {
  const update = former => ({ navigate }) =>
    ({ at: navigate ?? at, command: 'update', body: { arguments: former, expected: values } });
  const insert = former => () =>
    ({ at: parent(at), command: 'insert', body: { arguments: former, expected: null } });
  if (name === 'insert') return reply => removal(at, reply);
  if (name === 'update' && expected) {
    return Object.values(expected).some(isBlob) ? written(expected).then(update) : update(expected);
  }
  // The document of a row does not say whether rows may be inserted; that of its table does.
  if (name !== 'delete' || !commands.insert && screen !== 'row') return;
  return known ? insert(known) : valuesOf(at, commands.insert).then(insert);
}

/** Returns the sentence that a dialog shows if a step of so many changes cannot be undone. */
export const finality = count => count > CHANGES ? strings.final(CHANGES) : '';

/** What the user changes together: one step that is undone at once, unless it is too large. */
export class Step {
  commands = [];
  known = new Map();
  changed = 0;

  /* Whether what was changed so far can be undone. */
  get isKept() {
    return this.changed <= CHANGES;
  }

  /** Reads many rows of a list that will be deleted, some hundreds at a time. */
  async know({ route, commands }, ids) {
    const names = Object.keys(commands?.insert?.arguments ?? {});
    if (ids.length < 2 || !names.length) return;
    const whole = routeWith(route, 'columns', names.map(spellName).join());
    const left = new Set(ids.slice(0, CHANGES));
    for (const id of left) {
      const window = `window=@${encodeURIComponent(id)},${TOGETHER}`;
      const { cells = {} } = await tryToRead(whole, window);
      for (const id in cells) {
        const { fields } = cells[id];
        if (left.delete(id) && Object.values(fields).every(isWhole)) this.known.set(id, fields);
      }
    }
  }

  /**
   * Sends a command of a table or a row, and keeps what undoes it. The command has the route of
   * its row, `at`. Returns the error, if any.
   */
  async run(document, command, send) {
    const found = this.isKept && inverse(document, command, this.known.get(command.row));
    // What need not be read is not waited for, because the page may be about to be left.
    const known = found instanceof Promise ? await found.catch(() => {}) : found;
    const reply = await send();
    if (reply.error) return reply.error;
    this.changed++;
    if (!known || !this.isKept) return;
    const inverted = await Promise.resolve(reply).then(known).catch(() => {});
    if (inverted) this.commands.push(inverted);
  }

  /** Ends the step: says what was changed, and offers to undo it if that is possible. */
  end(title) {
    if (!this.changed || !title) return;
    if (this.isKept && this.commands.length) offer(title, this.commands);
    else tell(title);
  }
}

/** Runs one command as a step of its own. Returns the error, if any. */
export async function change(document, command, title, send) {
  const step = new Step();
  const error = await step.run(document, command, send);
  if (!error) step.end(strings.done[command.name]?.(title));
  return error;
}
