/** Documents and replies, as docs/protocol.md describes them. No module loads this file. */

import type { DeclaredMembers } from './declared.js';

export * from './declared.js';

export type JSONValue =
  | null
  | boolean
  | number
  | string
  | JSONValue[]
  | { [name: string]: JSONValue };

/** One operation of RFC 6902. */
export type Operation =
  | { op: 'add' | 'replace' | 'test'; path: string; value: JSONValue }
  | { op: 'remove'; path: string }
  | { op: 'move' | 'copy'; from: string; path: string };

/**
 * The rows that a viewer holds. `section` is the number of the first listed section of all
 * `sections`.
 */
export interface Window {
  start: number;
  count: number;
  total: number;
  section?: number;
  sections?: number;
  /** Whether there may be more rows than `total`. */
  approximate?: boolean;
  /** Whether rows are still being found: `total` is the number of those found so far. */
  searching?: boolean;
}

/**
 * A hint how to lay out the rows of a section. A `column` is beside the other sections. A grid with
 * rows per page is turned page by page.
 */
export interface Layout {
  kind: 'table' | 'grid' | 'column';
  columns?: number;
  rowsPerPage?: number;
  rowHeight?: number;
  spacing?: number;
  animation?: 'none' | 'fade';
}

/**
 * A listed section. `start` is the place in it of the first row in `rows`; `count` is the number of
 * all its rows.
 */
export interface Section {
  id: string;
  title?: string | null;
  subtitle?: string;
  footer?: string;
  layout?: Layout;
  href?: string;
  start: number;
  count: number;
  rows: string[];
}

/** A blob, or a text that is too long to be inline. */
export interface Blob {
  href: string;
  bytes: number;
  type?: string;
}

/** The content of a row. `fields` are columns where there is room. */
export interface Cell {
  template: string;
  title?: string | null;
  subtitle?: string | null;
  image?: string | null;
  href?: string;
  fields?: Record<string, JSONValue>;
  /** By column, the row that a foreign key points to. */
  links?: Record<string, { href: string; title?: string }>;
  can?: ('edit' | 'delete' | 'insert' | 'move' | 'select')[];
  actions?: Action[];
}

/** An answer to a dialog, or a command of a row. */
export interface Action {
  id: string;
  title: string;
  role?: 'normal' | 'destructive' | 'cancel';
  color?: string;
  enabled?: boolean;
}

/**
 * A question of a scene. `upload` asks for an image. `focus` and `upload.slot` begin with the path
 * of their slot.
 */
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

/** The declaration of an argument or of an input. */
export interface Argument {
  /** The title that an app gives an input. Without it, clients show the words of the name. */
  title?: string;
  type: 'integer' | 'number' | 'text' | 'boolean' | 'blob' | 'date' | 'datetime' | 'any';
  required?: boolean;
  nullable?: boolean;
  key?: boolean;
  /** The route of the list whose keys are the values. */
  list?: string;
  default?: JSONValue;
  choices?: { value: JSONValue; title: string }[];
  min?: JSONValue;
  max?: JSONValue;
  /** With a step, the control is a slider between `min` and `max`. */
  step?: number;
  minLength?: number;
  maxLength?: number;
  format?: 'mail' | 'url';
  multiline?: boolean;
  /** The title of the field of a declared form, a sentence below it, and its group. */
  label?: string;
  help?: string;
  group?: string;
  /** A regular expression for the whole text, and the sentence for a broken rule. */
  match?: string;
  message?: string;
  secret?: boolean;
}

export interface Command {
  title: string;
  enabled?: boolean;
  arguments?: Record<string, Argument>;
  /** The name of the input beside which the button is. */
  input?: string;
  running?: boolean;
  progress?: number;
}

/** A filter of a list: its parameter in the route, and its comparison, unless it is a search. */
export interface Filter {
  name: string;
  value: string;
  column?: string;
  comparison?: string;
}

/** The inputs of a scene. Derived lists have those that are named here. */
export interface Inputs {
  search?: string;
  sort?: string;
  section?: string;
  filters?: Filter[];
  [name: string]: JSONValue | Filter[] | undefined;
}

/** The form of a scene. `submit` is the command for Enter in a field; the default is `save`. */
export interface Form {
  dirty: string[];
  errors: Record<string, string>;
  conflicts: Record<string, JSONValue>;
  submit?: string;
}

/** The state of a scene. A screen without a list has no `window`, `sections` and `cells`. */
export interface Document extends DeclaredMembers {
  route: string;
  screen: string;
  title: string;
  phase: string;
  /** The routes between the root and the route of an app's screen that have no screen. */
  gaps?: string[];
  inputs?: Inputs;
  outputs?: Record<string, JSONValue>;
  links?: Record<string, { href: string; title?: string }>;
  columns?: string[];
  /** The columns whose values cells have, and those of which titles are made. */
  shown?: string[];
  titleColumns?: string[];
  /** The columns whose values the database knows no order of. */
  unsortable?: string[];
  /** The columns of blobs. */
  files?: string[];
  /** The comparisons that a filter may name. */
  comparisons?: string[];
  /** `false` if the viewer may not export the rows, or the formats that are permitted. */
  exports?: boolean | string[];
  commands?: Record<string, Command>;
  window?: Window;
  sections?: Section[];
  cells?: Record<string, Cell>;
  problem?: { code: string; message: string };
  /** Whether the inputs belong to the viewer. */
  personal?: boolean;
  /** The declarations of the inputs. */
  accepts?: Record<string, Argument>;
  /** The titles that an app gives outputs. */
  titles?: Record<string, string>;
  /** Titles, and the row of the list that each leads to. */
  index?: { title: string; start: number }[];
  form?: Form;
  dialog?: Dialog | null;
  /** Slots for images, or for any number of files (`multiple`). */
  uploads?: Record<string, { types: string[]; limit: number; multiple?: true }>;
  slots?: Record<string, Omit<Document, 'route'>>;
}

/** An error. `fields` has the errors of arguments by name. */
export interface Failure {
  code?: string;
  message: string;
  fields?: Record<string, string>;
}

export interface Reply<Result = JSONValue> {
  result?: Result;
  navigate?: string;
  error?: Failure;
}

/** The part of a list to request: from a place on, or from the row with an id. */
export interface Place {
  start?: number;
  anchor?: string;
  count: number;
}
