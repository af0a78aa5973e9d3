import { element, write } from '../core/dom.js';
import { tryToRead } from '../core/read.js';
import { own } from '../core/value.js';

/* Milliseconds after the last letter until rows are requested. */
const PAUSE = 200;

/* Returns the rows that a text finds in a list, and the row that has it as its key. */
async function search(list, typed) {
  const key = encodeURIComponent(typed);
  const [{ cells: found }, { cells: same }] = await Promise.all([
    tryToRead(list, `search=${key}&window=0,20`),
    tryToRead(list, `window=@${key},1`),
  ]);
  return { ...own(same, typed) && same, ...found };
}

/** Offers the rows of the list that a field refers to, and shows the title of the chosen row. */
export function pick(field) {
  const { node, theirs, argument } = field;
  const choices = element('datalist', { id: theirs.id + '-rows' });
  const chosen = element('output');
  let timer;

  const look = async () => {
    const { control } = field;
    const { value } = control;
    control.setAttribute('list', choices.id);
    const cells = await search(argument.list, value);
    if (value !== control.value) return;
    const ids = Object.keys(cells).filter(id => !id.includes('~'));
    const options = ids.map(id => element('option', { value: id, label: cells[id].title }));
    choices.replaceChildren(...options);
    write(chosen, own(cells, value)?.title ?? '');
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
