import { strings } from '../../phrases-scenes.js';
import { element, refill, write } from '../core/dom.js';
import { sheet } from '../core/sheet.js';
import { beginWall } from './wall.js';

await sheet('/oriel/scene/app.css');

const [header, main] = document.body.children;
const { style } = document.documentElement;
const brand = element('a', { className: 'brand' });
const entries = element('div', { className: 'entries' });
const menu = element('div', { className: 'app', role: 'navigation' }, brand, entries);
const trail = element('p', { className: 'crumbs' });

let app;

const isAt = (href, path) => path === href || path.startsWith(href + '/');

/* Returns the entry of the menu that the page belongs to, or from which the user came. */
function current() {
  const at = path => app.menu?.filter(({ href }) => isAt(href.split('?')[0], path))
    .sort((a, b) => b.href.length - a.href.length)[0];
  return at(location.pathname) ?? at(history.state?.from ?? '');
}

function entry({ title, href }, here) {
  const properties = here?.href === href ? { href, ariaCurrent: 'page' } : { href };
  return element('a', properties, element('bdi', {}, title));
}

/* Marks where the page is, in the menu and above the title. */
function mark() {
  const here = current();
  const title = main.querySelector('h1')?.textContent;
  const above = [app.title && [app.title, app.home ?? '/'], here && [here.title, here.href]];
  const links = above.filter(link => link && link[0] !== title);
  refill(entries, (app.menu ?? []).map(link => entry(link, here)));
  refill(trail, [
    ...links.map(([text, href]) => element('a', { href }, element('bdi', {}, text))),
    element('span', {}, element('bdi', {}, title ?? '')),
  ]);
  const link = entries.querySelector('[aria-current]');
  if (link) entries.scrollLeft += link.offsetLeft - (entries.clientWidth - link.offsetWidth) / 2;
}

/* Takes a colour as the accent, darker or lighter where it could not be read. */
function paint(theme) {
  if (!theme || !CSS.supports('color', theme)) return style.removeProperty('--accent');
  if (!CSS.supports('color', `oklch(from ${theme} l c h)`)) {
    return style.setProperty('--accent', theme);
  }
  const light = `oklch(from ${theme} min(l, .52) c h)`;
  const dark = `oklch(from ${theme} max(l, .78) min(c, .12) h)`;
  style.setProperty('--accent', `light-dark(${light}, ${dark})`);
}

/** Shows the title, the menu and the colour of an app, in place of the list of tables. */
export function showApp(next = app) {
  if (!next) return;
  const isSame = app === next || JSON.stringify(app) === JSON.stringify(next);
  app = next;
  if (!menu.isConnected) begin();
  if (!isSame) paint(app.theme);
  menu.ariaLabel = app.title ?? strings.menu;
  brand.href = app.home ?? '/';
  write(brand, app.title ?? '');
  mark();
}

function begin() {
  document.body.classList.add('declared');
  document.querySelector('.side')?.remove();
  header.prepend(menu, trail);
  new MutationObserver(mark).observe(main, { childList: true });
  beginWall();
}
