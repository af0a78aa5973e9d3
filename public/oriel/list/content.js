import { strings } from '../../phrases.js';
import { write } from '../core/dom.js';
import { own, text } from '../core/value.js';
import { group } from '../form/argument.js';
import { hueOf, isEnumeration, rich, timeOf } from './rich.js';
import { types } from './terms.js';
import { WHOLE, widthOf } from './tracks.js';

/* The difference in degrees between two colours of tags. */
const STEP = 40;

/** Returns whether a list shows values as what they are: the lists of a database. */
export const isFormatted = ({ screen }) => {
  const { screen: kind, columns } = screen?.document ?? {};
  return !!columns || /^(database|row)$/.test(kind);
};

/** Shows the values of rows that have changed as what they are. Only writes to the page. */
export function format(list) {
  const { nodes, labels, names } = list;
  const { screen } = list;
  const about = { types: types(screen), tags: tagsOf(list), kind: screen.document.screen };
  for (const node of nodes.values()) {
    if (node.said === node.cell && node.saidOf === node.drawn) continue;
    Object.assign(node, { said: node.cell, saidOf: node.drawn });
    formatRow(node, list, about);
  }
  if (list.isTight) list.layOut(names);
  list.isTight = false;
  if (!names || !list.items.length) return;
  [...labels.children].forEach((label, place) => {
    const name = names[place - 2];
    const type = place > 1 && label.className !== 'out' ? typeOf(name, undefined, list, about) : '';
    if (label.dataset.type !== type) label.dataset.type = type;
  });
}

/* Returns the columns whose values are tags. That is decided once for a list. */
function tagsOf(list) {
  const { names, document: { cells } } = list;
  if (!names) return new Set();
  if (list.tagged === `${names}`) return list.tags;
  list.hues = new Map();
  const rows = Object.values(cells);
  const declared = types(list.screen);
  const isTag = name => {
    const { list, choices } = own(declared, name) ?? {};
    return !list && (choices || isEnumeration(rows.map(({ fields }) => own(fields, name))));
  };
  list.tags = new Set(names.filter(isTag));
  if (rows.length) list.tagged = `${names}`;
  return list.tags;
}

/* Returns the type of a value, or of the first known value of its column. */
function typeOf(name, cell, { document: { cells } }, { types }) {
  const argument = own(types, name);
  const linked = cell ?? Object.values(cells)[0];
  if (own(linked?.links, name) || argument?.list) return 'link';
  if (argument?.type) return argument.type;
  const value = own(cell?.fields, name);
  const isKnown = value => value !== undefined && value !== null;
  if (isKnown(value)) return typeof value;
  const known = Object.values(cells).find(({ fields }) => isKnown(own(fields, name)));
  return known ? typeof known.fields[name] : '';
}

/* Returns the colour of a tag. Up to nine tags in a column have colours that differ. */
function hueIn({ hues }, name, text) {
  if (!hues.has(name)) hues.set(name, new Map());
  const taken = hues.get(name);
  if (taken.has(text)) return taken.get(text);
  const first = Math.round(hueOf(text) / STEP) * STEP;
  const all = Array.from({ length: 360 / STEP }, (_, turn) => (first + turn * STEP) % 360);
  const used = new Set(taken.values());
  const hue = all.find(hue => !used.has(hue)) ?? all[0];
  taken.set(text, hue);
  return hue;
}

/* Shows a title that is one value as what it is: NULL, empty, or a time. */
function formatTitle({ firstChild }, { fields, title }, { document: { titleColumns } }, { types }) {
  const [name, more] = titleColumns;
  const value = more ? undefined : own(fields, name);
  if (value === undefined) return;
  const isNull = value === null;
  if (firstChild.classList.contains('null') !== isNull) firstChild.classList.toggle('null');
  const isNone = isNull || value === '';
  const time = timeOf(value, own(types, name));
  const shown = isNone ? text(value) : time?.textContent ?? title?.trim();
  if (isNone || shown) write(firstChild.querySelector('a'), shown);
}

function formatRow({ cell, firstChild }, list, about) {
  const { fields = {}, subtitle, template } = cell;
  const { children } = firstChild;
  if (about.kind === 'database') {
    const view = template === 'view' ? [strings.view] : [];
    write(children[1], [...view, ...subtitle ? [group(subtitle)] : []].join(' · '));
  }
  if (list.names && cell.template === 'row') formatTitle(firstChild, cell, list, about);
  const names = list.names ?? Object.keys(fields);
  for (let place = 2; place < children.length; place++) {
    const node = children[place];
    const name = names[place - 2] ?? node.title;
    if (node.className === 'out') node.said = undefined;
    else formatCell(node, name, cell, list, about, place - 1);
  }
}

/* Shows the value of a cell, unless the cell shows it. The place is that of its column. */
function formatCell(node, name, cell, list, about, place) {
  const value = own(cell.fields, name);
  const link = own(cell.links, name);
  const argument = own(about.types, name);
  const { said } = node;
  const isTag = about.tags.has(name);
  const isSame = said?.value === value && said?.link === link
    && said?.argument === argument && said?.isTag === isTag && said?.name === name;
  if (isSame) return;
  const type = typeOf(name, cell, list, about);
  if (node.dataset.type !== type) node.dataset.type = type;
  if (value === undefined && !list.isBare) return;
  const hue = isTag && typeof value === 'string' ? hueIn(list, name, value) : undefined;
  put(node, value === undefined ? '' : rich(value, argument, link, hue, name));
  node.said = { value, link, argument, isTag, name };
  if (list.names) fit(node, list, place);
}

/*
 * Widens the column of a short text that would be cut. Numbers that fit are marked: to clip the
 * text of each cell takes the browser more time than all the rest of a frame.
 */
function fit(node, list, place) {
  const width = widthOf(node.textContent) + (node.querySelector('.swatch') ? 1 : 0);
  const fits = width <= WHOLE;
  const isSure = fits && /^(integer|number)$/.test(node.dataset.type);
  if (node.hasAttribute('data-fits') !== isSure) node.toggleAttribute('data-fits');
  if (!fits || width <= list.fit[place]) return;
  list.fit[place] = width;
  list.isTight = true;
}

/* Gives a cell its content. Its links are reached by the arrow keys. */
function put(place, content) {
  const { childNodes: [old], childNodes } = place;
  const isOne = childNodes.length === 1;
  if (!content.nodeType && isOne && old.nodeType === 3) {
    if (old.data !== content) old.data = content;
    return;
  }
  const node = content.nodeType ? content : document.createTextNode(content);
  if (node.localName === 'a') node.tabIndex = -1;
  if (isOne && old.isEqualNode(node)) return;
  const wasHere = place.contains(document.activeElement) && document.activeElement !== place;
  place.replaceChildren(node);
  if (wasHere) (node.localName === 'a' ? node : place).focus({ preventScroll: true });
}
