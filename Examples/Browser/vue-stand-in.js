// The part of Vue that the example needs: one component, redrawn when a reference changes. For tests only.
let draw = () => {};

export const shallowRef = value => ({
  get value() {
    return value;
  },
  set value(next) {
    if (next === value) return;
    value = next;
    draw();
  },
});

export const onUnmounted = body => addEventListener('pagehide', body);

export function h(type, properties, children) {
  const isBare = typeof properties !== 'object' || Array.isArray(properties);
  const node = document.createElement(type), { onClick, key, ...attributes } = isBare ? {} : properties;
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.onclick = onClick;
  node.append(...[isBare ? properties : children].flat());
  return node;
}

export const createApp = component => ({
  mount(selector) {
    const render = component.setup();
    draw = () => document.querySelector(selector).replaceChildren(render());
    draw();
  },
});
