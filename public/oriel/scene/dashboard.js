import { strings } from '../../phrases-scenes.js';
import { arrange } from '../core/arrange.js';
import { element, write } from '../core/dom.js';
import { feedsOf } from '../core/feeds.js';
import { DeclaredScreen } from './declared.js';
import { viewFor } from './views.js';
import { toggleWall } from './wall.js';

/* The rows that a tile asks for: those that it shows, or the values of a chart. */
const windowFor = ({ kind, rows = 8 }) => ({ start: 0, count: kind === 'chart' ? 500 : rows });

/* Milliseconds until a tile that could not be opened is tried again. */
const AGAIN = 15e3;

let count = 0;

/* One tile: a scene of its own, drawn as what it is. */
class Tile {
  heading = element('h2', { id: `tile-${++count}` });
  body = element('div', { className: 'tile-body', ariaBusy: true });
  problem = element('p', { className: 'problem', role: 'status' });
  node = element('section', { className: 'tile' }, this.heading, this.body, this.problem);

  constructor(feeds) {
    this.feeds = feeds;
    this.node.setAttribute('aria-labelledby', this.heading.id);
  }

  update({ title, href, fields = {} }) {
    const { node, heading } = this;
    const { kind, wide, tone, link } = fields;
    Object.assign(node.dataset, { kind, tone: tone ?? '' });
    node.classList.toggle('broad', !!wide);
    const place = link ? element('a', { href: link }, title) : element('span', {}, title);
    if (!heading.firstChild?.isEqualNode(place)) heading.replaceChildren(place);
    const about = JSON.stringify([href, kind, windowFor(fields)]);
    if (this.about !== about) this.open(href, fields);
    this.about = about;
  }

  /* Opens the scene. Until the first document, what was drawn stays and is dimmed. */
  open(href, fields) {
    if (this.feed) this.feeds.close(this.feed);
    clearTimeout(this.timer);
    this.fields = fields;
    this.screen = null;
    this.body.ariaBusy = true;
    this.feed = this.feeds.open(href, windowFor(fields), {
      state: () => this.body.ariaBusy = true,
      change: () => this.frame ??= requestAnimationFrame(() => this.draw()),
      failed: ({ message, code }) => this.fail(message ?? code),
    });
  }

  /* Draws the latest document, once a frame. A hidden page has no frames. */
  draw() {
    this.frame = null;
    const { document } = this.feed;
    const { phase, problem } = document ?? {};
    if (!document || phase === 'loading' && !problem && !this.view) return;
    if (this.screen !== document.screen) {
      this.screen = document.screen;
      this.view = viewFor(document, this.fields);
      this.body.replaceChildren(this.view.node);
    }
    this.body.ariaBusy = null;
    write(this.problem, problem?.message ?? '');
    this.view.update(document);
  }

  /* Says why there is no scene, and tries again. Old values stay dimmed. */
  fail(message) {
    this.body.ariaBusy = this.view ? true : null;
    write(this.problem, message);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.node.isConnected && this.feed.scene === null) this.feed.request();
    }, AGAIN);
  }

  end() {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    this.feeds.close(this.feed);
  }
}

/* The tiles of a dashboard in their order. */
class Tiles {
  first = 0;
  node = element('div', { className: 'tiles' });
  tiles = new Map();

  place() {}

  update({ sections, cells }, connection) {
    const ids = sections.flatMap(({ rows }) => rows);
    this.feeds ??= feedsOf(connection);
    for (const [id, tile] of this.tiles) {
      if (ids.includes(id)) continue;
      tile.end();
      this.tiles.delete(id);
    }
    arrange(this.node, ids.map(id => {
      if (!this.tiles.has(id)) this.tiles.set(id, new Tile(this.feeds));
      const tile = this.tiles.get(id);
      tile.update(cells[id]);
      return tile.node;
    }));
  }

  end() {
    for (const tile of this.tiles.values()) tile.end();
  }
}

/** Draws a dashboard: tiles that are live scenes, and a mode for a wall. */
export default class Dashboard extends DeclaredScreen {
  constructor(connection, go) {
    super(connection, go);
    const wall = element('button', { className: 'stays', onclick: toggleWall }, strings.fullScreen);
    this.buttons.before(wall);
    this.node.classList.add('dashboard');
    const main = document.querySelector('main');
    const watcher = new MutationObserver(() => {
      if (this.node.isConnected) return;
      watcher.disconnect();
      this.list.end();
    });
    setTimeout(() => watcher.observe(main, { childList: true }));
  }

  makeList() {
    return new Tiles();
  }

  fill(document, y) {
    this.view.hidden = this.search.hidden = this.sort.hidden = true;
    this.total.hidden = true;
    if (document.sections) this.list.update(document, this.connection);
    if (y !== undefined) scrollTo(0, y);
  }
}
