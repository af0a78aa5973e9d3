import { strings } from '../../strings.js';

/** Returns an own member of an object, whatever its name is, or `undefined`. */
export const own = (object, name) =>
  object && Object.hasOwn(object, name) ? object[name] : undefined;

/** Returns a value as text: `NULL`, a blob as its size, an object as JSON. */
export function text(value = '') {
  if (value === null) return strings.null;
  if (value.bytes >= 0) return strings.bytes(value.bytes);
  return typeof value === 'object' ? JSON.stringify(value) : `${value}`;
}

/** Returns whether a browser would run an address as code, however it is written. */
export const isScript = href =>
  /^(javascript|data|vbscript):/i.test(`${href}`.replace(/[\0-\x20]/g, ''));
