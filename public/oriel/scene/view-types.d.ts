/** The types of the modules that draw values, numbers and charts. No module loads this file. */

import type { Argument, Blob, Cell, ColumnOption, JSONValue, Place } from '../../document.js';
import type { Declared } from './declared-types.js';

/** What draws a document in a tile or on a page of its own. */
export interface View {
  readonly node: Element;
  update(document: any): void;
}

/** A moment in milliseconds, and whether it is a whole day. */
export interface Moment {
  time: number;
  isDay?: boolean;
  hasZone?: boolean;
}

/** A value of a chart: its row, and the numbers of its category and its series. */
export interface Point {
  id: string;
  row: string;
  category: number;
  kind: number;
  value: number;
  href?: string;
}

/** What a chart shows. */
export interface ChartData {
  categories: { label: string; color?: number | string }[];
  series: { label: string; color: string; option?: ColumnOption }[];
  points: Point[];
}

/* ---- views.js ---- */

/** Returns what draws a document in a tile or on a page of its own: a number, a chart or rows. */
export function viewFor(
  document: Declared,
  about: { rows?: number },
): View;

/* ---- number.js ---- */

/** A big number, with what it is out of, its share as a thin bar, its target, and a warning. */
export class NumberView implements View {
  readonly node: HTMLElement;
  update(document: any): void;
}

/* ---- rows-view.js ---- */

/** A short table of the first rows of a list, which glide to other places. */
export class RowsView implements View {
  constructor(about?: { rows?: number });
  readonly node: HTMLElement;
  update(document: Declared): void;
}

/* ---- chart.js ---- */

/**
 * A chart: an image whose name sums it up, and the same values as a table. A change moves only
 * the marks of the rows that have changed.
 */
export class ChartView implements View {
  constructor();
  readonly node: HTMLElement;
  update(document: Declared): void;
}

/* ---- plot.js ---- */

/**
 * The drawing of a chart with axes. Marks are kept by the ids of their rows, and a style sheet
 * animates what a change moves.
 */
export class Plot {
  constructor(press: (point: Point) => void);
  readonly node: SVGElement;
  /** Draws data in a size. `isStill` draws it without moving what was drawn. */
  draw(
    data: ChartData,
    kind: string,
    size: { width: number; height: number; letter: number },
    isStill?: boolean,
  ): void;
}

/* ---- series.js ---- */

/**
 * Returns what a chart shows: its categories along x, its series, and a point for each value.
 * Points keep the ids of their rows, so that a change finds them.
 */
export function readChart(document: Declared): ChartData;

/** Returns a value of a series as text. */
export function sayPoint(point: Point, data: ChartData): string;

/** Returns the sentences that sayIn what a chart shows. */
export function summarize(title: string, data: ChartData): string;

/** Returns round numbers from one limit to another, about `count` of them. */
export function ticks(low: number, high: number, count: number, isWhole?: boolean): number[];

/* ---- format.js ---- */

/** Returns a value as text in the format of its column. */
export function sayIn(value: unknown, option?: ColumnOption): string;

/** Returns the colour for a value of a column, as a hue, or `undefined` for none. */
export function colorOf(value: unknown, option?: ColumnOption): number | string | undefined;

/** Returns a colour as a style sheet writes it. */
export function paintOf(color: number | string | undefined): string | undefined;

/** Makes the badge for a value of a column, in the colour that the column gives it. */
export function badge(value: JSONValue, option?: ColumnOption): HTMLElement;

/**
 * Returns a value as its column shows it, a node or a text. A link without an address is the title
 * of a row that has no screen.
 */
export function shown(
  value: JSONValue | Blob | undefined,
  option?: ColumnOption,
  link?: { href?: string; title?: string },
  name?: string,
  argument?: Argument,
): Node | string;

/** Returns the title of a column. */
export function labelOf(name: string, options?: Record<string, ColumnOption>): string;

/** Returns on which side the values of a column stand. */
export function alignOf(option?: ColumnOption): string;

/** Shows content in a place unless it is there. Returns whether it was replaced. */
export function put(place: Element, content: Node | string): boolean;

/** Fills in the names in a text: `{Name}` stands for a field of a row. */
export function fillIn(sentence: string, cell: Cell): string;

/* ---- time.js ---- */

/**
 * Returns the moment that a value names: a text as a database has it, or seconds or milliseconds
 * since 1970. A text without a zone is in UTC.
 */
export function momentOf(value: unknown): Moment;

/** Returns how far a moment is away, in the words of the reader. Days are counted as days. */
export function ago(moment: Moment): string;

/** Returns the time since a moment: its largest unit, and for hours and days also the next one. */
export function passed(moment: Moment): string;
