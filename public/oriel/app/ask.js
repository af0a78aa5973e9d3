import { element } from '../core/dom.js';

/* The pixels between a menu and the left edge of the page. */
const MARGIN = 8;

function actionButton({ id, title, role, color, enabled }, choose) {
  const button = element('button', {
    className: role === 'destructive' ? 'danger' : '',
    disabled: enabled === false,
    onclick: () => choose(id),
  }, title);
  if (color) button.style.setProperty('--color', color);
  return button;
}

/* Puts a menu below the element that opened it. */
function placeBeside(node, anchor) {
  const { right, bottom } = anchor.getBoundingClientRect();
  node.style.left = Math.max(MARGIN, right - node.offsetWidth) + 'px';
  node.style.top = Math.min(bottom, innerHeight - node.offsetHeight) + 'px';
}

/**
 * Asks a question in a dialog, or in a menu beside an anchor. `answer` receives the id of the
 * chosen action, or null. Returns the function that closes the dialog without an answer.
 */
export function ask({ style, title, message, actions }, answer, anchor, extra = '') {
  let isDone = false;

  const choose = id => {
    if (isDone) return;
    isDone = true;
    for (const button of buttons) button.disabled = true;
    answer(id);
  };

  const buttons = actions.map(action => actionButton(action, choose));
  const heading = element('h2', {}, title);
  const text = element('p', {}, message ?? '');
  const choices = element('div', { className: 'choices' }, ...buttons);
  const node = element('dialog', {
    className: 'ask ' + (anchor ? 'menu' : style),
    ariaLabel: title,
    onclose: () => {
      node.remove();
      choose(null);
    },
    onclick: ({ target }) => {
      if (anchor && target === node) node.close();
    },
  }, heading, text, extra, choices);
  document.body.append(node);
  node.showModal();
  if (anchor) placeBeside(node, anchor);

  return () => {
    isDone = true;
    node.close();
  };
}
