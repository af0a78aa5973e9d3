import { routeWith } from '../core/router.js';
import { store, stored } from '../core/store.js';

/* Reads what the browser keeps of a table, if it may. */
function layoutOf(path) {
  try {
    return JSON.parse(stored(`table-${path}`) ?? '{}');
  } catch {
    return {};
  }
}

function storeLayout(path, layout) {
  store(`table-${path}`, JSON.stringify(layout));
  store('tables', 1);
}

/* Reads how a table is drawn from the fragment of an address. */
function read(hash) {
  const { density, ...others } = Object.fromEntries(new URLSearchParams(hash.slice(1)));
  const widths = Object.entries(others)
    .filter(([name, width]) => name.startsWith('width.') && width > 0)
    .map(([name, width]) => [name.slice(6), +width]);
  return { density, widths: Object.fromEntries(widths) };
}

/* Returns the fragment of an address for a layout. */
function fragment({ density, widths = {} }) {
  const pairs = Object.entries(widths).map(([name, width]) => ['width.' + name, width]);
  const query = `${new URLSearchParams([...density ? [['density', density]] : [], ...pairs])}`;
  return query && '#' + query;
}

/**
 * Returns the address of a route as it was last drawn, and its layout: `widths` of columns in rem
 * and `density`. What the address says comes first, then what the browser keeps of its table.
 */
export function recall(route) {
  const { pathname, search, hash } = new URL(route, location);
  const { columns, ...layout } = layoutOf(pathname);
  const isNamed = new URLSearchParams(search).has('columns');
  const named = columns && !isNamed ? routeWith(pathname + search, 'columns', columns) : undefined;
  const address = (named ?? pathname + search) + (hash || fragment(layout));
  return { address, layout: hash ? read(hash) : layout };
}

/** Forgets the columns of a table that has other ones now. Returns whether there were any. */
export function forget(path) {
  const { columns, ...others } = layoutOf(path);
  if (columns) storeLayout(path, others);
  return !!columns;
}

/** Keeps how a table is drawn, in the browser if it may, and in the address of the page. */
export function keep(connection, changes) {
  const { pathname, search } = location;
  connection.layout = { ...connection.layout, ...changes };
  const { columns } = { ...layoutOf(pathname), ...changes };
  storeLayout(pathname, { ...connection.layout, columns });
  history.replaceState(history.state, '', pathname + search + fragment(connection.layout));
  Object.assign(connection, { recall, forget });
}
