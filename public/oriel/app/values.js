import { locale, strings } from '../../phrases.js';
import { element } from '../core/dom.js';
import { own, text } from '../core/value.js';
import { render, show } from '../screen/value.js';

/** Returns a name as people write it: `homePageURL` is `Home page URL`. */
export function label(name) {
  const words = name.replaceAll('_', ' ').replace(/[A-Z]+(?![a-z])|[A-Z]/g, (part, place) => {
    if (!place) return part;
    const isAcronym = part.length > 1;
    return ' ' + (isAcronym ? part : part.toLowerCase());
  });
  return words.replace(/^./, first => first.toUpperCase());
}

const isObject = value => Object(value) === value;

function objectNodes(object) {
  const isListOfTexts = object.some?.(isObject) === false;
  if (isListOfTexts) return object.map(text).join(', ');
  return element('dl', {}, ...lines(object));
}

function timeNode(date) {
  const format = { dateStyle: 'medium', timeStyle: 'short' };
  return element('time', { dateTime: date }, new Date(date).toLocaleString(locale, format));
}

/* Returns the text or element for a value without a link. */
function shownValue(value) {
  if (value === null) return element('span', { className: 'null' }, '–');
  if (value === true) return strings.yes;
  if (value === false) return strings.no;
  if (value.toFixed) {
    return value.toLocaleString(locale, { useGrouping: 'min2', maximumFractionDigits: 6 });
  }
  if (isObject(value)) return objectNodes(value);
  if (/^https?:\/\/\S+$/.test(value)) return element('a', { href: value }, value);
  return /^\d{4}(-\d\d){2}T[\d:.]+Z$/.test(value) ? timeNode(value) : show(value);
}

/** Returns the nodes for a value by its type: numbers, dates, addresses, objects, blobs. */
export function value(value, link) {
  if (value?.href || link) return [...render(value, link).childNodes];
  return [shownValue(value)];
}

/**
 * Returns the lines of a description list for values by name. `replace` may draw one itself.
 * `titles` has the titles of some.
 */
export function lines(values, links, replace = () => '', titles) {
  return Object.keys(values).map(name => {
    const nodes = replace(name) || value(values[name], own(links, name));
    const title = element('dt', {}, own(titles, name) ?? label(name));
    return element('div', {}, title, element('dd', {}, ...nodes));
  });
}
