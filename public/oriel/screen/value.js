import { strings } from '../../phrases.js';
import { describe, element, flash, refill } from '../core/dom.js';
import { isScript, text } from '../core/value.js';
import { say } from '../form/argument.js';
import { rich } from '../list/rich.js';
import { measure } from '../list/units.js';

/* The letters from which JSON and texts are folded. */
const SHORT = 40;
const LONG = 600;

/** Returns an element that shows a value, with NULL dimmed. */
export const show = value => element('span', describe(value));

function download(value) {
  const isImage = /^image/.test(value.type);
  const picture = isImage ? element('img', { src: value.href, alt: '' }) : '';
  const link = { href: value.href, download: '' };
  return element('a', link, picture, strings.download(text(value)));
}

/* Returns the object or the array that a value is or spells, if it is long enough to fold. */
function structureOf(value) {
  if (value && typeof value === 'object') return value;
  if (typeof value !== 'string' || value.length < SHORT || !/^\s*[[{]/.test(value)) return;
  try {
    return JSON.parse(value);
  } catch {}
}

/* Makes JSON that unfolds. */
function folded(value) {
  const summary = element('summary', {}, text(value).slice(0, 80));
  return element('details', {}, summary, element('pre', {}, JSON.stringify(value, null, 2)));
}

/* Makes a long text that shows its first lines, and the rest after a press. */
function shortened(value) {
  const body = element('span', { className: 'more-text' }, value);
  const button = element('button', {
    onclick: ({ target }) => {
      const isOpen = target.previousSibling.classList.toggle('open');
      target.textContent = isOpen ? strings.less : strings.more;
    },
  }, strings.more);
  return element('span', {}, body, button);
}

/* Returns the element that shows a value which is no file. */
function shownOf(value, link, argument, name) {
  if (link) return element('span', describe(value, say(value, { key: true })));
  const structure = structureOf(value);
  if (structure) return folded(structure);
  if (value?.length > LONG) return shortened(value);
  const node = element('span', { className: value === null ? 'null' : '' });
  node.title = text(value);
  node.append(rich(value, argument, undefined, undefined, name));
  const exact = say(value, argument);
  const isRounded = measure(value, name, argument)?.includes(exact) === false;
  if (isRounded) node.append(' ', element('small', {}, exact));
  return node;
}

/**
 * Returns the element for a value of a row: blobs as downloads, references with their link, and
 * numbers with their unit, beside the exact number if it is another one.
 */
export function render(value, link, argument, name) {
  const isDownload = value?.href && !isScript(value.href);
  const shown = isDownload
    ? download(value)
    : shownOf(value, link, argument, name);
  const reference = link
    ? [' ', element('a', { href: link.href }, link.title ?? link.href)]
    : [];
  return element('dd', {}, shown, ...reference);
}

/* Unfolds a new value if the one that it replaces is unfolded. */
function unfold(child, old) {
  if (old?.querySelector('details[open]')) child.querySelector('details')?.toggleAttribute('open');
  if (old?.querySelector('.more-text.open')) child.querySelector('.more-text + button')?.click();
}

/** Replaces a list of values. The focus stays at its place, or moves to the heading. */
export function renew(node, children) {
  const { activeElement } = document;
  const line = [...node.children].findIndex(child => child.contains(activeElement));
  const stops = () => [...node.children[line]?.querySelectorAll('a, button') ?? []];
  const place = stops().indexOf(activeElement);
  children.forEach((child, place) => unfold(child, node.children[place]));
  refill(node, children, flash);
  if (activeElement.isConnected) return;
  const next = stops()[place] ?? document.querySelector('h1');
  next.focus({ preventScroll: true });
}
