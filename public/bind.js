// Binds elements to a document by attributes; bind.d.ts says which. No code is made of text, and text is never markup.
import { arrange, own, text } from './dom.js';

/** What stands at a path such as `outputs.total`: its first name is looked for in the row, then among the outputs and the members. */
function find(path, { document, cell }) {
  const [first, ...rest] = path.split('.');
  const start = [cell?.fields, cell, document.outputs, document].find(object => object && Object.hasOwn(object, first));
  return [first, ...rest].reduce((value, name) => own(Object(value ?? {}), name), start);
}

const isSet = (path, scope) => {
  const value = find(path.replace('!', ''), scope);
  return path.startsWith('!') !== (!!value && value.length !== 0);
};
const pairs = text => text.split(';').map(pair => pair.split(/:(.*)/s).map(part => part.trim())).filter(([name]) => name);
const isSafe = (name, value) => !/^(on.*|srcdoc|style)$/i.test(name)
  && !(/^(.*:)?(href|src|action|formaction|data|poster)$/i.test(name) && /^(javascript|data|vbscript):/i.test(value.replace(/[\0-\x20]/g, '')));

/** Assigns where that changes something, so that nothing moves or blinks. */
const set = (node, name, value) => node[name] === value || (node[name] = value);

const kinds = {
  text: (node, path, scope) => set(node, 'textContent', text(find(path, scope) ?? '')),
  show: (node, path, scope) => set(node, 'hidden', !isSet(path, scope)),
  attr(node, value, scope) {
    for (const [name, path] of pairs(value)) {
      const found = find(path, scope) ?? false, shown = found === true ? '' : text(found);
      if (found === false || !isSafe(name, shown)) node.removeAttribute(name);
      else if (node.getAttribute(name) !== shown) node.setAttribute(name, shown);
    }
  },
  class(node, value, scope) {
    for (const [name, path] of pairs(value)) node.classList.toggle(name, isSet(path, scope));
  },
  input(node, name, scope) {
    const value = own(scope.document.inputs, name), error = own(scope.document.form?.errors, name) ?? '';
    node.setCustomValidity(error);
    if (value === undefined || node === document.activeElement) return;
    node.type === 'checkbox' ? set(node, 'checked', value) : set(node, 'value', value === null ? '' : text(value));
  },
  command(node, name, { document, cell }) {
    const command = own(document.commands, name), isOffered = cell ? cell.can?.includes(name) || cell.actions : command;
    set(node, 'disabled', !isOffered || command?.enabled === false);
    if (command && node.localName === 'button' && !node.textContent.trim()) node.textContent = command.title;
  },
};

/** The elements below a root that are bound with it: not those within its lists and slots, which have bindings of their own. */
function* parts(root) {
  for (const child of root.children) {
    yield child;
    if (!('list' in child.dataset || 'slot' in child.dataset)) yield* parts(child);
  }
}

/** The elements below a root, and what they show: those of the page, of a slot, or of a row. */
class Binding {
  rows = new Map();
  slots = new Map();

  constructor(root, path = '') {
    Object.assign(this, { root, path });
  }

  update(document, cell, row) {
    if (this.document === document && this.cell === cell) return;
    Object.assign(this, { document, cell, row });
    for (const node of parts(this.root)) {
      for (const kind in kinds) if (kind in node.dataset) kinds[kind](node, node.dataset[kind], { document, cell });
      if ('list' in node.dataset) this.list(node, node.dataset.list);
      else if ('slot' in node.dataset) this.slot(node, node.dataset.slot);
    }
  }

  /** Rows are kept by id and go where they belong. */
  list(node, only) {
    const { sections = [], cells = {} } = this.document, old = this.rows.get(node) ?? new Map(), rows = new Map();
    const templates = [...node.children].filter(child => child.localName === 'template');
    for (const id of sections.filter(section => !only || section.id === only).flatMap(section => section.rows)) {
      const cell = own(cells, id), kept = old.get(id), row = kept?.kind === cell.template ? kept : this.makeRow(templates, cell.template);
      row.binding.update(this.document, cell, id);
      rows.set(id, row);
    }
    this.rows.set(node, rows);
    arrange(node, [...templates, ...[...rows.values()].map(({ node }) => node)]);
  }

  makeRow(templates, kind) {
    const template = templates.find(({ dataset }) => dataset.template === kind) ?? templates.find(({ dataset }) => !('template' in dataset));
    const node = template ? document.importNode(template.content, true).firstElementChild : fallback();
    return { node, kind, binding: new Binding({ children: [node] }, this.path) };
  }

  slot(node, name) {
    const inner = own(this.document.slots, name);
    set(node, 'hidden', !inner);
    if (!inner) return;
    if (!this.slots.has(node)) this.slots.set(node, new Binding(node, this.pathOf(name)));
    this.slots.get(node).update(inner);
  }

  pathOf(name) {
    return this.path ? `${this.path}.${name}` : name;
  }

  /** The binding that an element belongs to. */
  owner(target) {
    const within = [...this.slots].map(([node, binding]) => ({ node, binding })), rows = [...this.rows.values()];
    const found = [...within, ...rows.flatMap(map => [...map.values()])].find(({ node }) => node.contains(target));
    return found ? found.binding.owner(target) : this;
  }
}

/** What a row is without a template: its title, subtitle and image. */
function fallback() {
  const bound = { img: { attr: 'src: image', show: 'image' }, a: { text: 'title', attr: 'href: href' }, small: { text: 'subtitle' } };
  const node = document.createElement('li');
  for (const name in bound) Object.assign(node.appendChild(document.createElement(name)).dataset, bound[name]);
  node.firstChild.alt = '';
  return node;
}

const read = ({ type, checked, value, valueAsNumber }) => type === 'checkbox' ? checked
  : !/number|range/.test(type) ? value : isNaN(valueAsNumber) ? null : valueAsNumber;

export function bind(root, live) {
  const binding = new Binding(root);
  const update = () => {
    root.dataset.state = live.error ? live.error.code ?? 'gone' : live.state;
    if (live.document) binding.update(live.document);
  };
  const type = ({ target }) => {
    const name = target.dataset?.input;
    if (name !== undefined) live.input({ [name]: read(target) }, binding.owner(target).path || undefined);
  };
  const run = async event => {
    const node = event.target.closest('[data-command]');
    if (!node || (event.type === 'submit') !== (node.localName === 'form')) return;
    event.preventDefault();
    const owner = binding.owner(node), { command, action } = node.dataset, values = action ? { action } : {};
    for (const field of node.elements ?? []) if (field.name) values[field.name] = read(field);
    const { error } = await live.command(owner.pathOf(command), values, owner.row);
    root.dispatchEvent(new CustomEvent(error ? 'oriel-error' : 'oriel-done', { detail: error ?? { command } }));
    if (!error && node.localName === 'form') node.reset();
  };
  const stop = live.subscribe(update), listeners = { input: type, click: run, submit: run };
  for (const name in listeners) root.addEventListener(name, listeners[name]);
  update();
  return () => {
    stop();
    for (const name in listeners) root.removeEventListener(name, listeners[name]);
  };
}
