import { strings } from '../../phrases.js';
import { element } from '../core/dom.js';
import { dialog, primaryButton } from './dialog.js';

const address = '/-/sign-in';
const headers = { Accept: 'application/json' };

const input = options => element('input', { required: true, ...options });

/* Sends the form. Returns the error, or connects again. */
async function send(connection, name, password, stay) {
  const values = { name: name.value, password: password.value, stay: stay.checked };
  const body = JSON.stringify(values);
  const answer = await fetch(address, { method: 'POST', headers, body }).catch(() => {});
  if (answer?.ok) return connection.retry();
  const problem = await answer?.json().catch(() => {});
  return { message: problem?.detail ?? strings.failed };
}

/**
 * Shows the form over the screen, unless another tab has signed in, and then connects again.
 * Commands without a reply fail, because somebody else may sign in.
 */
export async function signIn(connection) {
  for (const ref of [...connection.commands.keys()]) {
    connection.settle({ ref, error: { code: 'sign-in', message: strings.signedOut } });
  }
  const answer = await fetch(address, { headers }).catch(() => {});
  if (answer?.ok) return connection.retry();
  const name = input({ autocomplete: 'username' });
  const password = input({ type: 'password', autocomplete: 'current-password' });
  const fields = [[strings.name, name], [strings.password, password]];
  const labels = fields.map(parts =>
    element('div', { className: 'field' }, element('label', {}, ...parts)));
  const stay = element('input', { type: 'checkbox' });
  const choice = element('label', { className: 'choice' }, stay, ' ' + strings.staySignedIn);
  const submit = () => send(connection, name, password, stay);
  dialog(strings.signIn, primaryButton(strings.signIn), [...labels, choice], submit);
}
