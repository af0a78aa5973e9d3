/* Whether keys that are pressed on an element are typed into it, or lead through a list. */
const takesKeys = target =>
  target.closest('input, textarea, select, dialog, .editor, .row, [contenteditable]');

/* Opens the palette, unless a dialog is open. */
async function openPalette() {
  const { showPalette } = await import('./palette.js');
  if (!document.querySelector('dialog[open]')) showPalette();
}

/* Moves the focus to the search of the page, or opens the palette if it has none. */
function focusSearch() {
  const fields = [...document.querySelectorAll('main input[type=search]')];
  const field = fields.find(node => node.checkVisibility());
  if (!field) return openPalette();
  field.focus();
  field.select();
}

async function openKeys() {
  const { showKeys } = await import('./palette.js');
  showKeys();
}

/** Listens for the keys that work on every page. */
export function listen() {
  addEventListener('keydown', event => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
    const isHeld = ctrlKey || metaKey;
    const isPalette = /^k$/i.test(key) && isHeld && !altKey && !shiftKey;
    const isFree = !isHeld && !altKey && target.closest && !takesKeys(target);
    const run = isPalette ? openPalette : isFree && { '/': focusSearch, '?': openKeys }[key];
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  }, true);
}
