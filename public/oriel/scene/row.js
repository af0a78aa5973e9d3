import { element } from '../core/dom.js';
import { own } from '../core/value.js';
import { arrange } from '../core/arrange.js';
import { render, renew } from '../screen/value.js';
import { DeclaredScreen } from './declared.js';
import { labelOf, shown } from './format.js';
import { SceneGrid } from './grid.js';
import { addingCommand } from './rows.js';

/** Draws a declared row: its values in groups, and below them the lists that belong to it. */
export default class DeclaredRow extends DeclaredScreen {
  groups = element('div', { className: 'groups' });
  parts = new Map();

  constructor(connection, go) {
    super(connection, go);
    this.outputs.replaceWith(this.groups);
    this.total.hidden = true;
  }

  makeList() {
    return new SceneGrid(window => this.connection.move(window), this);
  }

  /* Returns the groups of the values. Those that no group names stand in one without a title. */
  grouped({ outputs = {}, groups = [] }) {
    const named = groups.flatMap(({ columns }) => columns);
    const rest = Object.keys(outputs).filter(name => !named.includes(name));
    const all = [...groups, ...rest.length ? [{ title: '', columns: rest }] : []];
    return all.map(({ title, columns }) =>
      ({ title, columns: columns.filter(name => Object.hasOwn(outputs, name)) }));
  }

  fill(document, y) {
    const { outputs, sections } = document;
    const drawn = this.grouped(document).map(group => this.drawGroup(group, document));
    arrange(this.groups, drawn);
    globalThis.document.querySelector('dialog')?.heed?.(outputs);
    this.view.hidden = true;
    this.list.node.hidden = !sections;
    if (sections) this.list.update(document, y);
    else if (y !== undefined) scrollTo(0, y);
  }

  drawGroup({ title, columns }, document) {
    if (!this.parts.has(title)) {
      const heading = element('h2', { hidden: !title }, title ?? '');
      this.parts.set(title, element('section', {}, heading, element('dl')));
    }
    const node = this.parts.get(title);
    renew(node.lastChild, columns.map(name => this.line(name, document)));
    return node;
  }

  line(name, { outputs, links, commands = {}, columnOptions }) {
    const argument = own(commands.update?.arguments, name);
    const option = own(columnOptions, name);
    const link = own(links, name);
    const value = outputs[name];
    const isPlain = value !== null && !link && !option?.format && !argument?.choices;
    const shownValue = isPlain
      ? render(value, undefined, argument, name)
      : element('dd', {}, shown(value, option, link, name, argument));
    const help = option?.help ? [element('small', { className: 'hint' }, option.help)] : [];
    shownValue.append(...help);
    return element('div', {}, element('dt', {}, labelOf(name, columnOptions)), shownValue);
  }

  /* Commands that add a row to a section stand at its heading. */
  offer(commands) {
    const { sections = [] } = this.document;
    const adding = sections.map(({ id }) => addingCommand(id, this.document));
    const others = Object.entries(commands).filter(([name]) => !adding.includes(name));
    super.offer(Object.fromEntries(others));
  }

  button(name, onclick) {
    const button = super.button(name, onclick);
    if (name === 'delete') button.className = 'danger quiet';
    else if (name !== 'update') button.className = '';
    return button;
  }
}
