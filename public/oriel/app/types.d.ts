/** The types of the modules in this folder. No module loads this file. */

import type { Action, Blob, Cell, Document, JSONValue, Upload } from '../../document.js';
import type { Connection } from '../core/types.js';
import type { Screen } from '../screen/types.js';

/* ---- kit.js, part.js ---- */

/** Draws a screen of an app: a part that is the whole, an index, and dialogs. */
export class KitScreen extends Screen {}

/**
 * Draws what a document of a screen or of a slot holds: inputs, commands, values, a list and
 * further slots. Commands of a slot are run by its path.
 */
export class Part {
  constructor(screen: Screen, path?: string);
  readonly node: HTMLElement;
  readonly buttons: HTMLElement;
  readonly inputs: Inputs;
  readonly tools: Tools;
  /** Whether leaving would lose something that the user typed, here or in a slot. */
  readonly isDirty: boolean;
  /** Returns the part at a path, or this one for none. */
  at(path?: string): Part | undefined;
  /** Shows a document. A list that `isLong` is drawn by the screen. */
  update(document: Omit<Document, 'route'>, isPersonal?: boolean, isLong?: boolean): void;
  /** Asks for what a command needs, and runs it. */
  run(name: string): Promise<void>;
}

/* ---- inputs.js ---- */

/**
 * The inputs of a personal scene or of a slot; of a shared scene, those in the address. They are
 * sent shortly after the last letter, before a command, and again if the socket closed before the
 * document had them. Enter calls `submit`.
 */
export class Inputs {
  constructor(connection: Connection, path: string | undefined, submit: () => void);
  readonly node: HTMLElement;
  /** The names of the inputs that were typed and not sent. */
  readonly pending: string[];
  update(document: Document): void;
  /** Sends what was typed. */
  flush(): void;
  /** Puts a button beside an input. Returns whether the input is shown. */
  place(button: HTMLButtonElement, name?: string): boolean;
  focus(name: string): void;
  /** Shows why the inputs that were sent last are refused. */
  refuse(message: string): void;
}

/* ---- flow.js, tools.js ---- */

/**
 * A list with every row in the page, laid out as its sections say. Rows are kept by id, and glide
 * to their places. It has the keyboard and the selection of a `Grid`.
 */
export class Flow {
  constructor(erase?: (id: string) => Promise<unknown>);
  readonly node: HTMLElement;
  update(document: Omit<Document, 'route'>, tools: Tools): void;
}

/**
 * The commands of rows, by buttons, menus, swiping and dragging. `run` runs a command of a row,
 * `find` returns the document of the rows.
 */
export class Tools {
  constructor(
    run: (name: string, row?: string, values?: Record<string, JSONValue>) => void,
    find: () => Document,
  );
  /** Adds image, buttons and menu to a row. Returns whether a template drew its content. */
  dress(node: HTMLLIElement, id: string, cell: Cell): boolean;
}

/* ---- ask.js, drag.js, swipe.js ---- */

/** A question to the user. */
export interface Inquiry {
  title: string;
  message?: string;
  style?: string;
  actions: (Omit<Action, 'id'> & { id: string | number })[];
}

/**
 * Asks a question in a dialog, or in a menu beside an anchor. `answer` receives the id of the
 * chosen action, or null. Returns the function that closes the dialog without an answer.
 */
export function ask(
  dialog: Inquiry,
  answer: (id: string | number | null) => void,
  anchor?: Element | null,
  extra?: Node,
): () => void;

/**
 * Makes a row follow the pointer, and scrolls the page near its edges. `drop` receives the row
 * that this one was dropped over, or the nearest one, and the height of the pointer.
 */
export function drag(
  node: HTMLLIElement,
  event: PointerEvent,
  drop: (over: HTMLLIElement, y: number) => void,
): void;

/**
 * Makes a row show its actions when it is swiped by touch. Swiping all the way chooses the first,
 * after a confirmation if it is destructive. Calling this again replaces the actions.
 */
export function swipe(
  node: HTMLLIElement,
  title: string,
  choices: Partial<Action>[],
  pick: (choice: Partial<Action>) => void,
): void;

/* ---- image.js ---- */

/** Where an image can be taken from on this device. */
export const sources: string[];

/** Makes the control that takes an image, lets the user crop it, and uploads it. */
export function picker(upload: Upload, route: string): HTMLElement;

/* ---- attach.js, send.js ---- */

/**
 * The control of a slot for attachments. It takes several files, also dropped ones, and uploads
 * one after the other. `find` returns the route of the screen.
 */
export class Attach {
  constructor(slot: string, title: string, find: () => string);
  readonly node: HTMLElement;
  /** Shows what the slot accepts now. */
  update(accepted: { types: string[]; limit: number }): void;
}

/** Uploads a file, and shows its progress and its problem. Returns the request. */
export function send(
  url: string,
  file: File,
  bar: HTMLProgressElement,
  problem: HTMLElement,
  onloadend: () => void,
): XMLHttpRequest;

/** Returns the address of a slot of the screen at a route. */
export function slotURL(route: string, slot: string): string;

/* ---- crop.js, cut.js ---- */

/** The part of an image to keep, in pixels of the image. It stays within the image. */
export class Cut {
  constructor(width: number, height: number);
  x: number;
  y: number;
  wide: number;
  high: number;
  readonly isSquare?: boolean;
  readonly isWhole: boolean;
  move(x: number, y: number): void;
  /** Moves a corner, named as on a map. The opposite corner stays. */
  resize(corner: 'nw' | 'ne' | 'sw' | 'se', x: number, y: number): void;
  /** Makes the part a square around its middle, which it stays while it is resized. */
  square(isSquare: boolean): void;
}

/**
 * Asks for the part of an image to keep. Returns a file of the same type with that part, the
 * file itself if the user keeps all or the browser cannot show it, or null if the user cancels.
 * Throws if the browser cannot write the type.
 */
export function crop(file: File): Promise<File | null>;

/* ---- values.js ---- */

/** Returns a name as people write it: `homePageURL` is `Home page URL`. */
export function label(name: string): string;

/** Returns the nodes for a value by its type: numbers, dates, addresses, objects, blobs. */
export function value(
  value: JSONValue | Blob,
  link?: { href: string; title?: string },
): (Node | string)[];

/**
 * Returns the lines of a description list for values by name. `replace` may draw one itself.
 * `titles` has the titles of some.
 */
export function lines(
  values: Record<string, JSONValue | Blob>,
  links?: Record<string, { href: string; title?: string }>,
  replace?: (name: string) => (Node | string)[] | undefined | '',
  titles?: Record<string, string>,
): HTMLElement[];
