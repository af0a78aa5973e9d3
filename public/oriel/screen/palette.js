import { strings } from '../../phrases.js';
import { element } from '../core/dom.js';
import { dialog } from '../form/dialog.js';
import { Finder } from './finder.js';

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

/** Opens the palette: tables, views, commands of the screen, and rows by their text. */
export function showPalette() {
  const commands = commandsOf(() => node.close());
  const finder = new Finder({ commands: () => commands });
  const node = dialog(strings.search, null, [finder.node]);
  if (!node) return;
  node.classList.add('palette');
  node.addEventListener('close', () => finder.search?.abort());
  finder.field.focus();
  finder.start();
}

/** Shows the keys of the page. */
export function showKeys() {
  const lines = Object.entries(strings.keyList).map(([keys, effect]) => {
    const names = keys.split(' ').map(key => element('kbd', {}, key));
    return element('div', {}, element('dt', {}, ...names), element('dd', {}, effect));
  });
  dialog(strings.keys, null, [element('dl', { className: 'keys' }, ...lines)])
    ?.querySelector('button').focus();
}
