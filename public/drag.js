const EDGE = 64, MOST = 20;

const under = (rows, x, y) => {
  const boxes = rows.map(row => ({ row, ...row.getBoundingClientRect().toJSON() })).filter(({ left, right }) => left <= x && x <= right);
  const far = ({ top, bottom }) => Math.max(top - y, 0, y - bottom);
  return boxes.sort((a, b) => far(a) - far(b))[0]?.row;
};

export function drag(node, { pointerId, clientY }, drop) {
  const list = node.closest('.flow, .lines'), { bottom } = document.querySelector('header').getBoundingClientRect();
  const held = clientY - node.getBoundingClientRect().top, listeners = { pointermove, pointerup: end, pointercancel: end };
  let y = clientY, shift = 0, frame;

  function follow() {
    const above = bottom + EDGE - y, below = y + EDGE - innerHeight;
    if (above > 0 || below > 0) scrollBy(0, Math.min(MOST, Math.max(below, 0) / 3) - Math.min(MOST, Math.max(above, 0) / 3));
    if (node.isConnected) node.style.translate = `0 ${shift += y - held - node.getBoundingClientRect().top}px`;
    frame = requestAnimationFrame(follow);
  }

  function pointermove(event) {
    if (event.pointerId !== pointerId) return;
    y = event.clientY;
    frame ?? follow();
  }

  function end(event) {
    if (event.pointerId !== pointerId) return;
    for (const type in listeners) removeEventListener(type, listeners[type]);
    cancelAnimationFrame(frame);
    node.removeAttribute('data-dragged');
    node.style.translate = '';
    const over = event.type === 'pointerup' && under([...list.querySelectorAll('li.row')], event.clientX, event.clientY);
    if (over && over !== node) drop(over, event.clientY);
  }

  node.setAttribute('data-dragged', '');
  for (const type in listeners) addEventListener(type, listeners[type]);
}
