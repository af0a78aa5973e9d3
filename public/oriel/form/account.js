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

/* A link to a page of the server that is no screen, so that the router does not follow it. */
const page = (href, text) => {
  const onclick = event => event.stopPropagation();
  return element('p', {}, element('a', { href, onclick }, text));
};

function askSignOut({ name, roles, looker }) {
  const close = () => node.close();
  const link = (href, text) => element('p', {}, element('a', { href, onclick: close }, text));
  const links = looker ? [] : [link('/-/sessions', strings.sessions)];
  if (!looker) links.push(page('/-/password', strings.newPassword));
  if (!looker && roles.includes('admin')) {
    links.push(link('/-/audit', strings.audit), page('/-/look-as', strings.lookAs));
  }
  const node = dialog(strings.signedInAs(name), primaryButton(strings.signOut), links, signOut);
}

async function stopLooking() {
  const answer = await fetch('/-/look-as', { method: 'POST' }).catch(() => {});
  if (answer?.ok) location.reload();
}

/* Says above the screen that an administrator sees it as somebody else does. */
function showLook({ name, looker }) {
  document.querySelector('.look')?.remove();
  if (!looker) return;
  const stop = element('button', { onclick: stopLooking }, strings.stop);
  const text = element('span', {}, strings.looksAs(name));
  document.body.prepend(element('aside', { className: 'look', role: 'status' }, text, stop));
}

/**
 * Shows who has signed in, with a way to sign out and to the sessions and the audit, or a way to
 * sign in.
 */
export function showAccount(principal, button) {
  const isNobody = principal.kind === 'nobody';
  showLook(principal);
  button.replaceChildren(element('bdi', {}, isNobody ? strings.signIn : principal.name));
  button.onclick = isNobody ? signIn : () => askSignOut(principal);
}
