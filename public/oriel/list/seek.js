import { strings } from '../../phrases.js';
import { read } from '../core/read.js';
import { dialog, primaryButton } from '../form/dialog.js';
import { Field } from '../form/field.js';
import { types } from './terms.js';

/* The most ways to read a typed key that are tried. */
const ATTEMPTS = 20;

/** Returns the item at a place of the list of a screen, which may be outside its window. */
export async function find({ list, document: { route } }, place) {
  const found = await read(route, `window=${encodeURIComponent(place)},1`);
  const [id] = Object.keys(found.cells);
  const items = [...list.items, ...list.lay(found).items];
  return items.find(item => item.id && item.id === id);
}

/** Goes to an item, now or as soon as the list is long enough. */
export function lead(screen, item = screen.goal) {
  const { list } = screen;
  screen.goal = item?.line < list.lines ? undefined : item;
  if (item && !screen.goal) list.reach(item.line, item.column);
}

const escape = text => text.replaceAll('~', '~~').replaceAll(',', '~c');

/* Returns the keys that a text may mean: a comma separates columns, or is part of a value. */
function readings(text, columns) {
  if (columns < 2) return [escape(text)];
  return [...text.matchAll(/,/g)].flatMap(({ index }) => {
    const rest = readings(text.slice(index + 1), columns - 1);
    return rest.map(key => escape(text.slice(0, index)) + ',' + key);
  });
}

/** Asks for the key of a row, and goes to the row. */
export function askForKey(screen) {
  const { node, control } = new Field('', {}, undefined, strings.key);
  const seek = async () => {
    const typed = control.value;
    const keys = Object.values(types(screen)).filter(({ key }) => key);
    const attempts = [typed, ...readings(typed, keys.length)].slice(0, ATTEMPTS);
    let item;
    for (const key of new Set(attempts)) {
      item = await find(screen, '@' + key).catch(error => error);
      if (item?.id !== key) continue;
      question.close();
      return lead(screen, item);
    }
    return { message: item?.message ?? strings.missing };
  };
  const question = dialog(strings.seek, primaryButton(strings.seek), [node], seek);
}
