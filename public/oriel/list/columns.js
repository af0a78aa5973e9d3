import { locale } from '../../strings.js';
import { own } from '../core/value.js';

/** Groups the digits of the numbers in a text. */
export const group = text =>
  text.replace(/\d{4,}/g, digits => (+digits).toLocaleString(locale));

/** Returns the values of a row by the places of its cells: title, subtitle, columns. */
export const valuesOf = ({ title, subtitle, fields = {} }, names = Object.keys(fields)) =>
  [title, subtitle, ...names.map(name => own(fields, name))];

/** Returns a column's name as lists of names in a route spell it. */
export const spellName = name =>
  /^$|^-|[,"]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;

/** Returns what is declared of the columns of a table, or `undefined`. */
export const types = screen => screen?.document.commands?.insert?.arguments;
