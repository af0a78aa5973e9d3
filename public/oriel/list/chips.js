import { strings } from '../../phrases.js';
import { element, refill } from '../core/dom.js';
import { routeOf } from '../core/router.js';
import { own } from '../core/value.js';
import { say } from '../form/argument.js';
import { types } from './columns.js';

/* Returns the text of a filter. */
function describe({ name, value, column, comparison }, screen) {
  if (column === undefined) return strings.term(name + ':', value);
  const word = strings.comparisons[comparison] ?? comparison;
  return strings.term(column, word, say(value, own(types(screen), column)));
}

/* Returns what narrows a list: parameter, value and text of each. */
function terms(screen) {
  const { filters = [], search, section } = screen.document.inputs;
  const found = filters.map(filter =>
    [filter.name, filter.value, describe(filter, screen)]);
  if (search) found.push(['search', search, strings.term(strings.search + ':', search)]);
  if (section) found.push(['section', section, strings.term(strings.sections + ':', section)]);
  return found;
}

/** Shows what a list is filtered by as chips, which remove it. */
export function showChips(screen) {
  const { chips } = screen;
  const wasHere = chips.contains(document.activeElement);
  const set = terms(screen);
  const chip = ([, , text]) =>
    element('button', { ariaLabel: strings.does(strings.clear, text) }, text);
  const clearAll = set.length > 1 ? [element('button', {}, strings.clearAll)] : [];
  refill(chips, [...set.map(chip), ...clearAll]);
  chips.onclick = ({ target }) => {
    const query = new URLSearchParams(location.search);
    const place = [...chips.children].indexOf(target);
    for (const [name, value] of set[place] ? [set[place]] : set) query.delete(name, value);
    if (place >= 0) screen.go(routeOf(location.pathname, query));
  };
  const isLost = wasHere && !chips.contains(document.activeElement);
  if (isLost) (chips.firstChild ?? screen.filter).focus();
}
