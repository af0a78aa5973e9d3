import { strings } from '../../phrases.js';
import { element } from '../core/dom.js';
import { Finder } from './finder.js';

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

/** Adds the lines for a first visit, and the field that finds tables and rows. */
export function dressHome(screen) {
  const { list } = screen;
  if (screen.welcome === undefined) {
    screen.welcome = hasVisited() ? null : makeWelcome();
    if (screen.welcome) list.node.before(screen.welcome);
  }
  if (screen.finder) return;
  screen.finder = new Finder({ changed: text => screen.list.node.hidden = !!text });
  list.node.before(screen.finder.node);
}
