/** Sends a command of a scene that was left before it could be sent, or answered: under its key, so that it runs once. */
export async function post(item, connection) {
  const { route, message: { ref, command, row, arguments: values, key } } = item;
  const url = route.replace(/\?|$/, at => `:${encodeURIComponent(command)}${at}`), body = JSON.stringify(row ? { row, arguments: values } : values);
  const answer = await fetch(url, { method: 'POST', headers: { 'Idempotency-Key': key }, body }).catch(() => {});
  if (!(answer?.status < 500)) return item.socket = null;
  const { detail: message, ...rest } = await answer.json();
  connection.receive({ type: answer.ok ? 'reply' : 'error', ref, message, ...rest });
}
