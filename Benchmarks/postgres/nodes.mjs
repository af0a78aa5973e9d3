// Three nodes on one PostgreSQL behind nginx, while nodes and the database fail (`make nodes`).
//
//     node --experimental-websocket Benchmarks/postgres/nodes.mjs PROGRAM
//
// VIEWERS (1000) watch a list by sockets with a key, and three writers repeat each command with its Idempotency-Key
// until it is acknowledged. Prints for each failure how long viewers were without a change, and at the end what was
// lost, doubled, or differs. The exit code is 1 if anything was. SECONDS (8) is the time after each failure.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from '../../public/client.js';
import { asPostgres, bin, Server } from './server.mjs';

const program = resolve(process.argv[2]);
const [viewers, seconds] = [Number(process.env.VIEWERS ?? 1000), Number(process.env.SECONDS ?? 8)];
const folder = mkdtempSync(join(tmpdir(), 'oriel-nodes-'));
chmodSync(folder, 0o755);  // PostgreSQL runs as another user
const [config, origin] = [join(folder, 'oriel.yaml'), 'http://127.0.0.1:9800'];
function makeServers() {
  const [first, standby] = ['a', 'b'].map(name => new Server(join(folder, name)));
  first.make();
  first.start();
  first.run(`CREATE TABLE note (id int PRIMARY KEY, text text);
    INSERT INTO note SELECT i, 'text ' || i FROM generate_series(1, 50) i;
    CREATE TABLE event (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, mark text)`);
  const source = `host=${first.folder} user=postgres application_name=b`;
  asPostgres(`${bin}/pg_basebackup -d "${source}" -D ${standby.folder}/data -R -X stream --checkpoint=fast`);
  standby.start();
  first.run(`ALTER SYSTEM SET synchronous_standby_names = 'b'`);
  first.run('SELECT pg_reload_conf()');
  return [first, standby];
}

class Node {
  constructor(port) {
    this.port = port;
    this.start();
  }

  start() {
    const log = openSync(join(folder, `${this.port}.log`), 'a');
    this.process = spawn(program, ['serve', '--config', config, '--port', this.port], { stdio: ['ignore', log, log] });
  }
}

function startBalancer(nodes) {
  const path = join(folder, 'nginx.conf');
  writeFileSync(path, `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; events { worker_connections 8000; }
    http {
      access_log off;
      map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
      upstream nodes {
        zone nodes 64k;
        ${nodes.map(({ port }) => `server 127.0.0.1:${port} max_fails=1 fail_timeout=2s;`).join('\n')}
        keepalive 16;
      }
      server {
        listen 127.0.0.1:9800;
        location / {
          proxy_pass http://nodes;
          proxy_http_version 1.1;
          proxy_set_header Host $http_host;
          proxy_set_header X-Forwarded-For $remote_addr;
          proxy_set_header Upgrade $http_upgrade;
          proxy_set_header Connection $connection_upgrade;
          proxy_buffering off;
          proxy_read_timeout 1h;
          proxy_connect_timeout 1s;
          proxy_next_upstream error timeout http_503;
        }
      }
    }`);
  return spawn('nginx', ['-c', path, '-p', folder], { stdio: 'inherit' });
}

/* A client that watches the list, and notes the longest time without a change. */
class Viewer {
  constructor(headers) {
    const dial = address => new WebSocket(address, { protocols: ['oriel.v1'], headers });
    this.scene = connect(origin, { dial }).open('/note');
    const { events } = this.scene.connection;
    const { change } = events;
    events.change = (...all) => {
      this.note();
      change(...all);
    };
  }

  begin() {
    [this.last, this.gap] = [performance.now(), 0];
  }

  note() {
    const now = performance.now();
    this.gap = Math.max(this.gap, now - this.last);
    this.last = now;
  }
}

/* Sends a command until it is acknowledged. Returns how often it was repeated. */
async function send(target, body, headers) {
  const request = {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
    body: JSON.stringify(body),
  };
  for (let repeats = 0; ; repeats++) {
    const answer = await fetch(origin + target, { ...request, signal: AbortSignal.timeout(5000) }).catch(() => {});
    await answer?.arrayBuffer().catch(() => {});
    if (answer?.status === 200) return repeats;
    await pause(100);
  }
}

const [first, standby] = makeServers();
const hosts = `host=${first.folder},${standby.folder}&port=5432,5432&target_session_attrs=read-write&connect_timeout=2`;
const address = `postgres://postgres@/postgres?${hosts}`;
execFileSync(program, ['attach', address], { stdio: 'ignore' });
writeFileSync(config, `store: "${address}"\nusers: database\nlogLevel: warning\naddressHeader: X-Forwarded-For
origins: [${origin}]\nsocketsPerAddress: 10000\ncommandRate: 10000\n`);
const nodes = [9801, 9802, 9803].map(port => new Node(port));
const balancer = startBalancer(nodes);
await pause(3000);
const key = execFileSync(program, ['key', 'add', 'robot', '--role', 'admin', '--config', config], { stdio: 'pipe' });
const headers = { Authorization: `Bearer ${key.toString().trim()}` };

const watching = [];
for (let number = 0; number < viewers; number++) {
  watching.push(new Viewer(headers));
  if (number % 20 === 19) await pause(30);
}
const live = () => watching.filter(({ scene }) => scene.state === 'live').length;
for (let waits = 0; waits < 300 && live() < viewers; waits++) await pause(100);
console.log(`${live()} of ${viewers} viewers are live`);

let [isOver, repeats, primary] = [false, 0, first];
const acknowledged = [];
const writers = [1, 2, 3].map(async id => {
  for (let number = 1; !isOver; number++) {
    const mark = `${id}-${number}`;
    repeats += await send('/event:insert', { mark }, headers);
    acknowledged.push(mark);
    repeats += await send(`/note/${id}:update`, { text: mark }, headers);
    await pause(400);
  }
});

const failures = {
  'nothing fails': () => {},
  'a node is killed (-9), and starts after 3 s': async () => {
    nodes[0].process.kill('SIGKILL');
    await pause(3000);
    nodes[0].start();
  },
  'a node is stopped (SIGTERM), and starts after 5 s': async () => {
    nodes[1].process.kill('SIGTERM');
    await pause(5000);
    nodes[1].start();
  },
  'all streams are cut': () =>
    first.run('SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots WHERE active'),
  'the primary restarts (-m immediate)': () => {
    first.control('-m immediate stop');
    first.start();
  },
  'the primary ends, and the standby is promoted': () => {
    first.control('-m immediate stop');
    standby.control('promote');
    primary = standby;
  },
};
for (const [name, fail] of Object.entries(failures)) {
  for (const viewer of watching) viewer.begin();
  await fail();
  await pause(seconds * 1000);
  for (const viewer of watching) viewer.note();
  const gaps = watching.map(({ gap }) => gap).sort((a, b) => a - b);
  const [median, most] = [gaps[gaps.length >> 1], gaps.at(-1)].map(gap => gap.toFixed());
  console.log(`${name}: without a change for ${median} ms (median), ${most} ms (most); ${live()} live`);
}

isOver = true;
await Promise.all(writers);
await pause(3000);
const rows = primary.run('SELECT mark, count(*) FROM event GROUP BY 1').split('\n').map(line => line.split('|'));
const stored = new Map(rows);
const lost = acknowledged.filter(mark => !stored.has(mark)).length;
const doubled = rows.filter(([, count]) => count !== '1').length;
const truth = JSON.stringify((await (await fetch(`${origin}/note`, { headers })).json()).cells);
const differing = watching.filter(({ scene }) => JSON.stringify(scene.connection.document?.cells) !== truth).length;
console.log(`${acknowledged.length} commands acknowledged, ${repeats} repeated: ${lost} lost, ${doubled} doubled; `
  + `${differing} of ${viewers} replicas differ`);

balancer.kill();
for (const { process } of nodes) process.kill('SIGKILL');
standby.control('-m immediate stop');
rmSync(folder, { recursive: true, force: true });
process.exit(lost + doubled + differing ? 1 : 0);
