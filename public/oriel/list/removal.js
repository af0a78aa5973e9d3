import { strings } from '../../phrases.js';
import { element } from '../core/dom.js';
import { dangerButton, dialog } from '../form/dialog.js';
import { Batch, runInDialog } from './batch.js';

/** Deletes the selected rows after a confirmation. Closing the dialog stops the deletion. */
export function removeRows(selection) {
  const { rows, ids, bar, count } = selection;
  const progress = element('p', { className: 'counted' });
  const erase = async (id, cell, step) => {
    const error = await rows.erase(id, cell, step);
    if (!error) ids.delete(id);
    return error;
  };
  const submit = async wait => {
    const next = rows.keys.near(ids);
    const batch = new Batch([...ids], erase);
    if (rows.screen) await batch.step.know(rows.screen.document, [...ids.keys()]);
    await runInDialog(selection, batch, question, progress, wait);
    if (bar.hidden) rows.keys.resume(next);
    if (rows.node.isConnected) batch.end(strings.done.delete, strings.erased);
  };
  const title = strings.erase(count.textContent);
  const question = dialog(title, dangerButton(strings.delete), [progress], submit);
}
