/** The types of `kit.js` and of what it alone imports: loaded with the first screen that is not derived from a database. */

import type { Action, Blob, Cell, Document, JSONValue, Upload } from './document.js';
import type { Connection, Screen } from './types.js';

/**
 * The default of `kit.js`: draws a screen of a view model: a `Part` that is the whole, dialogs, and how it is come by.
 * A list of up to 500 rows has every row in the page; a longer one is a `List`. Each entry of the index is that of one section, and leads there.
 */
export class KitScreen extends Screen {}

/**
 * The inputs of a personal scene: sent 150 ms after the last letter, or before a command, and once more when the socket broke
 * before the server showed them. A value that was sent and comes back changes nothing; any other is taken over, but for a
 * field in which something is typed that was not sent. Enter in a field calls `submit`.
 */
export class Inputs {
  /** Those of the slot at a path, or of the scene. */
  constructor(connection: Connection, path: string | undefined, submit: () => void);
  readonly node: HTMLElement;
  /** The names of the inputs that were typed in and not sent. */
  readonly pending: string[];
  update(document: Document): void;
  flush(): void;
  focus(name: string): void;
  /** Shows why those were not taken that were sent last. */
  refuse(message: string): void;
}

/**
 * What a document holds, be it a screen's or that of a slot: inputs of its own, commands with progress, values by type, a list, further
 * parts. What can be done in a slot is done by its path.
 */
export class Part {
  constructor(screen: Screen, path?: string);
  readonly node: HTMLElement;
  readonly buttons: HTMLElement;
  readonly inputs: Inputs;
  readonly tools: Tools;
  /** Whether something would be lost by leaving, here or in a part of it. */
  readonly isDirty: boolean;
  /** The part at a path such as `pantry.label`, if there is one; itself for none. */
  at(path?: string): Part | undefined;
  /** Shows a document; the rows of a long list are left to somebody else. */
  update(document: Omit<Document, 'route'>, isPersonal?: boolean, isLong?: boolean): void;
  /** Asks for what a command needs and runs it. */
  run(name: string): Promise<void>;
}

/** A list with every row in the page, laid out as its sections say; rows are kept by id, and glide to their places. It has the keyboard and the selection of a `Grid`. */
export class Flow {
  readonly node: HTMLElement;
  update(document: Omit<Document, 'route'>, tools: Tools): void;
}

/**
 * Draws a cell by the `<template>` of the page whose id is the cell's `template`, if there is one: elements with `data-field` show the
 * member or the field of that name. Answers whether there is.
 */
export function stamp(row: HTMLLIElement, cell: Cell): boolean;

/**
 * What can be done with rows, by buttons, menus and dragging: `run` runs a command for one, `find` answers with the document they are in. A row is dragged by its
 * grip, with a pointer of any kind; the keyboard has the arrows beside it. It gets the place of another, before or behind it: counted without the row, as the protocol says.
 */
export class Tools {
  constructor(run: (name: string, row?: string, values?: Record<string, JSONValue>) => void, find: () => Document);
  /**
   * Gives a row its image, buttons and menu, and has a tap on it select it if it can be. Answers whether its content was drawn by a
   * template.
   */
  dress(node: HTMLLIElement, id: string, cell: Cell): boolean;
}

/**
 * Has a row follow the pointer that took it, in a list that scrolls while that is near the edge of the screen. `drop` hears over which row it
 * was let go of, or which is nearest, and at what height.
 */
export function drag(node: HTMLLIElement, event: PointerEvent, drop: (over: HTMLLIElement, y: number) => void): void;

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

/** Where an image can be taken from here. */
export const sources: string[];

/**
 * Has a row be swiped by touch, to where its line begins: that shows the first of its choices, all the way picks the outermost, after asking
 * if it destroys. Nothing is offered here alone. Called again, it takes over other choices. What is in the row moves aside, and the commands stand in the room that it leaves. What follows a
 * swipe is no click, unless it comes from the keyboard.
 */
export function swipe(node: HTMLLIElement, title: string, choices: Partial<Action>[], pick: (choice: Partial<Action>) => void): void;

/** The part of an image that is wanted, in pixels of the image; `wide` and `high` are its size. It stays within the image, whatever is done. */
export class Cut {
  constructor(width: number, height: number);
  x: number;
  y: number;
  wide: number;
  high: number;
  readonly isSquare?: boolean;
  readonly isWhole: boolean;
  move(x: number, y: number): void;
  /** Moves a corner, named as on a map; the one across from it stays. */
  resize(corner: 'nw' | 'ne' | 'sw' | 'se', x: number, y: number): void;
  square(isSquare: boolean): void;
}

/**
 * Asks which part of an image is wanted. Answers with that part, in the type of the file; with the file as it is, if all is wanted, or
 * nothing can be seen of it; with null, if none is. Fails when the browser cannot write the type.
 */
export function crop(file: File): Promise<File | null>;

/** Takes an image from a source, or one that is dropped, has it cropped if it can be, and uploads it, which can be seen and stopped; what is refused is shown. */
export function picker(upload: Upload, route: string): HTMLElement;

/** A name as people write it: `homePageURL` is `Home page URL`. */
export function label(name: string): string;

/** A value by its type: dates and numbers as people here write them, addresses as links, objects as lines. */
export function value(it: JSONValue | Blob, link?: { href: string; title?: string }): (Node | string)[];

/** Values by name, as lines of a description list; `replace` may draw a value itself, by its name. */
export function lines(
  values: Record<string, JSONValue | Blob>,
  links?: Record<string, { href: string; title?: string }>,
  replace?: (name: string) => (Node | string)[] | undefined | '',
): HTMLElement[];

/** Makes an element: properties by name, attributes where there is no such property, then children. */
export function h(tag: string, properties?: Record<string, unknown>, ...children: (Node | string)[]): HTMLElement;

/** Gives a node a text, if it has another one. */
export function write(node: Node, text: string): void;

/** Gives a node new children; those equal to the old ones stay. `changed` is called with each that replaces an old one. */
export function refill(node: Element, children: Element[], changed?: (child: Element) => void): void;

/** Gives a node these children: those that stand where they should are not touched, and the focus stays. */
export function arrange(parent: Element, nodes: Element[]): void;

/** Animates a node from some style to its own, unless the person asked for less motion. */
export function animate(node: Element, from: Keyframe, duration: number): void;

/** Shows for a moment that a node has changed. */
export function flash(node: Element): void;

/** What an element shows of a value: its text, and that it is NULL. */
export function describe(value: JSONValue | Blob | undefined, title?: string): { className: string; title: string; textContent: string };

/** A value as an element: its text, NULL dimmed. */
export function show(value: JSONValue | Blob | undefined): HTMLElement;

/** A value as text: `NULL`, a blob as its size, an object as JSON. */
export function text(value: JSONValue | Blob | undefined): string;

/** An own member of an object, whatever its name. */
export function own<T>(object: Record<string, T> | undefined, name: string): T | undefined;
