// The inspector: what /-/inspect says, looked at every second while the page is in sight.
import { h, refill, text } from './dom.js';
import { strings } from './phrases-inspect.js';

const status = document.querySelector('header button'), [head, body] = document.querySelectorAll('thead, tbody');
const detail = document.querySelector('#scene'), opened = new Set();
const { memory } = strings, nav = document.querySelector('nav'), [home, here] = nav.children;
let chosen = new URLSearchParams(location.search).get('scene'), known, timer;

nav.ariaLabel = strings.trail;
home.textContent = strings.home;
document.title = here.textContent = document.querySelector('h1').textContent = strings.inspector;
head.append(h('tr', {}, ...strings.sceneColumns.map(name => h('th', { scope: 'col' }, name))));

const look = async query => {
  const answer = await fetch('/-/inspect' + query, { headers: { Accept: 'application/json' } });
  const json = await answer.json();
  if (!answer.ok) throw new Error(json.detail);
  return json;
};

function row(scene, view) {
  const isChosen = `${scene.number}` === chosen, { start, count, viewers = 0, digest = '', patches = 0, patchBytes = 0, took = 0, age = 0 } = view ?? {};
  const pick = h('button', { ariaPressed: isChosen, disabled: scene.personal, onclick: () => choose(isChosen ? null : `${scene.number}`) }, `${scene.number}`);
  const cells = [pick, h('a', { href: scene.route }, scene.route), scene.screen, scene.personal ? strings.personal(scene.phase) : scene.phase,
    view ? `${start} + ${count}` : '–', viewers, digest, memory(view?.bytes ?? 0), `${patches} · ${memory(patchBytes)}`, strings.milliseconds(took), strings.seconds(age)];
  return h('tr', {}, ...cells.map((cell, i) => h('td', i > 6 || i === 5 ? { className: 'number' } : {}, cell.nodeType ? cell : `${cell}`)));
}

/** A value as a tree; what was opened stays open when it is drawn again. */
function tree(name, value, path) {
  if (Object(value) !== value) return h('div', { className: 'leaf' }, `${name}: ${text(value)}`);
  const entries = Object.entries(value), node = h('details', { open: opened.has(path) }, h('summary', {}, `${name} ${Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`}`));
  const fill = () => node.children[1] || node.append(...entries.map(([key, inner]) => tree(key, inner, `${path}/${key}`)));
  if (node.open) fill();
  node.ontoggle = () => {
    node.open ? opened.add(path) : opened.delete(path);
    if (node.open) fill();
  };
  return node;
}

function show(scene) {
  const key = JSON.stringify(scene.views.map(({ digest, viewers }) => [digest, viewers]));
  if (known === scene.number + key) return;
  known = scene.number + key;
  detail.replaceChildren(h('h2', {}, `${scene.number}: ${scene.route}`), ...scene.views.flatMap(({ document: shown = null, last = [], start, count }, i) => [
    h('h3', {}, strings.window(start, count)), tree(strings.document, shown, `${scene.number}/${i}`),
    ...last.reverse().map(({ from, bytes: size, patch }) => tree(strings.patchFrom(from, memory(size)), patch, `${scene.number}/${i}/${from}`)),
  ]));
}

function choose(scene) {
  chosen = scene;
  known = null;
  history.replaceState(null, '', scene ? `/-/inspect?scene=${scene}` : '/-/inspect');
  draw();
}

async function draw() {
  clearTimeout(timer);
  try {
    const { scenes } = await look(''), views = scenes.flatMap(({ views }) => views);
    const sum = views.reduce((all, view) => all + (view.bytes ?? 0) + view.patchBytes, 0), viewers = views.reduce((all, view) => all + view.viewers, 0);
    document.querySelector('#sum').textContent = strings.inspected(scenes.length, views.length, viewers, memory(sum));
    refill(body, scenes.flatMap(scene => scene.views.length ? scene.views.map(view => row(scene, view)) : [row(scene)]));
    detail.hidden = !chosen;
    if (chosen) show(await look(`?scene=${chosen}`));
    [status.className, status.textContent] = ['live', strings.live];
  } catch (error) {
    [status.className, status.textContent] = ['offline', error.message];
  }
  timer = document.hidden || setTimeout(draw, 1000);
}

document.addEventListener('visibilitychange', draw);
draw();
