import { strings } from '../../phrases.js';
import { element, refill } from '../core/dom.js';
import { feedsOf } from '../core/feeds.js';
import { tryToRead } from '../core/read.js';
import { sheet } from '../core/sheet.js';
import { listen } from './shortcuts.js';

await sheet('/oriel/screen/side.css');

/* The most tables that are shown, and the milliseconds between two drawings. */
const MOST = 500;
const PAUSE = 200;

/* Whether there is room for the tables beside the page. */
const isBroad = matchMedia('(min-width: 84rem)');

listen();

let connection;
let feed;
let timer;
let shown;
let held;

const bar = element('div', { className: 'side', ariaLabel: strings.tables, role: 'navigation' });

function link({ title, href, fields }, path) {
  const isHere = path === href || path.startsWith(href + '/');
  const count = fields?.rows?.toLocaleString(document.documentElement.lang);
  const properties = isHere ? { href, ariaCurrent: 'page' } : { href };
  return element('a', properties, element('bdi', {}, title), element('small', {}, count ?? ''));
}

const mayShow = () => isBroad.matches && !document.querySelector('.app');

const readAll = () => tryToRead('/', `window=0,${MOST}`);

const idsOf = ({ sections }) => sections.flatMap(({ rows }) => rows);

const isView = ({ template }) => template === 'view';

/* Returns a heading with the links to the tables or the views, if there are any. */
function group(title, cells, path) {
  const links = cells.filter(({ href }) => href).map(cell => link(cell, path));
  return links.length ? [element('h2', {}, title), ...links] : [];
}

/* Shows the tables and views. A link that has the focus keeps it. */
function draw() {
  timer = null;
  if (!mayShow()) return;
  const path = shown = location.pathname;
  const all = idsOf(held).map(id => held.cells[id]);
  const { activeElement } = document;
  const isHere = bar.contains(activeElement);
  refill(bar, [
    element('a', { href: '/', className: 'brand' }, held.title),
    ...group(strings.tables, all.filter(cell => !isView(cell)), path),
    ...group(strings.views, all.filter(isView), path),
  ]);
  if (!bar.isConnected) document.body.append(bar);
  if (isHere && !activeElement.isConnected) {
    [...bar.children].find(({ href }) => href === activeElement.href)?.focus();
  }
}

/* Takes a document of the tables. Of one with a part of them, the others are read once. */
async function take(home) {
  if (home.screen !== 'database') return;
  const { window: { count, total }, cells } = home;
  const most = Math.min(total, MOST);
  const known = count >= most ? home : held;
  const whole = known && idsOf(known).length === most ? known : await readAll();
  if (!whole.sections) return;
  held = { ...whole, cells: { ...whole.cells, ...cells } };
  timer ??= setTimeout(draw, bar.isConnected ? PAUSE : 0);
}

/* Follows the tables on the socket of the page. */
function follow() {
  const feeds = feedsOf(connection);
  if (feeds.feeds.has(feed)) return;
  const change = () => take(feed.document);
  feed = feeds.open('/', { start: 0, count: MOST }, { state() {}, failed() {}, change });
}

/** Shows the tables and views of a database beside the page, and follows them. */
export async function showSide(pageConnection = connection) {
  connection = pageConnection;
  const { screen, columns } = connection.document ?? {};
  if (!mayShow()) {
    if (feed) feedsOf(connection).close(feed);
    feed = null;
  } else if (screen === 'database') await take(connection.document);
  else if (columns || /^(row|sql)$/.test(screen)) follow();
  else if (!screen && !held) await take(await readAll());
  if (held && shown !== location.pathname) draw();
}

isBroad.addEventListener('change', () => showSide());
