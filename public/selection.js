import { h, text } from './dom.js';
import { dialog } from './form.js';
import { tell } from './keys.js';
import { strings } from './phrases.js';

const MOST = 5000, STEP = 500, SWEEP = 50, TOGETHER = 32, BURST = 1000, PAUSE = 200;

export async function read(route, query = '') {
  const answer = await fetch(route + (route.includes('?') ? '&' : '?') + query, { headers: { Accept: 'application/json' } });
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.json();
}

export const get = (...what) => read(...what).catch(() => ({}));

const values = ({ title, subtitle, fields = {} }) => [title, subtitle, ...Object.values(fields)];

export function spot(node, target) {
  const row = node.contains(target) ? target.closest('li.row') : null;
  return { row, place: row ? [...row.firstChild.children].findIndex(cell => cell.contains(target)) : -1 };
}

export function mark(node, selection) {
  if (!selection.isOffered) return node.mark?.remove();
  const id = node.key.slice(1), { title } = selection.rows.document.cells[id];
  node.mark ??= h('span', { className: 'mark', onclick({ shiftKey }) {
    shiftKey ? selection.extend(node, selection.rows.line(node)) : selection.toggle(node);
    this.firstChild.focus({ preventScroll: true });
  } }, h('input', { type: 'checkbox', tabIndex: -1 }));
  if (node.lastChild !== node.mark) node.append(node.mark);
  node.mark.firstChild.checked = selection.has(id);
  tell(node.mark.firstChild, { ariaLabel: strings.does(strings.select, title || id) });
}

globalThis.document?.addEventListener('copy', event => {
  for (const { selection } of document.querySelectorAll('.lines, .flow')) selection?.copy(event);
});

export class Selection {
  ids = new Map();
  asked = new Set();

  constructor(rows) {
    this.rows = rows;
    this.count = h('span', { role: 'status' });
    this.erase = h('button', { className: 'danger', onclick: () => this.remove() }, strings.delete);
    this.bar = h('div', { className: 'selected', hidden: true, onkeydown: ({ key }) => { key === 'Escape' && this.clear(); } }, this.count, h('button', { onclick: () => document.execCommand('copy') }, strings.copy), this.erase,
      h('button', { ariaLabel: strings.clear, title: strings.clear, onclick: () => this.clear() }, '×'));
    rows.node.addEventListener('click', event => this.click(event));
    rows.node.selection = this;
  }

  has(id) {
    return this.ids.has(id);
  }

  toggle(row) {
    const id = row.key.slice(1);
    this.ids.delete(id) || this.ids.set(id, this.rows.document.cells[id]);
    this.anchor = row.index;
    this.show();
  }

  clear() {
    if (this.bar.contains(document.activeElement)) (this.rows.keys.stop ?? this.rows.node).focus({ preventScroll: true });
    this.turn = undefined;
    this.ids.clear();
    this.show();
  }

  all() {
    return this.take(0, this.rows.document.window.total - 1);
  }

  extend(row, line) {
    this.anchor ??= row.index;
    const to = this.rows.index(line);
    return this.take(Math.min(this.anchor, to), Math.max(this.anchor, to));
  }

  async take(start, end) {
    const turn = this.turn = {}, found = this.rows.between(start, end) ?? await this.fetch(start, Math.min(end, start + MOST - 1));
    if (turn !== this.turn) return;
    for (const [id, cell] of found) if (this.rows.isSelectable(cell)) this.ids.set(id, cell);
    this.show();
  }

  async fetch(start, end) {
    const found = [];
    for (; start <= end; start += STEP) {
      const { sections, cells } = await read(this.rows.document.route, `window=${start},${Math.min(STEP, end + 1 - start)}`);
      for (const id of sections.flatMap(({ rows }) => rows)) found.push([id, cells[id]]);
    }
    return found;
  }

  click(event) {
    const { target, shiftKey, ctrlKey, metaKey } = event, row = target.closest('[role=option]'), { rows } = this;
    if (!row || !this.isOffered || event.defaultPrevented || target.closest('button, input, a[href]')) return;
    if (shiftKey) return this.extend(row, rows.line(row));
    if (!ctrlKey && !metaKey) this.ids = new Map([...this.ids].filter(([id]) => id === row.key.slice(1) && this.ids.size === 1));
    this.toggle(row);
  }

  copy(event) {
    const { activeElement } = document, { row, place } = spot(this.rows.node, activeElement);
    if (`${getSelection()}` || activeElement.matches('input:not([type=checkbox]), textarea')) return;
    if (!(this.ids.size ? this.bar.isConnected : place >= 0)) return;
    const lines = [...this.ids].map(([id, { title, subtitle, fields = {} }]) =>
      [title || id, ...subtitle ? [subtitle] : [], ...Object.values(fields)].map(value => text(value ?? '').replace(/\s+/g, ' ')).join('\t'));
    event.clipboardData.setData('text/plain', this.ids.size ? lines.join('\n') : text(values(this.rows.document.cells[row.key.slice(1)])[place] ?? ''));
    event.preventDefault();
  }

  remove() {
    const { rows, ids, bar } = this, news = h('p', { className: 'counted' });
    const question = dialog(strings.erase(this.count.textContent), h('button', { className: 'danger' }, strings.delete), [news], async wait => {
      const next = rows.keys.near(ids), all = [...ids], left = [...all], refused = new Map();
      let done = 0;
      const work = async () => {
        while (left.length && question.open && question.isConnected) {
          const row = left.shift(), [id, { title }] = row, error = await rows.send('delete', {}, id);
          const isTooFast = error?.code === 'too-fast';
          if (isTooFast) left.unshift(row);
          else if (error) refused.set(row, h('p', {}, `${title || id}: ${error.message}`));
          else ids.delete(id), done++;
          news.textContent = strings.erasing(done + refused.size, all.length);
          wait();
          this.show();
          if (isTooFast || done > BURST) await new Promise(resolve => setTimeout(resolve, PAUSE));
        }
      };
      this.isRemoving = true;
      await Promise.all(Array.from({ length: TOGETHER }, work));
      this.isRemoving = false;
      question.close();
      if (bar.hidden) rows.keys.resume(next);
      if (refused.size && rows.node.isConnected)
        dialog(strings.erased(done, refused.size), undefined, [h('div', { role: 'alert' }, ...all.flatMap(row => refused.get(row) ?? []))]);
    });
  }

  update(document, isElsewhere) {
    const { ids, total, isRemoving } = this, { cells = {}, window } = document, gone = [];
    for (const id of ids.keys()) {
      if (Object.hasOwn(cells, id)) ids.set(id, cells[id]);
      else if (window?.count >= window?.total) ids.delete(id);
      else if (!isElsewhere && this.held && Object.hasOwn(this.held, id) || window?.total < total) gone.push(id);
    }
    Object.assign(this, { held: cells, total: isRemoving ? total : window?.total });
    if (!isRemoving) for (const id of gone.filter(id => !this.asked.has(id)).slice(0, SWEEP)) this.check(id);
    this.show();
  }

  async check(id) {
    if (this.asked.has(id)) return;
    this.asked.add(id);
    const found = await read(this.rows.document.route, `window=@${encodeURIComponent(id)},1`).catch(() => null);
    this.asked.delete(id);
    const { ids } = this, cell = ids.get(id), isThere = !found || Object.hasOwn(found.cells, id);
    if (!ids.delete(id)) return;
    if (isThere) ids.set(id, cell);
    else this.show();
  }

  show() {
    const { ids, rows, bar, count, erase } = this;
    for (const row of rows.all()) {
      if (row.className !== 'row' || row.ariaSelected === null) continue;
      const isSelected = ids.has(row.key.slice(1));
      tell(row, { ariaSelected: isSelected });
      if (row.mark) row.mark.firstChild.checked = isSelected;
    }
    rows.node.classList.toggle('choosing', ids.size > 0);
    if (!ids.size && bar.contains(document.activeElement)) rows.keys.resume();
    bar.hidden = !ids.size;
    erase.hidden = ![...ids.values()].every(({ can }) => can?.includes('delete'));
    count.textContent = ids.size ? strings.selected(ids.size) : '';
    if (ids.size && !bar.isConnected) rows.node.after(bar);
  }
}
