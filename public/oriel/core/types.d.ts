/** The types of the modules in this folder. No module loads this file. */

import type { Blob, Document, JSONValue, Operation, Place, Reply } from '../../document.js';

/* ---- value.js ---- */

/** Returns an own member of an object, whatever its name is, or `undefined`. */
export function own<T>(object: Record<string, T> | undefined, name: string): T | undefined;

/** Returns a value as text: `NULL`, a blob as its size, an object as JSON. */
export function text(value: JSONValue | Blob | undefined): string;

/** Returns whether a browser would run an address as code, however it is written. */
export function isScript(href: unknown): boolean;

/* ---- dom.js, arrange.js, sheet.js ---- */

/** Makes an element: properties by name, attributes where no such property exists, children. */
export function element(
  tag: string,
  properties?: Record<string, unknown>,
  ...children: (Node | string)[]
): HTMLElement;

/** Returns 1 if a node is read from left to right, -1 from right to left. */
export function direction(node: Element): 1 | -1;

/** Makes the options of a choice from pairs of a value and its title. */
export function options(pairs: [string, string][]): HTMLElement[];

/** Animates a node from a style to its own, unless the user prefers reduced motion. */
export function animate(node: Element, from: Keyframe, duration: number): void;

/** Highlights a node for a moment, because it has changed. */
export function flash(node: Element): void;

/** Sets the text of a node if it differs. Returns whether it did. */
export function write(node: Node, text: string): boolean;

/** What `describe` sets of an element. */
export interface Description {
  className: string;
  title: string;
  textContent: string;
}

/** Returns the properties of an element that shows a value: its text, and a class for NULL. */
export function describe(value: JSONValue | Blob | undefined, title?: string): Description;

/**
 * Replaces the children of a node, and keeps those that are equal to the new ones.
 * Calls `changed` with each child that replaces another.
 */
export function refill(
  node: Element,
  children: Element[],
  changed?: (child: Element) => void,
): void;

/** Gives a parent these children. Nodes in their place are not moved, and the focus stays. */
export function arrange(parent: Element, nodes: Element[]): void;

/**
 * Loads a style sheet. The promise ends when the style sheet is applied, or cannot be loaded.
 * Then it is requested again until it is loaded.
 */
export function sheet(href: string): Promise<unknown>;

/* ---- read.js ---- */

/** Requests the document of a route. `query` names a window or other parameters. */
export function read(route: string, query?: string, signal?: AbortSignal): Promise<Document>;

/** Like `read`, but returns an empty object instead of throwing. */
export function tryToRead(route: string, query?: string): Promise<Partial<Document>>;

/* ---- store.js ---- */

/** Returns a value that the browser keeps for this site, if it may. */
export function stored(name: string): string | undefined;

/** Keeps a value in the browser, if it may. Without a value, forgets the former one. */
export function store(name: string, value?: string | number | boolean): void;

/* ---- patch.js ---- */

/** Applies a JSON patch (RFC 6902). The result shares unchanged parts with `document`. */
export function applyPatch<T>(document: T, patch: Operation[]): T;

/** Returns whether two JSON values are equal (RFC 6902, section 4.6). */
export function equal(a: unknown, b: unknown): boolean;

/* ---- connection.js, outbox.js ---- */

/** Returns the milliseconds to wait before a retry: up to 1 s at first, up to 30 s later. */
export function backoff(tries: number, random?: number): number;

/** Returns whether the client reconnects after a close code. */
export function returns(code: number): boolean;

/** Why a scene was not opened, or has ended. */
export interface Ending {
  type: 'error' | 'gone';
  code: string;
  message?: string;
}

/** What a connection reports. */
export interface Events {
  /**
   * The socket is `connecting`, `live`, `reconnecting` by itself, or `offline`. Without `why`,
   * `offline` means that the network is missing; with it, that the client does not reconnect.
   */
  state(name: 'connecting' | 'live' | 'reconnecting' | 'offline', why?: string): void;
  /** There is a new document. */
  change(): void;
  /** The scene was not opened (`isAnswer`), or has ended. */
  failed(why: Ending, isAnswer: boolean): void;
  /** The server opens another route. */
  navigate(route: string, style: Style): void;
}

/** Why inputs were refused. `ref` is their slot. */
export interface RefusedInputs {
  ref?: string;
  code: string;
  message: string;
  fields?: Record<string, string>;
}

/** A socket that observes one scene, keeps its document current, and reconnects by itself. */
export class Connection {
  constructor(dial: () => WebSocket, events: Events);
  /** The state of the scene. */
  readonly document?: Document;
  /** Closes the open scene and opens another. */
  open(route: string, window?: Place): void;
  /** Opens the scene again from the held document. One request is pending at a time. */
  request(): void;
  /** Moves the window of the scene. */
  move(window: Place): void;
  /** Sets inputs of the scene or of a slot. Returns the socket, if they were sent. */
  input(values: Record<string, JSONValue>, slot?: string): WebSocket | undefined;
  /** Called when inputs were refused. */
  refused?: (message: RefusedInputs) => void;
  /**
   * Runs a command, named by its path. After a reconnect it is sent again under the same key.
   * The server refuses it with `conflict` if a value differs from the one in `expected`. Before
   * each attempt `isMeant` is asked; returning false cancels the command with `conflict`.
   */
  command(
    command: string,
    values: Record<string, JSONValue>,
    row?: string,
    expected?: Record<string, JSONValue>,
    isMeant?: () => boolean,
  ): Promise<Reply>;
  /** Connects now, or checks the connection with a ping. */
  retry(): void;
  /** Closes the socket for good, once it is open. */
  end(): void;
}

/** Posts a command that is too large for the socket, or whose scene was left. */
export function post(item: object, connection: Connection): Promise<void>;

/**
 * Refuses the largest of the pending messages after the server closed the socket because of
 * its size. If that is a set of inputs, the pending commands are refused with it.
 */
export function refuse(connection: Connection, message: string): void;

/* ---- feeds.js ---- */

/**
 * Opens further scenes on the socket of a connection. They follow it when it reconnects: a new
 * socket opens each of them again from the state that is held.
 */
export class Feeds {
  constructor(connection: Connection);
  /** The scenes that are open. A scene that the page opens itself is the page's from then on. */
  readonly feeds: Set<Connection>;
  /** Opens a route. The events are those of a connection. */
  open(route: string, window: Place, events: Omit<Events, 'navigate'>): Connection;
  /** Closes a scene that was opened. One whose opening is pending is closed after that. */
  close(feed: Connection): void;
}

/** Returns the further scenes of a connection. */
export function feedsOf(connection: Connection): Feeds;

/* ---- router.js ---- */

/**
 * How a route is opened. `back` goes back, or to the route if the history is empty; `replace`
 * goes back too if that is where the route leads; `root` clears the history; `modal` is `push` to
 * a panel; `external` leaves the site, for `http:` and `https:` only.
 */
export type Style = 'push' | 'replace' | 'root' | 'modal' | 'back' | 'external';

/** Returns the route of a path and a query, with sorted parameters. */
export function routeOf(path: string, query: URLSearchParams): string;

/** Returns a route with one parameter changed. An empty value removes the parameter. */
export function routeWith(route: string, name: string, value: string): string;

/** Returns the path one segment above a path. */
export function parent(path: string): string;

/** Returns the route in the address of the page. */
export function here(): string;

/**
 * Follows links, back and forward without loading pages. `place` returns the position in a page,
 * which `show` restores. `mayLeave` may refuse to leave, and call its argument later instead.
 * Returns the function that opens a route.
 */
export function router(
  show: (route: string, place?: { y: number; row?: number }) => void,
  place: () => { y: number; row?: number },
  mayLeave: (leave?: () => void) => boolean,
): (route: string, style?: Style) => void;

/* ---- ../../strings.js, ../../phrases.js ---- */

/** The texts of the client by name. Texts with values in them are functions. */
export const strings: Record<string, any>;

/** The language of numbers, dates and plurals: the user's variant of the language of the page. */
export const locale: string;

/**
 * Returns a number with the word for what it counts, by the plural category of the number.
 * `isMore` says that the number is at least this.
 */
export function plural(
  count: number,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string },
  isMore?: boolean,
): string;

/** Adds texts to the catalogue, except those that the page has set before. */
export function add(texts: Record<string, unknown>): void;
