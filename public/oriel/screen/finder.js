import { strings } from '../../phrases.js';
import { element, refill, write } from '../core/dom.js';
import { read } from '../core/read.js';
import { group as grouped } from '../form/argument.js';

/* Milliseconds until rows are searched, and between two looks. */
const PAUSE = 200;
const AGAIN = 400;

/* Least letters of a search of rows, rows of a table, tables at a time. */
const LETTERS = 2;
const ROWS = 4;
const TABLES = 4;

const wait = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

const link = ({ href, title, subtitle = '' }) =>
  element('a', { href }, element('bdi', {}, title), ' ', element('small', {}, grouped(subtitle)));

/* Makes a heading with its lines, if any. */
const group = (title, lines) => lines.length
  ? [element('section', {}, element('h2', {}, title),
    element('ul', { className: 'found bare' }, ...lines.map(line => element('li', {}, line))))]
  : [];

/* Returns those with a text in their title, the ones that begin with it first. */
function fitting(all, text) {
  const rank = ({ title }) => Math.sign(title.toLowerCase().indexOf(text.toLowerCase()));
  return all.filter(one => rank(one) >= 0).sort((a, b) => rank(a) - rank(b));
}

/** A field that finds tables, commands, and rows as they arrive. */
export class Finder {
  status = element('p', { role: 'status' });
  found = element('div');
  rows = new Map();

  /* `commands` returns the commands to offer. `changed` gets the text. */
  constructor({ commands = () => [], changed } = {}) {
    Object.assign(this, { commands, changed });
    this.field = element('input', {
      type: 'search',
      autocomplete: 'off',
      placeholder: strings.findAll,
      ariaLabel: strings.findAll,
      oninput: () => this.start(),
    });
    const { field, status, found } = this;
    this.node = element('div', { className: 'finder' }, field, status, found);
    this.node.addEventListener('keydown', event => this.press(event));
  }

  /** Shows what fits the text, and searches all tables. Ends the search before. */
  async start() {
    const text = this.field.value.trim();
    this.search?.abort();
    const search = this.search = new AbortController();
    this.changed?.(text);
    this.rows.clear();
    this.isSearching = text.length >= LETTERS;
    const home = await read('/', 'window=0,500').catch(() => ({}));
    if (search.signal.aborted) return;
    write(this.status, '');
    if (!text && this.changed) return this.replace([]);
    const cells = home.screen === 'database' ? Object.values(home.cells) : [];
    this.tables = cells.filter(({ href }) => href);
    this.isSearching &&= this.tables.length > 0;
    this.show(text);
    if (!this.isSearching) return;
    await wait(PAUSE);
    const left = [...this.tables];
    const next = async () => {
      while (left.length && !search.signal.aborted) {
        await this.searchTable(left.shift(), text, search.signal);
      }
    };
    await Promise.all(Array.from({ length: TABLES }, next));
    if (search.signal.aborted) return;
    this.isSearching = false;
    this.show(text);
  }

  /* Reads the rows of a table until there are enough, unless its list has no search. */
  async searchTable(table, text, signal) {
    const query = `search=${encodeURIComponent(text)}&window=0,${ROWS}`;
    while (!signal.aborted) {
      const found = await read(table.href, query, signal).catch(() => ({}));
      const { inputs, window, cells = {} } = found;
      if (signal.aborted || inputs?.search !== text) return;
      const hits = Object.values(cells).filter(({ href }) => href);
      const total = Math.max(hits.length, window.total);
      const isMore = window.approximate ?? false;
      this.rows.set(table, { hits, total, isMore, isAll: total === hits.length && !isMore });
      if (hits.length) this.show(text);
      if (!window.searching || hits.length >= ROWS) return;
      await wait(AGAIN);
    }
  }

  show(text) {
    const isView = ({ template }) => template === 'view';
    const tables = fitting(this.tables, text);
    const groups = [
      ...group(strings.tables, tables.filter(table => !isView(table)).map(link)),
      ...group(strings.views, tables.filter(isView).map(link)),
      ...group(strings.commands, fitting(this.commands(), text).map(command)),
      ...this.tables.flatMap(table => this.rows.has(table) ? this.rowsOf(table, text) : []),
    ];
    this.replace(groups);
    const lines = this.found.querySelectorAll('a:not(.all), button').length;
    const known = [...this.rows.values()];
    const count = known.reduce((sum, { hits, total }) => sum + total - hits.length, lines);
    const said = text ? strings.hits(count, known.some(({ isMore }) => isMore)) : '';
    write(this.status, this.isSearching ? strings.searching : said);
  }

  /* Shows the groups. A line that has the focus keeps it. */
  replace(groups) {
    const { activeElement } = document;
    refill(this.found, groups);
    if (activeElement.isConnected) return;
    const same = this.lines().find(({ href }) => href === activeElement.href);
    (same ?? this.field).focus();
  }

  /* Makes the group of the rows of a table, with a link to all. */
  rowsOf(table, text) {
    const { hits, total, isMore, isAll } = this.rows.get(table);
    const lines = hits.map(link);
    const href = `${table.href}?search=${encodeURIComponent(text)}`;
    const all = element('a', { href, className: 'all' }, strings.showAllOf(total, isMore));
    if (hits.length && !isAll) lines.push(all);
    return group(table.title, lines);
  }

  lines() {
    return [...this.found.querySelectorAll('a, button')];
  }

  /* Arrows lead through the lines, Enter opens the first one. */
  press(event) {
    const { key, target } = event;
    if (event.isComposing) return;
    const lines = this.lines();
    const place = lines.indexOf(target);
    const side = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (side) (lines[place + side] ?? (side < 0 ? this.field : target)).focus();
    else if (key === 'Enter' && target === this.field) lines[0]?.click();
    else if (place >= 0 && key.length === 1 && key !== ' ' && !event.ctrlKey && !event.metaKey) {
      this.field.focus();
      return;
    } else return;
    event.preventDefault();
  }
}

const command = ({ title, run }) => element('button', { type: 'button', onclick: run }, title);
