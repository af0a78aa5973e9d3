import { h, refill } from './dom.js';
import { strings } from './phrases.js';
import { parent } from './router.js';

export function tell({ type, code, message }, main, isAgain) {
  const { gone, missing, forbidden, failed, deleted, back } = strings;
  if (isAgain && document.title === gone) return gone;
  const title = type === 'gone' ? gone : { 'not-found': missing, forbidden }[code] ?? failed;
  if (type === 'gone' || code === 'not-found') for (const dialog of document.querySelectorAll('dialog')) dialog.refuse?.(message ?? deleted);
  refill(main, [h('h1', { tabIndex: -1 }, title), h('p', { role: 'alert' }, message ?? deleted), h('a', { href: parent(location.pathname) }, back)]);
  if (document.activeElement === document.body) main.firstChild.focus({ preventScroll: true });
  return title;
}
