import { sheet } from '../core/sheet.js';
import { Cards } from '../list/cards.js';
import { fillCard } from './card.js';
import { offerCommands } from './rows.js';

await sheet('/oriel/scene/cards.css');

/** A list of cards whose parts are declared, with the commands of their rows. */
export class SceneCards extends Cards {
  constructor(ask, screen) {
    super(ask, screen);
    this.node.classList.add('declared-cards');
    this.decorate = (node, id, cell) => {
      const [card] = node.children;
      card.className = 'card';
      fillCard(node, card, id, cell, this.screen.document);
      return true;
    };
    this.rows.addEventListener('focusin', ({ target }) => this.openTools(target));
  }

  /* Makes Tab lead from a card to its menu. */
  openTools(target) {
    for (const node of this.nodes.values()) {
      if (node.tools) node.tools.firstChild.tabIndex = node.contains(target) ? 0 : -1;
    }
  }

  dress(node, { index, id }) {
    if (index >= 0) offerCommands(node, id, this.document.cells[id], this.screen);
  }
}
