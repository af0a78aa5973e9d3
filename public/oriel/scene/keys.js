import { strings } from '../../phrases-scenes.js';

/* Where letters are typed. */
const TYPED = 'input:not([type=checkbox]), textarea, select, dialog, [contenteditable]';

/** Returns the properties of a button that a key presses together with Alt. */
export const shortcut = key =>
  key && { ariaKeyShortcuts: `Alt+${key.toUpperCase()}`, title: say(key) };

/** Returns a key of a command for people. */
export const say = key => key && strings.withAlt(key.toUpperCase());

/* Returns the letter or digit of an event. Some layouts type signs with Alt. */
const letterOf = ({ key, code }) =>
  /^[a-z0-9]$/i.test(key) ? key.toLowerCase() : code.replace(/^Key|^Digit/, '').toLowerCase();

/* Returns the command of the row that the focus is in. */
function commandOfRow(node, key) {
  while (node && !node.entries) node = node.parentElement;
  return node?.entries().find(entry => entry?.key === key)?.run;
}

addEventListener('keydown', event => {
  const { altKey, ctrlKey, metaKey, shiftKey, repeat, target } = event;
  const isHeld = altKey && !ctrlKey && !metaKey && !shiftKey && !repeat;
  if (!isHeld || target.closest?.(TYPED)) return;
  const key = letterOf(event);
  const { ariaKeyShortcuts } = shortcut(key);
  const button = [...document.querySelectorAll('main button:not(:disabled)')]
    .find(node => node.ariaKeyShortcuts === ariaKeyShortcuts && node.checkVisibility());
  const run = button ? () => button.click() : commandOfRow(target, key);
  if (!run) return;
  event.preventDefault();
  run();
});
