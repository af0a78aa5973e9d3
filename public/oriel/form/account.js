import { strings } from '../../phrases.js';
import { element } from '../core/dom.js';
import { here } from '../core/router.js';
import { dialog, primaryButton } from './dialog.js';

/* Ends the session, and shows the page as nobody sees it. Returns the error, if any. */
async function signOut() {
  const answer = await fetch('/-/sign-out', { method: 'POST' }).catch(() => {});
  if (!answer?.ok) return { message: strings.failed };
  location.reload();
}

function signIn() {
  location.href = `/-/sign-in?next=${encodeURIComponent(here())}`;
}

function askSignOut({ name, roles }) {
  const close = () => node.close();
  const link = (href, text) => element('p', {}, element('a', { href, onclick: close }, text));
  const links = [link('/-/sessions', strings.sessions)];
  if (roles.includes('admin')) links.push(link('/-/audit', strings.audit));
  const node = dialog(strings.signedInAs(name), primaryButton(strings.signOut), links, signOut);
}

/**
 * Shows who has signed in, with a way to sign out and to the sessions and the audit, or a way to
 * sign in.
 */
export function showAccount(principal, button) {
  const isNobody = principal.kind === 'nobody';
  button.replaceChildren(element('bdi', {}, isNobody ? strings.signIn : principal.name));
  button.onclick = isNobody ? signIn : () => askSignOut(principal);
}
