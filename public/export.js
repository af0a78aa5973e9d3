import { h } from './dom.js';
import { dialog } from './form.js';
import { strings } from './phrases.js';

export function choose({ route, title, window }) {
  const choices = Object.keys(strings.formats).map((value, i) => h('input', { type: 'radio', name: 'format', value, checked: !i }));
  const rows = h('p', {}, window.approximate ? strings.all : strings.rows(window.total));
  dialog(strings.exportOf(title), h('button', { className: 'primary' }, strings.fetch),
    [rows, ...choices.map(choice => h('label', { className: 'choice' }, choice, ' ' + strings.formats[choice.value]))], async () => {
      const { value } = choices.find(({ checked }) => checked);
      h('a', { href: route.replace(/\?|$/, at => `:${value}${at}`), download: '' }).click();
    });
}
