/** The types of `kit.js` and of what it alone imports: loaded with the first screen that is not derived from a database. */

import type { Action, Blob, Cell, Document, JSONValue, Upload } from './document';
import type { Connection, Screen } from './types';

/**
 * Draws a screen of a view model: inputs of its own, commands with progress, dialogs, values by type, parts within parts.
 * A list of up to 500 rows has every row in the page; a longer one is a `List`.
 */
export class KitScreen extends Screen {}

/**
 * The inputs of a personal scene: sent 150 ms after the last letter, or before a command, and once more when the socket broke
 * before the server showed them. A value that was sent and comes back changes nothing; any other is taken over, but for a
 * field in which something is typed that was not sent. Enter in a field calls `submit`.
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
  /** Gives a row its image, buttons and menu, and has a tap on it select it if it can be. */
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
