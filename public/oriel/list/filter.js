import { strings } from '../../phrases.js';
import { element, options, refill } from '../core/dom.js';
import { tryToRead } from '../core/read.js';
import { own } from '../core/value.js';
import { build, labelled, say, typedIn } from '../form/argument.js';
import { dialog, primaryButton } from '../form/dialog.js';
import { findKey } from '../form/pick.js';
import { countsRoute, declaredOf, plain, routeWithFilters, spell, types } from './terms.js';

/* Milliseconds after the last letter until values are suggested. */
const PAUSE = 150;

/* Whether a value is in a route as it is typed. */
const isRaw = word => /contains|starts|in/.test(word);

/* The number of values that are suggested. */
const SUGGESTED = 8;

/* One filter: a column, a comparison and a value, with suggestions from the data. */
class FilterForm {
  column = element('select', { onchange: () => this.choose() });
  word = element('select', { onchange: () => this.compare() });
  place = element('div', { className: 'field' });
  list = element('div', { className: 'suggested', role: 'group' });

  constructor(screen, filter, apply) {
    Object.assign(this, { screen, filter, apply });
    const { columns, comparisons, inputs: { filters } } = screen.document;
    const taken = filters.map(({ column }) => column);
    const declared = types(screen);
    const next = columns.find(name => !taken.includes(name) && !own(declared, name)?.key);
    this.column.append(...options(columns.map(name => [name, name])));
    this.column.value = filter?.column ?? next ?? columns[0];
    const words = ['', ...comparisons].map(word => [word, strings.comparisons[word] ?? word]);
    this.word.append(...options(words));
    this.list.ariaLabel = strings.suggestions;
    this.body = [labelled(strings.column, this.column), labelled(strings.comparison, this.word),
      this.place, this.list];
    this.choose(filter);
  }

  get document() {
    return this.screen.document;
  }

  get argument() {
    return declaredOf(this.screen, this.column.value) ?? {};
  }

  /* Offers what suits the column: a comparison that is usual for its type, and its values. */
  choose(filter = {}) {
    const { comparison = '', value } = filter;
    const { type, list } = this.argument;
    const usual = /integer|number|date/.test(type) && !list ? 'gte' : '';
    this.former = filter;
    this.word.value = filter.comparison ?? usual;
    this.shown = isRaw(comparison) ? value : plain(value ?? '');
    this.makeInput(this.shown);
    this.suggest();
  }

  /* Makes the input for a value: a choice, a calendar, or a field for parts and lists of values. */
  makeInput(value) {
    const { argument: { type, sample }, word } = this;
    const isTruth = type === 'boolean' && /^[01]?$/.test(value);
    const truths = [1, 0].map(value => ({ value, title: say(value, { type }) }));
    const isDay = /^date/.test(type) && !isRaw(word.value);
    const choices = isTruth ? truths : undefined;
    this.input = build({ choices, ...isDay && { type, sample } }, value);
    this.input.autocomplete = 'off';
    this.input.oninput = () => this.suggestSoon();
    this.place.replaceChildren(element('label', {}, strings.value, this.input));
    this.enable();
  }

  /* What is typed, as the column spells it. */
  get value() {
    return typedIn(this.input, this.shown || this.argument.sample);
  }

  /* A comparison with a part of a value takes a text, one with NULL takes no value. */
  compare() {
    if (/^date/.test(this.argument.type)) this.makeInput(this.value);
    this.enable();
  }

  enable() {
    this.input.disabled = /null/.test(this.word.value);
  }

  suggestSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.suggest(), PAUSE);
  }

  /* Suggests the most frequent values, of those that contain what is typed. */
  async suggest() {
    const { document, column: { value: column }, input, argument: { type, list } } = this;
    const typed = input.localName === 'select' ? '' : this.typed;
    const isText = list || !/integer|number/.test(type);
    const more = typed && isText ? await this.narrow(typed.slice(0, 99), list) : [];
    const window = `window=0,${typed && !isText ? 50 : SUGGESTED}`;
    const { cells = {} } = await tryToRead(countsRoute(document, column, '', more), window);
    if (input !== this.input || typed && typed !== this.typed) return;
    const isLike = ({ title }) => isText || title.toLowerCase().includes(typed.toLowerCase());
    const found = Object.entries(cells).filter(([, cell]) => isLike(cell)).slice(0, SUGGESTED);
    refill(this.list, found.map(entry => this.suggestion(...entry)));
  }

  /* Returns the filter of the values that contain a text. */
  async narrow(typed, list) {
    if (!list) return this.pair('contains', typed);
    const { cells = {} } = await tryToRead(list, `search=${encodeURIComponent(typed)}&window=0,50`);
    return this.pair('in', Object.keys(cells).join() || '~t');
  }

  pair(word, value) {
    return [[spell(this.column.value, word, this.document.columns), value]];
  }

  /* The value that is being typed: the last one of several. */
  get typed() {
    const { word, input } = this;
    return word.value === 'in' ? input.value.split(',').at(-1) : this.value;
  }

  /* Applies a value, or adds it to several. */
  take(id) {
    const { word, input } = this;
    if (word.value !== 'in') return this.apply(this.pair(word.value === 'not' ? 'not' : '', id));
    input.value = [...input.value.split(',').slice(0, -1), id, ''].join();
    input.focus();
    this.suggest();
  }

  suggestion(id, { title, fields: { value, count } }) {
    const onclick = () => this.take(id);
    const said = value === null ? strings.absent : say(title, this.argument) || strings.unnamed;
    return element('button', { type: 'button', value: id, onclick }, said, ' ',
      element('small', {}, say(count)));
  }

  /* Returns the parameter and its value, nothing if none is given, or why there is none. */
  async read() {
    const { word: { value: word }, input: { disabled }, value: typed, former, argument } = this;
    if (disabled) return this.pair(word, '');
    if (former.comparison === word && typed === this.shown) return this.pair(word, former.value);
    const value = word === 'in' ? typed.replace(/,+$/, '') : typed;
    if (!value) return [];
    if (isRaw(word)) return this.pair(word, value);
    const { key, problem } = argument.list ? await findKey(argument, value) : {};
    return problem ?? this.pair(word, key ?? value.replaceAll('~', '~~'));
  }
}

/** Asks for a filter, a new one or in place of another, and opens the route that has it. */
export default function chooseFilters(screen, filter) {
  const apply = added => {
    node.close();
    screen.go(routeWithFilters(screen, filter ? [filter] : [], added));
  };
  const form = new FilterForm(screen, filter, apply);
  const node = dialog(strings.filter, primaryButton(strings.show), form.body, async () => {
    const added = await form.read();
    if (typeof added === 'string') return { message: added };
    if (!added.length && !filter) return { message: strings.noFilter };
    apply(added);
  });
  if (filter) form.input.focus();
}
