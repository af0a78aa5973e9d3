/** The client for pages of one's own: `client.js` with `connection.js` and `patch.js` is all that speaks the protocol. */

import type { Document, Failure, JSONValue, Place, Reply } from './document.js';

export * from './document.js';

/** How it stands with the server: `reconnecting` comes back by itself, `offline` when the network does, or never (`why`). */
export type State = 'connecting' | 'live' | 'reconnecting' | 'offline';

/** What the server decided: see the protocol, section 5. */
export type Style = 'push' | 'replace' | 'root' | 'modal' | 'back' | 'external';

export interface Options {
  /** Makes a socket; that of the browser, if nobody says otherwise. */
  dial?(address: URL): WebSocket;
  /** When listeners are told of what has come: before the next frame of a page in sight, if nobody says otherwise. */
  frame?(body: () => void): unknown;
}

/** A server. Scenes are opened with it, each route once, over a socket of its own; six of these are opened at a time, the others wait for their turn. */
export interface Server {
  /**
   * Opens the scene of a route, such as `/Artist?sort=-Name`; `window` is the part of its list that is wanted (50 rows from the
   * beginning), from a place or from a row on. Who has opened it closes it; the same route gives the same one to all who have, with
   * the window that it has: that of the first, until somebody moves it. A route begins with `/`; another throws a `TypeError`.
   */
  open(route: string, window?: Place): Live;
}

export interface Refusal { ref?: string; code: string; message: string; fields?: Record<string, string> }

/**
 * A scene as it is now, and as it goes on. `document` is another value whenever anything in it has changed, and shares with the
 * one before what did not: parts can be compared with `===`.
 */
export interface Live {
  readonly route: string;
  /** The document; none before the first answer, or when there is nothing under the route. It stays while the server is away. */
  readonly document?: Document;
  readonly state: State;
  /** Why it will not come back by itself. */
  readonly why?: string;
  /** Why there is nothing: `not-found`, `forbidden`, `gone` and the like. */
  readonly error: ({ type: 'error' | 'gone' } & Partial<Failure>) | null;
  /** What of inputs was refused last; `ref` is their slot. */
  readonly refused?: Refusal;
  /** Calls a listener once a frame in which something has changed, document or state; ends it with what comes back. */
  subscribe(listener: (live: Live) => void): () => void;
  /** The first document. Throws an `Error` when there is none, or none will come any more. */
  ready(): Promise<Document>;
  /** Moves the window: rows `start` to `start + count`, or `count` rows from that of the id `anchor` on; at most 500. */
  move(window: Place): void;
  /** Sets inputs of a personal scene, or of a slot of it. Answers whether they were sent: while the server is away they are not. */
  input(values: Record<string, JSONValue>, slot?: string): boolean;
  /**
   * Runs a command, of a row if one is named. Once and no more: while the server is away it waits, and when the reply is lost it
   * is sent again under the same key. Refused with `conflict` if an output, or a value of the row, is not what is `expected`.
   * One that is too long for the socket, over 1 MB, goes by `POST`; one that is too long for that, too, is refused with `too-large`.
   * It is always answered: with the `error` of the scene where there is nothing under the route (any more), and with the code `closed`
   * after `close`, or when the socket will not come back by itself (`why`). Then it has not been run, or its reply is lost.
   */
  command(name: string, values?: Record<string, JSONValue>, row?: string, expected?: Record<string, JSONValue>): Promise<Reply>;
  /** Tries now, or makes sure of the connection. */
  retry(): void;
  /** Hears where the server wants to go. */
  onnavigate?: (route: string, style: Style) => void;
  /** Hears that inputs were refused, by the scene or as too long (`too-large`); `ref` is their slot. */
  onrefused?: (message: Refusal) => void;
  /** Lets go of the scene; the last who does closes the socket, when the commands that were run before are answered. */
  close(): void;
}

/** Takes a server by the address of any of its pages; that of this page, if nobody says otherwise. Nothing is opened yet. */
export function connect(server?: string | URL, options?: Options): Server;
