import { connect } from './client.js';
import { createElement as h, createRoot, useEffect, useState, useSyncExternalStore } from './react-stand-in.js';

const server = connect();

const never = () => () => {};

/** The adapter: the scene of a route, for as long as a component shows it. A patch that changes nothing of it renders nothing. */
export function useScene(route, window) {
  const [live, show] = useState();
  useEffect(() => {
    const live = server.open(route, window);
    show(live);
    return () => live.close();
  }, [route]);
  return [useSyncExternalStore(live?.subscribe ?? never, () => live?.document), live];
}

function Row({ cell, remove }) {
  return h('li', null, h('a', { href: cell.href }, cell.title), ' ', h('button', { onClick: remove }, 'Delete'));
}

function Artists() {
  const [document, live] = useScene('/Artist?sort=-ArtistId', { start: 0, count: 20 });
  if (!document) return h('p', null, 'Loading …');
  const rows = document.sections.flatMap(section => section.rows);
  return h('section', null,
    h('h1', null, document.title),
    h('p', null, document.window.total, ' rows'),
    h('button', { onClick: () => live.command('insert', { Name: 'New here' }) }, 'Add'),
    h('ul', null, rows.map(id => h(Row, { key: id, cell: document.cells[id], remove: () => live.command('delete', {}, id) }))));
}

createRoot(document.querySelector('#root')).render(h(Artists));
