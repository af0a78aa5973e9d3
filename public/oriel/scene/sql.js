import { strings } from '../../phrases-scenes.js';
import { element, refill, write } from '../core/dom.js';
import { routeOf } from '../core/router.js';
import { sheet } from '../core/sheet.js';
import { dialog } from '../form/dialog.js';
import { Completion } from './completion.js';
import TableScreen from './table.js';

await sheet('/oriel/scene/sql.css');

/* The parameters of some SQL, each once. */
function parametersIn(sql) {
  const quoted = /'[^']*'|"[^"]*"|--[^\n]*|\/\*[^]*?\*\/|::|:([A-Za-z][A-Za-z0-9_]*)/g;
  const found = sql.matchAll(quoted);
  return [...new Set([...found].map(([, name]) => name).filter(name => name))];
}

/** Draws SQL that is typed, its rows, how they are found, and the scene that shows the same. */
export default class SQLScreen extends TableScreen {
  text = element('textarea', {
    rows: 5,
    spellcheck: false,
    autocapitalize: 'off',
    ariaLabel: strings.sql,
    placeholder: strings.sqlHint,
    oninput: () => this.ask(),
    onkeydown: event => this.hear(event),
  });
  fields = element('span', { className: 'parameters' });
  error = element('p', { className: 'problem', role: 'alert' });
  plan = element('pre');
  reads = element('p');
  about = element('details', {}, element('summary', {}, strings.plan), this.reads, this.plan);
  scene = element('button', { type: 'button', onclick: () => this.showScene() }, strings.asScene);
  inputs = new Map();

  constructor(connection, go) {
    super(connection, go);
    this.completion = new Completion(this.text, () => this.given.tables, strings.names);
    const run = element('button', { className: 'primary' }, strings.run);
    const tools = element('p', { className: 'sql-tools' }, this.fields, run, this.scene);
    const onsubmit = event => {
      event.preventDefault();
      this.open();
    };
    const form = element('form', { className: 'sql', onsubmit },
      this.text, this.completion.node, tools, this.error, this.about);
    this.help.after(form);
  }

  hear(event) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    this.open();
  }

  /* Opens the route of the SQL as it is typed. */
  open() {
    const query = new URLSearchParams({ query: this.text.value });
    for (const name of parametersIn(this.text.value)) {
      const { value } = this.inputs.get(name) ?? {};
      if (value) query.set(name, value);
    }
    this.go(routeOf(location.pathname, query), 'replace');
  }

  /** Shows a field for each parameter of the SQL. */
  ask() {
    const names = parametersIn(this.text.value);
    for (const name of names) {
      if (!this.inputs.has(name)) this.inputs.set(name, element('input', { name }));
    }
    const shown = [...this.fields.children].map(({ lastChild }) => lastChild.name);
    if (`${shown}` === `${names}`) return;
    const label = name => element('label', {}, `:${name} `, this.inputs.get(name));
    refill(this.fields, names.map(label));
  }

  update(document, y) {
    super.update(document, y);
    const { inputs: { query, parameters }, error, plan, reads, scene } = document;
    if (this.shownFor !== query) {
      this.shownFor = query;
      if (this.text.value.trim().replace(/[;\s]+$/, '') !== query) this.text.value = query;
      this.ask();
      for (const [name, value] of Object.entries(parameters)) {
        const input = this.inputs.get(name);
        if (input && value !== null) input.value = value;
      }
    }
    write(this.error, error ?? '');
    write(this.plan, plan?.join('\n') ?? '');
    write(this.reads, reads?.length ? strings.reads(reads.join(', ')) : '');
    this.about.hidden = !plan;
    this.scene.hidden = !scene || !!error;
  }

  showInputs(document) {
    super.showInputs(document);
    this.save.hidden = !document.sections;
  }

  showScene() {
    const text = element('textarea', {
      className: 'sql-scene',
      readOnly: true,
      rows: 12,
      ariaLabel: strings.asScene,
      value: this.given.scene,
    });
    const copy = element('button', { className: 'primary' }, strings.copyScene);
    dialog(strings.asScene, copy, [element('p', {}, strings.sceneHelp), text], async () => {
      await navigator.clipboard.writeText(text.value).catch(() => text.select());
    });
  }
}
