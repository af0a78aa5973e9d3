// A part of an image, chosen before it is sent: by the keyboard, by a pointer, in the type that it has.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { Cut } from '../../public/oriel/app/cut.js';
import { faults } from './axe.mjs';
import { Server } from './server.mjs';
import { Visitor, skipKit } from './visitor.mjs';

const of = ({ x, y, wide, high }) => [x, y, wide, high];

test('a part stays within its image, however far it is moved and whichever corner is pulled', () => {
  const seed = Date.now() % 1e6, cut = new Cut(300, 200);
  let state = seed;
  const random = most => (state = state * 16807 % 2147483647) % most;
  for (let i = 0; i < 5000; i++) {
    if (!random(9)) cut.square(!cut.isSquare);
    random(2) ? cut.move(random(400) - 200, random(400) - 200) : cut.resize(['nw', 'ne', 'sw', 'se'][random(4)], random(500) - 250, random(500) - 250);
    const [x, y, wide, high] = of(cut);
    assert.ok(x >= 0 && y >= 0 && x + wide <= 300 && y + high <= 200 && wide >= 8 && high >= 8, `${of(cut)}, seed ${seed}`);
    assert.ok(!cut.isSquare || wide === high, `${of(cut)} is no square, seed ${seed}`);
  }
});

test('the corner across from the one that is pulled stays', () => {
  const cut = new Cut(300, 200);
  cut.resize('se', -100, -50);
  assert.deepEqual(of(cut), [0, 0, 200, 150]);
  cut.resize('nw', 20, 30);
  assert.deepEqual(of(cut), [20, 30, 180, 120]);
  cut.resize('ne', 50, -10);
  assert.deepEqual(of(cut), [20, 20, 230, 130]);
  cut.resize('sw', -99, 7);
  assert.deepEqual(of(cut), [0, 20, 250, 137]);
  assert.equal(cut.isWhole, false);
});

test('a square is in the middle of what was chosen, and an image of one pixel is one', () => {
  const cut = new Cut(300, 200), tiny = new Cut(1, 1);
  cut.square(true);
  assert.deepEqual(of(cut), [50, 0, 200, 200]);
  cut.resize('se', -50, -80);
  assert.deepEqual(of(cut), [50, 0, 150, 150]);
  tiny.resize('se', -5, -5);
  assert.deepEqual([of(tiny), tiny.isWhole], [[0, 0, 1, 1], true]);
});

describe('images that are cropped', { skip: skipKit, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Visitor.arrive(() => Server.workbench());
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  beforeEach(() => visitor.visit('/editing', 'Ada'));

  /** Drops an image of 400 x 300, with a red left half and a blue right half, on the image box. */
  const drop = (type = 'image/png') => page.eval(`(async () => {
    const canvas = new OffscreenCanvas(400, 300), pen = canvas.getContext('2d'), files = new DataTransfer();
    for (const [color, x] of [['#f00', 0], ['#00f', 200]]) { pen.fillStyle = color; pen.fillRect(x, 0, 200, 300); }
    files.items.add(new File([await canvas.convertToBlob({ type: '${type}' })], 'image', { type: '${type}' }));
    document.querySelector('.picker').dispatchEvent(new DragEvent('drop', { dataTransfer: files, cancelable: true }));
  })()`);

  /** Adds an image box to the page, and records what it sends. */
  const picker = (limit = 1e6) => page.eval(`import('/oriel/app/image.js').then(({ picker }) => {
    window.sent = [];
    window.XMLHttpRequest = class { upload = {}; status = 204; open() {} send(body) { sent.push(body); queueMicrotask(() => { this.onload(); this.onloadend(); }); } };
    document.querySelector('main').append(picker({ slot: 'x', source: 'file', types: ['image/png'], limit: ${limit} }, '/'));
  })`);

  const opens = () => page.waitFor(`document.querySelector('dialog.crop .stage')`);
  const size = () => page.eval(`document.querySelector('.crop [role=status]').innerText`);
  const focus = name => page.eval(`[...document.querySelectorAll('.stage button')].find(button => button.ariaLabel === '${name}').focus()`);
  const pixels = () => page.waitFor('sent[0]').then(() => page.eval(`createImageBitmap(sent[0]).then(image => {
    const pen = new OffscreenCanvas(image.width, image.height).getContext('2d'), color = (x, y) => [...pen.getImageData(x, y, 1, 1).data].slice(0, 3).map(part => Math.round(part / 64));
    pen.drawImage(image, 0, 0);
    return { size: [image.width, image.height], type: sent[0].type, name: sent[0].name, left: color(1, 1).join(), right: color(image.width - 2, 1).join() };
  })`));

  test('by the keyboard: corners by the arrows, all of it by the frame, and Shift resizes', async () => {
    await picker();
    await drop();
    await opens();
    assert.equal(await size(), '400 × 300');
    await focus('Top left corner');
    for (let i = 0; i < 25; i++) await page.press('ArrowRight');
    assert.equal(await size(), '200 × 300');
    await focus('Frame');
    await page.press('ArrowLeft');
    await page.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'ArrowUp', code: 'ArrowUp', windowsVirtualKeyCode: 38, modifiers: 8 });
    assert.equal(await size(), '200 × 292');
    assert.deepEqual(await page.eval(`(${faults})()`), []);
    await visitor.shoot('crop');
    await visitor.press('Use');
    assert.deepEqual(await pixels(), { size: [200, 292], type: 'image/png', name: 'image', left: '4,0,0', right: '0,0,4' });
    await visitor.closes();
  });

  for (const kind of ['mouse', 'touch'])
    test(`by ${kind}: a corner is dragged, and the frame`, async () => {
      await page.send('Emulation.setTouchEmulationEnabled', { enabled: kind === 'touch' });
      await picker();
      await drop();
      await opens();
      const drag = async (name, x, y) => {
        const start = await page.eval(`(box => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 }))([...document.querySelectorAll('.stage button')].find(button => button.ariaLabel === '${name}').getBoundingClientRect())`);
        for (const [mouse, touch, share] of [['Pressed', 'Start', 0], ['Moved', 'Move', .5], ['Moved', 'Move', 1], ['Released', 'End', 1]]) {
          const place = { x: start.x + x * share, y: start.y + y * share };
          await (kind === 'mouse' ? page.send('Input.dispatchMouseEvent', { type: `mouse${mouse}`, ...place, button: 'left', clickCount: 1 })
            : page.send('Input.dispatchTouchEvent', { type: `touch${touch}`, touchPoints: touch === 'End' ? [] : [place] }));
        }
      };
      const zoom = await page.eval(`400 / document.querySelector('.stage canvas').clientWidth`);
      await drag('Bottom right corner', -240 / zoom, -120 / zoom);
      assert.match(await size(), /^1(59|60|61) × 1(79|80|81)$/);
      await drag('Frame', 1000, 0);
      await visitor.press('Use');
      const { size: [width], left, right } = await pixels();
      assert.ok(Math.abs(width - 160) <= 1);
      assert.deepEqual([left, right], ['0,0,4', '0,0,4']);
      await page.send('Emulation.setTouchEmulationEnabled', { enabled: false });
    });

  test('a square is chosen by a tick, and the type is kept', async () => {
    for (const type of ['image/jpeg', 'image/webp']) {
      await page.eval(`document.querySelector('.picker')?.remove()`);
      await picker();
      await drop(type);
      await opens();
      await page.eval(`document.querySelector('.crop [type=checkbox]').click()`);
      assert.equal(await size(), '300 × 300');
      await visitor.press('Use');
      const found = await pixels();
      assert.deepEqual([found.size, found.type], [[300, 300], type]);
      await visitor.closes();
    }
  });

  test('the whole is sent as it is; nothing is when it is cancelled, and the same can be chosen again', async () => {
    await picker();
    await drop();
    await opens();
    await visitor.press('Cancel');
    await visitor.closes();
    assert.equal(await page.eval('sent.length'), 0);
    await drop();
    await opens();
    await page.press('Escape');
    await visitor.closes();
    assert.equal(await page.eval('sent.length'), 0);
    await drop();
    await opens();
    await visitor.press('Use');
    assert.deepEqual((await pixels()).size, [400, 300]);
    assert.ok(await page.eval('sent[0] instanceof File'));
  });

  test('an image that cannot be decoded or encoded is sent unchanged', async () => {
    await picker();
    for (const [i, [name, type]] of [['damaged.png', 'image/png'], ['moves.gif', 'image/gif'], ['drawn.svg', 'image/svg+xml']].entries()) {
      await page.eval(`(files => {
        files.items.add(new File(['nothing'], '${name}', { type: '${type}' }));
        document.querySelector('.picker').dispatchEvent(new DragEvent('drop', { dataTransfer: files, cancelable: true }));
      })(new DataTransfer())`);
      await page.waitFor(`sent.length === ${i + 1}`);
    }
    assert.equal(await page.eval(`document.querySelector('dialog')`), null);
  });

  test('the limit applies to the cropped image, not to its source', async () => {
    await picker(300);
    await drop();
    await opens();
    await visitor.press('Use');
    await page.waitFor(`document.querySelector('.picker [role=alert]').innerText.startsWith('The limit is 300 bytes')`);
    await drop();
    await opens();
    for (const [name, key, count] of [['Top left corner', 'ArrowDown', 36], ['Top left corner', 'ArrowRight', 49]]) {
      await focus(name);
      for (let i = 0; i < count; i++) await page.press(key);
    }
    await visitor.press('Use');
    assert.deepEqual((await pixels()).size, [8, 12]);
  });

  test('a picture of the app is changed by a part of an image, from its button to the server and back', async () => {
    await page.eval(`[...document.querySelectorAll('dd button')].find(button => button.innerText === 'Edit').click()`);
    await visitor.asks('Choose Photo');
    await visitor.press('Choose Photo');
    await page.waitFor(`document.querySelector('dialog .picker')`);
    await drop();
    await opens();
    await page.eval(`document.querySelector('.crop [type=checkbox]').click()`);
    await page.eval(`document.querySelector('.crop .choices button:last-child').click()`);
    await page.waitFor(`document.querySelector('dd img')?.naturalWidth === 300`);
    assert.equal(await page.eval(`document.querySelector('dd img').naturalHeight`), 300);
    assert.equal(await page.eval(`fetch(document.querySelector('dd img').src).then(answer => answer.headers.get('content-type'))`), 'image/png');
    await visitor.closes();
  });

  for (const [screen, size] of Object.entries({ desktop: [1280, 800, false], phone: [375, 700, true] })) for (const scheme of ['light', 'dark'])
    test(`it fits a ${screen}, ${scheme}, and has no fault`, async () => {
      await page.setViewport(...size);
      await page.setMedia({ 'prefers-color-scheme': scheme });
      await picker();
      await drop();
      await opens();
      await page.eval(`document.querySelector('.crop [type=checkbox]').click()`);
      await visitor.fits('the part of an image');
      const sides = await page.eval('(box => [box.left, box.top, innerWidth - box.right, innerHeight - box.bottom])(document.querySelector(".crop").getBoundingClientRect())');
      assert.ok(Math.min(...sides) >= 0, `${sides}`);
      assert.deepEqual(await page.eval(`(${faults})()`), []);
      await visitor.shoot(`crop-${screen}-${scheme}`);
      await page.setViewport(1280, 800, false);
      await page.setMedia({});
    });

  test('no script failed on the way', () => visitor.noErrors());
});
