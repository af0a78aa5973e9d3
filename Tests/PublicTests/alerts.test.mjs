// The alerts for Prometheus: each names metrics that exist and a section of the runbook, and fires
// when its problem is there. The problems are provoked on real servers.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { root } from './documents.mjs';
import { Database, Server, missing } from './server.mjs';

const file = readFileSync(join(root, 'config/alerts.yaml'), 'utf8');
const runbook = readFileSync(join(root, 'docs/guides/runbook.md'), 'utf8');

/** The rules of the file: the name, the expression and the section of the runbook. */
const rules = file.split('- alert: ').slice(1).map(text => ({
  name: /^\w+/.exec(text)[0],
  expression: /expr: (?:>-\n)?([^]*?)\n +(?=\w+:)/.exec(text)[1].replace(/\s+/g, ' ').trim(),
  section: /runbook_url: docs\/guides\/runbook\.md#(\w+)/.exec(text)?.[1],
}));

/** The numbers of a server at one moment: the series with their labels, and the age of the page. */
class Sample {
  static async of(server) {
    try {
      const response = await fetch(`${server.address}/-/metrics`);
      return new Sample(await response.text());
    } catch {
      return new Sample('', 0);
    }
  }

  constructor(text, up = 1) {
    this.series = new Map([['up', up]]);
    for (const line of text.split('\n').filter(line => line && !line.startsWith('#'))) {
      const place = line.lastIndexOf(' ');
      this.series.set(line.slice(0, place), Number(line.slice(place + 1)));
    }
    this.names = new Set([...this.series.keys()].map(name => name.split('{')[0]));
  }

  /** The values of a metric whose labels match. */
  values(name, labels = /./) {
    return [...this.series].filter(([key]) => key.split('{')[0] === name && labels.test(key));
  }

  sum(name, labels) {
    return this.values(name, labels).reduce((sum, [, value]) => sum + value, 0);
  }
}

/** Whether one of a metric's series has increased by more than a number between two samples. */
const increased = (name, labels, more = 0) => (now, before) =>
  now.values(name, labels).some(([key, value]) => value > (before.series.get(key) ?? 0) + more);

/** The quantile of the observations between two samples, as Prometheus computes it. */
function quantile(part, name, now, before) {
  const buckets = now.values(`${name}_bucket`).map(([key, count]) => ({
    bound: Number(/le="([^"]*)"/.exec(key)[1].replace('+Inf', 'Infinity')),
    count: count - (before.series.get(key) ?? 0),
  })).sort((one, other) => one.bound - other.bound);
  const rank = part * buckets.at(-1).count;
  const place = buckets.findIndex(({ count }) => count >= rank);
  const below = buckets[place - 1] ?? { bound: 0, count: 0 };
  if (buckets[place].bound === Infinity) return below.bound;
  return below.bound + (buckets[place].bound - below.bound)
    * (rank - below.count) / (buckets[place].count - below.count);
}

/** What each expression says about two samples of one server. A change of a rule needs one here. */
const meaning = {
  'up{job="oriel"} == 0': now => now.sum('up') === 0,
  'oriel_ready == 0 and oriel_draining == 0': now =>
    now.series.get('oriel_ready') === 0 && now.series.get('oriel_draining') === 0,
  'changes(process_start_time_seconds{job="oriel"}[15m]) > 2': (...samples) =>
    samples.filter((sample, place) => place > 0 && sample.sum('process_start_time_seconds')
      !== samples[place - 1].sum('process_start_time_seconds')).length > 2,
  'increase(oriel_commands_total{outcome="failed"}[5m]) > 5':
    increased('oriel_commands_total', /outcome="failed"/, 5),
  'increase(oriel_refused_total[5m]) > 0': increased('oriel_refused_total'),
  'process_open_fds{job="oriel"} / process_max_fds{job="oriel"} > 0.8': now =>
    now.sum('process_open_fds') / now.sum('process_max_fds') > 0.8,
  'histogram_quantile(0.99, rate(oriel_change_to_send_seconds_bucket[5m])) > 0.5':
    (now, before) => quantile(0.99, 'oriel_change_to_send_seconds', now, before) > 0.5,
  'sum by (instance) (oriel_queued_bytes) > 100000': now =>
    now.sum('oriel_queued_bytes') > 100_000,
  'process_resident_memory_bytes{job="oriel"} > 800e6': now =>
    now.sum('process_resident_memory_bytes') > 800e6,
  ['sum by (instance) (rate(oriel_resumes_total{outcome=~"snapshot|gone"}[5m])) '
    + '/ sum by (instance) (rate(oriel_resumes_total[5m])) > 0.5']: (now, before) => {
    const grown = labels => now.sum('oriel_resumes_total', labels)
      - before.sum('oriel_resumes_total', labels);
    return grown(/outcome="(snapshot|gone)"/) / grown() > 0.5;
  },
};

const fires = (name, ...samples) =>
  meaning[rules.find(rule => rule.name === name).expression](...samples);

/** Opens a connection, sends a text, and reads nothing. */
function silent(server, text = '') {
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.pause();
  socket.write(text);
  return socket;
}

const upgrade = 'GET /-/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n'
  + 'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: oriel.v1\r\n'
  + 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

/** Repeats a step until a condition holds, for two minutes at most. */
async function until(condition, step = () => {}) {
  const end = Date.now() + 120_000;
  while (!await condition()) {
    assert.ok(Date.now() < end, 'the condition did not come true');
    await step();
  }
}

test('each rule has a section of the runbook, and each section a rule', () => {
  assert.ok(rules.length > 5);
  const sections = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  assert.deepEqual(rules.map(({ name }) => name), sections);
  for (const { name, section } of rules) assert.equal(section, name.toLowerCase());
  for (const part of runbook.split(/^## /m).slice(1)) {
    assert.match(part, /\*\*It means\*\*/);
    assert.match(part, /\n1\. /);
    assert.match(part, /\*\*It is over\*\*/);
  }
  assert.deepEqual(rules.map(({ expression }) => expression).sort(), Object.keys(meaning).sort());
});

const promtool = spawnSync('promtool', ['--version']).error && 'promtool is not installed';

test('Prometheus accepts the rules', { skip: promtool }, () => {
  const words = ['check', 'rules', 'config/alerts.yaml'];
  const { status, stderr } = spawnSync('promtool', words, { cwd: root });
  assert.equal(status, 0, String(stderr));
});

describe('alerts', { skip: missing, concurrency: 2 }, () => {
  /** Serves a database with settings for a body, and checks that no alert fires at first. */
  async function served(schema, settings, body) {
    const database = await Database.create(schema);
    const config = join(database.folder, 'oriel.yaml');
    writeFileSync(config, settings);
    const server = await Server.start(database, 0, undefined, ['--config', config]);
    try {
      await body(server, database, () => Sample.of(server), await Sample.of(server));
    } finally {
      await server.stop();
      await database.remove();
    }
  }
  const plain = 'CREATE TABLE T (Id INTEGER PRIMARY KEY, N TEXT); INSERT INTO T VALUES (1, 1);';

  test('a server that runs well has all metrics, and raises no alert', () =>
    served(plain, '', async (server, database, sample, start) => {
      for (const { expression } of rules)
        for (const [name] of expression.matchAll(/\b(oriel|process)_\w+|\bup\b/g))
          assert.ok(start.names.has(name), name);
      await fetch(`${server.address}/T`);
      const now = await sample();
      for (const { name } of rules)
        assert.equal(fires(name, now, start, start, start), false, name);
    }));

  test('OrielDown, OrielRestarts', () => served(plain, '',
    async (server, database, sample, start) => {
      const samples = [start];
      for (let turn = 0; turn < 3; turn++) {
        const second = Math.floor(Date.now() / 1_000);    // the start time is in whole seconds
        await until(() => Math.floor(Date.now() / 1_000) > second);
        const next = await Server.start(database);
        samples.unshift(await Sample.of(next));
        await next.stop();
        assert.ok(fires('OrielDown', await Sample.of(next)));
      }
      assert.ok(fires('OrielRestarts', ...samples));
      assert.ok(!fires('OrielRestarts', ...samples.slice(1)));
    }));

  test('OrielNotReady', () => served(plain, '', async (server, database, sample) => {
    const read = () => fetch(`${server.address}/T`);
    renameSync(database.file, `${database.file}.away`);
    await until(async () => fires('OrielNotReady', await sample()), read);
    renameSync(`${database.file}.away`, database.file);
    await until(async () => !fires('OrielNotReady', await sample()), read);
  }));

  test('OrielCommandsFail', () => served(plain, 'busyTimeout: 0.05',
    async (server, database, sample, start) => {
      const unlock = await database.lock();
      const command = { method: 'POST', body: '{"N":"2"}' };
      const fail = async () =>
        assert.equal((await fetch(`${server.address}/T:insert`, command)).status, 503);
      for (let count = 0; count < 5; count++) await fail();
      assert.ok(!fires('OrielCommandsFail', await sample(), start));
      await fail();
      assert.ok(fires('OrielCommandsFail', await sample(), start));
      await unlock();
    }));

  test('OrielRefuses', () => served(plain, 'socketLimit: 1',
    async (server, database, sample, start) => {
      const sockets = [silent(server, upgrade), silent(server, upgrade)];
      await until(async () => fires('OrielRefuses', await sample(), start));
      for (const socket of sockets) socket.destroy();
    }));

  test('OrielFilesRunOut', () => served(plain, '', async (server, database, sample) => {
    const limit = (await sample()).sum('process_open_fds') + 20;
    const { status } = spawnSync('prlimit', [`--pid=${server.child.pid}`, `--nofile=${limit}`]);
    assert.equal(status, 0);
    const sockets = [];
    await until(async () => fires('OrielFilesRunOut', await sample()),
      () => sockets.length < 15 && sockets.push(silent(server)));
    for (const socket of sockets) socket.destroy();
    await until(async () => !fires('OrielFilesRunOut', await sample()));
  }));

  const slow = `${plain} CREATE VIEW Slow AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL
    SELECT i + 1 FROM n WHERE i < 5000000) SELECT N, (SELECT max(i) FROM n) AS M FROM T;`;

  test('OrielPatchesLate', () => served(slow, 'patience: 30\nqueryTimeout: 30',
    async (server, database, sample, start) => {
      const abort = new AbortController();
      const headers = { accept: 'text/event-stream' };
      const response = await fetch(`${server.address}/Slow`, { headers, signal: abort.signal });
      const reader = response.body.getReader();
      await reader.read();
      let turn = 0;
      await until(async () => fires('OrielPatchesLate', await sample(), start), () => {
        database.run(`UPDATE T SET N = ${turn++}`);
        return reader.read();
      });
      abort.abort();
    }));

  test('OrielReadersSlow', () => served(plain, '', async (server, database, sample) => {
    const viewers = [1, 2, 3].map(() => silent(server,
      'GET /T/1 HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n'));
    await until(async () => (await sample()).sum('oriel_streams') === 3);
    let turn = 0;
    await until(async () => fires('OrielReadersSlow', await sample()), () =>
      database.run(`UPDATE T SET N = '${turn++}' || hex(zeroblob(150000))`));
    for (const viewer of viewers) viewer.destroy();
    await until(async () => !fires('OrielReadersSlow', await sample()));
  }));

  // The limit is the operator's. Here it is 30 MB above what an idle server takes.
  const long = `CREATE TABLE T (Id INTEGER PRIMARY KEY, N TEXT);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
    INSERT INTO T SELECT i, i * 7919 % 1000003 FROM n;`;

  test('OrielMemory', () => served(long, '', async (server, database, sample, start) => {
    const limit = start.sum('process_resident_memory_bytes') + 30e6;
    const isOver = async () => {
      const bytes = (await sample()).sum('process_resident_memory_bytes');
      const page = `process_resident_memory_bytes ${bytes + 800e6 - limit}\n`;
      return fires('OrielMemory', new Sample(page));
    };
    assert.ok(!await isOver());
    let turn = 0;
    await until(isOver, () => fetch(`${server.address}/T?sort=${turn++ % 2 ? '-N' : 'N'}`));
  }));

  test('OrielResumesFail', () => served(plain, '', async (server, database, sample, start) => {
    const abort = new AbortController();
    const headers = { accept: 'text/event-stream', 'last-event-id': 'AAAAAAAAAAA' };
    await fetch(`${server.address}/T`, { headers, signal: abort.signal });
    assert.ok(fires('OrielResumesFail', await sample(), start));
    abort.abort();
  }));
});
