// Signing in: the form in the place of a page, and over a screen whose session has ended.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { binary, Database, Server } from './server.mjs';
import { Visitor, skip } from './visitor.mjs';

const password = 'correct horse battery';

/* Returns the present code of an authenticator app with the secret of an address (RFC 6238). */
function codeOf(address) {
  const digits = [...address.match(/secret=([A-Z2-7]+)/)[1]];
  const bits = digits.map(digit => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(digit).toString(2).padStart(5, '0'));
  const secret = Buffer.from(bits.join('').match(/.{8}/g).map(byte => parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30000)));
  const hash = createHmac('sha1', secret).update(step).digest();
  const number = hash.readUInt32BE(hash[19] & 15) & 0x7fffffff;
  return String(number % 1e6).padStart(6, '0');
}

describe('signing in', { skip, concurrency: false }, () => {
  let visitor, page, database, users;

  before(async () => {
    visitor = await Visitor.arrive(async () => {
      database = await Database.create(`CREATE TABLE Note (Id INTEGER PRIMARY KEY, Text TEXT); INSERT INTO Note VALUES (1, 'first');`);
      users = join(database.folder, 'access.sqlite');
      const [config, file] = [join(database.folder, 'oriel.yaml'), join(database.folder, 'password')];
      writeFileSync(config, `users: ${users}`);
      writeFileSync(file, password);
      execFileSync(binary, ['user', 'add', 'ada', '--password-file', file, '--config', config]);
      return Server.start(database, 0, undefined, ['--config', config]);
    });
    visitor.database = database;
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  const access = sql => execFileSync('sqlite3', ['-cmd', '.timeout 5000', users, sql]);
  const fill = (isStaying = false) => page.eval(`{
    const form = ([...document.querySelectorAll('dialog[open]')].at(-1) ?? document).querySelector('form');
    const [name, password] = form.querySelectorAll('input:not([type=hidden], [type=checkbox])');
    name.value = 'ada';
    password.value = '${password}';
    form.querySelector('[type=checkbox]').checked = ${isStaying};
    setTimeout(() => form.requestSubmit());
  }`);

  test('shows a form in the place of the page, and then the page', async () => {
    await page.goto(`${visitor.server.address}/Note`);
    assert.equal(await page.eval('document.title'), 'Sign in');
    assert.equal(await page.eval('document.scripts.length'), 0);
    await fill();
    const isShown = () => page.waitFor(`document.title === 'Note'`);
    await isShown().catch(isShown);  // a page that is left cannot answer
    assert.equal(await page.eval('location.pathname'), '/Note');
    await page.waitFor(`document.querySelector('main').textContent.includes('first')`);
  });

  test('shows the form over the screen when the session has ended, and goes on there', async () => {
    await page.eval('window.mark = 1');
    access('DELETE FROM Session');
    await page.waitFor(`document.querySelector('dialog[open] input[type=password]')`);
    visitor.run(`INSERT INTO Note VALUES (2, 'second')`);
    assert.equal(await page.eval(`document.querySelector('main').textContent.includes('second')`), false);
    await fill();
    await page.waitFor(`document.querySelector('main').textContent.includes('second')`);
    assert.deepEqual(await page.eval(`[window.mark, document.querySelectorAll('dialog').length]`), [1, 0]);
  });

  test('covers the screen, and loads the page again when the form is closed', async () => {
    access('DELETE FROM Session');
    await page.waitFor(`document.querySelector('dialog[open] input[type=password]')`);
    const backdrop = await page.eval(`getComputedStyle(document.querySelector('dialog'), '::backdrop').backgroundColor`);
    assert.match(backdrop, /^rgb\(/, 'it is opaque');
    await page.press('Escape');
    const isForm = () => page.waitFor(`document.title === 'Sign in' && !document.scripts.length`);
    await isForm().catch(isForm);
    await fill();
    const isShown = () => page.waitFor(`document.querySelector('main')?.textContent.includes('second')`);
    await isShown().catch(isShown);
  });

  test('keeps what is typed while the form is over it, and saves it afterwards', async () => {
    await visitor.visit('/Note/1', 'first');
    await page.eval('window.mark = 2');
    await visitor.press('Edit');
    await visitor.enter('Text', 'typed before');
    access('DELETE FROM Session');
    await page.waitFor(`document.querySelectorAll('dialog[open]').length === 2`);
    visitor.run(`INSERT INTO Note VALUES (9, 'meanwhile')`);
    await visitor.shoot('sign-in-over-a-draft');
    await fill(true);
    await page.waitFor(`document.querySelectorAll('dialog[open]').length === 1`);
    await visitor.isLive();
    assert.equal(await page.eval(`${await visitor.field('Text')}.value`), 'typed before');
    assert.equal(visitor.run('SELECT Text FROM Note WHERE Id = 1'), 'first');
    await visitor.press('Save');
    await visitor.closes();
    await visitor.says('Text', 'typed before');
    assert.equal(visitor.run('SELECT Text FROM Note WHERE Id = 1'), 'typed before');
    assert.equal(await page.eval('window.mark'), 2);
    visitor.run(`UPDATE Note SET Text = 'first' WHERE Id = 1`);
  });

  test('stays signed in when the form over the screen says so', async () => {
    const days = () => Number(access('SELECT (Ends - Began) / 86400 FROM Session'));
    assert.equal(Math.round(days()), 30);
    const { cookies } = await page.send('Network.getCookies');
    const ends = cookies.find(({ name }) => name === 'oriel').expires;
    assert.ok(ends > Date.now() / 1000 + 29 * 86400, `the cookie ends at ${ends}`);
    access('DELETE FROM Session');
    await page.waitFor(`document.querySelector('dialog[open] input[type=password]')`);
    await fill();
    await visitor.closes();
    await visitor.isLive();
    assert.equal(Math.round(days()), 7);
    await page.goto(`${visitor.server.address}/Note`);
    await visitor.shows('first');
    await page.eval('window.mark = 1');
  });

  test('asks for a code after the password, over the screen', async () => {
    const config = join(database.folder, 'oriel.yaml');
    const address = execFileSync(binary, ['user', 'totp', 'ada', '--config', config]).toString();
    access('DELETE FROM Session');
    await page.waitFor(`document.querySelector('dialog[open] input[type=password]')`);
    visitor.run(`INSERT INTO Note VALUES (10, 'tenth')`);
    await fill();
    const isAsked = `document.querySelector('dialog[open] input[autocomplete=one-time-code]')`;
    await page.waitFor(isAsked);
    await visitor.shoot('code');
    const enter = code => page.eval(`{
      const input = ${isAsked};
      input.value = '${code}';
      setTimeout(() => input.form.requestSubmit());
    }`);
    await enter('wrong');
    await page.waitFor(`document.querySelector('dialog[open] [role=alert]').textContent.includes('code is wrong')`);
    await enter(codeOf(address));
    await page.waitFor(`document.querySelector('main').textContent.includes('tenth')`);
    assert.deepEqual(await page.eval(`[window.mark, document.querySelectorAll('dialog').length]`), [1, 0]);
    execFileSync(binary, ['user', 'totp', 'ada', '--remove', '--config', config]);
  });

  test('adds a second factor, makes new recovery codes, and removes it', async () => {
    await page.eval(`document.querySelector('header button + button').click()`);
    await page.waitFor(`document.querySelectorAll('dialog[open] a').length === 3`);
    await page.eval(`setTimeout(() => document.querySelectorAll('dialog[open] a')[2].click())`);
    const arrive = async what => {
      const isThere = () => page.waitFor(what);
      await isThere().catch(isThere);  // a page that is left cannot answer
    };
    const send = fields => page.eval(`{
      for (const [name, value] of Object.entries(${JSON.stringify(fields)})) {
        const input = document.querySelector('[name=' + name + ']' + (name === 'remove' ? '[value="1"]' : ''));
        if (input.type === 'radio') input.checked = true;
        else input.value = value;
      }
      setTimeout(() => document.querySelector('form').requestSubmit());
    }`);
    await arrive(`document.title === 'Second factor' && document.querySelector('svg')`);
    await visitor.shoot('second-factor');
    await page.setViewport(390, 844, true);
    await visitor.fits('the page of the second factor');
    await visitor.shoot('second-factor-phone');
    await page.setViewport(1280, 800);
    const secret = await page.eval(`document.querySelector('[name=secret]').value`);
    assert.equal(await page.eval(`document.querySelector('code').textContent.replaceAll(' ', '')`), secret);
    await send({ password, code: codeOf(`secret=${secret}`) });
    await arrive(`document.title === 'Your recovery codes'`);
    await visitor.shoot('recovery-codes');
    const codes = await page.eval(`document.querySelector('pre').textContent.split('\\n')`);
    assert.equal(codes.length, 10);
    await page.goto(`${visitor.server.address}/-/second-factor`);
    await arrive(`document.querySelector('main').textContent.includes('10 recovery codes are left')`);
    await visitor.shoot('second-factor-present');
    await send({ password, code: codes[0], remove: true });
    await arrive(`document.querySelector('main').textContent.includes('is removed')`);
    assert.equal(access('SELECT count(*) FROM Factor').toString().trim(), '0');
    await page.goto(`${visitor.server.address}/Note`);
    await visitor.shows('first');
    await page.eval('window.mark = 1');
  });

  test('goes on without a form when only the roles have changed', async () => {
    access(`UPDATE Person SET Roles = 'other'`);
    visitor.run(`INSERT INTO Note VALUES (3, 'third')`);
    await page.waitFor(`document.querySelector('main').textContent.includes('third')`);
    assert.deepEqual(await page.eval(`[window.mark, document.querySelectorAll('dialog').length]`), [1, 0]);
  });

  test('leads to the sessions of a person, and administrators to the audit', async () => {
    const open = async name => {
      await page.eval(`document.querySelector('header button + button').click()`);
      await page.waitFor(`document.querySelector('dialog[open] h2')?.textContent === 'Signed in as ada'`);
      await visitor.shoot(`account-${name}`);
      return page.eval(`[...document.querySelectorAll('dialog[open] a')].map(({ textContent }) => textContent)`);
    };
    await page.waitFor(`document.querySelector('header button + button').textContent === 'ada'`);
    assert.deepEqual(await open('reader'), ['Where you are signed in', 'Change the password', 'Second factor']);
    await page.eval(`document.querySelector('dialog[open] a').click()`);
    await page.waitFor(`document.querySelector('main').textContent.includes('This browser')`);
    assert.deepEqual(await page.eval(`[location.pathname, document.querySelectorAll('dialog').length]`), ['/-/sessions', 0]);
    assert.equal(await page.eval(`document.querySelector('nav').children.length`), 2);
    await visitor.shoot('sessions');
    access(`UPDATE Person SET Roles = 'admin'`);
    await page.waitFor(`document.querySelector('#status, header button').className === 'live'`);
    await page.goto(`${visitor.server.address}/Note`);
    await page.waitFor(`document.querySelector('header button + button')?.textContent === 'ada'`);
    assert.deepEqual(await open('admin'), ['Where you are signed in', 'Change the password', 'Second factor', 'Audit', 'Look as somebody']);
    await page.eval(`document.querySelectorAll('dialog[open] a')[3].click()`);
    await page.waitFor(`document.querySelector('main').textContent.includes('sign-in')`);
    await visitor.shoot('audit');
    await page.goto(`${visitor.server.address}/Note`);
  });

  test('tells programs to use a key', async () => {
    await page.waitFor(`document.querySelector('header button + button')?.textContent === 'ada'`);
    await visitor.press('API');
    await visitor.asks(`curl -H "Authorization: Bearer KEY" '${visitor.server.address}/Note'`);
    await visitor.press('Close');
    await visitor.closes();
  });

  test('lets an administrator look as somebody else, and says so until that is stopped', async () => {
    access(`INSERT INTO Person(Name, Password, Roles) SELECT 'bob', Password, '' FROM Person`);
    await page.waitFor(`document.querySelector('header button + button')?.textContent === 'ada'`);
    await page.eval(`document.querySelector('header button + button').click()`);
    await page.waitFor(`document.querySelectorAll('dialog[open] a').length === 5`);
    await page.eval(`setTimeout(() => document.querySelectorAll('dialog[open] a')[4].click())`);
    const isForm = () => page.waitFor(`document.title === 'Look as somebody'`);
    await isForm().catch(isForm);  // a page that is left cannot answer
    await visitor.shoot('look-as');
    await page.eval(`setTimeout(() => {
      document.querySelector('input').value = 'bob';
      document.querySelector('form').requestSubmit();
    })`);
    const isShown = () => page.waitFor(`document.querySelector('.look')?.textContent.includes('what bob sees')`);
    await isShown().catch(isShown);
    assert.equal(await page.eval(`document.querySelector('header button + button').textContent`), 'bob');
    await visitor.shoot('looks-as');
    await page.eval(`setTimeout(() => document.querySelector('.look button').click())`);
    const isOver = () => page.waitFor(`document.querySelector('header button + button')?.textContent === 'ada' && !document.querySelector('.look')`);
    await isOver().catch(isOver);
    await page.goto(`${visitor.server.address}/Note`);
  });

  test('shows who has signed in, and signs out', async () => {
    await page.waitFor(`document.querySelector('header button + button').textContent === 'ada'`);
    await page.eval(`document.querySelector('header button + button').click()`);
    await page.waitFor(`document.querySelector('dialog[open] h2')?.textContent === 'Signed in as ada'`);
    await visitor.shoot('sign-out');
    await page.eval(`setTimeout(() => document.querySelector('dialog .primary').click())`);
    const isForm = () => page.waitFor(`document.title === 'Sign in' && location.pathname === '/Note'`);
    await isForm().catch(isForm);  // a page that is left cannot answer
    assert.equal(access('SELECT count(*) FROM Session').toString().trim(), '0');
  });
});

describe('a server that shows something without sign-in', { skip, concurrency: false }, () => {
  let visitor, database;

  before(async () => {
    visitor = await Visitor.arrive(async () => {
      database = await Database.create(`CREATE TABLE News (Id INTEGER PRIMARY KEY, Text TEXT); INSERT INTO News VALUES (1, 'free');`);
      const config = join(database.folder, 'oriel.yaml');
      writeFileSync(join(database.folder, 'access.yaml'), 'tables: { News: [{ to: everyone, columns: all }] }');
      writeFileSync(config, `users: ${database.folder}/access.sqlite\naccess: ${database.folder}/access.yaml`);
      return Server.start(database, 0, undefined, ['--config', config]);
    });
    visitor.database = database;
  });

  after(() => visitor?.leave());

  test('leads to the form, and back', async () => {
    const { page, server } = visitor;
    await page.goto(`${server.address}/News?sort=Text`);
    await page.waitFor(`document.querySelector('main').textContent.includes('free')`);
    await page.waitFor(`document.querySelector('header button + button').textContent === 'Sign in'`);
    await page.eval(`setTimeout(() => document.querySelector('header button + button').click())`);
    const isForm = () => page.waitFor(`document.title === 'Sign in' && document.querySelector('[name=next]').value`);
    assert.equal(await isForm().catch(isForm), '/News?sort=Text');
  });

  test('leads to the sign-in of an app that has one', async () => {
    const { page, server } = visitor;
    await page.goto(`${server.address}/News`);
    const press = `const button = document.createElement('button'); showAccount({ kind: 'nobody', signIn: '/News?sort=Text' }, button); setTimeout(() => button.click());`;
    await page.eval(`import('/oriel/form/account.js').then(({ showAccount }) => { ${press} })`);
    await page.waitFor(`location.search === '?sort=Text'`).catch(() => page.waitFor(`location.search === '?sort=Text'`));
  });
});
