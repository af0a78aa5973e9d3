import { strings } from '../../phrases.js';
import { element } from '../core/dom.js';
import { routeOf } from '../core/router.js';
import { own } from '../core/value.js';
import { build, say } from '../form/argument.js';
import { dialog, primaryButton } from '../form/dialog.js';

/** Returns the parameter of a filter: the column, quoted if needed, and the comparison. */
export function spell(column, comparison, columns) {
  const end = comparison && '.' + comparison;
  const isWord = /^(?!(columns|search|section|sort|window|since)$)\w+$/.test(column);
  const isPlain = isWord && !(end && columns.includes(column + end));
  return (isPlain ? column : `"${column.replaceAll('"', '""')}"`) + end;
}

const option = ([value, title]) => element('option', { value }, title);

/* One filter of the dialog: a comparison and a value of a column. */
class Line {
  constructor({ column, comparison = '', value = '' }, { comparisons, commands }) {
    this.column = column;
    const words = ['', ...comparisons].map(word => [word, strings.comparisons[word] ?? word]);
    const ariaLabel = strings.compare(column);
    this.word = element('select', { ariaLabel }, ...words.map(option));
    this.input = this.makeInput(own(commands.insert?.arguments, column), value);
    this.word.onchange = () => this.enable();
    this.word.value = comparison;
    this.enable();
    const label = element('label', {}, column, this.input);
    this.node = element('div', { className: 'field' }, label, this.word);
  }

  makeInput({ type } = {}, value) {
    const isTruth = type === 'boolean' && /^[01]?$/.test(value);
    const truths = [1, 0].map(value => ({ value, title: say(value, { type }) }));
    return build({ choices: isTruth ? truths : undefined }, value);
  }

  /* A comparison with NULL takes no value. */
  enable() {
    this.input.disabled = /null/.test(this.word.value);
  }

  get isSet() {
    return this.input.disabled || this.input.value;
  }

  /* Returns the parameter and its value. */
  read(columns) {
    const { column, word, input } = this;
    return [spell(column, word.value, columns), input.disabled ? '' : input.value];
  }
}

function sectionChooser(section, columns) {
  const choices = columns.flatMap(column => {
    const name = spell(column, '', columns);
    const initial = [spell(column, 'initial', columns), strings.initial(column)];
    return [[name, column + ' ↑'], ['-' + name, column + ' ↓'], initial];
  });
  const chooser = element('select', {}, ...[['', '–'], ...choices].map(option));
  chooser.value = section;
  return chooser;
}

/** Asks for the filters and the sections of a list, and opens the route that has them. */
export function chooseFilters(document, go) {
  const { inputs: { filters, search, sort, section }, columns } = document;
  const isOfColumn = ({ column }) => column !== undefined;
  const withValue = filter => ({ ...filter, value: filter.value || '~t' });
  const set = filters.filter(isOfColumn).map(withValue);
  const empty = columns.map(column => ({ column }));
  const lines = [...set, ...empty].map(filter => new Line(filter, document));
  const sections = sectionChooser(section, columns);
  const sectionLabel = element('label', {}, strings.sections, sections);
  const sectionField = element('div', { className: 'field' }, sectionLabel);
  const body = [...lines.map(({ node }) => node), section === undefined ? '' : sectionField];
  dialog(strings.filter, primaryButton(strings.show), body, async () => {
    const kept = filters.filter(filter => !isOfColumn(filter));
    const named = new URLSearchParams(location.search).get('columns');
    const words = Object.entries({ columns: named, search, section: sections.value, sort });
    const query = new URLSearchParams([
      ...kept.map(({ name, value }) => [name, value]),
      ...lines.filter(({ isSet }) => isSet).map(line => line.read(columns)),
      ...words.filter(([, value]) => value),
    ]);
    go(routeOf(location.pathname, query));
  });
}
