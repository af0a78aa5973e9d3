import { ask } from './ask.js';
import { arrange, h, refill } from './dom.js';
import { dialog, form } from './form.js';
import { picker } from './image.js';
import { Inputs } from './inputs.js';
import { Part } from './part.js';
import { Tools } from './rows.js';
import { Screen } from './screen.js';
import { label } from './values.js';

const LONG = 500;
let current;

await new Promise(onload => document.head.append(h('link', { rel: 'stylesheet', href: '/kit.css', onload, onerror: onload })));
addEventListener('beforeunload', event => current?.isDirty && event.preventDefault());

export class KitScreen extends Screen {
  known = { __proto__: null };
  loading = h('progress', { ariaLabel: 'Loading' });
  note = h('p', { className: 'problem', role: 'alert' });
  saving = h('p', { className: 'saving' });
  index = h('div', { className: 'index', role: 'navigation', ariaLabel: 'Index', onclick: ({ target }) => target.value && this.jump(target) });
  part = new Part();

  constructor(connection, go) {
    super(connection, go);
    current = this;
    this.inputs = new Inputs(connection, () => {
      const { form, commands } = this.document, name = form?.submit ?? 'save';
      if (commands[name] && commands[name].enabled !== false) this.run(name);
    });
    this.tools = new Tools((...what) => this.say(...what), () => this.document);
    this.list.decorate = (...row) => this.tools.dress(...row);
    this.outputs.replaceWith(this.note, this.inputs.node, this.saving, this.index, this.part.node);
    this.node.prepend(this.loading);
    this.node.className = 'kit ' + history.state?.style;
    this.node.prepend(h('button', { ariaLabel: 'Close', onclick: () => go('/', 'back') }, '×'));
  }

  get isDirty() {
    const { form } = this.document ?? {};
    return this.node.isConnected && form && form.dirty.length + this.inputs.pending.length > 0;
  }

  offer(commands) {
    const { dirty } = this.document.form ?? {}, bars = [[], []];
    for (const name of Object.keys(commands).filter(name => !/^(dialog|input|validate)$/.test(name))) {
      const { title, enabled, running, progress } = commands[name], isOfForm = dirty && /^(save|revert)$/.test(name);
      const className = { save: 'primary', delete: 'danger' }[name] ?? '';
      const button = this.known[name] ??= h('button', { className, onclick: () => this.run(name) }, h('span'), h('progress'));
      const [text, bar] = button.children;
      text.textContent = title;
      button.disabled = enabled === false || isOfForm && !dirty.length;
      bar.hidden = !running;
      progress === undefined ? bar.removeAttribute('value') : bar.value = progress;
      bars[+!!isOfForm].push(button);
    }
    arrange(this.buttons, bars[0]);
    arrange(this.saving, bars[1]);
  }

  fill(document, y) {
    const { window, sections, personal, phase, dialog, index = [] } = document, isLong = window?.total > LONG;
    refill(this.index, index.map(({ title, start }) => h('button', { value: start }, title)));
    this.loading.hidden = phase !== 'loading';
    if (personal) this.inputs.update(document);
    this.part.update(isLong ? { ...document, sections: [] } : document, this.tools);
    this.list.node.hidden = !isLong;
    if (isLong) this.list.update(document, y);
    else {
      this.list.document = null;
      if (y !== undefined) scrollTo(0, y);
      if (sections && window.count < window.total) this.connection.move({ start: 0, count: LONG });
    }
    if (dialog?.id !== this.dialog?.id) this.show(dialog);
  }

  show(dialog) {
    const { focus } = this.dialog ?? {}, extra = dialog?.upload && picker(dialog.upload, this.document.route);
    this.close?.();
    this.dialog = dialog;
    this.close = dialog && ask(dialog, action => this.say('dialog', undefined, { dialog: dialog.id, action }), null, extra);
    if (!dialog) this.inputs.focus(focus);
  }

  /** Goes to where an entry of the index leads; each is that of one section. */
  jump(entry) {
    const { window, sections } = this.document, { row } = this.list;
    let start = +entry.value;
    if (window.total > LONG) {
      const { ratio, scroll } = this.list.sight();
      scrollBy(0, (start + [...this.index.children].indexOf(entry)) * row / ratio - scroll);
    } else this.part.flow.blocks.get(sections.find(({ count }) => (start -= count) < 0)?.id)?.scrollIntoView();
  }

  async run(name) {
    const { title, arguments: declared } = this.document.commands[name];
    this.inputs.flush();
    if (declared && name !== 'save') return form(title, declared, {}, typed => this.send(name, typed), label, title);
    const error = await this.say(name);
    if (error?.code === 'conflict') dialog(error.message, h('button', { className: 'danger' }, 'Overwrite'), [],
      () => this.say(name, undefined, { force: true }));
    this.inputs.focus(Object.keys(error?.fields ?? {})[0]);
  }

  async say(name, row, values = {}) {
    const error = await this.send(name, values, row);
    this.note.textContent = error?.message ?? '';
    return error;
  }
}
