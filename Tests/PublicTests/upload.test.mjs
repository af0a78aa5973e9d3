// The upload of an image: one at a time, which can be stopped and retried, with reported failures.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { Server } from './server.mjs';
import { Visitor, skipKit } from './visitor.mjs';

const isSending = `document.querySelector('.picker progress')?.hidden === false`;
const isIdle = `document.querySelector('.picker progress')?.hidden === true`;
const control = `document.querySelector('.picker input')`;

describe('images on their way', { skip: skipKit, concurrency: false }, () => {
  let visitor, page, folder, one, other, held = [];

  before(async () => {
    visitor = await Visitor.arrive(() => Server.workbench());
    ({ page } = visitor);
    folder = await mkdtemp(join(tmpdir(), 'oriel-upload-'));
    [one, other] = ['one.gif', 'other.gif'].map(name => join(folder, name));
    for (const file of [one, other]) await writeFile(file, 'GIF89a ' + file);
    page.pipe.listen(({ method, params, sessionId }) => method === 'Fetch.requestPaused' && sessionId === page.session && held.push(params));
    await page.send('Fetch.enable', { patterns: [{ urlPattern: '*/editing:*' }] });
  });

  after(async () => {
    await visitor?.leave();
    if (folder) await rm(folder, { recursive: true });
  });

  beforeEach(async () => {
    held = [];
    await visitor.visit('/editing', 'Ada');
    await page.eval(`[...document.querySelectorAll('dd button')].find(button => button.innerText === 'Edit').click()`);
    await visitor.asks('Choose Photo');
    await visitor.press('Choose Photo');
    await page.waitFor(control);
  });

  afterEach(async () => {
    if (await page.eval(`!document.querySelector('dialog')`)) return;
    await visitor.press('Cancel');
    await visitor.closes();
  });

  /** Waits until a number of uploads have begun. Each is answered when the test permits it. */
  async function begins(count) {
    await page.waitFor(isSending);
    for (const end = Date.now() + 10_000; held.length < count && Date.now() < end;) await page.eval('new Promise(resolve => setTimeout(resolve, 16))');
    assert.equal(held.length, count);
    return held.at(-1);
  }

  const answers = ({ requestId }, responseCode, type, body) => page.send('Fetch.fulfillRequest',
    { requestId, responseCode, responseHeaders: [{ name: 'Content-Type', value: type }], body: Buffer.from(body).toString('base64') });

  const says = text => page.waitFor(`${isIdle} && document.querySelector('.picker [role=alert]').innerText === ${JSON.stringify(text)}`);

  /** Drags files to a position in the page and drops them. */
  async function drop(place, ...files) {
    const { x, y } = await page.eval(place);
    for (const type of ['dragEnter', 'dragOver', 'drop'])
      await page.send('Input.dispatchDragEvent', { type, x, y, data: { items: [], files, dragOperationsMask: 1 } });
  }

  const heading = `(({ x, y }) => ({ x: x + 9, y: y + 9 }))([...document.querySelectorAll('dialog h2')].at(-1).getBoundingClientRect())`;

  test('the same file can be chosen again after it was stopped, and after it failed', async () => {
    await page.choose(control, one);
    await begins(1);
    await visitor.press('Stop');
    await page.waitFor(isIdle);
    await page.choose(control, one);
    await page.send('Fetch.failRequest', { requestId: (await begins(2)).requestId, errorReason: 'ConnectionReset' });
    await says('The upload failed. Retry.');
    await page.choose(control, one);
    await answers(await begins(3), 422, 'application/problem+json', '{"detail":"That is no image."}');
    await says('That is no image.');
  });

  test('stopping by keyboard moves the focus to the file button', async () => {
    await page.eval(`${control}.focus()`);
    await page.choose(control, one);
    await begins(1);
    await page.press('Tab');
    assert.equal(await page.eval('document.activeElement.innerText'), 'Stop');
    await page.press('Enter');
    await page.waitFor(isIdle);
    assert.ok(await page.eval(`document.activeElement === ${control}`));
  });

  test('an upload that ends keeps the focus', async () => {
    await page.eval(`[...document.querySelectorAll('dialog button')].at(-1).focus()`);
    await page.choose(control, one);
    await answers(await begins(1), 422, 'application/problem+json', '{"detail":"No."}');
    await says('No.');
    assert.ok(await page.eval(`document.activeElement === [...document.querySelectorAll('dialog button')].at(-1)`));
  });

  test('a file that is dropped beside the box is taken, on the dialog and around it', async () => {
    await drop(heading, one);
    await begins(1);
    await visitor.press('Stop');
    await page.waitFor(isIdle);
    await drop('({ x: 4, y: innerHeight - 4 })', one);
    await begins(2);
    assert.equal(await visitor.address(), '/editing');
    await visitor.press('Stop');
    await page.waitFor(isIdle);
    await visitor.press('Cancel');
    await visitor.closes();
    assert.equal(await page.eval(`dispatchEvent(new DragEvent('dragover', { cancelable: true }))`), true, 'nothing is taken when no image is asked for');
  });

  test('while an image is cut, no other is taken', async () => {
    await page.eval(`(async () => {
      const files = new DataTransfer();
      files.items.add(new File([await new OffscreenCanvas(400, 300).getContext('2d').canvas.convertToBlob()], 'image.png', { type: 'image/png' }));
      for (let i = 0; i < 3; i++) document.querySelector('.picker').dispatchEvent(new DragEvent('drop', { dataTransfer: files, cancelable: true }));
    })()`);
    await page.waitFor(`document.querySelector('dialog.crop')`);
    await drop(heading, one);
    await drop(`({ x: 4, y: innerHeight - 4 })`, one);
    assert.equal(await page.eval(`document.querySelectorAll('dialog.crop').length`), 1);
    await visitor.press('Use');
    await begins(1);
    assert.equal(held[0].request.method, 'PUT');
    assert.equal(held[0].request.headers['Content-Type'], 'image/png');
  });

  test('another file replaces the pending one', async () => {
    await page.eval(`window.ended = []; XMLHttpRequest.prototype.send = (send => function (file) {
      this.addEventListener('loadend', () => ended.push([file.name, this.status]));
      return send.call(this, file);
    })(XMLHttpRequest.prototype.send)`);
    await drop(heading, one);
    await begins(1);
    await drop(heading, other);
    const last = await begins(2);
    assert.deepEqual(await page.eval('ended'), [['one.gif', 0]]);
    assert.ok(await page.eval(isSending));
    await answers(last, 422, 'application/problem+json', '{"detail":"Not this one."}');
    await says('Not this one.');
    assert.deepEqual(await page.eval('ended'), [['one.gif', 0], ['other.gif', 422]]);
  });

  test('a foreign response, as of a proxy, is reported', async () => {
    let count = 0;
    for (const [status, type, body] of [[413, 'text/html', '<h1>413</h1>'], [502, 'text/html', ''], [400, 'application/json', '{}'], [500, 'application/json', '"no"']]) {
      await page.choose(control, one);
      await answers(await begins(++count), status, type, body);
      await says('The upload failed. Retry.');
    }
  });

  test('no script failed on the way', () =>
    assert.deepEqual(page.errors.filter(error => !/Failed to load resource/.test(error)), []));
});
