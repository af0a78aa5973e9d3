// How fast the client is: a patch of 1,000 operations, and scrolling through a long list while another process writes, by Chromium's
// own trace. ORIEL_ROWS says how many rows there are; ORIEL_FIGURES has the figures printed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { Database, Server } from './server.mjs';
import { Visitor, skip } from './visitor.mjs';

const rows = Number(process.env.ORIEL_ROWS ?? 60_000), tell = process.env.ORIEL_FIGURES ? console.error : () => {};
const median = numbers => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

describe('pace', { skip, concurrency: false }, () => {
  let visitor, page, database;

  before(async () => {
    visitor = await Visitor.arrive(async () => {
      database = await Database.create(`CREATE TABLE Entry (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL, Place TEXT, A INTEGER, B INTEGER, C REAL, D TEXT);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
          INSERT INTO Entry SELECT i, printf('Entry %07d', i), 'place ' || i % 100, i, i % 1000, i / 7.0, 'text ' || i FROM n;`);
      return Server.start(database);
    });
    visitor.database = database;
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  /** In the page: applies and draws a patch of 1,000 operations. Returns the milliseconds of each. */
  const patch = round => `new Promise(done => {
    const { document: held, digest, scene } = connection, ids = held.sections[0].rows;
    const names = ['title', 'subtitle', ...Object.keys(held.cells[ids[0]].fields).map(name => 'fields/' + name)];
    const patch = Array.from({ length: 1000 }, (_, i) => ({ op: 'replace', path: '/cells/' + ids[i % ids.length] + '/' + names[i / ids.length % names.length | 0], value: 'v${round} ' + i }));
    const message = { type: 'patch', scene, from: digest, to: 'round-${round}', patch };
    let start, applied;
    requestAnimationFrame(() => start = performance.now());
    const before = performance.now();
    connection.receive(message);
    applied = performance.now() - before;
    requestAnimationFrame(() => {
      const drawn = performance.now() - start;
      window.document.body.offsetHeight;
      done([applied, drawn, performance.now() - start - drawn, ids.length]);
    });
  })`;

  test('1,000 operations of one patch take a page no more than two frames, the making of the patch with it', async () => {
    await visitor.visit('/Entry', 'Entry 0000001');
    await page.eval(`import('/oriel/core/connection.js').then(({ Connection }) => {
      const { adopt } = Connection.prototype;
      Connection.prototype.adopt = function (...values) { window.connection = this; return adopt.apply(this, values); };
    })`);
    visitor.run(`UPDATE Entry SET A = -1 WHERE Id = 1`);
    await page.waitFor('window.connection');
    const rounds = [], sums = [];
    await page.send('Performance.enable', { timeDomain: 'threadTicks' }); // the thread's own time: the machine may be busy
    const spent = async () => (await page.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
    for (let round = 0; round < 30; round++) {
      const before = await spent();
      rounds.push(await page.eval(patch(round)));
      sums.push(await spent() - before);
    }
    const [applied, drawn, laidOut] = [0, 1, 2].map(part => median(rounds.slice(5).map(round => round[part])));
    const quickest = Math.min(...sums);
    tell(`1,000 operations on ${rounds[0][3]} rows: applied in ${applied.toFixed(1)} ms, drawn in ${(drawn + laidOut).toFixed(1)}; the quickest ${quickest.toFixed(1)} ms of the thread's own time`);
    assert.match(await page.eval(`document.querySelector('li.row').innerText`), /^v29/);
    assert.ok(quickest < 32, `${sums.map(sum => sum.toFixed(1))} ms`); // to make the patch, and to paint, is in it
  });

  /** Returns Chromium's trace events during an action. */
  async function trace(body) {
    const events = [], { pipe } = page;
    const complete = new Promise(resolve => {
      const stop = pipe.listen(({ method, params }) => {
        if (method === 'Tracing.dataCollected') events.push(...params.value);
        if (method === 'Tracing.tracingComplete') resolve(stop());
      });
    });
    await pipe.send('Tracing.start', { traceConfig: { includedCategories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline.frame', '__metadata'] } });
    await body();
    await pipe.send('Tracing.end');
    await complete;
    return events;
  }

  test('scrolling through a long list while others write leaves time in every frame', async () => {
    await visitor.visit('/Entry?sort=Name', 'Entry 0000001');
    const shell = spawn('sqlite3', ['-cmd', '.timeout 20000', database.file], { stdio: ['pipe', 'ignore', 'inherit'] });
    let count = 0;
    const timer = setInterval(() => shell.stdin.write(`UPDATE Entry SET A = A + 1 WHERE Id = ${1 + count++ * 7 % rows};\n`), 20);
    await page.eval(`window.frames_ = []; (function note(time) { frames_.push(time); requestAnimationFrame(note); })(performance.now())`);
    const events = await trace(() => page.send('Input.synthesizeScrollGesture', { x: 600, y: 500, yDistance: -12000, speed: 3000, gestureSourceType: 'mouse' }));
    clearInterval(timer);
    shell.stdin.end();
    const pid = events.find(({ name, args }) => name === 'FunctionCall' && /list\.js|oriel\.js/.test(args.data?.url))?.pid;
    const main = events.find(({ name, pid: own, args }) => name === 'thread_name' && own === pid && args.name === 'CrRendererMain')?.tid;
    const frames = events.filter(({ name, pid: own, tid, ph }) => name === 'FireAnimationFrame' && own === pid && tid === main && ph === 'X');
    const tasks = events.filter(({ name, pid: own, tid, dur }) => name === 'ThreadControllerImpl::RunTask' && own === pid && tid === main && dur).map(({ dur, tdur }) => (tdur ?? dur) / 1000); // the thread's own time: the machine may be busy
    const steps = (await page.eval('frames_')).map((time, i, all) => time - all[i - 1]).slice(1), late = tasks.filter(time => time > 16.7);
    tell(`${rows} rows: ${frames.length} callbacks; a frame each ${median(steps).toFixed(1)} ms; ${tasks.length} tasks of the page, the longest ${Math.max(...tasks).toFixed(1)} ms, ${late.length} longer than a frame`);
    assert.ok(await page.eval('scrollY') > 8000);
    assert.ok(median(steps) < 18, `a frame each ${median(steps)} ms`);
    assert.ok(late.length <= tasks.length / 50, `${late.length} of ${tasks.length} tasks were longer than a frame: ${late}`);
  });

  test('no script failed on the way', () => visitor.noErrors());
});
