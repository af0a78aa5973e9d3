import { h, refill, write } from './dom.js';
import { List } from './list.js';
import { here, routeWith } from './router.js';
import { locale, strings } from './strings.js';

const kept = name => {
  try {
    return localStorage[name];
  } catch {}
};

export class Screen {
  path = location.pathname;
  title = h('h1', { tabIndex: -1 });
  total = h('small');
  search = h('input', { type: 'search', placeholder: strings.search, ariaLabel: strings.search, oninput: () => {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.select('search', this.search.value), 200);
  } });
  sort = h('select', { ariaLabel: strings.sort, onchange: () => this.select('sort', this.sort.value) });
  filter = h('button', { onclick: async () => (await import('./filter.js')).choose(this.document, this.go) }, strings.filter);
  save = h('button', { onclick: async () => (await import('./export.js')).choose(this.document, this.go) }, strings.export);
  view = h('button', { hidden: true, ariaPressed: false, onclick: async () => (await import('./cards.js')).turn(this) }, strings.grid);
  buttons = h('span');
  banner = h('p', { className: 'banner', role: 'alert' });
  outputs = h('dl');
  list = new List(window => this.connection.move(window), this);
  node = h('div', {}, h('div', { className: 'title' }, this.title, this.total, this.search, this.sort, this.filter, this.save, this.view, this.buttons),
    this.banner, this.outputs, this.list.node);

  constructor(connection, go) {
    Object.assign(this, { connection, go });
    this.node.dataset.screen = connection.document.screen;
  }

  select(name, value) {
    if (this.path === location.pathname) this.go(routeWith(here(), name, value), 'replace');
  }

  update(document, y) {
    const { title, window, problem, inputs = {}, columns = [], commands = {} } = document;
    this.document = document;
    write(this.title, title.trim());
    write(this.total, window && !window.approximate ? window.total.toLocaleString(locale) : '');
    refill(this.banner, problem ? [h('span', {}, problem.message)] : []);
    this.search.hidden = inputs.search === undefined || document.personal;
    this.sort.hidden = !columns[0];
    this.filter.hidden = this.save.hidden = !inputs.filters;
    if (!this.search.matches(':focus')) this.search.value = inputs.search ?? '';
    refill(this.sort, [h('option', { value: '' }, strings.sort), ...columns.flatMap(name =>
      [h('option', { value: name }, name + ' ↑'), h('option', { value: '-' + name }, name + ' ↓')])]);
    this.sort.value = inputs.sort?.split(',')[0] ?? '';
    this.offer(commands);
    this.fill(document, y);
  }

  offer(commands) {
    refill(this.buttons, Object.keys(commands).map(name => this.button(name, () => this.run(name))));
  }

  fill(document, y) {
    this.view.hidden = this.list.node.hidden = !document.sections;
    this.kept = `grid-${document.screen + location.pathname.split('/', 2)}`;
    if (!document.sections) y === undefined || scrollTo(0, y);
    else if (this.list.across || !kept(this.kept)) this.list.update(document, y);
    else import('./cards.js').then(({ turn }) => turn(this, true, y));
  }

  button(name, onclick) {
    const { title, enabled } = this.document.commands[name];
    return h('button', { disabled: enabled === false, className: 'primary', onclick }, title);
  }

  async run(name) {
    (await import('./form.js')).askFor(this, name);
  }

  async send(name, values, row, expected, isMeant) {
    const { error, navigate } = await this.connection.command(name, values, row, expected, isMeant);
    if (navigate && this.path === location.pathname) this.go(navigate);
    return error;
  }
}
