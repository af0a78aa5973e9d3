import { arrange } from './oriel/core/arrange.js';
import { isScript, own, text } from './oriel/core/value.js';

/* A path begins in the row, then among the outputs, then among the members of the document. */
function find(path, { document, cell }) {
  const names = path.split('.');
  const start = [cell?.fields, cell, document.outputs, document]
    .find(object => object && Object.hasOwn(object, names[0]));
  return names.reduce(own, start);
}

function isSet(path, scope) {
  const value = find(path.replace('!', ''), scope);
  const isFull = !!value && value.length !== 0;
  return path.startsWith('!') !== isFull;
}

const pairs = text => text.split(';')
  .map(pair => pair.split(/:(.*)/s).map(part => part.trim()))
  .filter(([name]) => name);

/* Attributes that a browser would run as code, or load code from. */
const isCode = name => /^(on.*|srcdoc|style)$/i.test(name);
const isAddress = name => /^(.*:)?(href|src|action|formaction|data|poster)$/i.test(name);
const isSafe = (name, value) => !isCode(name) && !(isAddress(name) && isScript(value));

function set(node, name, value) {
  if (node[name] !== value) node[name] = value;
}

/* What each attribute does to its element. */
const kinds = {
  text: (node, path, scope) => set(node, 'textContent', text(find(path, scope) ?? '')),
  show: (node, path, scope) => set(node, 'hidden', !isSet(path, scope)),
  attr(node, value, scope) {
    for (const [name, path] of pairs(value)) {
      const found = find(path, scope) ?? false;
      const shown = found === true ? '' : text(found);
      if (found === false || !isSafe(name, shown)) node.removeAttribute(name);
      else if (node.getAttribute(name) !== shown) node.setAttribute(name, shown);
    }
  },
  class(node, value, scope) {
    for (const [name, path] of pairs(value)) node.classList.toggle(name, isSet(path, scope));
  },
  input(node, name, { document: { inputs, form }, page: { entries }, path }) {
    const value = own(inputs, name);
    const entry = entries.get(path + ':' + name);
    node.setCustomValidity(own(form?.errors, name) ?? entry?.refusal ?? '');
    entry?.settle(value);
    if (value === undefined || node === document.activeElement || entry?.sent.length) return;
    const shown = text(value ?? '');
    if (node.type === 'radio') set(node, 'checked', node.value === shown);
    else if (node.type === 'checkbox') set(node, 'checked', value);
    else set(node, 'value', shown);
  },
  command(node, name, { document, cell }) {
    const command = own(document.commands, name);
    const isOffered = cell ? cell.can?.includes(name) || cell.actions : command;
    set(node, 'disabled', !isOffered || command?.enabled === false);
    const isEmpty = node.localName === 'button' && !node.textContent.trim();
    if (command && isEmpty) node.textContent = command.title;
  },
};

/* What was entered in an input, until the document shows that value or another. */
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
    const isOther = echo < 0 && value !== this.shown;
    if (!this.isPending) this.sent = isOther ? [] : this.sent.slice(echo + 1);
    this.shown = value;
  }

  refuse(message) {
    this.sent = [];
    this.refusal = message;
  }
}

/* The elements of one binding. Lists and slots have bindings of their own. */
function* parts(nodes) {
  for (const node of nodes) {
    yield node;
    if (!('list' in node.dataset || 'slot' in node.dataset)) yield* parts(node.children);
  }
}

class Binding {
  rows = new Map();

  constructor(node, page, path = '', template) {
    Object.assign(this, { node, page, path, template });
    page.owners.set(node, this);
  }

  update(document, cell, row) {
    if (this.document === document && this.cell === cell) return;
    Object.assign(this, { document, cell, row });
    for (const node of parts(this.template ? [this.node] : this.node.children)) {
      for (const kind in kinds) {
        if (kind in node.dataset) kinds[kind](node, node.dataset[kind], this);
      }
      if ('list' in node.dataset) this.list(node, node.dataset.list);
      else if ('slot' in node.dataset) this.slot(node, node.dataset.slot);
    }
  }

  list(node, only) {
    const { sections = [], cells = {} } = this.document;
    const old = this.rows.get(node) ?? new Map();
    const rows = new Map();
    const templates = [...node.children].filter(child => child.localName === 'template');
    const named = name => templates.find(({ dataset }) => dataset.template === name);
    const heading = templates[0] || only ? named('heading') : plainHeading;
    const show = (key, cell, template, id) => {
      const kept = old.get(key);
      const isKept = kept?.template === template;
      const row = isKept ? kept : new Binding(makeLine(template), this.page, this.path, template);
      row.update(this.document, cell, id);
      rows.set(key, row);
    };
    for (const section of sections.filter(({ id }) => id === (only || id))) {
      const { id, title = id === '~n' && text(null) } = section;
      if (heading && title) show('s' + id, { ...section, title }, heading);
      for (const row of section.rows) {
        const cell = own(cells, row);
        show('r' + row, cell, named(cell.template) ?? named() ?? plainRow, row);
      }
    }
    this.rows.set(node, rows);
    arrange(node, [...templates, ...[...rows.values()].map(({ node }) => node)]);
  }

  slot(node, name) {
    const inner = own(this.document.slots, name);
    const path = this.pathOf(name);
    set(node, 'hidden', !inner);
    if (!inner) return;
    if (this.page.owners.get(node)?.path !== path) new Binding(node, this.page, path);
    this.page.owners.get(node).update(inner);
  }

  pathOf(name) {
    return this.path ? `${this.path}.${name}` : name;
  }
}

/* What stands in for templates: elements, and what they show. */
const plainHeading = { strong: { text: 'title' } };
const plainRow = {
  img: { attr: 'src: image', show: 'image' },
  a: { text: 'title', attr: 'href: href' },
  small: { text: 'subtitle' },
};

function makeLine(template) {
  if (template.content) return document.importNode(template.content.firstElementChild, true);
  const node = document.createElement('li');
  for (const name in template) {
    const child = document.createElement(name);
    Object.assign(child.dataset, template[name]);
    node.append(child);
  }
  node.firstChild.alt = '';
  return node;
}

/* Returns the value of a control in the declared type. The server refuses what does not fit. */
function read({ type, checked, value }, { type: declared = 'any', choices, nullable } = {}) {
  const number = parseFloat(value);
  const isNumber = /number|integer|range/.test(declared === 'any' ? type : declared);
  const isSafe = declared !== 'integer' || Number.isSafeInteger(number);
  const choice = choices?.find(choice => text(choice.value) === value);
  if (type === 'checkbox') return checked;
  if (choice) return choice.value;
  if (!value) return nullable || isNumber ? null : value;
  if (declared === 'boolean') return value === 'true';
  return isNumber && number === +value && isSafe ? number : value;
}

/* The fields of a form that a browser would send, and checkboxes. */
const SENT = `:enabled[name]:not(button, fieldset, [type=submit], [type=reset], [type=button],
  [type=radio]:not(:checked))`;

class Page {
  entries = new Map();
  owners = new WeakMap();

  constructor(root, live) {
    Object.assign(this, { root, live, refused: live.refused });
    this.binding = new Binding(root, this);
  }

  /* Returns the innermost binding of an element. */
  owner(node) {
    return this.owners.get(node) ?? this.owner(node.parentNode);
  }

  update() {
    const { root, live, entries, binding } = this;
    root.dataset.state = live.error ? live.error.code ?? 'gone' : live.state;
    if (live.state !== 'live') {
      for (const entry of entries.values()) entry.isPending = entry.sent.length > 0;
    }
    if (live.document) binding.update(live.document);
    if (live.refused !== this.refused) this.refuse(this.refused = live.refused);
    for (const entry of entries.values()) {
      if (entry.isPending) entry.send();
    }
  }

  show(node) {
    const owner = this.owner(node);
    if (node.dataset.input && owner.document) kinds.input(node, node.dataset.input, owner);
  }

  tell(error, command) {
    const name = error ? 'oriel-error' : 'oriel-done';
    this.root.dispatchEvent(new CustomEvent(name, { detail: error ?? { command } }));
  }

  refuse(error) {
    for (const [key, entry] of this.entries) {
      const [path, name] = key.split(':');
      const message = error.fields ? own(error.fields, name) : error.message;
      const isMeant = path === (error.ref ?? '');
      if (!entry.isPending && isMeant && message) entry.refuse(message);
    }
    for (const node of this.root.querySelectorAll('[data-input]')) this.show(node);
    document.activeElement.reportValidity?.();
    this.tell(error);
  }

  type(target) {
    const { input } = target.dataset;
    if (!input) return target.setCustomValidity?.('');
    const { path, document } = this.owner(target);
    const key = path + ':' + input;
    if (!this.entries.has(key)) {
      const send = value => this.live.input({ [input]: value }, path || undefined);
      this.entries.set(key, new Entry(send, own(document?.inputs, input)));
    }
    this.entries.get(key).sent.push(read(target, own(document?.accepts, input)));
    this.entries.get(key).send();
  }

  async run(event) {
    const node = event.target.closest('[data-command]');
    const isForm = node?.localName === 'form';
    if (!node || (event.type === 'submit') !== isForm) return;
    event.preventDefault();
    if (node.ariaBusy === 'true') return;
    const owner = this.owner(node);
    const { command, action } = node.dataset;
    const { arguments: declared } = own(owner.document?.commands, command) ?? {};
    const { elements = [] } = node;
    const values = action ? { action } : {};
    for (const field of elements) {
      if (field.matches(SENT)) values[field.name] = read(field, own(declared, field.name));
    }
    node.ariaBusy = isForm;
    const { error } = await this.live.command(owner.pathOf(command), values, owner.row);
    node.ariaBusy = false;
    for (const field of elements) field.setCustomValidity(own(error?.fields, field.name) ?? '');
    this.tell(error, command);
    if (!isForm) return;
    if (error) node.reportValidity();
    else node.reset();
  }
}

/** Binds the elements in a root to a scene. Returns the function that ends it. See bind.d.ts. */
export function bind(root, live) {
  const page = new Page(root, live);
  const stop = live.subscribe(() => page.update());
  const listeners = {
    input: ({ target }) => page.type(target),
    focusout: ({ target }) => page.show(target),
    click: event => page.run(event),
    submit: event => page.run(event),
  };
  for (const name in listeners) root.addEventListener(name, listeners[name]);
  page.update();
  return () => {
    stop();
    for (const name in listeners) root.removeEventListener(name, listeners[name]);
  };
}
