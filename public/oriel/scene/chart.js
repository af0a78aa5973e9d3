import { strings } from '../../phrases-scenes.js';
import { arrange } from '../core/arrange.js';
import { animate, element, refill, write } from '../core/dom.js';
import { labelOf, sayIn } from './format.js';
import { Plot } from './plot.js';
import { readChart, sayPoint, summarize } from './series.js';

/* The bars of a list: labels, numbers and thin bars, in the order of the rows. */
class Bars {
  node = element('ol', { className: 'bars' });
  lines = new Map();

  draw(data) {
    const { points, categories } = data;
    const largest = Math.max(...points.map(({ value }) => value), 0) || 1;
    const before = new Map([...this.lines].map(([id, line]) => [id, line.offsetTop]));
    const isNew = !this.lines.size;
    const ids = new Set(points.map(({ id }) => id));
    for (const id of this.lines.keys()) if (!ids.has(id)) this.lines.delete(id);
    arrange(this.node, points.map(point => {
      const { label, color } = categories[point.category];
      if (!this.lines.has(point.id)) this.lines.set(point.id, this.make());
      const line = this.lines.get(point.id);
      const [head, number, bar] = line.children;
      const { href } = point;
      const link = href ? element('a', { href }, label) : element('bdi', {}, label);
      if (!head.firstChild?.isEqualNode(link)) head.replaceChildren(link);
      write(number, sayPoint(point, data));
      bar.style.setProperty('--part', Math.max(0, point.value / largest));
      bar.style.setProperty('--fill', data.series.length > 1 ? data.series[point.kind].color : '');
      line.dataset.color = color ?? '';
      return line;
    }));
    for (const [id, line] of this.lines) {
      const way = before.get(id) - line.offsetTop;
      if (way) animate(line, { translate: `0 ${way}px` }, 300);
      else if (!before.has(id) && !isNew) animate(line, { opacity: 0 }, 400);
    }
  }

  make() {
    const bar = element('span', { className: 'meter' }, element('i'));
    return element('li', {}, element('span'), element('strong'), bar);
  }
}

/**
 * A chart: an image whose name sums it up, and the same values as a table. A change moves only
 * the marks of the rows that have changed.
 */
export class ChartView {
  legend = element('ul', { className: 'legend' });
  stage = element('div', { className: 'stage' });
  latest = element('strong', { className: 'latest' });
  table = element('table');
  values = element('div', { className: 'values behind' }, this.table);
  none = element('p', { className: 'none' });
  toggle = element('button', {
    className: 'as-table', ariaPressed: false, onclick: () => this.turn(),
  });
  node = element('figure', { className: 'chart' }, this.latest, this.legend, this.stage, this.none,
    this.values, this.toggle);

  constructor() {
    this.observer = new ResizeObserver(() => this.document && this.redraw(true));
    this.observer.observe(this.stage);
    this.nameToggle();
  }

  update(document) {
    const { chart: { kind } = {}, title } = document;
    if (!kind) return;
    const isOther = this.document?.chart.kind !== kind;
    this.document = document;
    this.data = readChart(document);
    this.node.dataset.kind = kind;
    if (isOther) {
      const linkTo = row => this.table.querySelector(`[data-row="${CSS.escape(row)}"]`);
      const press = ({ row }) => linkTo(row)?.click();
      this.drawing = kind === 'list' ? new Bars() : new Plot(press);
      this.stage.replaceChildren(this.drawing.node);
    }
    this.none.hidden = this.data.points.length > 0;
    write(this.none, strings.noData);
    this.redraw(isOther);
    if (kind !== 'list') this.drawing.node.setAttribute('aria-label', summarize(title, this.data));
    const last = this.data.points.at(-1);
    this.latest.hidden = kind !== 'spark' || !last;
    if (kind === 'spark' && last) write(this.latest, sayPoint(last, this.data));
    this.toggle.hidden = kind === 'list' || !last;
    this.values.hidden = kind === 'list';
    this.showLegend(kind);
    this.showValues();
  }

  redraw(isStill) {
    const { stage, data, document: { chart: { kind } } } = this;
    if (kind === 'list') return this.drawing.draw(data);
    const { clientWidth: width, clientHeight: height } = stage;
    if (!width || !height) return;
    const letter = parseFloat(getComputedStyle(stage).fontSize);
    this.drawing.draw(data, kind, { width, height, letter }, isStill);
  }

  showLegend(kind) {
    const { series } = this.data;
    const items = series.length > 1 && kind !== 'list' ? series : [];
    this.legend.hidden = !items.length;
    refill(this.legend, items.map(({ label, color }) => {
      const dot = element('i');
      dot.style.background = color;
      return element('li', {}, dot, label);
    }));
  }

  /* Shows the values as a table, of which only what has changed is replaced. */
  showValues() {
    const { data: { categories, series, points }, table, document } = this;
    const { chart: { x }, columnOptions, title } = document;
    const heads = [labelOf(x, columnOptions), ...series.map(({ label }) => label)];
    const byCategory = categories.map((_, place) => points.filter(one => one.category === place));
    const rows = categories.map(({ label }, place) => {
      const { href, row } = byCategory[place][0] ?? {};
      const name = href ? element('a', { href, 'data-row': row }, label) : label;
      const cells = series.map((kind, index) => {
        const found = byCategory[place].find(point => point.kind === index);
        return element('td', {}, found ? sayIn(found.value, kind.option) : strings.nothing);
      });
      return element('tr', {}, element('th', { scope: 'row' }, name), ...cells);
    });
    if (!table.tHead) table.append(element('caption'), element('thead'), element('tbody'));
    const [caption, head, body] = table.children;
    write(caption, title);
    const columns = heads.map(text => element('th', { scope: 'col' }, text));
    refill(head, [element('tr', {}, ...columns)]);
    refill(body, rows);
  }

  /* Shows the table in place of the image, or the image again. */
  turn() {
    const isTable = this.values.classList.toggle('behind') === false;
    this.toggle.ariaPressed = isTable;
    this.stage.classList.toggle('behind', isTable);
    this.nameToggle();
    if (!isTable) this.redraw(true);
  }

  nameToggle() {
    const isTable = this.toggle.ariaPressed === 'true';
    const title = isTable ? strings.asChart : strings.asTable;
    Object.assign(this.toggle, { title, ariaLabel: title, textContent: isTable ? '◔' : '▤' });
  }
}
