import { write } from '../core/dom.js';
import { own } from '../core/value.js';
import { types } from './columns.js';
import { setAttributes } from './roles.js';

/* Returns the column that titles come from, if that is certain. */
function titleColumn(columns, fields, declared) {
  const isText = name => /text|any/.test(own(declared, name)?.type ?? 'any');
  const texts = columns.filter(name => !Object.hasOwn(fields, name) && isText(name));
  const likely = texts.filter(name => /^(first.?name|name|title)$/i.test(name));
  const [name, other] = likely.length ? likely : texts;
  return other || /first/i.test(name) ? undefined : name;
}

const orders = { '': 'none', '-': 'descending', '+': 'ascending' };

/* Returns the sign of a column in a sort parameter: `+`, `-` or nothing. */
function signOf(name, sort) {
  if (sort === name) return '+';
  return sort === '-' + name ? '-' : '';
}

/** Makes the labels of a table buttons that sort it. */
export function dressHeaders(list, screen) {
  const { labels, node, nodes } = list;
  const { columns, inputs, sections, cells } = screen.document;
  const [sort] = inputs.sort.split(',');
  const [id] = sections[0].rows;
  const first = nodes.get('r' + id).firstChild.children;
  [...labels.children].forEach((label, place) => {
    const name = place
      ? label.title
      : titleColumn(columns, cells[id].fields ?? {}, types(screen));
    if (!columns.includes(name)) return;
    if (!place && write(label, name)) label.ariaLabel = null;
    label.dataset.type = first[place]?.dataset.type ?? '';
    const sign = signOf(name, sort);
    const next = { '': name, '+': '-' + name, '-': '' }[sign];
    setAttributes(label, { ariaSort: orders[sign] });
    label.tabIndex = -1;
    label.onclick = () => screen.select('sort', next);
  });
  node.onkeydown = event => steer(event, list);
}

/* Moves the focus between the labels, and from and to the first row. */
function steer(event, list) {
  const { key, target } = event;
  const labels = [...list.labels.children];
  const heads = labels.filter(label => label.ariaSort && label.checkVisibility());
  const place = heads.indexOf(target);
  const way = getComputedStyle(list.labels).direction === 'rtl' ? -1 : 1;
  const places = {
    ArrowRight: place + way,
    ArrowLeft: place - way,
    Home: 0,
    End: heads.length - 1,
  };
  const isFromRows = key === 'ArrowUp' && target.closest('.row')?.line === 0;
  const beside = place < 0 ? undefined : heads[places[key]];
  const next = isFromRows ? heads[0] : beside;
  if (next) next.focus();
  else if (place < 0) return;
  else if (/^(Enter| )$/.test(key)) target.click();
  else if (key === 'ArrowDown') list.reach(0, labels.indexOf(target));
  else return;
  event.preventDefault();
}
