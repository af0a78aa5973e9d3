import { strings } from '../../phrases-inspect.js';
import { element, refill } from '../core/dom.js';
import { text } from '../core/value.js';

/* Milliseconds between two requests while the page is visible. */
const PAUSE = 1000;

/* The columns that hold numbers. */
const NUMBERS = [5, 8, 9, 10, 11];

const status = document.querySelector('header button');
const nav = document.querySelector('nav');
const [home, here] = nav.children;
const [head, body] = document.querySelectorAll('thead, tbody');
const detail = document.querySelector('#scene');
const opened = new Set();
const { memory } = strings;

let chosen = new URLSearchParams(location.search).get('scene');
let known;
let timer;

async function read(query) {
  const headers = { Accept: 'application/json' };
  const response = await fetch('/-/inspect' + query, { headers });
  const json = await response.json();
  if (!response.ok) throw new Error(json.detail);
  return json;
}

function numberButton({ number, personal }) {
  const isChosen = `${number}` === chosen;
  return element('button', {
    ariaPressed: isChosen,
    disabled: personal,
    onclick: () => choose(isChosen ? null : `${number}`),
  }, `${number}`);
}

const empty = { viewers: 0, digest: '', patches: 0, patchBytes: 0, took: 0, age: 0 };

function row(scene, view) {
  const { start, count, viewers, digest, patches, patchBytes, took, age } = { ...empty, ...view };
  const cells = [
    numberButton(scene),
    element('a', { href: scene.route }, scene.route),
    scene.screen,
    scene.personal ? strings.personal(scene.phase) : scene.phase,
    view ? `${start} + ${count}` : '–',
    viewers,
    scene.from.join(', '),
    digest,
    memory(view?.bytes ?? 0),
    `${patches} · ${memory(patchBytes)}`,
    strings.milliseconds(took),
    strings.seconds(age),
  ];
  return element('tr', {}, ...cells.map((cell, index) => {
    const className = NUMBERS.includes(index) ? 'number' : '';
    return element('td', className && { className }, cell.nodeType ? cell : `${cell}`);
  }));
}

/* Shows a value as a tree. What was opened stays open when the tree is drawn again. */
function tree(name, value, path) {
  if (Object(value) !== value) {
    return element('div', { className: 'leaf' }, `${name}: ${text(value)}`);
  }
  const entries = Object.entries(value);
  const size = Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`;
  const summary = element('summary', {}, `${name} ${size}`);
  const node = element('details', { open: opened.has(path) }, summary);
  const fill = () => {
    if (node.children[1]) return;
    node.append(...entries.map(([key, inner]) => tree(key, inner, `${path}/${key}`)));
  };
  if (node.open) fill();
  node.ontoggle = () => {
    if (!node.open) return opened.delete(path);
    opened.add(path);
    fill();
  };
  return node;
}

function viewNodes({ document: shown = null, last = [], start, count }, path) {
  const patches = last.reverse().map(({ from, bytes, patch }) =>
    tree(strings.patchFrom(from, memory(bytes)), patch, `${path}/${from}`));
  const title = element('h3', {}, strings.window(start, count));
  return [title, tree(strings.document, shown, path), ...patches];
}

/* Shows a scene, unless it is shown already and has not changed. */
function show({ number, route, views }) {
  const key = number + JSON.stringify(views.map(({ digest, viewers }) => [digest, viewers]));
  if (known === key) return;
  known = key;
  const title = element('h2', {}, `${number}: ${route}`);
  const nodes = views.flatMap((view, index) => viewNodes(view, `${number}/${index}`));
  detail.replaceChildren(title, ...nodes);
}

function choose(scene) {
  chosen = scene;
  known = null;
  history.replaceState(null, '', scene ? `/-/inspect?scene=${scene}` : '/-/inspect');
  draw();
}

function showScenes(scenes) {
  const views = scenes.flatMap(({ views }) => views);
  const size = views.reduce((all, view) => all + (view.bytes ?? 0) + view.patchBytes, 0);
  const viewers = views.reduce((all, view) => all + view.viewers, 0);
  const sum = strings.inspected(scenes.length, views.length, viewers, memory(size));
  document.querySelector('#sum').textContent = sum;
  refill(body, scenes.flatMap(scene =>
    scene.views.length ? scene.views.map(view => row(scene, view)) : [row(scene)]));
}

async function draw() {
  clearTimeout(timer);
  try {
    const { scenes } = await read('');
    showScenes(scenes);
    detail.hidden = !chosen;
    if (chosen) show(await read(`?scene=${chosen}`));
    status.className = 'live';
    status.textContent = strings.live;
  } catch (error) {
    status.className = 'offline';
    status.textContent = error.message;
  }
  timer = document.hidden || setTimeout(draw, PAUSE);
}

nav.ariaLabel = strings.trail;
home.textContent = strings.home;
for (const node of [here, document.querySelector('h1')]) node.textContent = strings.inspector;
document.title = strings.inspector;
const titles = strings.sceneColumns.map(name => element('th', { scope: 'col' }, name));
head.append(element('tr', {}, ...titles));
document.addEventListener('visibilitychange', draw);
draw();
