import { strings } from '../../phrases.js';
import { element, write } from '../core/dom.js';
import { read, tryToRead } from '../core/read.js';
import { own } from '../core/value.js';

/* Milliseconds after the last letter until rows are requested. */
const PAUSE = 200;

/* Whether a key can be typed as it is. */
const isPlain = id => !id.includes('~');

/* Returns the rows that a text finds in a list, and the row that has it as its key. */
async function search(list, typed) {
  const key = encodeURIComponent(typed);
  const [{ cells: found }, { cells: same }] = await Promise.all([
    read(list, `search=${key}&window=0,20`),
    tryToRead(list, `window=@${key},1`),
  ]);
  return { ...own(same, typed) && same, ...found };
}

/* Whether a text that is typed for a reference can only be the name of a row. */
const isName = (typed, { type }) => isNaN(typed) && /integer|number/.test(type);

/* Returns the keys that a text may mean: itself, or those of the rows that it names. */
function keysOf(cells, typed, argument) {
  if (own(cells, typed)) return [typed];
  if (!isName(typed, argument)) return [];
  const ids = Object.keys(cells).filter(isPlain);
  const same = ids.filter(id => cells[id].title.toLowerCase() === typed.trim().toLowerCase());
  return same.length ? same : ids;
}

/**
 * Returns the key of the only row whose name is typed for a reference, or the problem if there is
 * no such row. Returns neither if the text is a key.
 */
export async function findKey(argument, typed) {
  if (!isName(typed, argument)) return {};
  const cells = await search(argument.list, typed).catch(() => {});
  if (!cells) return { problem: strings.unreachable };
  const [key, other] = keysOf(cells, typed, argument);
  if (key !== undefined && other === undefined) return { key };
  return { problem: key === undefined ? strings.noneNamed : strings.severalNamed };
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
    const cells = await search(argument.list, value).catch(() => ({}));
    if (value !== control.value) return;
    const ids = Object.keys(cells).filter(isPlain);
    const options = ids.map(id => element('option', { value: id, label: cells[id].title }));
    choices.replaceChildren(...options);
    const [key, other] = keysOf(cells, value, argument);
    write(chosen, other === undefined ? own(cells, key)?.title ?? '' : '');
  };

  field.find = () => findKey(argument, field.typed);

  if (!node.oninput) {
    node.append(choices, chosen);
    node.oninput = () => {
      clearTimeout(timer);
      timer = setTimeout(look, PAUSE);
    };
  }
  node.oninput();
}
