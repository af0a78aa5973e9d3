/**
 * The types of the browser client, for editors and for readers. The client itself is plain JavaScript, kept short because
 * it travels; what its modules promise is written down here. Nothing loads this file at run time.
 */

import type { Argument, Blob, Cell, Command, Document, Failure, JSONValue, Operation, Place, Reply, Section } from './document';

export * from './document';
export * from './kit';

/* ---- patch.js ---- */

/**
 * Applies a patch, strictly by RFC 6902. Answers with the new document, which shares with the old one what did not change;
 * the old document and the patch stay as they were, also when it throws because an operation does not fit. Every member
 * name is ordinary, `__proto__` too. O(depth) an operation, plus one shallow copy of each node that changes.
 */
export function applyPatch<T>(document: T, patch: Operation[]): T;

/** Whether two JSON values are equal in the sense of RFC 6902, section 4.6. */
export function equal(a: unknown, b: unknown): boolean;

/* ---- connection.js ---- */

/** Milliseconds to wait before another try: doubling from one second to thirty, a quarter of it certain, the rest by chance. */
export function backoff(tries: number, random?: number): number;

/** Whether a close code asks to come back: 1001, 1006, 1012 and 1013 do. */
export function returns(code: number): boolean;

export interface Events {
  /** The socket is `connecting`, `live`, `reconnecting` by itself, or `offline`: without a network, or for good, and `why` is said then. */
  state(name: 'connecting' | 'live' | 'reconnecting' | 'offline', why?: string): void;
  /** There is another document. */
  change(): void;
  /** The scene could not be opened (`error`) or has ended (`gone`). */
  failed(message: { type: 'error' | 'gone'; code: string; message?: string }): void;
  /** The server decided where to go. */
  navigate(route: string, style: Style): void;
}

/**
 * One socket that watches one scene. `document` is the scene's state, kept by patches: a patch that does not start from
 * the state that is held makes it open the scene again with `since`. After a break it comes back by itself; a peer that
 * stays silent between two pings (25 s apart) counts as a break.
 */
export class Connection {
  constructor(dial: () => WebSocket, events: Events);
  readonly document?: Document;
  /** Leaves the scene that is open and opens another. One open is under way at a time. */
  open(route: string, window?: Place): void;
  /** Opens the scene again from the state that is held: one at a time, so that none is left behind. */
  request(): void;
  /** Moves the window of the scene. */
  move(window: Place): void;
  /** Sets inputs of the scene, or of what stands in a slot of it. Answers with the socket that has taken them, if there is one now. */
  input(values: Record<string, JSONValue>, slot?: string): WebSocket | undefined;
  /** Told when a message was refused that has no reply of its own, such as inputs: `ref` is their slot. */
  refused?: (message: { ref?: string; code: string; message: string }) => void;
  /** Runs a command, by its path if it is a slot's, of a row if one is named; sent again, under the same key, when the connection breaks before the reply, by itself if the scene has been left. */
  command(command: string, values: Record<string, JSONValue>, row?: string): Promise<Reply>;
  /** Connects now; when there is a connection, makes sure of it with a ping. */
  retry(): void;
}

/* ---- strings.js, phrases.js ---- */

/** Every text that is shown, by name; docs/client.md says how a page gives others. Those with values in them are functions. */
export const strings: Record<string, any>;

/** The language of numbers, dates and plurals: the visitor's own kind of the page's. */
export const locale: string;

/** A number and what it counts: `forms` has the word for each plural category of the language, `other` for the rest. */
export function plural(count: number, forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }): string;

/** Adds texts to the catalogue, but for those that a page has given before. */
export function add(texts: Record<string, unknown>): void;

/* ---- cards.js, failure.js ---- */

/** A list as a grid of cards, each some lines high: as many in a row as fit. Arrows lead to the neighbours. */
export class Cards extends List {
  /** How many cards stand in a row. */
  readonly across: number;
}

/** Shows the list of a screen as a grid, or as a table, and keeps that for the visitor's next time; `y` as in `update`. */
export function turn(screen: Screen, isGrid?: boolean, y?: number): void;

/** Says in the page why there is nothing under the address, and answers with the title of that; what is gone stays so when it is looked for again. */
export function tell(why: { type: 'error' | 'gone'; code: string; message?: string }, main: HTMLElement, isAgain?: unknown): string;

/* ---- router.js ---- */

/**
 * `back` goes back, or to the route if nothing is below; `replace` goes back too when it leads to where one came from; `root`
 * forgets what is below; `modal` is `push` to a panel; `external` leaves the site, for `http:` and `https:` only.
 */
export type Style = 'push' | 'replace' | 'root' | 'modal' | 'back' | 'external';

/** A route with one part of its query changed: an empty value is left out, keys are sorted. */
export function routeWith(route: string, name: string, value: string): string;

/** The path one step nearer to the root. */
export function parent(path: string): string;

/** The columns that the page's URL filters by, each as a sentence. */
export function filters(): string[];

/** The route that the page's URL names. */
export function here(): string;

/**
 * Follows links inside the site, back and forward, and remembers in the history where in a page the person was:
 * `place` tells, `show` gets it back. `mayLeave` is asked before a link, back or forward leads away. Answers with the function
 * that goes to a route. The history's state has how many pages are below (`depth`) and the `style` it was come by.
 */
export function router(
  show: (route: string, place?: { y: number; row?: number }) => void,
  place: () => { y: number; row?: number },
  mayLeave: () => boolean,
): (route: string, style?: Style) => void;

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
 * The window to ask for when rows `first` to `last` are in sight: a screenful to spare on either side, in steps of 25 (so
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
}

/** Says to those who do not see it what a row is, and where: an option of a listbox, or a row of cells in a grid. */
export function roles(node: HTMLLIElement, row: object): void;

/** Sets attributes by the names of their properties: those that differ. */
export function tell(node: Element, attributes: Record<string, unknown>): void;

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

/** Gives a row the box that selects it, for pointers. */
export function mark(node: HTMLLIElement, selection: Selection): void;

/* ---- outbox.js ---- */

/** Sends a command of a scene that was left before it could be sent, or answered: under its key, so that it runs once. */
export function post(item: object, connection: Connection): Promise<void>;

/* ---- filter.js, export.js ---- */

/** Asks how a list is to be filtered and put into sections, and goes there; or in which form all its rows are wanted, and downloads them. */
export function choose(document: Document, go: (route: string) => void): void;

/** The name of a filter in a query. */
export function spell(column: string, comparison: string, columns: string[]): string;

/* ---- row.js, form.js, screen.js, dom.js ---- */

/** The value of a row: a blob to download, with its picture if it is one, and beside a reference its link. */
export function render(value: JSONValue | Blob, link?: { href: string; title?: string }): HTMLElement;

/** The default of `row.js`: draws a row of a table, its fields above the lists that refer to it; what changed flashes. */
export class RowScreen extends Screen {}

/** What a person typed as a value of an argument's type; what does not fit stays text, for the server to judge. */
export function convert(typed: string, type: Argument['type'], old?: JSONValue): JSONValue;

/** Asks in a modal dialog, of which there is one with the same title at a time. `submit` answers with what is wrong, or with nothing, and then the dialog closes. */
export function dialog(title: string, button: HTMLButtonElement, body: Node[], submit: () => Promise<Failure | undefined>): void;

/** Loads a style sheet; what is drawn by it waits. */
export function sheet(href: string): Promise<unknown>;

/** Asks for what a command of a derived screen needs, or whether it is meant. */
export function askFor(screen: Screen, name: string): void;

/** Asks for the arguments of a command; only those that were changed are sent. Errors are shown beside their fields. */
export function form(
  title: string,
  declared: Record<string, Argument>,
  old: Record<string, JSONValue>,
  send: (values: Record<string, JSONValue>) => Promise<Failure | undefined>,
  label?: (name: string) => string,
  does?: string,
): void;

/** Draws any scene: title, search, sort, commands, outputs and list, each where the document has it. */
export class Screen {
  constructor(connection: Connection, go: (route: string, style?: Style) => void);
  readonly node: HTMLElement;
  readonly list: List;
  /** Whether something would be lost by leaving. */
  readonly isDirty?: boolean;
  /** Asks, where something would be lost by leaving; without it nothing can be. */
  mayLeave?(): boolean;
  update(document: Document, y?: number): void;
  /** Shows the commands. */
  protected offer(commands: Record<string, Command>): void;
  /** Shows what stands below the title: values and list. */
  protected fill(document: Document, y?: number): void;
  /** Asks for what a command needs and runs it. */
  run(name: string): Promise<void>;
  /** Runs a command, and goes where it leads. Answers with what is wrong, if anything is. */
  send(name: string, values: Record<string, JSONValue>, row?: string): Promise<Failure | undefined>;
}
