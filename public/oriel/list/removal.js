import { strings } from '../../phrases.js';
import { element } from '../core/dom.js';
import { dangerButton, dialog } from '../form/dialog.js';
import { Step } from '../form/step.js';

/* The commands that are sent at a time. */
const TOGETHER = 32;

/* The deleted rows after which each command is followed by a pause of so many milliseconds. */
const BURST = 1000;
const PAUSE = 200;

const pause = () => new Promise(resolve => setTimeout(resolve, PAUSE));

/* The deletion of the selected rows, one command for each. */
class Removal {
  done = 0;
  refused = new Map();

  constructor(selection, progress, isWanted) {
    Object.assign(this, { selection, progress, isWanted });
    this.all = [...selection.ids];
    this.left = [...this.all];
    this.step = new Step(this.all.length);
  }

  async run(wait) {
    const { selection } = this;
    selection.isRemoving = true;
    await Promise.all(Array.from({ length: TOGETHER }, () => this.work(wait)));
    selection.isRemoving = false;
  }

  async work(wait) {
    while (this.left.length && this.isWanted()) {
      const isTooFast = await this.remove(this.left.shift());
      this.progress.textContent = strings.erasing(this.done + this.refused.size, this.all.length);
      wait();
      this.selection.show();
      if (isTooFast || this.done > BURST) await pause();
    }
  }

  /* Deletes one row. Returns whether the server asks for a pause; then the row is tried again. */
  async remove(row) {
    const [id, cell] = row;
    const { rows, ids } = this.selection;
    const error = await rows.erase(id, cell, this.step);
    const isTooFast = error?.code === 'too-fast';
    if (isTooFast) this.left.unshift(row);
    else if (error) {
      this.refused.set(row, element('p', {}, `${cell.title || id}: ${error.message}`));
    } else {
      ids.delete(id);
      this.done++;
    }
    return isTooFast;
  }

  /* Offers to undo, and shows why rows were not deleted. */
  report() {
    const { refused, done, all, step } = this;
    step.end(strings.done.delete(strings.rowCount(done)));
    if (!refused.size || !this.selection.rows.node.isConnected) return;
    const lines = all.flatMap(row => refused.get(row) ?? []);
    const list = element('div', { role: 'alert' }, ...lines);
    dialog(strings.erased(done, refused.size), undefined, [list]);
  }
}

/** Deletes the selected rows after a confirmation. Closing the dialog stops the deletion. */
export function removeRows(selection) {
  const { rows, ids, bar, count } = selection;
  const progress = element('p', { className: 'counted' });
  const erase = dangerButton(strings.delete);
  const submit = async wait => {
    const next = rows.keys.near(ids);
    const isOpen = () => question.open && question.isConnected;
    const removal = new Removal(selection, progress, isOpen);
    if (rows.screen) await removal.step.know(rows.screen.document, [...ids.keys()]);
    await removal.run(wait);
    question.close();
    if (bar.hidden) rows.keys.resume(next);
    removal.report();
  };
  const question = dialog(strings.erase(count.textContent), erase, [progress], submit);
}
