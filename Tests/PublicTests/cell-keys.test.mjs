// Cells of a table that are emptied, copied and pasted into where they stand.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { Typist } from './typist.mjs';
import { skip } from './visitor.mjs';

const [NAME, NOTE, PRICE, STOCK, SOLD, DUE] = [0, 3, 4, 5, 6, 7];

describe('cells that are emptied, copied and pasted into', { skip, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Typist.arrive();
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  beforeEach(() => visitor.begins());

  /** Returns the result of a clipboard event at the focus: whether it was handled, and the text. */
  const clipboard = (type, text = '') => page.eval(`(() => {
    const clipboardData = new DataTransfer(), event = new ClipboardEvent('${type}', { clipboardData, bubbles: true, cancelable: true });
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    document.activeElement.dispatchEvent(event);
    return [event.defaultPrevented, clipboardData.getData('text/plain')];
  })()`);

  const paste = async (title, place, text) => {
    await visitor.stands(title, place);
    return (await clipboard('paste', text))[0];
  };

  test('Delete empties a cell as one that is emptied in its editor, and the focus stays', async () => {
    for (const place of [PRICE, SOLD, DUE]) {
      await visitor.stands('Thing 001', place);
      await page.press('Delete');
      await visitor.isAt('Thing 001', place);
      await visitor.settles();
    }
    assert.deepEqual(['Price', 'Sold', 'Due'].map(name => visitor.stored(name)), ['NULL', 'NULL', 'NULL']);
    assert.deepEqual(visitor.sent[0], ['update', '1', { Price: null }, { Price: 0.5 }]);
    await visitor.isAt('Thing 001', DUE);
    visitor.run(`CREATE TABLE Memo (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL, A TEXT, Hint TEXT NOT NULL, B TEXT); INSERT INTO Memo VALUES (1, 'First', 'a', 'hint', 'b')`);
    await visitor.visit('/Memo', 'First');
    await page.waitFor(`document.querySelector('.labels [aria-sort]')`);
    for (const place of [4, 5]) {
      await page.waitFor(`import('/oriel/list/desk.js').then(() => true)`);
      await visitor.stands('First', place);
      await page.press('Delete');
      await visitor.settles();
    }
    assert.equal(visitor.run(`SELECT quote(Hint), quote(B) FROM Memo`), `''|''`);
    assert.equal(await paste('First', 5, 'one, two'), true);
    await visitor.settles();
    assert.equal(visitor.run(`SELECT B FROM Memo`), 'one, two');
    assert.equal(await paste('First', 5, 'one\ntwo'), true);
    await visitor.opens();
    assert.equal(await visitor.typed, 'one, two');
    await page.press('Escape');
  });

  test('a required cell opens again with the reason of the refusal', async () => {
    await visitor.stands('Thing 002', STOCK);
    await page.press('Delete');
    await visitor.opens();
    await page.waitFor(`document.querySelector('.editor .problem').innerText`);
    assert.deepEqual([await visitor.typed, visitor.stored('Stock', 2), await page.eval('document.activeElement.ariaInvalid')], ['', '2', 'true']);
    await visitor.shoot('cell-emptied');
    await page.press('Escape');
    await visitor.isAt('Thing 002', STOCK);
    await visitor.settles();
    assert.equal(await page.eval(`${visitor.cell('Thing 002', STOCK)}.innerText`), '2');
  });

  test('a pasted value is saved with the value that was shown; a refusal opens the editor', async () => {
    assert.ok(await paste('Thing 003', STOCK, '42\r\n'));
    await visitor.settles();
    await visitor.isAt('Thing 003', STOCK);
    assert.deepEqual(visitor.sent, [['update', '3', { Stock: 42 }, { Stock: 3 }]]);
    for (const [place, text] of [[PRICE, '2.5'], [SOLD, 'no'], [DUE, '2026-03-04']]) {
      assert.ok(await paste('Thing 003', place, text));
      await visitor.settles();
    }
    await paste('Thing 004', SOLD, '1');
    await visitor.settles();
    assert.deepEqual(['Stock', 'Price', 'Sold', 'Due'].map(name => visitor.stored(name, 3)), ['42', '2.5', '0', `'2026-03-04'`]);
    assert.equal(visitor.stored('Sold', 4), '1');
    await paste('Thing 004', STOCK, '100');
    await visitor.tells('The value is not allowed (Stock < 100).');
    await visitor.opens();
    assert.deepEqual([await visitor.typed, visitor.stored('Stock', 4)], ['100', '4']);
    await page.press('Escape');
    await visitor.settles();
  });

  test('a text of any length can be pasted', async () => {
    visitor.run(`CREATE TABLE IF NOT EXISTS Page (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL, A TEXT, B TEXT, C TEXT); INSERT OR REPLACE INTO Page VALUES (1, 'First', 'a', 'b', 'c')`);
    await visitor.visit('/Page', 'First');
    await page.waitFor(`import('/oriel/list/desk.js').then(() => !!document.querySelector('.labels [aria-sort]'))`);
    await visitor.stands('First', 5);
    await page.eval(`window.text = 'é'.repeat(700_000)`);
    assert.equal(await page.eval(`(clipboardData => {
      clipboardData.setData('text/plain', text);
      return document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    })(new DataTransfer())`), false);
    await visitor.settles();
    assert.equal(visitor.run('SELECT length(C), A FROM Page'), '700000|a');
    await visitor.isLive();
  });

  test('a picture, or anything without text, is not pasted and empties nothing', async () => {
    for (const [type, content] of [['text/html', '<img src=/icon.svg>'], ['image/png', 'file'], ['text/plain', ''], ['text/plain', '\n']]) for (const place of [PRICE, DUE]) {
      await visitor.stands('Thing 015', place);
      assert.equal(await page.eval(`((clipboardData, type, content) => {
        content === 'file' ? clipboardData.items.add(new File([content], 'a.png', { type })) : clipboardData.setData(type, content);
        return document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      })(new DataTransfer(), '${type}', ${JSON.stringify(content)})`), true, `${type} in ${place}`);
    }
    assert.deepEqual([await page.eval(`document.querySelector('.editor')`), visitor.sent, visitor.stored('Price', 15), visitor.stored('Due', 15)], [null, [], '7.5', `'2025-01-02'`]);
  });

  test('values that others wrote meanwhile are shown in the editor, not overwritten', async () => {
    await visitor.stands('Thing 005', PRICE);
    await page.eval(`window.old = WebSocket.prototype.send, window.kept = [], WebSocket.prototype.send = function (text) { kept.push([this, text]); }`);
    await page.press('Delete');
    assert.ok(await page.waitFor('kept.length'));
    visitor.run('UPDATE Thing SET Price = 33 WHERE Id = 5');
    await page.eval(`WebSocket.prototype.send = old, kept.forEach(([socket, text]) => socket.send(text))`);
    await visitor.tells('33');
    await visitor.opens();
    await page.press('Escape');
    await visitor.settles();
    assert.equal(visitor.stored('Price', 5), '33.0');
  });

  test('a value that a control cannot hold is not pasted, and the editor opens with the old one', async () => {
    for (const [place, text, typed] of [[SOLD, 'perhaps', 'false'], [DUE, 'soon', '2025-01-02']]) {
      assert.ok(await paste('Thing 002', place, text));
      await visitor.opens();
      assert.equal(await visitor.typed, typed);
      await page.press('Escape');
      await visitor.settles();
    }
    assert.deepEqual(visitor.sent, []);
  });

  test('the value of a cell is copied, also of one that cannot be changed; selected rows come first, and selected text', async () => {
    const copied = async place => {
      await visitor.stands('Thing 012', place);
      return clipboard('copy');
    };
    visitor.run(`UPDATE Thing SET Price = 12345.5, Due = NULL WHERE Id = 12`);
    await page.waitFor(`${visitor.cell('Thing 012', PRICE)}.innerText === '12,345.5' && ${visitor.cell('Thing 012', DUE)}.innerText === 'NULL'`);
    assert.deepEqual([await copied(NAME), await copied(NOTE), await copied(PRICE), await copied(SOLD), await copied(DUE)],
      [[true, 'Thing 012'], [true, 'note'], [true, '12345.5'], [true, '0'], [true, '']]);
    await page.press(' ');
    assert.match((await copied(PRICE))[1], /^Thing 012\t12\tnote\t12345.5\t/);
    await page.press('Escape');
    await page.eval(`getSelection().selectAllChildren(document.querySelector('h1'))`);
    assert.equal((await copied(PRICE))[0], false);
    await page.eval('getSelection().empty()');
    visitor.run('CREATE VIEW IF NOT EXISTS Read AS SELECT Name, Stock FROM Thing');
    await visitor.visit('/Read', 'Thing 012');
    const last = `[...document.querySelectorAll('li.row')].find(row => row.innerText.startsWith('Thing 012')).querySelector('.columns > :last-child')`;
    await page.eval(`${last}.tabIndex = -1, ${last}.focus()`);
    assert.deepEqual(await clipboard('copy'), [true, '12']);
    assert.equal((await clipboard('paste', '7'))[0], false);
    await page.press('Delete');
    assert.equal(visitor.stored('Stock', 12), '12');
  });

  test('an input keeps its own Delete, copy and paste, and so do titles, boxes and what is elsewhere', async () => {
    await visitor.edits('Thing 001', PRICE);
    assert.deepEqual([(await clipboard('copy'))[0], (await clipboard('paste', '9'))[0]], [false, false]);
    await page.press('Delete');
    assert.equal(await visitor.typed, '');
    await page.press('Escape');
    await visitor.settles();
    await page.eval(`document.querySelector('[type=search]').focus()`);
    assert.deepEqual([(await clipboard('copy'))[0], (await clipboard('paste', '9'))[0]], [false, false]);
    assert.equal(await paste('Thing 001', NAME, 'Other'), false);
    await page.press('Delete');
    await page.eval(`document.querySelector('li.row .mark input').focus()`);
    assert.equal((await clipboard('paste', '9'))[0], false);
    await page.press('Delete');
    await page.eval('new Promise(requestAnimationFrame)');
    assert.deepEqual([visitor.sent, await page.eval(`document.querySelector('.editor')`)], [[], null]);
  });

  test('a closed list is released with its cells', async () => {
    const { result } = await page.send('Runtime.evaluate', { expression: `window.left = [], document` });
    for (const [title, shown] of [['Artist', 'Quiet Harbor'], ['Thing', 'Thing 001'], ['Artist', 'Quiet Harbor']]) {
      await page.eval(`left.push(new WeakRef(document.querySelector('.lines'))), document.querySelector('nav a').click()`);
      await visitor.shows('Seat');
      await page.waitFor(`!!document.querySelector('.lines')`);
      await page.eval(`left.push(new WeakRef(document.querySelector('.lines')))`);
      await visitor.follow(title);
      await visitor.shows(shown);
      await page.waitFor(`document.querySelector('.lines .labels [aria-sort]')`);
    }
    for (const end = Date.now() + 10_000; await page.eval('left.some(it => it.deref())') && Date.now() < end;) await page.send('HeapProfiler.collectGarbage');
    assert.deepEqual(await page.eval('left.map(it => !!it.deref())'), Array(6).fill(false));
    const { listeners } = await page.send('DOMDebugger.getEventListeners', { objectId: result.objectId });
    assert.deepEqual(listeners.map(({ type }) => type).filter(type => /copy|paste/.test(type)).sort(), ['copy', 'paste']);
  });

  test('no script failed and no resource was refused on the way', () => visitor.noErrors(/409 \(Conflict\)/));
});
