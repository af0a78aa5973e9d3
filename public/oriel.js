import { Connection, backoff } from './connection.js';
import { h, refill } from './dom.js';
import { wanted } from './list.js';
import { here, parent, router } from './router.js';
import { Screen } from './screen.js';

const [header, main] = document.body.children, [nav, status] = header.children;
let screen, path, frame, arriving, timer, kit, tries = 0;

const connection = new Connection(() => new WebSocket(location.origin.replace('http', 'ws') + '/-/socket', 'oriel.v1'), {
  state(name, why) {
    status.className = name;
    status.textContent = why || name;
  },
  change: () => frame ??= requestAnimationFrame(draw),
  failed({ type, message, code }) {
    const title = { gone: 'Gone', 'not-found': 'Not found', forbidden: 'Not allowed' }[type === 'gone' ? type : code] ?? 'Not available';
    screen = null;
    timer = setTimeout(retry, backoff(Math.min(tries, 3)));
    if (tries++ && document.title === 'Gone') return;
    refill(main, [h('h1', {}, title), h('p', { role: 'alert' }, message ?? 'This was deleted or moved.'),
      h('a', { href: parent(location.pathname) }, 'Back')]);
    trail(title);
  },
  navigate: (...to) => go(...to),
});

const mayLeave = () => !screen?.isDirty || confirm('Leave without saving?');
const go = router(show, () => ({ y: scrollY, row: screen?.list.first ?? 0 }), mayLeave);

function show(route, place) {
  arriving = { y: 0, row: 0, ...place };
  clearTimeout(timer);
  tries = 0;
  for (const dialog of document.querySelectorAll('dialog')) dialog.remove();
  main.ariaBusy = true;
  connection.open(route, wanted(arriving.row, arriving.row + innerHeight / 48, Infinity, {}));
}

function draw() {
  frame = null;
  if (!connection.document) return;
  if (!screen || path !== location.pathname) {
    const { screen: kind, columns } = connection.document;
    const isDerived = (columns ? /^(table|view)$/ : /^(database|row)$/).test(kind);
    if (!isDerived && !kit) return import('./kit.js').then(module => {
      kit = module;
      draw();
    }, () => setTimeout(draw, 3e3));
    path = location.pathname;
    screen = new (isDerived ? Screen : kit.KitScreen)(connection, go);
    main.replaceChildren(screen.node);
    if (document.activeElement === document.body) screen.title.focus({ preventScroll: true });
  }
  screen.update(connection.document, arriving?.y);
  arriving = null;
  trail(connection.document.title);
}

function trail(title) {
  const steps = [h('a', location.search ? { href: location.pathname } : {}, document.title = title)];
  main.ariaBusy = null;
  for (let href = location.pathname; href !== '/';) {
    href = parent(href);
    steps.unshift(h('a', { href }, decodeURIComponent(href.split('/').pop()) || 'Home'));
  }
  refill(nav, steps);
}

const retry = () => {
  connection.retry();
  screen || document.hidden || connection.request();
};
addEventListener('scroll', () => requestAnimationFrame(() => screen?.list.place()));
onresize = connection.events.change;
ononline = onpageshow = document.onvisibilitychange = document.onresume = retry;
onoffline = () => connection.socket && connection.lost(1006);
status.onclick = retry;
setTimeout(() => import('./form.js').catch(() => {}), 2e3);
show(here(), history.state);
retry();
