import { describe, h, own, text } from './dom.js';
import { Field, say } from './field.js';
import { contest, lament } from './form.js';
import { tell } from './keys.js';
import { strings } from './phrases.js';
import { get, spot } from './selection.js';

globalThis.document?.addEventListener('paste', event => {
  for (const { desk } of document.querySelectorAll('.lines')) desk?.paste(event);
});

export class Desk {
  edits = new Set();

  constructor(grid) {
    const { node, screen, edits = this.edits } = this.grid = grid;
    node.addEventListener('keydown', event => this.press(event), true);
    node.addEventListener('pointerdown', () => this.wasTyping = document.activeElement.closest('.editor'), true);
    node.addEventListener('click', event => this.click(event), true);
    node.desk = this;
    screen.mayLeave = () => {
      for (const edit of edits) edit.turn ?? edit.commit();
      return [...edits].every(({ turn }) => turn) || confirm(strings.leave);
    };
    for (const row of grid.all()) this.dress(row);
  }

  takes(name, value) {
    const argument = own(this.grid.document.commands?.insert?.arguments, name);
    return argument && !argument.key && Object(value) !== value && !/^[^]{200,}…$/.test(value) && argument.type !== 'blob' && argument;
  }

  column({ cell: { can, fields = {} } }, place) {
    const name = Object.keys(fields)[place - 2];
    if (can?.includes('edit') && this.takes(name, fields[name])) return name;
  }

  dress(row) {
    [...row.firstChild.children].forEach((cell, place) => tell(cell, { ariaReadOnly: place > 1 && row.cell.can?.includes('edit') && this.column(row, place) === undefined || null }));
  }

  at(target) {
    const { row, place } = spot(this.grid.node, target);
    return { row, place, isOpen: place >= 0 && this.column(row, place) !== undefined };
  }

  paste(event) {
    const { row, place, isOpen } = this.at(document.activeElement);
    const typed = event.clipboardData.getData('text/plain').replace(/\r\n?/g, '\n').replace(/\n$/, '');
    if (!isOpen || !typed) return;
    event.preventDefault();
    this.open(row, place, false, typed);
  }

  press(event) {
    const { target, key, ctrlKey, metaKey, altKey } = event, isTyped = key.length === 1, { row, place, isOpen } = this.at(target);
    if (isOpen && !ctrlKey && !metaKey && !altKey && /^(Delete|Backspace)$/.test(key)) return this.open(row, place, false, '');
    if (place < 0 || metaKey || ctrlKey !== altKey || (isTyped ? key === ' ' || !isOpen : key !== 'F2' || !row.cell.can?.includes('edit'))) return;
    event.stopPropagation();
    if (!isTyped) event.preventDefault();
    this.open(row, place, isTyped);
  }

  click(event) {
    const { detail, clientX, pointerType, target, ctrlKey, metaKey, shiftKey } = event, row = target.closest('li.row'), { wasTyping } = this;
    if (!row || !detail || pointerType !== 'mouse' || ctrlKey || metaKey || shiftKey || target.closest('.mark')) return;
    const place = [...row.firstChild.children].findLastIndex(cell => {
      const { left, right } = cell.getBoundingClientRect();
      return clientX >= left && clientX <= right;
    }), isOpen = this.column(row, place) !== undefined;
    if (!isOpen && !wasTyping) return;
    event.preventDefault();
    event.stopPropagation();
    this.grid.keys.focus(row, place);
    if (detail > 1 && isOpen) this.open(row, place);
  }

  leave(row) {
    if (row.isConnected) row.querySelector('a').click();
  }

  async open(row, place, isTyped, typed) {
    const { cell } = row, { title, subtitle, fields = {}, href } = cell, id = row.key.slice(1), known = this.column(row, place);
    const edit = [...this.edits].find(edit => edit.id === id && edit.place === place);
    if (edit) return edit.begin(isTyped, typed);
    const begin = (name, value) => new Edit(this, id, cell, place, isTyped, typed, new Field(name, this.takes(name, value), value, `${name} – ${title || id}`));
    if (known !== undefined) return begin(known, fields[known]);
    const { outputs = {}, links = {} } = await get(href), shown = [title, subtitle][place], isLabel = Object.values(links).some(link => link.title === shown);
    const [name, other] = Object.keys(outputs).filter(name => shown && text(outputs[name]) === shown && !Object.hasOwn(fields, name));
    if (!isLabel && other === undefined && this.takes(name, outputs[name])) begin(name, outputs[name]);
    else this.leave(row);
  }
}

class Edit {
  node = h('div', { role: 'row', className: 'editor', tabIndex: -1, onkeydown: event => this.press(event) });

  constructor(desk, id, cell, place, isTyped, typed, field) {
    const { node } = this, { grid, edits } = desk;
    Object.assign(this, { desk, grid, id, place, cell, news: cell, field });
    node.isDirty = () => field.isDirty;
    node.addEventListener('focusout', ({ relatedTarget }) => node.contains(relatedTarget) || queueMicrotask(() =>
      this.turn || node.contains(document.activeElement) || !document.hasFocus() || document.querySelector('dialog[open]') || this.commit()));
    edits.add(this);
    grid.node.append(node);
    this.follow();
    this.begin(isTyped, typed);
  }

  begin(isTyped, typed) {
    const isTaken = typed !== undefined && this.field.put(typed);
    this.open(isTyped, !isTaken);
    if (isTaken) this.commit();
  }

  open(isTyped, mayFocus = true) {
    const { field } = this;
    this.turn = null;
    this.show(field.node, false);
    if (mayFocus) field.control.focus({ preventScroll: true });
    if (mayFocus) this.node.scrollIntoView({ block: 'nearest' });
    if (isTyped) field.control.select?.();
  }

  show(child, isSent) {
    child.role = 'gridcell';
    this.node.classList.toggle('sent', isSent);
    this.node.replaceChildren(child);
  }

  follow() {
    const { grid, node, place, id } = this, { cells, window } = grid.document, row = grid.nodes.get('r' + id), cell = row?.firstChild.children[place];
    if (cell) {
      const { left, top, width } = grid.node.getBoundingClientRect(), list = row.parentNode.getBoundingClientRect();
      this.line = row.line;
      node.dataset.type = cell.dataset.type ?? '';
      node.style.width = cell.offsetWidth + 24 + 'px';
      node.style.left = Math.min(list.left - left + cell.offsetLeft - 12, width - node.offsetWidth) + 'px';
      node.style.top = list.top - top + row.y + cell.offsetTop + cell.offsetHeight / 2 + 'px';
    }
    const news = own(cells, id) ?? window.total;
    if (news !== this.news) this.hear(this.news = news);
  }

  async hear({ fields, href }) {
    const { desk, grid, id, field, place } = this, { name } = field;
    const { outputs = fields, cells } = await (!href ? get(grid.screen.path, `window=@${encodeURIComponent(id)},1`) : place < 2 ? get(href) : {}), value = own(outputs, name);
    if (!href && cells && !own(cells, id)) this.complain(strings.deleted);
    else if (desk.takes(name, value)) field.update(value);
  }

  complain(message, mayFocus = false) {
    this.refused = this.field.typed;
    this.field.complain(message, mayFocus);
  }

  press(event) {
    const { key, shiftKey, target, isComposing } = event, stops = [...this.node.querySelectorAll('input, select, textarea, button')];
    const go = (columns, lines) => () => this.grid.reach(this.line + lines, Math.max(0, this.place + columns));
    if (isComposing) return;
    if (key === 'Escape') this.end(go(0, 0));
    else if (key === 'Enter' && !shiftKey && target.localName !== 'button') this.commit(go(0, 1));
    else if (key === 'Tab') this.commit(go(shiftKey ? -1 : 1, 0));
    else if (key === 'F2') stops[(stops.indexOf(target) + 1) % stops.length].focus();
    else return;
    event.preventDefault();
  }

  end(move) {
    this.turn = {};
    this.desk.edits.delete(this);
    this.node.remove();
    move?.();
  }

  async commit(move) {
    const { grid, id, field, node, cell } = this, { name, base, typed } = field;
    if (!field.isDirty) return this.end(move);
    if (!move && (field.isConflict || typed === this.refused)) return;
    if (field.isConflict) return contest([field], () => this.commit(move));
    const turn = this.turn = {}, value = field.read();
    field.complain();
    this.show(h('span', describe(value, say(value, field.argument))), true);
    move?.();
    const { error } = await grid.screen.connection.command('update', { [name]: value }, id, { [name]: base }, () => turn === this.turn);
    if (!error) await new Promise(requestAnimationFrame);
    if (turn !== this.turn) return error || field.yield(field.latest);
    if (!error) return this.end();
    const { outputs } = await get(cell.href), isFree = !document.activeElement.closest('.editor, .title');
    if (!node.isConnected) return lament(field.title, error.message, [field], outputs);
    field.update(own(outputs, name));
    if (!field.isDirty) return this.end();
    this.open(false, isFree);
    this.complain(own(error.fields, name) ?? error.message, isFree);
    if (field.isConflict) this.commit(move);
  }
}
