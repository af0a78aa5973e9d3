/** The types of the modules in this folder. No module loads this file. */

import type { Argument, Blob, Command, Document, JSONValue, Reply } from '../../document.js';
import type { Connection, Ending, Style } from '../core/types.js';
import type { List } from '../list/types.js';

/* ---- screen.js, row.js ---- */

/** Draws a document: title, search, sort, commands, outputs and list, if it has them. */
export class Screen {
  constructor(connection: Connection, go: (route: string, style?: Style) => void);
  readonly node: HTMLElement;
  readonly list: List;
  /** Whether leaving would lose something that the user typed. */
  readonly isDirty?: boolean;
  /** Returns whether the page may be left, and asks the user if that would lose something. */
  mayLeave?(): boolean;
  update(document: Document, y?: number): void;
  /** Shows the commands. */
  protected offer(commands: Record<string, Command>): void;
  /** Shows what is below the title: values and list. */
  protected fill(document: Document, y?: number): void;
  /** Asks for what a command needs, and runs it. */
  run(name: string): Promise<void>;
  /** Makes a button that uses a module. */
  tool(title: string, load: () => Promise<{ default: Function }>): HTMLElement;
  /** Calls the default function of a module that is loaded now, or says that it cannot be. */
  use(load: () => Promise<{ default: Function }>, ...values: unknown[]): Promise<void>;
  /** Runs a command, and opens the route that it leads to. Returns the reply, or its error. */
  send(
    name: string,
    values: Record<string, JSONValue>,
    row?: string,
    expected?: Record<string, JSONValue>,
    isMeant?: () => boolean,
  ): Promise<Reply>;
}

/** Draws a row of a table: its values, and below them the lists that refer to it. */
export class RowScreen extends Screen {}

/* ---- value.js ---- */

/** Returns an element that shows a value, with NULL dimmed. */
export function show(value: JSONValue | Blob | undefined): HTMLElement;

/**
 * Returns the element for a value of a row: blobs as downloads, references with their link, and
 * numbers with their unit, beside the exact number if it is another one.
 */
export function render(
  value: JSONValue | Blob,
  link?: { href: string; title?: string },
  argument?: Argument,
  name?: string,
): HTMLElement;

/** Replaces a list of values. The focus stays at its place, or moves to the heading. */
export function renew(node: HTMLElement, children: HTMLElement[]): void;

/* ---- failure.js ---- */

/**
 * Shows in `main` why a route has no document, and returns the title of the page. After a retry
 * (`isAgain`), a scene that has ended keeps the title it had.
 */
export function explain(
  why: Ending,
  main: HTMLElement,
  isAgain?: unknown,
): string;

/* ---- api.js, beside.js, home.js, side.js, finder.js, shortcuts.js ---- */

/** Shows how programs read a screen: requests, the document as it lives, patches as they come. */
export function showAPI(screen: Screen): void;

/** Returns an address as a shell writes it. */
export function quoted(text: string): string;

/** Makes a part of the panel: a heading, a text, and the button that copies it. */
export function part(title: string, text?: string): { pre: HTMLElement; node: HTMLElement };

/**
 * Adds the lines for a first visit, and the field that finds tables and rows. Without tables, says
 * what to do.
 */
export function dressHome(screen: Screen): void;

/** A field that finds tables, commands, and rows as they arrive. */
export class Finder {
  constructor(options?: {
    commands?: () => { title: string; run: () => void }[];
    changed?: (text: string) => void;
  });
  readonly node: HTMLElement;
  readonly field: HTMLInputElement;
  /** Ends the search that runs. */
  readonly search?: AbortController;
  /** Shows what fits the text, and searches all tables. Ends the search before. */
  start(): Promise<void>;
}

/** Remembers the route of a list, from which a row may be opened. */
export function leaveFrom(route: string): void;

/** Offers the rows before and after a row, in the order and the filters of the list it is from. */
export function showBeside(screen: Screen): Promise<void>;

/** Listens for the keys that work on every page. */
export function listen(): void;

/** Shows the tables and views of a database beside the page, and follows them. */
export function showSide(connection?: Connection): Promise<void>;
