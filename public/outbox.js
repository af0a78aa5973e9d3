const AGAIN = 3e3;

const size = value => `${JSON.stringify(value)}`.length;

const longest = values => Object.keys(values ?? {}).sort((a, b) => size(values[b]) - size(values[a])).slice(0, 1);

export async function post(item, connection) {
  item.isPosted = true;
  const { route, socket, message: { ref, command, row, arguments: values, key, expected } } = item, base = socket.url.replace('ws', 'http');
  const path = route.replace(/\?|$/, at => `:${encodeURIComponent(command)}${at}`), body = row || expected ? { row, arguments: values, expected } : values;
  const answer = await fetch(new URL(path, base), { method: 'POST', headers: { 'Idempotency-Key': key }, body: JSON.stringify(body) }).catch(() => {});
  if (!(answer?.status < 500)) {
    item.socket = null;
    setTimeout(() => connection.flush(), AGAIN);
    return;
  }
  const isLong = answer.status === 413, other = { code: isLong ? 'too-large' : 'failed', detail: answer.statusText };
  const { detail: message, ...rest } = await answer.json().catch(() => other), fields = isLong ? Object.fromEntries(longest(values).map(name => [name, message])) : rest.fields;
  const now = rest.code === 'conflict' ? await fetch(new URL(route, base), { headers: { Accept: 'application/json' } }).then(it => it.json()).catch(() => {}) : undefined;
  connection.receive({ ...rest, type: answer.ok ? 'reply' : 'error', ref, message, fields, now: now?.outputs });
}

/** Of what is on its way the longest is refused; with inputs, what was to be done with them, too. */
export function refuse(connection, message) {
  const { commands, last, refused } = connection, error = { type: 'error', code: 'too-large', message };
  const under = [...commands.values()].filter(({ socket, isPosted }) => socket && !isPosted).sort((a, b) => size(b.message) - size(a.message));
  const isInput = !under.length || size(last?.values) > size(under[0].message);
  for (const item of isInput ? under : under.slice(0, 1)) commands.delete(item.message.ref) && item.resolve({ error });
  if (isInput && last) refused?.({ ...error, ref: last.slot });
  connection.last = undefined;
}
