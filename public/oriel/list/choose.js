import { strings } from '../../phrases.js';
import { element, options } from '../core/dom.js';
import { here, routeWith } from '../core/router.js';
import { labelled } from '../form/argument.js';
import { dialog, primaryButton } from '../form/dialog.js';
import { keep } from './kept.js';
import { spellName } from './terms.js';

/* The columns above which the dialog has a field that finds one. */
const MANY = 12;

/* Moves a line before or after another, and keeps the focus. */
function move(line, way, button) {
  const other = way < 0 ? line.previousElementSibling : line.nextElementSibling;
  if (!other) return;
  if (way < 0) other.before(line);
  else other.after(line);
  button.focus();
}

function makeLine(name, isShown) {
  const box = element('input', { type: 'checkbox', checked: isShown });
  const line = element('li', {}, element('label', {}, box, ' ', element('bdi', {}, name)));
  for (const [text, way, title] of [['↑', -1, strings.up], ['↓', 1, strings.down]]) {
    const button = element('button', {
      type: 'button',
      ariaLabel: strings.term(title + ':', name),
      onclick: () => move(line, way, button),
    }, text);
    line.append(button);
  }
  return Object.assign(line, { box, name });
}

/* Makes the field that shows only the columns with some letters in their name. */
function makeFinder(lines) {
  return element('input', {
    type: 'search',
    placeholder: strings.search,
    ariaLabel: strings.search,
    oninput: ({ target }) => {
      const wanted = target.value.toLowerCase();
      for (const line of lines) line.hidden = !line.name.toLowerCase().includes(wanted);
    },
  });
}

/** Asks which columns of a table are shown, in which order and how dense, and shows them. */
export default function chooseColumns({ connection, document, list, go }) {
  const { columns, files = [], shown } = document;
  const others = [...columns, ...files].filter(name => !shown.includes(name));
  const lines = [
    ...shown.map(name => makeLine(name, true)),
    ...others.map(name => makeLine(name, false)),
  ];
  const rows = element('ul', { className: 'chooser bare', role: 'list' }, ...lines);
  const density = element('select', {}, ...options(Object.entries(strings.densities)));
  density.value = connection.layout?.density ?? '';
  const finder = lines.length > MANY ? [makeFinder(lines)] : [];
  const all = element('button', {
    type: 'button',
    onclick: () => lines.forEach(({ box }) => box.checked = true),
  }, strings.showAll);
  const reset = element('button', { type: 'button', onclick: () => show('', '') }, strings.usual);
  const body = [
    labelled(strings.density, density),
    ...finder,
    rows,
    element('p', {}, all, reset),
  ];
  const show = (named, density) => {
    const usual = named ? {} : { widths: {} };
    keep(connection, { columns: named, density, ...usual });
    if (list.names) list.layOut(list.names);
    node.close();
    go(routeWith(here(), 'columns', named), 'replace');
  };
  const node = dialog(strings.columns, primaryButton(strings.show), body, async () => {
    const chosen = [...rows.children].filter(({ box }) => box.checked).map(({ name }) => name);
    if (!chosen.length) return { message: strings.noColumn };
    const isSame = `${chosen}` === `${shown}`;
    const { search } = location;
    const held = new URLSearchParams(search).get('columns') ?? '';
    show(isSame ? held : chosen.map(spellName).join(','), density.value);
  });
}
