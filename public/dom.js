import { strings } from './strings.js';

export function h(tag, properties, ...children) {
  const node = document.createElement(tag);
  for (const name in properties) name in node ? node[name] = properties[name] : node.setAttribute(name, properties[name]);
  node.append(...children);
  return node;
}

const calm = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');

export const animate = (node, from, duration) => calm.matches
  || node.animate([{ ...from, offset: 0 }], { duration, easing: 'ease-out' });

export const flash = node => animate(node, { background: 'var(--flash)' }, 1500);

export const text = (value = '') => value === null ? strings.null : value.bytes >= 0 ? strings.bytes(value.bytes)
  : typeof value === 'object' ? JSON.stringify(value) : `${value}`;

export const describe = (value, title = text(value)) => ({ className: value === null ? 'null' : '', title, textContent: title });

export const write = (node, text) => node.textContent !== text && (node.textContent = text);

export function refill(node, children, changed) {
  children.forEach((child, i) => {
    const old = node.children[i];
    if (old?.isEqualNode(child)) return;
    old ? old.replaceWith(child) : node.append(child);
    if (old) changed?.(child);
  });
  while (node.children[children.length]) node.lastChild.remove();
}

export function arrange(parent, nodes) {
  const kept = new Set(nodes), { activeElement } = document;
  for (const child of [...parent.children]) kept.has(child) || child.remove();
  nodes.forEach((node, i) => parent.children[i] === node || parent.insertBefore(node, parent.children[i] ?? null));
  if (activeElement !== document.activeElement && parent.contains(activeElement)) activeElement.focus({ preventScroll: true });
}

export const own = (object, name) => object && Object.hasOwn(object, name) ? object[name] : undefined;
