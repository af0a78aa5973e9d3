import { strings } from '../../phrases.js';
import { describe, element, flash, refill } from '../core/dom.js';
import { isScript, text } from '../core/value.js';
import { say } from '../form/argument.js';

/** Returns an element that shows a value, with NULL dimmed. */
export const show = value => element('span', describe(value));

function download(value) {
  const isImage = /^image/.test(value.type);
  const picture = isImage ? element('img', { src: value.href, alt: '' }) : '';
  const link = { href: value.href, download: '' };
  return element('a', link, picture, strings.download(text(value)));
}

/** Returns the element for a value of a row: blobs as downloads, references with their link. */
export function render(value, link, argument) {
  const isDownload = value?.href && !isScript(value.href);
  const shown = isDownload
    ? download(value)
    : element('span', describe(value, say(value, link ? { key: true } : argument)));
  const reference = link
    ? [' ', element('a', { href: link.href }, link.title ?? link.href)]
    : [];
  return element('dd', {}, shown, ...reference);
}

/** Replaces a list of values. The focus stays at its place, or moves to the heading. */
export function renew(node, children) {
  const { activeElement } = document;
  const line = [...node.children].findIndex(child => child.contains(activeElement));
  const stops = () => [...node.children[line]?.querySelectorAll('a, button') ?? []];
  const place = stops().indexOf(activeElement);
  refill(node, children, flash);
  if (activeElement.isConnected) return;
  const next = stops()[place] ?? document.querySelector('h1');
  next.focus({ preventScroll: true });
}
