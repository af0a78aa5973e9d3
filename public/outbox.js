export async function post(item, connection) {
  const { route, message: { ref, command, row, arguments: values, key, expected } } = item;
  const url = route.replace(/\?|$/, at => `:${encodeURIComponent(command)}${at}`), body = row || expected ? { row, arguments: values, expected } : values;
  const answer = await fetch(url, { method: 'POST', headers: { 'Idempotency-Key': key }, body: JSON.stringify(body) }).catch(() => {});
  if (!(answer?.status < 500)) return item.socket = null;
  const { detail: message, ...rest } = await answer.json();
  const now = rest.code === 'conflict' ? await fetch(route, { headers: { Accept: 'application/json' } }).then(it => it.json()).catch(() => {}) : undefined;
  connection.receive({ ...rest, type: answer.ok ? 'reply' : 'error', ref, message, now: now?.outputs });
}
