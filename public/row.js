import { flash, h, own, refill, show, text } from './dom.js';

export const render = (value, link) => h('dd', {},
  value?.href ? h('a', { href: value.href, download: '' },
    /^image/.test(value.type) ? h('img', { src: value.href, alt: '' }) : '', 'Download ' + text(value))
    : show(value),
  ' ', link ? h('a', { href: link.href }, link.title ?? link.href) : '');

export const showOutputs = (node, { outputs = {}, links }) => refill(node, Object.keys(outputs).map(name =>
  h('div', {}, h('dt', {}, name), render(outputs[name], own(links, name)))), flash);
