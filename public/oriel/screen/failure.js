import { strings } from '../../phrases.js';
import { element, refill } from '../core/dom.js';
import { parent } from '../core/router.js';

/**
 * Shows in `main` why a route has no document, and returns the title of the page. After a retry
 * (`isAgain`), a scene that has ended keeps the title it had.
 */
export function explain({ type, code, message }, main, isAgain) {
  const { gone, missing, forbidden, failed, deleted, back } = strings;
  if (isAgain && document.title === gone) return gone;
  const titles = { 'not-found': missing, forbidden };
  const title = type === 'gone' && code !== 'failed' ? gone : titles[code] ?? failed;
  const reason = message ?? (title === failed ? '' : deleted);
  if (type === 'gone' || code === 'not-found') {
    for (const dialog of document.querySelectorAll('dialog')) dialog.refuse?.(reason);
  }
  refill(main, [
    element('h1', { tabIndex: -1 }, title),
    element('p', { role: 'alert' }, reason),
    element('a', { href: parent(location.pathname) }, back),
  ]);
  if (document.activeElement === document.body) main.firstChild.focus({ preventScroll: true });
  return title;
}
