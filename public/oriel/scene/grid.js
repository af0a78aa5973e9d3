import { own } from '../core/value.js';
import { Grid } from '../list/grid.js';
import { types } from '../list/terms.js';
import { alignOf, labelOf, put, shown } from './format.js';
import { offerAddition, offerCommands, offerForMany } from './rows.js';

/* The width of a column of usual width, of a letter, and of the space around a value, in rem. */
const USUAL = 8;
const LETTER = .53;
const SPACE = 1.9;

/* The letters of the values of columns in these formats, which are shorter than what is stored. */
const LETTERS = { relative: 13, since: 11, date: 12, days: 9, badge: 9, image: 4, percent: 6 };

/** A table whose columns have labels, formats and widths of their own, and rows with commands. */
export class SceneGrid extends Grid {
  constructor(ask, screen) {
    super(ask, screen);
    const { selection } = this;
    const show = selection.show.bind(selection);
    selection.show = () => {
      show();
      offerForMany(this);
    };
  }

  get options() {
    return this.screen.document.columnOptions;
  }

  /* Takes the declared widths, once for each estimate. */
  layOut(names) {
    if (this.fit !== this.scaled) this.fit = this.scaled = this.scale(names);
    super.layOut(names);
    this.headed = this.screen.document.headed ?? labelOf(this.headed, this.options);
  }

  scale(names) {
    const [title] = this.document.titleColumns;
    return this.fit.map((estimate, place) => {
      const name = place ? names[place - 1] : title;
      const { width, format } = own(this.options, name) ?? {};
      if (width) return Math.max(place ? 4 : 12, USUAL * width);
      const letters = LETTERS[format];
      if (!letters) return estimate;
      const label = labelOf(name, this.options).length + 2;
      return Math.max(label, letters) * LETTER + SPACE;
    });
  }

  nameCells(columns) {
    super.nameCells(columns);
    const { names, labels } = this;
    const isHead = columns === labels;
    [...columns.children].forEach((cell, place) => {
      if (place < 2 || cell.className === 'out') return;
      const name = names?.[place - 2] ?? cell.title;
      const label = labelOf(name, this.options);
      const align = alignOf(own(this.options, name));
      if (cell.dataset.align !== align) cell.dataset.align = align;
      if (isHead && cell.firstChild?.data) cell.firstChild.data = label;
      else if (!isHead && names && cell.dataset.label !== label) cell.dataset.label = label;
    });
  }

  dress(node, item) {
    super.dress(node, item);
    const { index, id, cell, section } = item;
    if (index >= 0) {
      this.formatRow(node);
      offerCommands(node, id, this.document.cells[id], this.screen);
    } else if (cell && node.className === 'heading') {
      offerAddition(node, section, this.screen);
    }
  }

  /* Shows the values of a row in the formats of their columns, in place of `format`. */
  formatRow(node) {
    const { cell, drawn, firstChild } = node;
    const isTold = node.told === cell && node.toldOf === drawn;
    Object.assign(node, { said: cell, saidOf: drawn, told: cell, toldOf: drawn });
    if (isTold) return;
    const { fields = {}, links } = cell;
    const names = this.names ?? Object.keys(fields);
    const declared = types(this.screen);
    for (const [place, name] of names.entries()) {
      const node = firstChild.children[place + 2];
      if (!node || node.className === 'out') continue;
      const value = own(fields, name);
      const content = shown(value, own(this.options, name), own(links, name), name,
        own(declared, name));
      put(node, value === undefined && !own(links, name) ? '' : content);
    }
  }

  draw(isLively, shift) {
    super.draw(isLively, shift);
    const { rowCommands } = this.screen.document;
    this.node.classList.toggle('commanded', !!Object.keys(rowCommands ?? {}).length);
  }

  /* Columns that are not to be edited in place are taken out of what the editor takes. */
  loadDesk() {
    super.loadDesk();
    if (this.isGuarded || !this.desk?.then) return;
    this.isGuarded = true;
    this.desk.then(() => {
      const { desk } = this;
      if (!desk) return;
      const takes = desk.takes.bind(desk);
      desk.takes = (name, value) =>
        own(this.options, name)?.edit === false ? undefined : takes(name, value);
    });
  }
}
