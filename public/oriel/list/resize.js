import { direction, element } from '../core/dom.js';
import { keep } from './kept.js';

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

/** Makes a column wider or narrower by a step, and keeps that for the next visit. */
export function widen(list, place, way) {
  resize(list, place, list.widths[place] + way * STEP);
  store(list);
}

/** Adds to the label of a column the grip that resizes it. A double press undoes that. */
export function addGrip(label, list, place) {
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
