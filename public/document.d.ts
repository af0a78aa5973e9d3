/** What travels: documents and replies, as docs/protocol.md has them. Nothing loads this file at run time. */

export type JSONValue = null | boolean | number | string | JSONValue[] | { [name: string]: JSONValue };

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
  /** Whether there may be more rows than `total`. */
  approximate?: boolean;
  /** Whether rows are still being found: `total` is the number of those found so far. */
  searching?: boolean;
}

/** How the rows of a section are laid out: a hint. A `column` stands beside the other sections; a grid with rows per page is turned. */
export interface Layout {
  kind: 'table' | 'grid' | 'column';
  columns?: number;
  rowsPerPage?: number;
  rowHeight?: number;
  spacing?: number;
  animation?: 'none' | 'fade';
}

/** A listed section: `start` is the place, in it, of the first row in `rows`; `count` is its whole size. */
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
  can?: ('edit' | 'delete' | 'insert' | 'move' | 'select')[];
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

/** A question that a scene puts; `focus` and `upload.slot` have the path of the slot in front that they belong to. `upload` has the viewer take an image and send it. */
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

/** What a form needs to know of one argument, or of one input. */
export interface Argument {
  type: 'integer' | 'number' | 'text' | 'boolean' | 'blob' | 'date' | 'datetime' | 'any';
  required?: boolean;
  nullable?: boolean;
  key?: boolean;
  /** The route of the list whose rows have the keys that are taken. */
  list?: string;
  default?: JSONValue;
  choices?: { value: JSONValue; title: string }[];
  min?: JSONValue;
  max?: JSONValue;
  /** With it, what lies between `min` and `max` is a slider. */
  step?: number;
  minLength?: number;
  maxLength?: number;
  format?: 'mail';
  multiline?: boolean;
  secret?: boolean;
}

export interface Command {
  title: string;
  enabled?: boolean;
  arguments?: Record<string, Argument>;
  running?: boolean;
  progress?: number;
}

/** A filter of a list: the parameter of its route, and what it compares, if it is not a search. */
export interface Filter {
  name: string;
  value: string;
  column?: string;
  comparison?: string;
}

/** The state of a scene. A screen without a list has no `window`, `sections` and `cells`. */
export interface Document {
  route: string;
  screen: string;
  title: string;
  phase: string;
  inputs?: { search?: string; sort?: string; section?: string; filters?: Filter[]; [name: string]: JSONValue | Filter[] | undefined };
  outputs?: Record<string, JSONValue>;
  links?: Record<string, { href: string; title?: string }>;
  columns?: string[];
  /** What may stand behind a column's name in a filter. */
  comparisons?: string[];
  commands?: Record<string, Command>;
  window?: Window;
  sections?: Section[];
  cells?: Record<string, Cell>;
  problem?: { code: string; message: string };
  /** Whether the inputs are the viewer's own. */
  personal?: boolean;
  /** What each input takes. */
  accepts?: Record<string, Argument>;
  /** Titles, and where in the list each leads. */
  index?: { title: string; start: number }[];
  /** `submit` is the command that Enter in a field runs, if it is not `save`. */
  form?: { dirty: string[]; errors: Record<string, string>; conflicts: Record<string, JSONValue>; submit?: string };
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

/** The part of a list to ask for: from a place on, or from the row that has this id. */
export interface Place {
  start?: number;
  anchor?: string;
  count: number;
}
