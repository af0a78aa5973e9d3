// A ticket desk that is declared in a file, on the real server: its list, its board, its numbers, and two writers.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Database, Server, binary } from './server.mjs';
import { SceneVisitor, skip as without } from './scenes-visitor.mjs';
import { skip as missing } from './visitor.mjs';

const knows = () => /--scenes/.test(spawnSync(binary, ['serve', '--help'], { encoding: 'utf8' }).stdout);
const skip = missing ?? without ?? (knows() ? undefined : 'this server has no declared scenes');

const schema = `
  CREATE TABLE User (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL, IsActive INTEGER NOT NULL DEFAULT 1);
  CREATE TABLE Team (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL);
  CREATE TABLE Ticket (Id INTEGER PRIMARY KEY, Title TEXT NOT NULL, Note TEXT, State TEXT NOT NULL DEFAULT 'new', Owner INTEGER REFERENCES User,
    Team INTEGER REFERENCES Team, Due DATE, Opened TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP, Priority INTEGER NOT NULL DEFAULT 0);
  CREATE TABLE Event (Id INTEGER PRIMARY KEY, Ticket INTEGER NOT NULL REFERENCES Ticket, At TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP, Text TEXT);
  INSERT INTO User (Name) VALUES ('Ada Lindqvist'), ('Bo Ferreira'), ('Mina Okafor'), ('Tomas Vale');
  INSERT INTO Team (Name) VALUES ('Support'), ('Network'), ('Billing');
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
    INSERT INTO Ticket SELECT i, printf('Ticket %02d', i), 'Note', CASE i % 4 WHEN 0 THEN 'new' WHEN 1 THEN 'open' WHEN 2 THEN 'late' ELSE 'closed' END,
      CASE WHEN i % 4 THEN 1 + i % 4 END, 1 + i % 3, date('now', (i - 20) || ' days'), printf('2026-%02d-15 10:00:00', 8 + i % 3), i % 4 FROM n;`;

const scenes = `app: { title: Desk, home: /desk, menu: [/desk, /board, /numbers], tables: hidden }
scenes:
  /desk:
    title: Tickets
    table: Ticket
    where: State <> 'closed'
    columns:
      - Title: { width: 3 }
      - State: { format: badge, colors: { new: blue, open: green, late: red } }
      - { Owner: { label: Agent, show: Owner.Name }, Due: { format: relative } }
    section: State
    chips: [{ title: Late, where: State = 'late' }, { column: Team }, { column: Opened, by: month }]
    open: /tickets/{Id}
    commands:
      - take: { title: Take, row: true, when: Owner is null, update: { State: open } }
      - close: { row: true, many: true, ask: "Close {Title}?", input: { reason: { kind: multiline, required: true } }, update: { State: closed, Note: =reason } }
  /tickets/{Id}:
    table: Ticket
    label: Title
    form:
      groups: { What: [Title, Note], Who: [Owner, Team] }
      fields:
        Title: { required: true, maxLength: 120 }
        Owner: { kind: reference, choose: { table: User, where: IsActive = 1, label: Name } }
        Due: { kind: date, min: today, message: Choose a day that is still to come. }
    related: [{ table: Event, by: Ticket, columns: [At, Text], insert: true }]
  /board: { table: Ticket, template: board, lanes: { column: State, order: [new, open, late] }, card: { title: Title, subtitle: Owner.Name }, drop: { State: lane } }
  /numbers: { template: dashboard, tiles: [{ total: { table: Ticket, by: State, values: [count] }, chart: bar }, { title: Open, number: { table: Ticket, where: State = 'open' }, of: { table: Ticket } }] }
`;

describe('a declared desk', { skip, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await SceneVisitor.arrive(async visitor => {
      const { folder } = visitor.database = await Database.create(schema);
      mkdirSync(join(folder, 'scenes'));
      writeFileSync(join(folder, 'scenes/desk.yaml'), scenes);
      return Server.start(visitor.database, 0, undefined, ['--scenes', join(folder, 'scenes')]);
    });
    ({ page } = visitor);
    await page.setViewport(1440, 900);
    await page.setMedia({ 'prefers-reduced-motion': 'reduce' });
  });

  after(() => visitor?.leave());

  const stateOf = id => visitor.run(`SELECT State FROM Ticket WHERE Id = ${id}`);
  const row = title => `[...document.querySelectorAll('li.row')].find(row => row.innerText.startsWith('${title}'))`;
  const lane = title => `[...document.querySelectorAll('.board li')].find(card => card.innerText.startsWith('${title}'))?.closest('.lane').lane`;

  test('its list shows labels and titles, and a command moves a row to another section', async () => {
    await visitor.visit('/desk', 'Ticket 04');
    assert.deepEqual((await visitor.texts('.labels > *')).filter(text => text), ['Title', 'State', 'Agent', 'Due']);
    await visitor.openMenu('Ticket 04');
    await visitor.choose('Take');
    await page.waitFor(`${row('Ticket 04')}.querySelector('.badge').innerText === 'open'`);
    assert.equal(stateOf(4), 'open');
  });

  test('a command with a form takes a row out of the list', async () => {
    await visitor.visit('/desk', 'Ticket 06');
    await visitor.openMenu('Ticket 06');
    await visitor.choose('Close');
    await visitor.asks('Close Ticket 06?');
    await visitor.enter('reason', 'It works');
    await visitor.press('Close');
    await visitor.closes();
    await page.waitFor(`!${row('Ticket 06')}`);
    assert.equal(stateOf(6), 'closed');
  });

  test('chips narrow it by a condition, a reference by its title, and a month', async () => {
    await visitor.visit('/desk', 'Ticket 04');
    await visitor.press('Late');
    await visitor.hides('Ticket 04');
    await visitor.press('Late');
    await visitor.shows('Ticket 04');
    await visitor.press('Team');
    await visitor.choose('Network');
    await visitor.until(`all('.offers button').some(button => button.innerText === 'Team: Network')`);
    assert.equal(await visitor.address(), '/desk?Team=2');
    await visitor.visit('/desk', 'Ticket 04');
    await visitor.press('Opened');
    await visitor.choose('September 2026');
    await page.waitFor(`location.search === '?Opened.starts=2026-09'`);
    await visitor.until(`all('.offers button').some(button => button.innerText === 'Opened: September 2026')`);
  });

  test('a card that is moved on the board is written, and one that others move glides', async () => {
    await visitor.visit('/board', 'Ticket 08');
    await visitor.openMenu('Ticket 08');
    await visitor.choose('Move to late');
    await page.waitFor(`${lane('Ticket 08')} === 'late' && !document.querySelector('.pending')`);
    assert.equal(stateOf(8), 'late');
    visitor.run(`UPDATE Ticket SET State = 'open' WHERE Id = 8`);
    await page.waitFor(`${lane('Ticket 08')} === 'open'`);
  });

  test('its numbers follow what is written', async () => {
    await visitor.visit('/numbers', 'Open');
    await visitor.until(`all('.pillar').length === 4`);
    const count = visitor.run(`SELECT COUNT(*) FROM Ticket WHERE State = 'open'`);
    await page.waitFor(`document.querySelector('.number strong').innerText === '${count}'`);
    visitor.run(`UPDATE Ticket SET State = 'open' WHERE Id = 12`);
    await page.waitFor(`document.querySelector('.number strong').innerText === '${+count + 1}'`);
    await page.waitFor(`[...document.querySelectorAll('.values tr')].some(row => row.textContent === 'open${+count + 1}')`);
  });

  test('its form finds the agent by name, and refuses a day that has passed', async () => {
    await visitor.visit('/tickets/2', 'Mina Okafor');
    await visitor.press('Edit');
    await page.type('dialog .pick input', 'tom');
    await page.waitFor(`document.querySelector('.pick-rows [data-key="4"]')`);
    await page.press('Enter');
    await page.waitFor(`document.querySelector('dialog .pick input').value === 'Tomas Vale'`);
    await page.eval(`(node => { node.value = '2020-01-01'; node.dispatchEvent(new Event('input')); })(document.querySelector('dialog [type=date]'))`);
    await visitor.press('Save');
    await visitor.asks('Choose a day that is still to come.');
    await page.eval(`(node => { node.value = '2999-01-01'; node.dispatchEvent(new Event('input')); })(document.querySelector('dialog [type=date]'))`);
    await visitor.press('Save');
    await visitor.closes();
    assert.equal(visitor.run('SELECT Owner, Due FROM Ticket WHERE Id = 2'), '4|2999-01-01');
  });

  test('a row is added to what belongs to a ticket', async () => {
    await visitor.visit('/tickets/2', 'Tomas Vale');
    await visitor.press('+ Event');
    await visitor.enter('Text', 'Called back');
    await page.eval(`document.querySelector('dialog .primary').click()`);
    await visitor.closes();
    await visitor.shows('Called back');
  });

  test('a changed file is taken while the page is open', async () => {
    await visitor.visit('/desk', 'Ticket 04');
    writeFileSync(join(visitor.database.folder, 'scenes/desk.yaml'), scenes.replace('label: Agent', 'label: Whose').replace('title: Tickets', 'title: What waits'));
    await visitor.until(`all('h1')[0].innerText === 'What waits' && all('.labels > *').some(label => label.innerText === 'Whose')`);
  });

  test('logs nothing', () => visitor.noErrors());
});
