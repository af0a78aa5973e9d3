// Columns whose values are few, by `CHECK (column IN (…))`: they are chosen, in forms and in cells, and shown as tags.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Visitor, serving, skip } from './visitor.mjs';

const schema = `CREATE TABLE Ticket (Id INTEGER PRIMARY KEY, Title TEXT NOT NULL,
    State TEXT NOT NULL DEFAULT 'new' CHECK (State IN ('new', 'open', 'won''t fix')), Level INTEGER CHECK (Level IN (1, 2, 3)), Any CHECK (Any IN (7, 'x')));
  INSERT INTO Ticket VALUES (1, 'Lamp', 'open', 2, 7), (2, 'Door', 'new', NULL, NULL);
  PRAGMA ignore_check_constraints = ON;
  INSERT INTO Ticket VALUES (3, 'Old', 'lost', 1, NULL)`;

describe('choices of a column', { skip, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Visitor.arrive(serving(schema));
    ({ page } = visitor);
    await page.setViewport(1280, 800);
  });

  after(() => visitor?.leave());

  /** The options of a field in the dialog, and the one that is chosen. */
  const offered = async name => page.eval(`(select => [...[...select.options].map(({ text }) => text), '=' + select.value])(${await visitor.field(name)})`);
  const choose = async (name, value) => page.eval(`(select => { select.value = ${JSON.stringify(value)}; select.oninput(); })(${await visitor.field(name)})`);
  const rowOf = id => visitor.run(`SELECT Title, State, Level, Any, typeof(Any) FROM Ticket WHERE Id = ${id}`);

  test('a form of a row offers them, and no other value where one is required', async () => {
    await visitor.visit('/Ticket/1', 'Lamp');
    await visitor.press('Edit');
    assert.deepEqual(await offered('State'), ['new', 'open', "won't fix", '=open']);
    assert.deepEqual(await offered('Level'), ['', '1', '2', '3', '=2']);
    await choose('State', "won't fix");
    await choose('Level', '');
    await choose('Any', 'x');
    await visitor.press('Save');
    await visitor.closes();
    assert.equal(rowOf(1), "Lamp|won't fix||x|text");
    await visitor.press('Edit');
    await choose('Any', '7');
    await visitor.press('Save');
    await visitor.closes();
    assert.equal(rowOf(1), "Lamp|won't fix||7|integer");
  });

  test('a value that the database has all the same stays', async () => {
    await visitor.visit('/Ticket/3', 'Old');
    await visitor.press('Edit');
    assert.deepEqual(await offered('State'), ['lost', 'new', 'open', "won't fix", '=lost']);
    await visitor.enter('Title', 'Older');
    await choose('State', 'new');
    await visitor.press('Save');
    await visitor.closes();
    assert.equal(rowOf(3), 'Older|new|1||null');
  });

  test('a new row has the default unless another is chosen', async () => {
    await visitor.visit('/Ticket', 'Door');
    await visitor.press('New');
    assert.deepEqual(await offered('State'), ['new', 'new', 'open', "won't fix", '=']);
    await visitor.enter('Title', 'Chair');
    await visitor.press('Save');
    await visitor.closes();
    await visitor.shows('Chair');
    assert.equal(rowOf(4), 'Chair|new|||null');
  });

  test('a cell offers them in place, and shows them as tags', async () => {
    await visitor.visit('/Ticket', 'Door');
    const cell = `[...document.querySelectorAll('li.row')].find(row => row.innerText.startsWith('Door'))?.querySelector('[data-label=State]')`;
    await page.waitFor(`${cell}?.querySelector('.tag')?.innerText === 'new' && document.querySelector('.lines').list.desk?.dress`);
    await page.eval(`document.querySelector('li.row a').focus()`);
    await page.press('ArrowDown');
    for (let i = 0; i < 2; i++) await page.press('ArrowRight');
    await page.waitFor(`document.activeElement.closest('[data-label=State]')?.innerText === 'new'`);
    await page.press('F2');
    await page.waitFor(`document.activeElement.localName === 'select'`);
    await page.press('o');
    await page.press('Enter');
    await page.waitFor(`${cell}?.querySelector('.tag')?.innerText === 'open'`);
    assert.equal(rowOf(2).split('|')[1], 'open');
  });

  test('no script failed on the way', () => visitor.noErrors());
});
