import { element, refill } from '../core/dom.js';

/* The names that are offered at once. */
const LIMIT = 8;

/** Returns the start of the name that ends at a place of some SQL, and the table before its dot. */
export function begun(text, place) {
  const [, table, word] = /(?:"?([\p{L}\p{N}_]+)"?\.)?"?([\p{L}_][\p{L}\p{N}_]*)?$/u
    .exec(text.slice(0, place));
  return { table, word: word ?? '' };
}

/** Returns the names of tables and columns that begin with a word, those of a table first. */
export function matches({ table, word }, tables) {
  if (!word && !table) return [];
  const isSame = (one, other) => one.toLowerCase() === other?.toLowerCase();
  const owner = Object.keys(tables).find(name => isSame(name, table));
  const all = owner ? tables[owner] : [...Object.keys(tables), ...Object.values(tables).flat()];
  const starts = name => name.toLowerCase().startsWith(word.toLowerCase()) && name !== word;
  return [...new Set(all.filter(starts))].slice(0, LIMIT);
}

/* A name as SQL spells it. */
const quoted = name => name.replaceAll('"', '""');
const spelled = name => /^[A-Za-z_]\w*$/.test(name) ? name : `"${quoted(name)}"`;

/** Offers names of tables and columns below a text of SQL. Tab takes the marked one. */
export class Completion {
  node = element('ul', { className: 'completion', role: 'listbox', hidden: true });
  marked = 0;

  constructor(input, tables, label) {
    Object.assign(this, { input, tables });
    this.node.ariaLabel = label;
    this.node.id = 'completion';
    Object.assign(input, { ariaAutoComplete: 'list', ariaExpanded: 'false' });
    input.setAttribute('role', 'combobox');
    input.setAttribute('aria-controls', this.node.id);
    input.addEventListener('input', () => this.show());
    input.addEventListener('blur', () => this.hide());
    input.addEventListener('keydown', event => this.hear(event));
  }

  show() {
    const { input } = this;
    this.names = matches(begun(input.value, input.selectionStart), this.tables());
    this.marked = 0;
    refill(this.node, this.names.map((name, place) => element('li', {
      role: 'option',
      id: `completion-${place}`,
      onmousedown: event => this.take(event, place),
    }, name)));
    this.mark();
  }

  mark() {
    const { input, node, names, marked } = this;
    node.hidden = !names.length;
    input.ariaExpanded = `${!node.hidden}`;
    [...node.children].forEach((item, place) => {
      item.ariaSelected = `${place === marked}`;
    });
    if (node.hidden) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', `completion-${marked}`);
  }

  hide() {
    this.names = [];
    this.mark();
  }

  hear(event) {
    const { key, ctrlKey, metaKey, shiftKey } = event;
    if (this.node.hidden || ctrlKey || metaKey || shiftKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (key === 'Tab') return this.take(event, this.marked);
    if (key === 'Escape') this.hide();
    else if (step) {
      this.marked = (this.marked + step + this.names.length) % this.names.length;
      this.mark();
    } else return;
    event.preventDefault();
  }

  take(event, place) {
    event.preventDefault();
    const { input } = this;
    const end = input.selectionStart;
    const closing = input.value[end] === '"' ? '' : '"';
    const { word } = begun(input.value, end);
    const isQuoted = input.value[end - word.length - 1] === '"';
    const name = this.names[place];
    const text = isQuoted ? quoted(name) + closing : spelled(name);
    input.setRangeText(text, end - word.length, end, 'end');
    this.hide();
  }
}
