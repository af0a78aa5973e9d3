// The description of the API in a browser, and its types in a program of TypeScript, against the real server.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { faults } from './axe.mjs';
import { binary } from './server.mjs';
import { Visitor, skip } from './visitor.mjs';

const noCompiler = spawnSync('tsc', ['--version']).error ? 'TypeScript is not installed (Debian: node-typescript)' : false;

/** A client that uses each kind: a list, counts, a row, commands, the start, a scene that is bound. */
const client = `
  import { connect } from './public/client.js';
  import { bind } from './public/bind.js';
  import type { ArtistColumn, ArtistInsert, Filters, Routes } from './routes.js';

  const server = connect<Routes>('https://music.example.com');
  export async function use(root: HTMLElement) {
    const list = server.open('/Artist', { start: 0, count: 10 }), artist: ArtistInsert = { Name: 'Iron' };
    const reply = await list.command('insert', artist), id: string | undefined = reply.result?.row;
    const name: string | undefined = Object.values((await list.ready()).cells ?? {})[0]?.fields?.Name;
    const row = server.open(\`/Artist/\${id}\`), outputs = (await row.ready()).outputs;
    await row.command('update', { Name: outputs.Name + '!' }, undefined, { Name: outputs.Name });
    await list.command('delete', {}, id);
    const sorted = await server.open('/Artist?sort=-Name').ready();
    const count: number | undefined = sorted.screen === 'counts' ? Object.values(sorted.cells ?? {})[0]?.fields.count : sorted.window?.total;
    const filters: Filters<ArtistColumn> = { Name: 'Iron', 'ArtistId.gte': '1', 'search.Name': 'iron' };
    const british = server.open(\`/Artist?\${new URLSearchParams(filters as Record<string, string>)}\`);
    const tables = (await server.open('/').ready()).sections;
    bind(root, row);
    // @ts-expect-error an unknown route
    server.open('/Artists');
    // @ts-expect-error a missing argument
    await list.command('insert', {});
    // @ts-expect-error an argument of another type
    await list.command('insert', { Name: 1 });
    // @ts-expect-error an unknown column
    outputs.Nothing;
    // @ts-expect-error an unknown comparison
    filters['Name.like'] = 'a';
    // @ts-expect-error a command of the list
    await row.command('insert', artist);
    return [name, count, tables, british, list.subscribe(live => live.document?.window)];
  }
  export const untyped = (route: string) => connect().open(route).command('anything', { a: 1 });`;

describe('the description of the API', { skip, concurrency: false }, () => {
  let visitor, page, description;

  before(async () => {
    visitor = await Visitor.arrive();
    ({ page } = visitor);
    description = await (await fetch(`${visitor.server.address}/-/openapi.json`)).json();
  });

  after(() => visitor?.leave());

  test('its types compile in a client that uses each kind', { skip: noCompiler }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'oriel-client-'));
    try {
      const types = await (await fetch(`${visitor.server.address}/-/types.d.ts`)).text();
      cpSync(fileURLToPath(new URL('../../public', import.meta.url)), join(folder, 'public'), { recursive: true });
      writeFileSync(join(folder, 'routes.d.ts'), types);
      writeFileSync(join(folder, 'client.ts'), client);
      const { stdout } = spawnSync('tsc', ['--strict', '--noEmit', '--target', 'es2022', '--module', 'es2022', '--moduleResolution', 'node', '--lib', 'es2022,dom', 'client.ts'], { cwd: folder, encoding: 'utf8' });
      assert.equal(stdout, '');
      const printed = spawnSync(binary, ['types', visitor.server.address], { encoding: 'utf8' });
      assert.equal(printed.stdout, types, printed.stderr);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  const open = path => page.eval(`(() => {
    const node = [...document.querySelectorAll('details')].find(({ innerText }) => innerText.includes(${JSON.stringify(path)}));
    node.open = true;
  })()`);
  const texts = `[...document.querySelectorAll('details[open] .request section pre')].map(({ textContent }) => textContent)`;

  for (const [name, size] of Object.entries({ desktop: [1280, 800, false], phone: [320, 640, true] }))
    test(`the page lists, shows and tries each request, on a ${name}`, async () => {
      await page.setViewport(...size);
      await page.goto(visitor.server.address + '/-/api');
      const all = Object.values(description.paths).flatMap(methods => Object.keys(methods)).length;
      await page.waitFor(`document.querySelectorAll('details').length === ${all}`);
      await open('/Artist:insert');
      await page.waitFor(`${texts}.length === 3`);
      const [curl, script, line] = await page.eval(texts);
      assert.match(curl, /^curl -X POST -d '\{"Name":""\}' 'http:.*\/Artist:insert'$/);
      assert.match(script, /^await fetch\('http:.*\/Artist:insert', \{ method: 'POST', body: '\{"Name":""\}' \}\)$/);
      assert.match(line, /^await connect\('http:.*'\)\.open\('\/Artist'\)\.command\('insert', \{"Name":""\}\)$/);
      const isSent = spawnSync('sh', ['-c', `${curl.replace('""', `"Curl ${name}"`)} --silent`], { encoding: 'utf8' });
      assert.match(isSent.stdout, /"row"/);
      await page.eval(`(() => {
        const body = document.querySelector('.body');
        body.value = '{ "Name": "Tried on a ${name}" }';
        body.dispatchEvent(new Event('input', { bubbles: true }));
        document.querySelector('.request > button').click();
      })()`);
      await page.waitFor(`document.querySelector('.request > pre').textContent.startsWith('200')`);
      assert.equal(visitor.run(`SELECT count(*) FROM Artist WHERE Name IN ('Tried on a ${name}', 'Curl ${name}')`), '2');
      assert.ok((await page.eval(texts))[0].includes('Tried on'));
      assert.deepEqual(await page.eval(`(${faults})()`), []);
      await visitor.fits('the API');
      await visitor.shoot(`api-${name}`);
      await page.eval(`(() => {
        const field = document.querySelector('[type=search]');
        field.value = 'album';
        field.dispatchEvent(new Event('input'));
      })()`);
      await page.waitFor(`document.querySelectorAll('details').length < ${all}`);
      assert.ok(await page.eval(`[...document.querySelectorAll('summary')].every(({ innerText }) => /album/i.test(innerText))`));
    });

  test('no script failed, and nothing was refused by the policy', () => visitor.noErrors());
});
