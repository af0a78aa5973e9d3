import { element } from '../core/dom.js';

/* Pixels that a mouse moves, and milliseconds that a finger rests, before a card is taken. */
const FAR = 5;
const REST = 220;

/* Pixels at the edge of the board that scroll it, and how far each frame. */
const EDGE = 48;
const STEP = 14;

/* A card that is being moved: its picture follows the pointer. */
class Drag {
  constructor(board, card, event) {
    const box = card.getBoundingClientRect();
    Object.assign(this, { board, card, x: event.clientX, y: event.clientY, box });
    this.picture = card.cloneNode(true);
    this.picture.removeAttribute('role');
    this.picture.ariaHidden = true;
    this.picture.inert = true;
    this.layer = element('div', { className: 'dragged scene board' }, this.picture);
    Object.assign(this.layer.style, {
      left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`,
    });
    document.body.append(this.layer);
    card.classList.add('taken');
    board.node.classList.add('dragging');
    this.roll();
  }

  move({ clientX, clientY }) {
    Object.assign(this, { atX: clientX, atY: clientY });
    this.layer.style.translate = `${clientX - this.x}px ${clientY - this.y}px`;
    this.aim();
  }

  /* Marks the lane below the pointer. */
  aim() {
    const lane = document.elementsFromPoint(this.atX, this.atY)
      .map(node => node.closest('.lane')).find(Boolean);
    if (lane === this.lane) return;
    this.lane?.classList.remove('over');
    this.lane = lane;
    lane?.classList.add('over');
  }

  /* Scrolls the board while the pointer is at its edge. */
  roll() {
    this.frame = requestAnimationFrame(() => this.roll());
    const { left, right } = this.board.node.getBoundingClientRect();
    const isAfter = this.atX > Math.min(innerWidth, right) - EDGE;
    const isBefore = this.atX < Math.max(0, left) + EDGE;
    if (!isAfter && !isBefore) return;
    this.board.node.scrollLeft += isAfter ? STEP : -STEP;
    this.aim();
  }

  end(isDropped) {
    const { board, card, lane, layer } = this;
    cancelAnimationFrame(this.frame);
    const from = layer.getBoundingClientRect();
    const isMoved = isDropped && lane && lane.lane !== card.lane;
    if (isMoved) board.move(card.row, lane.lane);
    layer.remove();
    lane?.classList.remove('over');
    card.classList.remove('taken');
    board.node.classList.remove('dragging');
    for (const animation of card.getAnimations()) animation.cancel();
    const to = card.getBoundingClientRect();
    const way = `${from.x - to.x}px ${from.y - to.y}px`;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    card.animate([{ translate: way, zIndex: 3, offset: 0 }], { duration: 200, easing: 'ease-out' });
  }
}

/** Lets cards of a board be dragged: by a mouse at once, by a finger after a moment of rest. */
export function dragCards(board) {
  const { node } = board;
  let drag;
  let waiting;
  let listening;
  let wasDragged = false;

  const begin = event => {
    clearTimeout(waiting.timer);
    drag = new Drag(board, waiting.card, event);
    waiting = undefined;
    drag.move(event);
  };
  const end = isDropped => {
    const ended = drag;
    clearTimeout(waiting?.timer);
    listening?.abort();
    drag = waiting = undefined;
    if (!ended) return;
    wasDragged = true;
    ended.end(isDropped);
    setTimeout(() => wasDragged = false);
  };
  const move = event => {
    if (drag) return drag.move(event);
    const isFar = Math.hypot(event.clientX - waiting.x, event.clientY - waiting.y) > FAR;
    if (isFar && waiting.isTouch) end();
    else if (isFar) begin(event);
  };
  const listen = () => {
    listening = new AbortController();
    const { signal } = listening;
    addEventListener('pointermove', move, { signal });
    addEventListener('pointerup', () => end(true), { signal });
    addEventListener('pointercancel', () => end(false), { signal });
    addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal });
  };

  node.addEventListener('pointerdown', event => {
    const { button, isPrimary, pointerType, target, clientX, clientY } = event;
    const card = target.closest('.movable');
    if (!card || button || !isPrimary || target.closest('.tools')) return;
    end(false);
    wasDragged = false;  // the click of this press is another one, however late timers are
    waiting = { card, x: clientX, y: clientY, isTouch: pointerType === 'touch' };
    if (waiting.isTouch) waiting.timer = setTimeout(() => waiting && begin(event), REST);
    listen();
  });
  node.addEventListener('touchmove', event => drag && event.preventDefault(), { passive: false });
  node.addEventListener('contextmenu', event => {
    if (drag || waiting?.isTouch) event.preventDefault();
  });
  node.addEventListener('click', event => {
    if (!wasDragged) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  node.addEventListener('dragstart', event => event.preventDefault());
}
