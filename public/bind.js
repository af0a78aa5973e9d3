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
  input(node, name, { document: { inputs, form }, entries, path }) {
    const value = own(inputs, name), entry = entries.get(path + ':' + name);
    node.setCustomValidity(own(form?.errors, name) ?? entry?.refusal ?? '');
    entry?.settle(value);
    if (value === undefined || node === document.activeElement || entry?.sent.length) return;
    const shown = text(value ?? ''), { type } = node;
    /checkbox|radio/.test(type) ? set(node, 'checked', type === 'radio' ? node.value === shown : value) : set(node, 'value', shown);
  },
  command(node, name, { document, cell }) {
    const command = own(document.commands, name), isOffered = cell ? cell.can?.includes(name) || cell.actions : command;
    set(node, 'disabled', !isOffered || command?.enabled === false);
    if (command && node.localName === 'button' && !node.textContent.trim()) node.textContent = command.title;
  },
};

/** What was entered into an input: kept until a document has it, or another value. */
class Entry {
  sent = [];

  constructor(input, shown) {
    Object.assign(this, { input, shown });
  }

  send() {
    this.refusal = '';
    this.isPending = !this.input(this.sent.at(-1));
  }

  settle(value) {
    const echo = this.sent.lastIndexOf(value);
    if (!this.isPending) this.sent = echo < 0 && value !== this.shown ? [] : this.sent.slice(echo + 1);
    this.shown = value;
  }
}

/** The elements below a root that are bound with it: not those within its lists and slots, which have bindings of their own. */
function* parts(root) {
  for (const child of root.children) {
    yield child;
    if (!('list' in child.dataset || 'slot' in child.dataset)) yield* parts(child);
  }
}

class Binding {
  rows = new Map();
  slots = new Map();

  constructor(root, entries, path = '') {
    Object.assign(this, { root, entries, path });
  }

  update(document, cell, row) {
    if (this.document === document && this.cell === cell) return;
    Object.assign(this, { document, cell, row });
    for (const node of parts(this.root)) {
      for (const kind in kinds) if (kind in node.dataset) kinds[kind](node, node.dataset[kind], this);
      if ('list' in node.dataset) this.list(node, node.dataset.list);
      else if ('slot' in node.dataset) this.slot(node, node.dataset.slot);
    }
  }

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
    return { node, kind, binding: new Binding({ children: [node] }, this.entries, this.path) };
  }

  slot(node, name) {
    const inner = own(this.document.slots, name);
    set(node, 'hidden', !inner);
    if (!inner) return;
    if (!this.slots.has(node)) this.slots.set(node, new Binding(node, this.entries, this.pathOf(name)));
    this.slots.get(node).update(inner);
  }

  pathOf(name) {
    return this.path ? `${this.path}.${name}` : name;
  }

  owner(target) {
    const within = [...this.slots].map(([node, binding]) => ({ node, binding })), rows = [...this.rows.values()];
    const found = [...within, ...rows.flatMap(map => [...map.values()])].find(({ node }) => node.contains(target));
    return found ? found.binding.owner(target) : this;
  }
}

function fallback() {
  const bound = { img: { attr: 'src: image', show: 'image' }, a: { text: 'title', attr: 'href: href' }, small: { text: 'subtitle' } };
  const node = document.createElement('li');
  for (const name in bound) Object.assign(node.appendChild(document.createElement(name)).dataset, bound[name]);
  node.firstChild.alt = '';
  return node;
}

/** What was entered, as the value that its description asks for; what does not fit stays text, for the server to judge. */
function read({ type, checked, value }, { type: kind = 'any', choices, nullable } = {}) {
  const number = parseFloat(value), isNumber = /number|integer|range/.test(kind === 'any' ? type : kind);
  const choice = choices?.find(choice => text(choice.value) === value);
  if (type === 'checkbox') return checked;
  if (choice) return choice.value;
  if (!value) return nullable || isNumber ? null : value;
  if (kind === 'boolean') return value === 'true';
  return isNumber && number === +value && (kind !== 'integer' || Number.isSafeInteger(number)) ? number : value;
}

const sent = ':enabled[name]:not(button, fieldset, [type=submit], [type=reset], [type=button], [type=radio]:not(:checked))';

export function bind(root, live) {
  const entries = new Map(), binding = new Binding(root, entries);
  let { refused } = live;
  const show = node => {
    const owner = binding.owner(node), { input } = node.dataset;
    if (input !== undefined && owner.document) kinds.input(node, input, owner);
  };
  const tell = (error, command) => root.dispatchEvent(new CustomEvent(error ? 'oriel-error' : 'oriel-done', { detail: error ?? { command } }));
  const refuse = error => {
    for (const [key, entry] of entries) {
      const [path, name] = key.split(':'), message = error.fields ? own(error.fields, name) : error.message;
      if (!entry.isPending && path === (error.ref ?? '') && message) Object.assign(entry, { sent: [], refusal: message });
    }
    root.querySelectorAll('[data-input]').forEach(show);
    document.activeElement.reportValidity?.();
    tell(error);
  };
  const update = () => {
    root.dataset.state = live.error ? live.error.code ?? 'gone' : live.state;
    if (live.state !== 'live') for (const entry of entries.values()) entry.isPending = entry.sent.length > 0;
    if (live.document) binding.update(live.document);
    if (live.refused !== refused) refuse(refused = live.refused);
    for (const entry of entries.values()) if (entry.isPending) entry.send();
  };
  const type = ({ target }) => {
    const { input } = target.dataset, { path, document } = binding.owner(target), key = path + ':' + input;
    if (input === undefined) return target.setCustomValidity?.('');
    if (!entries.has(key)) entries.set(key, new Entry(value => live.input({ [input]: value }, path || undefined), own(document?.inputs, input)));
    entries.get(key).sent.push(read(target, own(document?.accepts, input)));
    entries.get(key).send();
  };
  const run = async event => {
    const node = event.target.closest('[data-command]'), isForm = node?.localName === 'form';
    if (!node || (event.type === 'submit') !== isForm) return;
    event.preventDefault();
    if (node.ariaBusy === 'true') return;
    const owner = binding.owner(node), { command, action } = node.dataset, values = action ? { action } : {};
    const { elements = [] } = node, { arguments: declared } = own(owner.document?.commands, command) ?? {};
    for (const field of elements) if (field.matches(sent)) values[field.name] = read(field, own(declared, field.name));
    node.ariaBusy = isForm;
    const { error } = await live.command(owner.pathOf(command), values, owner.row);
    node.ariaBusy = false;
    for (const field of elements) field.setCustomValidity(own(error?.fields, field.name) ?? '');
    tell(error, command);
    if (isForm) error ? node.reportValidity() : node.reset();
  };
  const stop = live.subscribe(update), listeners = { input: type, focusout: ({ target }) => show(target), click: run, submit: run };
  for (const name in listeners) root.addEventListener(name, listeners[name]);
  update();
  return () => {
    stop();
    for (const name in listeners) root.removeEventListener(name, listeners[name]);
  };
}
