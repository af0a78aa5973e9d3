import { describe, h, own } from './dom.js';
import { Field } from './field.js';
import { strings } from './phrases.js';

export const sheet = href => globalThis.document && new Promise(onload =>
  document.head.append(h('link', { rel: 'stylesheet', href, onload, onerror: onload })));

await sheet('/form.css');

globalThis.addEventListener?.('beforeunload', event => {
  if ([...document.querySelectorAll('dialog, .editor')].some(it => it.isDirty?.())) event.preventDefault();
});

const danger = text => h('button', { className: 'danger' }, text);

export function dialog(title, button = h('button', { hidden: true }), body, submit, isDirty = () => false) {
  if ([...document.querySelectorAll('dialog[open]')].some(({ ariaLabel }) => ariaLabel === title)) return;
  const problem = h('p', { className: 'problem', role: 'alert' });
  let isSending = false, timer;
  const wait = () => {
    clearTimeout(timer);
    problem.textContent = '';
    timer = setTimeout(() => Object.assign(problem, { className: 'waits', textContent: strings.waits }), 1000);
  };
  const hold = leave => {
    if (!node.open || !isDirty() || leave && isSending) return;
    const question = dialog(strings.isDiscarded, danger(strings.discard), [], async () => {
      question.close();
      node.close();
      leave?.();
    });
    return false;
  };
  const node = h('dialog', {
    ariaLabel: title,
    onclose: () => node.remove(),
    oncancel(event) {
      if (event.target === node && hold() === false) event.preventDefault();
    },
    /* Escape is ours: a browser lets it be refused only once. What else closes a dialog is history's once something is typed. */
    onkeydown(event) {
      const isEscape = event.key === 'Escape' && !event.isComposing;
      if (isEscape) event.preventDefault();
      if (isEscape && hold() !== false) node.close();
    },
    oninput: () => node.closedBy = isDirty() ? 'none' : 'closerequest',
  }, h('form', {
    async onsubmit(event) {
      event.preventDefault();
      if (isSending) return;
      button.ariaDisabled = isSending = true;
      wait();
      const error = await submit(wait);
      clearTimeout(timer);
      problem.className = 'problem';
      button.ariaDisabled = null;
      isSending = false;
      problem.textContent = error?.message ?? '';
      if (!error) node.close();
    },
  }, h('h2', {}, title), ...body, problem,
    h('p', {}, h('button', { type: 'button', onclick: () => node.close() }, button.hidden ? strings.close : strings.cancel), button)));
  const refuse = message => {
    problem.textContent = message;
    button.disabled = true;
  };
  Object.assign(node, { isDirty, hold, refuse });
  document.body.append(node);
  node.showModal();
  return node;
}

export function askFor(screen, name) {
  const { title, outputs, commands } = screen.document, { title: does, arguments: declared } = commands[name];
  const send = (values, expected, isMeant) => screen.send(name, values, undefined, expected, isMeant);
  if (declared) form(strings.does(does, title), declared, name === 'insert' ? undefined : outputs, send);
  else dialog(strings.isMeant(does, title), screen.button(name), [], () => send({}));
}

export function contest(fields, again) {
  const found = fields.filter(({ isConflict }) => isConflict).map(field => [field, field.latest]);
  const question = dialog(strings.changed, danger(strings.overwrite), found.map(([{ title }, theirs]) =>
    h('p', {}, `${title} – ${strings.theirs}`, h('span', describe(theirs)))), async () => {
    for (const [field, theirs] of found) field.yield(theirs);
    question.close();
    again();
  });
  return { message: strings.changed };
}

export const lament = (title, message, fields, now) => void dialog(title, undefined, [h('p', { className: 'problem' }, message),
  ...fields.map(field => h('p', {}, `${field.title}: ${field.typed} – ${strings.theirs}`, h('span', describe(own(now, field.name)))))]);

export function form(title, declared, old, send, label = name => name, does = strings.save) {
  const fields = Object.keys(declared).map(name => new Field(name, declared[name], own(old, name), label(name)));
  const isClash = () => fields.some(({ isConflict }) => isConflict);
  let isSending = false, isRefused = false, news = old;
  const take = () => {
    for (const field of fields) field.update(own(news, field.name));
  };
  const heed = outputs => {
    news = outputs;
    if (isSending) return;
    take();
    if (isRefused && isClash()) ask();
  };
  const ask = () => {
    isRefused = false;
    return contest(fields, () => node.querySelector('form').requestSubmit());
  };
  const node = dialog(title, h('button', { className: 'primary' }, does), fields.map(({ node }) => node), async () => {
    const large = fields.find(({ excess }) => excess);
    if (large) {
      large.complain(large.excess);
      return {};
    }
    if (isClash()) return ask();
    isSending = true;
    const typed = fields.filter(field => field.isDirty), values = typed.map(async field => [field.name, await field.read()]);
    const expected = old && Object.fromEntries(typed.map(({ name, base }) => [name, base]));
    const error = await send(Object.fromEntries(await Promise.all(values)), expected, () => node.open);
    isSending = false;
    if (!error || !node.open) return error;
    take();
    isRefused = error.code === 'conflict';
    if (!node.isConnected) return isRefused && lament(title, strings.changed, fields.filter(({ name }) => own(error.fields, name)), error.now);
    for (const field of fields.toReversed()) field.complain(own(error.fields, field.name));
    return isRefused && isClash() ? ask() : error;
  }, () => fields.some(({ isDirty }) => isDirty));
  if (node) node.heed = heed;
  if (node && old) fields.find(({ argument }) => !argument.key)?.control.focus();
}
