import { strings } from '../../phrases.js';
import { element } from '../core/dom.js';
import { read } from '../core/read.js';
import { own, text } from '../core/value.js';
import { closeButton, dangerButton, dialog } from '../form/dialog.js';
import { finality } from '../form/step.js';
import { Batch, runInDialog } from './batch.js';
import { findCell, setAttributes } from './roles.js';

/* The most rows of one range, and the rows of one request. */
const LARGEST = 5000;
const STEP = 500;

/* The most missing rows that are looked up at once. */
const LOOKUPS = 50;

/* Returns the values of a row by the places of its cells: title, subtitle, columns. */
const valuesOf = ({ title, subtitle, fields = {} }, names = Object.keys(fields)) =>
  [title, subtitle, ...names.map(name => own(fields, name))];

/* Returns a row as a line of text, with tabs between its values. */
function line([id, cell], names) {
  const [title, subtitle, ...others] = valuesOf(cell, names);
  const texts = [title || id, ...subtitle && !names ? [subtitle] : [], ...others];
  return texts.map(value => text(value ?? '').replace(/\s+/g, ' ')).join('\t');
}

/** Gives a row the box that selects it by a pointer. */
export function mark(node, selection) {
  if (!selection.isOffered) return node.mark?.remove();
  const id = node.key.slice(1);
  const { title } = selection.rows.document.cells[id];
  node.mark ??= makeMark(node, selection);
  const box = node.mark.firstChild;
  if (node.lastChild !== node.mark) node.append(node.mark);
  box.checked = selection.has(id);
  setAttributes(box, { ariaLabel: strings.does(strings.select, title || id) });
}

function makeMark(node, selection) {
  const box = element('input', { type: 'checkbox', tabIndex: -1 });
  const onclick = ({ shiftKey }) => {
    if (shiftKey) selection.extend(node, selection.rows.line(node));
    else selection.toggle(node);
    box.focus({ preventScroll: true });
  };
  return element('span', { className: 'mark', onclick }, box);
}

/* Deletes the selected rows after a confirmation. Closing the dialog stops the deletion. */
function removeRows(selection) {
  const { rows, ids, bar, count } = selection;
  const progress = element('p', { className: 'counted' });
  const erase = async (id, cell, step) => {
    const error = await rows.erase(id, cell, step);
    if (!error) ids.delete(id);
    return error;
  };
  const submit = async wait => {
    const next = rows.keys.near(ids);
    const batch = new Batch([...ids], erase);
    if (rows.screen) await batch.step.know(rows.screen.document, [...ids.keys()]);
    await runInDialog(batch, question, progress, wait, selection);
    if (bar.hidden) rows.keys.resume(next);
    if (rows.node.isConnected) batch.end(strings.done.delete, strings.erased);
  };
  const title = strings.erase(count.textContent);
  const body = [element('p', {}, rows.screen ? finality(ids.size) : ''), progress];
  const question = dialog(title, dangerButton(strings.delete), body, submit);
}

globalThis.document?.addEventListener('copy', event => {
  for (const { selection } of document.querySelectorAll('.lines, .flow')) selection?.copy(event);
});

/**
 * The selected rows of a list by their ids. They stay selected while they leave the window. A row
 * that leaves the list leaves the selection: the server is asked about rows that it stops sending.
 */
export class Selection {
  ids = new Map();
  asked = new Set();

  constructor(rows) {
    this.rows = rows;
    this.count = element('span', { role: 'status' });
    this.erase = dangerButton(strings.delete);
    this.erase.onclick = () => removeRows(this);
    const change = () => rows.screen.use(() => import('./change.js'), this);
    this.edit = element('button', { onclick: change }, strings.edit);
    this.bar = this.makeBar();
    rows.node.addEventListener('click', event => this.click(event));
    rows.node.selection = this;
  }

  /* Makes the bar that shows what is selected, and what can be done with it. */
  makeBar() {
    const onclick = () => document.execCommand('copy');
    const copy = element('button', { onclick }, strings.copy);
    const clear = closeButton(strings.clear, () => this.clear());
    return element('div', {
      className: 'selected',
      hidden: true,
      onkeydown: ({ key }) => {
        if (key === 'Escape') this.clear();
      },
    }, this.count, copy, this.edit, this.erase, clear);
  }

  has(id) {
    return this.ids.has(id);
  }

  toggle(row) {
    const id = row.key.slice(1);
    if (!this.ids.delete(id)) this.ids.set(id, this.rows.document.cells[id]);
    this.anchor = row.index;
    this.show();
  }

  clear() {
    const { keys, node } = this.rows;
    const isInBar = this.bar.contains(document.activeElement);
    if (isInBar) (keys.stop ?? node).focus({ preventScroll: true });
    this.turn = undefined;
    this.ids.clear();
    this.show();
  }

  all() {
    return this.take(0, this.rows.document.window.total - 1);
  }

  /** Selects the rows between the last selected one and a line. */
  extend(row, line) {
    this.anchor ??= row.index;
    const end = this.rows.index(line);
    return this.take(Math.min(this.anchor, end), Math.max(this.anchor, end));
  }

  /* Selects a range. A later range, or clearing, cancels one that is still being read. */
  async take(start, end) {
    const turn = this.turn = {};
    const last = Math.min(end, start + LARGEST - 1);
    const found = this.rows.between(start, end) ?? await this.fetch(start, last);
    if (turn !== this.turn) return;
    for (const [id, cell] of found) {
      if (this.rows.isSelectable(cell)) this.ids.set(id, cell);
    }
    this.show();
  }

  async fetch(start, end) {
    const found = [];
    for (let first = start; first <= end; first += STEP) {
      const count = Math.min(STEP, end + 1 - first);
      const part = await read(this.rows.document.route, `window=${first},${count}`);
      const ids = part.sections.flatMap(({ rows }) => rows);
      found.push(...ids.map(id => [id, part.cells[id]]));
    }
    return found;
  }

  click(event) {
    const { target, shiftKey, ctrlKey, metaKey } = event;
    const row = target.closest('[role=option]');
    const isOther = target.closest('button, input, a[href]');
    if (!row || !this.isOffered || event.defaultPrevented || isOther) return;
    if (shiftKey) return this.extend(row, this.rows.line(row));
    if (!ctrlKey && !metaKey) this.keepOnly(row);
    this.toggle(row);
  }

  /* Leaves only a row selected that is the only one already. A range that is read is dropped. */
  keepOnly(row) {
    this.turn = undefined;
    if (this.ids.size > 1 || !this.has(row.key.slice(1))) this.ids.clear();
  }

  /* Copies the selected rows, or the cell that has the focus. */
  copy(event) {
    const { ids, bar, rows } = this;
    const { activeElement } = document;
    const { row, place } = findCell(rows.node, activeElement);
    const isTyping = activeElement.matches('input:not([type=checkbox]), textarea');
    if (`${getSelection()}` || isTyping) return;
    if (!(ids.size ? bar.isConnected : place >= 0)) return;
    const cell = () => valuesOf(rows.document.cells[row.key.slice(1)], rows.names)[place] ?? '';
    const copied = ids.size ? [...ids].map(row => line(row, rows.names)).join('\n') : text(cell());
    event.clipboardData.setData('text/plain', copied);
    event.preventDefault();
  }

  /** Takes another document. `isElsewhere` means that it is another part of the list. */
  update(document, isElsewhere) {
    const { ids, isWorking, total, held } = this;
    const { cells = {}, window } = document;
    const isWhole = window?.count >= window?.total;
    const isShorter = window?.total < total;
    const missing = [];
    for (const id of ids.keys()) {
      const wasHeld = !isElsewhere && held && Object.hasOwn(held, id);
      if (Object.hasOwn(cells, id)) ids.set(id, cells[id]);
      else if (isWhole) ids.delete(id);
      else if (wasHeld || isShorter) missing.push(id);
    }
    this.held = cells;
    if (!isWorking) {
      this.total = window?.total;
      this.lookUp(missing);
    }
    this.show();
  }

  lookUp(missing) {
    const unasked = missing.filter(id => !this.asked.has(id));
    for (const id of unasked.slice(0, LOOKUPS)) this.check(id);
  }

  /* Asks the server whether a row is still in the list, and puts it last if it is. */
  async check(id) {
    if (this.asked.has(id)) return;
    this.asked.add(id);
    const query = `window=@${encodeURIComponent(id)},1`;
    const found = await read(this.rows.document.route, query).catch(() => null);
    this.asked.delete(id);
    const { ids } = this;
    const cell = ids.get(id);
    const isThere = !found || Object.hasOwn(found.cells, id);
    if (!ids.delete(id)) return;
    if (isThere) ids.set(id, cell);
    else this.show();
  }

  show() {
    const { ids, rows, bar, count, erase, edit } = this;
    for (const row of rows.all()) this.showRow(row);
    rows.node.classList.toggle('choosing', ids.size > 0);
    if (!ids.size && bar.contains(document.activeElement)) rows.keys.resume();
    bar.hidden = !ids.size;
    const offers = command => [...ids.values()].every(({ can }) => can?.includes(command));
    erase.hidden = !offers('delete');
    edit.hidden = !rows.desk || !offers('edit');
    count.textContent = ids.size ? strings.selected(ids.size) : '';
    if (ids.size && !bar.isConnected) rows.node.after(bar);
  }

  showRow(row) {
    if (row.className !== 'row' || row.ariaSelected === null) return;
    const isSelected = this.ids.has(row.key.slice(1));
    setAttributes(row, { ariaSelected: isSelected });
    if (row.mark) row.mark.firstChild.checked = isSelected;
  }
}
