import { strings } from '../../phrases.js';
import { routeOf } from '../core/router.js';
import { own } from '../core/value.js';
import { say } from '../form/argument.js';

/** Returns what is declared of the columns of a table, or `undefined`. */
export const types = screen => screen?.document.commands?.insert?.arguments;

/** Returns what is declared of a column. Dates have a sample: a value that a row shows, or null. */
export function declaredOf(screen, name) {
  const argument = own(types(screen), name);
  if (!/^date/.test(argument?.type)) return argument;
  const values = Object.values(screen.document.cells ?? {}).map(({ fields }) => own(fields, name));
  return { ...argument, sample: values.find(value => value ?? false) ?? null };
}

/** Returns the columns of a list whose values the database can put into an order. */
export const sortable = ({ columns, unsortable = [] }) =>
  columns.filter(name => !unsortable.includes(name));

const quote = column => `"${column.replaceAll('"', '""')}"`;

/** Returns a column's name as lists of names in a route spell it. */
export const spellName = name => /^$|^-|[,"]/.test(name) ? quote(name) : name;

/** Returns the parameter of a filter: the column, quoted if needed, and the comparison. */
export function spell(column, comparison, columns) {
  const end = comparison && '.' + comparison;
  const isWord = /^(?!(columns|counts|search|section|sort|window|since)$)\w+$/.test(column);
  const isPlain = isWord && !(end && columns.includes(column + end));
  return (isPlain ? column : quote(column)) + end;
}

const escapes = { '~': '~', c: ',', 0: '\0' };

/** Returns the text of a value in a route. */
export const plain = value =>
  value.replace(/^~[rt]/, '').replace(/~([~c0])/g, (_, letter) => escapes[letter]);

/* Returns the title of the row that a value of a column refers to, once a row has shown it. */
function titleOf(column, value, screen) {
  const known = screen.named ??= new Map();
  const { cells = {} } = screen.document;
  const isOf = ({ fields, links }) => own(links, column) && `${own(fields, column)}` === value;
  const found = Object.values(cells).find(isOf);
  const key = JSON.stringify([column, value]);
  if (found) known.set(key, found.links[column].title);
  return known.get(key);
}

/** Returns the text of a filter, such as `Year ≥ 1990`. A reference is named by its title. */
export function describeFilter({ name, value, column, comparison }, screen) {
  if (column === undefined) return strings.term(name + ':', value);
  const word = strings.comparisons[comparison] ?? comparison;
  const isLiteral = /contains|starts|null/.test(comparison);
  const values = comparison === 'in' ? value.split(',') : [value];
  const said = values.map(value => {
    if (isLiteral) return value;
    if (value === '~n') return strings.comparisons.null.replace(/^is /, '');
    const typed = plain(value);
    const title = titleOf(column, typed, screen);
    return title || say(typed, own(types(screen), column)) || strings.unnamed;
  });
  return strings.term(column, word, said.join(', '));
}

/* Returns the newest parameters of a list: until its document has arrived, those of the address. */
function newestQuery({ connection, document, path }) {
  const isHere = path === location.pathname;
  const newest = isHere ? connection.document?.route ?? location : document.route;
  return new URL(newest, location).searchParams;
}

/** Returns the filters of a column that the user has set, as `inputs.filters` has them. */
export function filtersOf(screen, column) {
  const { columns, comparisons, inputs } = screen.document;
  const spelled = ['', ...comparisons].map(comparison =>
    ({ name: spell(column, comparison, columns), column, comparison }));
  const known = [...inputs.filters.filter(filter => filter.column === column), ...spelled];
  return [...newestQuery(screen)].flatMap(([name, value]) => {
    const filter = known.find(filter => filter.name === name);
    return filter ? [{ ...filter, value }] : [];
  });
}

/**
 * Returns the address of a list with other filters, as pairs, in place of some of its terms. A
 * filter that the user has already replaced stands for those that came to its column since.
 */
export function routeWithFilters(screen, removed, added) {
  const query = newestQuery(screen);
  const shown = new URL(screen.document.route, location).searchParams;
  const since = column => filtersOf(screen, column).filter(now => !shown.has(now.name, now.value));
  for (const term of removed) {
    const gone = query.has(term.name, term.value) ? [term] : since(term.column);
    for (const { name, value } of gone) query.delete(name, value);
  }
  for (const [name, value] of added) query.append(name, value);
  return routeOf(screen.path, query);
}

/**
 * Returns the route of the counts of a column's values, or of ranges of them, in a list. The
 * filters of the column itself do not count, because their alternatives are shown.
 */
export function countsRoute({ inputs: { filters, search }, columns }, column, suffix, more = []) {
  const others = filters.filter(filter => filter.column !== column);
  const query = new URLSearchParams([
    ...others.map(({ name, value }) => [name, value]),
    ...more,
    ...search ? [['search', search]] : [],
    ['counts', spell(column, suffix, columns)],
  ]);
  return routeOf(location.pathname, query);
}
