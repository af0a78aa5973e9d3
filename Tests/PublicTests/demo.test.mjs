// The demo in a real browser: it lives, and it lives gently.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Server } from './server.mjs';
import { Visitor, skip } from './visitor.mjs';

describe('the demo', { skip, concurrency: false }, () => {
  let folder, visitor, page;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oriel-demo-'));
    visitor = await Visitor.arrive(() => Server.demo(folder));
    ({ page } = visitor);
  });

  after(async () => {
    await visitor?.leave();
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });

  for (const table of ['Track', 'Album', 'Artist'])
    test(`rows of ${table} change before one's eyes`, async () => {
      await visitor.visit('/' + table, table);
      await page.waitFor('document.querySelector("li.row")');
      await page.eval(`window.texts = () => [...document.querySelectorAll('li.row')].filter(row => row.getBoundingClientRect().bottom < innerHeight).map(row => row.innerText);
        window.before = texts();`);
      await page.waitFor('texts().some((text, i) => text !== before[i])', 20_000);
      await visitor.shoot(`demo-${table}`);
    });

  test('visible rows stay in place while rows above change', async () => {
    await visitor.visit('/Track', 'Track');
    await page.eval('scrollTo(0, document.documentElement.scrollHeight / 3)');
    await page.waitFor(`window.row = document.elementFromPoint(300, innerHeight / 2)?.closest('li.row')`);
    const moved = await page.eval(`new Promise((resolve, reject) => {
      const { top } = row.getBoundingClientRect(), total = document.querySelector('small').innerText, end = performance.now() + 30_000;
      let most = 0;
      const look = () => {
        most = Math.max(most, Math.abs(row.getBoundingClientRect().top - top));
        if (document.querySelector('small').innerText !== total) resolve(row.isConnected ? most : Infinity);
        else if (performance.now() > end) reject(new Error('no row came in 30 s'));
        else requestAnimationFrame(look);
      };
      look();
    })`);
    assert.ok(moved <= 1, `moved by ${moved} pixels`);
    await visitor.shoot('demo-scrolled');
  });

  test('no script failed on the way', () => visitor.noErrors());
});
