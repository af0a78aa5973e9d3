// The router with a fake history: the state that it records, and when.
import assert from 'node:assert/strict';
import { test } from 'node:test';

test('a place that was scrolled to is noted, but not on the page that is gone back to meanwhile', async t => {
  const listeners = {}, notes = [], shown = [], history = { state: { depth: 1 }, replaceState: state => notes.push(state) };
  Object.assign(globalThis, { history, location: new URL('http://server/a'), onpopstate: null, onclick: null, addEventListener: (name, body) => listeners[name] = body });
  t.after(() => ['history', 'location', 'onpopstate', 'onclick', 'addEventListener'].forEach(name => delete globalThis[name]));
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { router } = await import('../../public/oriel/core/router.js');
  router(route => shown.push(route), () => ({ y: 70 }), () => true);
  listeners.scroll();
  t.mock.timers.tick(400);
  assert.deepEqual(notes, [{ depth: 1, y: 70 }]);
  listeners.scroll();
  globalThis.onpopstate({ state: { depth: 0 } });
  t.mock.timers.tick(400);
  assert.deepEqual([notes.length, shown], [1, ['/a']]);
});
