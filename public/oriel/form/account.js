import { strings } from '../../phrases.js';
import { element } from '../core/dom.js';
import { here } from '../core/router.js';
import { dialog, primaryButton } from './dialog.js';

/* Posts to a path, and loads the page again. Returns any error. */
async function post(path) {
  const answer = await fetch(path, { method: 'POST' }).catch(() => {});
  if (!answer?.ok) return { message: strings.failed };
  location.reload();
}

function signIn({ signIn }) {
  location.href = signIn ?? `/-/sign-in?next=${encodeURIComponent(here())}`;
}

const link = (href, text, onclick) => element('p', {}, element('a', { href, onclick }, text));

/* A link to a page that is no screen, which the router does not follow. */
const page = (href, text) => link(href, text, event => event.stopPropagation());

function askSignOut({ name, roles, looker, changesPassword }) {
  const close = () => node.close();
  const links = looker ? [] : [link('/-/sessions', strings.sessions, close)];
  if (changesPassword) {
    links.push(
      page('/-/password', strings.newPassword), page('/-/second-factor', strings.secondFactor));
  }
  if (!looker && roles.includes('admin')) {
    links.push(link('/-/audit', strings.audit, close), page('/-/look-as', strings.lookAs));
  }
  const node = dialog(strings.signedInAs(name), primaryButton(strings.signOut), links,
    () => post('/-/sign-out'));
}

/* Says above the screen that an administrator sees it as somebody else does. */
function showLook({ name, looker }) {
  document.querySelector('.look')?.remove();
  if (!looker) return;
  const stop = element('button', { onclick: () => post('/-/look-as') }, strings.stop);
  const text = element('span', {}, strings.looksAs(name));
  document.body.prepend(element('aside', { className: 'look', role: 'status' }, text, stop));
}

/** Shows who has signed in, with a dialog about the account, or a way to sign in. */
export function showAccount(principal, button) {
  const isNobody = principal.kind === 'nobody';
  button.dataset.kind = principal.kind;
  showLook(principal);
  button.replaceChildren(element('bdi', {}, isNobody ? strings.signIn : principal.name));
  button.onclick = () => (isNobody ? signIn : askSignOut)(principal);
}
