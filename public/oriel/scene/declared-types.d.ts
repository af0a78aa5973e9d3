/** The types of the modules of declared screens. No module loads this file. */

import type {
  Addition, App, Argument, Blob, Cell, ColumnOption, Document, Failure, JSONValue, Place,
  RowCommand,
} from '../../document.js';
import type { Connection } from '../core/types.js';
import type { Field, Form } from '../form/types.js';
import type { Cards } from '../list/table-types.js';
import type { Grid } from '../list/types.js';
import type { Screen } from '../screen/types.js';

/** A document of a declared screen. */
export type Declared = Document;

/** An entry of a menu. One that can be on or off has `isChecked`. */
export interface MenuEntry {
  title: string;
  note?: string;
  key?: string;
  isChecked?: boolean;
  run(): void;
}

/* ---- app.js ---- */

/** Shows the title, the menu and the colour of an app, in place of the list of tables. */
export function showApp(next?: App): void;

/* ---- declared.js ---- */

/** Draws a screen that is declared in a file: with the menu of its app, and a sentence of help. */
export class DeclaredScreen extends Screen {
  /** Returns what is declared of a column. */
  option(name: string): ColumnOption | undefined;
  /** Shows why a command was refused. */
  tell(error?: Failure): Failure | undefined;
}

/* ---- scene.js ---- */

/**
 * Shows the menu of the app that a connection's document belongs to, and returns the module that
 * draws the document.
 */
export function findDeclared(connection: Connection): Promise<{ default: Function }>;

/* ---- table.js ---- */

/** Draws a declared list: chips that narrow it, rows with commands, and cards if it has some. */
export class TableScreen extends DeclaredScreen {
  /** How `makeList` draws the list. */
  readonly usual: 'table' | 'grid';
}

/* ---- tiled.js ---- */

/** Draws a declared list that begins as cards. */
export class TiledScreen extends TableScreen {}

/* ---- turn.js ---- */

/** Shows the list of a declared screen as cards in place of a table, or as a table again. */
export function turnScene(screen: DeclaredScreen, y?: number): void;

/* ---- row.js ---- */

/** Draws a declared row: its values in groups, and below them the lists that belong to it. */
export class DeclaredRow extends DeclaredScreen {}

/* ---- board.js ---- */

/** Draws a declared list as a board: lanes of cards, which are moved by pointer, touch and keys. */
export class BoardScreen extends TableScreen {}

/* ---- drag.js ---- */

/** Lets cards of a board be dragged: by a mouse at once, by a finger after a moment of rest. */
export function dragCards(board: {
  readonly node: HTMLElement;
  move(id: string, lane: string): unknown;
}): void;

/* ---- dashboard.js ---- */

/** Draws a dashboard: tiles that are live scenes, and a mode for a wall. */
export class Dashboard extends DeclaredScreen {}

/* ---- single.js ---- */

/** Draws a number or a chart on a page of its own. */
export class SingleScreen extends DeclaredScreen {}

/* ---- wall.js ---- */

/** Turns the full-screen mode on or off. */
export function toggleWall(): Promise<void>;

/** Heeds the address of the page: `?wall` or `#wall` shows it without bars and pointer. */
export function beginWall(): void;

/* ---- grid.js ---- */

/** A table whose columns have labels, formats and widths of their own, and rows with commands. */
export class SceneGrid extends Grid {
  constructor(ask: (window: Place) => void, screen: Screen);
}

/* ---- cards.js ---- */

/** A list of cards whose parts are declared, with the commands of their rows. */
export class SceneCards extends Cards {
  constructor(ask: (window: Place) => void, screen: Screen);
}

/* ---- card.js ---- */

/** Makes a thin bar for a share. Screen readers read the label. */
export function meter(share: number, label: string): HTMLElement;

/**
 * Fills a card with what its list declares: title, subtitle, badge, bar and image. Bars grow and
 * shrink. `node` flashes if the card showed something else.
 */
export function fillCard(
  node: Element,
  place: Element,
  id: string,
  cell: Cell,
  document: Declared,
): void;

/* ---- chips.js ---- */

/** Shows the chips that a list declares: some are on or off, others offer values of a column. */
export function showOffers(screen: DeclaredScreen): void;

/* ---- rows.js ---- */

/** Runs a command of a row, after what it asks for. */
export function runForRow(screen: DeclaredScreen, name: string, id: string): Promise<unknown>;

/** Returns the entries of the menu of a row. */
export function entriesFor(screen: DeclaredScreen, id: string): MenuEntry[];

/** Makes the button that opens the menu of a row. */
export function menuButton(title: string, entries: () => (MenuEntry | null)[]): HTMLElement;

/** Adds the menu of its commands to a row, or takes it away. */
export function offerCommands(
  node: Element,
  id: string,
  cell: Cell,
  screen: DeclaredScreen,
): void;

/** Shows in the bar of the selection the commands that all selected rows permit. */
export function offerForMany(list: SceneGrid): void;

/**
 * Returns the name of the command that adds a row to a section: `add-` and the name of the section,
 * or of the table that its rows are of.
 */
export function addingCommand(id: string, document: Declared): string | undefined;

/** Adds to the heading of a section the button that adds a row to it. */
export function offerAddition(
  node: Element,
  section: { id: string; title?: string },
  screen: DeclaredScreen,
): void;

/* ---- menu.js ---- */

/**
 * Opens a menu at an element. Each entry has a `title` and a function to `run`; an entry that can
 * be on or off has `isChecked`. `null` is a line. Escape, Tab and a press elsewhere close the menu.
 */
export function openMenu(
  anchor: HTMLElement,
  title: string,
  entries: (MenuEntry | null)[],
): HTMLElement;

/* ---- export.js ---- */

/** Asks for one of the formats in which a list may be exported, and downloads all of its rows. */
export function chooseFormat(screen: DeclaredScreen): void;

/* ---- entry.js ---- */

/** Draws a form on a page of its own, which adds rows. */
export class EntryScreen extends DeclaredScreen {}

/* ---- keys.js ---- */

/** Returns the properties of a button that a key presses together with Alt. */
export function shortcut(key?: string): { ariaKeyShortcuts: string; title: string } | undefined;

/** Returns a key of a command for people. */
export function say(key?: string): string | undefined;

/* ---- form.js ---- */

/**
 * Makes the fields of declared arguments, with the rules, groups and titles of a file. `focus`
 * moves the focus to the first field.
 */
export function ruledForm(
  title: string,
  declared: Record<string, Argument>,
  old: Record<string, JSONValue> | undefined,
  send: (values: Record<string, JSONValue>) => Promise<Failure | undefined>,
): { form: Form; body: Node[]; focus(): void };

/** Asks for what a command of a declared screen needs, or for a confirmation, and runs it. */
export function askForScene(screen: DeclaredScreen, name: string): unknown;

/** Asks for what a command of rows needs, or for a confirmation. */
export function askForRow(
  screen: DeclaredScreen,
  command: RowCommand & { name: string; subject: string },
  question: string | undefined,
  send: (values: Record<string, JSONValue>) => Promise<Failure | undefined | void>,
): unknown;

/** Asks for the values of a row, and adds the row to a section with the values of the section. */
export function askForAddition(screen: DeclaredScreen, addition: Addition, title: string): void;

/* ---- field.js ---- */

/** A field that checks the rules of its argument while the user is in the form. */
export class SceneField extends Field {
  constructor(name: string, argument: Argument, old?: JSONValue | Blob);
  /** Shows why the value cannot be sent, if a rule says so. Returns whether it can. */
  check(mayFocus?: boolean): boolean;
}

/* ---- pick.js ---- */

/**
 * Shows a reference by the title of its row in place of the key, and offers rows while the user
 * types. The field's own control keeps the key, and is hidden.
 */
export class Picker {
  constructor(field: Field);
  readonly node: HTMLElement;
  readonly input: HTMLInputElement;
  /** Stands in for a control, and shows the title of its row. */
  follow(control: HTMLInputElement): Promise<void>;
}

/* ---- rules.js ---- */

/**
 * Returns why a typed text breaks a rule of its argument: the argument's own message, or that of
 * the rule. Returns `undefined` for a text that the server may take.
 */
export function fault(argument: Argument, typed: string): string | undefined;

/* ---- sql.js ---- */

/** Draws SQL that is typed, its rows, how they are found, and the scene that shows the same. */
export class SQLScreen extends TableScreen {
  /** Shows a field for each parameter of the SQL. */
  ask(): void;
}

/* ---- completion.js ---- */

/** Returns the start of the name that ends at a place of some SQL, and the table before its dot. */
export function begun(text: string, place: number): { table?: string; word: string };

/** Returns the names of tables and columns that begin with a word, those of a table first. */
export function matches(
  typed: { table?: string; word: string },
  tables: Record<string, string[]>,
): string[];

/** Offers names of tables and columns below a text of SQL. Tab takes the marked one. */
export class Completion {
  constructor(input: HTMLTextAreaElement, tables: () => Record<string, string[]>, label: string);
  readonly node: HTMLElement;
}
