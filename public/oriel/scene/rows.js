import { strings } from '../../phrases-scenes.js';
import { element } from '../core/dom.js';
import { own } from '../core/value.js';
import { fillIn } from './format.js';
import { say, shortcut } from './keys.js';
import { openMenu } from './menu.js';

/* Returns the commands of a row that its cell permits, by name. */
function commandsOf({ can = [] }, { rowCommands = {} }) {
  return can.filter(name => own(rowCommands, name)).map(name => [name, rowCommands[name]]);
}

const asking = () => import('./form.js');

/** Runs a command of a row, after what it asks for. */
export async function runForRow(screen, name, id) {
  const { cells, rowCommands } = screen.document;
  const cell = cells[id];
  const command = { ...rowCommands[name], name, subject: cell.title || id };
  const question = command.ask && fillIn(command.ask, cell);
  const send = async values => (await screen.send(name, values, id)).error;
  if (!command.arguments && !question) return screen.tell(await send({}));
  try {
    const { askForRow } = await asking();
    askForRow(screen, command, question, send);
  } catch ({ message }) {
    screen.warn(strings.unreachable ?? message);
  }
}

/** Returns the entries of the menu of a row. */
export function entriesFor(screen, id) {
  const { cells, keys } = screen.document;
  return commandsOf(cells[id], screen.document).map(([name, { title }]) => {
    const key = own(keys, name);
    return { title: title ?? name, key, note: say(key), run: () => runForRow(screen, name, id) };
  });
}

/** Makes the button that opens the menu of a row. */
export function menuButton(title, entries) {
  const open = event => {
    event.preventDefault();
    event.stopPropagation();
    openMenu(button, title, entries());
  };
  const button = element('button', {
    className: 'dots',
    title: strings.more,
    ariaLabel: strings.does(strings.more, title),
    ariaHasPopup: 'menu',
    ariaExpanded: false,
    tabIndex: -1,
    onclick: open,
  }, '⋯');
  return button;
}

/** Adds the menu of its commands to a row, or takes it away. */
export function offerCommands(node, id, cell, screen) {
  const names = commandsOf(cell, screen.document).map(([name]) => name).join();
  const title = cell.title || id;
  if (node.offered === names + title && (!names || node.tools?.isConnected)) return;
  node.offered = names + title;
  node.entries = () => entriesFor(screen, id);
  const wasHere = node.tools?.contains(document.activeElement);
  node.tools?.remove();
  node.tools = undefined;
  if (!names) return;
  const button = menuButton(title, node.entries);
  node.tools = element('span', { className: 'tools' }, button);
  node.append(node.tools);
  if (wasHere) button.focus({ preventScroll: true });
}

/* Runs a command for the selected rows, one after the other. */
async function runForMany({ screen, selection }, name, button) {
  const { Batch } = await import('../list/batch.js');
  const command = { ...screen.document.rowCommands[name], name };
  const rows = [...selection.ids];
  command.subject = selection.count.textContent;
  const run = async values => {
    const batch = new Batch(rows, async id => {
      const { error } = await screen.send(name, values, id);
      if (!error) selection.ids.delete(id);
      return error;
    });
    await batch.run(() => screen.node.isConnected, () => {});
    batch.end(strings.done.update, strings.changedRows);
    selection.show();
  };
  const first = rows[0]?.[1];
  const question = command.ask && (rows.length > 1 || !first
    ? strings.isMeant(command.title ?? name, command.subject)
    : fillIn(command.ask, first));
  button.disabled = true;
  if (!command.arguments && !question) await run({});
  else (await asking()).askForRow(screen, command, question, run);
  button.disabled = false;
}

/** Shows in the bar of the selection the commands that all selected rows permit. */
export function offerForMany(list) {
  const { selection: { ids, edit }, screen } = list;
  const { rowCommands = {}, keys } = screen?.document ?? {};
  list.many ??= new Map();
  for (const [name, { many, title }] of Object.entries(rowCommands)) {
    if (!many) continue;
    if (!list.many.has(name)) {
      const button = element('button', shortcut(own(keys, name)), title ?? name);
      button.onclick = () => runForMany(list, name, button);
      list.many.set(name, button);
      edit.before(button);
    }
  }
  for (const [name, button] of list.many) {
    const offers = ({ can }) => can?.includes(name);
    button.hidden = !own(rowCommands, name) || ![...ids.values()].every(offers);
  }
}

/**
 * Returns the name of the command that adds a row to a section: `add-` and the name of the section,
 * or of the table that its rows are of.
 */
export const addingCommand = (id, { commands = {} }) =>
  [`add-${id}`, `add-${id.split('.')[0]}`].find(name => own(commands, name));

/* Asks for the row that is added to a section. */
async function add(screen, id, title) {
  const { additions } = screen.document;
  const command = addingCommand(id, screen.document);
  try {
    const { askForAddition, default: askForScene } = await asking();
    if (command) askForScene(screen, command);
    else askForAddition(screen, additions[id], title);
  } catch ({ message }) {
    screen.warn(strings.unreachable ?? message);
  }
}

/** Adds to the heading of a section the button that adds a row to it. */
export function offerAddition(node, { id, title: heading }, screen) {
  const addition = own(screen.document.additions, id);
  const command = addingCommand(id, screen.document);
  const title = addition?.title ?? heading ?? id;
  const key = addition || command ? title : '';
  if ((node.adding?.title ?? '') === key) return;
  node.adding?.remove();
  node.adding = undefined;
  if (!key) return;
  const onclick = () => add(screen, id, title);
  const button = element('button', { ariaLabel: strings.addTo(title), onclick }, `+ ${title}`);
  node.adding = element('span', { className: 'tools add', title }, button);
  node.append(node.adding);
}
