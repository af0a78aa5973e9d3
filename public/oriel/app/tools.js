import { strings } from '../../phrases-app.js';
import { element } from '../core/dom.js';
import { stamp } from '../list/template.js';
import { ask } from './ask.js';
import { drag } from './drag.js';
import { sources } from './image.js';
import { swipe } from './swipe.js';

const tool = (title, text, onclick) =>
  element('button', { className: 'tool', title, ariaLabel: title, onclick }, text);

/**
 * The commands of rows, by buttons, menus, swiping and dragging. `run` runs a command of a row,
 * `find` returns the document of the rows.
 */
export class Tools {
  sources = sources;

  constructor(run, find) {
    Object.assign(this, { run, find });
  }

  /** Adds image, buttons and menu to a row. Returns whether a template drew its content. */
  dress(node, id, cell) {
    const { can = [], actions = [], image, title, href } = cell;
    const isStamped = stamp(node, cell);
    const key = JSON.stringify([isStamped, can, actions, image, title, href]);
    if (node.dressed === key) return isStamped;
    Object.assign(node, { dressed: key, row: id });
    const [columns] = node.children;
    const choices = this.choicesFor(cell);
    const picture = image && !isStamped ? [element('img', { src: image, alt: '' })] : [];
    this.makeTappable(node, id, cell);
    swipe(node, title, choices, choice => this.pick(id, choice));
    node.replaceChildren(columns, ...picture, this.buttons(node, id, cell, choices));
    return isStamped;
  }

  /* Returns the actions of a row. A row with a form is deleted there. */
  choicesFor({ can = [], actions = [], href }) {
    const isEdited = href && can.includes('edit');
    const isDeleted = can.includes('delete') && !isEdited;
    const erase = { title: strings.delete, role: 'destructive' };
    return [...actions, ...isDeleted ? [erase] : []];
  }

  makeTappable(node, id, { can = [], href }) {
    const isTapped = can.includes('select');
    const link = node.firstChild.querySelector('a');
    node.onclick = node.onkeydown = isTapped ? event => this.tap(id, event) : null;
    link.role = isTapped && !href ? 'button' : null;
    node.style.cursor = isTapped ? 'pointer' : '';
  }

  buttons(node, id, { can = [], title }, choices) {
    const tools = element('span', { className: 'tools' });
    if (can.includes('insert')) {
      tools.append(tool(strings.insert, '+', () => this.run('insert', id)));
    }
    if (can.includes('move')) {
      const up = tool(strings.up, '↑', () => this.move(id, -1));
      const down = tool(strings.down, '↓', () => this.move(id, 1));
      tools.append(this.grip(node), up, down);
    }
    if (choices.length) {
      const open = event => this.menu(id, title, choices, event.target);
      tools.append(tool(strings.more, '⋯', open));
    }
    return tools;
  }

  tap(row, event) {
    const isPress = /^( |Enter)$/.test(event.key ?? ' ');
    if (!isPress || event.target.closest('[href], .tools, .mark')) return;
    event.preventDefault();
    this.run('select', row);
  }

  menu(row, title, choices, anchor) {
    const actions = choices.map((choice, id) => ({ ...choice, id }));
    const close = ask({ title, actions }, chosen => {
      close();
      if (chosen !== null) this.pick(row, choices[chosen]);
    }, anchor);
  }

  pick(row, { id: action }) {
    if (action === undefined) this.run('delete', row);
    else this.run('action', row, { action });
  }

  /* Makes the handle that a row is dragged by. */
  grip(node) {
    const grip = element('button', {
      className: 'tool grip',
      title: strings.drag,
      ariaLabel: strings.drag,
      tabIndex: -1,
    }, '⠿');
    grip.onpointerdown = event => {
      const { row } = node;
      const from = this.place(row);
      grip.setPointerCapture(event.pointerId);
      drag(node, event, (over, y) => this.drop(row, from, over, y));
    };
    return grip;
  }

  /* Returns the section of a row, and its place there. */
  place(id) {
    const { sections, window } = this.find();
    const number = sections.findIndex(({ rows }) => rows.includes(id));
    if (number < 0) return;
    const { start, rows } = sections[number];
    return { section: window.section + number, at: start + rows.indexOf(id) };
  }

  /* Moves a row before or behind another. Its new place is counted without itself. */
  drop(id, from, over, y) {
    const { top, height } = over.getBoundingClientRect();
    const place = this.place(over.row);
    if (!place) return;
    const { section, at } = this.place(id) ?? from;
    const isBehind = y > top + height / 2;
    const to = place.at + isBehind;
    const isBefore = section === place.section && at < to;
    this.run('move', id, { to: to - isBefore, section: place.section });
  }

  /* Moves a row up or down, at an end of its section into the next one. */
  move(id, way) {
    const { sections, window } = this.find();
    const number = sections.findIndex(({ rows }) => rows.includes(id));
    const { start, rows, count } = sections[number];
    const to = start + rows.indexOf(id) + way;
    if (to >= 0 && to < count) {
      this.run('move', id, { to, section: window.section + number });
      return;
    }
    const next = sections[number + way];
    if (!next) return;
    const end = way > 0 ? 0 : next.count;
    this.run('move', id, { to: end, section: window.section + number + way });
  }
}
