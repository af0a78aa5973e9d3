import { h } from './dom.js';
import { dialog } from './form.js';

const formats = { csv: 'CSV, for spreadsheets', json: 'JSON', ndjson: 'NDJSON, a row a line' };

/** Asks in which form all rows of a list are wanted, and downloads them: as they are filtered and sorted. */
export function choose({ route, title, window }) {
  const choices = Object.keys(formats).map((value, i) => h('input', { type: 'radio', name: 'format', value, checked: !i }));
  const rows = h('p', {}, window.approximate ? 'All rows.' : `${window.total.toLocaleString()} rows.`);
  dialog(`Export ${title}`, h('button', { className: 'primary' }, 'Download'),
    [rows, ...choices.map(choice => h('label', { className: 'choice' }, choice, ' ' + formats[choice.value]))], async () => {
      const { value } = choices.find(({ checked }) => checked);
      h('a', { href: route.replace(/\?|$/, at => `:${value}${at}`), download: '' }).click();
    });
}
