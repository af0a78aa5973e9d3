import { strings } from '../../phrases.js';
import { element, refill } from '../core/dom.js';
import { sheet } from '../core/sheet.js';
import { own } from '../core/value.js';
import { dialog } from '../form/dialog.js';
import { types } from './columns.js';
import { Facet } from './facet.js';
import { isEnumeration } from './rich.js';

await sheet('/oriel/list/facets.css');

/* The columns that are counted at first. */
const FACETS = 5;

/* Other texts are counted if they are short, and so few of those in sight are different. */
const SHORT = 30;
const REPEATED = .6;

const DATE = /^\d{4}-\d\d-\d\d/;

/* Whether there is room beside the table. */
const isBroad = globalThis.matchMedia?.('(min-width: 64rem)') ?? { matches: true };

/* Returns the suffix of a column's counts, and how early it comes; nothing for other columns. */
function kindOf(name, { types, cells }) {
  const { type, list, key } = own(types, name) ?? {};
  const values = cells.map(({ fields }) => own(fields, name))
    .filter(value => value !== null && value !== undefined);
  if (key || values.some(value => typeof value === 'object')) return;
  const isLinked = list || cells.some(({ links }) => own(links, name));
  if (isLinked) return ['', 1];
  if (type === 'boolean' || isEnumeration(values)) return ['', 0];
  if (/^date/.test(type) || values.length && values.every(value => DATE.test(value))) {
    return ['range', 2];
  }
  const isNumber = /integer|number/.test(type)
    || values.length && values.every(value => typeof value === 'number');
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
  const { columns, titleColumns = [], cells, inputs: { filters } } = screen.document;
  const about = { types: types(screen), cells: Object.values(cells) };
  const isFiltered = name => filters.some(({ column }) => column === name);
  return columns.filter(name => isFiltered(name) || !titleColumns.includes(name))
    .map(name => {
      const [suffix, rank] = kindOf(name, about) ?? [''];
      return [name, [suffix, isFiltered(name) ? -1 : rank]];
    })
    .filter(([, [, rank]]) => rank !== undefined)
    .sort(([, [, left]], [, [, right]]) => left - right)
    .slice(0, FACETS)
    .map(([name, [suffix]]) => [name, suffix]);
}

/* The facets of a table, in a panel beside it, or in a dialog where there is no room. */
class Facets {
  list = element('div');
  other = element('select', { ariaLabel: strings.countMore, onchange: () => this.addOther() });
  facets = [];

  constructor(screen) {
    this.screen = screen;
    const button = element('button', {
      ariaLabel: strings.close,
      title: strings.close,
      onclick: () => toggleFacets(screen),
    }, '×');
    const head = element('p', {}, strings.facets, button);
    this.node = element('aside', { className: 'facets', ariaLabel: strings.facets },
      ...isBroad.matches ? [head] : [], this.list, this.other);
    this.node.onkeydown = ({ key }) => {
      if (key === 'Escape' && isBroad.matches) toggleFacets(screen);
    };
    this.follow();
  }

  /* Shows the facets of the table that the page shows now. */
  follow() {
    const { document } = this.screen;
    const table = location.pathname;
    if (this.table === table && this.facets.length) {
      for (const facet of this.facets) facet.follow();
    } else {
      this.table = table;
      this.end();
      for (const kind of facetsOf(this.screen)) this.add(...kind);
    }
    const shown = this.facets.map(({ column }) => column);
    const others = document.columns.filter(name => !shown.includes(name));
    const options = [['', strings.countMore], ...others.map(name => [name, name])];
    refill(this.other, options.map(([value, title]) => element('option', { value }, title)));
  }

  add(...what) {
    const facet = new Facet(this.screen, ...what);
    this.facets.push(facet);
    this.list.append(facet.node);
  }

  addOther() {
    const { value, selectedIndex } = this.other;
    const about = { types: types(this.screen), cells: Object.values(this.screen.document.cells) };
    if (selectedIndex > 0) this.add(value, kindOf(value, about)?.[0] ?? '', true);
    this.follow();
  }

  end() {
    for (const facet of this.facets) facet.end();
    this.facets = [];
    this.list.replaceChildren();
  }
}

let panel;

/* Ends the counts of a table that is no longer in the page. */
const watch = new MutationObserver(() => panel && !panel.screen.node.isConnected && close());
watch.observe(document.querySelector('main'), { childList: true });

function remember(isShown) {
  try {
    if (isShown) localStorage.facets = 1;
    else delete localStorage.facets;
  } catch {}
}

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
    remember(true);
    return document.body.append(panel.node);
  }
  const node = dialog(strings.facets, undefined, [panel.node]);
  node?.addEventListener('close', close);
  panel.node.addEventListener('click', ({ target }) => target.closest('a') && node.close());
}

/** Shows or hides the counts of a table's columns beside it, and remembers that. */
export function toggleFacets(screen) {
  if (!panel?.node.checkVisibility()) {
    show(screen);
    return panel.node.querySelector('p button')?.focus();
  }
  close();
  remember(false);
  screen.counted = null;
  screen.node.querySelector('.facets-button').focus();
}

/** Shows the counts beside a table if they were shown last, and brings them up to date. */
export function followFacets(screen) {
  if (panel?.screen === screen) panel.follow();
  else if (isBroad.matches) show(screen);
  else close();
}
