import { strings } from '../../phrases.js';
import { describe, element } from '../core/dom.js';
import { own } from '../core/value.js';
import { dangerButton, dialog } from './dialog.js';

/**
 * Asks whether to overwrite what others have written, and then calls `again`.
 * Returns the error to show until then.
 */
export function contest(fields, again) {
  const conflicts = fields
    .filter(({ isConflict }) => isConflict)
    .map(field => [field, field.latest]);
  const lines = conflicts.map(([{ title }, theirs]) =>
    element('p', {}, `${title} – ${strings.theirs}`, element('span', describe(theirs))));
  const overwrite = dangerButton(strings.overwrite);
  const question = dialog(strings.changed, overwrite, lines, async () => {
    for (const [field, theirs] of conflicts) field.yield(theirs);
    question.close();
    again();
  });
  return { message: strings.changed };
}

/** Shows what was typed and not saved, and the current values, after the screen was left. */
export function lament(title, message, fields, now) {
  const lines = fields.map(({ name, title, typed }) => {
    const current = element('span', describe(own(now, name)));
    return element('p', {}, `${title}: ${typed} – ${strings.theirs}`, current);
  });
  dialog(title, undefined, [element('p', { className: 'problem' }, message), ...lines]);
}
