/* The pixels from the top and the bottom of the page where dragging scrolls. */
const EDGE = 64;

/* The most pixels that one frame scrolls. */
const FASTEST = 20;

/* Returns the row under a point, or the one nearest to it. */
function under(rows, x, y) {
  const far = row => {
    const { left, right, top, bottom } = row.getBoundingClientRect();
    if (x < left || x > right) return Infinity;
    return Math.max(top - y, 0, y - bottom);
  };
  const all = rows.map(row => [row, far(row)]).filter(([, distance]) => distance < Infinity);
  return all.sort(([, a], [, b]) => a - b)[0]?.[0];
}

/**
 * Makes a row follow the pointer, and scrolls the page near its edges. `drop` receives the row
 * that this one was dropped over, or the nearest one, and the height of the pointer.
 */
export function drag(node, { pointerId, clientY }, drop) {
  const list = node.closest('.flow, .lines');
  const { bottom } = document.querySelector('header').getBoundingClientRect();
  const held = clientY - node.getBoundingClientRect().top;
  const listeners = { pointermove: move, pointerup: end, pointercancel: end };
  let y = clientY;
  let shift = 0;
  let frame;

  function scroll() {
    const above = bottom + EDGE - y;
    const below = y + EDGE - innerHeight;
    if (above <= 0 && below <= 0) return;
    const down = Math.min(FASTEST, Math.max(below, 0) / 3);
    const up = Math.min(FASTEST, Math.max(above, 0) / 3);
    scrollBy(0, down - up);
  }

  function follow() {
    scroll();
    if (node.isConnected) {
      shift += y - held - node.getBoundingClientRect().top;
      node.style.translate = `0 ${shift}px`;
    }
    frame = requestAnimationFrame(follow);
  }

  function move(event) {
    if (event.pointerId !== pointerId) return;
    y = event.clientY;
    if (frame === undefined) follow();
  }

  function end(event) {
    if (event.pointerId !== pointerId) return;
    for (const type in listeners) removeEventListener(type, listeners[type]);
    cancelAnimationFrame(frame);
    node.removeAttribute('data-dragged');
    node.style.translate = '';
    if (event.type !== 'pointerup') return;
    const over = under([...list.querySelectorAll('li.row')], event.clientX, event.clientY);
    if (over && over !== node) drop(over, event.clientY);
  }

  node.setAttribute('data-dragged', '');
  for (const type in listeners) addEventListener(type, listeners[type]);
}
