import { ask } from './ask.js';
import { h, refill } from './dom.js';
import { sheet } from './form.js';
import { Grid } from './grid.js';
import { picker } from './image.js';
import { Part } from './part.js';
import { strings } from './phrases.js';
import { Screen } from './screen.js';

const LONG = 500;
let current;

await sheet('/kit.css');
addEventListener('beforeunload', event => current?.isDirty && event.preventDefault());

export default class KitScreen extends Screen {
  loading = h('progress', { ariaLabel: strings.loading });
  index = h('div', { className: 'index', role: 'navigation', ariaLabel: strings.index, onclick: ({ target }) => target.value && this.jump(target) });
  part = new Part(this);

  constructor(connection, go) {
    super(connection, go);
    current = this;
    const { part } = this;
    connection.refused = ({ ref, message }) => part.at(ref)?.inputs.refuse(message);
    this.list.decorate = (...row) => part.tools.dress(...row);
    Grid.adopt(this.list);
    this.buttons.replaceWith(part.buttons);
    this.outputs.replaceWith(this.index, part.node);
    this.node.prepend(this.loading);
    this.node.className = 'kit ' + history.state?.style;
    this.node.prepend(h('button', { ariaLabel: strings.close, onclick: () => go('/', 'back') }, '×'));
  }

  get isDirty() {
    return this.part.isDirty;
  }

  mayLeave() {
    return !this.isDirty || confirm(strings.leave);
  }

  offer() {}

  fill(document, y) {
    const { window, sections, personal, phase, dialog, index = [] } = document, isLong = window?.total > LONG;
    refill(this.index, index.map(({ title, start }) => h('button', { value: start }, title)));
    this.loading.hidden = phase !== 'loading';
    this.part.update(document, personal, isLong);
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
    if (!this.dialog) this.back = document.activeElement.name;
    this.close?.();
    this.dialog = dialog;
    this.close = dialog && ask(dialog, action => this.part.say('dialog', undefined, { dialog: dialog.id, action }), null, extra);
    if (!dialog && focus) this.part.at(focus.replace(/\.?[^.]*$/, ''))?.inputs.focus(focus.split('.').pop());
    else if (!dialog && document.activeElement.matches('body, dialog *')) this.node.querySelector(`dl [name="${CSS.escape(this.back)}"]`)?.focus();
  }

  jump(entry) {
    const { window, sections } = this.document, { list } = this, number = [...this.index.children].indexOf(entry);
    let start = +entry.value;
    if (window.total > LONG) list.lead(start + number * (1 + list.isFooted));
    else this.part.flow.blocks.get(sections.find(({ count }) => (start -= count) < 0)?.id)?.scrollIntoView();
  }

  run(name) {
    return this.part.run(name);
  }
}
