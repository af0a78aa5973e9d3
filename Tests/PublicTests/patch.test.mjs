import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyPatch, equal } from '../../public/oriel/core/patch.js';

/** Applies a patch and checks that the old document and the patch are as they were. */
function apply(document, patch) {
  const before = JSON.stringify([document, patch]);
  try {
    return applyPatch(document, patch);
  } finally {
    assert.equal(JSON.stringify([document, patch]), before, 'the old document or the patch was changed');
  }
}

const json = text => JSON.parse(text);
const refuses = (document, ...patch) => assert.throws(() => apply(document, patch), Error, JSON.stringify(patch));
const gives = (document, patch, expected) => assert.equal(JSON.stringify(apply(document, patch)), JSON.stringify(expected));

test('RFC 6902, appendix A: the examples that apply', () => {
  gives({ foo: 'bar' }, [{ op: 'add', path: '/baz', value: 'qux' }], { foo: 'bar', baz: 'qux' });
  gives({ foo: ['bar', 'baz'] }, [{ op: 'add', path: '/foo/1', value: 'qux' }], { foo: ['bar', 'qux', 'baz'] });
  gives({ baz: 'qux', foo: 'bar' }, [{ op: 'remove', path: '/baz' }], { foo: 'bar' });
  gives({ foo: ['bar', 'qux', 'baz'] }, [{ op: 'remove', path: '/foo/1' }], { foo: ['bar', 'baz'] });
  gives({ baz: 'qux', foo: 'bar' }, [{ op: 'replace', path: '/baz', value: 'boo' }], { baz: 'boo', foo: 'bar' });
  gives({ foo: { bar: 'baz', waldo: 'fred' }, qux: { corge: 'grault' } }, [{ op: 'move', from: '/foo/waldo', path: '/qux/thud' }],
    { foo: { bar: 'baz' }, qux: { corge: 'grault', thud: 'fred' } });
  gives({ foo: ['all', 'grass', 'cows', 'eat'] }, [{ op: 'move', from: '/foo/1', path: '/foo/3' }], { foo: ['all', 'cows', 'eat', 'grass'] });
  gives({ baz: 'qux', foo: ['a', 2, 'c'] }, [{ op: 'test', path: '/baz', value: 'qux' }, { op: 'test', path: '/foo/1', value: 2 }],
    { baz: 'qux', foo: ['a', 2, 'c'] });
  gives({ foo: 'bar' }, [{ op: 'add', path: '/child', value: { grandchild: {} } }], { foo: 'bar', child: { grandchild: {} } });
  gives({ foo: 'bar' }, [{ op: 'add', path: '/baz', value: 'qux', xyz: 123 }], { foo: 'bar', baz: 'qux' });
  gives({ '/': 9, '~1': 10 }, [{ op: 'test', path: '/~01', value: 10 }], { '/': 9, '~1': 10 });
  gives({ foo: ['bar'] }, [{ op: 'add', path: '/foo/-', value: ['abc', 'def'] }], { foo: ['bar', ['abc', 'def']] });
});

test('RFC 6902, appendix A: the examples that fail', () => {
  refuses({ baz: 'qux' }, { op: 'test', path: '/baz', value: 'bar' });
  refuses({ foo: 'bar' }, { op: 'add', path: '/baz/bat', value: 'qux' });
  refuses({ '/': 9, '~1': 10 }, { op: 'test', path: '/~01', value: '10' });
});

test('the whole document is addressed by the empty pointer', () => {
  gives({ a: 1 }, [{ op: 'replace', path: '', value: [1] }], [1]);
  gives({ a: 1 }, [{ op: 'add', path: '', value: null }], null);
  gives({ a: { b: 1 } }, [{ op: 'move', from: '/a', path: '' }], { b: 1 });
  gives({ a: { b: 1 } }, [{ op: 'copy', from: '', path: '/c' }], { a: { b: 1 }, c: { a: { b: 1 } } });
  gives(5, [{ op: 'test', path: '', value: 5 }, { op: 'remove', path: '' }, { op: 'add', path: '', value: 6 }], 6);
  refuses({ a: 1 }, { op: 'remove', path: '' });
  refuses({ a: 1 }, { op: 'remove', path: '' }, { op: 'replace', path: '', value: 1 });
});

test('pointers are read strictly', () => {
  gives({ '': 1, 'a/b': 2, 'm~n': 3, ' ': 4, 'é': 5 }, [{ op: 'test', path: '/', value: 1 }, { op: 'test', path: '/a~1b', value: 2 },
    { op: 'test', path: '/m~0n', value: 3 }, { op: 'test', path: '/ ', value: 4 }, { op: 'test', path: '/é', value: 5 }], { '': 1, 'a/b': 2, 'm~n': 3, ' ': 4, 'é': 5 });
  for (const path of ['a', '/a~', '/a~2', '/~', 'a/', ' /a', '#/a', null, 1, undefined, ['/a'], {}]) refuses({ a: 1, 'a~': 1, 'a~2': 1 }, { op: 'remove', path });
});

test('names that look alike are names of their own', () => {
  const names = ['caf\u00e9', 'cafe\u0301', '\ud55c', '\u1112\u1161\u11ab', '\u{1f469}\u200d\u{1f680}', '\u{1f469}\u{1f680}'];
  const cells = Object.fromEntries(names.map((name, at) => [name, at])), all = { rows: names, cells };
  for (const [at, name] of names.entries()) {
    const { [name]: gone, ...others } = cells;
    gives(all, [{ op: 'remove', path: `/rows/${at}` }, { op: 'remove', path: `/cells/${name}` }], { rows: names.toSpliced(at, 1), cells: others });
    gives({ cells: others }, [{ op: 'add', path: `/cells/${name}`, value: at }], { cells: { ...others, [name]: at } });
  }
});

test('array indexes have no leading zeros, signs or fractions, and stay in the array', () => {
  for (const token of ['01', '00', '+1', '-1', '1.0', '1e0', ' 1', '1 ', '', 'x', '3', '-', 'length', '٣', '0x1', '99999999999999999999'])
    refuses([1, 2, 3], { op: 'remove', path: `/${token}` });
  for (const token of ['01', '4', '1e0', '', 'push', '-1', '--']) refuses([1, 2, 3], { op: 'add', path: `/${token}`, value: 0 });
  gives([1, 2, 3], [{ op: 'add', path: '/3', value: 4 }, { op: 'add', path: '/-', value: 5 }, { op: 'add', path: '/0', value: 0 }], [0, 1, 2, 3, 4, 5]);
  gives({ '01': 1, '-': 2 }, [{ op: 'remove', path: '/01' }, { op: 'replace', path: '/-', value: 3 }], { '-': 3 });
  for (const op of ['replace', 'test']) refuses([1], { op, path: '/-', value: 1 });
  refuses([[1]], { op: 'add', path: '/-/0', value: 1 });
  refuses([1], { op: 'copy', from: '/-', path: '/0' });
});

test('missing members are refused', () => {
  refuses({}, { op: 'remove', path: '/a' });
  refuses({}, { op: 'replace', path: '/a', value: 1 });
  refuses({}, { op: 'test', path: '/a', value: undefined });
  refuses({}, { op: 'move', from: '/a', path: '/b' });
  refuses({}, { op: 'copy', from: '/a', path: '/b' });
  for (const op of ['add', 'replace', 'test']) refuses({ a: 1 }, { op, path: '/a' });
  for (const op of ['move', 'copy']) refuses({ a: 1 }, { op, path: '/b' });
  for (const value of [1, 'text', true, null]) refuses({ a: value }, { op: 'add', path: '/a/b', value: 1 });
});

test('invalid operations and patches are refused', () => {
  for (const op of ['spam', 'Add', 'ADD', '', null, undefined, 1, 'constructor', ['add'], 'add\n'])
    refuses({ a: 1 }, { op, path: '/a', value: 1, from: '/a' });
  for (const operation of [null, 1, 'add', [], {}, { path: '/a', value: 1 }]) refuses({ a: 1 }, operation);
  for (const patch of [null, undefined, {}, 'x', 1]) assert.throws(() => applyPatch({ a: 1 }, patch));
  gives({ a: 1 }, [], { a: 1 });
});

test('nothing moves into its own child', () => {
  refuses({ a: { b: 1 } }, { op: 'move', from: '/a', path: '/a/b' });
  refuses({ a: { b: { c: 1 } } }, { op: 'move', from: '/a', path: '/a/b/c' });
  refuses({ a: 1 }, { op: 'move', from: '', path: '/a' });
  refuses([[1]], { op: 'move', from: '/0', path: '/0/0' });
  gives({ a: 1, ab: {} }, [{ op: 'move', from: '/a', path: '/ab/c' }], { ab: { c: 1 } });
  gives({ a: { b: 1 } }, [{ op: 'move', from: '/a', path: '/a' }], { a: { b: 1 } });
  refuses({}, { op: 'move', from: '/a', path: '/a' });
});

test('a failed operation undoes those before it', () => {
  refuses({ a: [1, { b: 2 }] }, { op: 'add', path: '/a/0', value: 0 }, { op: 'replace', path: '/a/2/b', value: 3 }, { op: 'remove', path: '/missing' });
});

test('test compares by value: order of members does not count, order of elements does', () => {
  const document = { o: { a: 1, b: [1, { c: null }] } };
  gives(document, [{ op: 'test', path: '/o', value: { b: [1, { c: null }], a: 1.0 } }], document);
  for (const value of [{ a: 1 }, { a: 1, b: [{ c: null }, 1] }, { a: '1', b: [1, { c: null }] }, [], null, { a: 1, b: [1, { c: null }], d: 0 }])
    refuses(document, { op: 'test', path: '/o', value });
  assert.ok(!equal([], {}) && !equal({ 0: 1, length: 1 }, [1]) && !equal(null, {}) && !equal(0, false) && equal(-0, 0));
  assert.ok(!equal({ a: undefined }, { b: 1 }) && !equal(json('{"__proto__":1}'), {}) && !equal({}, json('{"toString":1}')));
});

test('names of the language are ordinary names', () => {
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'length']) {
    refuses({}, { op: 'remove', path: `/${name}` });
    refuses({}, { op: 'replace', path: `/${name}`, value: 1 });
    refuses({}, { op: 'add', path: `/${name}/polluted`, value: 1 });
    refuses({}, { op: 'copy', from: `/${name}`, path: '/x' });
    const added = apply({}, [{ op: 'add', path: `/${name}`, value: { x: 1 } }, { op: 'add', path: `/${name}/y`, value: 2 }]);
    assert.deepEqual(Object.entries(added), [[name, { x: 1, y: 2 }]]);
    assert.equal(JSON.stringify(added), `{"${name}":{"x":1,"y":2}}`);
    assert.equal(JSON.stringify(apply(added, [{ op: 'move', from: `/${name}`, path: '/z' }])), '{"z":{"x":1,"y":2}}');
    assert.equal(JSON.stringify(apply(added, [{ op: 'replace', path: `/${name}/x`, value: 3 }])), `{"${name}":{"x":3,"y":2}}`);
  }
  assert.equal({}.polluted, undefined);
  assert.equal(JSON.stringify(apply(json('{"a":{"__proto__":1}}'), [{ op: 'add', path: '/a/b', value: 2 }])), '{"a":{"__proto__":1,"b":2}}');
});

test('a copy and its original are independent, and so is the value of a patch', () => {
  const patch = [{ op: 'add', path: '/a', value: { x: [] } }, { op: 'copy', from: '/a', path: '/b' }, { op: 'add', path: '/a/x/-', value: 1 },
    { op: 'add', path: '/b/x/-', value: 2 }, { op: 'copy', from: '/b/x', path: '/a/y' }, { op: 'add', path: '/b/x/-', value: 3 }];
  gives({}, patch, { a: { x: [1], y: [2] }, b: { x: [2, 3] } });
  gives({}, patch, { a: { x: [1], y: [2] }, b: { x: [2, 3] } });
});

test('unchanged parts are shared with the old document', () => {
  const old = { a: { b: [1] }, c: { d: 1 } }, patched = apply(old, [{ op: 'add', path: '/a/b/-', value: 2 }]);
  assert.equal(patched.c, old.c);
  assert.notEqual(patched.a.b, old.a.b);
});

test('random patches do what a plain model does to a deep copy', () => {
  const seed = Number(process.env.TEST_SEED ?? Date.now() % 1e9);
  console.log(`TEST_SEED=${seed}`);
  let state = seed;
  const below = n => (state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff, (state >> 8) % n);
  const clone = value => json(JSON.stringify(value));
  const make = depth => [() => below(9), () => 'text', () => null, () => Array.from({ length: below(4) }, () => make(depth - 1)),
    () => Object.fromEntries(Array.from({ length: below(4) }, () => ['abc/~'[below(5)], make(depth - 1)]))][depth > 0 ? below(5) : below(3)]();
  const paths = (node, path = '') => node && typeof node === 'object'
    ? [path, ...Object.keys(node).flatMap(key => paths(node[key], `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`))] : [path];
  const split = path => path.split('/').slice(1).map(token => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  const locate = (document, path) => split(path).slice(0, -1).reduce((node, token) => node[token], document);

  for (let round = 0; round < 2000; round++) {
    const document = { root: make(4), list: [1, 2, 3] };
    let model = clone(document);
    const patch = [];
    for (let step = 0; step < 5; step++) {
      const all = [...paths(model).slice(1), '/new'], path = all[below(all.length)], value = make(2), key = split(path).at(-1), parent = locate(model, path);
      switch (['add', 'remove', 'replace', 'copy'][path === '/new' && !('new' in model) ? 0 : below(4)]) {
        case 'add':
          Array.isArray(parent) ? parent.splice(Number(key), 0, clone(value)) : parent[key] = clone(value);
          patch.push({ op: 'add', path, value });
          break;
        case 'remove':
          Array.isArray(parent) ? parent.splice(Number(key), 1) : delete parent[key];
          patch.push({ op: 'remove', path });
          break;
        case 'replace':
          parent[key] = clone(value);
          patch.push({ op: 'replace', path, value }, { op: 'test', path, value });
          break;
        default:
          model = { ...model, copy: clone(parent[key]) };
          patch.push({ op: 'copy', from: path, path: '/copy' });
      }
    }
    const patched = apply(document, patch);
    assert.ok(equal(patched, model), `seed ${seed}, round ${round}: ${JSON.stringify({ document, patch, patched, model })}`);
  }
});
