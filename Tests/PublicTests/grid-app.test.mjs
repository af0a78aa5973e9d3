// Lists of an app by the grid and listbox patterns, as screens of the workbench have them, and a long one.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { faults } from './axe.mjs';
import { Server } from './server.mjs';
import { Visitor, skipKit } from './visitor.mjs';

const screens = { desktop: [1280, 800, false], phone: [375, 720, true] };

describe('lists of an app by the keyboard', { skip: skipKit, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Visitor.arrive(() => Server.workbench());
    ({ page } = visitor);
    await page.setMedia({ 'prefers-reduced-motion': 'reduce' });
  });

  after(() => visitor?.leave());

  const focused = text => page.waitFor(`(document.activeElement.title || document.activeElement.innerText).startsWith(${JSON.stringify(text)})`);

  test('rows in which nothing can be pressed are options of a listbox, and arrows lead on side by side', async () => {
    await visitor.visit('/table', 'Test 0.0');
    const [list, row] = await page.eval(`(list => [[list.role, !!list.ariaLabel], (row => [row.role, row.ariaPosInSet, row.ariaSetSize])(list.children[1])])(document.querySelector('.flow ul'))`);
    assert.deepEqual([list, row.slice(0, 2)], [['listbox', true], ['option', '2']]);
    await page.eval(`document.querySelector('li[tabindex="0"]').focus()`);
    await focused('Test 0.0');
    await page.press('ArrowDown');
    await page.press('End');
    await page.waitFor(`document.activeElement === [...document.querySelectorAll('li.row')].at(-1)`);
    await page.press('Home');
    await focused('Test 0.0');
    await page.press(' ');
    await page.waitFor(`[...document.querySelectorAll('li.row')].filter(row => row.innerText.startsWith('Another')).length === 1`);
  });

  test('actions of a row are reached by arrows from its link, and Tab stops at the list once', async () => {
    await visitor.visit('/kitchen/shelf', 'Flour');
    assert.equal(await page.eval(`document.querySelectorAll('.flow [tabindex="0"]').length`), 1);
    await page.eval(`[...document.querySelectorAll('li')].find(row => row.innerText.startsWith('Wash up')).querySelector('.columns > *').tabIndex = -1;
      [...document.querySelectorAll('li')].find(row => row.innerText.startsWith('Wash up')).querySelector('[title=Drag]').focus()`);
    await page.press('ArrowRight');
    await focused('Move up');
    await page.press('ArrowRight');
    await focused('Move down');
    await page.press('ArrowDown');
    assert.notEqual(await page.eval(`document.activeElement.closest('li').innerText.split('\\n')[0]`), 'Wash up');
    assert.equal(await page.eval(`document.querySelectorAll('.flow [tabindex="0"]').length`), 1);
  });

  test('in a long list headings and footers stay in sight, subtitles wrap, and every line stands under the one before', async () => {
    await page.setViewport(375, 720, true);
    await visitor.visit('/kitchen', 'Cook of the day');
    await page.eval(`(async () => {
      const { Grid } = await import('/oriel/list/grid.js'), list = window.list = new Grid(() => {}, { document: { title: 'Long' } });
      const ids = [...Array(400).keys()].map(String), cells = Object.fromEntries(ids.map(id => [id, { template: 'none', title: 'Row ' + id, href: '/' + id, subtitle: 'and so on '.repeat(id * 7 % 13) }]));
      document.querySelector('.kit').replaceChildren(Object.assign(document.createElement('h1'), { textContent: 'Long' }), list.node);
      list.update({ window: { start: 0, count: 400, total: 400, section: 0, sections: 2 }, cells, sections: [
        { id: 'a', title: 'First', subtitle: 'below it', footer: 'End of the first', start: 0, count: 200, rows: ids.slice(0, 200) },
        { id: 'b', title: 'Second', footer: 'End of the second', start: 0, count: 200, rows: ids.slice(200) }] }, 0);
      addEventListener('scroll', () => list.place());
    })()`);
    const at = y => `document.elementFromPoint(150, ${y})?.closest('li')?.innerText`;
    await page.waitFor(`new Set([...document.querySelectorAll('.lines li.row')].map(row => row.offsetHeight)).size > 2 && document.querySelector('.lines ul').offsetHeight > 20000`);
    await page.eval('scrollTo(0, 6000)');
    await page.waitFor(`${at(60)}?.startsWith('First · 200') && ${at('innerHeight - 8')} === 'End of the first'`);
    assert.deepEqual(await page.eval(`(${faults})().filter(fault => !/title|main/.test(fault))`), []);
    await visitor.shoot('grid-long');
    const lines = () => page.eval(`[...document.querySelectorAll('.lines li.row')].map(row => row.getBoundingClientRect()).map((box, i, all) => all[i + 1]?.top - box.bottom).filter(gap => Math.abs(gap) > 1).length`);
    assert.equal(await lines(), 1); // the footer and the heading between the sections
    await page.eval(`scrollTo(0, document.documentElement.scrollHeight)`);
    await page.waitFor(`${at(60)}?.startsWith('Second · 200') && ${at('innerHeight - 8')} === 'End of the second'`);
    await page.eval(`list.reach(1, 0, 1)`);
    await page.waitFor(`document.activeElement.innerText === 'Row 0' && document.activeElement.getBoundingClientRect().top > document.querySelector('li.heading').getBoundingClientRect().bottom - 2`);
    await page.setViewport(1280, 800, false);
  });

  test('its pages have no fault', async () => {
    for (const [screen, size] of Object.entries(screens)) for (const [route, expected] of Object.entries({ '/table': 'Test 0.0', '/kitchen/shelf': 'Flour', '/index': 'Ada' })) {
      await page.setViewport(...size);
      await visitor.visit(route, expected);
      assert.deepEqual(await page.eval(`(${faults})()`), [], `${route}, ${screen}`);
      await visitor.shoot(`grid-${screen}-${route.replace(/\W+/g, '-')}`);
    }
  });

  test('no script failed on the way', () => visitor.noErrors());
});
