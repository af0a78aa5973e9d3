// How much work the client does: for a patch of 1,000 operations, and for scrolling through a long list while another process
// writes, by Chromium's own trace. The tests count work, because a slow machine takes longer for the same work. ORIEL_FIGURES prints
// the times for docs/benchmarks.md, and ORIEL_ROWS is the number of rows.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { Database, Server } from './server.mjs';
import { Visitor, skip } from './visitor.mjs';

const rows = Number(process.env.ORIEL_ROWS ?? 60_000), tell = process.env.ORIEL_FIGURES ? console.error : () => {};
const columns = Array.from({ length: 50 }, (_, place) => `C${place + 1}`);
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

  test('one frame shows a patch of 1,000 operations, and the rows keep their elements', async () => {
    await visitor.visit('/Entry', 'Entry 0000001');
    await page.eval(`import('/oriel/core/connection.js').then(({ Connection }) => {
      const { adopt } = Connection.prototype;
      Connection.prototype.adopt = function (...values) { window.connection = this; return adopt.apply(this, values); };
    })`);
    visitor.run(`UPDATE Entry SET A = -1 WHERE Id = 1`);
    await page.waitFor('window.connection');
    await page.eval(`window.elements = [...document.querySelectorAll('li.row')];
      window.records = 0;
      new MutationObserver(found => records += found.length).observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true })`);
    const rounds = [], sums = [];
    await page.send('Performance.enable', { timeDomain: 'threadTicks' }); // the thread's own time: the machine may be busy
    const spent = async () => (await page.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
    for (let round = 0; round < 30; round++) {
      const before = await spent();
      rounds.push(await page.eval(patch(round)));
      sums.push(await spent() - before);
      assert.match(await page.eval(`document.querySelector('li.row').innerText`), new RegExp(`^v${round} `));
    }
    const [applied, drawn, laidOut] = [0, 1, 2].map(part => median(rounds.slice(5).map(round => round[part])));
    tell(`1,000 operations on ${rounds[0][3]} rows: applied in ${applied.toFixed(1)} ms, drawn in ${(drawn + laidOut).toFixed(1)}; the quickest ${Math.min(...sums).toFixed(1)} ms of the thread's own time`);
    assert.ok(await page.eval('elements.every(({ isConnected }) => isConnected)'), 'the rows keep their elements');
    const records = await page.eval('records') / rounds.length;
    assert.ok(records <= 1100, `${records} changes of the page for 1,000 operations`);
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

  /** Starts a program that changes rows one after another, near the top and elsewhere. Returns what ends it. */
  function write(table, column, step) {
    const shell = spawn('sqlite3', ['-cmd', '.timeout 20000', database.file], { stdio: ['pipe', 'ignore', 'inherit'] });
    let count = 0;
    const timer = setInterval(() => shell.stdin.write(`UPDATE ${table} SET ${column} = ${column} + 1 WHERE Id = ${1 + count++ * step % rows};\n`), 20);
    return () => {
      clearInterval(timer);
      shell.stdin.end();
    };
  }

  /** Scrolls while programs write. Checks what the page does by Chromium's trace, and prints it. */
  async function scrolls(what, distance, writers, mostLong = 1 / 50) {
    await page.eval(`cancelAnimationFrame(window.noting); window.frames_ = []; (function note(time) { frames_.push(time); noting = requestAnimationFrame(note); })(performance.now())`);
    const events = await trace(() => page.send('Input.synthesizeScrollGesture', { x: 600, y: 500, ...distance, speed: 3000, gestureSourceType: 'mouse' }));
    for (const stop of writers) stop();
    const pid = events.find(({ name, args }) => name === 'FunctionCall' && /list\.js|oriel\.js/.test(args.data?.url))?.pid;
    const main = events.find(({ name, pid: own, args }) => name === 'thread_name' && own === pid && args.name === 'CrRendererMain')?.tid;
    const frames = events.filter(({ name, pid: own, tid, ph }) => name === 'FireAnimationFrame' && own === pid && tid === main && ph === 'X');
    const tasks = events.filter(({ name, pid: own, tid, dur }) => name === 'ThreadControllerImpl::RunTask' && own === pid && tid === main && dur).map(({ dur, tdur }) => (tdur ?? dur) / 1000); // the thread's own time: the machine may be busy
    const steps = (await page.eval('frames_')).map((time, i, all) => time - all[i - 1]).slice(1);
    const late = tasks.filter(time => time > 16.7), long = tasks.filter(time => time > 50);
    const sizes = events.filter(({ name, pid: own }) => own === pid && /^(UpdateLayoutTree|Layout)$/.test(name))
      .map(({ args }) => args.elementCount ?? args.beginData?.totalObjects ?? 0);
    const quick = steps.filter(time => time < 17.5).length / steps.length * 100;
    tell(`${what}: ${frames.length} callbacks; ${quick.toFixed(1)} % of the frames in time; a frame each ${median(steps).toFixed(1)} ms; ${tasks.length} tasks of the page, the longest ${Math.max(...tasks).toFixed(1)} ms, ${late.length} longer than a frame`);
    assert.ok(frames.length > 0 && sizes.length > 0);
    const most = await page.eval(`document.querySelectorAll('li').length`);
    assert.ok(most <= 500, `${most} rows are in the page`);
    assert.ok(Math.max(...sizes) < 60 * 500, `a layout of ${Math.max(...sizes)} objects`);
    const windows = page.frames.flatMap(({ document, patch = [] }) => document?.cells ?? patch.filter(({ path }) => path === '/cells').map(({ value }) => value));
    assert.ok(windows.length > 0 && windows.every(cells => Object.keys(cells).length <= 500), 'a message has more rows than a window');
    assert.ok(long.length <= tasks.length * mostLong, `${long.length} of ${tasks.length} tasks took more than 50 ms of the thread's own time: ${long}`);
  }

  test('the work of scrolling through a long list while others write does not depend on its length', async () => {
    await visitor.visit('/Entry?sort=Name', 'Entry 0000001');
    await scrolls(`${rows} rows`, { yDistance: -12000 }, [write('Entry', 'A', 7)]);
    assert.ok(await page.eval('scrollY') > 8000);
  });

  test('nor on the number of its columns, in both directions, beside two writers', async () => {
    visitor.run(`CREATE TABLE Wide (Id INTEGER PRIMARY KEY, ${columns.map(name => `${name} INTEGER`)});
      INSERT INTO Wide SELECT Id, ${columns.map((_, place) => `Id * ${place + 1} % 1000`)} FROM Entry`);
    await visitor.visit(`/Wide?columns=Id,${columns}`, 'C50');
    await page.waitFor(`document.querySelectorAll('.labels > *').length > 50 && document.querySelector('li.row .out')`);
    const writers = () => [write('Wide', 'C1', 7), write('Wide', 'C2', 1)];
    // A window of 60 rows and 35 columns in view takes longer than a frame to make; the frames between windows are quick.
    await scrolls(`${rows} rows x ${columns.length} columns, down`, { yDistance: -12000 }, writers(), 1 / 10);
    assert.ok(await page.eval('scrollY') > 8000);
    await scrolls(`${rows} rows x ${columns.length} columns, sideways`, { xDistance: -4000 }, writers(), 1 / 10);
    assert.ok(await page.eval('scrollX') > 2000);
  });

  test('no script failed on the way', () => visitor.noErrors());
});
