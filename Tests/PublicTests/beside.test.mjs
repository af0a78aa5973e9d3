// The rows before and after a row, in the list that it was opened from.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { faults } from './axe.mjs';
import { Visitor, skip } from './visitor.mjs';

describe('a row that was opened from a list', { skip, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Visitor.arrive();
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  /** Waits until the buttons are there; answers which of them can be pressed. */
  const offers = async () => {
    await page.waitFor(`document.querySelectorAll('.bar > :is(.previous, .next)').length === 2`);
    return page.eval(`['previous', 'next'].filter(name => document.querySelector('.bar > .' + name + ':not(:disabled)'))`);
  };
  const isAt = number => page.waitFor(`location.pathname === '/Track/${number}' && document.querySelector('h1').innerText === 'Track ${number}'`);

  test('leads to the rows before and after it, in the order and the filters of the list', async () => {
    await visitor.visit('/Track?Name.contains=10&sort=-Name', 'Track 4910');
    await visitor.follow('Track 4810');
    await isAt(4810);
    assert.deepEqual(await offers(), ['previous', 'next']);
    assert.deepEqual(await page.eval(`(${faults})()`), []);
    await visitor.shoot('beside');
    await visitor.press('Next');
    await isAt(4710);
    await offers();
    await page.eval('document.activeElement.blur()');
    for (const number of [4810, 4910]) {
      await page.press('p');
      await isAt(number);
      await offers();
    }
    assert.deepEqual(await offers(), ['next'], 'the first row');
    await page.reload();
    await isAt(4910);
    assert.deepEqual(await offers(), ['next'], 'after a reload');
    await page.waitFor(`import('/oriel/screen/side.js').then(() => true)`); // it listens for keys
    await page.press('n');
    await isAt(4810);
    await page.eval('history.back()');
    await page.waitFor(`location.pathname + location.search === '/Track?Name.contains=10&sort=-Name'`);
    await visitor.shows('Track 4910');
  });

  test('finds rows with a key of several columns', async () => {
    await visitor.visit('/Seat', 'Ada');
    await visitor.follow('Ada');
    await visitor.says('Guest', 'Ada');
    assert.deepEqual(await offers(), ['next']);
    await page.press('n');
    await visitor.says('Guest', 'Grace');
    assert.deepEqual(await offers(), ['previous']);
  });

  test('offers nothing for a row that was opened otherwise', async () => {
    await visitor.visit('/Artist/1', 'Quiet Harbor');
    await visitor.follow('First Light');
    await visitor.says('Title', 'First Light');
    await visitor.rests();
    assert.equal(await page.eval(`document.querySelector('.previous, .next')`), null);
  });

  test('no script failed on the way', () => visitor.noErrors());
});
