import { strings } from '../../phrases.js';
import { element, refill } from '../core/dom.js';
import { read } from '../core/read.js';

/* The number of tables above which the home has a field that finds one. */
const MANY = 20;

/* Reads or sets whether this browser has been here before, if it may. */
function hasVisited(isNow) {
  try {
    if (isNow) localStorage.visited = 1;
    return !!localStorage.visited;
  } catch {
    return true;
  }
}

/* Makes what a first visit is told: what can be done here. */
function makeWelcome() {
  const close = element('button', {
    ariaLabel: strings.close,
    onclick: () => {
      hasVisited(true);
      welcome.remove();
    },
  }, '×');
  const lines = strings.welcome.map(line => element('li', {}, line));
  const welcome = element('aside', { className: 'welcome' }, element('ul', {}, ...lines), close);
  return welcome;
}

const linkTo = ({ href, title, subtitle = '' }) => element(
  'li', {},
  element('a', { href }, element('bdi', {}, title), ' ', element('small', {}, subtitle)),
);

/* Makes the field that finds tables by their names. */
function makeFinder(list) {
  const found = element('ul', { className: 'found' });
  const field = element('input', {
    type: 'search',
    placeholder: strings.findTable,
    ariaLabel: strings.findTable,
    oninput: async () => {
      const wanted = field.value.trim().toLowerCase();
      list().hidden = !!wanted;
      const { cells } = wanted ? await read('/', 'window=0,500') : { cells: {} };
      if (wanted !== field.value.trim().toLowerCase()) return;
      const fits = ({ title, href }) => href && title.toLowerCase().includes(wanted);
      const links = Object.values(cells).filter(fits).map(linkTo);
      refill(found, wanted && !links.length ? [element('li', {}, strings.noTable)] : links);
    },
    onkeydown: ({ key }) => {
      if (key === 'Enter') found.querySelector('a')?.click();
    },
  });
  return element('div', { className: 'finder' }, field, found);
}

/** Adds to the list of tables what a first visit is told, and a field that finds tables. */
export function dressHome(screen) {
  const { list, document: { window } } = screen;
  if (screen.welcome === undefined) {
    screen.welcome = hasVisited() ? null : makeWelcome();
    if (screen.welcome) list.node.before(screen.welcome);
  }
  if (screen.finder || window.total <= MANY) return;
  screen.finder = makeFinder(() => screen.list.node);
  list.node.before(screen.finder);
}
