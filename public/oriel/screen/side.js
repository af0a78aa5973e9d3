import { strings } from '../../phrases.js';
import { element, refill } from '../core/dom.js';
import { read } from '../core/read.js';
import { sheet } from '../core/sheet.js';
import { listen } from './shortcuts.js';

await sheet('/oriel/screen/side.css');

/* Whether there is room for the tables beside the page. */
const isBroad = matchMedia('(min-width: 84rem)');

listen();

let shown;

const bar = element('div', { className: 'side', ariaLabel: strings.tables, role: 'navigation' });

function link({ title, href, fields }, path) {
  const isHere = path === href || path.startsWith(href + '/');
  const count = fields?.rows?.toLocaleString(document.documentElement.lang);
  const properties = isHere ? { href, ariaCurrent: 'page' } : { href };
  return element('a', properties, element('bdi', {}, title), element('small', {}, count ?? ''));
}

/* Returns a heading with the links to the tables or the views, if there are any. */
function group(title, cells, path) {
  const links = cells.filter(({ href }) => href).map(cell => link(cell, path));
  return links.length ? [element('h2', {}, title), ...links] : [];
}

/** Shows the tables and views of a database beside the page, as they are now. */
export async function showSide() {
  const path = location.pathname;
  if (!isBroad.matches || shown === path || document.querySelector('.app')) return;
  shown = path;
  const { screen, title, cells = {} } = await read('/', 'window=0,500');
  if (screen !== 'database') return;
  const all = Object.values(cells);
  const isView = ({ template }) => template === 'view';
  refill(bar, [
    element('a', { href: '/', className: 'brand' }, title),
    ...group(strings.tables, all.filter(cell => !isView(cell)), path),
    ...group(strings.views, all.filter(isView), path),
  ]);
  if (!bar.isConnected) document.body.append(bar);
}

isBroad.addEventListener('change', () => showSide());
