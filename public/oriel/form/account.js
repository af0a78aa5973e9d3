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

const askSignOut = name =>
  dialog(strings.signedInAs(name), primaryButton(strings.signOut), [], signOut);

/** Shows who has signed in, with a way to sign out, or a way to sign in. */
export function showAccount({ kind, name }, button) {
  const isNobody = kind === 'nobody';
  button.replaceChildren(element('bdi', {}, isNobody ? strings.signIn : name));
  button.onclick = isNobody ? signIn : () => askSignOut(name);
}
