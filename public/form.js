import { h, own, text } from './dom.js';
import { strings } from './phrases.js';

/** Loads a style sheet; what is drawn by it waits. */
export const sheet = href => globalThis.document && new Promise(onload =>
  document.head.append(h('link', { rel: 'stylesheet', href, onload, onerror: onload })));

await sheet('/form.css');

export function convert(typed, type, old) {
  if (type === 'boolean' && typed) return typed === 'true';
  if (!/integer|number/.test(type) && (type !== 'any' || typeof old !== 'number')) return typed;
  const number = parseFloat(typed), fits = type === 'integer' ? Number.isSafeInteger : isFinite;
  return number === +typed && fits(number) ? number : typed;
}

const base64 = file => new Promise(resolve => {
  const reader = new FileReader();
  reader.onload = () => resolve({ base64: reader.result.split(',')[1] });
  reader.readAsDataURL(file);
});

const truths = [{ value: true, title: strings.true }, { value: false, title: strings.false }];

function control({ type, choices = type === 'boolean' && truths, default: standard }, old) {
  const value = old?.href ? '' : type === 'boolean' && old != null ? `${!!old}` : text(old ?? '');
  const input = choices ? h('select', {}, h('option'), ...choices.map(({ value, title }) => h('option', { value }, title)))
    : h(/.{60}|\n/.test(value) ? 'textarea' : 'input', { placeholder: text(standard) });
  if (type === 'blob') input.type = 'file';
  if (type === 'date' && /^(\d{4}-\d\d-\d\d)?$/.test(value)) input.type = type;
  input.value = value;
  return input;
}

function field(name, argument, old, label) {
  const { type, nullable, required } = argument, input = control(argument, old), initial = input.value;
  const box = h('input', { type: 'checkbox', checked: nullable && old === null }), wasNull = box.checked;
  const problem = h('small', { className: 'problem', role: 'alert' });
  input.oninput = () => box.checked = false;
  return {
    name,
    node: h('div', { className: 'field' }, h('label', {}, label(name) + (required ? ' *' : ''), input, problem),
      nullable ? h('label', { className: 'null' }, box, ' ' + strings.null) : ''),
    isChanged: () => input.value !== initial || box.checked !== wasNull,
    read: () => box.checked || nullable && type !== 'text' && !input.value ? null
      : input.files?.[0] ? base64(input.files[0]) : convert(input.value, type, old),
    complain(message = '') {
      problem.textContent = message;
      input.ariaInvalid = !!message;
      if (message) input.focus();
    },
  };
}

export function dialog(title, button, body, submit) {
  if ([...document.querySelectorAll('dialog')].some(({ ariaLabel }) => ariaLabel === title)) return;
  const problem = h('p', { className: 'problem', role: 'alert' });
  const node = h('dialog', { ariaLabel: title, onclose: () => node.remove() }, h('form', {
    async onsubmit(event) {
      event.preventDefault();
      button.disabled = true;
      const error = await submit();
      button.disabled = false;
      problem.textContent = error?.message ?? '';
      if (!error) node.close();
    },
  }, h('h2', {}, title), ...body, problem,
    h('p', {}, h('button', { type: 'button', onclick: () => node.close() }, strings.cancel), button)));
  document.body.append(node);
  node.showModal();
}

/** Asks for what a command of a derived screen needs, or whether it is meant. */
export function askFor(screen, name) {
  const { title, outputs, commands } = screen.document, { title: does, arguments: declared } = commands[name];
  const send = values => screen.send(name, values);
  if (declared) form(strings.does(does, title), declared, name === 'insert' ? {} : outputs, send);
  else dialog(strings.isMeant(does, title), screen.button(name), [], () => send({}));
}

export function form(title, declared, old, send, label = name => name, does = strings.save) {
  const fields = Object.keys(declared).map(name => field(name, declared[name], own(old, name), label)).reverse();
  dialog(title, h('button', { className: 'primary' }, does), fields.map(({ node }) => node).reverse(), async () => {
    const values = fields.filter(field => field.isChanged()).map(async field => [field.name, await field.read()]);
    const error = await send(Object.fromEntries(await Promise.all(values)));
    for (const field of fields) field.complain(own(error?.fields, field.name));
    return error;
  });
}
