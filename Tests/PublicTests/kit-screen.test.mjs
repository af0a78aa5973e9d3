// Screens of view models in a real browser: values, commands, dialogs, parts, navigation.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Server } from './server.mjs';
import { Visitor, skipKit } from './visitor.mjs';

describe('screens of view models', { skip: skipKit, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Visitor.arrive(() => Server.workbench());
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  test('values are shown by their type, and never as markup', async () => {
    await visitor.visit('/kitchen', 'Cook of the day');
    assert.deepEqual(await Promise.all(['Meal count', 'Is open', 'Chefs', 'Closed on', 'Markup'].map(label => visitor.output(label))),
      ['12,345.5', 'Yes', 'Ada, Grace', '–', '<b onclick="alert(1)">no markup</b>']);
    assert.match(await visitor.output('Opened on'), /2023/);
    assert.equal(await page.eval(`document.querySelector('dd a').href`), 'https://example.org/kitchen');
    assert.deepEqual(await page.eval(`[...document.querySelectorAll('dd dl div')].map(line => line.innerText)`), ['Friday\n9', 'Monday\n7']);
    assert.ok(await page.eval(`!document.querySelector('main b') && document.querySelector('main > div').dataset.screen === 'kitchen'`));
  });

  test('a part stands in a section of its own, with its list and the parts within it', async () => {
    const slot = `document.querySelector('.slot[data-slot=pantry]')`;
    await page.waitFor(`${slot}.querySelectorAll('li').length > 5 && ${slot}.querySelector('.slot .slot h2').innerText === 'Label'`);
    assert.match(await page.eval(`${slot}.innerText`), /Pantry\s+Air\s+Note\s+Temperature\s+8\s+Reminder\s+Jars[^]*Flour[^]*Last cleaned\s+yesterday/);
  });

  test('commands, inputs and rows of a part work by its path, two levels deep', async () => {
    const part = name => `document.querySelector('.slot[data-slot=${name}]')`;
    await visitor.press('Air');
    await visitor.says('Temperature', '7');
    await page.eval(`${part('pantry')}.querySelector('.inputs input').id = 'target'`);
    await page.type('#target', 'buy salt');
    await visitor.says('Reminder', 'Remember: buy salt');
    await page.eval(`[...${part('pantry')}.querySelectorAll('li')].find(row => row.innerText.startsWith('Sugar')).querySelector('[title=More]').click()`);
    await visitor.asks('Throw away');
    await visitor.press('Open');
    await page.waitFor(`[...${part('pantry')}.querySelectorAll('li')].find(row => row.innerText.startsWith('Sugar')).innerText.includes('Open')`);
    await visitor.press('Print');
    await visitor.asks('Print it?');
    await visitor.press('Yes');
    await visitor.asks('On which paper?');
    await visitor.press('Yellow');
    await visitor.closes();
    await visitor.says('Printed', 'Flour on yellow paper');
  });

  test('a fault in a part is shown there, and the field that its dialog names has the focus', async () => {
    const text = `document.querySelector('.slot .slot input')`;
    await page.eval(`${text}.value = '', ${text}.oninput()`);
    await visitor.press('Print');
    await visitor.asks('nothing to print');
    await visitor.press('OK');
    await page.waitFor(`document.activeElement === ${text} && document.querySelector('.slot .slot p[role=alert]').innerText === 'There is nothing to print.'`);
    const refused = await page.eval(`(async () => {
      const { Part } = await import('/oriel/app/part.js'), sent = [];
      const part = new Part({ connection: { input: (...what) => sent.push(what), socket: {} }, send: (...what) => sent.push(what) });
      const inner = { screen: 'inner', title: 'Inner', inputs: { size: 'x' }, commands: { go: { title: 'Go' } }, form: { dirty: ['size'] } };
      document.body.append(part.node);
      part.update({ slots: { outer: { screen: 'outer', title: 'Outer', slots: { inner } } } }, true);
      const field = part.node.querySelector('input'), { isDirty } = part;
      field.value = 'y', field.oninput();
      part.node.querySelector('button').click();
      part.at('outer.inner').inputs.refuse('No.');
      part.update({ slots: { outer: { screen: 'outer', title: 'Outer', slots: { inner: { ...inner, screen: 'another', inputs: { size: true } } } } } }, true);
      sent.push(part.node.querySelector('input').type);
      part.node.remove();
      return [sent.map(what => JSON.stringify(what)), field.closest('.field').textContent.includes('No.'), isDirty, part.at('outer.other') ?? 'none'];
    })()`);
    assert.deepEqual(refused, [['[{"size":"y"},"outer.inner"]', '["outer.inner.go",{},null]', '"checkbox"'], true, true, 'none']);
  });

  test('the loading phase shows progress', async () => {
    await visitor.visit('/car', 'Car loaded');
    const loading = `!document.querySelector('.kit > progress').hidden`;
    await page.waitFor(`!(${loading})`);
    await visitor.press('Reload');
    await page.waitFor(loading);
    await visitor.shoot('kit-loading');
    await page.waitFor(`!(${loading})`);
  });

  test('a long list that has become short is shown whole, wherever the page is scrolled to', async () => {
    await visitor.visit('/kitchen', 'Cook of the day');
    const { before, after, rows } = await page.eval(`import('/oriel/app/kit.js').then(({ default: KitScreen }) => {
      const moves = [], screen = new KitScreen({ document: { screen: 'long' }, move: window => moves.push(window) }, () => {});
      const show = (total, start, count, y) => {
        const ids = [...Array(count).keys()].map(i => String(start + i)), cells = Object.fromEntries(ids.map(id => [id, { template: 'none', title: 'Row ' + id }]));
        screen.update({ screen: 'long', title: 'Long', window: { start, count, total }, sections: [{ id: 'all', start, count: total, rows: ids }], cells }, y);
      };
      document.querySelector('main').replaceChildren(screen.node);
      show(2000, 0, 50, 0);
      scrollTo(0, 40000);
      screen.list.place();
      const before = moves.splice(0);
      show(300, 0, 300);
      screen.list.timer = 0; // the wait between two looks is over
      screen.list.place();
      return { before, after: moves, rows: screen.node.querySelectorAll('.flow li').length };
    })`);
    assert.ok(before.length === 1 && before[0].start > 0, JSON.stringify(before));
    assert.deepEqual([after, rows], [[], 300]);
  });

  test('a command that runs shows how far it is on its button, which keeps the focus', async () => {
    await visitor.visit('/kitchen', 'Cook of the day');
    const bar = `document.querySelector('button progress')`;
    await visitor.press('Bake');
    await page.waitFor(`!${bar}.hidden && ${bar}.value > 0.2 && ${bar}.value < 1`);
    assert.equal(await page.eval('document.activeElement.innerText'), 'Bake');
    await visitor.shoot('kit-progress');
    await page.waitFor(`${bar}.hidden`);
  });

  test('a command that cannot be run now is grey, and one that fails says why', async () => {
    assert.deepEqual(await page.eval(`[...document.querySelectorAll('main button:disabled')].map(button => button.innerText)`), ['Flood']);
    await visitor.press('Burn');
    await visitor.shows('It would smell.');
    await visitor.press('Bake');
    await visitor.hides('It would smell.');
  });

  test('arguments are asked for, what is wrong with one stands under it', async () => {
    await visitor.press('Order');
    await visitor.field('Dish *');
    await page.press('Enter');
    await page.waitFor(`document.querySelector('dialog .problem').innerText === 'is missing'`);
    await visitor.enter('Dish', 'Poison');
    await visitor.enter('Portions', 'two');
    await visitor.press('Order');
    await page.waitFor(`document.querySelector('dialog p.problem').innerText.includes('Invalid arguments')`);
    await visitor.enter('Portions', '2');
    await page.eval(`document.querySelector('dialog select').value = 'true'`);
    await visitor.press('Order');
    await page.waitFor(`document.querySelector('dialog .problem').innerText === 'is nothing to eat'`);
    await visitor.shoot('kit-arguments');
    await visitor.enter('Dish', 'Soup');
    await page.press('Enter');
    await visitor.closes();
    await visitor.says('Last word', '2 × Soup, spicy');
  });

  test('dialogs follow each other, and each answer goes back', async () => {
    await visitor.press('Talk');
    await visitor.asks('Be honest.');
    assert.deepEqual(await page.eval(`[...document.querySelectorAll('dialog button')].map(button => button.innerText + ' ' + button.className)`),
      ['Yes ', 'Never again danger', 'Not now ']);
    await visitor.shoot('kit-alert');
    await visitor.press('Yes');
    await visitor.asks('What may it be?');
    assert.equal(await page.eval(`document.querySelectorAll('dialog[open]').length`), 1);
    await visitor.shoot('kit-sheet');
    await visitor.press('Salad');
    await visitor.closes();
    await visitor.says('Last word', 'Dish: salad');
  });

  test('Escape dismisses a dialog, and the focus is where it was', async () => {
    await visitor.press('Talk');
    await visitor.asks('Be honest.');
    await page.press('Escape');
    await visitor.closes();
    await visitor.says('Last word', 'Answer: none');
    assert.equal(await page.eval('document.activeElement.innerText'), 'Talk');
  });

  test('a dialog of a personal scene is nobody else\'s, and is there after a reload', async () => {
    const other = await visitor.browser.newPage();
    await other.goto(visitor.server.address + '/kitchen');
    await other.waitFor(`document.querySelector('.kit')`);
    await visitor.press('Talk');
    await visitor.asks('Be honest.');
    await page.goto('about:blank');
    await page.goto(visitor.server.address + '/kitchen');
    await visitor.asks('Be honest.');
    assert.ok(await other.eval(`!document.querySelector('dialog')`));
    await visitor.press('Never again');
    await visitor.says('Last word', 'Answer: never');
  });

  test('when a dialog is gone, the field that it names has the focus', async () => {
    await visitor.visit('/kitchen/visit', 'Password');
    assert.equal(await page.eval(`document.querySelectorAll('input[type=password]').length`), 1);
    await visitor.press('Enter');
    await visitor.asks('missing');
    await visitor.press('OK');
    await visitor.closes();
    await page.waitFor(`document.activeElement.type === 'password'`);
  });

  test('an image that may be changed has a button for it, and goes to its slot', async () => {
    const shown = await page.eval(`(async () => {
      const { Part } = await import('/oriel/app/part.js'), part = new Part({ send: (...what) => window.ran = what });
      const document = { outputs: { photo: '/icon.svg', other: '/icon.svg' }, uploads: { photo: { types: ['image/png'], limit: 9 } } };
      part.tools.sources = ['file'];
      part.update(document);
      part.node.querySelector('button').click();
      return [part.node.querySelectorAll('img').length, part.node.innerText, window.ran];
    })()`);
    assert.equal(shown[0], 1);
    assert.deepEqual(shown[2], ['image', { slot: 'photo', sources: ['file'] }, null]);
  });

  test('an image is chosen or dropped, shows progress, can be stopped, and a refusal is shown', async () => {
    const seen = await page.eval(`(async () => {
      const { picker } = await import('/oriel/app/image.js'), { XMLHttpRequest: real } = window, seen = [], requests = [];
      window.XMLHttpRequest = class {
        upload = {};
        open(...what) { this.what = what; }
        send(body) { this.body = body; requests.push(this); }
        abort() { this.what.push('stopped'); this.onloadend(); }
      };
      const node = picker({ slot: 'my photo', source: 'file', types: ['image/png', 'image/gif'], limit: 9 }, '/cars/1?x=2');
      const [input, bar, stop, problem] = node.children, [chosen, files] = [new DataTransfer(), new DataTransfer()];
      const note = () => seen.push([bar.hidden, stop.hidden, bar.value, problem.textContent].join());
      for (const { items } of [chosen, files]) items.add(new File(['bytes'], 'a.png'));
      input.files = chosen.files;
      input.onchange();
      requests[0].upload.onprogress({ loaded: 1, total: 4 });
      note();
      Object.assign(requests[0], { status: 422, response: { detail: 'That is no image.' } });
      requests[0].onload();
      requests[0].onloadend();
      note();
      node.dispatchEvent(new DragEvent('drop', { dataTransfer: files, cancelable: true }));
      stop.click();
      note();
      node.dispatchEvent(new DragEvent('drop', { dataTransfer: files, cancelable: true }));
      requests[2].onerror();
      requests[2].onloadend();
      note();
      const large = new DataTransfer();
      large.items.add(new File(['ten bytes!'], 'b.png'));
      node.dispatchEvent(new DragEvent('drop', { dataTransfer: large, cancelable: true }));
      note();
      window.XMLHttpRequest = real;
      return [input.accept, await requests[0].body.text(), ...requests.map(({ what }) => what.join(' ')), ...seen];
    })()`);
    assert.deepEqual(seen, ['image/png,image/gif', 'bytes', 'PUT /cars/1:my%20photo?x=2', 'PUT /cars/1:my%20photo?x=2 stopped', 'PUT /cars/1:my%20photo?x=2',
      'false,false,0.25,', 'true,true,0.25,That is no image.', 'true,true,0,', 'true,true,0,The upload failed. Retry.',
      'true,true,0,The limit is 9 bytes; this file has 10.']);
  });

  test('no script failed and no resource was refused on the way', () => visitor.noErrors());
});
