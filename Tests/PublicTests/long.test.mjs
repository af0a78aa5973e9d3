// A long list scrolled from end to end in a browser while two other processes write: no row that is drawn is wrong.
// ORIEL_ROWS is the number of rows. For a million, ORIEL_BINARY should be a release build.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { Database, Server, binary } from './server.mjs';
import { Visitor, skip } from './visitor.mjs';
import { Writer } from './writer.mjs';

const rows = Number(process.env.ORIEL_ROWS ?? 60_000), steps = 60;

describe('a long list', { skip, concurrency: false }, () => {
  let visitor, page, database;

  before(async () => {
    visitor = await Visitor.arrive(async () => {
      // The name of each row contains its position and its key, so that the page can be checked.
      database = await Database.create(`
        CREATE TABLE Entry (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
          INSERT INTO Entry SELECT i, printf('%07d #%d', i * 7919 % ${rows}, i) FROM n;
        CREATE INDEX Entry_Name ON Entry (Name);`);
      assert.equal(spawnSync(binary, ['attach', database.file]).status, 0);
      return Server.start(database);
    });
    ({ page } = visitor);
    await page.setMedia({ 'prefers-reduced-motion': 'reduce' });
  });

  after(async () => {
    await visitor?.leave();
    await database?.remove();
  });

  test('scrolled from end to end while two processes write, it draws no wrong row', async context => {
    await visitor.visit('/Entry?sort=Name', '#');
    await page.waitFor(`document.querySelector('small').innerText.replace(/\\D/g, '') === '${rows}'`, 60_000);
    // Checks the page in every frame.
    await page.eval(`window.wrong = []; window.frames = 0; window.drawn = new Set();
      (function look() {
        frames++;
        const seen = [...document.querySelectorAll('li.row')].map(row => [row.getBoundingClientRect().top, row])
          .filter(([top]) => top > -100 && top < innerHeight).sort(([a], [b]) => a - b)
          .map(([, row]) => [row.querySelector('a').getAttribute('href').split('/').pop(), row.querySelector('span').innerText]);
        seen.forEach(([id, name], place) => {
          drawn.add(id);
          if (name.split('#')[1] !== id) wrong.push('row ' + id + ' shows ' + name);
          if (place && seen[place - 1][1] > name) wrong.push(seen[place - 1][1] + ' stands before ' + name);
        });
        requestAnimationFrame(look);
      })()`);
    const file = database.file, some = count => 1 + count * 104_729 % rows;
    const writers = [
      new Writer(file, count => `UPDATE Entry SET Name = printf('%07d #%d', ${count * 15_485_863 % rows}, Id) WHERE Id = ${some(count)};\n`),
      new Writer(file, count => count % 2
        ? `INSERT INTO Entry SELECT max(Id) + 1, printf('%07d #%d', ${count * 32_452_843 % rows}, max(Id) + 1) FROM Entry;\n`
        : `DELETE FROM Entry WHERE Id = ${some(count * 31)};\n`),
    ];
    for (let step = 0; step <= steps; step++) {
      await page.eval(`scrollTo(0, document.documentElement.scrollHeight * ${step / steps})`);
      await page.waitFor(`document.elementFromPoint(300, innerHeight / 2)?.closest('li.row')`, 20_000);
    }
    for (const writer of writers) await writer.stop();
    const [wrong, frames, drawn] = await page.eval('[wrong.slice(0, 5), frames, drawn.size]');
    context.diagnostic(`${rows} rows, ${frames} frames, ${drawn} rows drawn, ${writers.map(({ count }) => count)} transactions`);
    assert.deepEqual(wrong, []);
    assert.ok(drawn > 100);
    // At the end, it shows the content of the database.
    const last = database.run('SELECT Name FROM Entry ORDER BY Name DESC LIMIT 1');
    await visitor.shows(last);
    const total = database.run('SELECT count(*) FROM Entry');
    await page.waitFor(`document.querySelector('small').innerText.replace(/\\D/g, '') === '${total}'`, 20_000);
    await visitor.shoot('long');
  });

  test('no script failed on the way', () => visitor.noErrors());
});
