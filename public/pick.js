import { h, own, write } from './dom.js';
import { read } from './selection.js';

export function pick(field) {
  const { node, theirs, argument: { list } } = field, choices = h('datalist', { id: theirs.id + '-rows' }), chosen = h('output');
  let timer;
  field.look ??= (node.append(choices, chosen), node.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(field.look, 200);
  }), async () => {
    const { control } = field, { value } = control, key = encodeURIComponent(value);
    control.setAttribute('list', choices.id);
    const [found, same] = await Promise.all([`search=${key}&window=0,20`, `window=@${key},1`].map(query => read(list, query).catch(() => ({}))));
    if (value !== control.value) return;
    const cells = own(same.cells, value) ? { ...same.cells, ...found.cells } : { ...found.cells }, ids = Object.keys(cells).filter(id => !id.includes('~'));
    choices.replaceChildren(...ids.map(value => h('option', { value, label: cells[value].title })));
    write(chosen, own(cells, value)?.title ?? '');
  });
  field.look();
}
