const { isArray } = Array;
const { hasOwn } = Object;
const isNode = value => value && typeof value === 'object';

const put = (node, key, value) => Object.defineProperty(node, key, {
  value,
  writable: true,
  enumerable: true,
  configurable: true,
});

/** Returns whether two JSON values are equal (RFC 6902, section 4.6). */
export function equal(a, b) {
  if (!isNode(a) || !isNode(b)) return a === b;
  const keys = Object.keys(a);
  return isArray(a) === isArray(b)
    && keys.length === Object.keys(b).length
    && keys.every(key => hasOwn(b, key) && equal(a[key], b[key]));
}

/** Applies a JSON patch (RFC 6902). The result shares unchanged parts with `document`. */
export function applyPatch(document, patch) {
  const target = new Target(document, patch);
  target.must(isArray(patch));
  for (const step of patch) target.apply(target.step = step);
  target.must(hasOwn(target.root, ''));
  return target.root[''];
}

class Target {
  copies = new Set();

  constructor(document, step) {
    this.root = { '': document };
    this.step = step;
  }

  must(fits) {
    if (!fits) throw new Error('patch does not apply: ' + JSON.stringify(this.step));
  }

  apply({ op, path, from, value }) {
    if (op === 'remove') return this.remove(path);
    if (op === 'test') return this.must(equal(this.read(path), value));
    if (op === 'add' || op === 'replace') {
      this.must(value !== undefined);
      return op === 'add' ? this.add(path, value) : this.replace(path, value);
    }
    this.must(op === 'copy' || op === 'move' && !`${path}`.startsWith(from + '/'));
    const found = op === 'move' ? this.remove(from) : this.read(from);
    this.copies.clear();
    this.add(path, found);
  }

  add(path, value) {
    const { node, key } = this.seek(path, true);
    if (isArray(node)) node.splice(key, 0, value);
    else put(node, key, value);
  }

  replace(path, value) {
    const { node, key } = this.seek(path);
    put(node, key, value);
  }

  read(path) {
    const { node, key } = this.seek(path);
    return node[key];
  }

  remove(path) {
    const { node, key } = this.seek(path);
    const value = node[key];
    if (isArray(node)) node.splice(key, 1);
    else delete node[key];
    return value;
  }

  /* Returns the node that has the member a pointer leads to, and the key of that member. */
  seek(pointer, isNew = false) {
    this.must(typeof pointer === 'string' && /^(\/([^~]|~[01])*)?$/.test(pointer));
    const tokens = pointer.split('/');
    let node = { root: this.root };
    let key = 'root';
    tokens.forEach((escaped, index) => {
      const token = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
      const mayAdd = isNew && index === tokens.length - 1;
      this.must(isNode(node[key]));
      node = this.copy(node, key);
      key = isArray(node) && mayAdd && token === '-' ? node.length : token;
      if (isArray(node)) this.must(/^(0|[1-9]\d*)$/.test(key) && key < node.length + mayAdd);
      else this.must(mayAdd || hasOwn(node, key));
    });
    return { node, key };
  }

  /* Copies a node before its first change, because others may hold it. */
  copy(parent, key) {
    const node = parent[key];
    if (node === this.root || this.copies.has(node)) return node;
    const copy = isArray(node) ? [...node] : { ...node };
    this.copies.add(copy);
    put(parent, key, copy);
    return copy;
  }
}
