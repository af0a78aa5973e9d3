import { strings } from '../../phrases.js';
import { own } from '../core/value.js';
import { Field } from '../form/field.js';
import { Batch } from './batch.js';
import { settable, writeRow } from './change.js';
import { types } from './terms.js';

/* Returns the value that a text means in a column, as if it were typed into a field. */
function valueOf(text, name, argument, old) {
  const field = new Field(name, argument, old, name);
  if (!text && argument.nullable) return null;
  return field.put(text) ? field.read() : text;
}

/**
 * Writes lines of values with tabs between them into rows, from a row and a column on. Values
 * beyond the last row or column are left out, and so are columns that cannot be set.
 */
export default async function pasteRange(screen, grid, index, name, text) {
  const { selection, names } = grid;
  const lines = text.split('\n').map(line => line.split('\t'));
  const taken = types(screen);
  const open = new Set(settable(grid));
  const from = names.indexOf(name);
  const end = Math.min(index + lines.length, grid.document.window.total) - 1;
  const refuse = () => screen.warn(strings.unreachable);
  const rows = grid.between(index, end) ?? await selection.fetch(index, end).catch(refuse);
  if (!rows) return;
  const values = new Map(rows.map(([id, cell], place) => {
    const columns = names.slice(from, from + lines[place].length);
    const set = columns.flatMap((name, place2) => {
      if (!open.has(name)) return [];
      const old = own(cell.fields, name);
      return [[name, valueOf(lines[place][place2], name, own(taken, name), old)]];
    });
    return [id, Object.fromEntries(set)];
  }));
  const batch = new Batch(rows, (id, cell, step) => writeRow(grid, id, cell, values.get(id), step));
  await batch.run(() => grid.node.isConnected, () => {});
  batch.end(strings.done.update, strings.changedRows);
}
