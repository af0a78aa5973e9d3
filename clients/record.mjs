// Records Tests/Fixtures/wire from a real server: what a socket sends while another program writes.
//   ORIEL_BINARY=.build-release/release/oriel node clients/record.mjs
// Run it again after a change of the protocol's documents or patches, and read the difference.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { applyPatch } from '../public/oriel/core/patch.js';
import { Database, Server } from '../Tests/PublicTests/server.mjs';
import { Socket } from './node/oriel.mjs';

const folder = new URL('../Tests/Fixtures/wire/', import.meta.url);

const schema = `
  CREATE TABLE Artist (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL, Country TEXT, Score REAL);
  CREATE TABLE Album (Id INTEGER PRIMARY KEY, Title TEXT, Artist INTEGER REFERENCES Artist);
  CREATE TABLE Odd ("a/b" TEXT PRIMARY KEY, "~1" TEXT, "__proto__" TEXT, "" INTEGER);
  INSERT INTO Artist VALUES (1, 'Ada', 'UK', 1.5), (2, 'Bo', NULL, 2), (3, 'Cy', 'UK', -0.25),
    (4, 'Di', 'Peru', 1e300), (5, 'Ed', 'Peru', NULL), (6, 'Flo', 'UK', 9e999);
  INSERT INTO Album VALUES (1, 'First', 1), (2, 'Second', 1), (3, 'Third', 2);
  INSERT INTO Odd VALUES ('x/y', 'one', 'p', 9007199254740993), ('~0', NULL, NULL, 1),
    ('Żółw 🐢', 'e' || char(769), 'q', -1);`;

/* By file: the route, the window, and the steps: SQL of a transaction, or another window. */
const recordings = {
  rows: ['/Artist', { start: 0, count: 50 }, [
    `UPDATE Artist SET Name = 'Ada "L"', Country = NULL WHERE Id = 1`,
    `INSERT INTO Artist VALUES (7, 'Gil', 'Fiji', 0.1)`,
    `DELETE FROM Artist WHERE Id IN (2, 3)`,
    `UPDATE Artist SET Score = Score + 1`,
    `DELETE FROM Artist`,
    `INSERT INTO Artist VALUES (1, 'Ann', '', 3), (2, 'Ben', 'UK', 3.5)`,
  ]],
  order: ['/Artist?sort=Name', { start: 0, count: 4 }, [
    `UPDATE Artist SET Name = 'Zoe' WHERE Id = 1`,
    `UPDATE Artist SET Name = 'Abe' WHERE Id = 6`,
    `UPDATE Artist SET Name = 'A' || (10 - Id)`,
  ]],
  sections: ['/Artist?section=Country', { start: 0, count: 50 }, [
    `UPDATE Artist SET Country = 'Fiji' WHERE Id = 2`,
    `UPDATE Artist SET Country = 'UK' WHERE Country = 'Peru'`,
    `INSERT INTO Artist VALUES (9, 'Ivo', 'Peru', 0)`,
    `DELETE FROM Artist WHERE Country = 'UK'`,
  ]],
  window: ['/Artist', { start: 2, count: 2 }, [
    `INSERT INTO Artist VALUES (0, 'Ace', NULL, NULL)`,
    { start: 0, count: 3 },
    { start: 4, count: 10 },
    `DELETE FROM Artist WHERE Id > 3`,
  ]],
  row: ['/Artist/1', { start: 0, count: 50 }, [
    `UPDATE Artist SET Score = 12345678.9, Name = 'Ada' || char(10) || 'Lovelace' WHERE Id = 1`,
    `INSERT INTO Album VALUES (4, 'Fourth', 1)`,
    `UPDATE Album SET Artist = 2 WHERE Id = 1`,
  ]],
  odd: ['/Odd', { start: 0, count: 50 }, [
    `UPDATE Odd SET "__proto__" = 'changed', "~1" = 'two' WHERE "a/b" = 'x/y'`,
    `UPDATE Odd SET "" = 9223372036854775807 WHERE "a/b" = '~0'`,
    `INSERT INTO Odd VALUES ('a~1b/c', 'tail', NULL, 0)`,
    `DELETE FROM Odd WHERE "a/b" = 'Żółw 🐢'`,
  ]],
};

/* A socket whose messages can be awaited. Pongs and principals are left out. */
function dial(address) {
  const socket = new Socket(new URL('/-/socket', address.replace('http', 'ws')), {});
  const held = [], waiting = [];
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (!['snapshot', 'patch'].includes(message.type)) return;
    waiting.length ? waiting.shift()(message) : held.push(message);
  };
  const next = () => new Promise((resolve, reject) => {
    if (held.length) return resolve(held.shift());
    setTimeout(reject, 30_000, new Error('The server sent nothing for 30 s.')).unref();
    waiting.push(resolve);
  });
  const send = message => socket.send(JSON.stringify(message));
  return new Promise(resolve => socket.onopen = () => resolve({ next, send, close: socket.close }));
}

/* Reads what a new client would get. */
async function read(address, route, { start, count }) {
  const query = `${route.includes('?') ? '&' : '?'}window=${start},${count}`;
  const headers = { Accept: 'application/json' };
  return (await fetch(address + route + query, { headers })).json();
}

/* Plays the steps in a database of their own, and returns what the socket has received. */
async function record(route, window, steps) {
  const database = await Database.create(schema);
  const server = await Server.start(database);
  try {
    const socket = await dial(server.address);
    socket.send({ type: 'open', ref: 1, route, window });
    const { scene, digest, document: snapshot } = await socket.next();
    const patches = [];
    let current = snapshot;
    for (const step of steps) {
      if (typeof step === 'string') database.run(step);
      else socket.send({ type: 'window', scene, ...step });
      const { from, to, patch } = await socket.next();
      patches.push({ step, from, to, patch });
      current = applyPatch(current, patch);
    }
    socket.close();
    const document = await read(server.address, route, current.window);
    assert.deepEqual(current, document, `${route} does not converge`);
    return { route, window, digest, snapshot, patches, document };
  } finally {
    await server.stop();
    await database.remove();
  }
}

/* A recording as JSON, with a line for each member and each patch. */
function format(recording) {
  const lines = Object.entries(recording).map(([name, value]) => {
    if (name !== 'patches') return `"${name}": ${JSON.stringify(value)}`;
    return `"patches": [\n${value.map(patch => JSON.stringify(patch)).join(',\n')}\n]`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}

mkdirSync(folder, { recursive: true });
for (const [name, parts] of Object.entries(recordings)) {
  const recording = await record(...parts);
  writeFileSync(new URL(`${name}.json`, folder), format(recording));
  console.log(`${name}.json: ${recording.patches.length} patches`);
}
