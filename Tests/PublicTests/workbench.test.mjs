// Every screen of the workbench, in Chromium.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { faults } from './axe.mjs';
import { Server } from './server.mjs';
import { Visitor, skipKit as skip } from './visitor.mjs';

const screens = {
  '/': ['Workbench', 'Custom cells', 'Rows that send events to their screen'],
  '/demo': ['Demo', 'No name yet', 'Change model'],
  '/threading': ['Threading', 'Play', 'Stop'],
  '/table': ['Table', 'Test 0.35', 'End of section 0', 'Add section'],
  '/collection': ['Collection', 'Test 0.35', 'End of section 0', 'Add section'],
  '/pages': ['Pages', 'Test 0.35', 'End of section 0', 'Add section'],
  '/columns': ['Columns', 'Test 0.35', 'End of section 0', 'Add section'],
  '/diffable': ['Diffable', '50', 'First', '25 of 25'],
  '/embedding': ['Embedding', 'Table', 'Test 0.35'],
  '/custom': ['Custom cells', 'Choose a colour', '#FFCC00'],
  '/basic': ['Basic', 'Light, at 10 of 20', 'A circle', 'Reset'],
  '/index': ['Index', 'Ada', 'Radia'],
  '/filter': ['Filter', 'Number 1', 'Number 20'],
  '/note': ['Note', 'Length'],
  '/car': ['Car', 'Car loaded', 'The car is here.'],
  '/editing': ['Editing', 'Ada', 'Cleo', 'Edit'],
  '/login': ['Sign in'],
  '/account': ['Account', 'No user is signed in.', 'Sign in'],
  '/repositories': ['Repositories', 'icons', 'Turns, timers and tasks'],
  '/team/10': ['Core', '20 members', '[20]'],
};

describe('the workbench', { skip }, () => {
  let visitor;

  before(async () => {
    visitor = await Visitor.arrive(() => Server.workbench());
  });

  after(() => visitor?.leave());

  for (const [route, texts] of Object.entries(screens))
    it(`shows ${route}`, async () => {
      await visitor.visit(route, texts[0]);
      for (const text of texts) await visitor.shows(text);
      await visitor.fits(route);
      visitor.noErrors();
      await visitor.shoot(`workbench${route.replaceAll('/', '-')}`);
    });

  for (const [size, [width, height, isPhone]] of Object.entries({ desktop: [1280, 800, false], phone: [320, 640, true] })) for (const scheme of ['light', 'dark'])
    it(`has no screen with a fault on a ${size}, ${scheme}`, async () => {
      const { page } = visitor;
      await page.setViewport(width, height, isPhone);
      await page.setMedia({ 'prefers-color-scheme': scheme, 'prefers-reduced-motion': 'reduce' });
      for (const [route, [text]] of Object.entries({ ...screens, '/kitchen/visit': ['Password'] })) {
        await visitor.visit(route, text);
        assert.deepEqual(await page.eval(`(${faults})()`), [], route);
        await visitor.fits(route);
        await visitor.shoot(`workbench-${size}-${scheme}${route.replaceAll('/', '-')}`);
      }
      await page.setViewport(1200, 800);
      await page.setMedia({});
      visitor.noErrors();
    });

  for (const size of [[1280, 800, false], [390, 844, true]])
    it(`has headings above their rows, ${size[0]} pixels wide`, async () => {
      const { page } = visitor;
      await page.setViewport(...size);
      for (const route of ['/table', '/collection', '/columns', '/embedding']) {
        await visitor.visit(route, 'Test 0.0');
        await page.waitFor('!document.getAnimations().length');
        const over = await page.eval(`[...document.querySelectorAll('section')].map(section => [section.querySelector('h2'), section.querySelector('li.row')])
          .filter(([head, row]) => head && row && head.getBoundingClientRect().bottom > row.getBoundingClientRect().top + 1).map(([head]) => head.innerText)`);
        assert.deepEqual(over, [], route);
      }
      await page.setViewport(1200, 800);
    });

  for (const scheme of ['light', 'dark'])
    it(`has a menu whose colours can be read, ${scheme}`, async () => {
      const { page } = visitor;
      await page.setMedia({ 'prefers-color-scheme': scheme, 'prefers-reduced-motion': 'reduce' });
      await visitor.visit('/editing', 'Ada');
      await page.click('[title=More]');
      await visitor.asks('Befriend');
      assert.deepEqual((await page.eval(`(${faults})()`)).filter(fault => /contrast/.test(fault)), []);
      await visitor.shoot(`menu-${scheme}`);
      await page.press('Escape');
      await page.eval(`import('/oriel/app/ask.js').then(({ ask }) => ask({ style: 'sheet', title: 'Colours', actions: ['yellow', 'white', 'black', 'blue', 'cyan', 'red', 'lime'].map(color => ({ id: color, title: color, color })) }, () => {}))`);
      assert.deepEqual((await page.eval(`(${faults})()`)).filter(fault => /contrast/.test(fault)), []);
      await visitor.shoot(`colours-${scheme}`);
      await page.press('Escape');
      await page.setMedia({});
    });

  it('changes the model by a button', async () => {
    await visitor.visit('/demo', 'No name yet');
    await visitor.page.eval(`[...document.querySelectorAll('button')].find(button => button.innerText === 'Change model').click()`);
    await visitor.shows('1. name generated');
  });

  it('shows the insert row in edit mode', async () => {
    await visitor.visit('/editing', 'Ada');
    await visitor.page.eval(`[...document.querySelectorAll('button')].find(button => button.innerText === 'Edit').click()`);
    await visitor.shows('New person');
  });

  it('signs in by Enter in a field', async () => {
    await visitor.visit('/login', 'Sign in');
    const [button, field] = await visitor.page.eval(`['main button.primary', 'input[type=password]'].map(it => document.querySelector(it).getBoundingClientRect().top)`);
    assert.ok(button > field, `the button is at ${button}, above the field at ${field}`);
    await visitor.page.type('input[type=text]', 'visitor@example.com');
    await visitor.page.type('input[type=password]', 'workbench');
    await visitor.page.press('Enter');
    await visitor.shows('Repositories');
    visitor.noErrors();
  });

  it('swaps the kind of a tile that is tapped, or chosen by Enter', async () => {
    const { page } = visitor, tiles = `[...document.querySelectorAll('li.row a')].map(node => node.innerText)`;
    const others = count => page.waitFor(`${tiles}.filter(text => text.startsWith('Another')).length === ${count}`);
    await visitor.visit('/table', 'Test 0.0');
    await others(0);
    assert.equal(await page.eval(`getComputedStyle(document.querySelector('li.row')).cursor`), 'pointer');
    await page.click('li.row');
    await others(1);
    await page.eval(`document.querySelector('li.row').focus()`);
    await page.press('Enter');
    await others(2);
    await page.eval(`document.querySelector('li.row').focus()`);
    await page.press('a');
    assert.equal(page.frames.filter(({ command }) => command === 'select').length, 2);
    assert.deepEqual((await page.eval(tiles)).slice(-3), ['Test 0.33', 'Another 0.34', 'Another 0.35']);
    visitor.noErrors();
  });

  it('says who has signed in, in another tab, the moment that it changes', async () => {
    const { page } = visitor, says = text => page.waitFor(`document.querySelector('dd')?.innerText === ${JSON.stringify(text)}`);
    await visitor.visit('/account', 'visitor@example.com');
    const post = (call, values = {}) => page.eval(`fetch('${call}', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '${JSON.stringify(values)}' }).then(({ status }) => status)`);
    assert.equal(await post('/account:sign-out'), 200);
    await says('No user is signed in.');
    assert.equal(await post('/login:input', { mail: 'visitor@example.com', password: 'workbench' }), 200);
    assert.equal(await post('/login:sign-in'), 200);
    await says('visitor@example.com');
    await page.eval(`[...document.querySelectorAll('main button')].find(button => button.innerText === 'Sign out').click()`);
    await says('No user is signed in.');
    assert.deepEqual(await page.eval(`[...document.querySelectorAll('main button')].filter(it => it.checkVisibility()).map(it => it.innerText)`), ['API', 'Sign in']);
    visitor.noErrors();
  });

  it('goes from the form to the list to the detail', async () => {
    await visitor.visit('/login', 'Sign in');
    await visitor.page.type('input[type=text]', 'visitor@example.com');
    await visitor.page.type('input[type=password]', 'workbench');
    await visitor.page.eval(`[...document.querySelectorAll('main button')].find(button => button.innerText === 'Sign in').click()`);
    await visitor.shows('Repositories');
    await visitor.follow('oriel');
    await visitor.shows('20 members');
    visitor.noErrors();
  });
});
