import { strings } from '../../phrases.js';
import { element } from '../core/dom.js';
import { store, stored } from '../core/store.js';
import { closeButton } from '../form/dialog.js';
import { Finder } from './finder.js';

/* Makes what a first visit is told: what can be done here. */
function makeWelcome() {
  const close = closeButton(strings.close, () => {
    store('visited', 1);
    welcome.remove();
  });
  const lines = strings.welcome.map(line => element('li', {}, line));
  const list = element('ul', { className: 'bare' }, ...lines);
  const welcome = element('aside', { className: 'welcome' }, list, close);
  return welcome;
}

/**
 * Adds the lines for a first visit, and the field that finds tables and rows. Without tables, says
 * what to do.
 */
export function dressHome(screen) {
  const { list, document: { window: { total } } } = screen;
  screen.node.style.setProperty('--none', `"${strings.noTables}"`);
  if (screen.welcome === undefined) {
    screen.welcome = stored('visited') ? null : makeWelcome();
    if (screen.welcome) list.node.before(screen.welcome);
  }
  if (screen.welcome) screen.welcome.hidden = !total;
  if (screen.finder) return;
  screen.finder = new Finder({ changed: text => screen.list.node.hidden = !!text });
  list.node.before(screen.finder.node);
}
