// Elements of a page that are bound to the view models of an app, both ways.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { makeFolder, page } from './pages.mjs';
import { Server } from './server.mjs';
import { Visitor, skipKit } from './visitor.mjs';

describe('bindings to an app', { skip: skipKit, concurrency: false }, () => {
  let visitor, folder;

  before(async () => {
    folder = makeFolder({
      ...page(`<main><h1 data-text="title"></h1><label>Name <input data-input="name"></label><label>Spicy <input type="checkbox" data-input="isSpicy"></label>
        <p data-text="outputs.summary"></p><button data-command="save"></button><p data-show="form.dirty" id="dirty">unsaved</p>
        <p data-class="clean: !form.dirty" id="class">x</p></main>`, 'form'),
      'form.js': `import { bind } from './bind.js'; import { connect } from './client.js';
        window.live = connect().open('/kitchen/recipe'); bind(document.querySelector('main'), live);`,
      ...page(`<main><h1 data-text="title"></h1><section data-slot="pantry"><h2 data-text="title"></h2><input data-input="note" aria-label="Note"><ul data-list></ul></section></main>`, 'slots'),
      'slots.js': `import { bind } from './bind.js'; import { connect } from './client.js';
        window.live = connect().open('/kitchen'); bind(document.querySelector('main'), live);`,
      ...page(`<main><input type="checkbox" data-input="isDark"><input type="range" min="0" max="20" step=".5" data-input="level">
        <input type="radio" name="shape" data-input="shape" value="circle"><input type="radio" name="shape" data-input="shape" value="square"></main>`, 'inputs'),
      'inputs.js': `import { bind } from './bind.js'; import { connect } from './client.js';
        window.live = connect().open('/basic'); window.other = connect().open('/basic'); bind(document.querySelector('main'), live);
        window.level = document.querySelector('[type=range]'); window.inputs = () => live.document.inputs;
        window.enter = (node, value) => { node.value = value; node.dispatchEvent(new Event('input', { bubbles: true })); };`,
    });
    visitor = await Visitor.arrive(() => Server.workbench(0, folder));
  });

  after(async () => {
    await visitor?.leave();
    rmSync(folder, { recursive: true, force: true });
  });

  test('inputs go both ways, and a command is offered when it can be run', async () => {
    const { page } = visitor;
    await page.goto(visitor.server.address + '/form.html');
    await page.waitFor(`document.querySelector('[data-input=name]').value === 'Pancakes'`);
    assert.ok(await page.eval(`document.querySelector('#dirty').hidden && document.querySelector('#class').className === 'clean'`));
    await page.type('[data-input=name]', 'Waffles');
    await page.waitFor(`document.querySelector('main').innerText.includes('Waffles for 4')`);
    assert.ok(await page.eval(`!document.querySelector('#dirty').hidden && document.querySelector('button').innerText === 'Save'`));
    await page.type('[data-input=name]', '');
    await page.waitFor(`document.querySelector('[data-input=name]').validationMessage !== ''`);
  });

  test('what is below a slot is bound to it', async () => {
    const { page } = visitor;
    await page.goto(visitor.server.address + '/slots.html');
    await page.waitFor(`document.querySelector('h2').innerText === 'Pantry' && document.querySelectorAll('li').length > 0`);
    await page.type('[data-input=note]', 'less salt');
    await page.waitFor(`live.document.slots.pantry.inputs.note === 'less salt'`);
  });

  test('what is entered while the server is away is sent when it is back, and wins', async () => {
    const { page } = visitor;
    await page.goto(visitor.server.address + '/inputs.html');
    await page.waitFor(`level.value === '10' && other.document`);
    await page.eval(`live.connection.lost(1006); enter(level, 18); document.querySelector('[type=checkbox]').click(); other.input({ level: 3 })`);
    await page.waitFor(`other.document.inputs.level === 3`);
    await page.waitFor(`live.state === 'live' && inputs().level === 18 && inputs().isDark`, 40_000);
    assert.equal(await page.eval('level.value'), '18');
    await page.eval(`other.input({ level: 5, isDark: false })`);
    await page.waitFor(`level.value === '5' && !document.querySelector('[type=checkbox]').checked`);
  });

  test('what was sent and lost on its way is sent again', async () => {
    const { page } = visitor;
    await page.eval(`live.connection.socket.send = () => {}; enter(level, 12); live.connection.lost(1006)`);
    await page.waitFor(`live.state === 'live' && inputs().level === 12`, 40_000);
    assert.equal(await page.eval('level.value'), '12');
  });

  test('a field that has the focus while others change it shows that when it is left', async () => {
    const { page } = visitor;
    await page.eval(`level.focus(); other.input({ level: 7 })`);
    await page.waitFor(`inputs().level === 7`);
    assert.equal(await page.eval('level.value'), '12');
    await page.eval('level.blur()');
    assert.equal(await page.eval('level.value'), '7');
    await page.eval(`level.focus(); enter(level, 9); level.blur()`);
    assert.equal(await page.eval('level.value'), '9');
    await page.waitFor(`inputs().level === 9`);
  });

  test('what is refused makes way for what the document has', async () => {
    const { page } = visitor;
    await page.eval(`level.max = 99; enter(level, 50)`);
    await page.waitFor(`level.value === '9'`);
    assert.equal(await page.eval('inputs().level'), 9);
  });

  test('a radio button is checked when its value is that of the input', async () => {
    const { page } = visitor, checked = `document.querySelector(':checked').value`;
    assert.deepEqual(await page.eval(`[inputs().shape, ${checked}]`), ['circle', 'circle']);
    await page.click('[value=square]');
    await page.waitFor(`inputs().shape === 'square'`);
    await page.eval(`document.activeElement.blur(); other.input({ shape: 'circle' })`);
    await page.waitFor(`${checked} === 'circle'`);
    await page.click('[value=square]');
    await page.waitFor(`inputs().shape === 'square'`);
    assert.equal(await page.eval(checked), 'square');
  });

  test('no script failed, and nothing was refused by the policy', () => visitor.noErrors());
});
