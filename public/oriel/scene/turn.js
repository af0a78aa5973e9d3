import { SceneCards } from './cards.js';
import { SceneGrid } from './grid.js';

/** Shows the list of a declared screen as cards in place of a table, or as a table again. */
export default function turnScene(screen, y) {
  const { list, document } = screen;
  const Kind = list.across ? SceneGrid : SceneCards;
  const top = scrollY;
  clearTimeout(list.timer);
  list.selection?.clear();
  list.selection?.bar.remove();
  screen.list = new Kind(list.ask, screen);
  list.node.replaceWith(screen.list.node);
  screen.view.ariaPressed = !!screen.list.across;
  screen.list.update(document, y ?? top);
}
