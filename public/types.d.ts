/**
 * The types of the browser client, for editors and for readers. The client itself is plain JavaScript, kept short because
 * it travels; what its modules promise is written down here. Nothing loads this file at run time.
 */

import type { Argument, Blob, Command, Document, Failure, JSONValue, Operation, Place, Reply } from './document.js';
import type { List } from './lists.js';

export * from './document.js';
export * from './kit.js';
export * from './lists.js';

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

/** Whether a close code asks to come back: 1001, 1006, 1009, 1012 and 1013 do. After 1009 what was too long is refused, and never sent again. */
export function returns(code: number): boolean;

export interface Events {
  /** The socket is `connecting`, `live`, `reconnecting` by itself, or `offline`: without a network, or for good, and `why` is said then. */
  state(name: 'connecting' | 'live' | 'reconnecting' | 'offline', why?: string): void;
  /** There is another document. */
  change(): void;
  /** The scene could not be opened (`error`, or `gone`: `isAnswer`) or has ended (`gone`). */
  failed(message: { type: 'error' | 'gone'; code: string; message?: string }, isAnswer: boolean): void;
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
  refused?: (message: { ref?: string; code: string; message: string; fields?: Record<string, string> }) => void;
  /** Runs a command, by its path if it is a slot's, of a row if one is named; sent again, under the same key, when the connection breaks before the reply, by itself if the scene has been left. With `expected`, it is refused with `conflict` where one of these values is another. `isMeant` is asked before each time: no takes it back, with `conflict`. */
  command(command: string, values: Record<string, JSONValue>, row?: string, expected?: Record<string, JSONValue>, isMeant?: () => boolean): Promise<Reply>;
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

/** Shows the list of a screen as a grid, or as a table, and keeps that for the visitor's next time; `y` as in `update`. */
export function turn(screen: Screen, isGrid?: boolean, y?: number): void;

/** Says in the page why there is nothing under the address, and answers with the title of that; what is gone stays so when it is looked for again. */
export function tell(why: { type: 'error' | 'gone'; code: string; message?: string }, main: HTMLElement, isAgain?: unknown): string;

/** In `keys.js`: sets attributes by the names of their properties, those that differ. */
export function tell(node: Element, attributes: Record<string, unknown>): void;

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

/** The route of a path and a query: keys are sorted, and there is no question mark where nothing is asked. */
export function routeOf(path: string, query: URLSearchParams): string;

/** The route that the page's URL names. */
export function here(): string;

/**
 * Follows links inside the site, back and forward, and remembers in the history where in a page the person was:
 * `place` tells, `show` gets it back. `mayLeave` is asked before a link, back or forward leads away; it can say no, ask, and call `leave` afterwards. Answers with the function
 * that goes to a route. The history's state has how many pages are below (`depth`) and the `style` it was come by.
 */
export function router(
  show: (route: string, place?: { y: number; row?: number }) => void,
  place: () => { y: number; row?: number },
  mayLeave: (leave?: () => void) => boolean,
): (route: string, style?: Style) => void;

/* ---- outbox.js ---- */

/** Sends a command of a scene that was left before it could be sent, or answered: under its key, so that it runs once, and if it is still as expected. */
export function post(item: object, connection: Connection): Promise<void>;
/** Refuses what was on its way when the server closed the socket for a message that was too long: nothing of it is sent again. */
export function refuse(connection: Connection, message: string): void;

/* ---- filter.js, export.js ---- */

/** Asks how a list is to be filtered and put into sections, and goes there; or in which form all its rows are wanted, and downloads them: as they are filtered and sorted. */
export function choose(document: Document, go: (route: string) => void): void;

/** The name of a filter in a query: the column's, in quotes where it could be read as something else, and the comparison. */
export function spell(column: string, comparison: string, columns: string[]): string;

/* ---- row.js, form.js, field.js, screen.js, dom.js ---- */

/** The value of a row: a blob to download, with its picture if it is one, and beside a reference its link. */
export function render(value: JSONValue | Blob, link?: { href: string; title?: string }, argument?: Argument): HTMLElement;

/** Fills a list of values anew. What had the focus has it afterwards in the line that takes its place; where that has nothing to be pressed, the heading has. */
export function renew(node: HTMLElement, children: HTMLElement[]): void;

/** The default of `row.js`: draws a row of a table, its fields above the lists that refer to it; what changed flashes. */
export class RowScreen extends Screen {}

/** What a person typed as a value of an argument's type; what does not fit stays text, for the server to judge. */
export function convert(typed: string, type: Argument['type'], old?: JSONValue): JSONValue;

/**
 * Asks in a modal dialog, of which there is one with the same title at a time. `submit` answers with what is wrong, or with nothing, and then
 * the dialog closes; after a second it says that it waits for the server, counted anew from each call of `wait`; without a button nothing is asked but to close it. While `isDirty` says so, Escape, back and reload ask first.
 */
export function dialog(
  title: string,
  button: HTMLButtonElement | undefined,
  body: Node[],
  submit?: (wait: () => void) => Promise<Failure | undefined>,
  isDirty?: () => boolean,
): Question | undefined;

/** A dialog, with what others tell it. */
export interface Question extends HTMLDialogElement {
  isDirty(): boolean;
  /** Answers with false, and asks, if something would be lost; `leave` is called if that is meant. */
  hold(leave?: () => void): false | undefined;
  /** Says why it cannot be done any more. */
  refuse(message: string): void;
  /** Says which values there are now. */
  heed?(outputs: Record<string, JSONValue>): void;
}

/** What is shown of a value, by its declared type if there is one: yes and no, and numbers in groups unless they are keys. */
export function say(value: JSONValue, argument?: Partial<Argument>): string;

/** The control for an argument, with a value in it. */
export function build(argument: Partial<Argument>, old?: JSONValue | Blob): HTMLElement;

/** Offers the rows of an argument's `list` while one types, and shows what the row is called whose key is there. */
export function pick(field: Field): void;

/** What is typed for an argument, `base`, the value that it would overwrite as far as whoever types knows, and `latest`, the one that there is. */
export class Field {
  constructor(name: string, argument: Argument, old: JSONValue | undefined, title: string);
  readonly node: HTMLElement;
  readonly isDirty: boolean;
  /** What is typed, as text. */
  readonly typed: string;
  /** Whether something is typed here, and something else was written by somebody else meanwhile. */
  readonly isConflict: boolean;
  readonly base?: JSONValue;
  readonly latest?: JSONValue;
  /** Takes a value over, in place of what is typed. */
  settle(value: JSONValue | undefined): void;
  /** Types a text in place of what there is. Answers with false, and leaves that, if the control cannot hold it as it is; choices are taken by their titles, too. */
  put(typed: string): boolean;
  /** Hears which value there is now: it is taken over where nothing else is typed, and shown beside it otherwise. */
  update(value: JSONValue | undefined): void;
  /** A value may be overwritten. */
  yield(value: JSONValue): void;
  read(): JSONValue | Promise<JSONValue>;
  /** Says what is wrong, or that nothing is; `mayFocus` is whether the control takes the focus then. */
  complain(message?: string, mayFocus?: boolean): void;
}

/** Loads a style sheet; what is drawn by it waits. */
export function sheet(href: string): Promise<unknown>;

/** Asks for what a command of a derived screen needs, or whether it is meant. */
export function askFor(screen: Screen, name: string): void;

/**
 * Asks for the arguments of a command; only those that were changed are sent. Errors are shown beside their fields. With `old`, the values that there are,
 * it hears of others while it is open, and those that are overwritten are sent as `expected`; what would overwrite one that was not known is sent only when that is meant.
 */
export function form(
  title: string,
  declared: Record<string, Argument>,
  old: Record<string, JSONValue> | undefined,
  send: (values: Record<string, JSONValue>, expected: Record<string, JSONValue> | undefined, isMeant: () => boolean) => Promise<Failure | undefined>,
  label?: (name: string) => string,
  does?: string,
): void;

/** Asks whether what others have written is to be overwritten, and has it sent again then. Answers with why it was not sent now. */
export function contest(fields: Field[], again: () => void): Failure;

/** Tells what was typed and not saved, with why, and what there is now: for who has left the screen meanwhile. */
export function lament(title: string, message: string, fields: Field[], now: Record<string, JSONValue> | undefined): void;

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
  send(name: string, values: Record<string, JSONValue>, row?: string, expected?: Record<string, JSONValue>, isMeant?: () => boolean): Promise<Failure | undefined>;
}
