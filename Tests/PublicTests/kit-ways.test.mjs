// Navigation of the client, and its questions before unsaved input is discarded.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Server } from './server.mjs';
import { Visitor, skipKit } from './visitor.mjs';

describe('ways between screens', { skip: skipKit, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Visitor.arrive(() => Server.workbench());
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  const isAt = path => page.waitFor(`location.pathname === ${JSON.stringify(path)} && document.querySelector('main').ariaBusy !== 'true'`);

  test('a way that is pushed leads back', async () => {
    await visitor.visit('/kitchen', 'Cook of the day');
    await visitor.press('Recipe');
    await isAt('/kitchen/recipe');
    await visitor.shows('Summary');
    await page.eval('history.back()');
    await isAt('/kitchen');
    await visitor.shows('Cook of the day');
  });

  test('a modal screen is a panel that can be closed', async () => {
    await visitor.press('Shelf');
    await isAt('/kitchen/shelf');
    await page.waitFor(`document.querySelector('.modal')`);
    await visitor.shoot('kit-modal');
    await visitor.press('×');
    await isAt('/kitchen');
    assert.ok(await page.eval(`!document.querySelector('.modal') && getComputedStyle(document.querySelector('.kit > button')).display === 'none'`));
  });

  test('back leads to what is below, or to the route that it names', async () => {
    await visitor.visit('/kitchen/shelf', 'Flour');
    await visitor.follow('kitchen');
    await isAt('/kitchen');
    await visitor.press('Back');
    await isAt('/kitchen/shelf');
    await visitor.visit('/kitchen', 'Cook of the day');
    await visitor.press('Back');
    await isAt('/kitchen/shelf');
  });

  test('the breadcrumb links only to screens', async () => {
    const trail = `[...document.querySelectorAll('nav a')].map(a => a.innerText + ' ' + a.getAttribute('href')).join()`;
    await visitor.visit('/kitchen/shelf', 'Flour');
    await page.waitFor(`${trail} === 'Home /,kitchen /kitchen,Shelf null'`);
    await visitor.visit('/team/10', 'Core');
    await page.waitFor(`${trail} === 'Home /,team null,Core null'`);
  });

  test('a new root has nothing below it', async () => {
    const other = await visitor.browser.newPage();
    await other.goto(visitor.server.address + '/kitchen/shelf');
    const at = path => other.waitFor(`location.pathname === ${JSON.stringify(path)}`);
    const press = text => other.waitFor(`(() => { const button = [...document.querySelectorAll('main button')].find(button => button.innerText === ${JSON.stringify(text)}); button?.click(); return !!button; })()`);
    await other.waitFor(`document.querySelector('nav a[href="/kitchen"]')?.click() || location.pathname === '/kitchen'`);
    await press('Recipe');
    await at('/kitchen/recipe');
    await other.eval('history.back()');
    await at('/kitchen');
    await press('Start again');
    await at('/kitchen/shelf');
    assert.equal(await other.eval('history.state?.depth ?? 0'), 0);
    await other.waitFor(`document.querySelector('main').innerText.includes('Flour')`);
    assert.deepEqual(other.errors, []);
  });

  /** Types a name that is not saved. */
  async function change() {
    await visitor.visit('/kitchen/recipe', 'Summary');
    await page.type('.inputs input', 'Not saved');
    await visitor.says('Summary', 'Not saved for 4');
    page.questions.length = 0;
  }

  test('unsaved input asks before a link leads away', async () => {
    await change();
    page.isWilling = false;
    await visitor.follow('kitchen');
    await page.waitFor(`document.querySelector('.inputs input').value === 'Not saved'`);
    assert.equal(await visitor.address(), '/kitchen/recipe');
    assert.deepEqual(page.questions, ['confirm']);
    page.isWilling = true;
    await visitor.follow('kitchen');
    await isAt('/kitchen');
    assert.deepEqual(page.questions, ['confirm', 'confirm']);
  });

  test('unsaved input is kept for the return', async () => {
    await visitor.press('Recipe');
    await page.waitFor(`document.querySelector('.inputs input')?.value === 'Not saved'`);
  });

  test('going back asks too, and stays where it was when the answer is no', async () => {
    await visitor.visit('/kitchen', 'Cook of the day');
    await visitor.press('Recipe');
    await page.waitFor(`document.querySelector('.inputs input')?.value === 'Not saved'`);
    page.questions.length = 0;
    page.isWilling = false;
    await page.eval(`window.mark = 1;
      new Promise(resolve => {
        let steps = 0;
        addEventListener('popstate', () => ++steps === 2 && resolve());
        history.back();
      })`);
    assert.deepEqual(await page.eval(`[location.pathname, document.querySelector('.inputs input').value]`), ['/kitchen/recipe', 'Not saved']);
    assert.deepEqual(page.questions, ['confirm']);
    page.isWilling = true;
    await page.eval('history.back()');
    await isAt('/kitchen');
    assert.equal(await page.eval('window.mark'), 1);
  });

  test('closing the page asks only with unsaved input', async () => {
    await change();
    await page.goto('about:blank');
    assert.deepEqual(page.questions, ['beforeunload']);
    await visitor.visit('/kitchen/recipe', 'Summary');
    await visitor.press('Revert');
    await visitor.says('Summary', 'Pancakes for 4');
    await page.goto('about:blank');
    assert.deepEqual(page.questions, ['beforeunload']);
  });

  test('no script failed and no resource was refused on the way', () => visitor.noErrors());
});
