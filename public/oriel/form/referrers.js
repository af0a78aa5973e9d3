import { strings } from '../../phrases.js';
import { element } from '../core/dom.js';
import { tryToRead } from '../core/read.js';

/* Whether a refusal names the table of a list. A schema may be left out. */
function isNamed(message, { href }) {
  const table = decodeURIComponent(href.split(/[/?]/)[1]).replace(/^~t/, '');
  const names = [table, table.replace(/^.*\./, '')];
  return names.some(name => message.includes(` ${name} `) || message.includes(` ${name},`));
}

const link = ({ href, title, count }) =>
  element('a', { href }, strings.term(title + ':', strings.rowCount(count)));

/** Returns links to the lists of the rows because of which a row could not be deleted. */
export async function referrers(href, { code, message, fields }) {
  if (!href || code !== 'invalid' || Object.keys(fields ?? {}).length) return [];
  const found = [];
  for (let start = 0, total = 1; start < total;) {
    const { sections = [], window } = await tryToRead(href, `window=${start},1`);
    const list = sections.find(({ count }) => count);
    if (!list) break;
    found.push(list);
    ({ total } = window);
    start += list.count;
  }
  return found.filter(list => list.href && isNamed(message, list)).map(link);
}
