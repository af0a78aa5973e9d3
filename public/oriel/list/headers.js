import { direction, element } from '../core/dom.js';
import { keep } from './kept.js';
import { setAttributes } from './roles.js';
import { sortable, spellName } from './terms.js';

/* The narrowest column, and the step of the keyboard, in rem. */
const LEAST = 3;
const STEP = 1;

const nameOf = (list, place) => place ? list.names[place - 1] : '';

/* Gives a column a width in rem, or its first one. */
function resize(list, place, width) {
  const { connection } = list.screen;
  const { [nameOf(list, place)]: old, ...others } = connection.layout?.widths ?? {};
  const set = width && { [nameOf(list, place)]: Math.max(LEAST, Math.round(width * 10) / 10) };
  connection.layout = { ...connection.layout, widths: { ...others, ...set } };
  list.layOut(list.names);
  list.place();
}

const store = ({ screen: { connection } }) => keep(connection, {});

/* Makes a column wider or narrower by a step, and keeps that for the next visit. */
function widen(list, place, way) {
  resize(list, place, list.widths[place] + way * STEP);
  store(list);
}

/* Adds to the label of a column the grip that resizes it. A double press undoes that. */
function addGrip(label, list, place) {
  if (label.grip?.isConnected) return;
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  let start;
  label.grip = element('i', {
    className: 'grip',
    ariaHidden: true,
    onclick: event => event.stopPropagation(),
    ondblclick: () => {
      resize(list, place);
      store(list);
    },
    onpointerdown: event => {
      label.grip.setPointerCapture(event.pointerId);
      event.preventDefault();
      start = { x: event.clientX, width: label.offsetWidth / rem };
    },
    onpointermove: ({ clientX }) => {
      const moved = start && (clientX - start.x) * direction(label);
      if (start) resize(list, place, start.width + moved / rem);
    },
    onpointerup: () => {
      if (start) store(list);
      start = undefined;
    },
  });
  label.append(label.grip);
}

const orders = { '': 'none', '-': 'descending', '+': 'ascending' };

/* Returns the sign of some columns in a sort parameter: `+`, `-` or nothing. */
function signOf(names, sort) {
  const [first] = names;
  const [term] = sort.split(',');
  if (term === first) return '+';
  return term === '-' + first ? '-' : '';
}

/* Returns the sort parameter that a press on a header leads to. */
function next(names, sign) {
  if (sign === '-') return '';
  return names.map(name => (sign && '-') + name).join(',');
}

/** Makes the labels of a table buttons that sort it, with grips that resize the columns. */
export function dressHeaders(list, screen) {
  const { labels, node, names } = list;
  const { inputs, titleColumns } = screen.document;
  const columns = sortable(screen.document);
  [...labels.children].forEach((label, place) => {
    const sorting = place ? names.slice(place - 2, place - 1) : titleColumns;
    if (place === 1) return;
    addGrip(label, list, place && place - 1);
    if (!sorting.length || !sorting.every(name => columns.includes(name))) return;
    const spelled = sorting.map(spellName);
    const sign = signOf(spelled, inputs.sort);
    setAttributes(label, { ariaSort: orders[sign] });
    if (label !== list.keys.stop) label.tabIndex = -1;
    label.onclick = () => screen.select('sort', next(spelled, sign));
  });
  node.onkeydown = event => steer(event, list);
  if (!list.lines) list.keys.aim();
}

/* Moves the focus between the labels, and from and to the first row. Shift resizes a column. */
function steer(event, list) {
  const { key, target, shiftKey } = event;
  const labels = [...list.labels.children].filter(label => label.checkVisibility());
  const heads = labels.filter(label => label.ariaSort);
  const place = heads.indexOf(target);
  const side = { ArrowRight: 1, ArrowLeft: -1 }[key] * direction(list.labels);
  const places = { Home: 0, End: heads.length - 1 };
  const isFromRows = key === 'ArrowUp' && target.closest('.row')?.line === 0;
  const beside = place < 0 ? undefined : heads[places[key] ?? place + side];
  const next = isFromRows ? heads[0] : beside;
  if (side && shiftKey && place >= 0) widen(list, labels.indexOf(target), side);
  else if (next) next.focus();
  else if (place < 0) return;
  else if (/^(Enter| )$/.test(key)) target.click();
  else if (key === 'ArrowDown') list.reach(0, labels.indexOf(target));
  else return;
  event.preventDefault();
}
