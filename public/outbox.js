/** Sends a command of a scene that was left before it could be sent, or answered: under its key, so that it runs once, and if it still fits. */
export async function post(item, connection) {
  const { route, fits, message: { ref, command, row, arguments: values, key } } = item;
  const url = route.replace(/\?|$/, at => `:${encodeURIComponent(command)}${at}`), body = JSON.stringify(row ? { row, arguments: values } : values);
  if (fits) {
    const now = await fetch(route, { headers: { Accept: 'application/json' } }).catch(() => {});
    const isFit = now?.ok ? fits(await now.json()) : now?.status < 500 || undefined;
    if (!isFit) return isFit === false ? connection.receive({ type: 'error', ref, code: 'conflict' }) : item.socket = null;
  }
  const answer = await fetch(url, { method: 'POST', headers: { 'Idempotency-Key': key }, body }).catch(() => {});
  if (!(answer?.status < 500)) return item.socket = null;
  const { detail: message, ...rest } = await answer.json();
  connection.receive({ type: answer.ok ? 'reply' : 'error', ref, message, ...rest });
}
