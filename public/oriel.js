import { Connection, backoff } from './oriel/core/connection.js';
import { element, refill, write } from './oriel/core/dom.js';
import { here, parent, router } from './oriel/core/router.js';
import { stored } from './oriel/core/store.js';
import { wanted } from './oriel/list/layout.js';
import { Screen } from './oriel/screen/screen.js';
import { strings } from './strings.js';

/* The estimated height of a row in pixels. */
const ROW = 36;

/* Milliseconds until forms are loaded. */
const IDLE = 2e3;

const { style } = document.documentElement;
const [header, main] = document.body.children;
const [nav, status, account] = header.children;

let screen;
let path;
let frame;
let arriving;
let timer;
let tries = 0;

const connection = new Connection(dial, {
  state: showState,
  change: () => frame ??= requestAnimationFrame(draw),
  failed: fail,
  navigate: (route, style) => go(route, style),
});

const go = router(open, place, mayLeave);

/* Names this tab, which may have inputs of its own. */
function tab() {
  try {
    return '?tab=' + (sessionStorage['oriel-tab'] ??= `${Math.random()}`.slice(2));
  } catch {
    return '';
  }
}

function dial() {
  const address = location.origin.replace('http', 'ws') + '/-/socket' + tab();
  const socket = new WebSocket(address, 'oriel.v1');
  socket.addEventListener('message', ({ data }) => greet(data), { once: true });
  return socket;
}

/* A server with sign-in says first who the client is. */
function greet(text) {
  account.hidden = !text.startsWith('{"type":"principal"');
  if (account.hidden) return;
  const show = ({ showAccount }) => showAccount(JSON.parse(text), account);
  import('./oriel/form/account.js').then(show, () => {});
}

/* Shows the state of the connection. A page without a document says that it waits. */
function showState(name, why = name) {
  const shown = main.ariaBusy && name !== 'offline' ? 'waits' : why;
  status.className = name;
  write(status, strings[shown] ?? why);
  if (why.endsWith('(4401)')) askSignIn();
}

function askSignIn() {
  import('./oriel/form/sign-in.js').then(({ signIn }) => signIn(connection), () => {});
}

function refreshState() {
  if (status.className !== 'offline') connection.events.state(status.className);
}

/* Shows that the route has no document. Unsent commands outlive a scene that has ended. */
function fail(why, isAnswer) {
  const { pathname } = location;
  const isOld = why.code === 'invalid-route' && connection.forget?.(pathname);
  if (isOld) return go(pathname, 'replace');
  if (!isAnswer && connection.commands.size) return;
  screen = null;
  timer = setTimeout(retry, backoff(Math.min(tries, 3)));
  import('./oriel/screen/failure.js').then(({ explain }) => {
    if (!screen) showTrail(explain(why, main, tries++));
  }, () => {});
}

function place() {
  const at = document.activeElement.closest('li')?.key ?? history.state?.at;
  return { y: scrollY, row: screen?.list.first ?? 0, at };
}

function mayLeave(leave) {
  return document.querySelector('dialog')?.hold?.(leave) ?? screen?.mayLeave?.() ?? true;
}

function open(route, from) {
  const { address = route, layout } = connection.recall?.(location.href) ?? {};
  connection.layout = layout;
  if (layout) history.replaceState(history.state, '', address);
  arriving = { y: 0, row: 0, ...from };
  clearTimeout(timer);
  tries = 0;
  for (const dialog of document.querySelectorAll('dialog')) dialog.remove();
  main.ariaBusy = true;
  setTimeout(refreshState, 1e3);
  const { row } = arriving;
  connection.open(address.split('#')[0], wanted(row, row + innerHeight / ROW, Infinity, {}));
}

/* The classes that draw documents, and the modules of the others. */
const loaded = { plain: Screen };
const modules = {
  row: () => import('./oriel/screen/row.js'),
  kit: () => import('./oriel/app/kit.js'),
};
const declared = () =>
  import('./oriel/scene/scene.js').then(scene => scene.findDeclared(connection));

function kindOf({ screen: kind, columns, app, template }) {
  if (app) return kind + template;
  if ((columns ? /^(table|view)$/ : /^database$/).test(kind)) return 'plain';
  return /^(row|sql)$/.test(kind) ? kind : 'kit';
}

function load(kind) {
  (modules[kind] ?? declared)().then(module => {
    loaded[kind] = module.default;
    draw();
  }, () => setTimeout(draw, 3e3));
}

function draw() {
  frame = null;
  if (!connection.document) return;
  if (!screen || path !== location.pathname) {
    const kind = kindOf(connection.document);
    if (!loaded[kind]) return load(kind);
    replaceScreen(loaded[kind]);
  }
  screen.update(connection.document, arriving?.y);
  arriving = null;
  showTrail(connection.document.title, connection.document.gaps);
}

function replaceScreen(Kind) {
  path = location.pathname;
  style.setProperty('--wide', '0rem');
  screen = new Kind(connection, go);
  main.replaceChildren(screen.node);
  if (document.activeElement === document.body) screen.title.focus({ preventScroll: true });
}

const step = (href, title) => element('a', href && { href }, element('bdi', {}, title));

/* Shows the links to the paths above the page, and its title. */
function showTrail(title, gaps) {
  document.title = title;
  const steps = [step(location.search && location.pathname, title)];
  main.ariaBusy = null;
  refreshState();
  import('./oriel/screen/side.js').then(({ showSide }) => showSide(connection)).catch(() => {});
  for (let href = location.pathname; href !== '/';) {
    href = parent(href);
    const name = decodeURIComponent(href.replace(/.*\/(~t)?/, ''));
    if (name !== '-') steps.unshift(step(!gaps?.includes(href) && href, name || strings.home));
  }
  refill(nav, steps);
}

/* Tells style sheets the width without the scroll bar. */
new ResizeObserver(([{ contentRect }]) => style.setProperty('--page', contentRect.width + 'px'))
  .observe(document.documentElement);

function retry() {
  connection.retry();
  if (!screen && !document.hidden) connection.request();
}

addEventListener('scroll', () => requestAnimationFrame(() => screen?.list.place()));
addEventListener('resize', connection.events.change);
addEventListener('offline', () => connection.socket && connection.lost(1006));
for (const name of ['online', 'pageshow', 'visibilitychange', 'resume']) {
  addEventListener(name, retry, true);
}
status.onclick = retry;
style.cssText = `--none: "${strings.none}"; --unnamed: "${strings.unnamed}"`;
nav.ariaLabel = strings.trail;
setTimeout(() => import('./oriel/form/form.js').catch(() => {}), IDLE);
if (location.hash || stored('tables')) {
  Object.assign(connection, await import('./oriel/list/kept.js'));
}
if (location.search === '?wall') history.replaceState(history.state, '', '?#wall');
open(here(), history.state);
retry();
