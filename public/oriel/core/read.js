/** Requests the document of a route. `query` names a window or other parameters. */
export async function read(route, query = '', signal) {
  const separator = route.includes('?') ? '&' : '?';
  const headers = { Accept: 'application/json' };
  const response = await fetch(route + separator + query, { headers, signal });
  if (!response.ok) throw new Error(response.statusText);
  return response.json();
}

/** Like `read`, but returns an empty object instead of throwing. */
export const tryToRead = (route, query) => read(route, query).catch(() => ({}));
