/** What documents of declared screens have beside others. No module loads this file. */

import type { Argument, JSONValue } from './document.js';

/** The app that declared screens belong to. */
export interface App {
  title?: string;
  home?: string;
  theme?: string;
  menu?: { title: string; href: string }[];
}

/** How a declared screen shows a column. `width` is relative: 1 is usual. */
export interface ColumnOption {
  label?: string;
  format?: 'text' | 'number' | 'money' | 'percent' | 'bytes' | 'date' | 'relative' | 'since'
    | 'days' | 'badge' | 'link' | 'mail' | 'image' | 'code' | 'json';
  /** The colours of values: names, from red to pink, or colours of CSS. */
  colors?: Record<string, string>;
  currency?: string;
  width?: number;
  align?: 'left' | 'right' | 'center';
  edit?: boolean;
  help?: string;
}

/** A filter that a list offers: a named one, or the values or the times of a column. */
export type Chip =
  | { name: string; title?: string; active?: boolean }
  | { column: string; by?: 'day' | 'month' | 'year' };

/** A command of the rows whose cells have its name in `can`. */
export interface RowCommand {
  title?: string;
  /** A question before it runs. `{Name}` stands for a field of the row. */
  ask?: string;
  /** Whether it runs for the selected rows, too. */
  many?: boolean;
  arguments?: Record<string, Argument>;
}

/** A way to add a row to a section: `insert` of a list, with the values of the section. */
export interface Addition {
  list: string;
  values?: Record<string, JSONValue>;
  title?: string;
  arguments?: Record<string, Argument>;
}

/** The fields that the cards of a list show. */
export interface CardParts {
  title?: string;
  subtitle?: string;
  image?: string;
  badge?: string;
  bar?: { value: string; of?: string };
}

/** What a chart shows: the columns along x and y, and the column of its series. */
export interface ChartParts {
  kind: 'bar' | 'stacked' | 'line' | 'area' | 'spark' | 'list';
  x: string;
  y: string[];
  series?: string;
}

/** The members of the documents of declared screens. */
export interface DeclaredMembers {
  /** The app, and a sentence below the title. */
  app?: App;
  help?: string;
  /** The sentence of an empty list, and the label of its first column. */
  empty?: string;
  headed?: string;
  template?: 'grid' | 'board';
  columnOptions?: Record<string, ColumnOption>;
  chips?: Chip[];
  rowCommands?: Record<string, RowCommand>;
  /** The keys that run commands together with Alt, by name: letters or digits. */
  keys?: Record<string, string>;
  /** The names of SQL expressions among the declared columns. */
  computed?: string[];
  /** The questions before commands, by name. */
  questions?: Record<string, string>;
  card?: CardParts;
  lanes?: { column: string; order?: string[] };
  chart?: ChartParts;
  /** The format of a number. */
  format?: ColumnOption['format'];
  /** The groups of the values of a row. */
  groups?: { title: string; columns: string[] }[];
  additions?: Record<string, Addition>;
}
