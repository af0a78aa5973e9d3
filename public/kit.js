// What a screen of a view model can have beyond those that are derived from a database. Loaded with the first of them.
import { ask } from './ask.js';
import { h } from './dom.js';
import { dialog, form } from './form.js';
import { Inputs } from './inputs.js';
import { Part } from './part.js';
import { Tools } from './rows.js';
import { Screen } from './screen.js';
import { label } from './values.js';

const LONG = 500; // rows of a list of which not every one is in the page

await new Promise(onload => document.head.append(h('link', { rel: 'stylesheet', href: '/kit.css', onload, onerror: onload })));

addEventListener('beforeunload', event => {
  if (current?.isDirty) event.preventDefault();
});
let current;

export class KitScreen extends Screen {
  known = new Map();
  loading = h('progress', { ariaLabel: 'Loading' });
  note = h('p', { className: 'problem', role: 'alert' });
  saving = h('p', { className: 'saving' });
  part = new Part();

  constructor(connection, go) {
    super(connection, go);
    current = this;
    this.inputs = new Inputs(connection, () => this.document.commands.save && this.run('save'));
    this.tools = new Tools((...what) => this.runFor(...what), () => this.document);
    this.list.decorate = (...row) => this.tools.dress(...row);
    this.outputs.replaceWith(this.note, this.inputs.node, this.saving, this.part.node);
    this.node.prepend(this.loading);
    this.node.classList.add('kit');
    if (history.state?.style !== 'modal') return;
    this.node.classList.add('modal');
    this.node.prepend(h('button', { className: 'close', ariaLabel: 'Close', onclick: () => go('/', 'back') }, '×'));
  }

  /** Whether something would be lost by leaving. */
  get isDirty() {
    const { form } = this.document ?? {};
    return this.node.isConnected && !!form && (form.dirty.length > 0 || this.inputs.pending.length > 0);
  }

  offer(commands) {
    const names = Object.keys(commands).filter(name => !/^(dialog|input|validate)$/.test(name));
    this.known = new Map(names.map(name => [name, this.known.get(name) ?? this.makeButton(name)]));
    const { dirty } = this.document.form ?? {};
    for (const [name, { button, text, bar }] of this.known) {
      const { title, enabled, running, progress } = commands[name], isOfForm = dirty && /^(save|revert)$/.test(name);
      text.textContent = title;
      button.disabled = enabled === false || isOfForm && !dirty.length;
      bar.hidden = !running;
      progress === undefined ? bar.removeAttribute('value') : bar.value = progress;
      const place = isOfForm ? this.saving : this.buttons;
      if (button.parentNode !== place) place.append(button);
    }
    for (const { children } of [this.saving, this.buttons])
      for (const button of [...children]) if (![...this.known.values()].some(known => known.button === button)) button.remove();
  }

  makeButton(name) {
    const text = h('span'), bar = h('progress'), className = { save: 'primary', delete: 'danger' }[name] ?? '';
    return { text, bar, button: h('button', { type: 'button', className, onclick: () => this.run(name) }, text, bar) };
  }

  fill(document, y) {
    const { window, sections, personal, phase } = document, isLong = window?.total > LONG;
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
    this.showDialog(document.dialog);
  }

  /** Shows the dialog that the scene has now, if it is another one. */
  showDialog(dialog) {
    if (dialog?.id === this.dialog?.id) return;
    const { focus } = this.dialog ?? {};
    this.closeDialog?.();
    this.dialog = dialog;
    this.closeDialog = dialog && ask(dialog, action => this.send('dialog', { dialog: dialog.id, action }));
    if (focus && !dialog) this.inputs.focus(focus);
  }

  async run(name, values = {}) {
    const { title, arguments: declared } = this.document.commands[name];
    this.inputs.flush();
    if (declared && name !== 'save') return form(title, declared, {}, typed => this.send(name, typed), label);
    const error = await this.send(name, values);
    if (!this.node.isConnected) return;
    if (error?.code === 'conflict') return this.overwrite(error, title);
    this.note.textContent = error?.message ?? '';
    for (const field of Object.keys(error?.fields ?? {}).slice(0, 1)) this.inputs.focus(field);
  }

  overwrite({ message }, title) {
    const button = h('button', { className: 'danger' }, 'Overwrite');
    dialog(title, button, [h('p', {}, message)], () => this.send('save', { force: true }));
  }

  async runFor(name, row, values = {}) {
    const error = await this.send(name, values, row);
    this.note.textContent = error?.message ?? '';
  }
}
