import { strings } from '../../phrases.js';
import { element, options, write } from '../core/dom.js';
import { here, routeWith } from '../core/router.js';
import { sheet } from '../core/sheet.js';
import { stored } from '../core/store.js';
import { own } from '../core/value.js';
import { group } from '../form/argument.js';
import { showChips } from './chips.js';
import { isFormatted } from './content.js';
import { dressHeaders } from './headers.js';
import { leaveFrom } from '../screen/beside.js';
import { dressHome } from '../screen/home.js';
import { askForKey, find, lead } from './seek.js';
import { sortable, spell, types } from './terms.js';

await sheet('/oriel/list/rich.css');

/**
 * Adds to a drawn list what only derived lists have: sortable headers, chips for filters, going to
 * a row by its key, and which rows are printed. The `window` in the address leads to its row.
 */
export function dressTable(list) {
  const { screen, items } = list;
  const { screen: kind, columns } = screen?.document ?? {};
  if (!isFormatted(list)) return;
  const bar = screen.title.parentNode;
  const { length } = items.filter(({ index }) => index >= 0);
  bar.dataset.printed = printed(list.document.window, length);
  screen.more ??= fold(screen, bar);
  if (kind === 'database') dressHome(screen);
  if (columns) equip(screen, list, bar);
}

/* Returns which rows are printed, if not all are. */
function printed({ start, total, approximate }, length) {
  if (length >= total) return '';
  const all = strings.total({ total, approximate });
  return group(strings.printed(start + 1, start + length, all));
}

/* Adds the button that unfolds the title bar on small screens. */
function fold(screen, bar) {
  const unfold = () => {
    button.ariaExpanded = bar.classList.toggle('open');
  };
  const button = element('button', {
    className: 'more',
    title: strings.more,
    ariaLabel: strings.more,
    ariaExpanded: false,
    onclick: unfold,
  }, '⋯');
  screen.buttons.after(button);
  followHeight(screen.node, bar);
  return button;
}

/*
 * Tells style sheets how much of the title bar scrolls away, the title above the tools, and how
 * tall the rest is. On a phone, where the tools are elsewhere, all of it stays.
 */
function followHeight({ style }, bar) {
  const tools = bar.querySelector('.bar');
  const follow = () => {
    const first = tools.offsetParent ? tools.offsetTop - bar.firstChild.offsetTop : 0;
    const away = first > bar.firstChild.offsetHeight / 2 ? first : 0;
    style.setProperty('--away', away + 'px');
    style.setProperty('--tools', bar.offsetHeight - away + 'px');
  };
  const observer = new ResizeObserver(follow);
  for (const node of [bar, tools]) observer.observe(node, { box: 'border-box' });
}

/* Brings the counts beside a table up to date with what the list shows. */
async function showCounts(screen) {
  const { inputs } = screen.document;
  if (screen.counted === inputs || !inputs.filters) return;
  if (!screen.counted && !stored('facets')) return;
  screen.counted = inputs;
  const { followFacets } = await import('./facets.js');
  followFacets(screen);
}

/* Makes the chooser of the sections of a table: values or first letters of a column. */
function sectionChooser(screen) {
  const { columns, inputs: { section } } = screen.document;
  if (section === undefined) return [];
  const isText = column => {
    const { type = 'text', list } = own(types(screen), column) ?? {};
    return /^(text|any)$/.test(type) && !list;
  };
  const choices = sortable(screen.document).flatMap(column => {
    const name = spell(column, '', columns);
    const initial = [spell(column, 'initial', columns), strings.initial(column)];
    const choices = [[name, column + ' ↑'], ['-' + name, column + ' ↓']];
    return isText(column) ? [...choices, initial] : choices;
  });
  return [element('select', {
    className: 'section-chooser',
    ariaLabel: strings.sections,
    onchange: ({ target: { value } }) => screen.select('section', value),
  }, ...options([['', strings.sections], ...choices]))];
}

/* Adds the buttons for a file, the key, the columns, and on touch screens the selection. */
function addButtons(screen) {
  const seek = element('button', { onclick: () => askForKey(screen) }, strings.seek);
  const columns = screen.tool(strings.columns, () => import('./choose.js'));
  const load = screen.tool(strings.import, () => import('./import.js'));
  const counts = screen.tool(strings.facets, () => import('./facets.js'));
  columns.className = 'columns-button';
  screen.chooser = columns;
  counts.className = 'facets-button';
  const select = element('button', {
    className: 'selecting-offer',
    ariaPressed: false,
    onclick: () => {
      select.ariaPressed = screen.list.node.classList.toggle('selecting');
    },
  }, strings.select);
  screen.sections = sectionChooser(screen);
  screen.filter.before(...screen.sections);
  screen.filter.after(counts);
  screen.view.after(...types(screen) ? [load, seek] : [], columns, select);
}

function equip(screen, list, bar) {
  if (!screen.chips) {
    screen.chips = element('p', { className: 'chips' });
    bar.after(screen.chips);
    addButtons(screen);
  }
  leaveFrom(screen.document.route);
  showChips(screen);
  showCounts(screen);
  const { columns, files = [], shown = columns } = list.document;
  const all = [...columns, ...files];
  screen.chooser.dataset.count = shown.length < all.length ? `${shown.length}/${all.length}` : '';
  for (const chooser of screen.sections) chooser.value = screen.document.inputs.section;
  if (list.names) dressHeaders(list, screen);
  goToWindow(screen);
  lead(screen);
  count(screen);
}

/* Goes to the row that the address of the page names. */
function goToWindow(screen) {
  const place = new URLSearchParams(location.search).get('window');
  if (!place) return;
  history.replaceState(history.state, '', routeWith(here(), 'window', ''));
  find(screen, place.replace(/,\d+$/, '')).then(item => lead(screen, item), () => {});
}

/* Returns why a list is empty, and what to do. */
function reason({ document: { inputs, commands } }, isSearching) {
  if (isSearching) return strings.searching;
  if (inputs.search || inputs.filters?.length) return strings.noMatch;
  return commands?.insert ? strings.noRowYet : strings.none;
}

/* Shows how many rows there are, and announces it once a route. */
function count(screen) {
  const { document: { route, window }, chips } = screen;
  const { total, approximate, searching } = window;
  if (approximate) write(screen.total, strings.total(window));
  screen.node.style.setProperty('--none', `"${reason(screen, searching)}"`);
  if (!screen.told) {
    screen.told = element('p', { className: 'unseen', role: 'status' });
    chips.after(screen.told);
  } else if (approximate || route === screen.route) return;
  else screen.told.textContent = total ? strings.rows(total) : strings.none;
  screen.route = route;
}
