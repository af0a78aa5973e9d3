import { element, write } from '../core/dom.js';
import { tryToRead } from '../core/read.js';
import { own } from '../core/value.js';

/* Milliseconds after the last letter until rows are requested. */
const PAUSE = 200;

/* Whether a key can be typed as it is. */
const isPlain = id => !id.includes('~');

/* Returns the rows that a text finds in a list, and the row that has it as its key. */
async function search(list, typed) {
  const key = encodeURIComponent(typed);
  const [{ cells: found }, { cells: same }] = await Promise.all([
    tryToRead(list, `search=${key}&window=0,20`),
    tryToRead(list, `window=@${key},1`),
  ]);
  return { ...own(same, typed) && same, ...found };
}

/* Returns the key that a text means: itself, or that of the only row that it names. */
function keyOf(cells, typed, type) {
  if (own(cells, typed)) return typed;
  if (!isNaN(typed) || !/integer|number/.test(type)) return '';
  const ids = Object.keys(cells).filter(isPlain);
  const same = ids.filter(id => cells[id].title.toLowerCase() === typed.trim().toLowerCase());
  const found = same.length ? same : ids;
  return found.length === 1 ? found[0] : '';
}

/**
 * Offers the rows of the list that a field refers to, and shows the title of the chosen row. A
 * name may be typed in place of a key.
 */
export function pick(field) {
  const { node, notes, argument } = field;
  const choices = element('datalist', { id: notes.id + '-rows' });
  const chosen = element('output');
  let timer;

  const look = async () => {
    const { control } = field;
    const { value } = control;
    control.setAttribute('list', choices.id);
    const cells = await search(argument.list, value);
    if (value !== control.value) return;
    const ids = Object.keys(cells).filter(isPlain);
    const options = ids.map(id => element('option', { value: id, label: cells[id].title }));
    choices.replaceChildren(...options);
    write(chosen, own(cells, keyOf(cells, value, argument.type))?.title ?? '');
  };

  field.find = async () => {
    const { typed } = field;
    return isNaN(typed) && keyOf(await search(argument.list, typed), typed, argument.type);
  };

  if (!node.oninput) {
    node.append(choices, chosen);
    node.oninput = () => {
      clearTimeout(timer);
      timer = setTimeout(look, PAUSE);
    };
  }
  node.oninput();
}
