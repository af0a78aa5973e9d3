import { h } from './dom.js';

/**
 * Puts a question in a dialog, which is left to whoever asks to close: `answer` hears the id of the action, or null.
 * Beside an anchor it is a menu.
 */
export function ask({ style, title, message, actions }, answer, anchor) {
  const choose = action => {
    for (const button of buttons) button.disabled = true;
    answer(action);
  };
  const buttons = actions.map(({ id, title, role, color, enabled }) => {
    const className = role === 'destructive' ? 'danger' : '';
    const button = h('button', { type: 'button', className, disabled: enabled === false, onclick: () => choose(id) }, title);
    button.style.color = color ?? '';
    return button;
  });
  const node = h('dialog', {
    className: 'ask ' + (anchor ? 'menu' : style),
    ariaLabel: title,
    oncancel(event) {
      event.preventDefault();
      choose(null);
    },
    onclose() {
      if (node.open === false && node.isConnected && !node.isDone) choose(null);
      node.remove();
    },
    onclick: ({ target }) => anchor && target === node && choose(null),
  }, h('h2', {}, title), message ? h('p', {}, message) : '', h('div', { className: 'choices' }, ...buttons));
  document.body.append(node);
  node.showModal();
  if (anchor) place(node, anchor.getBoundingClientRect());
  return () => {
    node.isDone = true;
    node.close();
  };
}

function place(node, { right, bottom }) {
  const { offsetWidth, offsetHeight } = node;
  node.style.margin = 0;
  node.style.left = Math.max(8, right - offsetWidth) + 'px';
  node.style.top = Math.max(8, Math.min(bottom, innerHeight - offsetHeight - 8)) + 'px';
}
