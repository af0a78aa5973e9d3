import { strings } from '../../phrases.js';
import { element, options } from '../core/dom.js';
import { here, routeWith } from '../core/router.js';
import { labelled } from '../form/argument.js';
import { dialog, primaryButton } from '../form/dialog.js';
import { keep } from './kept.js';
import { nextStop } from './keys.js';
import { spellName } from './terms.js';

/* The columns above which the dialog has a field that finds one. */
const MANY = 12;

const makeButton = (text, onclick, ariaLabel) =>
  element('button', { type: 'button', ariaLabel, onclick }, text);

/* Makes a line with a box and two buttons, which move it and keep the focus. */
function makeLine(name, isShown) {
  const box = element('input', { type: 'checkbox', checked: isShown });
  const line = element('li', {}, element('label', {}, box, ' ', element('bdi', {}, name)));
  const up = () => line.previousElementSibling?.before(line);
  const down = () => line.nextElementSibling?.after(line);
  for (const [text, move, title] of [['↑', up, strings.up], ['↓', down, strings.down]]) {
    const onclick = ({ target }) => {
      move();
      target.focus();
    };
    line.append(makeButton(text, onclick, strings.term(title + ':', name)));
  }
  return Object.assign(line, { box, name });
}

/* Makes one control of the lines the one that Tab reaches. */
function stand(rows, stop = rows.querySelector('li:not([hidden]) input')) {
  for (const node of rows.querySelectorAll('input, button')) node.tabIndex = node === stop ? 0 : -1;
}

/* Moves the focus between the controls of the visible lines. */
function steer(event) {
  const { currentTarget: rows } = event;
  const stops = [...rows.querySelectorAll('li:not([hidden]) :is(input, button)')];
  nextStop(event, stops, 3)?.focus();
}

/* Makes the field that shows only the columns with some letters in their name. */
function makeFinder(rows) {
  return element('input', {
    type: 'search',
    placeholder: strings.search,
    ariaLabel: strings.search,
    oninput: ({ target }) => {
      const wanted = target.value.toLowerCase();
      for (const line of rows.children) line.hidden = !line.name.toLowerCase().includes(wanted);
      stand(rows);
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
  const className = 'chooser bare';
  const rows = element('ul', { className, role: 'list', onkeydown: steer }, ...lines);
  rows.addEventListener('focusin', ({ target }) => stand(rows, target));
  stand(rows);
  const density = element('select', {}, ...options(Object.entries(strings.densities)));
  density.value = connection.layout?.density ?? '';
  const finder = lines.length > MANY ? [makeFinder(rows)] : [];
  const all = makeButton(strings.showAll, () => lines.forEach(({ box }) => box.checked = true));
  const reset = makeButton(strings.usual, () => show('', ''));
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
