import { strings } from '../../phrases.js';
import { element } from '../core/dom.js';
import { dialog } from './dialog.js';

/* The most steps that are kept. */
const STEPS = 50;

/* The commands that are posted at a time, and the pause in milliseconds if they are too many. */
const WORKERS = 6;
const PAUSE = 200;

/* Milliseconds for which the bar is shown. */
const OFFER = 10_000;

/* What the user has changed, the latest last: titles, and the commands that undo it. */
const steps = [];

/* Whether keys that are pressed on an element are typed into it. */
const takesKeys = target =>
  target.closest?.('dialog, .editor, textarea, input:not([type=checkbox]), [contenteditable]');

let bar;
let timer;

/* Makes the bar that says what was changed, and offers to undo it. */
function makeBar() {
  const text = element('span', { role: 'status' });
  const button = element('button', { onclick: undo }, strings.undo);
  bar = Object.assign(element('div', { className: 'undo' }, text, button), { text, button });
  document.body.append(bar);
}

/* Shows the bar for a while, or for as long as it has the focus or the pointer. */
function show(title, isOffered) {
  if (!bar) makeBar();
  bar.text.textContent = title;
  bar.button.hidden = !isOffered;
  bar.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(hide, OFFER);
}

function hide() {
  if (bar.matches(':hover, :focus-within')) timer = setTimeout(hide, OFFER);
  else bar.hidden = true;
}

/** Keeps the commands that undo a change, and shows its title in the bar, which offers to. */
export function offer(title, commands) {
  steps.push({ title, commands });
  if (steps.length > STEPS) steps.shift();
  show(title, true);
}

const pause = () => new Promise(resolve => setTimeout(resolve, PAUSE));

/* Posts a command, again as long as the server asks for a pause. Returns why it was refused. */
async function post({ at, command, body }) {
  const init = { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(`${at}:${command}`, init).catch(() => {});
  if (answer?.ok) return;
  if (answer?.status === 429) return pause().then(() => post({ at, command, body }));
  const { detail, code } = await answer?.json().catch(() => ({})) ?? {};
  return code === 'conflict' ? strings.changed : detail ?? strings.failed;
}

/* Posts commands, some at a time. Returns the refused ones with the reasons. */
async function postAll(commands) {
  const refused = new Map();
  const left = [...commands];
  const work = async () => {
    while (left.length) {
      const command = left.shift();
      const reason = await post(command);
      if (reason) refused.set(command, reason);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  return refused;
}

/** Undoes the latest step, as far as nobody has changed the same values since. */
export async function undo() {
  const step = steps.pop();
  if (!step) return;
  const { title, commands } = step;
  let refused = await postAll(commands.toReversed());
  // A row may refer to another one that returns after it.
  for (let count; refused.size && refused.size !== count;) {
    count = refused.size;
    if (count < commands.length) refused = await postAll(refused.keys());
  }
  show(strings.undone(title), steps.length > 0);
  if (!refused.size) return;
  bar.hidden = true;
  const reasons = [...refused.values()].map(reason => element('p', {}, reason));
  const list = element('div', { role: 'alert' }, ...reasons);
  dialog(strings.notUndone(commands.length - refused.size, refused.size), undefined, [list]);
}

globalThis.addEventListener?.('keydown', event => {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
  const isUndo = key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !altKey && !shiftKey;
  const isBusy = takesKeys(target) || document.querySelector('dialog[open]');
  if (!isUndo || isBusy || !steps.length) return;
  event.preventDefault();
  undo();
});
