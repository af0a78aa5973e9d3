import { h, own, refill, write } from './dom.js';
import { Field, say } from './field.js';
import { dialog } from './form.js';
import { tell } from './keys.js';
import { locale, strings } from './phrases.js';
import { here, routeOf, routeWith } from './router.js';
import { read } from './selection.js';

const MOST = 20;

export const group = text => text.replace(/\d{4,}/g, digits => (+digits).toLocaleString(locale));

export const types = screen => screen?.document.commands?.insert?.arguments;

export function dress(list) {
  const { screen, items, document: { window: { start, total, approximate } } } = list, { screen: kind, columns } = screen?.document ?? {};
  if (!columns && !/^(database|row)$/.test(kind)) return;
  const bar = screen.title.parentNode, { length } = items.filter(({ index }) => index >= 0);
  bar.dataset.printed = length < total ? group(strings.printed(start + 1, start + length, strings.total({ total, approximate }))) : '';
  screen.more ??= fold(screen, bar);
  screen.node.style.setProperty('--bar', bar.offsetHeight + 'px');
  if (list.keys) format(list, kind);
  if (columns) equip(screen, list, bar);
}

function fold({ node, total }, bar) {
  const button = h('button', { className: 'more', title: strings.more, ariaLabel: strings.more, ariaExpanded: false, onclick() {
    button.ariaExpanded = bar.classList.toggle('open');
    node.style.setProperty('--bar', bar.offsetHeight + 'px');
  } }, '⋯');
  total.after(button);
  return button;
}

function format({ nodes, screen }, kind) {
  for (const node of [...nodes.values()].reverse()) {
    const { cell, said } = node, { fields = {}, subtitle } = cell, [, below, ...cells] = node.firstChild.children;
    if (said === cell) continue;
    node.said = cell;
    if (kind === 'database' && subtitle) write(below, group(subtitle));
    cells.forEach((place, i) => {
      const name = Object.keys(fields)[i] ?? place.title, value = own(fields, name), argument = own(types(screen), name);
      place.dataset.type = argument?.type ?? (value === undefined ? node.nextSibling?.firstChild.children[i + 2]?.dataset.type : typeof value);
      if (value !== undefined && Object(value) !== value) write(place, say(value, argument));
    });
  }
}

function equip(screen, list, bar) {
  const place = new URLSearchParams(location.search).get('window');
  if (!screen.chips) {
    bar.after(screen.chips = h('p', { className: 'chips' }));
    if (types(screen)) screen.view.after(h('button', { onclick: () => ask(screen) }, strings.seek));
  }
  chip(screen);
  if (list.isLabelled) head(list, screen);
  if (place) {
    history.replaceState(history.state, '', routeWith(here(), 'window', ''));
    find(screen, place.replace(/,\d+$/, '')).then(item => lead(screen, item), () => {});
  }
  lead(screen);
  count(screen);
}

function count(screen) {
  const { chips, document: { route, window } } = screen, { total, approximate, searching } = window;
  if (approximate) write(screen.total, strings.total(window));
  screen.node.style.setProperty('--none', searching ? `"${strings.searching}"` : '');
  if (!screen.told) chips.after(screen.told = h('p', { className: 'unseen', role: 'status' }));
  else if (approximate || route === screen.route) return;
  else screen.told.textContent = total ? strings.rows(total) : strings.none;
  screen.route = route;
}

function chip(screen) {
  const { chips, document: { inputs: { filters = [], search, section } } } = screen, wasHere = chips.contains(document.activeElement);
  const set = [...filters.map(({ name, value, column, comparison }) => [name, value, column === undefined ? strings.term(name + ':', value)
    : strings.term(column, strings.comparisons[comparison] ?? comparison, say(value, own(types(screen), column)))]),
  ...search ? [['search', search, strings.term(strings.search + ':', search)]] : [], ...section ? [['section', section, strings.term(strings.sections + ':', section)]] : []];
  refill(chips, [...set.map(([, , text]) => h('button', { ariaLabel: strings.does(strings.clear, text) }, text)), ...set[1] ? [h('button', {}, strings.clearAll)] : []]);
  chips.onclick = ({ target }) => {
    const query = new URLSearchParams(location.search), at = [...chips.children].indexOf(target);
    for (const [name, value] of set[at] ? [set[at]] : set) query.delete(name, value);
    if (at >= 0) screen.go(routeOf(location.pathname, query));
  };
  if (wasHere && !chips.contains(document.activeElement)) (chips.firstChild ?? screen.filter).focus();
}

function called(columns, fields, declared) {
  const texts = columns.filter(name => !Object.hasOwn(fields, name) && /text|any/.test(own(declared, name)?.type ?? 'any'));
  const likely = texts.filter(name => /^(first.?name|name|title)$/i.test(name)), [name, other] = likely[0] ? likely : texts;
  return other || /first/i.test(name) ? undefined : name;
}

function head(list, screen) {
  const { labels, node, nodes } = list, { columns, inputs, sections, cells } = screen.document, [sort] = inputs.sort.split(','), [id] = sections[0].rows;
  [...labels.children].forEach((label, i) => {
    const name = i ? label.title : called(columns, cells[id].fields ?? {}, types(screen)), down = '-' + name;
    if (!columns.includes(name)) return;
    if (!i && write(label, name)) label.ariaLabel = null;
    label.dataset.type = nodes.get('r' + id).firstChild.children[i]?.dataset.type ?? '';
    tell(label, { ariaSort: sort === name ? 'ascending' : sort === down ? 'descending' : 'none' });
    Object.assign(label, { tabIndex: -1, onclick: () => screen.select('sort', sort === name ? down : sort === down ? '' : name) });
  });
  node.onkeydown = event => steer(event, list);
}

function steer(event, list) {
  const { key, target } = event, heads = [...list.labels.querySelectorAll('[aria-sort]')].filter(head => head.checkVisibility());
  const at = heads.indexOf(target), way = getComputedStyle(list.labels).direction === 'rtl' ? -1 : 1;
  const places = { ArrowRight: at + way, ArrowLeft: at - way, Home: 0, End: heads.length - 1 };
  const next = key === 'ArrowUp' && target.closest('.row')?.line === 0 ? 0 : at < 0 ? NaN : places[key];
  if (heads[next]) heads[next].focus();
  else if (at >= 0 && /^(Enter| )$/.test(key)) target.click();
  else if (at >= 0 && key === 'ArrowDown') list.reach(0, [...list.labels.children].indexOf(target));
  else return;
  event.preventDefault();
}

async function find({ list, document: { route } }, place) {
  const found = await read(route, `window=${encodeURIComponent(place)},1`), [id] = Object.keys(found.cells);
  return [...list.items, ...list.lay(found).items].find(item => item.id && item.id === id);
}

function lead(screen, item = screen.goal) {
  const { list } = screen;
  screen.goal = item?.line < list.lines ? undefined : item;
  if (item && !screen.goal) list.reach(item.line, item.column);
}

const escape = text => text.replaceAll('~', '~~').replaceAll(',', '~c');

const readings = (text, columns) => columns < 2 ? [escape(text)] : [...text.matchAll(/,/g)].flatMap(({ index }) =>
  readings(text.slice(index + 1), columns - 1).map(rest => escape(text.slice(0, index)) + ',' + rest));

function ask(screen) {
  const { node, control } = new Field('', {}, undefined, strings.key);
  const question = dialog(strings.seek, h('button', { className: 'primary' }, strings.seek), [node], async () => {
    const typed = control.value, keys = Object.values(types(screen)).filter(({ key }) => key).length;
    let item;
    for (const key of new Set([typed, ...readings(typed, keys)].slice(0, MOST))) {
      item = await find(screen, '@' + key).catch(error => error);
      if (item?.id !== key) continue;
      question.close();
      return lead(screen, item);
    }
    return { message: item?.message ?? strings.missing };
  });
}
