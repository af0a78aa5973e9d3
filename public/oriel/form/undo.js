import { strings } from '../../phrases.js';
import { element } from '../core/dom.js';
import { report } from './dialog.js';

/* The most steps that are kept. */
const STEPS = 50;

/* The commands that are posted at a time, and the pause if they are too many. */
const WORKERS = 6;
const PAUSE = 200;

/* Milliseconds until the bar hides. */
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

/** Shows in the bar what was changed, without an offer to undo it. */
export const tell = title => show(title, false);

/** Keeps the commands that undo a change, and offers in the bar to undo it. */
export function offer(title, commands) {
  steps.push({ title, commands });
  if (steps.length > STEPS) steps.shift();
  show(title, true);
}

/** Waits for a while, because the server has asked for a pause. */
export const pause = () => new Promise(resolve => setTimeout(resolve, PAUSE));

/** Posts a command, which leaves the page where it is. Returns the reply, or its error. */
export async function postCommand({ at, command, body }) {
  const init = { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(`${at}:${command}`, init).catch(() => {});
  const reply = await answer?.json().catch(() => {}) ?? {};
  if (answer?.ok) return reply;
  const { detail = strings.failed, code, fields } = reply;
  const isUnsent = !answer || answer.status >= 500 || answer.status === 401;
  const message = code === 'conflict' ? strings.changed : detail;
  return { error: { code, message, fields, isUnsent } };
}

/*
 * Posts commands, some at a time. Returns the refused ones with the reasons, and those without a
 * reply of the server, which can be posted again.
 */
async function postAll(commands) {
  const refused = new Map();
  const unsent = new Set();
  const left = [...commands];
  const work = async () => {
    while (left.length) {
      const command = left.shift();
      const { error } = await postCommand(command);
      if (error?.code === 'too-fast') {
        left.unshift(command);
        await pause();
      } else if (error?.isUnsent) unsent.add(command);
      else if (error) refused.set(command, error.message);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  return { refused, unsent };
}

/* Says why commands were refused, and how many have no reply. */
function showRefusals(done, refused, { size }) {
  const reasons = [...refused.values(), ...size ? [strings.unanswered(size)] : []];
  const lines = reasons.map(reason => element('p', {}, reason));
  report(strings.notUndone(done, refused.size + size), lines);
}

/* Undoes the latest step. If the server does not answer, what is not undone stays a step. */
async function undoLatest() {
  const step = steps.pop();
  if (!step) return;
  const { title, commands } = step;
  let { refused, unsent } = await postAll(commands.toReversed());
  // A row may refer to another one that returns after it.
  for (let count; !unsent.size && refused.size && refused.size !== count;) {
    count = refused.size;
    if (count < commands.length) ({ refused, unsent } = await postAll(refused.keys()));
  }
  const left = commands.filter(command => unsent.has(command) || refused.has(command));
  if (unsent.size) steps.push({ title, commands: left });
  show(unsent.size ? strings.unsentUndo : strings.undone(title), steps.length > 0);
  if (!refused.size) return;
  bar.hidden = !unsent.size;
  showRefusals(commands.length - left.length, refused, unsent);
}

let last = Promise.resolve();

/** Undoes the latest step after earlier ones, unless somebody has changed the values since. */
export function undo() {
  last = last.then(undoLatest);
  return last;
}

globalThis.addEventListener?.('keydown', event => {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target, repeat } = event;
  const isUndo = /^z$/i.test(key) && (ctrlKey || metaKey) && !altKey && !shiftKey && !repeat;
  const isBusy = takesKeys(target) || document.querySelector('dialog[open]');
  if (!isUndo || isBusy || !steps.length) return;
  event.preventDefault();
  undo();
});
