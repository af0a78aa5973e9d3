// Forms on pages of their own, the keys of commands, and JSON files, on a real server with files of scenes.
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Customer, ways } from './customer.mjs';
import { Database, Server } from './server.mjs';
import { skip } from './visitor.mjs';

const schema = `
  CREATE TABLE Agent (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL);
  CREATE TABLE Ticket (Id INTEGER PRIMARY KEY, Title TEXT NOT NULL, Note TEXT, State TEXT NOT NULL, Agent INTEGER REFERENCES Agent);
  INSERT INTO Agent VALUES (1, 'Ada'), (2, 'Grace');
  INSERT INTO Ticket VALUES (1, 'Lamp', NULL, 'new', 1), (2, 'Door', NULL, 'new', 2), (3, 'Roof', NULL, 'open', 2);`;

const scenes = `
app: { title: Desk, home: /desk, menu: [/desk, /report, /hall] }
scenes:
  /desk:
    table: Ticket
    columns: [Title, State, Agent.Name, { letters: { sql: length(Title), label: Letters } }]
    sort: Id
    commands:
      - take: { row: true, many: true, key: t, when: State = 'new', update: { State: open } }
      - clear: { key: c, ask: "Delete the tickets that are done?", sql: "DELETE FROM Ticket WHERE State = 'done'" }
  /report:
    title: Report a fault
    help: We answer within a day.
    table: Ticket
    template: form
    set: { State: new }
    form:
      groups: { What: [Title, Note], Who: [Agent] }
      fields:
        Title: { label: Subject, required: true, maxLength: 40 }
        Note: { kind: multiline }
        Agent: { kind: reference, choose: { table: Agent, label: Name } }
  /hall: { json: hall.json, edit: true }
`;

for (const [way, screen] of Object.entries(ways)) describe(`declared forms, keys and files ${way}`, { skip, concurrency: false }, () => {
  let customer, page;
  const hall = () => join(customer.database.folder, 'scenes/hall.json');

  before(async () => {
    const database = await Database.create(schema), folder = join(database.folder, 'scenes');
    await mkdir(folder);
    await writeFile(join(folder, 'desk.yaml'), scenes);
    await writeFile(join(folder, 'hall.json'), '{ "name": "Hall 3", "open": true }');
    customer = await Customer.arrive(() => Server.start(database, 0, undefined, ['--scenes', folder]));
    Object.assign(customer, { database, isPhone: screen[2] });
    ({ page } = customer);
    await page.setViewport(...screen.slice(0, 3));
    await page.setMedia({ 'prefers-color-scheme': screen[3] });
  });

  after(() => customer?.leave());

  const goto = async route => {
    await page.goto('about:blank');
    await page.goto(customer.server.address + route);
  };
  const field = name => `[...document.querySelectorAll('.entry .field')].find(node => node.innerText.startsWith(${JSON.stringify(name)}))`;
  const type = async (name, text) => {
    await page.waitFor(field(name));
    await page.eval(`${field(name)}.querySelector('input, textarea').focus()`);
    await page.send('Input.insertText', { text });
  };
  const save = () => page.eval(`document.querySelector('.entry .primary').click()`);

  test('a form asks for its columns only, checks them, adds a row, and is empty again', async () => {
    await goto('/report');
    await page.waitFor(field('Subject'));
    assert.deepEqual(await page.eval(`[...document.querySelectorAll('.entry legend')].map(node => node.innerText)`), ['What', 'Who']);
    assert.equal(await page.eval(`document.querySelectorAll('.entry .field').length`), 3);
    await customer.shoot(`${customer.isPhone ? 'phone' : 'desk'}-entry`);
    await customer.isSound('the form');
    await save();
    await customer.shows('Fill in this field.');
    await type('Subject', 'A window is broken');
    await type('Note', 'On the second floor.');
    await save();
    await customer.shows('Saved.');
    await customer.holds(`SELECT Title, Note, State FROM Ticket WHERE Id = 4`, 'A window is broken|On the second floor.|new');
    assert.equal(await page.eval(`${field('Subject')}.querySelector('input').value`), '');
    customer.noErrors();
  });

  test('a form that is left asks whether to discard what was typed', async () => {
    await goto('/report');
    await type('Subject', 'Half a sen');
    await page.eval(`window.asked = []; window.confirm = text => { asked.push(text); return false; }`);
    await page.eval(`document.querySelector('.app a[href="/desk"]').click()`);
    assert.deepEqual(await page.eval('asked'), ['Discard what you typed?']);
    assert.equal(await page.eval('location.pathname'), '/report');
    assert.equal(await page.eval(`${field('Subject')}.querySelector('input').value`), 'Half a sen');
    await page.eval(`window.confirm = () => true; ${field('Subject')}.querySelector('input').value = ''`);
  });

  test('what others change in the file of scenes keeps what is typed', async () => {
    await goto('/report');
    await type('Subject', 'Half a sen');
    const file = join(customer.database.folder, 'scenes/desk.yaml');
    await writeFile(file, scenes.replace('within a day', 'within an hour'));
    await customer.shows('We answer within an hour.');
    assert.equal(await page.eval(`${field('Subject')}.querySelector('input').value`), 'Half a sen');
    await writeFile(file, scenes.replace('template: form', 'template: from'));
    await customer.shows('The scenes stay as they were.');
    assert.equal(await page.eval(`${field('Subject')}.querySelector('input').value`), 'Half a sen');
    await writeFile(file, scenes);
    await customer.shows('We answer within a day.');
    await save();
    await customer.shows('Saved.');
    await customer.holds(`SELECT count(*) FROM Ticket WHERE Title = 'Half a sen'`, '1');
  });

  test('the key of a command runs it for the row of the focus, or presses its button', async () => {
    await goto('/desk');
    const row = title => `[...document.querySelectorAll('li.row')].find(row => row.innerText.includes(${JSON.stringify(title)}))`;
    await page.waitFor(row('Lamp'));
    await page.eval(`${row('Lamp')}.querySelector('a').focus()`);
    await page.press('Alt+t');
    await customer.holds(`SELECT State FROM Ticket WHERE Id = 1`, 'open');
    if (!customer.isPhone) {
      await customer.ticks('Door');
      await page.press('Alt+t');
      await customer.holds(`SELECT State FROM Ticket WHERE Id = 2`, 'open');
    }
    await page.press('Alt+c');
    await page.waitFor(`document.querySelector('dialog')?.innerText.includes('Delete the tickets that are done?')`);
    await page.press('Escape');
    assert.equal(await page.eval(`document.querySelector('main .title [aria-keyshortcuts="Alt+C"]').title`), 'Alt C');
    customer.noErrors();
  });

  test('the columns of a list that are no columns of its table can be chosen', async () => {
    await goto('/desk?columns=Title,letters');
    await page.waitFor(`document.querySelector('li.row')?.innerText.includes('4')`);
    assert.equal(await page.eval(`document.querySelector('main').innerText.includes('Ada')`), false);
    customer.noErrors();
  });

  test('the members of a JSON file are shown, follow the file, and can be changed', async () => {
    await goto('/hall');
    await customer.shows('Hall 3');
    await customer.shoot(`${customer.isPhone ? 'phone' : 'desk'}-file`);
    await customer.isSound('the file');
    await writeFile(hall(), '{ "name": "Hall 4", "open": false }');
    await customer.shows('Hall 4');
    await customer.press('Edit');
    await page.waitFor(`document.querySelector('dialog input')`);
    await page.eval(`document.querySelector('dialog input').focus(); document.querySelector('dialog input').select()`);
    await page.send('Input.insertText', { text: 'Hall 5' });
    await page.press('Enter');
    await customer.shows('Hall 5');
    assert.equal(JSON.parse(await readFile(hall(), 'utf8')).name, 'Hall 5');
    customer.noErrors();
  });
});
