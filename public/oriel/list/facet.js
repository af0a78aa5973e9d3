import { locale, strings } from '../../phrases.js';
import { Connection } from '../core/connection.js';
import { element, refill } from '../core/dom.js';
import { own } from '../core/value.js';
import { say } from '../form/argument.js';
import { nextStop } from './keys.js';
import { countsRoute, filtersOf, routeWithFilters, spell, types } from './terms.js';

/* The values that are shown at first, and after “more”. */
const VALUES = 7;
const MORE = 100;

/* The most values of a column that are worth choosing from. */
const WORTH = 500;

const DAY = { timeZone: 'UTC', year: 'numeric', month: 'short', day: 'numeric' };

/* Returns a bound of a range as a number, for its place in a histogram. */
const placeOf = value => typeof value === 'number' ? value : Date.parse(value);

/* Returns a bound of a range in the words of the reader. */
function sayBound(value) {
  if (typeof value === 'number') return say(value);
  const [year, month, day] = value.split('-');
  const form = { ...DAY, day: day && DAY.day, month: month && DAY.month };
  return month ? new Date(Date.parse(value)).toLocaleString(locale, form) : year;
}

/* Returns a value that no row has now, so that it can be given up. */
const noneOf = (id, { title = id, fields } = {}) =>
  ({ id, title, fields: { value: fields ? fields.value : id, count: 0 } });

/** The values of one column with their counts, which are live, and follow the list. */
export class Facet {
  node = element('section', { onkeydown: event => this.press(event) });
  length = VALUES;
  known = new Map();

  constructor(screen, column, suffix, isWorth) {
    Object.assign(this, { screen, column, suffix, isWorth });
    this.connection = new Connection(screen.connection.dial, {
      state: () => {},
      change: () => this.frame ??= requestAnimationFrame(() => this.draw()),
      failed: () => this.node.replaceChildren(),
      navigate: () => {},
    });
    this.follow();
    this.connection.retry();
  }

  get window() {
    return { start: 0, count: this.suffix ? MORE : this.length };
  }

  /** Counts the rows that the list shows now. */
  follow() {
    const route = countsRoute(this.screen.document, this.column, this.suffix);
    if (route !== this.route) this.connection.open(route, this.window);
    this.route = route;
    this.draw();
  }

  /** Ends the counting. */
  end() {
    this.connection.end();
  }

  /* The filters of this column in the page. */
  get filters() {
    return filtersOf(this.screen, this.column);
  }

  /* The values that the filters of this column choose. */
  get chosen() {
    const sets = this.filters.map(({ comparison, value }) => {
      if (comparison === 'null') return ['~n'];
      return comparison === 'in' ? value.split(',') : comparison ? [] : [value];
    });
    return sets.flat();
  }

  draw() {
    this.frame = null;
    // Until other counts arrive, the former ones have the links of the present page.
    const counts = this.counts = this.connection.document ?? this.counts;
    this.node.ariaBusy = !counts || null;
    if (!counts) return this.reserve();
    const { cells, sections: [{ rows = [] } = {}], window } = counts;
    const found = rows.map(id => ({ id, ...cells[id] }));
    // What was worth showing stays when a filter leaves one value.
    this.isWorth ||= window.total > 1 && window.total <= WORTH || this.filters.length > 0;
    if (!this.isWorth) return this.node.replaceChildren();
    const isRange = ({ fields }) => fields.end !== undefined;
    const bars = found.filter(isRange);
    const values = found.filter(cell => !isRange(cell)).slice(0, this.length);
    const isAbsent = id => !rows.includes(id);
    const absent = this.chosen.filter(isAbsent).map(id => this.known.get(id) ?? noneOf(id));
    for (const cell of values) this.known.set(cell.id, noneOf(cell.id, cell));
    const rest = window.total - bars.length - values.length;
    const ids = [...bars, ...values, ...absent].map(({ id }) => id);
    if (!ids.includes(this.stop)) [this.stop] = ids;
    const { activeElement } = document;
    const place = this.all('a, button').indexOf(activeElement);
    refill(this.node, [
      this.heading(this.suffix ? '' : window.total.toLocaleString(locale)),
      ...bars.length ? [this.histogram(bars)] : [],
      ...this.choices([...values, ...absent]),
      ...rest > 0 ? [element('button', { className: 'others' }, strings.otherValues(rest))] : [],
    ]);
    const more = this.node.querySelector('.others');
    if (more) more.onclick = () => this.showMore();
    if (place >= 0 && !activeElement.isConnected) this.restore(activeElement, place);
  }

  /* Keeps the place of counts that have not arrived, as far as the rows of the list tell. */
  reserve() {
    const values = Object.values(this.screen.document.cells)
      .map(({ fields }) => own(fields, this.column))
      .filter(value => value === null || !this.suffix);
    const { size } = new Set(values);
    const lines = Array.from({ length: Math.min(size, VALUES + 1) }, () =>
      element('li', {}, element('a', {}, '\xa0')));
    const axis = element('p', {}, element('small', {}, '\xa0'));
    refill(this.node, [
      this.heading(''),
      ...this.suffix ? [element('div', { className: 'histogram' }, element('div'), axis)] : [],
      ...size ? [element('ul', { className: 'choices bare' }, ...lines)] : [],
    ]);
  }

  heading(count) {
    return element('h2', {}, this.column || strings.unnamed, ' ', element('small', {}, count));
  }

  all(selector) {
    return [...this.node.querySelectorAll(selector)];
  }

  /* Gives the focus back to the value that had it, or to the one in its place. */
  restore({ dataset: { id } }, place) {
    const controls = this.all('a, button');
    const same = controls.find(({ dataset }) => dataset.id === id);
    (same ?? controls[place])?.focus({ preventScroll: true });
  }

  /* Moves between the bars and values, of which one is a stop of Tab. */
  press(event) {
    const next = event.target.matches('a') && nextStop(event, this.all('a'));
    if (!next) return;
    this.stop = next.dataset.id;
    this.draw();
    this.all('a').find(({ dataset }) => dataset.id === this.stop).focus();
  }

  showMore() {
    this.length = MORE;
    this.connection.move(this.window);
    this.draw();
  }

  choices(values) {
    if (!values.length) return [];
    const { chosen } = this;
    const largest = Math.max(1, ...values.map(({ fields }) => fields.count));
    const declared = own(types(this.screen), this.column);
    const items = values.map(({ id, title, fields: { value, count } }) => {
      const said = value === null ? strings.absent : say(title, declared) || strings.unnamed;
      const node = this.link(id, () => this.toggled(id), element('bdi', {}, said),
        element('small', {}, count.toLocaleString(locale)));
      if (chosen.includes(id)) node.ariaCurrent = 'true';
      node.style.setProperty('--share', count / largest);
      return element('li', {}, node);
    });
    return [element('ul', { className: 'choices bare' }, ...items)];
  }

  /* Makes a link whose address is that of the moment at which it is followed. */
  link(id, address, ...children) {
    const tabIndex = id === this.stop ? 0 : -1;
    const node = element('a', { href: address(), tabIndex, 'data-id': id }, ...children);
    node.onclick = () => {
      node.href = address();
    };
    return node;
  }

  /* Returns the address in which a value is chosen beside the others, or no longer. */
  toggled(id) {
    const { chosen, column, screen: { document: { columns } } } = this;
    const next = chosen.includes(id) ? chosen.filter(other => other !== id) : [...chosen, id];
    const word = next.length > 1 ? 'in' : '';
    const added = next.length ? [[spell(column, word, columns), next.join()]] : [];
    return routeWithFilters(this.screen, this.filters, added);
  }

  /* Returns the comparisons of a range and their values. */
  boundsOf(href) {
    const { filters } = this.screen.document.inputs;
    const others = filters.filter(({ column }) => column !== this.column).map(({ name }) => name);
    return [...new URL(href, location).searchParams]
      .filter(([name]) => /\.(gte|lt)$/.test(name) && !others.includes(name))
      .map(([name, value]) => [name.split('.').at(-1), value]);
  }

  /* Whether the filters of this column are those of one range, as pairs. */
  isRange(pairs) {
    const { filters } = this;
    return filters.length === 2 && pairs.every(([word, value]) =>
      filters.some(filter => filter.comparison === word && filter.value === value));
  }

  /* Returns the address in which a range is chosen, or no longer. */
  toggledRange(pairs) {
    const { column, filters, screen } = this;
    const { columns } = screen.document;
    const added = pairs.map(([word, value]) => [spell(column, word, columns), value]);
    return routeWithFilters(screen, filters, this.isRange(pairs) ? [] : added);
  }

  /* Draws ranges as bars, each a link to its rows. */
  histogram(bars) {
    const first = placeOf(bars[0].fields.value);
    const span = placeOf(bars.at(-1).fields.end) - first;
    const largest = Math.max(...bars.map(({ fields }) => fields.count));
    const links = bars.map(({ id, href, fields: { value, end, count } }) => {
      const pairs = this.boundsOf(href);
      const title = `${strings.until(sayBound(value), sayBound(end))}: ${say(count)}`;
      const node = this.link(id, () => this.toggledRange(pairs));
      Object.assign(node, { title, ariaLabel: title });
      if (this.isRange(pairs)) node.ariaCurrent = 'true';
      const places = { from: placeOf(value) - first, to: placeOf(end) - first };
      node.style.setProperty('--from', places.from / span);
      node.style.setProperty('--to', places.to / span);
      node.style.setProperty('--share', count / largest);
      return node;
    });
    const ends = [bars[0].fields.value, bars.at(-1).fields.end].map(sayBound);
    return element('div', { className: 'histogram', role: 'group', ariaLabel: this.column },
      element('div', {}, ...links),
      element('p', {}, ...ends.map(text => element('small', {}, text))));
  }
}
