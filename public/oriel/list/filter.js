import { strings } from '../../phrases.js';
import { element, refill } from '../core/dom.js';
import { tryToRead } from '../core/read.js';
import { own } from '../core/value.js';
import { build, say } from '../form/argument.js';
import { dialog, primaryButton } from '../form/dialog.js';
import { countsRoute, routeWithFilters, spell } from './terms.js';

/* Milliseconds after the last letter until values are suggested. */
const PAUSE = 150;

/* The number of values that are suggested. */
const SUGGESTED = 8;

const option = ([value, title]) => element('option', { value }, title);

const field = (title, ...controls) =>
  element('div', { className: 'field' }, element('label', {}, title, ...controls));

/* One filter: a column, a comparison and a value, with suggestions from the data. */
class FilterForm {
  column = element('select', { onchange: () => this.choose() });
  word = element('select', { onchange: () => this.enable() });
  place = element('div', { className: 'field' });
  list = element('div', { className: 'suggested', role: 'group' });

  constructor(screen, filter, apply) {
    Object.assign(this, { screen, filter, apply });
    const { columns, comparisons, inputs: { filters } } = screen.document;
    const taken = filters.map(({ column }) => column);
    const next = columns.find(name => !taken.includes(name)) ?? columns[0];
    this.column.append(...columns.map(name => option([name, name])));
    this.column.value = filter?.column ?? next;
    const words = ['', ...comparisons].map(word => [word, strings.comparisons[word] ?? word]);
    this.word.append(...words.map(option));
    this.list.ariaLabel = strings.suggestions;
    this.body = [field(strings.column, this.column), field(strings.comparison, this.word),
      this.place, this.list];
    this.choose(filter);
  }

  get document() {
    return this.screen.document;
  }

  get argument() {
    return own(this.document.commands.insert?.arguments, this.column.value) ?? {};
  }

  /* Offers what suits the column: a comparison that is usual for its type, and its values. */
  choose({ comparison, value } = {}) {
    const { type, list } = this.argument;
    const isEmpty = comparison === '' && value === '';
    const usual = /integer|number|date/.test(type) && !list ? 'gte' : '';
    this.word.value = comparison ?? usual;
    this.makeInput(type, isEmpty ? '~t' : (value ?? '').replace(/^~[rt](?=.)/, ''));
    this.enable();
    this.suggest();
  }

  makeInput(type, value) {
    const isTruth = type === 'boolean' && /^[01]?$/.test(value);
    const truths = [1, 0].map(value => ({ value, title: say(value, { type }) }));
    this.input = build({ choices: isTruth ? truths : undefined }, value);
    this.input.autocomplete = 'off';
    this.input.oninput = () => this.suggestSoon();
    this.place.replaceChildren(element('label', {}, strings.value, this.input));
  }

  /* A comparison with NULL takes no value. */
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
    const isText = !list && !/integer|number/.test(type);
    const more = typed && isText ? [[spell(column, 'contains', document.columns), typed]] : [];
    const window = `window=0,${typed && !isText ? 50 : SUGGESTED}`;
    const { cells = {} } = await tryToRead(countsRoute(document, column, '', more), window);
    if (input !== this.input || typed && typed !== this.typed) return;
    const isLike = ({ title }) => isText || title.toLowerCase().includes(typed.toLowerCase());
    const found = Object.entries(cells).filter(([, cell]) => isLike(cell)).slice(0, SUGGESTED);
    refill(this.list, found.map(entry => this.suggestion(...entry)));
  }

  /* The value that is being typed: the last one of several. */
  get typed() {
    const { word, input } = this;
    return word.value === 'in' ? input.value.split(',').at(-1) : input.value;
  }

  /* Applies a value, or adds it to several. */
  take(id) {
    const { word, input, column, document: { columns } } = this;
    if (word.value !== 'in') return this.apply([[spell(column.value, '', columns), id]]);
    input.value = [...input.value.split(',').slice(0, -1), id, ''].join();
    input.focus();
    this.suggest();
  }

  suggestion(id, { title, fields: { value, count } }) {
    const onclick = () => this.take(id);
    const said = value === null ? strings.absent : say(title, this.argument) || strings.unnamed;
    return element('button', { type: 'button', onclick }, said, ' ',
      element('small', {}, say(count)));
  }

  /* Returns the parameter and its value, or nothing if no value is given. */
  read() {
    const { column, word, input } = this;
    const value = word.value === 'in' ? input.value.replace(/,+$/, '') : input.value;
    if (!value && !input.disabled) return [];
    const name = spell(column.value, word.value, this.document.columns);
    return [[name, input.disabled ? '' : value]];
  }
}

/** Asks for a filter, a new one or in place of another, and opens the route that has it. */
export function chooseFilters(screen, filter) {
  const apply = added => {
    node.close();
    screen.go(routeWithFilters(screen.document, filter ? [filter] : [], added));
  };
  const form = new FilterForm(screen, filter, apply);
  const node = dialog(strings.filter, primaryButton(strings.show), form.body, async () => {
    const added = form.read();
    if (!added.length && !filter) return { message: strings.noFilter };
    apply(added);
  });
  if (filter) form.input.focus();
}
