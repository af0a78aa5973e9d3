import { Connection, backoff } from './connection.js';
import { h, refill, write } from './dom.js';
import { wanted } from './list.js';
import { here, parent, router } from './router.js';
import { Screen } from './screen.js';
import { strings } from './strings.js';

const [header, main] = document.body.children, [nav, status] = header.children;
const plain = () => {}, row = () => import('./row.js'), kit = () => import('./kit.js');
let screen, path, frame, arriving, timer, tries = 0;
plain.kind = Screen;

const connection = new Connection(() => new WebSocket(location.origin.replace('http', 'ws') + '/-/socket', 'oriel.v1'), {
  state(name, why = name) {
    status.className = name;
    write(status, strings[main.ariaBusy && name !== 'offline' ? 'waits' : why] ?? why);
  },
  change: () => frame ??= requestAnimationFrame(draw),
  failed(why, isAnswer) {
    if (!isAnswer && connection.commands.size) return;
    screen = null;
    timer = setTimeout(retry, backoff(Math.min(tries, 3)));
    import('./failure.js').then(({ tell }) => screen || trail(tell(why, main, tries++)), () => {});
  },
  navigate: (...to) => go(...to),
});

const remind = () => status.className === 'offline' || connection.events.state(status.className);

const go = router(show, () => ({ y: scrollY, row: screen?.list.first ?? 0, at: document.activeElement.closest('li')?.key ?? history.state?.at }), leave => document.querySelector('dialog')?.hold?.(leave) ?? screen?.mayLeave?.() ?? true);

function show(route, place) {
  arriving = { y: 0, row: 0, ...place };
  clearTimeout(timer);
  tries = 0;
  for (const dialog of document.querySelectorAll('dialog')) dialog.remove();
  main.ariaBusy = true;
  setTimeout(remind, 1e3);
  connection.open(route, wanted(arriving.row, arriving.row + innerHeight / 48, Infinity, {}));
}

function draw() {
  frame = null;
  if (!connection.document) return;
  if (!screen || path !== location.pathname) {
    const { screen: kind, columns } = connection.document;
    const load = (columns ? /^(table|view)$/ : /^database$/).test(kind) ? plain : kind === 'row' ? row : kit;
    if (!load.kind) return load().then(module => {
      load.kind = module.default;
      draw();
    }, () => setTimeout(draw, 3e3));
    path = location.pathname;
    screen = new load.kind(connection, go);
    main.replaceChildren(screen.node);
    if (document.activeElement === document.body) screen.title.focus({ preventScroll: true });
  }
  screen.update(connection.document, arriving?.y);
  arriving = null;
  trail(connection.document.title);
}

function trail(title) {
  const steps = [h('a', location.search && { href: location.pathname }, h('bdi', {}, document.title = title))];
  main.ariaBusy = null;
  remind();
  for (let href = location.pathname; href !== '/';) {
    href = parent(href);
    steps.unshift(h('a', { href }, h('bdi', {}, decodeURIComponent(href.replace(/.*\/(~t)?/, '')) || strings.home)));
  }
  refill(nav, steps);
}

const retry = () => {
  connection.retry();
  screen || document.hidden || connection.request();
};
addEventListener('scroll', () => requestAnimationFrame(() => screen?.list.place()));
addEventListener('resize', connection.events.change);
addEventListener('offline', () => connection.socket && connection.lost(1006));
for (const name of ['online', 'pageshow', 'visibilitychange', 'resume']) addEventListener(name, retry, true);
status.onclick = retry;
document.documentElement.style.cssText = `--none: "${strings.none}"; --unnamed: "${strings.unnamed}"`;
nav.ariaLabel = strings.trail;
setTimeout(() => import('./form.js').catch(() => {}), 2e3);
show(here(), history.state);
retry();
