/**
 * The types of the client's lists: of any length, as tables and grids, with a keyboard and a selection.
 */

import type { Argument, Blob, Cell, Document, Failure, JSONValue, Place, Section } from './document.js';
import type { Screen } from './types.js';

/* ---- list.js ---- */

/** A line of a list: a row, or without `id` and `index` the heading of a section. */
export interface Item {
  key: string;
  section: Section;
  line: number;
  id?: string;
  index?: number;
  /** What a heading or a footer shows. */
  cell?: { title?: string | null; subtitle?: string; href?: string };
}

/** What a document lists, by lines. A list of one untitled section has no headings. */
export function layout(document: Document): { items: Item[]; isHeaded: boolean; lines: number };

/**
 * The window to ask for when rows `first` to `last` are in sight: a screenful to spare on either side, in steps of 10 (so
 * that viewers share windows), at most 500 rows. Null when half a screenful is to spare in what is held.
 */
export function wanted(first: number, last: number, total: number, held: Partial<Place>): Place | null;

/** By how many lines most items moved (the median), which is what the page scrolls to keep them still. */
export function drift(before: Item[], after: Item[]): number;

/** Gives a row its columns: those that show the same are not touched. `changed` is called for each that replaces an old one. */
export function fill(node: HTMLElement, values: (JSONValue | Blob | undefined)[], changed?: () => void): void;

/**
 * A list of any length, of which only the window's rows are in the page; rows are kept by id. One taller than 8,000,000 pixels has each stand
 * for more. All lines are as high, and it has no keyboard of its own: it becomes a `Grid` as soon as `grid.js` is here.
 */
export class List {
  constructor(ask: (window: Place) => void, screen?: Screen);
  readonly node: HTMLElement;
  readonly screen?: Screen;
  /** The first row in sight, counted from the list's beginning. */
  readonly first: number;
  /** The lines of a document, by `layout` unless it is told another way; `density` is how many rows stand in a line. */
  lay: typeof layout;
  density: number;
  /** Called with each row's element, id and cell when it is drawn. Answers whether it has drawn the content. */
  decorate?: (node: HTMLLIElement, id: string, cell: Cell) => boolean;
  /** Shows a document; with `y`, as one that was just opened and is scrolled to there. */
  update(document: Document, y?: number): void;
  /** The line at the top when the page was left, by the row that its history has: also where a bar stands for many rows a pixel. */
  left(): number | undefined;
  /** Puts the rows where the scroll position wants them and asks for those that are missing. */
  place(): void;
}

/* ---- tall.js ---- */

/** Heights of lines: those of a run are known, all others are taken to be `each` high. They count from the first line of the run. O(log n). */
export class Heights {
  constructor(first: number, heights: number[], each: number);
  /** How far below the run's first line a line begins; a part of a line counts. */
  top(line: number): number;
  /** The line that is so far below the run's first one. */
  at(y: number): number;
}

/** Where a bar of `short` pixels stands for a place among `long` ones: evenly, but pixel by pixel in the first and the last 20,000. */
export function squeeze(y: number, long: number, short: number): number;

/** The place that a bar stands for. */
export function stretch(y: number, long: number, short: number): number;

/** What a document lists, by lines: as `layout`, and with a line for the footer of each section as soon as one has a footer. */
export function lay(document: Document, wasFooted?: number): { items: Item[]; isHeaded: boolean; isFooted: number; lines: number };

/* ---- lines.js, grid.js ---- */

/**
 * A list of lines of any height, as they are measured, whose headings and footers stay in sight: they are sticky in the box of their section.
 * `base` is where the first line of known height stands. It stays while one scrolls a little, so that nothing has to be moved then, pixel by pixel
 * whatever the bar stands for; a scroll of more than four screenfuls goes to where the bar says. The line at the top stays where it is while rows and
 * heights above it change. The bar is put right when it has rested for 150 ms, or has come to an end before the list has.
 */
export class Lines extends List {}

/** What a list of the core becomes as soon as this is here, with what it shows: rows of cells, the keyboard, a selection. */
export class Grid extends Lines {
  static adopt(list: List): void;
  /** Has a line stand at some height of what is in sight, at its top if none is named. */
  lead(line: number, y?: number): void;
  /** Goes to a line and gives a cell of it the focus: now, or when it is here. What cannot have the focus is passed over in direction `way`. */
  reach(line: number, column?: number, way?: 1 | -1): void;
}

/** Whether rows show nothing but text, and nothing in them can be pressed: they are options of a listbox then, and no rows of a grid. */
export function isPlain(cells: Cell[], columns?: string[]): boolean;

/** Whether a browser would run an address as code (`javascript:`, `data:`, `vbscript:`), however it is written. */
export function isScript(href: unknown): boolean;

/** A row: cells beside each other, of which the first has the link. */
export function make(): HTMLLIElement;

/* ---- keys.js, selection.js ---- */

/** What the keyboard and the selection need of a list: `Grid` and `Flow` have it. Lines are counted from 0; `index` is a row's place. */
export interface Rows {
  readonly node: HTMLElement;
  readonly lines: number;
  readonly document: Document;
  readonly selection: Selection;
  all(): HTMLLIElement[];
  at(line: number): HTMLLIElement | undefined;
  line(row: HTMLLIElement): number;
  index(line: number): number;
  /** The row that Tab leads to where one has not been before: the first in sight. */
  near?(): HTMLLIElement | undefined;
  /** By how many lines Page up and down lead. */
  page(): number;
  reach(line: number, column: number, way: 1 | -1): void;
  /** The row on the side that an arrow points to, where rows stand beside each other. */
  beside?(row: HTMLLIElement, key: string): HTMLLIElement | undefined;
  /** The rows from one place to another, if all of them are here. */
  between(start: number, end: number): [string, Cell][] | null;
  isSelectable(cell: Cell): boolean;
  send(name: string, values: Record<string, JSONValue>, row?: string): Promise<Failure | undefined>;
}

/** The keyboard of a list by the grid and listbox patterns: one stop of Tab, from which arrows and letters lead on. */
export class Keys {
  constructor(root: HTMLElement, rows: Rows);
  /** Whether the focus is in the list. */
  readonly isHere: boolean;
  /** Called when rows were drawn: the focus stays with its row, goes to the one in its place, or waits for it in the list itself. */
  update(wasHere: boolean, shift?: number): void;
  /** The row where one was, or the next one whose id is not among some, or the one before. */
  near(ids?: { has(id: string): boolean }): HTMLLIElement | undefined;
  /** Gives the focus to a row, to the one where one was, or to the list. */
  resume(row?: HTMLLIElement): void;
  /** Called when the list has come to rest: has Tab lead to what is in sight, unless one has been in a row that is here. */
  aim(): void;
}

/** Says to those who do not see it what a row is, and where: an option of a listbox, or a row of cells in a grid. */
export function roles(node: HTMLLIElement, row: object): void;

/**
 * The rows that are selected, by their ids: they stay so while they move, leave the window and come back. One that has left the list leaves the
 * selection: of rows that nobody sends any more the server is asked, when they leave the window by themselves or the list becomes shorter.
 */
export class Selection {
  constructor(rows: Rows);
  readonly ids: Map<string, Cell>;
  isOffered: boolean;
  has(id: string): boolean;
  toggle(row: HTMLLIElement): void;
  /** Selects what lies between the row that was selected last and a line; rows that are not here are asked for, 5,000 at most. */
  extend(row: HTMLLIElement, line: number): Promise<void>;
  all(): Promise<void>;
  clear(): void;
  /** Takes over another document; `isElsewhere` says that it is another part of the list. */
  update(document: Document, isElsewhere?: boolean): void;
}

/** Asks for a part of a list once, by the `window` and other words of a query. */
export function read(route: string, query?: string): Promise<Document>;

/** As `read`, with nothing in place of an error. */
export function get(route: string, query?: string): Promise<Partial<Document>>;

/** In which row of a list an element is, and in which of its cells (-1: in none). */
export function spot(node: HTMLElement, target: Element): { row: HTMLLIElement | null; place: number };

/** Gives a row the box that selects it, for pointers. */
export function mark(node: HTMLLIElement, selection: Selection): void;

/* ---- cell.js ---- */

/**
 * Cells of a derived table that are changed where they stand: by F2, by typing, by a double click; emptied by Delete, and pasted into, without being opened (one click opens the row, when it is sure that it
 * stays one). Above the grid, so that nothing that is drawn in it or moves in it touches what is typed. A title does not say its column: that is the
 * only one of the row's values that reads the same; where there are more, and where a value cannot be changed in its place, the row is opened.
 * An edit belongs to a row and a column, is open or waits for the server, and stays until its value is saved or given up.
 */
export class Desk {
  constructor(grid: Grid);
  /** Says of a row's cells which of them cannot be changed in their place. */
  dress(row: HTMLLIElement): void;
  /** What is open, or waits: told when rows were put to their places, so that it follows its row and hears what has become of it. */
  readonly edits: Set<{ follow(): void }>;
}

/* ---- table.js ---- */

/**
 * Called when a list was drawn. Gives one that is derived from a database what it has beyond rows: values by their types, headers that sort, what it is
 * filtered by as chips, a way to a row by its key (also by the `window` of the page's address, which is taken out of it then), and what to say on paper.
 */
export function dress(list: List): void;

/** Numbers in a text, in groups. */
export function group(text: string): string;

/** What is declared of the columns of a screen's table. */
export function types(screen?: Screen): Record<string, Argument> | undefined;

/* ---- cards.js ---- */

/** A list as a grid of cards, each some lines high: as many in a row as fit. Arrows lead to the neighbours. */
export class Cards extends List {
  /** How many cards stand in a row. */
  readonly across: number;
}
