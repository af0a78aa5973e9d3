import { stored, store } from '../core/store.js';
import { showOffers } from './chips.js';
import { DeclaredScreen } from './declared.js';
import { SceneGrid } from './grid.js';

/** Draws a declared list: chips that narrow it, rows with commands, and cards if it has some. */
export default class TableScreen extends DeclaredScreen {
  /* How `makeList` draws the list. */
  usual = 'table';

  constructor(connection, go) {
    super(connection, go);
    const { view, path } = this;
    this.choice = `scene${path}`;
    view.onclick = () => this.use(() => import('./turn.js')).then(() => this.keepView());
  }

  makeList() {
    return new SceneGrid(window => this.connection.move(window), this);
  }

  keepView() {
    const now = this.list.across ? 'grid' : 'table';
    store(this.choice, now === this.usual ? '' : now);
  }

  fill(document, y) {
    const { empty, inputs, card, sections } = document;
    this.view.hidden = !card || document.template === 'board';
    this.list.node.hidden = !sections;
    if (!sections) return;
    this.list.update(document, y);
    this.view.ariaPressed = !!this.list.across;
    const wanted = stored(this.choice);
    const isOther = wanted && wanted !== (this.list.across ? 'grid' : 'table');
    if (isOther && card && y !== undefined) this.use(() => import('./turn.js'), y);
    const isNarrow = inputs.search || inputs.filters?.length;
    if (empty && !isNarrow) this.node.style.setProperty('--none', JSON.stringify(empty));
    showOffers(this);
  }
}
