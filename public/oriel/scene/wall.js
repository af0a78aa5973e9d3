import { strings } from '../../phrases-scenes.js';
import { element } from '../core/dom.js';

/* Milliseconds until a wall loads the page again after the server has refused it. */
const AGAIN = 3e4;

const root = document.documentElement;

let lock;
let tags;
let away;

const isWanted = () => location.hash === '#wall'
  || new URLSearchParams(location.search).has('wall');

/* Keeps the display on. The browser lets go of this when the page is hidden. */
async function stayAwake() {
  if (!isWanted() || document.hidden) return;
  lock = await navigator.wakeLock?.request('screen').catch(() => {});
}

/* The scripts and style sheets of the page. */
const parts = () => [...new Set(performance.getEntriesByType('resource')
  .map(({ name }) => name)
  .filter(name => name.startsWith(location.origin) && /\.(js|css)$/.test(name)))];

/* Returns the tags of the files of the page, as the server has them now. */
async function readTags() {
  const found = {};
  for (const name of parts()) {
    const answer = await fetch(name, { method: 'HEAD', cache: 'no-store' });
    if (answer.ok) found[name] = answer.headers.get('ETag');
  }
  return found;
}

/* Loads the page again if the server has another version of the client. */
async function compare() {
  try {
    const now = await readTags();
    if (tags && Object.keys(tags).some(name => now[name] && now[name] !== tags[name])) {
      return location.reload();
    }
    tags = now;
  } catch {}
}

/* Loads the page again as soon as the server answers. */
async function revive() {
  if (!isWanted()) return;
  const init = { method: 'HEAD', cache: 'no-store' };
  const answer = await fetch(location.pathname, init).catch(() => {});
  if (answer) location.reload();
  else setTimeout(revive, AGAIN);
}

/* Shows that the server is away. A wall never gives up, whatever the reason was. */
function watch(status) {
  let state;
  let timer;
  const look = () => {
    if (status.className === state) return;
    const wasAway = state && state !== 'live';
    state = status.className;
    const isLive = state === 'live';
    away.hidden = isLive || !isWanted();
    clearTimeout(timer);
    if (state === 'offline') timer = setTimeout(revive, AGAIN);
    if (isLive && isWanted() && (wasAway || !tags)) compare();
  };
  new MutationObserver(look).observe(status, { attributeFilter: ['class'] });
  look();
}

/* Takes over what the address says: whether the page is on a wall. */
function apply() {
  const isWall = isWanted();
  root.classList.toggle('wall', isWall);
  if (isWall) stayAwake();
  else lock?.release();
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
  away = element('div', { className: 'away', role: 'status', hidden: true }, strings.away);
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
