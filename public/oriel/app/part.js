import { strings } from '../../phrases.js';
import { arrange } from '../core/arrange.js';
import { element } from '../core/dom.js';
import { own } from '../core/value.js';
import { dangerButton, dialog } from '../form/dialog.js';
import { form } from '../form/form.js';
import { renew } from '../screen/value.js';
import { Flow } from './flow.js';
import { Inputs } from './inputs.js';
import { Tools } from './tools.js';
import { label, lines } from './values.js';

/* The commands that have no button. */
const HIDDEN = ['dialog', 'input', 'validate'];

/**
 * Draws what a document of a screen or of a slot holds: inputs, commands, values, a list and
 * further slots. Commands of a slot are run by its path.
 */
export class Part {
  known = { __proto__: null };
  parts = { __proto__: null };
  places = { __proto__: null };
  buttons = element('span');
  note = element('p', { className: 'problem', role: 'alert' });
  saving = element('p', { className: 'saving' });
  outputs = element('dl');
  slots = element('div', { className: 'slots' });
  attachments = element('div');
  flow = new Flow(id => this.send('delete', {}, id));
  tools = new Tools((...what) => this.say(...what), () => this.document);

  constructor(screen, path) {
    Object.assign(this, { screen, path });
    this.inputs = new Inputs(screen.connection, path, () => this.submit());
    const { note, inputs, saving, outputs, flow, attachments, slots } = this;
    const children = [note, inputs.node, saving, outputs, flow.node, attachments, slots];
    this.node = element('div', {}, ...children);
  }

  /** Whether leaving would lose something that the user typed, here or in a slot. */
  get isDirty() {
    if (!this.node.isConnected) return false;
    const { form } = this.document ?? {};
    const isOwn = form && form.dirty.length + this.inputs.pending.length > 0;
    return isOwn || Object.values(this.parts).some(part => part.isDirty);
  }

  /** Returns the part at a path, or this one for none. */
  at(path) {
    const names = path ? path.split('.') : [];
    return names.reduce((part, name) => part?.parts[name], this);
  }

  /** Shows a document. A list that `isLong` is drawn by the screen. */
  update(document, isPersonal, isLong) {
    const { outputs = {}, links, titles, commands = {} } = document;
    this.document = document;
    if (isPersonal || document.accepts) this.inputs.update(document, isPersonal);
    this.offer(commands);
    renew(this.outputs, lines(outputs, links, name => this.image(name), titles));
    this.flow.update(isLong ? {} : document, this.tools);
    this.updateSlots(document.slots ?? {}, isPersonal);
    if (this.attachmentNames.length || this.attachments.firstChild) this.updateAttachments();
  }

  get attachmentNames() {
    const { uploads = {} } = this.document;
    return Object.keys(uploads).filter(name => uploads[name].multiple);
  }

  /* Shows the controls for attachments. Only a document that has some loads their module. */
  async updateAttachments() {
    const { Attach } = await import('./attach.js');
    const find = () => this.screen.document.route;
    arrange(this.attachments, this.attachmentNames.map(name => {
      const title = own(this.document.titles, name) ?? label(name);
      this.places[name] ??= new Attach(this.pathOf(name), title, find);
      this.places[name].update(this.document.uploads[name]);
      return this.places[name].node;
    }));
  }

  /* Returns the nodes for a value that is an image which can be replaced. */
  image(name) {
    const { outputs, uploads } = this.document;
    if (!own(uploads, name)) return;
    const src = outputs[name];
    const { tools } = this;
    const edit = element('button', {
      name: `${this.path ?? ''}.${name}`,
      onclick: () => tools.run('image', undefined, { slot: name, sources: tools.sources }),
    }, strings.edit);
    return [src ? element('img', { src, alt: '' }) : '', edit];
  }

  updateSlots(slots, isPersonal) {
    arrange(this.slots, Object.keys(slots).map(name => {
      const isSame = this.parts[name]?.document.screen === slots[name].screen;
      if (!isSame) this.parts[name] = new Slot(this.screen, this.pathOf(name));
      this.parts[name].update(slots[name], isPersonal);
      return this.parts[name].node;
    }));
  }

  pathOf(name) {
    return this.path ? `${this.path}.${name}` : name;
  }

  /* Shows the commands: one that names an input beside it, those of the form below the inputs,
     others beside the title. */
  offer(commands) {
    const { dirty, submit } = this.document.form ?? {};
    const others = [];
    const ofForm = [];
    for (const name of Object.keys(commands).filter(name => !HIDDEN.includes(name))) {
      const isChange = dirty && /^(save|revert)$/.test(name);
      const button = this.button(name, submit);
      this.showCommand(button, commands[name]);
      if (isChange && !dirty.length) button.disabled = true;
      if (this.inputs.place(button, commands[name].input)) continue;
      (isChange || name === submit ? ofForm : others).push(button);
    }
    arrange(this.buttons, others);
    arrange(this.saving, ofForm);
  }

  button(name, submit) {
    const className = { save: 'primary', [submit]: 'primary', delete: 'danger' }[name] ?? '';
    const onclick = () => this.run(name);
    const children = [element('span'), element('progress')];
    this.known[name] ??= element('button', { className, onclick }, ...children);
    return this.known[name];
  }

  showCommand(button, { title, enabled, running, progress }) {
    const [text, bar] = button.children;
    text.textContent = title;
    button.disabled = enabled === false;
    bar.hidden = !running;
    if (progress === undefined) bar.removeAttribute('value');
    else bar.value = progress;
  }

  /* Runs the command for Enter in an input. */
  submit() {
    const { form, commands } = this.document;
    const name = form?.submit ?? 'save';
    if (commands[name] && commands[name].enabled !== false) this.run(name);
  }

  /** Asks for what a command needs, and runs it. */
  async run(name) {
    const { title, arguments: declared } = this.document.commands[name];
    this.inputs.flush();
    if (declared && name !== 'save') {
      return form(title, declared, {}, typed => this.send(name, typed), label, title);
    }
    const error = await this.say(name);
    if (error?.code === 'conflict' && this.node.isConnected) this.confirm(name, error);
    this.inputs.focus(Object.keys(error?.fields ?? {})[0]);
  }

  /* Asks whether to overwrite what others have written. */
  confirm(name, error) {
    const force = () => this.say(name, undefined, { force: true });
    dialog(error.message, dangerButton(strings.overwrite), [], force);
  }

  async send(name, values, row) {
    const { error } = await this.screen.send(this.pathOf(name), values, row);
    return error;
  }

  /** Runs a command, and shows its error. */
  async say(name, row, values = {}) {
    const error = await this.send(name, values, row);
    this.note.textContent = error?.message ?? '';
    return error;
  }
}

class Slot extends Part {
  title = element('h2');
  problem = element('p', { className: 'problem' });

  constructor(screen, path) {
    super(screen, path);
    const { title, buttons, problem } = this;
    const bar = element('div', { className: 'title' }, title, buttons);
    const children = [bar, problem, ...this.node.children];
    this.node = element('section', { className: 'slot' }, ...children);
    this.node.dataset.slot = path.split('.').pop();
  }

  update(document, isPersonal) {
    this.title.textContent = document.title;
    this.problem.textContent = document.problem?.message ?? '';
    super.update(document, isPersonal);
  }
}
