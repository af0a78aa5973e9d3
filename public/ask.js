import { h } from './dom.js';

export function ask({ style, title, message, actions }, answer, anchor, extra = '') {
  let isDone = false;
  const choose = id => {
    if (isDone) return;
    isDone = true;
    for (const button of buttons) button.disabled = true;
    answer(id);
  };
  const buttons = actions.map(({ id, title, role, color, enabled }) => {
    const className = role === 'destructive' ? 'danger' : '';
    const button = h('button', { className, disabled: enabled === false, onclick: () => choose(id) }, title);
    if (color) button.style.setProperty('--color', color);
    return button;
  });
  const node = h('dialog', {
    className: 'ask ' + (anchor ? 'menu' : style),
    ariaLabel: title,
    onclose() {
      node.remove();
      choose(null);
    },
    onclick({ target }) {
      if (anchor && target === node) node.close();
    },
  }, h('h2', {}, title), h('p', {}, message ?? ''), extra, h('div', { className: 'choices' }, ...buttons));
  document.body.append(node);
  node.showModal();
  if (anchor) {
    const { right, bottom } = anchor.getBoundingClientRect();
    node.style.left = Math.max(8, right - node.offsetWidth) + 'px';
    node.style.top = Math.min(bottom, innerHeight - node.offsetHeight) + 'px';
  }
  return () => {
    isDone = true;
    node.close();
  };
}
