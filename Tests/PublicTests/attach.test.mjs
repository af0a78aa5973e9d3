// Attachments in a real browser: several files at once, dropped files, progress, refusals.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { loaded } from './files.mjs';
import { Server } from './server.mjs';
import { Visitor, skipKit } from './visitor.mjs';

test('a document without attachments loads none of their code', () => {
  assert.ok(!loaded(['oriel/app/kit.js']).includes('oriel/app/attach.js'));
});

describe('attachments', { skip: skipKit, concurrency: false }, () => {
  let visitor, page, folder, files;
  const control = `document.querySelector('.attach input')`;
  const lines = `[...document.querySelectorAll('.attach li')].map(line => line.firstChild.textContent + ': ' + line.querySelector('[role=alert]').textContent)`;

  before(async () => {
    visitor = await Visitor.arrive(() => Server.workbench());
    ({ page } = visitor);
    folder = await mkdtemp(join(tmpdir(), 'oriel-attach-'));
    files = ['a & b?.txt', 'Brücke.csv', 'c.bin'].map(name => join(folder, name));
    for (const file of files) await writeFile(file, 'content of ' + file);
    await visitor.visit('/attachments', 'Attachments');
    await page.waitFor(control);
  });

  after(async () => {
    await visitor?.leave();
    if (folder) await rm(folder, { recursive: true });
  });

  /** Waits until the list of attachments has these rows, and no upload is on its way. */
  const has = names => page.waitFor(`${lines}.length === 0 && [...document.querySelectorAll('li.row a')].map(a => a.innerText).join() === ${JSON.stringify(names.join())}`);

  test('without uploads, the control shows nothing but its input, which fits on a phone', async () => {
    const { height, right, end } = await page.eval(`(() => {
      const [box, list, input] = ['.attach', '.attach ul', '.attach input'].map(path => document.querySelector(path).getBoundingClientRect());
      return { height: list.height, right: input.right, end: box.right };
    })()`);
    assert.ok(height === 0 && right <= end, `${height} ${right} ${end}`);
    await page.setViewport(320, 640, true);
    const isInside = `(([box, input]) => input.left >= box.left && input.right <= box.right && box.right <= innerWidth)(['.attach', '.attach input'].map(path => document.querySelector(path).getBoundingClientRect()))`;
    await page.waitFor(isInside);
    await page.setViewport(1200, 800);
  });

  test('several files are uploaded one after the other, and appear in the list', async () => {
    assert.equal(await page.eval(`${control}.multiple && ${control}.labels[0].innerText.trim()`), 'Papers');
    await page.send('DOM.enable');
    await page.choose(control, ...files.slice(0, 2));
    await has(['a & b?.txt', 'Brücke.csv']);
    const [status, type, name, text] = await page.eval(`fetch(document.querySelector('li.row a').href).then(async answer =>
      [answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition'), await answer.text()])`);
    assert.deepEqual([status, type, name], [200, 'text/plain', `attachment; filename*=UTF-8''a%20&%20b%3F.txt`]);
    assert.match(text, /^content of .*a & b\?\.txt$/);
  });

  test('a file that is dropped on the place is taken', async () => {
    const { x, y } = await page.eval(`(({ x, y }) => ({ x: x + 5, y: y + 5 }))(document.querySelector('.attach').getBoundingClientRect())`);
    for (const type of ['dragEnter', 'dragOver', 'drop'])
      await page.send('Input.dispatchDragEvent', { type, x, y, data: { items: [], files: [files[2]], dragOperationsMask: 1 } });
    await has(['a & b?.txt', 'Brücke.csv', 'c.bin']);
    assert.equal(await visitor.address(), '/attachments');
  });

  test('a refused file says why, the next one is sent, and its line can be removed', async () => {
    const held = [];
    page.pipe.listen(({ method, params, sessionId }) => method === 'Fetch.requestPaused' && sessionId === page.session && held.push(params));
    await page.send('Fetch.enable', { patterns: [{ urlPattern: '*/attachments:*' }] });
    await page.choose(control, ...files);
    const next = async count => {
      for (const end = Date.now() + 10_000; held.length < count && Date.now() < end;) await page.eval('new Promise(resolve => setTimeout(resolve, 16))');
      assert.equal(held.length, count);
      return held.at(-1);
    };
    const { requestId, request } = await next(1);
    assert.equal(new URL(request.url).searchParams.get('filename'), 'a & b?.txt');
    assert.equal(await page.eval(`document.querySelectorAll('.attach progress').length`), 3);
    await page.send('Fetch.fulfillRequest', { requestId, responseCode: 415, responseHeaders: [{ name: 'Content-Type', value: 'application/problem+json' }],
      body: Buffer.from('{"detail":"No texts here."}').toString('base64') });
    await next(2);
    assert.equal((await page.eval(lines))[0], 'a & b?.txt: No texts here.');
    await page.eval(`document.querySelectorAll('.attach li button')[1].click()`);
    const last = await next(3);
    await page.send('Fetch.failRequest', { requestId: last.requestId, errorReason: 'ConnectionReset' });
    await page.waitFor(`${lines}.join() === 'a & b?.txt: No texts here.,c.bin: The upload failed. Retry.'`);
    await page.send('Fetch.disable');
    const isSeen = await page.eval(`[...document.querySelectorAll('.attach li > *')].map(node => {
      node.scrollIntoView({ block: 'center' });
      const { x, y, width, height } = node.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2) === node;
    })`);
    assert.deepEqual(isSeen, [true, true, true, true], 'the buttons and the reasons of both files');
    await page.eval(`[...document.querySelectorAll('.attach li button')].forEach(button => button.click())`);
    await has(['a & b?.txt', 'Brücke.csv', 'c.bin']);
  });

  test('no script failed on the way', () =>
    assert.deepEqual(page.errors.filter(error => !/Failed to load resource/.test(error)), []));
});
