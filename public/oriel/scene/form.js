import { strings } from '../../phrases-scenes.js';
import { element } from '../core/dom.js';
import { own } from '../core/value.js';
import { dangerButton, dialog, primaryButton } from '../form/dialog.js';
import { Form } from '../form/form.js';
import { change } from '../form/step.js';
import { postCommand } from '../form/undo.js';
import { SceneField } from './field.js';

/* A form whose rules are checked before anything is sent. */
class RuledForm extends Form {
  submit() {
    const { old, fields } = this;
    const wrong = fields.filter(field => (!old || field.isDirty) && !field.check());
    wrong[0]?.check(true);
    return wrong.length ? {} : super.submit();
  }
}

/* Returns the fields under the titles of their groups, in the order of their first fields. */
function grouped(fields) {
  const groups = new Map();
  for (const { argument: { group = '' }, node } of fields) {
    if (!groups.has(group)) groups.set(group, []);
    groups.get(group).push(node);
  }
  if (groups.size < 2 && groups.has('')) return groups.get('');
  return [...groups].map(([title, nodes]) =>
    element('fieldset', {}, ...title ? [element('legend', {}, title)] : [], ...nodes));
}

/**
 * Makes the fields of declared arguments, with the rules, groups and titles of a file. `focus`
 * moves the focus to the first field.
 */
export function ruledForm(title, declared, old, send) {
  const isAsked = ({ key, required }) => !key || required && !old;
  const names = Object.keys(declared).filter(name => isAsked(declared[name]));
  const fields = names.map(name => new SceneField(name, declared[name], own(old, name)));
  const form = new RuledForm(title, fields, old, send);
  const [first] = fields;
  const focus = () => (first?.picker?.input ?? first?.control)?.focus();
  return { form, body: grouped(fields), focus };
}

/* Asks for arguments in a dialog, as `form` does. */
function open({ title, declared, old, send, does, question }) {
  const { form, body, focus } = ruledForm(title, declared, old, send);
  if (question) body.unshift(element('p', {}, question));
  const submit = () => form.submit();
  const node = dialog(title, primaryButton(does), body, submit, () => form.isDirty);
  if (!node) return;
  node.classList.add('ruled');
  form.node = node;
  node.heed = outputs => form.heed(outputs);
  focus();
}

/** Asks for what a command of a declared screen needs, or for a confirmation, and runs it. */
export default function askForScene(screen, name) {
  const { document } = screen;
  const { title, outputs, commands, questions } = document;
  const { title: does, arguments: declared } = commands[name];
  const question = own(questions, name);
  const send = (values, expected, isMeant) => {
    const run = () => screen.send(name, values, undefined, expected, isMeant);
    return change(document, { name, values, expected, at: screen.path }, title, run);
  };
  if (declared && Object.keys(declared).length) {
    const old = name === 'update' ? outputs : undefined;
    const isNew = /^(insert$|add-)/.test(name);
    const heading = isNew ? does : strings.does(does, title);
    const label = name === 'update' ? strings.save : does;
    return open({ title: heading, declared, old, send, does: label, question });
  }
  if (!question && name !== 'delete') return send({}).then(error => screen.tell(error));
  const text = question ?? strings.isMeant(does, title);
  const button = name === 'delete' ? dangerButton(does) : primaryButton(does);
  dialog(text, button, [], () => send({}));
}

/** Asks for what a command of rows needs, or for a confirmation. */
export function askForRow(screen, command, question, send) {
  const { title: does = command.name, arguments: declared, subject } = command;
  if (!declared) return dialog(question, primaryButton(does), [], () => send({}));
  open({ title: strings.does(does, subject), declared, send, does, question });
}

/** Asks for the values of a row, and adds the row to a section with the values of the section. */
export function askForAddition(screen, { list, values, arguments: declared = {} }, title) {
  const send = async typed => {
    const body = { arguments: { ...values, ...typed } };
    return (await postCommand({ at: list, command: 'insert', body })).error;
  };
  const others = Object.entries(declared).filter(([name]) => !own(values, name));
  open({
    title: strings.addTo(title),
    declared: Object.fromEntries(others),
    send,
    does: strings.save,
  });
}
