// The part of React that the example needs: one root, whose components keep their hooks by
// position.
// For tests only.
import { arrange } from './oriel/core/arrange.js';

let current;
const slots = new Map();

const slot = first => {
  const key = `${current.path}:${current.count++}`;
  if (!slots.has(key)) slots.set(key, first());
  return slots.get(key);
};
const isSame = (a, b) => a?.every((value, i) => Object.is(value, b[i]));

export const createElement = (type, properties, ...children) => ({
  type,
  properties: properties ?? {},
  children: children.flat(),
});

export function useState(first) {
  const { again } = current, kept = slot(() => ({ value: first }));
  return [kept.value, value => {
    kept.value = value;
    queueMicrotask(again);
  }];
}

export function useEffect(effect, inputs) {
  const kept = slot(() => ({}));
  if (isSame(kept.inputs, inputs)) return;
  kept.end?.();
  Object.assign(kept, { inputs, end: effect() });
}

export function useSyncExternalStore(subscribe, read) {
  const { again } = current;
  useEffect(() => subscribe(() => again()), [subscribe]);
  return read();
}

export function createRoot(node) {
  const render = element => arrange(node, [make(element, 'root', () => render(element))]);
  return { render };
}

function make(element, path, again) {
  if (typeof element !== 'object') return document.createTextNode(element);
  const { type, properties, children } = element;
  if (typeof type === 'function') {
    current = { path, again, count: 0 };
    return make(type({ ...properties, children }), `${path}/${type.name}`, again);
  }
  const node = document.createElement(type);
  for (const [name, value] of Object.entries(properties))
    if (name === 'onClick') node.onclick = value;
    else if (name !== 'key') node.setAttribute(name, value);
  const key = (child, i) => child?.properties?.key ?? i;
  node.append(...children.map((child, i) => make(child, `${path}/${key(child, i)}`, again)));
  return node;
}
