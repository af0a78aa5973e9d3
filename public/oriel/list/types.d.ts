/** The types of the modules in this folder. No module loads this file. */

import type {
  Blob,
  Cell,
  Document,
  Failure,
  JSONValue,
  Place,
  Section,
} from '../../document.js';
import type { Step } from '../form/types.js';
import type { Screen } from '../screen/types.js';

/* ---- layout.js, footers.js ---- */

/** A line of a list: a row, or without `id` and `index` a heading or a footer. */
export interface Item {
  key: string;
  section: Section;
  line: number;
  id?: string;
  index?: number;
  /** What a heading or a footer shows. */
  cell?: { title?: string | null; subtitle?: string; href?: string };
}

/** The lines of a document. */
export interface Layout {
  items: Item[];
  isHeaded: boolean;
  lines: number;
}

/** Returns the lines of a document. A list of one section without a title has no headings. */
export function layout(document: Document): Layout;

/**
 * Returns the lines of a document like `layout`. If a section has a footer, or one had before,
 * each section has a line for its footer.
 */
export function layoutWithFooters(
  document: Document,
  wasFooted?: number,
): Layout & { isFooted: number };

/**
 * Returns the window to request while rows `first` to `last` are visible: one screenful to spare
 * on each side. Returns null if the held window has half a screenful to spare.
 */
export function wanted(
  first: number,
  last: number,
  total: number,
  held: Partial<Place>,
): Place | null;

/** Returns by how many lines most items have moved (the median). */
export function drift(before: Item[], after: Item[]): number;

/* ---- roles.js ---- */

/** Makes a row: columns beside each other, of which the first has the link. */
export function makeRow(): HTMLLIElement;

/** Returns whether rows show only text, so that they are options rather than rows of a grid. */
export function isPlain(cells: Cell[], columns?: string[]): boolean;

/** Returns the row of a list and the place of the cell that an element is in (-1: in no cell). */
export function findCell(
  node: HTMLElement,
  target: Element,
): { row: HTMLLIElement | null; place: number };

/* ---- list.js ---- */

/**
 * Fills the columns of a row, and keeps those that show the same value.
 * Calls `changed` for each that showed another value. With `isBare`, the caller fills the columns.
 */
export function fill(
  node: HTMLElement,
  values: (JSONValue | Blob | undefined)[],
  changed?: () => void,
  isBare?: boolean,
): void;

/**
 * A list of any length, with the rows of the window in the page. All lines have the same height.
 * With `plain`, a new list continues another.
 */
export class List {
  constructor(ask: (window: Place) => void, screen?: Screen, plain?: List);
  readonly node: HTMLElement;
  readonly screen?: Screen;
  /** The first visible row, counted from the beginning of the list. */
  readonly first: number;
  /** Returns the lines of a document. */
  lay: typeof layout;
  /** The columns of a derived list beside the title, and the widths of all in rem. */
  names?: string[];
  widths: number[];
  /** The rows in a line. */
  density: number;
  /** Draws the content of a row. Returns false to have it drawn as usual. */
  decorate?: (node: HTMLLIElement, id: string, cell: Cell) => boolean;
  /** Lays out the columns of a derived list, with the widths that the user has given them. */
  layOut(names: string[]): void;
  /** Shows a document. With `y`, the list is new, and the page is scrolled to `y`. */
  update(document: Document, y?: number): void;
  /** Returns the line at the top when the page was left. */
  left(): number | undefined;
  /** Puts the rows where the scroll position needs them, and requests missing ones. */
  place(): void;
}

/* ---- heights.js ---- */

/**
 * The heights of the lines of a list. Those of one run are known, all others are estimated as
 * `each`. Positions count from the first line of the run. O(log n).
 */
export class Heights {
  constructor(first: number, heights: number[], each: number);
  /** Returns the position of a line in pixels. A part of a line counts. */
  top(line: number): number;
  /** Returns the line at a position in pixels. */
  at(y: number): number;
}

/** Returns where a scroll bar of `short` pixels stands for a position among `long` ones. */
export function squeeze(y: number, long: number, short: number): number;

/** Returns the position among `long` pixels that a scroll bar of `short` ones stands for. */
export function stretch(y: number, long: number, short: number): number;

/* ---- lines.js, grid.js ---- */

/**
 * A list of lines of measured heights. Headings and footers stay visible in their section.
 *
 * `base` is the position of the first line of known height. It stays while the user scrolls, so
 * that no row moves; a jump goes to where the scroll bar points. The line at the top stays while
 * rows above it change. The scroll bar is corrected when it has rested, or at an end of the list.
 */
export class Lines extends List {}

/* ---- across.js ---- */

/**
 * Returns the columns that tell the rows of a list apart best: those with the most values that
 * differ. The columns in use come first, long texts and keys last. What the titles say is left out.
 */
export function briefly(document: Document, names: string[]): Set<string>;

/** Whether the page is wide enough for columns. Elsewhere rows show a few values. */
export const isWide: { readonly matches: boolean };

/**
 * Returns which columns are in view, as the first and the last place, with half a page to spare on
 * both sides. A list that is hardly wider than the page shows all.
 */
export function inView(widths: number[], x: number, page: number): number[];

/** A list whose columns are drawn where they are in view. On a phone, these are a few. */
export class Across extends Lines {}

/** Moves the page sideways until the cell of an element is visible beside the fixed column. */
export function reveal(element: Element): void;

/** A list of cells in rows, with the keyboard and a selection. */
export class Grid extends Across {
  /** Puts a line at a height of the visible part. */
  lead(line: number, y?: number): void;
  /**
   * Scrolls to a line, and gives one of its cells the focus as soon as it is in the page.
   * Lines that take no focus are passed over in direction `way`.
   */
  reach(line: number, column?: number, way?: 1 | -1): void;
}

/** Replaces the plain list of a screen by a grid that continues it with the same rows. */
export function refine(screen: Screen): void;

/* ---- template.js ---- */

/** Draws a cell by the `<template>` with its name. Returns whether the page has one. */
export function stamp(row: HTMLLIElement, cell: Cell): boolean;

/* ---- keys.js, roles.js ---- */

/** What the keyboard and the selection need of a list. Lines are counted from 0. */
export interface Rows {
  readonly node: HTMLElement;
  readonly lines: number;
  readonly document: Document;
  readonly selection: Selection;
  all(): HTMLLIElement[];
  at(line: number): HTMLLIElement | undefined;
  line(row: HTMLLIElement): number;
  /** Returns the place of the row at a line. */
  index(line: number): number;
  /** Returns the first visible row. */
  near?(): HTMLLIElement | undefined;
  /** Returns the lines that Page Up and Page Down move. */
  page(): number;
  reach(line: number, column: number, way: 1 | -1): void;
  /** Returns the row that an arrow points to, where rows are beside each other. */
  beside?(row: HTMLLIElement, key: string): HTMLLIElement | undefined;
  /** Returns the rows between two places, if all of them are in the page. */
  between(start: number, end: number): [string, Cell][] | null;
  isSelectable(cell: Cell): boolean;
  /** The screen of a derived list. */
  readonly screen?: Screen;
  /** Deletes a row as a part of a step. Returns the error, if any. */
  erase(id: string, cell: Cell, step: Step): Promise<Failure | undefined>;
}

/** Returns the stop that an arrow, Home or End leads to. Each line of stops has `wide` of them. */
export function nextStop(
  event: KeyboardEvent,
  stops: HTMLElement[],
  wide?: number,
): HTMLElement | undefined;

/**
 * The keyboard of a list by the grid and listbox patterns of ARIA: Tab reaches one element, and
 * arrows and letters lead on from there.
 */
export class Keys {
  constructor(root: HTMLElement, rows: Rows);
  /** Whether the focus is in the list. */
  readonly isHere: boolean;
  /** Keeps the focus with its row after the rows were drawn, or moves it to the row there. */
  update(wasHere: boolean, shift?: number): void;
  /** Returns the row of the user, or the one after or before it, except rows with some ids. */
  near(ids?: { has(id: string): boolean }): HTMLLIElement | undefined;
  /** Gives the focus to a row, to the row of the user, or to the list. */
  resume(row?: HTMLLIElement): void;
  /** Makes Tab reach the first visible row, unless the row of the user is in the page. */
  aim(): void;
}

/** Returns the number of the cell at a place among those that the keyboard can reach. */
export function columnOf(row: HTMLLIElement, place: number): number;

/** Returns the number of the column at a place. Derived lists do not show the subtitle's. */
export function columnNumber(place: number, names?: string[]): number;

/** Sets properties of a node that differ, such as `role` and `ariaLabel`. */
export function setAttributes(node: Element, attributes: Record<string, unknown>): void;

/** Tells assistive technology what a line is: an option of a listbox, or a row of a grid. */
export function roles(node: HTMLLIElement, line: object, names?: string[]): void;

/* ---- selection.js ---- */

/**
 * The selected rows of a list by their ids. They stay selected while they leave the window. A row
 * that leaves the list leaves the selection: the server is asked about rows that it stops sending.
 */
export class Selection {
  constructor(rows: Rows);
  readonly ids: Map<string, Cell>;
  isOffered: boolean;
  has(id: string): boolean;
  toggle(row: HTMLLIElement): void;
  /** Selects the rows between the last selected one and a line. */
  extend(row: HTMLLIElement, line: number): Promise<void>;
  all(): Promise<void>;
  clear(): void;
  /** Takes another document. `isElsewhere` means that it is another part of the list. */
  update(document: Document, isElsewhere?: boolean): void;
}

/** Gives a row the box that selects it by a pointer. */
export function mark(node: HTMLLIElement, selection: Selection): void;
