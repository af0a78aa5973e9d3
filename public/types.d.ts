/**
 * The types of the browser client, for editors and for readers. The client itself is plain JavaScript, kept short because
 * it travels; what its modules promise is written down here. Nothing loads this file at run time.
 */

export type JSONValue = null | boolean | number | string | JSONValue[] | { [name: string]: JSONValue };

/* ---- What travels (docs/protocol.md) ---- */

/** One operation of RFC 6902. */
export type Operation =
  | { op: 'add' | 'replace' | 'test'; path: string; value: JSONValue }
  | { op: 'remove'; path: string }
  | { op: 'move' | 'copy'; from: string; path: string };

/** The run of rows that a viewer holds: `section` is the number of the first listed section of `sections`. */
export interface Window {
  start: number;
  count: number;
  total: number;
  section?: number;
  sections?: number;
}

/** A listed section: `start` is the place, in it, of the first row in `rows`; `count` is its whole size. */
export interface Section {
  id: string;
  title?: string | null;
  subtitle?: string;
  footer?: string;
  layout?: { kind: 'table' | 'grid'; columns?: number; rowsPerPage?: number; rowHeight?: number; spacing?: number };
  href?: string;
  start: number;
  count: number;
  rows: string[];
}

/** A blob, or a text too long to travel inline. */
export interface Blob {
  href: string;
  bytes: number;
  type?: string;
}

/** What one row shows. `fields` become columns where there is room. */
export interface Cell {
  template: string;
  title?: string | null;
  subtitle?: string | null;
  image?: string | null;
  href?: string;
  fields?: Record<string, JSONValue>;
  can?: ('edit' | 'delete' | 'insert' | 'move')[];
  actions?: Action[];
}

/** One answer of a dialog, or one thing that can be done with a row. */
export interface Action {
  id: string;
  title: string;
  role?: 'normal' | 'destructive' | 'cancel';
  color?: string;
  enabled?: boolean;
}

/** A question that a scene puts; `upload` has the viewer take an image and send it. */
export interface Dialog {
  id: number;
  style: 'alert' | 'sheet';
  title: string;
  message?: string;
  actions: Action[];
  focus?: string;
  upload?: Upload;
}

export interface Upload {
  slot: string;
  source: 'file' | 'camera' | 'paste';
  types: string[];
  limit: number;
}

/** What a form needs to know of one argument. */
export interface Argument {
  type: 'integer' | 'number' | 'text' | 'boolean' | 'blob' | 'date' | 'datetime' | 'any';
  required?: boolean;
  nullable?: boolean;
  key?: boolean;
  default?: JSONValue;
  values?: JSONValue[];
}

export interface Command {
  title: string;
  enabled?: boolean;
  arguments?: Record<string, Argument>;
  running?: boolean;
  progress?: number;
}

/** The state of a scene. A screen without a list has no `window`, `sections` and `cells`. */
export interface Document {
  route: string;
  screen: string;
  title: string;
  phase: string;
  inputs?: { search?: string; sort?: string; [name: string]: JSONValue | undefined };
  outputs?: Record<string, JSONValue>;
  links?: Record<string, { href: string; title?: string }>;
  columns?: string[];
  commands?: Record<string, Command>;
  window?: Window;
  sections?: Section[];
  cells?: Record<string, Cell>;
  problem?: { code: string; message: string };
  /** Whether the inputs are the viewer's own. */
  personal?: boolean;
  form?: { dirty: string[]; errors: Record<string, string>; conflicts: Record<string, JSONValue> };
  dialog?: Dialog | null;
  uploads?: Record<string, { types: string[]; limit: number }>;
  slots?: Record<string, Omit<Document, 'route'>>;
}

/** Why something was not done; `fields` says it by argument. */
export interface Failure {
  code?: string;
  message: string;
  fields?: Record<string, string>;
}

export interface Reply {
  result?: JSONValue;
  navigate?: string;
  error?: Failure;
}

/** The part of a list to ask for. */
export interface Place {
  start: number;
  count: number;
}

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
  /** The socket is `connecting`, `live` or `offline`; `why` is said when it will not come back by itself. */
  state(name: 'connecting' | 'live' | 'offline', why?: string): void;
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
  /** Opens the scene again from the state that is held. */
  request(): void;
  /** Moves the window of the scene. */
  move(window: Place): void;
  /** Sets inputs of the scene. Answers with the socket that has taken them, if there is one now. */
  input(values: Record<string, JSONValue>): WebSocket | undefined;
  /** Told when a message was refused that has no reply of its own, such as inputs. */
  refused?: (message: { code: string; message: string }) => void;
  /** Runs a command, of a row if one is named; sent again, under the same key, when the connection breaks before the reply. */
  command(command: string, values: Record<string, JSONValue>, row?: string): Promise<Reply>;
  /** Connects now; when there is a connection, makes sure of it with a ping. */
  retry(): void;
}

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

/** A list of any length, of which only the window's rows are in the page; rows are kept by id. */
export class List {
  constructor(ask: (window: Place) => void);
  readonly node: HTMLElement;
  /** The first row in sight, counted from the list's beginning. */
  readonly first: number;
  /** Called with each row's element, id and cell when it is drawn. */
  decorate?: (node: HTMLLIElement, id: string, cell: Cell) => void;
  /** Shows a document; with `y`, as one that was just opened and is scrolled to there. */
  update(document: Document, y?: number): void;
  /** Puts the rows where the scroll position wants them and asks for those that are missing. */
  place(): void;
}

/* ---- row.js, form.js, screen.js, dom.js ---- */

/** Shows a document's outputs by name: a blob downloads, a reference has its link beside it; what changed flashes. */
export function showOutputs(node: HTMLDListElement, document: Document): void;

/** What a person typed as a value of an argument's type; what does not fit stays text, for the server to judge. */
export function convert(typed: string, type: Argument['type'], old?: JSONValue): JSONValue;

/** Asks in a modal dialog. `submit` answers with what is wrong, or with nothing, and then the dialog closes. */
export function dialog(title: string, button: HTMLButtonElement, body: Node[], submit: () => Promise<Failure | undefined>): void;

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

/* ---- kit.js and what it alone imports: loaded with the first screen that is not derived from a database ---- */

/**
 * Draws a screen of a view model: inputs of its own, commands with progress, dialogs, values by type, parts within parts.
 * A list of up to 500 rows has every row in the page; a longer one is a `List`.
 */
export class KitScreen extends Screen {}

/**
 * The inputs of a personal scene: sent 150 ms after the last letter, or before a command, and once more when the socket broke
 * before the server showed them. A value that was sent and comes back changes nothing; any other is taken over, but for a
 * field in which something is typed that was not sent.
 */
export class Inputs {
  constructor(connection: Connection, submit: () => void);
  readonly node: HTMLElement;
  /** The names of the inputs that were typed in and not sent. */
  readonly pending: string[];
  update(document: Document): void;
  flush(): void;
  focus(name: string): void;
}

/** What a document holds, be it a screen's or that of a slot: values, a list, further parts. Without tools nothing can be done there. */
export class Part {
  readonly node: HTMLElement;
  update(document: Omit<Document, 'route'>, tools?: Tools): void;
}

/** A list with every row in the page, laid out as its sections say; rows are kept by id, and glide to their places. */
export class Flow {
  readonly node: HTMLElement;
  update(document: Omit<Document, 'route'>, tools?: Tools): void;
}

/** What can be done with rows: `run` runs a command for one, `find` answers with the document they are in. */
export class Tools {
  constructor(run: (name: string, row?: string, values?: Record<string, JSONValue>) => void, find: () => Document);
  /** Gives a row its image, buttons and menu. */
  dress(node: HTMLLIElement, id: string, cell: Cell): void;
}

/**
 * Puts a question in a dialog, beside an anchor as a menu. `answer` hears the id of the action, or null; the function that
 * comes back closes it.
 */
export function ask(
  dialog: { title: string; message?: string; style?: string; actions: (Omit<Action, 'id'> & { id: string | number })[] },
  answer: (id: string | number | null) => void,
  anchor?: Element | null,
  extra?: Node,
): () => void;

/** Takes an image from a source and uploads it; what the server refuses is shown. */
export function picker(upload: Upload, route: string): HTMLElement;

/** A name as people write it: `homePageURL` is `Home page URL`. */
export function label(name: string): string;

/** A value by its type: dates and numbers as people here write them, addresses as links, objects as lines. */
export function value(it: JSONValue | Blob, link?: { href: string; title?: string }): (Node | string)[];

/** Makes an element: properties by name, attributes where there is no such property, then children. */
export function h(tag: string, properties?: Record<string, unknown>, ...children: (Node | string)[]): HTMLElement;

/** Gives a node new children; those equal to the old ones stay. `changed` is called with each that replaces an old one. */
export function refill(node: Element, children: Element[], changed?: (child: Element) => void): void;

/** Gives a node these children: those that stand where they should are not touched, and the focus stays. */
export function arrange(parent: Element, nodes: Element[]): void;

/** Animates a node from some style to its own, unless the person asked for less motion. */
export function animate(node: Element, from: Keyframe, duration: number): void;

/** Shows for a moment that a node has changed. */
export function flash(node: Element): void;

/** A value as an element: its text, NULL dimmed. */
export function show(value: JSONValue | Blob | undefined): HTMLElement;

/** A value as text: `NULL`, a blob as its size, an object as JSON. */
export function text(value: JSONValue | Blob | undefined): string;

/** An own member of an object, whatever its name. */
export function own<T>(object: Record<string, T> | undefined, name: string): T | undefined;
