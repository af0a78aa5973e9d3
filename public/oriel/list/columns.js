import { locale } from '../../strings.js';

/** Groups the digits of the numbers in a text. */
export const group = text =>
  text.replace(/\d{4,}/g, digits => (+digits).toLocaleString(locale));

/** Returns what is declared of the columns of a table, or `undefined`. */
export const types = screen => screen?.document.commands?.insert?.arguments;
