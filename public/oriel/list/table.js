import { strings } from '../../phrases.js';
import { element, write } from '../core/dom.js';
import { here, routeWith } from '../core/router.js';
import { sheet } from '../core/sheet.js';
import { own } from '../core/value.js';
import { showChips } from './chips.js';
import { group, types } from './columns.js';
import { dressHeaders } from './headers.js';
import { isEnumeration, rich } from './rich.js';
import { dressHome } from '../screen/home.js';
import { askForKey, find, lead } from './seek.js';

await sheet('/oriel/list/rich.css');

/**
 * Adds to a drawn list what only derived lists have: values by type, sortable headers, chips for
 * filters, going to a row by its key, and which rows are printed. The `window` in the address of
 * the page is taken out of it, and leads to its row.
 */
export function dressTable(list) {
  const { screen, items } = list;
  const { screen: kind, columns } = screen?.document ?? {};
  if (!columns && !/^(database|row)$/.test(kind)) return;
  const bar = screen.title.parentNode;
  const { length } = items.filter(({ index }) => index >= 0);
  bar.dataset.printed = printed(list.document.window, length);
  screen.more ??= fold(screen, bar);
  showHeight(screen, bar);
  if (list.keys) format(list, kind);
  if (kind === 'database') dressHome(screen);
  if (columns) equip(screen, list, bar);
}

/* Returns which rows are printed, if not all are. */
function printed({ start, total, approximate }, length) {
  if (length >= total) return '';
  const all = strings.total({ total, approximate });
  return group(strings.printed(start + 1, start + length, all));
}

function showHeight({ node }, bar) {
  node.style.setProperty('--bar', bar.offsetHeight + 'px');
}

/* Adds the button that unfolds the title bar on small screens. */
function fold(screen, bar) {
  const unfold = () => {
    button.ariaExpanded = bar.classList.toggle('open');
    showHeight(screen, bar);
  };
  const button = element('button', {
    className: 'more',
    title: strings.more,
    ariaLabel: strings.more,
    ariaExpanded: false,
    onclick: unfold,
  }, '⋯');
  screen.buttons.after(button);
  return button;
}

/* Shows values as what they are. A missing value is aligned like the one below. */
function format(list, kind) {
  const { nodes, labels } = list;
  const tags = tagsOf(list);
  for (const node of [...nodes.values()].reverse()) {
    if (node.said === node.cell && node.saidOf === node.drawn) continue;
    Object.assign(node, { said: node.cell, saidOf: node.drawn });
    formatRow(node, list, kind, tags);
  }
  const [first] = list.rows.querySelectorAll('.row > .columns');
  if (!list.names || !first) return;
  [...labels.children].forEach((label, place) => {
    label.dataset.type = first.children[place]?.dataset.type ?? '';
  });
}

/* Returns the columns whose values are tags. That is decided once for a list. */
function tagsOf(list) {
  const { names, document: { cells } } = list;
  if (!names) return new Set();
  if (list.tagged === `${names}`) return list.tags;
  const rows = Object.values(cells);
  const declared = types(list.screen);
  const isTag = name => !own(declared, name)?.list
    && isEnumeration(rows.map(({ fields }) => own(fields, name)));
  list.tags = new Set(names.filter(isTag));
  if (rows.length) list.tagged = `${names}`;
  return list.tags;
}

function formatRow(node, { screen, names }, kind, tags) {
  const { fields = {}, links, subtitle } = node.cell;
  const [, below, ...cells] = node.firstChild.children;
  const next = node.nextSibling?.firstChild.children;
  if (kind === 'database') {
    const isView = node.cell.template === 'view';
    const parts = [...isView ? [strings.view] : [], ...subtitle ? [group(subtitle)] : []];
    write(below, parts.join(' · '));
  }
  cells.forEach((place, index) => {
    const name = (names ?? Object.keys(fields))[index] ?? place.title;
    if (place.className === 'out') return;
    const value = own(fields, name);
    const argument = own(types(screen), name);
    const link = own(links, name);
    const isKnown = value !== undefined && value !== null;
    const type = isKnown ? typeof value : next?.[index + 2]?.dataset.type;
    place.dataset.type = link || argument?.list ? 'link' : argument?.type ?? type ?? '';
    if (value !== undefined) put(place, rich(value, argument, link, tags.has(name)));
  });
}

/* Gives a cell its content, unless it has it. Its links are reached by the arrow keys. */
function put(place, content) {
  const node = content.nodeType ? content : document.createTextNode(content);
  if (node.localName === 'a') node.tabIndex = -1;
  const { childNodes: [old], childNodes } = place;
  if (childNodes.length === 1 && old.isEqualNode(node)) return;
  const wasHere = place.contains(document.activeElement) && document.activeElement !== place;
  place.replaceChildren(node);
  if (wasHere) (node.localName === 'a' ? node : place).focus({ preventScroll: true });
}

/* Adds the buttons for the key, the columns, and on touch screens the selection. */
function addButtons(screen) {
  const seek = element('button', { onclick: () => askForKey(screen) }, strings.seek);
  const columns = element('button', {
    className: 'columns-button',
    onclick: async () => {
      const { chooseColumns } = await import('./choose.js');
      chooseColumns(screen);
    },
  }, strings.columns);
  const select = element('button', {
    className: 'selecting-offer',
    ariaPressed: false,
    onclick: () => {
      select.ariaPressed = screen.list.node.classList.toggle('selecting');
    },
  }, strings.select);
  screen.view.after(...types(screen) ? [seek] : [], columns, select);
}

function equip(screen, list, bar) {
  if (!screen.chips) {
    screen.chips = element('p', { className: 'chips' });
    bar.after(screen.chips);
    addButtons(screen);
  }
  showChips(screen);
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
