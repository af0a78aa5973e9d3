import { connect } from './client.js';
import { createApp, h, onUnmounted, shallowRef } from './vue-stand-in.js';

const server = connect();

/** The adapter: the scene of a route as a reference, for as long as a component is there. */
export function useScene(route, window) {
  const live = server.open(route, window), document = shallowRef(live.document);
  const stop = live.subscribe(() => document.value = live.document);
  onUnmounted(() => {
    stop();
    live.close();
  });
  return { document, live };
}

const Artists = {
  setup() {
    const { document, live } = useScene('/Artist?sort=-ArtistId', { start: 0, count: 20 });
    return () => {
      if (!document.value) return h('p', 'Loading …');
      const { title, window, sections, cells } = document.value;
      return h('section', [
        h('h1', title),
        h('p', `${window.total} rows`),
        h('button', { onClick: () => live.command('insert', { Name: 'New here' }) }, 'Add'),
        h('ul', sections.flatMap(section => section.rows).map(id => h('li', { key: id }, [
          h('a', { href: cells[id].href }, cells[id].title), ' ',
          h('button', { onClick: () => live.command('delete', {}, id) }, 'Delete'),
        ]))),
      ]);
    };
  },
};

createApp(Artists).mount('#root');
