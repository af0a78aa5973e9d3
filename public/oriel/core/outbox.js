/** Milliseconds between two attempts. */
const PAUSE = 3e3;

const size = value => `${JSON.stringify(value)}`.length;

const largest = values =>
  Object.keys(values ?? {}).sort((a, b) => size(values[b]) - size(values[a])).slice(0, 1);

function request({ route, socket, message }) {
  const { command, row, arguments: values, key, expected } = message;
  const path = route.replace(/\?|$/, end => `:${encodeURIComponent(command)}${end}`);
  const body = row || expected ? { row, arguments: values, expected } : values;
  return fetch(new URL(path, socket.url.replace('ws', 'http')), {
    method: 'POST',
    headers: { 'Idempotency-Key': key, ...socket.headers },
    body: JSON.stringify(body),
  });
}

/* Returns the document that the server has now. */
async function current({ route, socket }) {
  const address = new URL(route, socket.url.replace('ws', 'http'));
  const headers = { Accept: 'application/json', ...socket.headers };
  try {
    return await (await fetch(address, { headers })).json();
  } catch {}
}

/** Posts a command that is too large for the socket, or whose scene was left. */
export async function post(item, connection) {
  item.isPosted = true;
  const { ref, arguments: values } = item.message;
  const source = { ...item };
  const answer = await request(source).catch(() => {});
  if (!(answer?.status < 500)) {
    item.socket = null;
    setTimeout(() => connection.flush(), PAUSE);
    return;
  }
  const isLarge = answer.status === 413;
  const unknown = { code: isLarge ? 'too-large' : 'failed', detail: answer.statusText };
  const { detail: message, ...rest } = await answer.json().catch(() => unknown);
  const fields = isLarge
    ? Object.fromEntries(largest(values).map(name => [name, message]))
    : rest.fields;
  const now = rest.code === 'conflict' ? (await current(source))?.outputs : undefined;
  const type = answer.ok ? 'reply' : 'error';
  connection.receive({ ...rest, type, ref, message, fields, now });
}

/**
 * Refuses the largest of the pending messages after the server closed the socket because of
 * its size. If that is a set of inputs, the pending commands are refused with it.
 */
export function refuse(connection, message) {
  const { commands, last, refused } = connection;
  const error = { type: 'error', code: 'too-large', message };
  const pending = [...commands.values()]
    .filter(({ socket, isPosted }) => socket && !isPosted)
    .sort((a, b) => size(b.message) - size(a.message));
  const isInput = !pending.length || size(last?.values) > size(pending[0].message);
  for (const item of isInput ? pending : pending.slice(0, 1)) {
    if (commands.delete(item.message.ref)) item.resolve({ error });
  }
  if (isInput && last) refused?.({ ...error, ref: last.slot });
  connection.last = undefined;
}
