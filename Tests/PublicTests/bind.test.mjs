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
      ...page(`<main><select data-input="owner"><option value=""></option><option value="3">Ada</option></select><input data-input="size">
        <form data-command="add"><select name="level"><option value=""></option><option value="3">3</option></select><input name="note"><button>Add</button></form></main>`, 'types'),
      'types.js': `import { bind } from './bind.js';
        const argument = { type: 'integer', nullable: true, choices: [{ value: 3, title: 'Ada' }] };
        window.sent = [], window.failed = [], window.answer = {};
        window.live = { state: 'live', subscribe(listener) { this.tell = listener; return () => {}; },
          document: { inputs: { owner: 3, size: 1 }, accepts: { owner: argument, size: { type: 'integer' } }, commands: { add: { title: 'Add', enabled: true, arguments: { level: argument, note: { type: 'text' } } } } },
          input(values, slot) { sent.push(values); return true; }, async command(name, values) { sent.push([name, values]); return answer; } };
        document.querySelector('main').addEventListener('oriel-error', ({ detail }) => failed.push(detail.code));
        window.find = name => document.querySelector('[data-input=' + name + '], [name=' + name + ']');
        window.enter = (node, value) => { node.value = value; node.dispatchEvent(new Event('input', { bubbles: true })); };
        bind(document.querySelector('main'), live); window.isBound = true;`,
      ...page(`<main><ul id="plain" data-list></ul><ul id="own" data-list><template data-template="heading"><li><h2 data-text="title"></h2><b data-text="count"></b></li></template>
        <template><li><a data-text="title"></a><button data-command="delete">Delete</button></li></template></ul><ul id="rows" data-list><template><li data-text="title"></li></template></ul>
        <ul id="one" data-list="b"></ul></main>`, 'sections'),
      'sections.js': `import { bind } from './bind.js';
        const cell = (title, rest) => ({ template: 'cell', title, can: ['delete'], ...rest });
        const cells = { 1: cell('One', { subtitle: 'first' }), 2: cell('Two'), 3: cell('Three'), sb: cell('Four') };
        window.sent = [];
        window.live = { state: 'live', subscribe(listener) { this.tell = listener; return () => {}; },
          async command(...what) { sent.push(what); return {}; },
          show(...sections) { this.document = { sections, cells, commands: {} }; this.tell(); } };
        bind(document.querySelector('main'), live);
        window.section = (id, rows, rest) => ({ id, rows, start: 0, count: rows.length, ...rest });
        window.shown = id => [...document.getElementById(id).children].filter(({ localName }) => localName === 'li').map(node => (node.firstElementChild ? [...node.children] : [node]).map(({ innerText }) => innerText).join(' ').trim());
        live.show(section('~n', ['1']), section('b', ['2', 'sb'], { title: 'B' }), section('none', [], { title: 'Empty' }), section('c', ['3']));`,
    });
    visitor = await Visitor.arrive(() => Server.workbench(0, folder));
  });

  after(async () => {
    await visitor?.leave();
    rmSync(folder, { recursive: true, force: true });
  });

  test('inputs are bound both ways, and a command is enabled when it can be run', async () => {
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

  test('elements below a slot are bound to it', async () => {
    const { page } = visitor;
    await page.goto(visitor.server.address + '/slots.html');
    await page.waitFor(`document.querySelector('h2').innerText === 'Pantry' && document.querySelectorAll('li').length > 0`);
    await page.type('[data-input=note]', 'less salt');
    await page.waitFor(`live.document.slots.pantry.inputs.note === 'less salt'`);
  });

  test('input during an outage is sent when the server returns, and wins', async () => {
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

  test('messages lost on the way are sent again', async () => {
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

  test('a refused value is replaced by the value of the document', async () => {
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

  test('values are sent in the type that the document declares', async () => {
    const { page } = visitor;
    await page.goto(visitor.server.address + '/types.html');
    await page.waitFor(`window.isBound && find('owner').value === '3'`);
    await page.eval(`enter(find('owner'), ''); enter(find('owner'), '3'); enter(find('size'), '42'); enter(find('size'), '9007199254740993'); enter(find('size'), 'big')`);
    await page.eval(`enter(find('level'), '3'); document.querySelector('button').click()`);
    await page.eval(`enter(find('level'), ''); enter(find('note'), '7'); document.querySelector('button').click()`);
    await page.waitFor('sent.length === 7');
    assert.deepEqual(await page.eval('sent'), [{ owner: null }, { owner: 3 }, { size: 42 }, { size: '9007199254740993' }, { size: 'big' },
      ['add', { level: 3, note: '' }], ['add', { level: null, note: '7' }]]);
  });

  test('a refusal is shown at its field until its value changes', async () => {
    const { page } = visitor;
    await page.eval(`sent.length = 0; enter(find('size'), 'big'); live.refused = { code: 'invalid', message: 'size: no number', fields: { size: 'must be of type integer' } }; live.tell()`);
    assert.deepEqual(await page.eval(`[find('size').validationMessage, find('size').value, find('owner').validationMessage, failed]`),
      ['must be of type integer', '1', '', ['invalid']]);
    await page.eval(`enter(find('size'), '2'); live.document = { ...live.document, inputs: { owner: 3, size: 2 } }; live.tell()`);
    assert.equal(await page.eval(`find('size').validationMessage`), '');
    await page.eval(`answer = { error: { code: 'invalid', message: 'Invalid arguments of Add.', fields: { note: 'is missing' } } }; document.querySelector('button').click()`);
    await page.waitFor(`find('note').validationMessage === 'is missing'`);
    assert.equal(await page.eval(`document.activeElement.name`), 'note');
    await page.eval(`answer = {}; enter(find('note'), 'x'); document.querySelector('button').click()`);
    await page.waitFor(`sent.length === 4 && find('note').value === ''`);
    assert.deepEqual(await page.eval(`[find('note').validationMessage, failed.length]`), ['', 2]);
  });

  test('a list shows the titles of its sections above their rows', async () => {
    const { page } = visitor, at = id => page.eval(`shown('${id}')`);
    await page.goto(visitor.server.address + '/sections.html');
    await page.waitFor(`window.live?.document`);
    assert.deepEqual(await at('plain'), ['NULL', 'One first', 'B', 'Two', 'Four', 'Empty', 'Three']);
    assert.deepEqual(await page.eval(`[...document.querySelectorAll('#plain strong')].map(({ innerText }) => innerText)`), ['NULL', 'B', 'Empty']);
    assert.deepEqual(await at('own'), ['NULL 1', 'One Delete', 'B 2', 'Two Delete', 'Four Delete', 'Empty 0', 'Three Delete']);
    // Templates without a heading, and a list of one section, show rows alone.
    assert.deepEqual([await at('rows'), await at('one')], [['One', 'Two', 'Four', 'Three'], ['Two', 'Four']]);
  });

  test('headings and rows keep their elements, and a command its row', async () => {
    const { page } = visitor, at = id => page.eval(`shown('${id}')`);
    await page.eval(`window.kept = [...document.querySelectorAll('#own li')]; live.show(section('b', ['sb', '2', '1'], { title: 'B!' }), section('c', ['3'], { title: 'C' }))`);
    assert.deepEqual(await at('own'), ['B! 3', 'Four Delete', 'Two Delete', 'One Delete', 'C 1', 'Three Delete']);
    assert.deepEqual(await page.eval(`[...document.querySelectorAll('#own li')].map(node => kept.indexOf(node))`), [2, 4, 3, 1, -1, 6]);
    await page.eval(`document.querySelectorAll('#own button').forEach(button => button.click())`);
    await page.waitFor('sent.length === 4');
    assert.deepEqual(await page.eval('sent.map(([name, , row]) => [name, row])'), ['sb', '2', '1', '3'].map(row => ['delete', row]));
  });

  test('no script failed, and nothing was refused by the policy', () => visitor.noErrors());
});
