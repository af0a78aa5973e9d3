// The examples of declared scenes: each screen on a desk, a phone and a wall, roles, other writers, and a changed file.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Customer } from './customer.mjs';
import { binary, Database, Server } from './server.mjs';
import { skip } from './visitor.mjs';

const example = name => fileURLToPath(new URL(`../../Examples/scenes/${name}`, import.meta.url));
const password = 'correct horse battery';
const sizes = { desk: [1280, 800, false], phone: [390, 844, true], wall: [1920, 1080, false] };

/** The screens of each example, with a text on each. */
const screens = {
  desk: { '/desk': 'Lift stuck', '/board': 'Printer on fire', '/numbers': 'Ticket by State', '/tickets/1': 'Printer on fire 1' },
  floor: { '/floor': 'Running', '/machines': 'Lathe', '/machines/1': 'Planned', '/stops': 'Reason' },
  shop: { '/today': 'Sold', '/sales': 'Customer', '/products': 'Price', '/products/1': 'Stock' },
};

for (const [name, pages] of Object.entries(screens)) describe(`the example ${name}`, { skip, concurrency: false }, () => {
  let customer, page, database;

  before(async () => {
    database = await Database.create(readFileSync(join(example(name), `${name}.sql`), 'utf8'));
    const folder = join(database.folder, 'scenes');
    cpSync(join(example(name), 'scenes'), folder, { recursive: true });
    customer = await Customer.arrive(() => Server.start(database, 0, undefined, ['--scenes', folder]));
    Object.assign(customer, { database });
    ({ page } = customer);
  });

  after(() => customer?.leave());

  test('has no mistakes', () => {
    const { stdout, status } = spawnSync(binary, ['check', database.file, '--scenes', join(example(name), 'scenes')], { encoding: 'utf8' });
    assert.match(stdout, /scenes: No mistakes\.\n/);
    assert.equal(status, 0);
  });

  for (const [kind, size] of Object.entries(sizes)) test(`shows each screen on a ${kind}`, async () => {
    await page.setViewport(...size);
    for (const [route, text] of Object.entries(pages)) {
      await page.goto('about:blank');
      await page.goto(customer.server.address + route + (kind === 'wall' ? '?wall' : ''));
      await customer.shows(text);
      await customer.rests();
      await customer.shoot(`${kind}-example-${name}${route.replaceAll('/', '-')}`);
      await customer.isSound(`${route} on a ${kind}`);
    }
    customer.noErrors();
  });
});

const rules = `
roles: { agent: {}, lead: { also: [agent], may: [export] } }
tables:
  Ticket:
    - { to: lead, columns: all, insert: all, update: all }
    - { to: agent, rows: State <> 'late', columns: [Id, Title, Note, State, Owner, Team, Opened, Due], update: { columns: [State, Owner, Note] } }
  User: [{ to: agent, columns: [Id, Name, IsActive] }]
  Team: [{ to: agent, columns: all }]
  Event: [{ to: agent, columns: all, insert: all }]
`;

describe('the example desk with roles', { skip, concurrency: false }, () => {
  let lead, agent, database, file;
  const row = title => `[...document.querySelectorAll('li.row')].find(row => row.innerText.includes(${JSON.stringify(title)}))`;

  const signsIn = async (person, name) => {
    await person.page.setViewport(...sizes.desk);
    await person.page.goto(person.server.address + '/desk');
    await person.page.type('input[name=name]', name);
    await person.page.type('input[name=password]', password);
    await person.page.eval(`setTimeout(() => document.querySelector('form').requestSubmit())`);
    const isLive = () => person.page.waitFor(`document.querySelector('header button')?.className === 'live'`);
    await isLive().catch(isLive);  // a page that is left cannot answer
    await person.shows('Lift stuck');
  };

  before(async () => {
    database = await Database.create(readFileSync(join(example('desk'), 'desk.sql'), 'utf8'));
    const path = name => join(database.folder, name);
    cpSync(join(example('desk'), 'scenes'), path('scenes'), { recursive: true });
    file = path('scenes/desk.yaml');
    writeFileSync(path('password'), password);
    writeFileSync(path('access.yaml'), rules);
    writeFileSync(path('oriel.yaml'), `users: ${path('people.sqlite')}\naccess: ${path('access.yaml')}\nscenes: ${path('scenes')}\n`);
    for (const [name, role] of [['ada', 'lead'], ['bob', 'agent']])
      execFileSync(binary, ['user', 'add', name, '--role', role, '--password-file', path('password'), '--config', path('oriel.yaml')]);
    lead = await Customer.arrive(() => Server.start(database, 0, undefined, ['--config', path('oriel.yaml')]));
    agent = await Customer.arrive(() => lead.server);
    for (const person of [lead, agent]) Object.assign(person, { database, server: lead.server });
    await signsIn(lead, 'ada');
    await signsIn(agent, 'bob');
  });

  after(async () => {
    await agent?.browser?.close();
    await lead?.leave();
    await database?.remove();
  });

  test('each role sees its rows, columns, entries and commands', async () => {
    const menu = person => person.page.eval(`[...document.querySelectorAll('.app .entries a')].map(node => node.innerText).join()`);
    assert.equal(await menu(lead), 'Tickets,Board,Numbers');
    assert.equal(await menu(agent), 'Tickets,Board');
    const sections = person => person.page.eval(`fetch('/desk').then(answer => answer.json()).then(({ sections }) => sections.map(({ id }) => id).join())`);
    assert.equal(await sections(lead), 'late,new,open');
    assert.equal(await sections(agent), 'new,open');
  });

  test('both follow a third writer, and each other', async () => {
    lead.run(`INSERT INTO Ticket (Title, State, Priority) VALUES ('Roof leaks', 'new', 9)`);
    for (const person of [lead, agent]) {
      await person.page.goto(person.server.address + '/desk?search=Roof');
      await person.page.waitFor(row('Roof leaks'));
    }
    const id = lead.run(`SELECT Id FROM Ticket WHERE Title = 'Roof leaks'`);
    const body = JSON.stringify({ row: id, arguments: { State: 'open' } });
    await agent.page.eval(`fetch('/desk:update', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: ${JSON.stringify(body)} })`);
    await lead.page.waitFor(`${row('Roof leaks')}.innerText.includes('open')`);
    lead.run(`UPDATE Ticket SET State = 'late' WHERE Title = 'Roof leaks'`);
    await agent.page.waitFor(`!${row('Roof leaks')}`);
    await lead.page.waitFor(`${row('Roof leaks')}.innerText.includes('late')`);
  });

  test('a changed file is taken while a form is open, and what is typed stays', async () => {
    const id = lead.run(`SELECT Id FROM Ticket WHERE Title = 'Roof leaks'`);
    await lead.page.goto(`${lead.server.address}/tickets/${id}`);
    await lead.press('Edit');
    await lead.page.type('dialog input', 'Roof leaks badly');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('title: Tickets', 'title: All tickets'));
    await agent.shows('All tickets');
    assert.equal(await lead.page.eval(`document.querySelector('dialog input').value`), 'Roof leaks badly');
    writeFileSync(file, text.replace('/tickets/{Id}:\n', '/tickets/{Id}:\n    titel: x\n'));
    await lead.server.logs('The scenes stay as they were.');
    await lead.page.press('Enter');
    await lead.closes();
    assert.equal(lead.run(`SELECT Title FROM Ticket WHERE Id = ${id}`), 'Roof leaks badly');
    for (const person of [lead, agent]) person.noErrors(/401/);
  });
});
