// Measures live lists of a node on a PostgreSQL of its own, beside two programs that run the lists' queries again
// (Benchmarks/Sources/lists-peer.c).
//
//     node --experimental-websocket Benchmarks/postgres/peers.mjs PROGRAM
//
// The poll runs the queries of all lists each second as one statement, like Hasura. The listener runs the query of each
// list after a notification, which a trigger sends for each row. The watching program runs on core 0, PostgreSQL and
// the writer on core 1. Prints lines of "| name | value | goal | beside |".
//
// A list has the rows of a table of 1,000 up to an id from 901 to 1000, and each list has another one. The first 50
// rows are watched. In each commit, a psql updates one of the first 40 rows, so every commit changes every list. LISTS
// (1,100) are the numbers of lists, and SECONDS_EACH (10) is the time in which psql commits 20 times a second.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import {
  figure, medianAndMost, Node, onCoreZero, pgbench, psql, round, tools,
} from './node.mjs';
import { cpuOf, startTemporaryServer } from './server.mjs';

const program = resolve(process.argv[2]);
const numbers = (process.env.LISTS ?? '1,100').split(',').map(Number);
const commits = Number(process.env.SECONDS_EACH ?? 10) * 20;
const { folder, server } = startTemporaryServer('peers');
const config = join(folder, 'oriel.yaml');
writeFileSync(config, 'messageRate: 1000000\nlogLevel: warning\n');

server.run(`
  CREATE TABLE artist (id bigint PRIMARY KEY, name text NOT NULL, country text, number bigint);
  INSERT INTO artist SELECT i, 'Artist number ' || i, 'Country ' || i % 40, 0
  FROM generate_series(1, 1000) i;
  CREATE FUNCTION notify() RETURNS trigger LANGUAGE plpgsql
  AS $$ BEGIN PERFORM pg_notify('artist', NEW.id::text); RETURN NULL; END $$`);
const addTrigger = () => server.run(`CREATE TRIGGER notify AFTER INSERT OR UPDATE ON artist
  FOR EACH ROW EXECUTE FUNCTION notify()`);
const dropTrigger = () => server.run('DROP TRIGGER notify ON artist');

/* The largest id of each list. */
const bounds = count => Array.from({ length: count }, (_, list) => 1000 - list);
const query = `SELECT rows, number
  FROM unnest($1::bigint[]) WITH ORDINALITY lists (bound, place), LATERAL (
    SELECT json_agg(artist) AS rows, max(number) AS number
    FROM (SELECT * FROM artist WHERE id <= bound ORDER BY id LIMIT 50) artist) list
  ORDER BY place`;

/* Starts the peer with groups of lists, of which each is one statement. */
function startPeer(way, groups, show) {
  const lists = groups.map(group => `{${group}}`);
  const peer = onCoreZero(`${tools}/lists-peer`, way, server.address, query, ...lists);
  createInterface({ input: peer.stdout }).on('line', line => show(...line.split(' ').map(Number)));
  return { pid: peer.pid, end: () => peer.kill() };
}

/* Each watches a number of lists, and calls `show` with a list and the last commit in it. */
const ways = {
  async Oriel(count, show) {
    execFileSync(program, ['attach', server.address], { stdio: 'ignore' });
    const node = await new Node(program, server.address, config).begin();
    for (const [list, bound] of bounds(count).entries()) {
      await node.watch(`/artist?id.lte=${bound}`, text => {
        const changes = text.matchAll(/number"(?:,"value")?:"?(\d+)/g);
        show(list, Math.max(0, ...Array.from(changes, ([, number]) => Number(number))));
      });
      show(list, 0);
    }
    return {
      pid: node.process.pid,
      async end() {
        await node.end();
        execFileSync(program, ['detach', server.address], { stdio: 'ignore' });
      },
    };
  },

  poll: (count, show) => startPeer('poll', [bounds(count)], show),

  LISTEN(count, show) {
    addTrigger();
    const { pid, end } = startPeer('listen', bounds(count), show);
    return {
      pid,
      end() {
        end();
        dropTrigger();
      },
    };
  },

  nobody: () => ({ pid: process.pid, end() {} }),

  'the trigger alone'() {
    addTrigger();
    return { pid: process.pid, end: dropTrigger };
  },
};

async function until(what, isTrue) {
  for (let times = 0; !isTrue(); times++) {
    if (times > 1500) throw new Error(`after 15 s, ${what()}`);
    await pause(10);
  }
}

/* Measures a way to watch lists: the milliseconds from each commit to each list, and the costs. */
async function measure(way, count) {
  server.run('UPDATE artist SET number = 0');
  server.run('VACUUM ANALYZE artist');
  const [sent, shown, waits] = [[], Array(count).fill(-1), []];
  const watcher = await ways[way](count, (list, number) => {
    const time = performance.now();
    for (; shown[list] < number; shown[list]++) {
      if (shown[list] >= 0) waits.push(time - sent[shown[list]]);
    }
  });
  const behind = number => shown.filter(last => last < number).length;
  await until(() => `${way} has not read ${behind(0)} of ${count} lists`, () => !behind(0));
  const writer = psql(server);
  await pause(1000);

  const before = [server.cpu, cpuOf(watcher.pid)];
  const begun = performance.now();
  for (let number = 1; number <= commits; number++) {
    await pause(begun + number * 50 - performance.now());
    sent.push(performance.now());
    writer.run(`UPDATE artist SET number = ${number} WHERE id = ${number % 40 + 1}`);
  }
  await until(() => `${way} lacks commits in ${behind(commits)} of ${count} lists`,
    () => !behind(commits));
  const [postgres, watching] = [server.cpu, cpuOf(watcher.pid)]
    .map((time, index) => round((time - before[index]) / commits, 2));
  writer.end();

  const update = "UPDATE artist SET name = 'name ' || :id WHERE id = :id";
  const rate = round(await pgbench(server, `\\set id random(1, 1000)\n${update};\n`, 4, 4));
  await watcher.end();
  return { waits: count && medianAndMost(waits), postgres, watching, rate };
}

const alone = {};
for (const way of ['nobody', 'the trigger alone']) alone[way] = await measure(way, 0);
for (const count of numbers) {
  const found = {};
  for (const way of ['poll', 'LISTEN', 'Oriel']) found[way] = await measure(way, count);
  const row = (name, what, more = {}) => {
    const beside = Object.entries({ poll: found.poll, LISTEN: found.LISTEN, ...more });
    figure(`${count} ${count === 1 ? 'list' : 'different lists'}: ${name}`, found.Oriel[what], '',
      beside.map(([way, figures]) => `${way} ${figures[what]}`).join('; '));
  };
  row('a commit by `psql` to the change known, median / 99th percentile, ms', 'waits');
  row("CPU of PostgreSQL's processes for each of 20 commits a second, ms", 'postgres', alone);
  row('CPU of the watching program for each of 20 commits a second, ms', 'watching');
  row('updates a second by `pgbench` with four clients meanwhile', 'rate', alone);
}
process.exit(0);
