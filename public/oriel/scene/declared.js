import { element, write } from '../core/dom.js';
import { own } from '../core/value.js';
import { Screen } from '../screen/screen.js';
import { showApp } from './app.js';
import { shortcut } from './keys.js';

/* Puts the numbers of a query on the right, where nothing else is said about a column. */
function aligned({ shown = [], cells = {}, columnOptions }) {
  const rows = Object.values(cells);
  const isNumber = name => rows.length > 0
    && rows.every(({ fields }) => typeof (own(fields, name) ?? 0) === 'number');
  const numbers = shown.filter(isNumber).map(name => [name, { align: 'right' }]);
  return { ...Object.fromEntries(numbers), ...columnOptions };
}

/*
 * Gives a document the members that lists go by. Columns of other rows count as columns. SQL
 * expressions count as files, by which nothing is sorted. The rows of a query cannot be sorted.
 */
function normal(given) {
  if (!given.sections) return given;
  const { columns = [], paths = [], files = [], computed = [] } = given;
  const document = { ...given, columns: [...columns, ...paths], files: [...files, ...computed] };
  const missing = { titleColumns: [], comparisons: [] };
  const inputs = { sort: '', filters: [], ...document.inputs };
  if (!/^(query|sql)$/.test(document.screen)) return { ...missing, ...document, inputs };
  const columnOptions = aligned(document);
  return { ...missing, ...document, inputs, screen: 'view', columnOptions };
}

/** Draws a screen that is declared in a file: with the menu of its app, and a sentence of help. */
export class DeclaredScreen extends Screen {
  help = element('p', { className: 'help' });

  constructor(connection, go) {
    super(connection, go);
    const { node, title, help } = this;
    node.classList.add('scene');
    node.dataset.screen = normal(connection.document).screen;
    title.parentNode.after(help);
    this.filter.classList.add('stays');
    this.save.onclick = () => this.use(() => import('./export.js'));
  }

  update(document, y) {
    if (this.given !== document) this.normal = normal(document);
    this.given = document;
    this.heedKind(document);
    write(this.help, document.help ?? '');
    super.update(this.normal, y);
    showApp(document.app);
  }

  /* A changed file may make another kind of screen of this one, which other modules draw. */
  heedKind({ screen, template = '' }) {
    this.kind ??= screen + template;
    const isOther = this.kind !== screen + template;
    const isBusy = globalThis.document.querySelector('dialog') || this.isDirty;
    if (isOther && !isBusy) location.reload();
  }

  showInputs(document) {
    super.showInputs(document);
    const isFiltered = !!this.given.inputs?.filters;
    this.filter.hidden ||= !isFiltered;
    this.save.hidden ||= !isFiltered;
  }

  button(name, onclick) {
    const button = super.button(name, onclick);
    return Object.assign(button, shortcut(own(this.given.keys, name)));
  }

  run(name) {
    return this.use(() => import('./form.js'), name);
  }

  /** Returns what is declared of a column. */
  option(name) {
    return own(this.document?.columnOptions, name);
  }

  /** Shows why a command was refused. */
  tell(error) {
    if (error) this.warn(error.message);
    return error;
  }
}
