import { strings } from '../../phrases.js';
import { element, options, refill } from '../core/dom.js';
import { sheet } from '../core/sheet.js';
import { store } from '../core/store.js';
import { own } from '../core/value.js';
import { closeButton, dialog } from '../form/dialog.js';
import { Facet } from './facet.js';
import { isEnumeration } from './rich.js';
import { sortable } from './terms.js';

await sheet('/oriel/list/facets.css');

/* The columns that are counted at first. */
const FACETS = 5;

/* Other texts are counted if they are short, and so few of those in sight are different. */
const SHORT = 30;
const REPEATED = .6;

const DATE = /^\d{4}-\d\d-\d\d/;

/* Whether there is room beside the table. */
const isBroad = globalThis.matchMedia?.('(min-width: 64rem)') ?? { matches: true };

/*
 * Whether a column without a declaration identifies the rows. Its values are in the ids of a table.
 * The rows of a view have no key; there they are whole numbers close together that all differ.
 */
function isKey(name, values, { screen, cells }) {
  const rows = Object.entries(cells);
  if (screen === 'table') {
    return rows.every(([id, { fields }]) => id.split(',').includes(`${own(fields, name)}`));
  }
  const isClose = Math.max(...values) - Math.min(...values) < 2 * rows.length;
  return isClose && values.every(Number.isInteger) && new Set(values).size === rows.length;
}

/* Returns the suffix of a column's counts, and how early it comes; nothing for other columns. */
function kindOf(name, { document }) {
  const { cells, commands } = document;
  const rows = Object.values(cells);
  const values = rows.map(({ fields }) => own(fields, name))
    .filter(value => value !== null && value !== undefined);
  const declared = own(commands.insert?.arguments, name);
  const { type, list, key } = declared ?? { key: isKey(name, values, document) };
  if (key || values.some(value => typeof value === 'object')) return;
  const isLinked = list || rows.some(({ links }) => own(links, name));
  if (isLinked) return ['', 1];
  const areAll = test => values.length > 0 && values.every(test);
  const isTruth = type ? type === 'boolean' : areAll(value => value === 0 || value === 1);
  if (isTruth || isEnumeration(values)) return ['', 0];
  if (/^date/.test(type) || areAll(value => DATE.test(value))) return ['range', 2];
  const isNumber = /integer|number/.test(type) || areAll(value => typeof value === 'number');
  if (isNumber) return ['range', 3];
  const isShort = values.every(value => `${value}`.length <= SHORT);
  const isRepeated = new Set(values).size < values.length * REPEATED;
  return isShort && isRepeated ? ['', 1] : undefined;
}

/**
 * Returns the columns whose values are worth counting, at most five, each with the suffix of its
 * counts: enumerations, truths, references and repeated texts by value, dates and numbers by range.
 */
export function facetsOf(screen) {
  const { titleColumns = [], inputs: { filters } } = screen.document;
  const columns = sortable(screen.document);
  const isFiltered = name => filters.some(({ column }) => column === name);
  return columns.filter(name => isFiltered(name) || !titleColumns.includes(name))
    .map(name => {
      const [suffix, rank] = kindOf(name, screen) ?? [''];
      return { name, suffix, rank: isFiltered(name) ? -1 : rank };
    })
    .filter(({ rank }) => rank !== undefined)
    .sort((left, right) => left.rank - right.rank)
    .slice(0, FACETS)
    .map(({ name, suffix }) => [name, suffix]);
}

/* The facets of a table, in a panel beside it, or in a dialog where there is no room. */
class Facets {
  list = element('div');
  other = element('select', { ariaLabel: strings.countMore, onchange: () => this.addOther() });
  facets = [];

  constructor(screen) {
    this.screen = screen;
    const close = closeButton(strings.close, () => toggleFacets(screen));
    const head = element('p', {}, strings.facets, close);
    this.node = element('aside', { className: 'facets', ariaLabel: strings.facets },
      ...isBroad.matches ? [head] : [], this.list, this.other);
    this.node.onkeydown = ({ key }) => {
      if (key === 'Escape' && isBroad.matches) toggleFacets(screen);
    };
    this.follow();
  }

  /* Counts the rows that the list shows now. */
  follow() {
    const { document } = this.screen;
    for (const facet of this.facets) facet.follow();
    if (!this.facets.length) facetsOf(this.screen).forEach(kind => this.add(...kind));
    const shown = this.facets.map(({ column }) => column);
    const others = sortable(document).filter(name => !shown.includes(name));
    const named = others.map(name => [name, name]);
    refill(this.other, options([['', strings.countMore], ...named]));
  }

  add(...what) {
    const facet = new Facet(this.screen, ...what);
    this.facets.push(facet);
    this.list.append(facet.node);
  }

  addOther() {
    const { value, selectedIndex } = this.other;
    if (selectedIndex > 0) this.add(value, kindOf(value, this.screen)?.[0] ?? '', true);
    this.follow();
  }

  end() {
    for (const facet of this.facets) facet.end();
  }
}

let panel;

/* Ends the counts of a table that is no longer in the page. */
const watch = new MutationObserver(() => panel && !panel.screen.node.isConnected && close());
watch.observe(document.querySelector('main'), { childList: true });

function close() {
  if (!panel) return;
  panel.end();
  panel.node.remove();
  panel = null;
}

function show(screen) {
  close();
  panel = new Facets(screen);
  if (isBroad.matches) {
    store('facets', 1);
    return document.body.append(panel.node);
  }
  const node = dialog(strings.facets, undefined, [panel.node]);
  node.addEventListener('close', close);
  // The focus is at the end, on the choice of another column.
  node.scrollTop = 0;
  panel.node.addEventListener('click', ({ target }) => target.closest('a') && node.close());
}

/** Shows or hides the counts of a table's columns beside it, and remembers that. */
export default function toggleFacets(screen) {
  if (!panel?.node.checkVisibility()) {
    screen.counted = screen.document.inputs;
    show(screen);
    return panel.node.querySelector('p button')?.focus();
  }
  close();
  store('facets');
  screen.counted = null;
  screen.node.querySelector('.facets-button').focus();
}

/** Shows the counts beside a table if they were shown last, and brings them up to date. */
export function followFacets(screen) {
  if (panel?.screen === screen) panel.follow();
  else if (isBroad.matches) show(screen);
  else close();
}
