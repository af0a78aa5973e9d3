import { strings } from '../../phrases-app.js';
import { element, refill } from '../core/dom.js';
import { sheet } from '../core/sheet.js';
import { Grid } from '../list/grid.js';
import { Screen } from '../screen/screen.js';
import { ask } from './ask.js';
import { picker } from './image.js';
import { Part } from './part.js';

/* The rows of a list that are in the page at once. A longer list is a grid. */
const LONG = 500;

let current;

await Promise.all([sheet('/oriel/app/kit.css'), sheet('/oriel/app/ask.css')]);
addEventListener('beforeunload', event => {
  if (current?.isDirty) event.preventDefault();
});

/** Draws a screen of an app: a part that is the whole, an index, and dialogs. */
export default class KitScreen extends Screen {
  loading = element('progress', { ariaLabel: strings.loading });
  index = element('div', {
    className: 'index',
    role: 'navigation',
    ariaLabel: strings.index,
    onclick: ({ target }) => {
      if (target.value) this.jump(target);
    },
  });
  part = new Part(this);

  constructor(connection, go) {
    super(connection, go);
    current = this;
    const { part, node } = this;
    const close = { ariaLabel: strings.close, onclick: () => go('/', 'back') };
    connection.refused = ({ ref, message }) => part.at(ref)?.inputs.refuse(message);
    this.buttons.replaceWith(part.buttons);
    this.outputs.replaceWith(this.index, part.node);
    node.className = 'kit ' + history.state?.style;
    node.prepend(element('button', close, '×'), this.loading);
  }

  makeList() {
    const list = new Grid(window => this.connection.move(window), this);
    list.decorate = (...row) => this.part.tools.dress(...row);
    return list;
  }

  get isDirty() {
    return this.part.isDirty;
  }

  mayLeave() {
    return !this.isDirty || confirm(strings.leave);
  }

  /* The part shows the commands. */
  offer() {}

  fill(document, y) {
    const { window, personal, phase, dialog, index = [] } = document;
    const isLong = window?.total > LONG;
    const entry = ({ title, start }) => element('button', { value: start }, title);
    refill(this.index, index.map(entry));
    this.loading.hidden = phase !== 'loading';
    this.part.update(document, personal, isLong);
    this.list.node.hidden = !isLong;
    if (isLong) this.list.update(document, y);
    else this.fillShort(document, y);
    if (dialog?.id !== this.dialog?.id) this.show(dialog);
  }

  /* Requests all rows of a short list, which the part draws. */
  fillShort({ sections, window }, y) {
    this.list.document = null;
    if (y !== undefined) scrollTo(0, y);
    const isPart = sections && window.count < window.total;
    if (isPart) this.connection.move({ start: 0, count: LONG });
  }

  /* Shows a dialog in place of another, or gives the focus back after the last one. */
  show(dialog) {
    const { focus } = this.dialog ?? {};
    const extra = dialog?.upload && picker(dialog.upload, this.document.route);
    if (!this.dialog) this.back = document.activeElement.name;
    this.close?.();
    this.dialog = dialog;
    this.close = dialog && ask(dialog, action => this.answer(dialog, action), null, extra);
    if (!dialog) this.giveFocusBack(focus);
  }

  answer({ id }, action) {
    this.part.say('dialog', undefined, { dialog: id, action });
  }

  giveFocusBack(focus) {
    if (focus) {
      const names = focus.split('.');
      const name = names.pop();
      this.part.at(names.join('.'))?.inputs.focus(name);
    } else if (document.activeElement.matches('body, dialog *')) {
      this.node.querySelector(`dl [name="${CSS.escape(this.back)}"]`)?.focus();
    }
  }

  /* Goes to the section that an entry of the index names. */
  jump(entry) {
    const { list, document: { window, sections } } = this;
    let start = +entry.value;
    if (window.total > LONG) {
      const above = [...this.index.children].indexOf(entry);
      list.lead(start + above * (1 + list.isFooted));
      return;
    }
    const section = sections.find(({ count }) => {
      start -= count;
      return start < 0;
    });
    this.part.flow.blocks.get(section?.id)?.scrollIntoView();
  }

  run(name) {
    return this.part.run(name);
  }
}
