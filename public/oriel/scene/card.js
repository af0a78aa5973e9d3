import { strings } from '../../phrases-scenes.js';
import { element, flash, refill } from '../core/dom.js';
import { isScript, own, text } from '../core/value.js';
import { badge, labelOf, sayIn, shown } from './format.js';

/* Returns a field of a cell as text: of a reference its title. */
function textOf(cell, name, options) {
  const value = own(cell.fields, name);
  const title = own(cell.links, name)?.title;
  if (title) return title;
  return value === null || value === undefined ? '' : sayIn(value, { ...own(options, name) });
}

/* Returns the address of the image of a card. */
function imageOf(cell, name) {
  const value = own(cell.fields, name) ?? (name ? undefined : cell.image);
  const href = value?.href ?? value;
  return typeof href === 'string' && href && !isScript(href) ? href : undefined;
}

/** Makes a thin bar for a share. Screen readers read the label. */
export function meter(share, label) {
  const node = element('span', { className: 'meter', role: 'img', ariaLabel: label },
    element('i'));
  node.style.setProperty('--part', Math.max(0, Math.min(1, share || 0)));
  return node;
}

function makeBar(cell, { value, of }) {
  const done = own(cell.fields, value);
  const all = own(cell.fields, of);
  if (typeof done !== 'number') return [];
  const label = all === undefined ? sayIn(done) : strings.outOf(sayIn(done), sayIn(all));
  const share = all === undefined ? done / 100 : done / all;
  return [element('small', { className: 'measure' }, label), meter(share, label)];
}

/* Returns the parts of a card that show the fields which stand on it by default. */
function others(cell, { shown: names = [], columnOptions, titleColumns = [] }) {
  return names.filter(name => !titleColumns.includes(name) && own(cell.fields, name) != null
    && !own(cell.fields, name)?.href).slice(0, 3).map(name =>
    element('span', { className: 'line' },
      element('small', {}, labelOf(name, columnOptions)), ' ',
      shown(own(cell.fields, name), own(columnOptions, name),
        own(cell.links, name) && { title: own(cell.links, name).title }, name)));
}

/* Returns the parts of a card. */
function partsOf(id, cell, { card, columnOptions, ...document }) {
  const { title, subtitle, image, badge: state, bar } = card ?? {};
  const heading = (title && textOf(cell, title, columnOptions)) || cell.title || id;
  const under = subtitle ? textOf(cell, subtitle, columnOptions) : cell.subtitle ?? '';
  const value = own(cell.fields, state);
  const picture = imageOf(cell, image);
  return [
    element('b', {}, text(heading).trim()),
    ...under ? [element('small', { className: 'under' }, text(under))] : [],
    ...value === null || value === undefined ? [] : [badge(value, own(columnOptions, state))],
    ...bar ? makeBar(cell, bar) : [],
    ...card ? [] : others(cell, { ...document, columnOptions }),
    ...picture ? [element('img', { src: picture, alt: '', loading: 'lazy' })] : [],
  ];
}

/**
 * Fills a card with what its list declares: title, subtitle, badge, bar and image. Bars grow and
 * shrink. `node` flashes if the card showed something else.
 */
export function fillCard(node, place, id, cell, document) {
  const before = place.querySelector('.meter');
  const parts = partsOf(id, cell, document).map(part => {
    if (!before || part.className !== 'meter') return part;
    before.style.cssText = part.style.cssText;
    before.ariaLabel = part.ariaLabel;
    return before;
  });
  const isFilled = place.childElementCount > 0;
  refill(place, parts, () => isFilled && flash(node));
}
