import { strings } from '../../phrases-scenes.js';
import { paintOf, sayIn } from './format.js';
import { sayPoint, ticks } from './series.js';

const SVG = 'http://www.w3.org/2000/svg';

/* The parts of a letter's height that a letter is wide, and that stand around labels. */
const LETTER = .56;
const GAP = .6;

/* The most letters of a label along x, and the most points that are marked. */
const LETTERS = 14;
const DOTS = 40;

function make(tag, className) {
  const node = document.createElementNS(SVG, tag);
  if (className) node.setAttribute('class', className);
  return node;
}

/* Sets geometry as style, so that a style sheet animates it. */
function set(node, values) {
  for (const name in values) {
    const value = name === 'd' ? `path("${values[name]}")` : `${values[name]}px`;
    node.style.setProperty(name, value);
  }
}

const short = text => text.length > LETTERS ? `${text.slice(0, LETTERS - 1)}…` : text;

/**
 * The drawing of a chart with axes. Marks are kept by the ids of their rows, and a style sheet
 * animates what a change moves.
 */
export class Plot {
  node = make('svg', 'plot');
  grid = make('g', 'grid');
  marks = make('g', 'marks');
  labels = make('g', 'labels');
  known = new Map();

  constructor(press) {
    this.press = press;
    this.node.append(this.grid, this.marks, this.labels);
    this.node.setAttribute('role', 'img');
  }

  /** Draws data in a size. `isStill` draws it without moving what was drawn. */
  draw(data, kind, { width, height, letter }, isStill) {
    Object.assign(this, { data, kind, letter, width, used: new Set() });
    this.node.classList.toggle('still', isStill);
    this.node.setAttribute('viewBox', `0 0 ${width} ${height}`);
    const isSpark = kind === 'spark';
    this.steps = this.scale(height);
    const words = this.steps.map(step => sayIn(step, data.series[0]?.option));
    const longest = Math.max(0, ...words.map(({ length }) => length));
    const left = isSpark ? 2 : (longest * LETTER + GAP) * letter;
    const last = short(data.categories.at(-1)?.label ?? '').length * LETTER * letter / 2;
    this.box = {
      left,
      right: width - (isSpark || /bar|stacked/.test(kind) ? 5 : Math.max(6, last)),
      top: isSpark ? 3 : letter * .6,
      bottom: height - (isSpark ? 3 : letter * 1.7),
    };
    if (!isSpark) this.drawAxes(words);
    if (/bar|stacked/.test(kind)) this.drawBars();
    else this.drawLines();
    for (const [key, node] of this.known) {
      if (this.used.has(key)) continue;
      node.remove();
      this.known.delete(key);
    }
  }

  /* Returns the numbers beside the axis, of which the first and the last are its ends. */
  scale(height) {
    const { data: { points, categories }, kind } = this;
    const values = points.map(({ value }) => value);
    if (kind === 'stacked') {
      for (const [place] of categories.entries()) {
        const here = points.filter(({ category }) => category === place);
        for (const sign of [1, -1]) {
          values.push(here.reduce((sum, { value }) => sum + (value * sign > 0 ? value : 0), 0));
        }
      }
    }
    const low = Math.min(...values, Infinity);
    const high = Math.max(...values, -Infinity);
    if (!Number.isFinite(low)) return [0, 1];
    const isLoose = /line|spark/.test(kind) && low > 0 && low > high * .6;
    const isWhole = values.every(Number.isInteger);
    const count = Math.max(2, Math.min(5, Math.floor(height / (this.letter * 3.2))));
    return ticks(isLoose ? low : Math.min(0, low), isLoose ? high : Math.max(0, high), count,
      isWhole);
  }

  y(value) {
    const { steps, box: { top, bottom } } = this;
    const [low, high] = [steps[0], steps.at(-1)];
    return bottom - (value - low) / (high - low || 1) * (bottom - top);
  }

  /* Returns the middle of a category, and the width that each has. */
  x(place) {
    const { box: { left, right }, data: { categories }, kind } = this;
    const count = categories.length || 1;
    const isBand = /bar|stacked/.test(kind);
    const band = (right - left) / (isBand ? count : Math.max(1, count - 1));
    const lead = isBand ? band / 2 : 0;
    return { band, middle: count < 2 && !isBand ? (left + right) / 2 : left + lead + place * band };
  }

  /* Returns the node with a key, which is made if it is new. */
  part(key, tag, parent, className) {
    this.used.add(key);
    const isNew = !this.known.has(key);
    if (isNew) {
      this.known.set(key, make(tag, className));
      parent.append(this.known.get(key));
    }
    return { node: this.known.get(key), isNew };
  }

  drawAxes(words) {
    const { box, data: { categories }, letter, labels, grid } = this;
    this.steps.forEach((step, place) => {
      const key = `y${step}`;
      const y = this.y(step);
      const { node: line } = this.part(`line ${key}`, 'path', grid, step === 0 ? 'zero' : '');
      set(line, { d: `M${box.left} ${y}H${box.right}` });
      const { node } = this.part(`text ${key}`, 'text', labels, 'on-y');
      node.textContent = words[place];
      node.style.translate = `${box.left - letter * .5}px ${y + letter * .34}px`;
    });
    const texts = categories.map(({ label }) => short(label));
    const widest = Math.max(0, ...texts.map(({ length }) => length)) * LETTER * letter + letter;
    const { band } = this.x(0);
    const every = Math.max(1, Math.ceil(widest / band));
    const last = texts.length - 1;
    texts.forEach((text, place) => {
      if ((last - place) % every) return;
      const { node } = this.part(`x${text}${place}`, 'text', labels, 'on-x');
      node.textContent = text;
      const half = text.length * LETTER * letter / 2;
      const at = Math.max(half, Math.min(this.width - half, this.x(place).middle));
      node.style.translate = `${at}px ${box.bottom + letter * 1.4}px`;
    });
  }

  /* Gives a mark its text on hover, and what a press leads to. */
  dress(node, point) {
    const { categories, series } = this.data;
    const { label } = categories[point.category];
    const name = series.length > 1 ? `${series[point.kind].label}, ${label}` : label;
    const words = strings.point(name, sayPoint(point, this.data));
    if (!node.firstChild) node.append(make('title'));
    if (node.firstChild.textContent !== words) node.firstChild.textContent = words;
    node.classList.toggle('leads', !!point.href);
    node.onclick = point.href ? () => this.press(point) : null;
  }

  drawBars() {
    const { data: { points, series, categories }, kind, marks, letter } = this;
    const isStacked = kind === 'stacked';
    const sums = new Map();
    for (const point of points) {
      const { band, middle } = this.x(point.category);
      const whole = Math.min(band * .72, letter * 5);
      const width = isStacked ? whole : whole / series.length;
      const x = middle - whole / 2 + (isStacked ? 0 : width * point.kind);
      const sum = `${point.category}${Math.sign(point.value)}`;
      const base = isStacked ? sums.get(sum) ?? 0 : 0;
      sums.set(sum, base + point.value);
      const [from, to] = [this.y(base), this.y(base + point.value)];
      const { node, isNew } = this.part(point.id, 'rect', marks, 'pillar');
      const box = { x, width: Math.max(1, width - (series.length > 1 && !isStacked ? 2 : 0)) };
      if (isNew) {
        set(node, { ...box, y: this.y(0), height: 0 });
        node.getBoundingClientRect();
      }
      node.style.fill = (series.length < 2 && paintOf(categories[point.category].color))
        || series[point.kind].color;
      set(node, { ...box, y: Math.min(from, to), height: Math.max(0, Math.abs(from - to)
        - (isStacked ? 1 : 0)) });
      this.dress(node, point);
    }
  }

  drawLines() {
    const { data: { points, series }, kind, marks } = this;
    const isFilled = /area|spark/.test(kind);
    series.forEach(({ color }, place) => {
      const own = points.filter(point => point.kind === place);
      if (!own.length) return;
      const at = own.map(({ category, value }) => [this.x(category).middle, this.y(value)]);
      const way = at.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L');
      if (isFilled) {
        const floor = kind === 'spark' ? this.box.bottom + 3 : this.y(Math.max(0, this.steps[0]));
        const { node } = this.part(`area${place}`, 'path', marks, 'area');
        node.style.fill = color;
        set(node, { d: `M${way}L${at.at(-1)[0]} ${floor}L${at[0][0]} ${floor}Z` });
      }
      const { node } = this.part(`way${place}`, 'path', marks, 'way');
      node.style.stroke = color;
      set(node, { d: `M${way}` });
      own.forEach((point, index) => {
        const isLast = index === own.length - 1;
        if (own.length > DOTS && !isLast) return;
        const { node } = this.part(point.id, 'circle', marks, 'dot');
        node.classList.toggle('last', isLast);
        node.style.fill = color;
        set(node, { cx: at[index][0], cy: at[index][1] });
        this.dress(node, point);
      });
    });
  }
}
