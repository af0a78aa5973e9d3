/** The types of the modules in this folder that only derived tables need. */

import type { Argument, Blob, Cell, Document, JSONValue, Place } from '../../document.js';
import type { Connection } from '../core/types.js';
import type { Field } from '../form/types.js';
import type { Screen } from '../screen/types.js';
import type { Grid, Item, List } from './types.js';

/* ---- table.js, chips.js, headers.js, seek.js ---- */

/**
 * Adds to a drawn list what only derived lists have: sortable headers, chips for filters, going to
 * a row by its key, and which rows are printed. The `window` in the address leads to its row.
 */
export function dressTable(list: List): void;

/** Shows what a list is filtered by as chips, which change and remove it. */
export function showChips(screen: Screen): void;

/** Makes the labels of a table buttons that sort it, with grips that resize the columns. */
export function dressHeaders(list: Grid, screen: Screen): void;

/** Returns the item at a place of the list of a screen, which may be outside its window. */
export function find(screen: Screen, place: string): Promise<Item | undefined>;

/** Goes to an item, now or as soon as the list is long enough. */
export function lead(screen: Screen, item?: Item): void;

/** Asks for the key of a row, and goes to the row. */
export function askForKey(screen: Screen): void;

/* ---- tracks.js ---- */

/** A value of a column that is not in view. */
export const OUT: symbol;

/**
 * Returns the columns of a derived list beside its title. Returns `undefined` for other lists, and
 * in a page that has templates for rows.
 */
export function columnsOf(document: Document): string[] | undefined;

/** Returns how the value of a column reads in a list. */
export function readOf(cell: Cell, name: string): string;

/** Up to this width in rem, a column is as wide as its longest value. */
export const WHOLE: number;

/** Returns the estimated width in rem of a column that shows a text. */
export function widthOf(text: string): number;

/** Returns the widths of the title and of each column in rem, estimated from the rows. */
export function widthsOf(document: Document, names: string[]): number[];

/** Returns the tracks of a grid: fixed columns as wide as they are, others sharing what is left. */
export function tracks(widths: number[], isFixed: (place: number) => unknown): string;

/* ---- content.js ---- */

/** Returns whether a list shows values as what they are: the lists of a database. */
export function isFormatted(list: List): boolean;

/** Shows the values of rows that have changed as what they are. Only writes to the page. */
export function format(list: Grid): void;

/* ---- rich.js, units.js ---- */

/** Returns a number of degrees for a text, the same each time, for the colour of its tag. */
export function hueOf(text: string): number;

/** Returns the element for a date or a time, if a value is one. Without a zone, it is not moved. */
export function timeOf(value: JSONValue | Blob, argument?: Argument): HTMLElement | undefined;

/** Makes a tag with a colour. */
export function tag(text: string, hue: number): HTMLElement;

/**
 * Returns a value as what it is, a node or a text: the title of the row that it refers to, a
 * time in the words of the reader, a tag of a `hue`, an address, a colour, an image, a number with
 * its unit.
 */
export function rich(
  value: JSONValue | Blob,
  argument?: Argument,
  link?: { href: string; title?: string },
  hue?: number,
  name?: string,
): HTMLElement | string;

/**
 * Returns a number with the unit that its column's name ends with: a size, a duration or an amount
 * of money, rounded. Returns `undefined` for other values and other columns.
 */
export function measure(
  value: JSONValue | Blob | undefined,
  name?: string,
  argument?: Partial<Argument>,
): string | undefined;

/** Returns whether the texts of a column are an enumeration: short, and few for the rows. */
export function isEnumeration(texts: (JSONValue | Blob | undefined)[]): boolean;

/* ---- kept.js, choose.js ---- */

/**
 * Returns the address of a route as it was last drawn, and its layout: `widths` of columns in rem
 * and `density`. What the address says comes first, then what the browser keeps of its table.
 */
export function recall(route: string): { address: string; layout: Layout };

/** How a table is drawn. */
export interface Layout {
  widths?: Record<string, number>;
  density?: string;
}

/** Forgets the columns of a table that has other ones now. Returns whether there were any. */
export function forget(path: string): boolean;

/** Keeps how a table is drawn, in the browser if it may, and in the address of the page. */
export function keep(connection: Connection, changes: Layout & { columns?: string }): void;

/** Asks which columns of a table are shown, in which order and how dense, and shows them. */
export function chooseColumns(screen: Screen): void;

/* ---- desk.js, edit.js ---- */

/**
 * Edits cells of a derived table in place: F2, typing and a double click open one, Delete empties
 * it, and pasting fills it. A title does not name its column, so it is edited only if one value
 * of the row reads the same; otherwise the row is opened. Editors lie above the grid, so that
 * drawing the grid does not disturb them.
 */
export class Desk {
  constructor(grid: Grid);
  /** The editors that are open, or wait for the server. */
  readonly edits: Set<Edit>;
  /** Tells assistive technology which cells of a row cannot be edited in place. */
  dress(row: HTMLLIElement): void;
}

/** The cell that an editor belongs to. */
export interface EditedCell {
  id: string;
  cell: Cell;
  place: number;
  field: Field;
}

/**
 * The editor of one cell, which belongs to a row and a column. It is open, or waits for the
 * server while `turn` is set, until its value is saved or given up.
 */
export class Edit {
  constructor(desk: Desk, cell: EditedCell, isTyped?: boolean, typed?: string);
  /** Opens the editor, or saves a text that was pasted or typed over the cell. */
  begin(isTyped?: boolean, typed?: string): void;
  /** Moves the editor over its cell, and notices when the row has changed. */
  follow(): void;
  /** Saves what is typed, after the user confirms to overwrite what others have written. */
  commit(move?: () => void): Promise<unknown>;
}

/* ---- terms.js, filter.js, facet.js, facets.js, export.js ---- */

/** A filter of a list, as `inputs.filters` of its document has it. */
export interface Filter {
  name: string;
  value: string;
  column?: string;
  comparison?: string;
}

/** Returns what is declared of the columns of a table, or `undefined`. */
export function types(screen?: Screen): Record<string, Argument> | undefined;

/** Returns what is declared of a column. Dates have a sample: a value that a row shows, or null. */
export function declaredOf(
  screen: Screen,
  name: string,
): Argument & { sample?: JSONValue } | undefined;

/** Returns a column's name as lists of names in a route spell it. */
export function spellName(name: string): string;

/** Returns the parameter of a filter: the column, quoted if needed, and the comparison. */
export function spell(column: string, comparison: string, columns: string[]): string;

/** Returns the columns of a list whose values the database can put into an order. */
export function sortable(document: Document): string[];

/** Returns the text of a value in a route. */
export function plain(value: string): string;

/** Returns the text of a filter, such as `Year ≥ 1990`. A reference is named by its title. */
export function describeFilter(filter: Filter, screen: Screen): string;

/** Returns the filters of a column that the user has set, as `inputs.filters` has them. */
export function filtersOf(screen: Screen, column: string): Filter[];

/**
 * Returns the address of a list with other filters, as pairs, in place of some of its terms. A
 * filter that the user has already replaced stands for those that came to its column since.
 */
export function routeWithFilters(
  screen: Screen,
  removed: Filter[],
  added: [string, string][],
): string;

/**
 * Returns the route of the counts of a column's values, or of ranges of them, in a list. The
 * filters of the column itself do not count, because their alternatives are shown.
 */
export function countsRoute(
  document: Document,
  column: string,
  suffix: '' | 'range',
  more?: [string, string][],
): string;

/** Asks for a filter, a new one or in place of another, and opens the route that has it. */
export function chooseFilters(screen: Screen, filter?: Filter): void;

/** The values of one column with their counts, which are live, and follow the list. */
export class Facet {
  /** With `isWorth`, the counts are shown however many values there are. */
  constructor(screen: Screen, column: string, suffix: '' | 'range', isWorth?: boolean);
  readonly node: HTMLElement;
  readonly column: string;
  /** Counts the rows that the list shows now. */
  follow(): void;
  /** Ends the counting. */
  end(): void;
}

/**
 * Returns the columns whose values are worth counting, at most five, each with the suffix of its
 * counts: enumerations, truths, references and repeated texts by value, dates and numbers by range.
 */
export function facetsOf(screen: Screen): [string, '' | 'range'][];

/** Shows or hides the counts of a table's columns beside it, and remembers that. */
export function toggleFacets(screen: Screen): void;

/** Shows the counts beside a table if they were shown last, and brings them up to date. */
export function followFacets(screen: Screen): void;

/** Asks for a format, and downloads all rows of a list as it is filtered and sorted. */
export function chooseExport(screen: Screen): void;

/* ---- cards.js ---- */

/** A list as a grid of cards, as many in a row as fit. Arrows lead to the neighbours. */
export class Cards extends List {
  constructor(ask: (window: Place) => void, screen?: Screen);
  /** The cards in a row. */
  readonly across: number;
}

/** Shows the list of a screen as cards or as a table, and keeps that for the next visit. */
export function turn(screen: Screen, isGrid?: boolean, y?: number): void;
