// From a database to one that is safe to share, as the guides say: people, rules, a key, and two browsers with different rights.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { chinook } from './chinook.mjs';
import { binary, Server } from './server.mjs';
import { Visitor, skip } from './visitor.mjs';

const password = 'correct horse battery';

const rules = `
attributes:
  self: SELECT EmployeeId FROM Employee WHERE Email = :name
  customers: >-
    SELECT CustomerId FROM Customer JOIN Employee ON EmployeeId = SupportRepId WHERE Employee.Email = :name
roles:
  agent: {}
  manager: { may: [export] }
tables:
  Customer:
    - { to: manager, columns: all, update: all }
    - to: agent
      rows: SupportRepId in user.self
      columns: [FirstName, LastName, Company, City, Country, Email, SupportRepId]
      update: { columns: [Company, City, Email] }
  Invoice:
    - { to: manager, columns: all }
    - { to: agent, rows: CustomerId in user.customers, columns: [CustomerId, InvoiceDate, BillingCity] }
  Track:
    - { to: manager, columns: all }
    - { to: agent, columns: [Name, AlbumId, GenreId, Composer, Milliseconds] }
  Album: [{ to: [agent, manager], columns: all }]
  Artist: [{ to: [agent, manager], columns: all }]
  Employee: [{ to: [agent, manager], columns: [FirstName, LastName, Title] }]
  Memo:
    - { to: manager, columns: all, insert: all, update: all, delete: all }
    - { to: agent, columns: all, update: all, delete: all }
`;

/* Whether the page offers an export. */
const isOffered = `[...document.querySelectorAll('main .title button')].some(b => b.textContent === 'Export' && !b.hidden)`;

/* Somebody in front of a browser with cookies of its own. */
class Colleague extends Visitor {
  static async joins(visitor) {
    const { browser, server, database } = visitor;
    return Object.assign(new this(), { browser, server, database, page: await browser.newPage() });
  }

  async signsIn(name, route) {
    await this.page.goto(this.server.address + route);
    assert.equal(await this.page.eval('document.title'), 'Sign in');
    await this.page.type('input[name=name]', name);
    await this.page.type('input[name=password]', password);
    await this.page.eval(`setTimeout(() => document.querySelector('form').requestSubmit())`);
    const isShown = () => this.page.waitFor(`document.querySelector('header button')?.className === 'live'`);
    await isShown().catch(isShown);  // a page that is left cannot answer
  }

  /** Waits until the list of customers has these ids. */
  lists(ids) {
    const links = `[...document.querySelectorAll('main a[href^="/Customer/"]')].map(a => a.getAttribute('href').slice(10))`;
    return this.page.waitFor(`[...new Set(${links})].sort((a, b) => a - b).join() === '${ids.join()}'`);
  }
}

describe('from nothing to rights by row and column', { skip, concurrency: false }, () => {
  let visitor, other, database, config, access, emails, oriel, keys;

  const ids = rep => database.run(`SELECT CustomerId FROM Customer WHERE SupportRepId = ${rep} ORDER BY 1`).split('\n');
  const curl = (key, target, ...options) => {
    const all = ['-sS', '-H', `Authorization: Bearer ${key}`, ...options, visitor.server.address + target];
    return execFileSync('curl', [...all, '-w', '\n%{http_code}'], { encoding: 'utf8' }).split(/\n(?=\d+$)/);
  };
  const update = (id, values) => curl(keys.manager, `/Customer/${id}:update`, '-d', JSON.stringify(values));

  before(async () => {
    visitor = await Colleague.arrive(async () => {
      database = await chinook();
      database.run(`CREATE TABLE Memo (MemoId INTEGER PRIMARY KEY, Title TEXT); INSERT INTO Memo VALUES (1, 'First memo'), (2, 'Second memo'), (3, 'Third memo')`);
      mkdirSync(join(database.folder, 'data'));
      [config, access] = [join(database.folder, 'oriel.yaml'), join(database.folder, 'access.yaml')];
      const file = join(database.folder, 'password');
      writeFileSync(file, password);
      writeFileSync(config, `users: ${database.folder}/data/access.sqlite\naccess: ${access}\n`);
      writeFileSync(access, rules);
      oriel = (...values) => spawnSync(binary, values, { encoding: 'utf8' });
      emails = Object.fromEntries([3, 4, 5].map(id => [id, database.run(`SELECT Email FROM Employee WHERE EmployeeId = ${id}`)]));
      for (const [name, role] of [[emails[3], 'agent'], [emails[4], 'agent'], ['boss', 'manager']])
        oriel('user', 'add', name, '--role', role, '--password-file', file, '--config', config);
      const key = (role, ...person) => oriel('key', 'add', role, '--role', role, ...person, '--config', config).stdout.trim();
      keys = { agent: key('agent', '--person', emails[3]), manager: key('manager') };
      return Server.start(database, 0, undefined, ['--config', config]);
    });
    visitor.database = database;
    other = await Colleague.joins(visitor);
  });

  after(() => visitor?.leave());

  test('the rules have no mistakes, and one is named with its remedy', () => {
    assert.match(oriel('check', database.file, access).stdout, /access\.yaml: No mistakes\.$/m);
    const wrong = join(database.folder, 'wrong.yaml');
    writeFileSync(wrong, rules.replace('Composer', 'Compozer'));
    const { stdout, status } = oriel('check', database.file, wrong);
    assert.match(stdout, /wrong\.yaml:\d+:\d+: Track has no column "Compozer"\. Did you mean "Composer"\?/);
    assert.equal(status, 1);
    const may = target => oriel('may', database.file, emails[3], 'see', target, '--role', 'agent', '--access', access).stdout;
    assert.match(may('/InvoiceLine/1'), /^no: /);
    assert.match(may('/Track/1'), /^yes: /);
  });

  test('without sign-in there is the form alone', () => {
    for (const target of ['/', '/Customer', '/Customer/1', '/Track:csv', '/-/inspect', '/-/audit']) {
      const [, status] = curl('', target, '-H', 'Authorization:');
      assert.ok(['401', '403'].includes(status), `${target}: ${status}`);
    }
  });

  test('a key of an agent reads their own customers without prices', () => {
    const [text] = curl(keys.agent, '/Customer?window=0,100');
    assert.deepEqual(Object.keys(JSON.parse(text).cells).sort((a, b) => a - b), ids(3));
    const hidden = ids(4)[0], none = '4711';
    const answers = [hidden, none].map(id => curl(keys.agent, `/Customer/${id}`).join().replaceAll(id, 'ID'));
    assert.equal(answers[0], answers[1]);
    assert.match(answers[0], /,404$/);
    const seen = new Set(), texts = [], rest = ['/', '/Customer:csv', '/Track:csv', '/Invoice:json', '/InvoiceLine', '/Track?sort=UnitPrice', '/Invoice?sort=Total'];
    while (rest.length && seen.size < 60) {
      const target = rest.shift();
      if (seen.has(target)) continue;
      seen.add(target);
      const [body] = curl(keys.agent, target);
      texts.push(body.replaceAll('"UnitPrice"', '').replaceAll('\\"UnitPrice\\"', '').replaceAll('\\"Total\\"', ''));
      for (const [, href] of body.matchAll(/"(?:href|list)":"([^"]+)"/g)) rest.push(href);
    }
    for (const word of ['UnitPrice', 'Total', '0.99', '1.99', 'InvoiceLine":', ...ids(4).map(id => `/Customer/${id}"`)])
      assert.ok(!texts.join('\n').includes(word), word);
    assert.ok(seen.size > 30);
    assert.equal(curl(keys.agent, '/Customer:csv')[1], '403');
    assert.match(curl(keys.manager, '/Track:csv')[0], /UnitPrice/);
  });

  test('two agents see their own customers, each in a browser', async () => {
    await visitor.signsIn(emails[3], '/Customer');
    await other.signsIn(emails[4], '/Customer');
    assert.equal(await other.page.eval(isOffered), false, 'an export that would be refused');
    await visitor.lists(ids(3));
    await other.lists(ids(4));
    await visitor.shoot('rights-agent-before');
    await other.shoot('rights-other-agent-before');
  });

  test('a customer who changes hands leaves one browser and enters the other, live', async () => {
    const [id] = ids(3);
    for (const colleague of [visitor, other]) await colleague.page.eval('window.mark = 1');
    const [, status] = update(id, { SupportRepId: 4 });
    assert.equal(status, '200');
    assert.ok(!ids(3).includes(id) && ids(4).includes(id));
    await visitor.lists(ids(3));
    await other.lists(ids(4));
    for (const colleague of [visitor, other]) await colleague.rests();
    await visitor.shoot('rights-agent-after');
    await other.shoot('rights-other-agent-after');
    await other.page.eval(`document.querySelector('main a[href="/Customer/${id}"]').click()`);
    await other.page.waitFor(`location.pathname === '/Customer/${id}' && document.querySelector('dl div')`);
    update(id, { SupportRepId: 3 });
    await other.page.waitFor(`!document.querySelector('dl div')`);
    await visitor.lists(ids(3));
    assert.deepEqual(await Promise.all([visitor, other].map(({ page }) => page.eval('window.mark'))), [1, 1]);
  });

  test('an agent and a manager side by side: rows, columns and commands differ', async () => {
    await other.page.goto('about:blank');
    await other.page.send('Network.clearBrowserCookies');
    await other.signsIn('boss', '/Customer');
    await other.shows(String(database.run('SELECT count(*) FROM Customer')));
    for (const colleague of [visitor, other]) await colleague.visit('/Track/1', 'Name');
    await other.visit('/Customer', 'FirstName');
    assert.equal(await other.page.eval(isOffered), true);
    await other.visit('/Track/1', 'Name');
    assert.match(await other.page.eval(`document.querySelector('main').innerText`), /UnitPrice|Unit price/i);
    assert.doesNotMatch(await visitor.page.eval('document.documentElement.innerHTML'), /UnitPrice|Unit price|0\.99/i);
    await visitor.shoot('rights-agent-track');
    await other.shoot('rights-manager-track');
    const [id] = ids(3);
    for (const colleague of [visitor, other]) await colleague.visit(`/Customer/${id}`, 'Edit');
    const fields = async ({ page }) => {
      await page.eval(`[...document.querySelectorAll('main button')].find(button => button.innerText === 'Edit').click()`);
      await page.waitFor(`document.querySelector('dialog[open] .field')`);
      return page.eval(`[...document.querySelectorAll('dialog[open] .field')].map(field => field.innerText.trim().split(/[ *\\n]/)[0])`);
    };
    assert.deepEqual(await fields(visitor), ['Company', 'City', 'Email']);
    assert.ok((await fields(other)).includes('SupportRepId'));
    await visitor.shoot('rights-agent-edit');
    await other.shoot('rights-manager-edit');
    await visitor.enter('City', 'Bergen');
    await visitor.press('Save');
    await visitor.closes();
    await other.page.waitFor(`document.querySelector('dialog[open]').innerText.includes('Bergen') || document.querySelector('main').innerText.includes('Bergen')`);
    assert.equal(database.run(`SELECT City FROM Customer WHERE CustomerId = ${id}`), 'Bergen');
    for (const colleague of [visitor, other]) colleague.noErrors(/401|403|404/);
  });

  test('undo of a deletion is offered to those who may insert the row again', async () => {
    const offer = `(bar => !!bar && !bar.hidden && !bar.querySelector('button').hidden && bar.innerText.includes('Deleted'))(document.querySelector('.undo'))`;
    const deletes = async (colleague, id) => {
      await colleague.visit(`/Memo/${id}`, 'memo');
      await colleague.press('Delete');
      await colleague.asks('Delete “');
      await colleague.press('Delete');
      await colleague.page.waitFor(`location.pathname === '/Memo'`);
    };
    await deletes(visitor, 1);
    await visitor.shows('Second memo');
    await visitor.rests();
    assert.equal(await visitor.page.eval(offer), false, 'an undo that would be refused');
    await visitor.ticks('Second memo');
    await visitor.press('Delete');
    await visitor.asks('Delete 1 selected?');
    await visitor.press('Delete');
    await visitor.hides('Second memo');
    await visitor.rests();
    assert.equal(await visitor.page.eval(offer), false, 'an undo of selected rows that would be refused');
    await deletes(other, 3);
    await other.page.waitFor(offer);
    await other.page.click('.undo button');
    await other.shows('Third memo');
    assert.equal(database.run('SELECT MemoId, Title FROM Memo'), '3|Third memo');
  });
});
