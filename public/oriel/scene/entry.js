import { strings } from '../../phrases-scenes.js';
import { element, write } from '../core/dom.js';
import { sheet } from '../core/sheet.js';
import { primaryButton } from '../form/dialog.js';
import { DeclaredScreen } from './declared.js';
import { ruledForm } from './form.js';

await sheet('/oriel/scene/table.css');

addEventListener('beforeunload', event => {
  if (document.querySelector('.entry')?.isDirty()) event.preventDefault();
});

/** Draws a form on a page of its own, which adds rows. */
export default class EntryScreen extends DeclaredScreen {
  note = element('p', { role: 'status' });
  form = element('form', {
    className: 'entry ruled',
    noValidate: true,
    onsubmit: event => this.submit(event),
  });

  constructor(connection, go) {
    super(connection, go);
    Object.assign(this.form, { open: true, isDirty: () => this.isDirty });
    this.outputs.replaceWith(this.form);
    this.total.hidden = this.view.hidden = this.list.node.hidden = true;
  }

  get isDirty() {
    return !!this.fields?.isDirty;
  }

  mayLeave() {
    return !this.isDirty || confirm(strings.isDiscarded);
  }

  /* The form has the only command. */
  offer() {}

  fill({ commands = {} }, y) {
    const declared = commands.insert?.arguments ?? {};
    if (JSON.stringify(declared) !== this.asked && !this.isDirty) this.begin(declared);
    if (y !== undefined) scrollTo(0, y);
  }

  /* Shows empty fields. */
  begin(declared) {
    const send = async values => (await this.send('insert', values)).error;
    const { form, body, focus } = ruledForm(this.title.textContent, declared, undefined, send);
    this.asked = JSON.stringify(declared);
    this.fields = Object.assign(form, { node: this.form });
    this.submitButton = primaryButton(strings.save);
    const end = element('footer', {}, this.submitButton, this.note);
    this.form.replaceChildren(...body, end);
    this.form.oninput = () => write(this.note, '');
    focus();
  }

  async submit(event) {
    event.preventDefault();
    const { submitButton, fields } = this;
    if (submitButton.ariaDisabled) return;
    submitButton.ariaDisabled = true;
    const error = await fields.submit();
    submitButton.ariaDisabled = null;
    this.note.className = error ? 'problem' : 'saved';
    if (error) return write(this.note, error.message ?? '');
    this.begin(this.document.commands?.insert?.arguments ?? {});
    write(this.note, strings.entered);
  }
}
