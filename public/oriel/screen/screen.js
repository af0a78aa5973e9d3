import { strings, locale } from '../../strings.js';
import { element, options, refill, write } from '../core/dom.js';
import { here, routeWith } from '../core/router.js';
import { stored } from '../core/store.js';
import { List } from '../list/list.js';

/* Milliseconds after the last letter until a search begins. */
const PAUSE = 200;

const cards = () => import('../list/cards.js');

/** Draws a document: title, search, sort, commands, outputs and list, if it has them. */
export class Screen {
  path = location.pathname;
  title = element('h1', { tabIndex: -1 });
  total = element('small');
  search = element('input', {
    type: 'search',
    placeholder: strings.search,
    ariaLabel: strings.search,
    oninput: () => this.searchSoon(),
  });
  sort = element('select', {
    ariaLabel: strings.sort,
    onchange: () => this.select('sort', this.sort.value),
  });
  filter = this.tool(strings.filter, () => import('../list/filter.js'));
  save = this.tool(strings.export, () => import('../list/export.js'));
  view = this.tool(strings.grid, cards);
  api = this.tool(strings.api, () => import('./api.js'));
  buttons = element('span');
  banner = element('p', { className: 'banner', role: 'alert' });
  outputs = element('dl');
  list = this.makeList();
  node = element('div', {}, this.titleBar(), this.banner, this.outputs, this.list.node);

  constructor(connection, go) {
    Object.assign(this, { connection, go });
    Object.assign(this.view, { hidden: true, ariaPressed: false });
    this.node.dataset.screen = connection.document.screen;
  }

  titleBar() {
    const { title, total, search, sort, filter, save, view, api, buttons } = this;
    const tools = [search, sort, filter, save, view, api, buttons];
    const bar = element('div', { className: 'bar' }, ...tools);
    return element('div', { className: 'title' }, title, total, bar);
  }

  /* Makes a plain list, which a grid replaces as soon as its module is loaded. */
  makeList() {
    const load = () =>
      import('../list/grid.js').then(({ refine }) => refine(this), () => setTimeout(load, 3e3));
    load();
    return new List(window => this.connection.move(window), this);
  }

  searchSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.select('search', this.search.value), PAUSE);
  }

  /** Makes a button that uses a module. */
  tool(title, load) {
    return element('button', { onclick: () => this.use(load) }, title);
  }

  /** Calls the default function of a module that is loaded now, or says that it cannot be. */
  use(load, ...values) {
    return load().then(
      module => module.default(this, ...values),
      ({ message }) => this.warn(strings.unreachable ?? message),
    );
  }

  select(name, value) {
    if (this.path === location.pathname) this.go(routeWith(here(), name, value), 'replace');
  }

  update(document, y) {
    const { title, window, problem, commands = {} } = document;
    const isCounted = window && !window.approximate;
    this.document = document;
    write(this.title, title.trim());
    write(this.total, isCounted ? window.total.toLocaleString(locale) : '');
    this.warn(problem?.message);
    this.showInputs(document);
    this.offer(commands);
    this.fill(document, y);
  }

  /* Shows what is wrong, if anything is. */
  warn(text) {
    refill(this.banner, text ? [element('span', {}, text)] : []);
  }

  showInputs({ inputs = {}, columns = [], unsortable = [], personal, exports }) {
    this.search.hidden = inputs.search === undefined || personal;
    this.sort.hidden = !columns[0];
    this.filter.hidden = !inputs.filters;
    this.save.hidden = !inputs.filters || exports === false;
    if (!this.search.matches(':focus')) this.search.value = inputs.search ?? '';
    const known = columns.filter(name => !unsortable.includes(name));
    const orders = known.flatMap(name => [[name, name + ' ↑'], ['-' + name, name + ' ↓']]);
    refill(this.sort, options([['', strings.sort], ...orders]));
    this.sort.value = inputs.sort?.split(',')[0] ?? '';
  }

  /* Shows the commands of the document. */
  offer(commands) {
    const names = Object.keys(commands);
    refill(this.buttons, names.map(name => this.button(name, () => this.run(name))));
  }

  /* Shows what is below the title. */
  fill(document, y) {
    this.view.hidden = this.list.node.hidden = !document.sections;
    this.kept = `grid-${document.screen + location.pathname.split('/', 2)}`;
    if (!document.sections) {
      if (y !== undefined) scrollTo(0, y);
    } else if (this.list.across || !stored(this.kept)) this.list.update(document, y);
    else this.use(cards, true, y);
  }

  button(name, onclick) {
    const { title, enabled } = this.document.commands[name];
    const disabled = enabled === false;
    return element('button', { disabled, className: 'primary', onclick }, title);
  }

  run(name) {
    return this.use(() => import('../form/form.js'), name);
  }

  /** Runs a command, and opens the route that it leads to. Returns the reply, or its error. */
  async send(...what) {
    const reply = await this.connection.command(...what);
    const { navigate } = reply;
    if (navigate && this.path === location.pathname) this.go(navigate);
    return reply;
  }
}
