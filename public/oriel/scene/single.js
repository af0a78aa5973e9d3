import { element } from '../core/dom.js';
import { DeclaredScreen } from './declared.js';
import { viewFor } from './views.js';

/* A number or a chart in place of a list. */
class Single {
  first = 0;
  node = element('div', { className: 'single' });

  place() {}

  update(document) {
    if (!this.view) {
      this.view = viewFor(document, {});
      this.node.append(this.view.node);
    }
    this.view.update(document);
  }
}

/** Draws a number or a chart on a page of its own. */
export default class SingleScreen extends DeclaredScreen {
  makeList() {
    return new Single();
  }

  fill(document, y) {
    this.view.hidden = this.sort.hidden = this.total.hidden = true;
    this.list.update(document);
    if (y !== undefined) scrollTo(0, y);
  }
}
