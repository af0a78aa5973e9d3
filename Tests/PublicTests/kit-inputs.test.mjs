// Inputs whose kind the server names, and the index beside a list, in Chromium.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Server } from './server.mjs';
import { Visitor, skipKit } from './visitor.mjs';

describe('inputs of view models', { skip: skipKit, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Visitor.arrive(() => Server.workbench());
    ({ page } = visitor);
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: `
      window.field = label => [...document.querySelectorAll('.inputs .field')].find(field => field.innerText.trim().startsWith(label));
      window.control = label => field(label)?.querySelector('input, select, textarea');` });
  });

  after(() => visitor?.leave());

  test('a switch, a slider and a select are what the server says', async () => {
    await visitor.visit('/basic', 'Summary');
    assert.deepEqual(await page.eval(`['Is dark', 'Level', 'Shape'].map(label => control(label).type)`), ['checkbox', 'range', 'select-one']);
    assert.deepEqual(await page.eval(`(({ min, max, step, value }) => [min, max, step, value])(control('Level'))`), ['0', '20', '0.5', '10']);
    assert.deepEqual(await page.eval(`[...control('Shape').options].map(({ text }) => text)`), ['A circle', 'A square', 'A star']);
    await visitor.fits('/basic');
    await visitor.shoot('kit-inputs');
  });

  test('a button is beside the input that its command names', async () => {
    await visitor.visit('/basic', 'Summary');
    const button = `field('Level').querySelector(':scope > button')`;
    assert.equal(await page.eval(`${button}.innerText.trim()`), 'Halve');
    assert.ok(await page.eval(`${button}.getBoundingClientRect().left >= control('Level').getBoundingClientRect().right`));
    await page.eval(`${button}.click()`);
    await visitor.says('Summary', 'Light, at 5 of 20');
    assert.ok(await page.eval(`!!${button}`));
    await visitor.press('Reset');
    await visitor.says('Summary', 'Light, at 10 of 20');
    visitor.noErrors();
  });

  test('a slider sends where it is, in steps, and says it', async () => {
    await visitor.visit('/basic', 'Summary');
    await page.eval(`control('Level').focus()`);
    await page.press('ArrowUp');
    await page.waitFor(`field('Level').querySelector('.level').textContent === '10.5'`);
    await page.press('End');
    await visitor.says('Summary', 'Light, at 20 of 20');
    const sent = page.frames.filter(({ type, values }) => type === 'input' && 'level' in values);
    assert.equal(sent.at(-1).values.level, 20);
    await visitor.press('Reset');
    await page.waitFor(`control('Level').value === '10' && field('Level').querySelector('.level').textContent === '10'`);
    visitor.noErrors();
  });

  test('a select sends the value of what is chosen, and follows the server', async () => {
    await visitor.visit('/basic', 'Drawn');
    await page.eval(`control('Shape').focus()`);
    await page.press('End');
    await visitor.says('Drawn shape', 'A star');
    assert.equal(page.frames.filter(({ type }) => type === 'input').at(-1).values.shape, 'star');
    await visitor.press('Reset');
    await visitor.says('Drawn shape', 'A circle');
    await page.waitFor(`control('Shape').selectedIndex === 0`);
    visitor.noErrors();
  });

  test('a secret is a password field, and several lines a larger field', async () => {
    await visitor.visit('/kitchen/visit', 'Visit');
    await page.waitFor(`control('Password')?.type === 'password'`);
    await visitor.visit('/kitchen/recipe', 'Summary');
    assert.deepEqual(await page.eval(`['Portions', 'Steps', 'First cooked on'].map(label => control(label).type)`), ['number', 'textarea', 'date']);
    assert.deepEqual(await page.eval(`(({ min, max, step }) => [min, max, step])(control('Portions'))`), ['1', '12', '1']);
  });

  test('a value too long to be sent is refused at its field, and the screen stays usable', async () => {
    await visitor.visit('/kitchen/recipe', 'Summary');
    await page.eval(`control('Steps').value = 'x'.repeat(1_200_000), control('Steps').oninput()`);
    await page.waitFor(`field('Steps').querySelector('.problem').innerText && control('Steps').ariaInvalid === 'true'`);
    await visitor.isLive();
    assert.equal(await page.eval(`control('Steps').value.length`), 1_200_000);
    await page.eval(`control('Steps').value = 'Short', control('Steps').oninput()`);
    await page.waitFor(`!field('Steps').querySelector('.problem').innerText && field('Steps').classList.contains('dirty')`);
    assert.equal(page.frames.filter(({ type, values }) => type === 'input' && values.steps?.length > 1e6).length, 1);
    await visitor.press('Revert');
    await page.waitFor(`!document.querySelector('.field.dirty')`);
    visitor.noErrors();
  });

  test('the index leads to its letter, and has a new one when a section comes', async () => {
    const titles = `[...document.querySelectorAll('.index button')].map(({ innerText }) => innerText).join('')`;
    await page.setViewport(800, 400);
    await visitor.visit('/index', 'Radia');
    await page.waitFor(`${titles} === 'ABCDEFGHMR'`);
    const top = `[...document.querySelectorAll('.flow h2')].find(({ innerText }) => innerText === 'E').getBoundingClientRect().top`;
    assert.ok(await page.eval(`${top} > innerHeight`));
    await visitor.press('E');
    await page.waitFor(`${top} > 0 && ${top} < 150`);
    await visitor.shoot('kit-index');
    await visitor.press('Add');
    await visitor.enter('Name', 'Lise');
    await page.press('Enter');
    await visitor.closes();
    await page.waitFor(`${titles} === 'ABCDEFGHLMR'`);
    visitor.noErrors();
  });
});
