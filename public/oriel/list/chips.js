import { strings } from '../../phrases.js';
import { element, refill } from '../core/dom.js';
import { routeWithFilters, describeFilter } from './terms.js';

/* Returns what narrows a list: the parameter and its text, and the filter if it is one. */
function terms(screen) {
  const { filters = [], search, section } = screen.document.inputs;
  const found = filters.map(filter =>
    ({ ...filter, text: describeFilter(filter, screen), filter }));
  const add = (name, title, value) =>
    value && found.push({ name, text: strings.term(title + ':', value) });
  add('search', strings.search, search);
  add('section', strings.sections, section);
  return found;
}

/* A chip: its text, which opens the filter if its column can be chosen, and what removes it. */
function chip({ text, filter }, { columns }) {
  const isOpen = columns.includes(filter?.column);
  const title = isOpen
    ? element('button', { className: 'edit', ariaLabel: strings.does(strings.change, text) }, text)
    : element('span', {}, text);
  const clear = element('button', { ariaLabel: strings.does(strings.clear, text) });
  return element('span', { className: 'chip' }, title, clear);
}

/** Shows what a list is filtered by as chips, which change and remove it. */
export function showChips(screen) {
  const { chips } = screen;
  const wasHere = chips.contains(document.activeElement);
  const set = terms(screen);
  const clearAll = set.length > 1 ? [element('button', {}, strings.clearAll)] : [];
  refill(chips, [...set.map(term => chip(term, screen.document)), ...clearAll]);
  chips.onclick = ({ target }) => {
    const button = target.closest('button');
    const place = [...chips.children].findIndex(node => node.contains(button));
    const term = set[place];
    if (place < 0) return;
    if (button.className === 'edit') screen.use(() => import('./filter.js'), term.filter);
    else screen.go(routeWithFilters(screen, term ? [term] : set, []));
  };
  const isLost = wasHere && !chips.contains(document.activeElement);
  if (isLost) (chips.querySelector('button') ?? screen.filter).focus();
}
