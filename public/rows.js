import { ask } from './ask.js';
import { animate, flash, h, own } from './dom.js';
import { fill } from './list.js';
import { label, value } from './values.js';

const tiny = (title, text, onclick) => h('button', { type: 'button', className: 'tool', title, ariaLabel: title, onclick }, text);

/** What may be done with rows. `run` runs a command for a row; `find` is the document they are in. */
export class Tools {
  constructor(run, find) {
    Object.assign(this, { run, find });
  }

  dress(node, id, { can = [], actions = [], image, title, href }) {
    const key = JSON.stringify([can, actions, image, title]);
    if (node.dressed === key) return;
    node.dressed = key;
    const choices = [...actions];
    if (can.includes('delete') && !(href && can.includes('edit'))) choices.push({ id: null, title: 'Delete', role: 'destructive' });
    const tools = [
      ...can.includes('insert') ? [tiny('Insert', '+', () => this.run('insert', id))] : [],
      ...can.includes('move') ? [tiny('Move up', '↑', () => this.move(id, -1)), tiny('Move down', '↓', () => this.move(id, 1))] : [],
      ...choices.length ? [tiny('More', '⋯', event => this.menu(id, title, choices, event.currentTarget))] : [],
    ];
    node.querySelector('.tools')?.remove();
    node.querySelector('img')?.remove();
    if (image) node.append(h('img', { src: image, alt: '', loading: 'lazy' }));
    if (tools.length) node.append(h('span', { className: 'tools' }, ...tools));
  }

  menu(id, title, choices, anchor) {
    const actions = choices.map((choice, i) => ({ ...choice, id: i }));
    const close = ask({ title, actions }, chosen => {
      close();
      if (chosen === null) return;
      const { id: action } = choices[chosen];
      if (action === null) this.run('delete', id);
      else this.run('action', id, { action });
    }, anchor);
  }

  /** One place up or down; at an end of the section into the next one. */
  move(id, way) {
    const { sections, window } = this.find();
    let number = sections.findIndex(({ rows }) => rows.includes(id));
    let to = sections[number].start + sections[number].rows.indexOf(id) + way;
    if (to < 0 || to >= sections[number].count) {
      number += way;
      to = way > 0 ? 0 : sections[number]?.count;
    }
    if (sections[number]) this.run('move', id, { to, section: window.section + number });
  }
}

/** A list that shows its sections as they are laid out, every row in the page. */
export class Flow {
  node = h('div', { className: 'flow' });
  blocks = new Map();
  rows = new Map();

  update({ sections = [], cells }, tools) {
    const { activeElement } = document, places = new Map(), isFirst = !this.rows.size;
    for (const [id, row] of this.rows) places.set(id, row.getBoundingClientRect());
    this.blocks = keep(this.blocks, sections.map(({ id }) => id), block);
    arrange(this.node, [...this.blocks.values()].map(({ node }) => node));
    this.rows = keep(this.rows, sections.flatMap(({ rows }) => rows), () =>
      h('li', { className: 'row' }, h('a', { className: 'columns' })));
    for (const section of sections) this.show(section, cells, tools, isFirst);
    if (this.node.contains(activeElement)) activeElement.focus({ preventScroll: true });
    for (const [id, row] of this.rows) glide(row, places.get(id), isFirst);
  }

  show(section, cells, tools) {
    const { id, title, subtitle, footer, rows, layout } = section, block = this.blocks.get(id);
    for (const part of ['title', 'subtitle', 'footer']) {
      block[part].textContent = section[part] ?? '';
      block[part].hidden = !section[part];
    }
    block.node.hidden = !rows.length && !title && !subtitle && !footer;
    block.list.className = layout?.kind ?? 'table';
    const { columns, rowHeight, spacing = 0 } = layout ?? {}, { style } = block.list;
    style.setProperty('--cells', columns ?? `auto-fill`);
    style.setProperty('--least', columns ? '0px' : '9rem');
    style.setProperty('--high', rowHeight ? rowHeight + 'px' : 'auto');
    style.gap = spacing + 'px';
    for (const id of rows) {
      const row = this.rows.get(id), link = row.firstChild, { href, title, subtitle, fields = {}, template } = cells[id];
      if (href) link.href = href;
      else link.removeAttribute('href');
      row.dataset.template = template;
      fill(link, [title, subtitle ?? '', ...Object.keys(fields).map(name => fields[name])], () => flash(row));
      tools?.dress(row, id, cells[id]);
    }
    arrange(block.list, rows.map(id => this.rows.get(id)));
  }
}

function block() {
  const parts = { title: h('h2'), subtitle: h('p', { className: 'dim' }), list: h('ul'), footer: h('p', { className: 'dim' }) };
  return { ...parts, node: h('section', {}, parts.title, parts.subtitle, parts.list, parts.footer) };
}

const keep = (old, ids, make) => new Map(ids.map(id => [id, old.get(id) ?? make()]));

/** Puts nodes in order, and moves none that stands where it should. */
function arrange(parent, nodes) {
  const kept = new Set(nodes);
  for (const child of [...parent.children]) if (!kept.has(child)) child.remove();
  nodes.forEach((node, i) => parent.children[i] === node || parent.insertBefore(node, parent.children[i]));
}

function glide(row, before, isFirst) {
  if (!before) return isFirst || flash(row);
  const { left, top } = row.getBoundingClientRect(), x = before.left - left, y = before.top - top;
  if (x || y) animate(row, { translate: `${x}px ${y}px` }, 300);
}
