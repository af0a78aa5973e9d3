// Personal forms in real browsers: input goes to the server and back without disturbing the user.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { Server } from './server.mjs';
import { Visitor, skipKit } from './visitor.mjs';

describe('forms of view models', { skip: skipKit, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Visitor.arrive(() => Server.workbench());
    ({ page } = visitor);
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: helpers });
  });

  after(() => visitor?.leave());

  beforeEach(async () => {
    await visitor.visit('/kitchen/recipe', 'Summary');
    if (await page.eval(`!button('Revert').disabled`)) await visitor.press('Revert');
    await page.waitFor(`button('Save').disabled`);
  });

  const helpers = `
    window.button = text => [...document.querySelectorAll('main button')].find(button => button.innerText === text);
    window.control = label => [...document.querySelectorAll('.inputs .field')]
      .find(field => field.querySelector('label').innerText.trim() === label)?.querySelector('input, textarea');`;
  const control = label => `control(${JSON.stringify(label)})`;
  const under = label => `${control(label)}.closest('.field').querySelector('.problem').innerText`;

  /** Replaces the text of a field, by typing. */
  async function type(label, text, on = page) {
    await on.waitFor(`${control(label)}`);
    await on.eval(`document.querySelector('#target')?.removeAttribute('id'); ${control(label)}.id = 'target'`);
    await on.type('#target', text);
  }

  test('fields are of the type of their values', async () => {
    const types = await page.eval(`['Name', 'Portions', 'Price', 'Is spicy', 'Source', 'Steps'].map(label => control(label).type)`);
    assert.deepEqual(types, ['text', 'number', 'number', 'checkbox', 'text', 'textarea']);
    await visitor.shoot('kit-form');
  });

  test('outputs follow the input at once, and the caret stays in place', async () => {
    await page.eval(`${control('Name')}.focus(); ${control('Name')}.setSelectionRange(3, 3)`);
    for (const [letters, name] of [['qw', 'Panqwcakes'], ['er', 'Panqwercakes'], ['ty', 'Panqwertycakes']]) {
      for (const text of letters) await page.send('Input.insertText', { text });
      await visitor.says('Summary', `${name} for 4`);
    }
    assert.deepEqual(await page.eval(`[${control('Name')}.value, ${control('Name')}.selectionStart, document.activeElement === ${control('Name')}]`), ['Panqwertycakes', 9, true]);
    await page.send('Input.insertText', { text: '!' });
    await visitor.says('Summary', 'Panqwerty!cakes for 4');
    assert.equal(await page.eval(`${control('Name')}.selectionStart`), 10);
    const sent = page.frames.filter(({ type, values }) => type === 'input' && values.name);
    assert.ok(sent.length < 7, `${sent.length} messages for 7 letters`);
  });

  test('a fault is shown under its field, and a valid form is saved', async () => {
    await type('Name', 'ab');
    await page.waitFor(`${under('Name')} === 'must have 3 to 20 characters'`);
    assert.equal(await page.eval(`${control('Name')}.ariaInvalid`), 'true');
    await type('Portions', '30');
    await page.waitFor(under('Portions'));
    await visitor.shoot('kit-form-problem');
    await visitor.press('Save');
    await page.waitFor(`document.activeElement === ${control('Name')}`);
    await type('Portions', '6');
    await type('Name', 'Crêpes');
    await page.waitFor(`!${under('Name')} && !${under('Portions')}`);
    await page.press('Enter');
    await page.waitFor(`button('Save').disabled && button('Revert').disabled`);
    await visitor.says('Summary', 'Crêpes for 6');
  });

  test('a fault that only the server finds is shown after saving', async () => {
    await type('Name', 'Poison');
    await visitor.press('Save');
    await page.waitFor(`${under('Name')} === 'is nothing to eat'`);
  });

  test('revert discards the input, also in the focused field', async () => {
    const before = await page.eval(`${control('Name')}.value`);
    await type('Name', 'Something else');
    await visitor.says('Summary', 'Something else for 6');
    await visitor.press('Revert');
    await page.waitFor(`${control('Name')}.value === ${JSON.stringify(before)}`);
  });

  test('a tick, a number and nothing at all are sent as such', async () => {
    await page.eval(`${control('Is spicy')}.click()`);
    await type('Price', '3.75');
    await type('Source', 'Grandmother');
    await page.waitFor(`document.querySelectorAll('.dirty').length === 3`);
    await type('Source', '');
    await page.waitFor(`document.querySelectorAll('.dirty').length === 2`);
    assert.deepEqual(page.frames.filter(({ type }) => type === 'input').map(({ values }) => values).slice(-1), [{ source: null }]);
  });

  test('a value that the input does not take says so under the field', async () => {
    await type('Portions', '1.5');
    await page.waitFor(`${under('Portions')}.includes('integer')`);
    await type('Portions', '5');
    await page.waitFor(`!${under('Portions')}`);
  });

  test('the second of two editors sees the value of the first, and may overwrite it', async () => {
    const other = await visitor.browser.newPage();
    await other.send('Page.addScriptToEvaluateOnNewDocument', { source: helpers });
    await other.goto(visitor.server.address + '/kitchen/recipe');
    await other.waitFor(control('Name'));
    await type('Name', 'Waffles');
    await visitor.says('Summary', 'Waffles for 6');
    await type('Name', 'Dumplings', other);
    await type('Portions', '8', other);
    await other.waitFor(`!button('Save').disabled`);
    await other.press('Enter');
    await page.waitFor(`document.querySelector('.theirs')?.innerText.includes('Dumplings')`);
    assert.equal(await page.eval(`${control('Name')}.value`), 'Waffles');
    await page.waitFor(`${control('Portions')}.value === '8'`);
    await visitor.shoot('kit-form-conflict');
    await visitor.press('Save');
    await visitor.asks('changed');
    await visitor.shoot('kit-form-overwrite');
    await visitor.press('Overwrite');
    await visitor.closes();
    await other.waitFor(`${control('Name')}.value === 'Waffles'`);
    await page.waitFor(`button('Save').disabled`);
    assert.deepEqual(other.errors, []);
  });

  test('the other value can be taken instead', async () => {
    const other = await visitor.browser.newPage();
    await other.send('Page.addScriptToEvaluateOnNewDocument', { source: helpers });
    await other.goto(visitor.server.address + '/kitchen/recipe');
    await type('Name', 'Mine');
    await visitor.says('Summary', 'Mine for 8');
    await type('Name', 'Theirs', other);
    await other.press('Enter');
    await visitor.press('Take');
    await page.waitFor(`${control('Name')}.value === 'Theirs' && button('Save').disabled`);
    assert.equal(await page.eval(`document.querySelectorAll('.theirs button').length`), 0);
  });

  test('input without a connection is sent on reconnection', async () => {
    const { port } = visitor.server;
    await page.waitFor(`['side', 'form'].every(name => [...document.styleSheets].some(({ href }) => href?.endsWith(name + '.css')))`); // else they are refused
    await visitor.server.stop();
    await page.waitFor(`document.querySelector('header button').className === 'reconnecting'`);
    await type('Name', 'Typed offline');
    await page.eval('new Promise(resolve => setTimeout(resolve, 151))'); // timers run in order: by then it was sent in vain
    visitor.server = await Server.workbench(port);
    await page.eval(`document.querySelector('header button').click()`);
    await visitor.says('Summary', 'Typed offline for 4');
    assert.equal(await page.eval(`${control('Name')}.value`), 'Typed offline');
  });

  test('no script failed and no resource was refused on the way', () => visitor.noErrors(/WebSocket connection/));
});
