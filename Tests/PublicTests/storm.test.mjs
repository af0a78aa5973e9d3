// A long run of random changes by another process, under the eyes of a browser.
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { after, before, describe, test } from 'node:test';
import { Visitor, skip } from './visitor.mjs';

const seed = Number(process.env.TEST_SEED ?? Date.now() % 1e9);

/** Mulberry32. */
function generator(state) {
  return limit => {
    state = (state + 0x6d2b79f5) | 0;
    let mix = Math.imul(state ^ (state >>> 15), 1 | state);
    mix = (mix + Math.imul(mix ^ (mix >>> 7), 61 | mix)) ^ mix;
    return ((mix ^ (mix >>> 14)) >>> 0) % limit;
  };
}

describe('a storm of changes', { skip, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Visitor.arrive();
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  /** The rows in sight, from the top. */
  const seen = () => page.eval(`[...document.querySelectorAll('li.row')].map(row => [row, row.getBoundingClientRect()])
    .filter(([, box]) => box.top >= 90 && box.bottom <= innerHeight).sort(([, a], [, b]) => a.top - b.top)
    .map(([row]) => [row.querySelector('a').getAttribute('href'), row.querySelector('span').innerText])`);

  /** Returns the rows that a fresh `GET` shows. */
  async function expected(route, rows) {
    const anchor = rows[0][0].split('/').pop();
    const { sections, cells } = await (await fetch(`${visitor.server.address}${route}&window=@${anchor},${rows.length}`)).json();
    return sections.flatMap(section => section.rows).map(id => [cells[id].href, cells[id].title]);
  }

  const change = below => [
    () => `UPDATE Track SET Name = 'Track ' || ${below(10_000)} WHERE TrackId = ${1 + below(5_000)};`,
    () => `DELETE FROM Track WHERE TrackId = ${1 + below(5_000)};`,
    () => `INSERT OR REPLACE INTO Track VALUES (${1 + below(6_000)}, 'Track ' || ${below(10_000)}, ${below(300)});`,
    () => `DELETE FROM Track WHERE TrackId % 400 = ${below(400)};`,
  ][below(4)]();

  for (const [where, part] of [['the top', 0], ['the middle', 0.5], ['the end', 1]])
    test(`at ${where} of a sorted list the page converges on what a fresh look shows`, async context => {
      const below = generator(seed + part * 2), route = '/Track?sort=Name';
      context.diagnostic(`TEST_SEED=${seed}`);
      await visitor.visit(route, 'Track');
      await page.eval(`scrollTo(0, document.documentElement.scrollHeight * ${part})`);
      await page.waitFor(`document.elementFromPoint(300, innerHeight / 2)?.closest('li.row')`);
      visitor.run(Array.from({ length: 300 }, () => change(below)).join('\n'));
      const end = Date.now() + 15_000;
      for (;;) {
        const rows = await seen(), truth = rows.length ? await expected(route, rows) : [];
        if (rows.length > 10 && isDeepStrictEqual(rows, truth)) break;
        if (Date.now() > end) assert.fail(`TEST_SEED=${seed}: shows ${JSON.stringify(rows)}, not ${JSON.stringify(truth)}`);
      }
      const total = visitor.run('SELECT count(*) FROM Track');
      await page.waitFor(`document.querySelector('small').innerText.replace(/\\D/g, '') === '${total}'`);
    });

  test('no script failed on the way', () => visitor.noErrors());
});
