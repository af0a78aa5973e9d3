// Finding: the palette of Ctrl-K, the search of the home page over all tables, and the keys.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { faults } from './axe.mjs';
import { Visitor, skip } from './visitor.mjs';

describe('finding', { skip, concurrency: false }, () => {
  let visitor, page;
  const texts = selector => page.eval(`[...document.querySelectorAll('${selector}')].map(({ innerText }) => innerText)`);
  const group = title => `[...document.querySelectorAll('.finder section')].find(node => node.querySelector('h2').innerText === '${title}')`;

  before(async () => {
    visitor = await Visitor.arrive();
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  test('Ctrl-K shows the tables and the commands of the screen, and Enter opens the first', async () => {
    await visitor.visit('/Artist', 'Quiet Harbor');
    await page.waitFor(`document.querySelector('.columns-button')`);
    await page.press('Control+k');
    await page.waitFor(`document.activeElement.matches('dialog .finder input')`);
    await page.waitFor(`${group('Tables')}?.innerText.includes('Album') && ${group('Commands')}?.innerText.includes('Columns')`);
    assert.deepEqual(await page.eval(`(${faults})()`), []);
    await visitor.shoot('palette');
    await page.type('.palette input', 'alb');
    await page.waitFor(`${group('Tables')}?.querySelectorAll('a').length === 1`);
    await page.press('Enter');
    await page.waitFor(`location.pathname === '/Album' && !document.querySelector('dialog')`);
    await visitor.shows('First Light');
  });

  test('a command of the screen is run', async () => {
    await visitor.visit('/Artist', 'Quiet Harbor');
    await page.waitFor(`document.querySelector('.columns-button')`);
    await page.press('Control+k');
    await page.type('.palette input', 'columns');
    await page.waitFor(`${group('Commands')}?.querySelectorAll('button').length === 1 && !${group('Tables')}`);
    await page.press('ArrowDown');
    assert.equal(await page.eval('document.activeElement.innerText'), 'Columns');
    await page.press('Enter');
    await visitor.asks('Show all');
    await page.press('Escape');
    await visitor.closes();
  });

  test('rows of all tables are found, a few of each, with a link to all', async () => {
    await visitor.visit('/', 'Artist');
    await page.press('Control+k');
    await page.type('.palette input', 'li');
    await page.waitFor(`${group('Album')}?.innerText.includes('First Light')`);
    await page.type('.palette input', 'Track 00');
    await page.waitFor(`${group('Track')}?.querySelectorAll('a').length === 5 && !${group('Album')}`);
    assert.equal((await texts('.palette .found a')).at(-1).trim(), 'Show all 99');
    await page.waitFor(`document.querySelector('.palette [role=status]').innerText === '99 results'`);
    assert.deepEqual(await page.eval(`(${faults})()`), []);
    await visitor.shoot('palette-rows');
    for (let i = 0; i < 5; i++) await page.press('ArrowDown');
    await page.press('Enter');
    await page.waitFor(`location.pathname + location.search === '/Track?search=Track%2000'`);
    await visitor.shows('Track 0001');
  });

  test('requests of a search end when the text changes', async () => {
    await visitor.visit('/', 'Artist');
    await page.eval(`window.asked = []; window.fetch = (fetch => (href, options) => {
      if (!href.includes('search=')) return fetch(href, options);
      asked.push(options.signal);
      return new Promise((_, reject) => options.signal.onabort = reject);
    })(fetch)`);
    await page.type('.finder input', 'harbor');
    await page.waitFor('asked.length === 4');
    await page.eval('window.first = asked.splice(0)');
    await page.type('.finder input', 'wolves');
    await page.waitFor('first.every(({ aborted }) => aborted) && asked.length === 4');
  });

  test('the home page has the same search, by the slash key', async () => {
    await visitor.visit('/', 'Artist');
    await page.press('/');
    await page.waitFor(`document.activeElement.matches('.finder input')`);
    await page.send('Input.insertText', { text: 'harbor' });
    await page.waitFor(`${group('Artist')}?.innerText.includes('Quiet Harbor')`);
    assert.deepEqual(await page.eval(`(${faults})()`), []);
    await page.press('Enter');
    await page.waitFor(`location.pathname === '/Artist/1'`);
  });

  test('a question mark shows the keys', async () => {
    await visitor.visit('/Track', 'Track 0001');
    await page.eval('document.activeElement.blur()');
    await page.press('?');
    await visitor.asks('Ctrl');
    assert.deepEqual(await page.eval(`(${faults})()`), []);
    await visitor.shoot('keys');
    await page.press('Escape');
    await visitor.closes();
    await page.eval(`document.querySelector('.row a').focus()`);
    await page.press('?');
    assert.equal(await page.eval(`document.querySelector('dialog')`), null, 'a cell takes the letter');
  });

  test('a key event without a key, as autofill sends it to a field, does nothing', async () => {
    await visitor.visit('/Track/1', 'Track 0001');
    await page.eval(`window.failed = [], addEventListener('error', ({ message }) => failed.push(message))`);
    await visitor.press('Edit');
    await page.waitFor(`document.querySelector('dialog[open] .field input')`);
    const fill = where => page.eval(`document.querySelector('${where}').dispatchEvent(new Event('keydown', { bubbles: true, cancelable: true }))`);
    for (const where of ['dialog .field input', 'main', 'body']) assert.equal(await fill(where), true, where);
    assert.deepEqual(await page.eval('failed'), []);
    assert.equal(await page.eval(`document.querySelectorAll('dialog').length`), 1);
    await page.press('Escape');
    await visitor.closes();
  });

  test('the palette fits a narrow phone, in dark too', async () => {
    await page.setViewport(320, 640, true);
    await page.setMedia({ 'prefers-color-scheme': 'dark' });
    await visitor.visit('/Track', 'Track 0001');
    await page.press('Control+k');
    await page.type('.palette input', 'Track 00');
    await page.waitFor(`${group('Track')}`);
    await visitor.fits('the palette');
    assert.deepEqual(await page.eval(`(${faults})()`), []);
    await visitor.shoot('palette-phone');
    await page.press('Escape');
    await visitor.visit('/', 'Artist');
    await page.type('.finder input', 'harbor');
    await page.waitFor(`${group('Artist')}`);
    await visitor.fits('the home page');
    await visitor.shoot('home-phone');
  });

  test('no script failed on the way', () => visitor.noErrors());
});
