const { isArray } = Array, { hasOwn } = Object, isNode = value => value && typeof value === 'object';

const put = (node, key, value) =>
  Object.defineProperty(node, key, { value, writable: true, enumerable: true, configurable: true });

export const equal = (a, b) => !isNode(a) || !isNode(b) ? a === b
  : isArray(a) === isArray(b) && Object.keys(a).length === Object.keys(b).length
    && Object.keys(a).every(key => hasOwn(b, key) && equal(a[key], b[key]));

export function applyPatch(document, patch) {
  const root = { '': document };
  const copies = new Set();
  let step = patch;
  const must = fits => {
    if (!fits) throw new Error('patch does not apply: ' + JSON.stringify(step));
  };
  const seek = (pointer, isNew = false) => {
    must(typeof pointer === 'string' && /^(\/([^~]|~[01])*)?$/.test(pointer));
    let node = { root }, key = 'root', tokens = pointer.split('/');
    while (tokens.length) {
      const token = tokens.shift().replaceAll('~1', '/').replaceAll('~0', '~');
      const parent = node, mayAdd = isNew && !tokens.length;
      node = parent[key];
      must(isNode(node));
      if (node !== root && !copies.has(node)) {
        node = isArray(node) ? [...node] : { ...node };
        copies.add(node);
        put(parent, key, node);
      }
      key = isArray(node) && mayAdd && token === '-' ? node.length : token;
      must(isArray(node) ? /^(0|[1-9]\d*)$/.test(key) && key < node.length + mayAdd : mayAdd || hasOwn(node, key));
    }
    return [node, key];
  };
  const add = ([node, key], value) => isArray(node) ? node.splice(key, 0, value) : put(node, key, value);
  const read = ([node, key], isMove) => {
    const value = node[key];
    if (isMove) isArray(node) ? node.splice(key, 1) : delete node[key];
    return value;
  };

  must(isArray(patch));
  for (step of patch) {
    const { op, path, from, value } = step;
    must(!/add|replace/.test(op) || value !== undefined);
    if (op === 'add') add(seek(path, true), value);
    else if (op === 'remove') read(seek(path), true);
    else if (op === 'replace') put(...seek(path), value);
    else if (op === 'test') must(equal(read(seek(path)), value));
    else {
      must(op === 'copy' || op === 'move' && !`${path}`.startsWith(from + '/'));
      const found = read(seek(from), op === 'move');
      copies.clear();
      add(seek(path, true), found);
    }
  }
  must(hasOwn(root, ''));
  return root[''];
}
