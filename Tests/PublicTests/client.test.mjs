// The client for custom pages: the API, bindings by attributes, and the examples, against the real server.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { makeFolder, page } from './pages.mjs';
import { Database, Server } from './server.mjs';
import { Visitor, skip } from './visitor.mjs';

const schema = `CREATE TABLE Artist (ArtistId INTEGER PRIMARY KEY, Name TEXT NOT NULL, Country TEXT);
  INSERT INTO Artist VALUES (1, 'Quiet Harbor', NULL), (2, '<b onclick=alert(1)>Wolves</b>', 'Chile'), (3, 'Iron Lanterns', 'javascript:alert(1)');`;

describe('pages of one\'s own', { skip, concurrency: false }, () => {
  let visitor, folder;

  before(async () => {
    folder = makeFolder({
      ...page('<main><p id="sum" data-text="window.total"></p><ul data-list></ul></main>', 'own'),
      'own.js': `import { bind } from './bind.js'; import { connect } from './client.js';
        window.live = connect().open('/Artist'); window.stop = bind(document.querySelector('main'), live);
        window.draws = 0; live.subscribe(() => draws++);`,
      ...page(`<main><form data-command="insert"><input name="Name"><input type="radio" name="Country" value="Chile" checked><input type="radio" name="Country" value="Peru">
        <fieldset disabled name="ArtistId"><input name="ArtistId" value="x"></fieldset><button name="Country" value="Nowhere">Add</button></form><ul data-list></ul></main>`, 'fields'),
      'fields.js': `import { bind } from './bind.js'; import { connect } from './client.js';
        window.live = connect().open('/Artist'); window.told = []; const main = document.querySelector('main'); bind(main, live);
        for (const type of ['oriel-error', 'oriel-done']) main.addEventListener(type, ({ detail }) => told.push(detail.message ?? type));`,
    });
    const database = await Database.create(schema);
    visitor = await Visitor.arrive(() => Server.start(database, 0, folder));
    visitor.database = database;
  });

  after(async () => {
    await visitor?.leave();
    rmSync(folder, { recursive: true, force: true });
  });

  const names = `[...document.querySelectorAll('li a')].map(a => a.textContent)`;
  const button = text => `[...document.querySelectorAll('button')].find(button => button.textContent.trim() === '${text}')`;

  for (const kind of ['plain', 'react', 'vue'])
    test(`the example ${kind} shows rows, follows others, and adds and deletes`, async () => {
      const { page } = visitor;
      await page.goto('about:blank');
      await page.goto(`${visitor.server.address}/${kind}.html`);
      await page.waitFor(`${names}.includes('Iron Lanterns')`);
      assert.ok(await page.eval(`${names}.includes('<b onclick=alert(1)>Wolves</b>') && !document.querySelector('b')`));
      await page.waitFor('document.styleSheets.length && document.styleSheets[0].cssRules.length');
      const [tops, isSeen] = await page.eval(`(rows => [rows.map(row => row.getBoundingClientRect().top), rows.every(row => {
        const { left, top, width, height } = row.getBoundingClientRect();
        return row.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      })])([...document.querySelectorAll('li')])`);
      assert.equal(new Set(tops).size, 3, `rows at ${tops}`);
      assert.ok(isSeen, 'rows are out of sight');
      await visitor.shoot(`example-${kind}`);
      visitor.run(`UPDATE Artist SET Name = 'Changed by ${kind}' WHERE ArtistId = 1`);
      await page.waitFor(`${names}.includes('Changed by ${kind}')`);
      if (kind === 'plain') await page.type('input[name=Name]', 'New here');
      await page.eval(`${button('Add')}.click()`);
      await page.waitFor(`${names}[0] === 'New here'`);
      await page.eval(`${button('Delete')}.click()`);
      await page.waitFor(`!${names}.includes('New here')`);
      assert.equal(visitor.run('SELECT count(*) FROM Artist'), '3');
    });

  test('a row without a template has title, subtitle and image, and is the same one after a change', async () => {
    const { page } = visitor;
    await page.goto(visitor.server.address + '/own.html');
    await page.waitFor(`${names}.includes('Iron Lanterns')`);
    await page.eval(`window.row = document.querySelectorAll('li')[2]`);
    visitor.run(`UPDATE Artist SET Name = 'Iron Anchors' WHERE ArtistId = 3`);
    await page.waitFor(`row.innerText.includes('Iron Anchors')`);
    assert.ok(await page.eval('row.isConnected'));
    assert.equal(await page.eval(`document.querySelector('#sum').textContent`), '3');
    assert.equal(await page.eval(`document.querySelector('main').dataset.state`), 'live');
  });

  test('an attribute takes no address that would be code, however it is written, and any other', async () => {
    const { page } = visitor;
    const bad = ['javascript:1', ' JavaScript:1', 'java\tscript:1', 'java\nscript:1', '\x01javascript:1', '\x1f\x00 vbscript:1', 'data:text/html,x', 'd\rata:text/html,x'];
    const good = ['/Artist/1', 'https://example.com/', 'http://example.com', 'mailto:a@example.com', 'tel:1', '?a=javascript:1', '#x', './javascript:1'];
    const shown = (names, values) => page.eval(`import('/bind.js').then(({ bind }) => {
      const root = document.createElement('div'), node = root.appendChild(document.createElement('a')), names = ${JSON.stringify(names)};
      return ${JSON.stringify(values)}.filter(value => names.some(name => {
        node.dataset.attr = name + ': v';
        node.removeAttribute(name);
        bind(root, { document: { v: value }, subscribe: () => () => {} })();
        return node.getAttribute(name) !== null;
      }));
    })`);
    assert.deepEqual(await shown(['href', 'HREF', 'src', 'action', 'formaction', 'data', 'poster'], bad), []);
    assert.deepEqual(await shown(['href'], good), good);
    assert.deepEqual(await shown(['title', 'alt'], bad), bad);
  });

  test('a patch is one call of the listeners, and the same route is one scene', async () => {
    const { page } = visitor;
    await page.eval(`window.draws = 0`);
    visitor.run(`UPDATE Artist SET Name = Name || '!'`);
    await page.waitFor(`${names}.every(name => name.endsWith('!'))`);
    assert.equal(await page.eval('draws'), 1);
    assert.ok(await page.eval(`import('/client.js').then(({ connect }) => {
      const server = connect(), one = server.open('/Artist'), two = server.open('/Artist');
      const isSame = one === two;
      one.close();
      return one.ready().then(document => (two.close(), isSame && document.title === 'Artist'));
    })`));
  });

  test('a refused input is told, and noted', async () => {
    const { code, isNoted } = await visitor.page.eval(`import('/client.js').then(({ connect }) => {
      const live = connect().open('/Artist');
      return live.ready().then(() => new Promise(resolve => {
        live.onrefused = ({ code }) => resolve({ code, isNoted: live.refused.code === code });
        live.input({ nothing: 1 });
      })).finally(() => live.close());
    })`);
    assert.ok(code && isNoted, code);
  });

  test('a form sends what a browser would: the radio button that is checked, no button, nothing that is disabled', async () => {
    const { page } = visitor;
    await page.goto(visitor.server.address + '/fields.html');
    await page.waitFor(`document.querySelector('li')`);
    await page.type('[name=Name]', 'Radio');
    await page.click('button');
    await page.waitFor('told.length');
    assert.deepEqual(await page.eval('told'), ['oriel-done']);
    assert.equal(visitor.run(`SELECT Country FROM Artist WHERE Name = 'Radio'`), 'Chile');
  });

  test('a form is sent once, also when its button is pressed twice', async () => {
    const { page } = visitor;
    await page.type('[name=Name]', 'Twice');
    await page.eval(`told.length = 0; for (let i = 0; i < 2; i++) document.querySelector('button').click()`);
    await page.waitFor(`told.length && document.querySelector('[name=Name]').value === ''`);
    assert.equal(await page.eval(`live.command('insert', { Name: 'After' }).then(() => told.join())`), 'oriel-done');
    assert.equal(visitor.run(`SELECT group_concat(Name) FROM Artist WHERE ArtistId > 3 ORDER BY ArtistId`), 'Radio,Twice,After');
    await page.type('[name=Name]', 'Again');
    await page.click('button');
    await page.waitFor(`told.length === 2`);
    assert.equal(visitor.run(`SELECT count(*) FROM Artist WHERE Name = 'Again'`), '1');
    visitor.run('DELETE FROM Artist WHERE ArtistId > 3');
    await page.goto(visitor.server.address + '/own.html');
    await page.waitFor(`${names}.length === 3`);
  });

  test('a window begins at a row, and is moved to one', async () => {
    const { page } = visitor;
    assert.equal(await page.eval(`import('/client.js').then(async ({ connect }) => {
      window.held = connect().open('/Artist?sort=-ArtistId', { anchor: '2', count: 1 });
      const { sections } = await held.ready();
      held.move({ anchor: '1', count: 1 });
      return sections[0].rows.join();
    })`), '2');
    await page.waitFor(`held.document.sections[0].rows.join() === '1'`);
    await page.eval('held.close()');
  });

  test('an unknown route is reported', async () => {
    const { page } = visitor;
    assert.match(await page.eval(`import('/client.js').then(({ connect }) => connect().open('/Nowhere').ready()).catch(({ message }) => message)`), /Unknown table or view/);
  });

  test('a command runs once and is answered, even if its scene is closed', async () => {
    const { page } = visitor;
    const run = script => page.eval(`import('/client.js').then(async ({ connect }) => {
      const server = connect(), code = async done => (await done).error?.code ?? 'done';
      ${script}
    })`);
    const insert = name => `live.command('insert', { Name: '${name}' })`, count = name => visitor.run(`SELECT count(*) FROM Artist WHERE Name = '${name}'`);
    assert.equal(await run(`const live = server.open('/Artist'); await live.ready(); const done = ${insert('One')}; live.close(); return code(done);`), 'done');
    assert.equal(await run(`const live = server.open('/Artist'), done = ${insert('Two')}; live.close(); return code(done);`), 'done');
    assert.equal(await run(`const live = server.open('/Nowhere'); return code(${insert('Three')});`), 'not-found');
    assert.equal(await run(`const live = server.open('/Artist'); await live.ready(); live.close(); return code(${insert('Three')});`), 'closed');
    assert.equal(await run(`const live = server.open('/Artist/1'), hears = live.ready().catch(({ message }) => message); live.close(); return hears;`).then(text => text.split(' ')[0]), 'closed');
    assert.deepEqual(['One', 'Two', 'Three'].map(count), ['1', '1', '0']);
    visitor.run(`DELETE FROM Artist WHERE Name IN ('One', 'Two')`);
  });

  test('a command too long for the socket runs or is refused, and its scene stays open', async () => {
    const { page } = visitor;
    assert.deepEqual(await page.eval(`import('/client.js').then(async ({ connect }) => {
      const live = connect().open('/Artist'), run = async length => (await live.command('update', { Country: 'x'.repeat(length) }, '3')).error?.code ?? 'done';
      await live.ready();
      const codes = [await run(1_500_000), await run(9_000_000), await run(5)];
      live.close();
      return codes;
    })`), ['done', 'too-large', 'done']);
    assert.equal(visitor.run('SELECT Country FROM Artist WHERE ArtistId = 3'), 'xxxxx');
  });

  test('a route without a slash is reported', async () => {
    const { page } = visitor;
    assert.match(await page.eval(`import('/client.js').then(({ connect }) => connect().open('Artist')).catch(({ name, message }) => name + ' ' + message)`), /^TypeError A route begins with .*: Artist$/);
  });

  test('ended scenes are released', async () => {
    const { page } = visitor;
    await page.eval('stop(); live.close()');
    visitor.run(`UPDATE Artist SET Name = 'Unseen' WHERE ArtistId = 3`);
    const names = await page.eval(`fetch('/Artist', { headers: { Accept: 'application/json' } }).then(answer => answer.json()).then(({ cells }) => cells[3].title)`);
    assert.equal(names, 'Unseen');
    assert.ok(await page.eval(`!document.querySelector('main').innerText.includes('Unseen')`));
  });

  test('no script failed, and nothing was refused by the policy', () => visitor.noErrors(/status of 413/));
});
