import { element } from '../core/dom.js';
import { own } from '../core/value.js';
import '../form/form.js';
import { showBeside } from './beside.js';
import { Screen } from './screen.js';
import { render, renew } from './value.js';

/** Draws a row of a table: its values, and below them the lists that refer to it. */
export default class RowScreen extends Screen {
  fill(document, y) {
    const { outputs = {}, links, commands = {} } = document;
    const line = name => {
      const argument = own(commands.update?.arguments, name);
      const value = render(outputs[name], own(links, name), argument, name);
      return element('div', {}, element('dt', {}, name), value);
    };
    renew(this.outputs, Object.keys(outputs).map(line));
    this.total.hidden = true;
    globalThis.document.querySelector('dialog')?.heed?.(outputs);
    super.fill(document, y);
    showBeside(this);
  }

  button(name, onclick) {
    const button = super.button(name, onclick);
    if (name === 'delete') button.className = 'danger';
    return button;
  }
}
