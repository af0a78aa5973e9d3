// A page of another server that the settings name: it reads, writes and follows as one of the server's own does.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Database, Server } from './server.mjs';
import { Visitor, skip } from './visitor.mjs';

describe('a page of another server', { skip, concurrency: false }, () => {
  let visitor, page, database, host, home, api;

  before(async () => {
    host = createServer((_, answer) => answer.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Elsewhere</title>'));
    await new Promise(resolve => host.listen(0, '127.0.0.1', resolve));
    home = `http://127.0.0.1:${host.address().port}`;
    visitor = await Visitor.arrive(async () => {
      database = await Database.create(`CREATE TABLE Note (Id INTEGER PRIMARY KEY, Text TEXT); INSERT INTO Note VALUES (1, 'first'), (2, 'second');`);
      const config = join(database.folder, 'oriel.yaml');
      writeFileSync(config, `origins: ['${home}']`);
      return Server.start(database, 0, undefined, ['--config', config]);
    });
    visitor.database = database;
    ({ page } = visitor);
    api = visitor.server.address.replace('127.0.0.1', 'localhost');
    await page.goto(home);
  });

  after(async () => {
    await visitor?.leave();
    host?.close();
  });

  test('reads documents with their tags, what is refused, and streams', async () => {
    assert.deepEqual(await page.eval(`fetch('${api}/Note').then(async it => [it.status, !!it.headers.get('ETag'), (await it.json()).cells[1].title])`), [200, true, 'first']);
    assert.deepEqual(await page.eval(`fetch('${api}/Nowhere').then(async it => [it.status, (await it.json()).code])`), [404, 'not-found']);
    assert.equal(await page.eval(`new Promise(done => {
      const events = new EventSource('${api}/Note');
      events.addEventListener('snapshot', ({ data }) => done(JSON.parse(data).cells[2].title) || events.close());
    })`), 'second');
  });

  test('sends a command with a key, and says which state it has seen', async () => {
    const send = (tag, text) => page.eval(`fetch('${api}/Note/1:update', { method: 'POST', body: '{"Text":"${text}"}',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': '${text}', ${tag ? `'If-Match': '${tag}'` : ''} } }).then(it => it.status)`);
    assert.equal(await send('', 'changed'), 200);
    assert.equal(await send('"gone"', 'lost'), 412);
    assert.equal(visitor.run('SELECT Text FROM Note WHERE Id = 1'), 'changed');
  });

  test('follows with the server\'s client, and saves values too long for a socket', async () => {
    await page.eval(`import('${api}/client.js').then(({ connect }) => { window.live = connect('${api}').open('/Note'); })`);
    await page.waitFor(`live.document?.cells[2]?.title === 'second'`);
    const reply = await page.eval(`live.command('update', { Text: 'x'.repeat(1_500_000) }, '2').then(({ error }) => error?.code ?? 'done')`);
    assert.equal(reply, 'done');
    assert.equal(visitor.run('SELECT length(Text) FROM Note WHERE Id = 2'), '1500000');
  });
});
