/** The types of the modules in this folder. No module loads this file. */

import type { Argument, Blob, Document, Failure, JSONValue, Reply } from '../../document.js';
import type { Connection } from '../core/types.js';
import type { Screen } from '../screen/types.js';

/* ---- argument.js ---- */

/** Returns a typed text as a value of a type. Text that does not fit stays text. */
export function convert(typed: string, type: Argument['type'], old?: JSONValue): JSONValue;

/** Returns a value as text by its declared type: yes and no, grouped numbers unless keys. */
export function say(value: JSONValue, argument?: Partial<Argument>): string;

/** Groups the digits of the numbers in a text. */
export function group(text: string): string;

/** Makes a field of a form: a title, and what it names. */
export function labelled(title: string, ...controls: Node[]): HTMLElement;

/** Returns what is typed into a control. A moment is spelled like another value of its column. */
export function typedIn(
  control: { type: string; value: string },
  like?: JSONValue | Blob,
): string;

/** Makes the control for an argument, with a value in it. */
export function build(argument: Partial<Argument>, old?: JSONValue | Blob): HTMLElement;

/* ---- field.js, pick.js ---- */

/**
 * A field of a form for one argument. `base` is the value that the user has seen and would
 * overwrite, `latest` the current one.
 */
export class Field {
  constructor(name: string, argument: Argument, old: JSONValue | undefined, title: string);
  readonly node: HTMLElement;
  readonly isDirty: boolean;
  /** What is typed, as text. */
  readonly typed: string;
  /** Whether the user has typed a value, and others have written another one. */
  readonly isConflict: boolean;
  readonly base?: JSONValue;
  readonly latest?: JSONValue;
  /** Shows a value in place of what is typed. */
  settle(value: JSONValue | undefined): void;
  /** Types a text. Returns false, and changes nothing, if the control cannot hold it. */
  put(typed: string): boolean;
  /** Takes the current value of the server. It replaces the typed one only if that is no other. */
  update(value: JSONValue | undefined): void;
  /** Allows a value of the server to be overwritten. */
  yield(value: JSONValue): void;
  /** Returns the value to send, or a promise of it. */
  read(): JSONValue | Promise<JSONValue>;
  /**
   * Like `read`, but finds the row of a reference whose name is typed in place of its key. Then
   * `unclear` says why no row was found, if none was.
   */
  resolve(): Promise<JSONValue>;
  readonly unclear?: string;
  /** Finds the row whose name is typed. Only references have this. */
  find?(): Promise<{ key?: string; problem?: string }>;
  /** Shows an error, or none. `mayFocus` is whether the control takes the focus then. */
  complain(message?: string, mayFocus?: boolean): void;
}

/** Returns a file or another blob as the argument that writes it. */
export function base64(file: globalThis.Blob): Promise<{ base64: string }>;

/**
 * Offers the rows of the list that a field refers to, and shows the title of the chosen row. A
 * name may be typed in place of a key.
 */
export function pick(field: Field): void;

/**
 * Returns the key of the only row whose name is typed for a reference, or the problem if there is
 * no such row. Returns neither if the text is a key.
 */
export function findKey(
  argument: Argument,
  typed: string,
): Promise<{ key?: string; problem?: string }>;

/* ---- referrers.js ---- */

/** Returns links to the lists of the rows because of which a row could not be deleted. */
export function referrers(href: string | undefined, error: Failure): Promise<Element[]>;

/* ---- dialog.js ---- */

/** Makes the button of a dialog that destroys or overwrites something. */
export function dangerButton(text: string): HTMLElement;

/** Makes the main button of a dialog. */
export function primaryButton(text: string): HTMLElement;

/** A dialog, and what others tell it. */
export interface Question extends HTMLDialogElement {
  isDirty(): boolean;
  /**
   * Returns false, and asks the user, if closing would lose something. `leave` is called if the
   * user confirms.
   */
  hold(leave?: () => void): false | undefined;
  /** Shows why the command is not possible any more. */
  refuse(message: string): void;
  /** Takes the current values. */
  heed?(outputs: Record<string, JSONValue>): void;
}

/**
 * Opens a modal dialog, unless one with this title is open. `submit` returns an error, which may
 * have `links`, or nothing to close the dialog; it calls its argument to wait for longer. Without a
 * button the dialog can only be closed. While `isDirty` returns true, the user confirms before the
 * dialog closes.
 */
export function dialog(
  title: string,
  button: HTMLElement | undefined,
  body: (Node | string)[],
  submit?: (wait: () => void) => Promise<Failure & { links?: Element[] } | undefined>,
  isDirty?: () => boolean,
): Question | undefined;

/** Makes the button that closes or clears something. */
export function closeButton(title: string, onclick: () => void): HTMLElement;

/** Opens a dialog of some lines. A link in them closes it. */
export function report(title: string, lines: Node[]): void;

/* ---- form.js, conflict.js ---- */

/** The fields of one form, and what others write while it is open. */
export class Form {
  constructor(
    title: string,
    fields: Field[],
    old: Record<string, JSONValue> | undefined,
    send: (
      values: Record<string, JSONValue>,
      expected?: Record<string, JSONValue>,
      isMeant?: () => boolean,
    ) => Promise<Failure | undefined>,
  );
}

/** Asks for the arguments of a command of a derived screen, or for a confirmation. */
export function askFor(screen: Screen, name: string): void;

/**
 * Asks for the arguments of a command in a dialog, and sends those that were changed. With `old`,
 * the current values, the form shows what others write while it is open, and overwrites nothing
 * that the user has not seen.
 */
export function form(
  title: string,
  declared: Record<string, Argument>,
  old: Record<string, JSONValue> | undefined,
  send: (
    values: Record<string, JSONValue>,
    expected: Record<string, JSONValue> | undefined,
    isMeant: () => boolean,
  ) => Promise<Failure | undefined>,
  label?: (name: string) => string,
  does?: string,
): void;

/**
 * Asks whether to overwrite what others have written, and then calls `again`.
 * Returns the error to show until then.
 */
export function contest(fields: Field[], again: () => void): Failure;

/** Shows what was typed and not saved, and the current values, after the screen was left. */
export function lament(
  title: string,
  message: string,
  fields: Field[],
  now: Record<string, JSONValue> | undefined,
): void;

/* ---- step.js, undo.js ---- */

/** A command of a table or a row, with the route of the row. */
export interface Change {
  name: string;
  at: string;
  row?: string;
  values?: Record<string, JSONValue>;
  expected?: Record<string, JSONValue>;
}

/** Whether a value of a list is whole, so that it can be written again. */
export function isWhole(value: JSONValue | Blob): boolean;

/** Returns the sentence that a dialog shows if a step of so many changes cannot be undone. */
export function finality(count: number): string;

/** What the user changes together: one step that is undone at once, unless it is too large. */
export class Step {
  /** How many commands were run. */
  readonly changed: number;
  /** Reads many rows of a list that will be deleted, some hundreds at a time. */
  know(document: Document, ids: string[]): Promise<void>;
  /**
   * Sends a command, and keeps what undoes it. Returns the error, if any. `document` is the one
   * that offers the command.
   */
  run(
    document: Document,
    command: Change,
    send: () => Promise<Reply>,
  ): Promise<Failure | undefined>;
  /** Ends the step: says what was changed, and offers to undo it if that is possible. */
  end(title: string): void;
}

/** Runs one command as a step of its own. Returns the error, if any. */
export function change(
  document: Document,
  command: Change,
  title: string,
  send: () => Promise<Reply>,
): Promise<Failure | undefined>;

/** Posts a command, which leaves the page where it is. Returns the reply, or its error. */
export function postCommand(message: { at: string; command: string; body: object }): Promise<Reply>;

/** Waits for a while, because the server has asked for a pause. */
export function pause(): Promise<void>;

/** Shows in the bar what was changed, without an offer to undo it. */
export function tell(title: string): void;

/** Keeps the commands that undo a change, and offers in the bar to undo it. */
export function offer(title: string, commands: object[]): void;

/** Undoes the latest step after earlier ones, unless somebody has changed the values since. */
export function undo(): Promise<void>;

/* ---- sign-in.js ---- */

/**
 * Covers the screen with the form, unless another tab has signed in, and then connects again.
 * Closing the form loads the page again. Commands without a reply fail, because somebody else may
 * sign in.
 */
export function signIn(connection: Connection): Promise<void>;

/* ---- account.js ---- */

/** Shows who has signed in, with a dialog about the account, or a way to sign in. */
export function showAccount(
  principal: { kind: string; name: string; roles: string[] },
  button: HTMLButtonElement,
): void;
