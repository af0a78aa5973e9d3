import { strings } from '../../phrases.js';
import { element } from '../core/dom.js';
import { tryToRead } from '../core/read.js';
import { parent } from '../core/router.js';
import { own } from '../core/value.js';

let latest = '';

/** Remembers the route of a list, from which a row may be opened. */
export function leaveFrom(route) {
  latest = route;
}

/* Returns the route of the list that a row was opened from. The history keeps it. */
function listOf(path) {
  const { state } = history;
  const isOf = route => route?.split('?')[0] === parent(path);
  if (state?.from === parent(path) && !isOf(state.list) && isOf(latest)) {
    history.replaceState({ ...state, list: latest }, '');
  }
  const { list } = history.state ?? {};
  return isOf(list) ? list : undefined;
}

/* Returns the paths of the rows before and after a row in a list that has it. */
async function neighbours(list, path) {
  const id = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
  const { cells, window } = await tryToRead(list, `window=@${encodeURIComponent(id)},1`);
  if (!own(cells, id)) return;
  const near = await tryToRead(list, `window=${Math.max(0, window.start - 1)},3`);
  const ids = near.sections?.flatMap(({ rows }) => rows) ?? [];
  const place = ids.indexOf(id);
  return place < 0 ? undefined : [-1, 1].map(step => own(near.cells, ids[place + step])?.href);
}

/** Offers the rows before and after a row, in the order and the filters of the list it is from. */
export async function showBeside(screen) {
  if (screen.isBeside) return;
  screen.isBeside = true;
  const list = listOf(screen.path);
  const paths = list && await neighbours(list, screen.path);
  if (!paths) return;
  const names = [['previous', strings.previous], ['next', strings.next]];
  screen.view.before(...names.map(([className, title], place) => element('button', {
    className,
    disabled: !paths[place],
    onclick: () => screen.path === location.pathname && screen.go(paths[place], 'replace'),
  }, title)));
}
