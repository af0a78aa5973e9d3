import { strings } from '../../phrases.js';
import { element } from '../core/dom.js';
import { own } from '../core/value.js';
import { dialog } from '../form/dialog.js';
import { Finder } from './finder.js';

/* Whether keys that are pressed on an element are typed into it, or lead through a list. */
const takesKeys = target =>
  target.closest('input, textarea, select, dialog, .editor, .row, [contenteditable]');

/* Returns the commands of the present screen: the buttons of its bar. */
function commandsOf(close) {
  const bar = document.querySelector('main .title');
  const buttons = bar?.querySelectorAll('button:not([hidden], :disabled, .more)') ?? [];
  return [...buttons].map(button => ({
    title: button.textContent,
    run: () => {
      close();
      button.click();
    },
  }));
}

/* Finds tables, views, commands of the screen, and rows by their text, unless a dialog is open. */
function showPalette() {
  if (document.querySelector('dialog[open]')) return;
  const commands = commandsOf(() => node.close());
  const finder = new Finder({ commands: () => commands });
  const node = dialog(strings.search, null, [finder.node]);
  node.classList.add('palette');
  node.addEventListener('close', () => finder.search?.abort());
  finder.field.focus();
  finder.start();
}

/* Shows the keys of the page. */
function showKeys() {
  const lines = Object.entries(strings.keyList).map(([keys, effect]) => {
    const names = keys.split(' ').map(key => element('kbd', {}, key));
    return element('div', {}, element('dt', {}, ...names), element('dd', {}, effect));
  });
  dialog(strings.keys, null, [element('dl', { className: 'keys' }, ...lines)])
    ?.querySelector('button').focus();
}

/* Moves the focus to the search of the page, or opens the palette if it has none. */
function focusSearch() {
  const fields = [...document.querySelectorAll('main input[type=search]')];
  const field = fields.find(node => node.checkVisibility());
  if (!field) return showPalette();
  field.focus();
  field.select();
}

/* Moves the focus from the search of the page to its rows. */
const enterRows = () => document.querySelector('.lines')?.list.keys.resume();

/* Presses a button of the page, if it is there and can be pressed. */
const press = name => document.querySelector(`main .bar > .${name}:not(:disabled)`)?.click();

/* What keys do that are not typed. */
const effects = {
  '/': focusSearch,
  '?': showKeys,
  p: () => press('previous'),
  n: () => press('next'),
};

/** Listens for the keys that work on every page. */
export function listen() {
  addEventListener('keydown', event => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
    const isHeld = ctrlKey || metaKey;
    const isPalette = /^k$/i.test(key) && isHeld && !altKey && !shiftKey;
    const isFree = !isHeld && !altKey && target.closest && !takesKeys(target);
    const isDown = key === 'ArrowDown' && target.type === 'search' && target.closest('.title');
    const open = isDown ? enterRows : isFree && own(effects, key);
    const run = isPalette ? showPalette : open;
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  }, true);
}
