import { strings } from '../../phrases.js';
import { describe, element } from '../core/dom.js';
import { tryToRead } from '../core/read.js';
import { own } from '../core/value.js';
import { say } from '../form/argument.js';
import { contest, lament } from '../form/conflict.js';
import { change } from '../form/step.js';
import { columnOf } from './keys.js';

/* The pixels that an editor is wider than the text of its cell, on both sides together. */
const MARGIN = 16;

/**
 * The editor of one cell, which belongs to a row and a column. It is open, or waits for the
 * server while `turn` is set, until its value is saved or given up.
 */
export class Edit {
  node = element('div', {
    role: 'row',
    className: 'editor',
    tabIndex: -1,
    onkeydown: event => this.press(event),
  });

  constructor(desk, { id, cell, place, field }, isTyped, typed) {
    const { grid, edits } = desk;
    Object.assign(this, { desk, grid, id, place, cell, news: cell, field });
    this.node.isDirty = () => field.isDirty;
    this.node.addEventListener('focusout', event => this.leave(event));
    edits.add(this);
    grid.node.append(this.node);
    this.follow();
    this.begin(isTyped, typed);
  }

  /* Saves when the user goes elsewhere in the page. */
  leave({ relatedTarget }) {
    if (this.node.contains(relatedTarget)) return;
    queueMicrotask(() => {
      const isInside = this.node.contains(document.activeElement);
      const isAway = !document.hasFocus() || document.querySelector('dialog[open]');
      if (!this.turn && !isInside && !isAway) this.commit();
    });
  }

  /** Opens the editor, or saves a text that was pasted or typed over the cell. */
  begin(isTyped, typed) {
    const isTaken = typed !== undefined && this.field.put(typed);
    this.open(isTyped, !isTaken);
    if (isTaken) this.commit();
  }

  open(isTyped, mayFocus = true) {
    const { field, node } = this;
    this.turn = null;
    this.show(field.node, false);
    if (mayFocus) {
      field.control.focus({ preventScroll: true });
      node.scrollIntoView({ block: 'nearest' });
    }
    if (isTyped) field.control.select?.();
  }

  show(child, isSent) {
    child.role = 'gridcell';
    this.node.classList.toggle('sent', isSent);
    this.node.replaceChildren(child);
  }

  /** Moves the editor over its cell, and notices when the row has changed. */
  follow() {
    const { grid, id } = this;
    const { cells, window } = grid.document;
    const row = grid.nodes.get('r' + id);
    const cell = row?.firstChild.children[this.place];
    if (cell) this.cover(cell, row);
    const news = own(cells, id) ?? window.total;
    if (news === this.news) return;
    this.news = news;
    this.hear(news);
  }

  cover(cell, row) {
    const { grid, node } = this;
    const { left, top, width } = grid.node.getBoundingClientRect();
    const list = row.parentNode.getBoundingClientRect();
    this.line = row.line;
    node.dataset.type = cell.dataset.type ?? '';
    const { paddingLeft, paddingRight } = getComputedStyle(cell);
    const [start, end] = [paddingLeft, paddingRight].map(parseFloat);
    node.style.width = cell.offsetWidth - start - end + MARGIN + 'px';
    const x = list.left - left + cell.offsetLeft + start - MARGIN / 2;
    const y = list.top - top + row.y + cell.offsetTop + cell.offsetHeight / 2;
    const most = Math.max(-MARGIN / 2, width - node.offsetWidth);
    node.style.left = Math.min(x, most) + 'px';
    node.style.top = y + 'px';
  }

  /* Takes the current value. Without a cell, the row has left the window or was deleted. */
  async hear({ fields, href }) {
    const { desk, grid, id, field, place } = this;
    const { outputs = fields, cells } = await this.request(href, grid.screen.path, id, place);
    const value = own(outputs, field.name);
    if (!href && cells && !own(cells, id)) this.complain(strings.deleted);
    else if (desk.takes(field.name, value)) field.update(value);
  }

  async request(href, path, id, place) {
    if (!href) return tryToRead(path, `window=@${encodeURIComponent(id)},1`);
    return place < 2 ? tryToRead(href) : {};
  }

  complain(message, mayFocus = false) {
    this.refused = this.field.typed;
    this.field.complain(message, mayFocus);
  }

  press(event) {
    const { key, shiftKey, target, isComposing } = event;
    if (isComposing) return;
    const isButton = target.localName === 'button';
    if (key === 'Escape') this.end(() => this.go(0, 0));
    else if (key === 'Enter' && !shiftKey && !isButton) this.commit(() => this.go(0, 1));
    else if (key === 'Tab') this.commit(() => this.go(shiftKey ? -1 : 1, 0));
    else if (key === 'F2') this.focusAfter(target);
    else return;
    event.preventDefault();
  }

  /* Gives the focus to a cell beside or below. */
  go(columns, lines) {
    const { grid, id, place, line } = this;
    const row = grid.nodes.get('r' + id) ?? grid.rows.querySelector('.row');
    grid.reach(line + lines, Math.max(0, columnOf(row, place) + columns));
  }

  focusAfter(target) {
    const stops = [...this.node.querySelectorAll('input, select, textarea, button')];
    stops[(stops.indexOf(target) + 1) % stops.length].focus();
  }

  end(move) {
    this.turn = {};
    this.desk.edits.delete(this);
    this.node.remove();
    move?.();
  }

  /** Saves what is typed, after the user confirms to overwrite what others have written. */
  async commit(move) {
    const { field } = this;
    const { badInput } = field.control.validity;
    if (badInput) return this.complain(field.control.validationMessage, !!move);
    if (!field.isDirty) return this.end(move);
    if (!move && (field.isConflict || field.typed === this.refused)) return;
    if (field.isConflict) return contest([field], () => this.commit(move));
    const turn = this.turn = {};
    const error = await this.send(turn, move);
    if (!error) await new Promise(requestAnimationFrame);
    if (turn !== this.turn) {
      if (!error) field.yield(field.latest);
      return;
    }
    if (!error) return this.end();
    await this.reopen(error, move);
  }

  async send(turn, move) {
    const { grid, id, cell, field } = this;
    const { name, base } = field;
    const value = field.find ? await field.resolve() : field.read();
    if (turn !== this.turn) return;
    if (field.unclear) return this.refuse(field.unclear, !!move);
    field.complain();
    this.show(element('span', describe(value, say(value, field.argument))), true);
    move?.();
    const { connection, document } = grid.screen;
    const isMeant = () => turn === this.turn;
    const [values, expected] = [{ [name]: value }, { [name]: base }];
    const command = { name: 'update', values, expected, at: cell.href };
    const run = () => connection.command('update', values, id, expected, isMeant);
    return change(document, command, cell.title || id, run);
  }

  /* Stays open because the value cannot be sent. After the list was left, the value is reported. */
  refuse(message, mayFocus) {
    if (!this.node.isConnected) return { message };
    this.turn = null;
    this.complain(message, mayFocus);
    return {};
  }

  /* Opens the editor again after an error. */
  async reopen(error, move) {
    const { field, node, cell } = this;
    const { outputs } = await tryToRead(cell.href);
    const isFree = !document.activeElement.closest('.editor, .title');
    if (!node.isConnected) return lament(field.title, error.message, [field], outputs);
    field.update(own(outputs, field.name));
    if (!field.isDirty) return this.end();
    this.open(false, isFree);
    this.complain(own(error.fields, field.name) ?? error.message, isFree);
    if (field.isConflict) this.commit(move);
  }
}
