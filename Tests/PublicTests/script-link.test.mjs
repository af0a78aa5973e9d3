import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isScript } from '../../public/oriel/core/value.js';

test('an address that runs a script is no link', () => {
  for (const href of ['javascript:alert(1)', ' JavaScript:alert(1)', 'java\tscript:alert(1)', 'data:text/html,a', 'vbscript:a']) {
    assert.ok(isScript(href), href);
  }
  for (const href of ['/Artist/1', 'https://example.com/', 'mailto:a@example.com', '/a?javascript:', 1]) assert.ok(!isScript(href), href);
});
