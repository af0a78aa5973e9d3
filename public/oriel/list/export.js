import { strings } from '../../phrases.js';
import { element } from '../core/dom.js';
import { dialog, primaryButton } from '../form/dialog.js';

/** Asks for a format, and downloads all rows of a list as it is filtered and sorted. */
export default function chooseExport({ document: { route, title, window } }) {
  const formats = Object.keys(strings.formats);
  const choices = formats.map((value, index) =>
    element('input', { type: 'radio', name: 'format', value, checked: !index }));
  const labels = choices.map(choice =>
    element('label', { className: 'choice' }, choice, ' ' + strings.formats[choice.value]));
  const count = window.approximate ? strings.all : strings.rows(window.total);
  const body = [element('p', {}, count), ...labels];
  dialog(strings.exportOf(title), primaryButton(strings.fetch), body, async () => {
    const { value } = choices.find(({ checked }) => checked);
    const href = route.replace(/\?|$/, end => `:${value}${end}`);
    element('a', { href, download: '' }).click();
  });
}
