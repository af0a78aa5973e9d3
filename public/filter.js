import { h, own } from './dom.js';
import { build, say } from './field.js';
import { dialog } from './form.js';
import { strings } from './phrases.js';
import { routeOf } from './router.js';

export const spell = (column, word, columns) => {
  const end = word && '.' + word, isPlain = /^(?!(search|section|sort|window|since)$)\w+$/.test(column) && !(end && columns.includes(column + end));
  return (isPlain ? column : `"${column.replaceAll('"', '""')}"`) + end;
};

export function choose({ inputs: { filters, search, sort, section }, columns, comparisons, commands }, go) {
  const row = ({ column, comparison = '', value = '' }) => {
    const word = h('select', { ariaLabel: strings.compare(column) },
      ...['', ...comparisons].map(value => h('option', { value }, strings.comparisons[value] ?? value)));
    const { type } = own(commands.insert?.arguments, column) ?? {}, truths = [1, 0].map(value => ({ value, title: say(value, { type }) }));
    const input = build({ choices: type === 'boolean' && /^[01]?$/.test(value) ? truths : undefined }, value);
    word.onchange = () => input.disabled = /null/.test(word.value);
    word.value = comparison;
    word.onchange();
    const read = () => [spell(column, word.value, columns), input.disabled ? '' : input.value];
    return { read, isSet: () => input.disabled || input.value, node: h('div', { className: 'field' }, h('label', {}, column, input), word) };
  };
  const set = filters.filter(({ column }) => column !== undefined);
  const rows = [
    ...set.map(filter => row({ ...filter, value: filter.value || '~t' })),
    ...columns.map(column => row({ column })),
  ];
  const sections = h('select', {}, h('option', { value: '' }, '–'), ...columns.flatMap(column => {
    const name = spell(column, '', columns), initial = spell(column, 'initial', columns);
    return [[name, column + ' ↑'], ['-' + name, column + ' ↓'], [initial, strings.initial(column)]];
  }).map(([value, title]) => h('option', { value }, title)));
  sections.value = section;
  dialog(strings.filter, h('button', { className: 'primary' }, strings.show), [
    ...rows.map(({ node }) => node),
    section === undefined ? '' : h('div', { className: 'field' }, h('label', {}, strings.sections, sections)),
  ], async () => {
    const others = filters.filter(({ column }) => column === undefined).map(({ name, value }) => [name, value]);
    const words = Object.entries({ search, section: sections.value, sort }).filter(([, value]) => value);
    const query = new URLSearchParams([...others, ...rows.filter(row => row.isSet()).map(row => row.read()), ...words]);
    go(routeOf(location.pathname, query));
  });
}
