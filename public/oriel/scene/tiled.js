import { SceneCards } from './cards.js';
import TableScreen from './table.js';

/** Draws a declared list that begins as cards. */
export default class TiledScreen extends TableScreen {
  usual = 'grid';

  makeList() {
    return new SceneCards(window => this.connection.move(window), this);
  }
}
