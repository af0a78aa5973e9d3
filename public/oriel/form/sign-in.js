import { strings } from '../../phrases.js';
import { element } from '../core/dom.js';
import { here } from '../core/router.js';
import { labelled } from './argument.js';
import { dialog, primaryButton } from './dialog.js';

const address = '/-/sign-in';
const headers = { Accept: 'application/json' };

const input = options => element('input', { required: true, ...options });

/* The fields of the form: name and password first, then a code if the server asks for it. */
class Fields {
  name = input({ autocomplete: 'username' });
  password = input({ type: 'password', autocomplete: 'current-password' });
  code = input({ autocomplete: 'one-time-code' });
  stay = element('input', { type: 'checkbox' });
  node = element('div');

  constructor() {
    this.ask(false);
  }

  /* Shows the fields of one step. */
  ask(isSecond) {
    const { name, password, code, stay } = this;
    const first = [[strings.name, name], [strings.password, password]];
    const parts = isSecond ? [[strings.code, code]] : first;
    this.isSecond = isSecond;
    code.value = '';
    const fields = parts.map(part => labelled(...part));
    const choice = element('label', { className: 'choice' }, stay, ' ' + strings.staySignedIn);
    this.node.replaceChildren(...fields, ...isSecond ? [] : [choice]);
    parts[0][1].focus();
  }

  get body() {
    const { name, password, code, stay } = this;
    if (this.isSecond) return { code: code.value };
    return { name: name.value, password: password.value, stay: stay.checked };
  }
}

/* Sends the form. Returns the error, or what keeps the form open, or connects again. */
async function send(connection, fields) {
  const body = JSON.stringify(fields.body);
  const answer = await fetch(address, { method: 'POST', headers, body }).catch(() => {});
  if (answer?.ok) return connection.retry();
  const problem = await answer?.json().catch(() => {});
  const isOver = fields.isSecond && problem?.code === 'sign-in';
  if (problem?.code === 'code-needed' || isOver) fields.ask(!isOver);
  return { message: problem?.code === 'code-needed' ? '' : problem?.detail ?? strings.failed };
}

/* Returns a button that leads to a service, and then back to this page. */
function leading({ title, href }) {
  const onclick = () => {
    location.href = `${href}?next=${encodeURIComponent(here())}`;
  };
  return element('p', {}, element('button', { type: 'button', onclick }, title));
}

/**
 * Covers the screen with the form, unless another tab has signed in, and then connects again.
 * Closing the form loads the page again. Commands without a reply fail, because somebody else may
 * sign in.
 */
export async function signIn(connection) {
  for (const ref of [...connection.commands.keys()]) {
    connection.settle({ ref, error: { code: 'sign-in', message: strings.signedOut } });
  }
  const answer = await fetch(address, { headers }).catch(() => {});
  if (answer?.ok) return connection.retry();
  const { services = [] } = await answer?.json().catch(() => {}) ?? {};
  const fields = new Fields();
  let problem = true;
  const submit = async () => (problem = await send(connection, fields));
  const body = [fields.node, ...services.map(leading)];
  const node = dialog(strings.signIn, primaryButton(strings.signIn), body, submit);
  if (node) node.className = 'cover';
  node?.addEventListener('close', () => problem && location.reload());
}
