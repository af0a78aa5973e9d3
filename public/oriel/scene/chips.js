import { locale, strings } from '../../phrases-scenes.js';
import { element, refill } from '../core/dom.js';
import { tryToRead } from '../core/read.js';
import { here, routeWith } from '../core/router.js';
import { countsRoute, filtersOf, routeWithFilters, spell } from '../list/terms.js';
import { labelOf } from './format.js';
import { openMenu } from './menu.js';

/* The most entries of the menu of a chip. */
const MOST = 40;

/* The letters of a date that name a year, a month or a day. */
const LETTERS = { year: 4, month: 7, day: 10 };

const forms = {
  year: { year: 'numeric' },
  month: { year: 'numeric', month: 'long' },
  day: { year: 'numeric', month: 'short', day: 'numeric' },
};

/* Returns a part of a date in the words of the reader. */
const sayPeriod = (text, by) => {
  const date = new Date(`${text}${'-01-01'.slice(0, 10 - text.length)}T00:00Z`);
  if (!Number.isFinite(+date)) return text;
  return date.toLocaleDateString(locale, { ...forms[by], timeZone: 'UTC' });
};

/* Returns the periods between two dates as texts, the latest first. */
function periods(first, last, by) {
  const found = [];
  const date = new Date(last);
  const start = new Date(first).toISOString().slice(0, LETTERS[by]);
  if (by !== 'day') date.setUTCDate(1);
  while (found.length < MOST) {
    const text = date.toISOString().slice(0, LETTERS[by]);
    if (text < start) break;
    found.push(text);
    if (by === 'day') date.setUTCDate(date.getUTCDate() - 1);
    else if (by === 'month') date.setUTCMonth(date.getUTCMonth() - 1);
    else date.setUTCFullYear(date.getUTCFullYear() - 1);
  }
  return found;
}

/* Returns the filter that a chip of a column sets, if it is set. */
const setBy = (screen, { column, by }) =>
  screen.document.inputs.filters?.find(filter => filter.column === column
    && filter.comparison === (by ? 'starts' : ''));

/* Sets the filter of a chip's column, or removes it. */
function choose(screen, { column, by }, value) {
  const name = spell(column, by ? 'starts' : '', screen.document.columns);
  const added = value === undefined ? [] : [[name, value]];
  screen.go(routeWithFilters(screen, filtersOf(screen, column), added), 'replace');
}

/* Returns the choices of a chip: values with their counts, or periods. */
async function choicesOf({ document }, { column, by }) {
  const route = countsRoute(document, column, by ? 'range' : '');
  const { sections = [], cells = {} } = await tryToRead(route, `window=0,${MOST}`);
  const rows = sections.flatMap(({ rows }) => rows).map(id => ({ id, ...cells[id] }));
  if (!by) {
    return rows.map(({ id, title, fields: { value, count } }) => ({
      id,
      title: value === null ? strings.absent : title || strings.unnamed,
      note: count.toLocaleString(locale),
    }));
  }
  const bars = rows.filter(({ fields: { value } }) => Number.isFinite(Date.parse(value)));
  if (!bars.length) return [];
  // The end of the last bar is not in it.
  const last = Date.parse(bars.at(-1).fields.end ?? bars.at(-1).fields.value) - 1;
  return periods(bars[0].fields.value, last, by).map(id => ({ id, title: sayPeriod(id, by) }));
}

const keyOf = ({ column }, value) => JSON.stringify([column, value]);

/* Reads the choices of a chip, and keeps their titles for what the chip says. */
async function readChoices(screen, chip) {
  const choices = await choicesOf(screen, chip);
  for (const { id, title } of choices) screen.titles.set(keyOf(chip, id), title);
  return choices;
}

/* Finds the title of the value that a chip has set, which may be the key of another row. */
async function findTitle(screen, chip, value) {
  const key = keyOf(chip, value);
  if (screen.titles.has(key)) return;
  screen.titles.set(key, value);
  await readChoices(screen, chip);
  if (screen.titles.get(key) !== value && screen.node.isConnected) showOffers(screen);
}

async function openChoices(screen, chip, button) {
  const label = labelOf(chip.column, screen.document.columnOptions);
  const set = setBy(screen, chip)?.value;
  const choices = await readChoices(screen, chip);
  if (!button.isConnected) return;
  const entries = choices.map(({ id, title, note }) => ({
    title,
    note,
    isChecked: id === set,
    run: () => choose(screen, chip, id === set ? undefined : id),
  }));
  const all = {
    title: strings.anyValue(label),
    isChecked: set === undefined,
    run: () => choose(screen, chip),
  };
  openMenu(button, label, [all, ...entries.length ? [null, ...entries] : []]);
}

/* Switches a named chip on or off. */
function toggle(screen, name) {
  const { chips } = screen.document;
  const isOn = chip => chip.name === name ? !chip.active : chip.active;
  const names = chips.filter(chip => chip.name && isOn(chip)).map(chip => chip.name);
  screen.go(routeWith(here(), 'chip', names.join()), 'replace');
}

const isLiteral = filter => /~n/.test(filter.value);

/* Returns the text of the filter that a chip of a column has set. */
function sayFilter(screen, filter, chip) {
  if (isLiteral(filter)) return strings.absent;
  if (chip.by) return sayPeriod(filter.value, chip.by);
  findTitle(screen, chip, filter.value);
  return screen.titles.get(keyOf(chip, filter.value));
}

function makeChip(screen, chip) {
  if (chip.name) return element('button', { ariaPressed: !!chip.active }, chip.title ?? chip.name);
  const label = labelOf(chip.column, screen.document.columnOptions);
  const filter = setBy(screen, chip);
  const text = filter ? `${label}: ${sayFilter(screen, filter, chip)}` : label;
  return element('button', {
    className: 'opens',
    ariaPressed: !!filter,
    ariaHasPopup: 'menu',
    ariaExpanded: false,
  }, text);
}

/* Hides the usual chips of filters that a declared chip shows, and of the declared section. */
function hideDoubles({ chips: usual, document: { inputs } }, declared) {
  const { filters = [], search, section } = inputs;
  const isOwn = new URLSearchParams(location.search).has('section');
  const last = usual?.children[filters.length + !!search];
  if (last && section) last.hidden = !isOwn;
  filters.forEach((filter, place) => {
    const isShown = declared.some(({ column, by }) => column === filter.column
      && filter.comparison === (by ? 'starts' : ''));
    const node = usual?.children[place];
    if (node) node.hidden = isShown;
  });
  const left = usual?.querySelectorAll('.chip:not([hidden])').length;
  const clear = usual?.querySelector(':scope > button');
  if (clear) clear.hidden = left < 2;
}

/** Shows the chips that a list declares: some are on or off, others offer values of a column. */
export function showOffers(screen) {
  const { chips = [] } = screen.document;
  if (!screen.offers && !chips.length) return hideDoubles(screen, chips);
  if (!screen.offers) {
    screen.offers = element('p', { className: 'offers', role: 'group', ariaLabel: strings.offers });
    screen.help.after(screen.offers);
  }
  screen.titles ??= new Map();
  const { offers, chips: usual } = screen;
  if (usual && offers.nextSibling !== usual) offers.after(usual);
  const place = [...offers.children].indexOf(document.activeElement);
  refill(offers, chips.map(chip => makeChip(screen, chip)));
  if (place >= 0 && document.activeElement === document.body) offers.children[place]?.focus();
  offers.onclick = ({ target }) => {
    const button = target.closest('button');
    const chip = screen.document.chips[[...offers.children].indexOf(button)];
    if (chip?.name) toggle(screen, chip.name);
    else if (chip) openChoices(screen, chip, button);
  };
  hideDoubles(screen, chips);
}
