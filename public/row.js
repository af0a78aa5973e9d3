import { describe, flash, h, own, refill, text } from './dom.js';
import { say } from './field.js';
import './form.js';
import { Screen } from './screen.js';
import { strings } from './phrases.js';

export const show = value => h('span', describe(value));

export const isScript = href => /^(javascript|data|vbscript):/i.test(`${href}`.replace(/[\0-\x20]/g, ''));

export const render = (value, link, argument) => h('dd', {},
  value?.href && !isScript(value.href) ? h('a', { href: value.href, download: '' },
    /^image/.test(value.type) ? h('img', { src: value.href, alt: '' }) : '', strings.download(text(value)))
    : h('span', describe(value, say(value, link ? { key: true } : argument))),
  ...link ? [' ', h('a', { href: link.href }, link.title ?? link.href)] : []);

export function renew(node, children) {
  const { activeElement } = document, line = [...node.children].findIndex(child => child.contains(activeElement));
  const stops = () => [...node.children[line]?.querySelectorAll('a, button') ?? []], at = stops().indexOf(activeElement);
  refill(node, children, flash);
  if (!activeElement.isConnected) (stops()[at] ?? document.querySelector('h1')).focus({ preventScroll: true });
}

export default class RowScreen extends Screen {
  fill(document, y) {
    const { outputs = {}, links, commands = {} } = document;
    renew(this.outputs, Object.keys(outputs).map(name => h('div', {}, h('dt', {}, name), render(outputs[name], own(links, name), own(commands.update?.arguments, name)))));
    this.total.hidden = true;
    globalThis.document.querySelector('dialog')?.heed?.(outputs);
    super.fill(document, y);
  }

  button(name, onclick) {
    const button = super.button(name, onclick);
    if (name === 'delete') button.className = 'danger';
    return button;
  }
}
