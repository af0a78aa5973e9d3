import { strings } from '../../phrases.js';
import { element, write } from '../core/dom.js';
import { here, routeWith } from '../core/router.js';
import { own } from '../core/value.js';
import { say } from '../form/argument.js';
import { showChips } from './chips.js';
import { group, types } from './columns.js';
import { dressHeaders } from './headers.js';
import { askForKey, find, lead } from './seek.js';

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
  screen.total.after(button);
  return button;
}

/* Shows values by their types. A missing value is aligned like the one below. */
function format({ nodes, screen }, kind) {
  for (const node of [...nodes.values()].reverse()) {
    if (node.said === node.cell) continue;
    node.said = node.cell;
    formatRow(node, screen, kind);
  }
}

function formatRow(node, screen, kind) {
  const { fields = {}, subtitle } = node.cell;
  const [, below, ...cells] = node.firstChild.children;
  const next = node.nextSibling?.firstChild.children;
  if (kind === 'database' && subtitle) write(below, group(subtitle));
  cells.forEach((place, index) => {
    const name = Object.keys(fields)[index] ?? place.title;
    const value = own(fields, name);
    const argument = own(types(screen), name);
    const type = value === undefined ? next?.[index + 2]?.dataset.type : typeof value;
    place.dataset.type = argument?.type ?? type;
    const isSimple = value !== undefined && Object(value) !== value;
    if (isSimple) write(place, say(value, argument));
  });
}

function equip(screen, list, bar) {
  if (!screen.chips) {
    screen.chips = element('p', { className: 'chips' });
    bar.after(screen.chips);
    const onclick = () => askForKey(screen);
    if (types(screen)) screen.view.after(element('button', { onclick }, strings.seek));
  }
  showChips(screen);
  if (list.isLabelled) dressHeaders(list, screen);
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

/* Shows how many rows there are, and announces it once a route. */
function count(screen) {
  const { document: { route, window }, chips } = screen;
  const { total, approximate, searching } = window;
  if (approximate) write(screen.total, strings.total(window));
  screen.node.style.setProperty('--none', searching ? `"${strings.searching}"` : '');
  if (!screen.told) {
    screen.told = element('p', { className: 'unseen', role: 'status' });
    chips.after(screen.told);
  } else if (approximate || route === screen.route) return;
  else screen.told.textContent = total ? strings.rows(total) : strings.none;
  screen.route = route;
}
