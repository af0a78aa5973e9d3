import { strings } from '../../phrases-scenes.js';
import { element, write } from '../core/dom.js';

/* Milliseconds between two checks whether a server that has refused the page serves it again. */
const AGAIN = 3e4;

const root = document.documentElement;

/* The tags of the files of the page, as the server had them first. */
const tags = {};

let lock;
let away;
let timer;

const isWanted = () => location.hash === '#wall'
  || new URLSearchParams(location.search).has('wall');

/* Keeps the display on. The browser ends this when the page is hidden. */
function stayAwake() {
  if (lock || !isWanted() || document.hidden) return;
  const forget = () => lock = null;
  lock = navigator.wakeLock?.request('screen');
  lock?.then(held => held.addEventListener('release', forget), forget);
}

/* The scripts and style sheets of the page. */
const parts = () => [...new Set(performance.getEntriesByType('resource')
  .map(({ name }) => name)
  .filter(name => name.startsWith(location.origin) && /\.(js|css)$/.test(name)))];

/* Loads the page again if the server has another version of a file than at the first call. */
async function compare() {
  try {
    for (const name of parts()) {
      const { ok, headers } = await fetch(name, { method: 'HEAD', cache: 'no-store' });
      const tag = ok && headers.get('ETag');
      if (tag && (tags[name] ??= tag) !== tag) return location.reload();
    }
  } catch {}
}

/* Loads the page again as soon as the server serves an address. Until then, the page stays. */
async function revive(address) {
  if (!isWanted()) return;
  const init = { method: 'HEAD', cache: 'no-store', headers: { Accept: 'application/json' } };
  const answer = await fetch(address, init).catch(() => {});
  if (!timer) return;
  if (answer?.ok) location.reload();
  else timer = setTimeout(revive, AGAIN, address);
}

/* Shows that the server is away. A wall never gives up, whatever the reason was. */
function watch(status) {
  let state;
  const look = () => {
    if (status.className === state) return;
    state = status.className;
    const isLive = state === 'live';
    away.hidden = isLive || !isWanted();
    clearTimeout(timer);
    const isSignedOut = status.textContent.endsWith('(4401)');
    write(away, isSignedOut ? strings.signedOut : strings.away);
    const address = isSignedOut ? '/-/sign-in' : import.meta.url;
    timer = state === 'offline' && setTimeout(revive, AGAIN, address);
    if (isLive && isWanted()) compare();
  };
  new MutationObserver(look).observe(status, { attributeFilter: ['class'] });
  look();
}

/* Takes over what the address says: whether the page is on a wall. */
function apply() {
  const isWall = isWanted();
  root.classList.toggle('wall', isWall);
  if (isWall) stayAwake();
  else lock?.then(held => held.release(), () => {});
}

/** Turns the full-screen mode on or off. */
export async function toggleWall() {
  const isOn = !isWanted();
  const url = new URL(location);
  url.hash = isOn ? 'wall' : '';
  url.searchParams.delete('wall');
  history.replaceState(history.state, '', url.pathname + url.search + url.hash);
  apply();
  if (isOn) await root.requestFullscreen?.().catch(() => {});
  else if (document.fullscreenElement) await document.exitFullscreen();
  if (isOn) compare();
}

/** Heeds the address of the page: `?wall` or `#wall` shows it without bars and pointer. */
export function beginWall() {
  const status = document.querySelector('header > button');
  away = element('div', { className: 'away', role: 'status', hidden: true });
  document.body.append(away);
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && isWanted()) toggleWall();
  });
  addEventListener('fullscreenchange', () => {
    if (!document.fullscreenElement && location.hash === '#wall') toggleWall();
  });
  addEventListener('visibilitychange', stayAwake);
  addEventListener('popstate', apply);
  new MutationObserver(apply).observe(document.querySelector('main'), { childList: true });
  watch(status);
  apply();
}
