/** The client for other pages. `client.js` and its imports are all that speaks the protocol. */

import type { Document, Failure, JSONValue, Place, Reply } from './document.js';

export * from './document.js';

/**
 * The state of the connection. `reconnecting` ends by itself. `offline` ends when the network is
 * back, or never if there is a reason (`why`).
 */
export type State = 'connecting' | 'live' | 'reconnecting' | 'offline';

/** How the server opens another route: see the protocol, section 5. */
export type Style = 'push' | 'replace' | 'root' | 'modal' | 'back' | 'external';

export interface Options {
  /** Makes a socket. The default is the WebSocket of the browser. */
  dial?(address: URL): WebSocket;
  /** Schedules a call of the listeners. The default is the next frame of a visible page. */
  frame?(body: () => void): unknown;
}

/** A command: its arguments by name, and its result. */
export interface Call {
  arguments: object;
  result: unknown;
}

/** What is behind a route: its document, and its commands by name. */
export interface Screen {
  document: object;
  commands: object;
}

/** The routes of a server whose types are not known. */
export type AnyRoutes = Record<string, AnyScreen>;

/** A screen whose types are not known. */
export interface AnyScreen {
  document: Document;
  commands: Record<string, { arguments: Record<string, JSONValue>; result: JSONValue }>;
}

/** The screen of a type of `Routes`. */
export type ScreenOf<Type> = Type extends Screen ? Type : never;

/** The arguments, or the result, of the command `Name` of a screen. */
export type Part<Type extends Screen, Name extends keyof Type['commands'], Of extends keyof Call> =
  Type['commands'][Name] extends Call ? Type['commands'][Name][Of] : never;

/**
 * A server. Each route that is opened has a socket of its own. Six sockets are opened at a time,
 * the others wait.
 */
export interface Server<Routes = AnyRoutes> {
  /**
   * Opens the scene of a route, such as `/Artist?sort=-Name`. `window` is the requested part of
   * its list; the default is the first 50 rows. Opening a route again returns the same scene with
   * its current window, and each caller closes it. Throws a `TypeError` if the route does not
   * begin with `/`.
   */
  open<Route extends string & keyof Routes>(
    route: Route,
    window?: Place,
  ): Live<ScreenOf<Routes[Route]>>;
}

/** Why inputs were refused. `ref` is their slot. */
export interface Refusal {
  ref?: string;
  code: string;
  message: string;
  fields?: Record<string, string>;
}

/**
 * An open scene. `document` is replaced whenever anything in it changes, and shares unchanged
 * parts with the document before: parts can be compared with `===`.
 */
export interface Live<Type extends Screen = AnyScreen> {
  readonly route: string;
  /**
   * The document. It is undefined before the first answer, and if the route has no scene. It stays
   * while the server is away.
   */
  readonly document?: Type['document'];
  readonly state: State;
  /** Why the client does not reconnect. */
  readonly why?: string;
  /** Why the route has no scene: `not-found`, `forbidden`, `gone` and others. */
  readonly error: ({ type: 'error' | 'gone' } & Partial<Failure>) | null;
  /** The last refusal of inputs. */
  readonly refused?: Refusal;
  /**
   * Calls a listener at most once a frame after the document or the state has changed. Returns the
   * function that ends this.
   */
  subscribe(listener: (live: this) => void): () => void;
  /** Returns the first document. Throws an `Error` if none will come. */
  ready(): Promise<Type['document']>;
  /**
   * Moves the window: to rows `start` to `start + count`, or to `count` rows from the row `anchor`
   * on. A window has at most 500 rows.
   */
  move(window: Place): void;
  /**
   * Sets inputs of a personal scene, or of a slot in it. Returns whether they were sent. While the
   * server is away they are not.
   */
  input(values: Record<string, JSONValue>, slot?: string): boolean;
  /**
   * Runs a command exactly once, of a row if one is given. While the server is away the command
   * waits; if the reply is lost, it is sent again under the same key. The server refuses it with
   * `conflict` if an output, or a value of the row, differs from the one in `expected`.
   *
   * A command over 1 MB is posted. If the server refuses its size, the error is `too-large`.
   *
   * The promise always resolves: with the `error` of the scene if the route has none, and with the
   * code `closed` after `close`, or if the client does not reconnect (`why`). Then the command was
   * not run, or its reply is lost.
   */
  command<Name extends string & keyof Type['commands']>(
    name: Name,
    values?: Part<Type, Name, 'arguments'>,
    row?: string,
    expected?: Record<string, JSONValue>,
  ): Promise<Reply<Part<Type, Name, 'result'>>>;
  /** Reconnects now, or checks the connection. */
  retry(): void;
  /** Called when the server opens another route. */
  onnavigate?: (route: string, style: Style) => void;
  /** Called when inputs were refused, by the scene or because they are `too-large`. */
  onrefused?: (message: Refusal) => void;
  /**
   * Closes the scene for one caller of `open`. The last one closes the socket, after the pending
   * commands are answered.
   */
  close(): void;
}

/**
 * Returns a client of the server that has the page at an address. The default is the server of
 * this page. Opens nothing yet. `Routes` are the types that `oriel types` prints.
 */
export function connect<Routes = AnyRoutes>(
  server?: string | URL,
  options?: Options,
): Server<Routes>;
