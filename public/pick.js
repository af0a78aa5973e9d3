import { h, own, write } from './dom.js';
import { get } from './selection.js';

export function pick(field) {
  const { node, theirs, argument: { list } } = field, choices = h('datalist', { id: theirs.id + '-rows' }), chosen = h('output');
  let timer;
  const look = async () => {
    const { control } = field, { value } = control, key = encodeURIComponent(value);
    control.setAttribute('list', choices.id);
    const [{ cells: found }, { cells: same }] = await Promise.all([get(list, `search=${key}&window=0,20`), get(list, `window=@${key},1`)]);
    if (value !== control.value) return;
    const cells = { ...own(same, value) && same, ...found }, ids = Object.keys(cells).filter(id => !id.includes('~'));
    choices.replaceChildren(...ids.map(value => h('option', { value, label: cells[value].title })));
    write(chosen, own(cells, value)?.title ?? '');
  };
  if (!node.oninput) node.append(choices, chosen);
  node.oninput ??= () => {
    clearTimeout(timer);
    timer = setTimeout(look, 200);
  };
  node.oninput();
}
