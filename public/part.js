import { arrange, h, own } from './dom.js';
import { dialog, form } from './form.js';
import { Inputs } from './inputs.js';
import { strings } from './phrases.js';
import { renew } from './row.js';
import { Flow, Tools } from './rows.js';
import { label, lines } from './values.js';

export class Part {
  known = { __proto__: null };
  parts = { __proto__: null };
  buttons = h('span');
  note = h('p', { className: 'problem', role: 'alert' });
  saving = h('p', { className: 'saving' });
  outputs = h('dl');
  flow = new Flow();
  slots = h('div', { className: 'slots' });

  constructor(screen, path) {
    Object.assign(this, { screen, path });
    this.inputs = new Inputs(screen.connection, path, () => {
      const { form, commands } = this.document, name = form?.submit ?? 'save';
      if (commands[name] && commands[name].enabled !== false) this.run(name);
    });
    this.tools = new Tools((...what) => this.say(...what), () => this.document);
    this.flow.send = (...what) => this.send(...what);
    this.node = h('div', {}, this.note, this.inputs.node, this.saving, this.outputs, this.flow.node, this.slots);
  }

  get isDirty() {
    const { form } = this.document ?? {};
    return this.node.isConnected && (form && form.dirty.length + this.inputs.pending.length > 0
      || Object.values(this.parts).some(part => part.isDirty));
  }

  at(path) {
    return (path ? path.split('.') : []).reduce((part, name) => part?.parts[name], this);
  }

  update(document, isPersonal, isLong) {
    const { outputs = {}, links, slots = {}, uploads, commands = {} } = this.document = document, { tools } = this;
    const image = (name, src = outputs[name]) => own(uploads, name) && [src ? h('img', { src, alt: '' }) : '',
      h('button', { name: `${this.path ?? ''}.${name}`, onclick: () => tools.run('image', undefined, { slot: name, sources: tools.sources }) }, strings.edit)];
    if (isPersonal) this.inputs.update(document);
    this.offer(commands);
    renew(this.outputs, lines(outputs, links, image));
    this.flow.update(isLong ? {} : document, tools);
    arrange(this.slots, Object.keys(slots).map(name => {
      if (this.parts[name]?.document.screen !== slots[name].screen)
        this.parts[name] = new Slot(this.screen, this.path ? `${this.path}.${name}` : name);
      this.parts[name].update(slots[name], isPersonal);
      return this.parts[name].node;
    }));
  }

  offer(commands) {
    const { dirty, submit } = this.document.form ?? {}, bars = [[], []];
    for (const name of Object.keys(commands).filter(name => !/^(dialog|input|validate)$/.test(name))) {
      const { title, enabled, running, progress } = commands[name], isOfForm = dirty && /^(save|revert)$/.test(name);
      const className = { save: 'primary', [submit]: 'primary', delete: 'danger' }[name] ?? '';
      const button = this.known[name] ??= h('button', { className, onclick: () => this.run(name) }, h('span'), h('progress'));
      const [text, bar] = button.children;
      text.textContent = title;
      button.disabled = enabled === false || isOfForm && !dirty.length;
      bar.hidden = !running;
      progress === undefined ? bar.removeAttribute('value') : bar.value = progress;
      bars[+!!(isOfForm || name === submit)].push(button);
    }
    arrange(this.buttons, bars[0]);
    arrange(this.saving, bars[1]);
  }

  async run(name) {
    const { title, arguments: declared } = this.document.commands[name];
    this.inputs.flush();
    if (declared && name !== 'save') return form(title, declared, {}, typed => this.send(name, typed), label, title);
    const error = await this.say(name);
    if (error?.code === 'conflict' && this.node.isConnected) dialog(error.message, h('button', { className: 'danger' }, strings.overwrite), [],
      () => this.say(name, undefined, { force: true }));
    this.inputs.focus(Object.keys(error?.fields ?? {})[0]);
  }

  send(name, values, row) {
    return this.screen.send(this.path ? `${this.path}.${name}` : name, values, row);
  }

  async say(name, row, values = {}) {
    const error = await this.send(name, values, row);
    this.note.textContent = error?.message ?? '';
    return error;
  }
}

class Slot extends Part {
  title = h('h2');
  problem = h('p', { className: 'problem' });

  constructor(screen, path) {
    super(screen, path);
    this.node = h('section', { className: 'slot' }, h('div', { className: 'title' }, this.title, this.buttons), this.problem,
      ...this.node.children);
    this.node.dataset.slot = path.split('.').pop();
  }

  update(document, isPersonal) {
    this.title.textContent = document.title;
    this.problem.textContent = document.problem?.message ?? '';
    super.update(document, isPersonal);
  }
}
