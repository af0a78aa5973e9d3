/** The types of the modules that change many rows. No module loads this file. */

import type { Cell, Failure, JSONValue } from '../../document.js';
import type { Step } from '../form/types.js';
import type { Screen } from '../screen/types.js';
import type { Rows, Selection } from './types.js';

/* ---- batch.js, change.js, paste.js, parse.js, import.js ---- */

type Row = [id: string, cell: Cell];

/**
 * One command for each of some rows, which are pairs of an id and a cell. `act` sends the command
 * of a row as a part of the step, and returns the error, if any.
 */
export class Batch {
  constructor(
    all: Row[],
    act: (id: string, cell: Cell, step: Step) => Promise<Failure | undefined>,
  );
  readonly step: Step;
  /** Sends the commands while `isWanted` returns true, and calls `tell` after each. */
  run(isWanted: () => boolean, tell: (progress: string) => void): Promise<void>;
  /** Says what was changed, offers to undo it, and shows why rows were refused. */
  end(title: (rows: string) => string, refusal: (done: number, refused: number) => string): void;
}

/** Runs a batch while a dialog is open, which shows the progress. The rows may be selected. */
export function runInDialog(
  batch: Batch,
  node: HTMLDialogElement,
  progress: HTMLElement,
  wait: () => void,
  selection?: Selection,
): Promise<void>;

/** Returns the shown columns of a list that can be set in many rows at once, with the title. */
export function settable(rows: Rows): string[];

/** Writes values into a row as a part of a step, if they differ. Returns the error, if any. */
export function writeRow(
  rows: Rows,
  id: string,
  cell: Cell,
  values: Record<string, JSONValue>,
  step: Step,
): Promise<Failure | undefined>;

/** Asks for a column and a value, and writes the value into the selected rows. */
export function changeRows(screen: Screen, selection: Selection): void;

/**
 * Reads the rows of a file: CSV with names in its first line, a JSON array of objects, or one JSON
 * object a line. `isText` says that all values are texts. Throws if the text is none of these.
 */
export function parse(text: string): {
  names: string[];
  rows: Record<string, JSONValue>[];
  isText: boolean;
};

/** Asks for a file and for what its columns mean, and inserts its rows into the table. */
export function importFile(screen: Screen): void;

/**
 * Writes lines of values with tabs between them into rows, from a row and a column on. Values
 * beyond the last row or column are left out, and so are columns that cannot be set.
 */
export function pasteRange(
  screen: Screen,
  grid: Rows,
  index: number,
  name: string,
  text: string,
): Promise<void>;
