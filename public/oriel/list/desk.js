import { strings } from '../../phrases.js';
import { tryToRead } from '../core/read.js';
import { own, text } from '../core/value.js';
import { Field } from '../form/field.js';
import { isWhole } from '../form/step.js';
import { isWide } from './across.js';
import { Edit } from './edit.js';
import { columnOf } from './keys.js';
import { findCell, setAttributes } from './roles.js';
import { declaredOf } from './terms.js';

globalThis.document?.addEventListener('paste', event => {
  for (const { desk } of document.querySelectorAll('.lines')) desk?.paste(event);
});

/* Milliseconds between the two taps of a double tap. */
const TWICE = 400;

/* Returns whether a value can be typed: it is complete, and no blob. */
const isTypable = value => Object(value) !== value && isWhole(value);

/* Returns the place of the cell at a point of a row, whose link covers all of it. */
const placeAt = (row, x, y) => [...row.firstChild.children].findLastIndex(cell => {
  const { left, right, top, bottom } = cell.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
});

const canEdit = ({ can }) => !!can?.includes('edit');

/**
 * Edits cells of a derived table in place: F2, typing and a double click open one, Delete empties
 * it, and pasting fills it. A title does not name its column, so it is edited only if one value
 * of the row reads the same; otherwise the row is opened. Editors lie above the grid, so that
 * drawing the grid does not disturb them.
 */
export class Desk {
  edits = new Set();

  constructor(grid) {
    this.grid = grid;
    const { node, screen } = grid;
    node.addEventListener('keydown', event => this.press(event), true);
    node.addEventListener('pointerdown', () => {
      this.wasTyping = document.activeElement.closest('.editor');
    }, true);
    node.addEventListener('click', event => this.click(event), true);
    node.desk = this;
    screen.mayLeave = () => this.mayLeave();
    for (const row of grid.all()) this.dress(row);
  }

  mayLeave() {
    for (const edit of this.edits) {
      if (!edit.turn) edit.commit();
    }
    return [...this.edits].every(({ turn }) => turn) || confirm(strings.leave);
  }

  /* Returns the argument for a column, if its value can be typed in a cell. */
  takes(name, value) {
    const argument = own(this.grid.document.commands?.insert?.arguments, name);
    const isOpen = argument && !argument.key && argument.type !== 'blob' && isTypable(value);
    return isOpen ? argument : undefined;
  }

  /* Returns the column of a cell that can be edited in place. */
  column({ cell }, place) {
    const { fields = {} } = cell;
    const { names = Object.keys(fields) } = this.grid;
    const name = names[place - 2];
    if (name !== undefined && canEdit(cell) && this.takes(name, fields[name])) return name;
  }

  /* Returns the column of a title that is one column, if its whole value is known. */
  titleColumn({ fields = {}, can }, place) {
    const [name, other] = this.grid.document.titleColumns ?? [];
    const isKnown = !place && other === undefined && Object.hasOwn(fields, name);
    if (isKnown && can?.includes('edit') && this.takes(name, fields[name])) return name;
  }

  /** Tells assistive technology which cells of a row cannot be edited in place. */
  dress(row) {
    const { commands } = this.grid.document;
    const isSame = row.desk?.cell === row.cell && row.desk.drawn === row.drawn
      && row.desk.commands === commands;
    if (isSame) return;
    row.desk = { cell: row.cell, drawn: row.drawn, commands };
    [...row.firstChild.children].forEach((cell, place) => {
      if (cell.className === 'out') return;
      const isField = place > 1 && canEdit(row.cell);
      const isReadOnly = isField && this.column(row, place) === undefined;
      setAttributes(cell, { ariaReadOnly: isReadOnly || null });
    });
  }

  at(target) {
    const { row, place } = findCell(this.grid.node, target);
    return { row, place, isOpen: place >= 0 && this.column(row, place) !== undefined };
  }

  paste(event) {
    const { row, place, isOpen } = this.at(document.activeElement);
    const pasted = event.clipboardData.getData('text/plain');
    const typed = pasted.replace(/\r\n?/g, '\n').replace(/\n$/, '');
    if (!isOpen || !typed) return;
    event.preventDefault();
    // A spreadsheet also copies a table in HTML, which a paragraph of text lacks.
    const isTable = /<table/i.test(event.clipboardData.getData('text/html'));
    if (typed.includes('\t') || isTable) this.pasteRange(row, place, typed);
    else this.open(row, place, false, typed);
  }

  pasteRange(row, place, typed) {
    const { grid } = this;
    const load = () => import('./paste.js');
    grid.screen.use(load, grid, row.index, this.column(row, place), typed);
  }

  press(event) {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    const { row, place, isOpen } = this.at(target);
    const isErasing = /^(Delete|Backspace)$/.test(key) && !ctrlKey && !metaKey && !altKey;
    if (isOpen && isErasing) return this.open(row, place, false, '');
    // AltGr, which types letters, is Control with Alt.
    if (place < 0 || metaKey || ctrlKey !== altKey) return;
    const isTyped = key.length === 1;
    const opens = isTyped ? key !== ' ' && isOpen : key === 'F2' && canEdit(row.cell);
    if (!opens) return;
    event.stopPropagation();
    if (!isTyped) event.preventDefault();
    this.open(row, place, isTyped);
  }

  /*
   * A click moves the focus to a cell that can be edited, a double click opens it. A tap does so
   * too where rows have columns, but follows links.
   */
  click(event) {
    const { detail, clientX, clientY, pointerType, target, ctrlKey, metaKey, shiftKey } = event;
    const row = target.closest('li.row');
    const isHeld = ctrlKey || metaKey || shiftKey;
    const isTap = pointerType !== 'mouse' && isWide.matches && !target.closest('a');
    const isPressed = detail && (pointerType === 'mouse' || isTap);
    if (!row || !isPressed || isHeld || target.closest('.mark')) return;
    const place = isWide.matches
      ? findCell(this.grid.node, target).place
      : placeAt(row, clientX, clientY);
    const isOpen = this.column(row, place) !== undefined;
    if (!isOpen && !this.wasTyping) return;
    event.preventDefault();
    event.stopPropagation();
    this.grid.keys.focus(row, columnOf(row, place));
    if (isOpen && this.isDouble(event, row, place)) this.open(row, place);
  }

  /* Whether a cell is pressed for the second time in a short while. Some browsers count no taps. */
  isDouble({ detail, timeStamp }, { key }, place) {
    const { last = {} } = this;
    this.last = { key, place, timeStamp };
    const isSame = last.key === key && last.place === place;
    return detail > 1 || isSame && timeStamp - last.timeStamp < TWICE;
  }

  /* Opens an editor over a cell, or the row if the cell cannot be edited in place. */
  async open(row, place, isTyped, typed) {
    const { cell } = row;
    const id = row.key.slice(1);
    const edit = [...this.edits].find(edit => edit.id === id && edit.place === place);
    if (edit) return edit.begin(isTyped, typed);
    const known = this.column(row, place) ?? this.titleColumn(cell, place);
    const found = known === undefined
      ? await this.findTitle(cell, place)
      : { name: known, value: cell.fields[known] };
    if (found) {
      const { name, value } = found;
      const title = `${name} – ${cell.title || id}`;
      const field = new Field(name, declaredOf(this.grid.screen, name), value, title);
      new Edit(this, { id, cell, place, field }, isTyped, typed);
    } else if (row.isConnected) row.querySelector('a').click();
  }

  /* Returns the column and the value of a title or subtitle, if only one value reads like it. */
  async findTitle({ title, subtitle, fields = {}, href }, place) {
    const { outputs = {}, links = {} } = await tryToRead(href);
    const shown = [title, subtitle][place];
    const isLabel = Object.values(links).some(link => link.title === shown);
    const isSame = name =>
      shown && text(outputs[name]) === shown && !Object.hasOwn(fields, name);
    const [name, other] = Object.keys(outputs).filter(isSame);
    if (isLabel || other !== undefined || !this.takes(name, outputs[name])) return;
    return { name, value: outputs[name] };
  }
}
