import { strings } from '../../phrases-scenes.js';
import { arrange } from '../core/arrange.js';
import { animate, direction, element, write } from '../core/dom.js';
import { sheet } from '../core/sheet.js';
import { own } from '../core/value.js';
import { fillCard } from './card.js';
import { showOffers } from './chips.js';
import { dragCards } from './drag.js';
import { colorOf, paintOf } from './format.js';
import { entriesFor, menuButton } from './rows.js';
import TableScreen from './table.js';

await sheet('/oriel/scene/board.css');

/* The most cards of a board. */
const MOST = 500;

/* Milliseconds in which a card glides to another place. */
const GLIDE = 300;

/* Milliseconds for which a card stays where it was dropped after the server has replied. */
const PATIENCE = 1000;

/* One lane: its name, how many cards it has, and the cards. */
class Lane {
  name = element('h2');
  count = element('small');
  cards = element('ul');
  none = element('p', { className: 'no-card' }, strings.noCard);
  node = element('section', { className: 'lane' },
    element('div', { className: 'lane-title' }, this.name, this.count), this.cards, this.none);

  constructor(value) {
    this.value = value;
    this.node.lane = value;
  }

  show(title, count, color) {
    write(this.name, title);
    write(this.count, `${count}`);
    this.cards.ariaLabel = strings.laneOf(title, count);
    this.none.hidden = count > 0;
    this.node.style.setProperty('--lane', color === undefined ? 'var(--edge)' : paintOf(color));
  }
}

/**
 * A list as lanes of cards. Moving a card to another lane runs the command `drop` of its row. The
 * card is in its new lane at once, and goes back if the command is refused.
 */
class Board {
  first = 0;
  node = element('div', { className: 'board' });
  told = element('p', { className: 'unseen', role: 'status' });
  lanes = new Map();
  cards = new Map();
  moved = new Map();

  constructor(screen) {
    this.screen = screen;
    dragCards(this);
    this.node.addEventListener('keydown', event => this.press(event));
  }

  place() {}

  /* Returns the lanes in order, each with its title and the rows that stand in it. */
  lay({ sections, lanes: { order = [] } = {}, cells }) {
    const names = [...new Set([...order.map(String), ...sections.map(({ id }) => id)])];
    const titles = new Map(sections.map(({ id, title }) => [id, title]));
    const rows = new Map(names.map(name => [name, []]));
    const counts = new Map(sections.map(({ id, count }) => [id, count]));
    for (const { id, rows: ids } of sections) {
      for (const row of ids) if (this.moved.get(row) === id) this.moved.delete(row);
      for (const row of ids) rows.get(this.laneOf(row, id, names)).push(row);
    }
    return names.map(name => ({
      name,
      title: titles.get(name) ?? (name === '~n' ? strings.unset : name),
      rows: rows.get(name).filter(id => own(cells, id)),
      count: Math.max(rows.get(name).length, this.moved.size ? 0 : counts.get(name) ?? 0),
    }));
  }

  /* Returns the lane of a row: the one that it was dropped on, until the server has replied. */
  laneOf(row, lane, names) {
    const moved = this.moved.get(row);
    return moved !== undefined && names.includes(moved) ? moved : lane;
  }

  update(document, y) {
    const { window } = document;
    this.document = document;
    if (window.count < Math.min(MOST, window.total)) {
      this.screen.connection.move({ start: 0, count: MOST });
    }
    this.draw(y === undefined);
    if (y !== undefined) scrollTo(0, y);
  }

  draw(isLively) {
    const { document } = this;
    const before = new Map([...this.cards].map(([id, card]) => [id, card.getBoundingClientRect()]));
    const column = own(document.columnOptions, document.lanes?.column);
    const laid = this.lay(document);
    this.names = laid.map(({ name }) => name);
    for (const { name } of laid) if (!this.lanes.has(name)) this.lanes.set(name, new Lane(name));
    arrange(this.node, [...laid.map(({ name }) => this.lanes.get(name).node), this.told]);
    const kept = new Set(laid.flatMap(({ rows }) => rows));
    for (const id of this.cards.keys()) if (!kept.has(id)) this.cards.delete(id);
    const { activeElement } = globalThis.document;
    for (const { name, title, rows, count } of laid) {
      const lane = this.lanes.get(name);
      lane.title = title;
      arrange(lane.cards, rows.map(id => this.card(id, name)));
      lane.show(title, count, colorOf(name, column));
    }
    if (activeElement.isConnected) activeElement.focus?.({ preventScroll: true });
    if (isLively) this.glide(before);
  }

  card(id, lane) {
    const cell = this.document.cells[id];
    if (!this.cards.has(id)) this.cards.set(id, this.makeCard(id));
    const node = this.cards.get(id);
    const isMovable = !!cell.can?.includes('drop');
    node.lane = lane;
    node.classList.toggle('movable', isMovable);
    node.classList.toggle('pending', this.moved.has(id));
    if (node.cell === cell) return node;
    node.cell = cell;
    const [link] = node.children;
    if (cell.href) link.href = cell.href;
    else link.removeAttribute('href');
    link.tabIndex = 0;
    fillCard(node, link, id, cell, this.document);
    const has = isMovable || entriesFor(this.screen, id).length > 0;
    node.tools.hidden = !has;
    node.tools.firstChild.ariaLabel = strings.does(strings.more, cell.title || id);
    return node;
  }

  makeCard(id) {
    const link = element('a', { className: 'card', draggable: false });
    const button = menuButton(id, () => this.entries(id));
    button.tabIndex = 0;
    const tools = element('span', { className: 'tools' }, button);
    const entries = () => this.entries(id);
    return Object.assign(element('li', {}, link, tools), { row: id, tools, entries });
  }

  /* Returns the entries of a card's menu: its commands, and the lanes that it may go to. */
  entries(id) {
    const card = this.cards.get(id);
    const commands = entriesFor(this.screen, id);
    const isMovable = card.classList.contains('movable');
    const others = isMovable ? this.names.filter(name => name !== card.lane) : [];
    const moves = others.map(name => ({
      title: strings.moveTo(this.lanes.get(name).title),
      run: () => this.move(id, name, true),
    }));
    return [...commands, ...commands.length && moves.length ? [null] : [], ...moves];
  }

  /* Moves cards from where they were to their places. */
  glide(before) {
    for (const [id, card] of this.cards) {
      const old = before.get(id);
      if (!old) {
        animate(card, { opacity: 0, scale: .96 }, GLIDE);
        continue;
      }
      const now = card.getBoundingClientRect();
      const [x, y] = [old.x - now.x, old.y - now.y];
      if (x || y) animate(card, { translate: `${x}px ${y}px`, zIndex: 3 }, GLIDE);
    }
  }

  /** Moves a card to another lane, and back if the server refuses that. */
  async move(id, lane, mayFocus) {
    const card = this.cards.get(id);
    const { lane: from, cell } = card;
    if (lane === from || !cell.can?.includes('drop')) return;
    const title = cell.title || id;
    this.moved.set(id, lane);
    this.draw(true);
    if (mayFocus) card.firstChild.focus({ preventScroll: true });
    card.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    write(this.told, strings.moved(title, this.lanes.get(lane).title));
    const { error } = await this.screen.send('drop', { lane }, id);
    // The change comes before the reply, unless it is one of another table.
    if (!error) await new Promise(resolve => setTimeout(resolve, PATIENCE));
    if (this.moved.get(id) === lane) this.moved.delete(id);
    if (this.node.isConnected) this.draw(true);
    this.screen.tell(error);
    if (error) write(this.told, strings.notMoved(title, this.lanes.get(from)?.title ?? from));
  }

  /* Returns the card beside, above or below another. */
  neighbour({ lane, parentNode, row }, key, side) {
    const cards = [...parentNode.children];
    const place = cards.findIndex(card => card.row === row);
    if (!side) return cards[place + (key === 'ArrowDown' ? 1 : -1)];
    let at = this.names.indexOf(lane) + side;
    while (this.names[at] !== undefined) {
      const { children } = this.lanes.get(this.names[at]).cards;
      if (children.length) return children[Math.min(place, children.length - 1)];
      at += side;
    }
  }

  /* Arrows lead to other cards. With Alt they move the card. */
  press(event) {
    const { key, altKey, target, ctrlKey, metaKey } = event;
    const card = target.closest('li');
    if (!card || ctrlKey || metaKey || !/^Arrow/.test(key)) return;
    const side = ({ ArrowRight: 1, ArrowLeft: -1 }[key] ?? 0) * direction(this.node);
    event.preventDefault();
    if (altKey) {
      const next = side && this.names[this.names.indexOf(card.lane) + side];
      if (next) this.move(card.row, next, true);
      return;
    }
    const next = this.neighbour(card, key, side);
    next?.firstChild.focus();
    next?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
}

/** Draws a declared list as a board: lanes of cards, which are moved by pointer, touch and keys. */
export default class BoardScreen extends TableScreen {
  makeList() {
    return new Board(this);
  }

  fill(document, y) {
    this.view.hidden = true;
    this.node.classList.add('on-board');
    this.list.update(document, y);
    showOffers(this);
  }
}
