// Pictures for the documentation, beside those of the tests of Chinook: ORIEL_PICTURES=docs/pictures node --test Tests/PublicTests/{chinook,chinook-work,pictures}.test.mjs
import { after, before, describe, test } from 'node:test';
import { chinook } from './chinook.mjs';
import { Server } from './server.mjs';
import { Visitor, skip, skipKit } from './visitor.mjs';

const unasked = process.env.ORIEL_PICTURES ? undefined : 'ORIEL_PICTURES names no folder';
const desk = [1280, 800, false], phone = [390, 844, true];

/** Sets the size and the colours of the page. */
async function look(page, size, scheme) {
  await page.setViewport(...size);
  await page.setMedia({ 'prefers-color-scheme': scheme });
}

/** Waits until all animations have ended. */
const isStill = page => page.waitFor(`document.getAnimations().every(({ playState }) => playState !== 'running')`);

describe('pictures of a music shop', { skip: skip ?? unasked, concurrency: false }, () => {
  let visitor, page, database;

  before(async () => {
    visitor = await Visitor.arrive(async () => Server.start(database = await chinook()));
    visitor.database = database;
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  for (const [name, size, scheme] of [['desk-dark-list', desk, 'dark'], ['phone-light-list', phone, 'light']])
    test(name, async () => {
      await look(page, size, scheme);
      await visitor.visit('/Track?sort=Name', 'Amber');
      await visitor.picture(name);
    });

  for (const [name, size] of [['desk-counts', desk], ['phone-counts', phone]])
    test(name, async () => {
      await look(page, size, 'light');
      await visitor.visit('/Invoice', 'Invoice 1');
      if (size === phone) await page.click('.more');
      await visitor.press('Counts');
      await page.waitFor(`document.querySelector('.facets .histogram a') && document.querySelector('.choices a')`);
      await visitor.picture(name);
      await page.eval('localStorage.clear()');
    });

  for (const [name, size] of [['desk-right-to-left', desk], ['phone-right-to-left', phone]])
    test(name, async () => {
      await look(page, size, 'light');
      await visitor.visit('/Customer', 'Mary');
      await page.eval(`document.documentElement.dir = 'rtl'`);
      await visitor.picture(name);
    });

  test('the server is away', async () => {
    await look(page, phone, 'light');
    await visitor.visit('/Customer', 'Mary');
    await visitor.restart(async () => {
      await page.waitFor(`document.querySelector('header button').className === 'reconnecting'`);
      await visitor.picture('phone-reconnecting');
    });
  });

  for (const [name, size, scheme] of [['desk-inspector', desk, 'light'], ['phone-inspector', phone, 'dark']])
    test(name, async () => {
      await look(page, desk, scheme);
      await visitor.visit('/Track?sort=Name', 'Amber');
      const other = await visitor.browser.newPage();
      await look(other, size, scheme);
      await other.goto(visitor.server.address + '/-/inspect');
      await other.waitFor(`!!document.querySelector('tbody button')`);
      database.run(`UPDATE Track SET Composer = 'Ada Byron' WHERE Name = (SELECT min(Name) FROM Track)`);
      await visitor.shows('Ada Byron');
      await other.waitFor(`(row => row && !row.querySelector('button').click())([...document.querySelectorAll('tbody tr')].find(row => row.innerText.includes('/Track')))`);
      await other.waitFor(`document.querySelectorAll('details').length > 1`);
      await other.eval(`document.querySelectorAll('details').forEach(node => node.open = true)`);
      await other.waitFor(`[...document.querySelectorAll('.leaf')].some(({ innerText }) => innerText === 'title: Track')`);
      visitor.page = other;
      await visitor.picture(name);
      visitor.page = page;
      await other.send('Page.close');
    });
});

describe('pictures of an app', { skip: skipKit ?? unasked, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Visitor.arrive(() => Server.workbench());
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  for (const [way, size, scheme] of [['desk', desk, 'light'], ['phone', phone, 'dark']]) {
    for (const [name, route, text] of [['app', '/kitchen', 'Cook of the day'], ['grid', '/collection', 'Test 0.35'], ['index', '/index', 'Ada'], ['inputs', '/basic', 'A circle']])
      test(`${way}-${name}`, async () => {
        await look(page, size, scheme);
        await visitor.visit(route, text);
        await isStill(page);
        await visitor.fits(route);
        await visitor.picture(`${way}-${name}`);
      });

    test(`${way}-edit-mode`, async () => {
      await look(page, size, scheme);
      await visitor.visit('/editing', 'Ada');
      await visitor.press('Edit');
      await visitor.shows('New person');
      await isStill(page);
      await visitor.picture(`${way}-edit-mode`);
      await visitor.press('Edit');
    });

    test(`${way}-alert`, async () => {
      await look(page, size, scheme);
      await visitor.visit('/kitchen', 'Cook of the day');
      await visitor.press('Talk');
      await visitor.asks('Be honest.');
      await isStill(page);
      await visitor.picture(`${way}-alert`);
      await visitor.press('Yes');
      await visitor.asks('What may it be?');
      await visitor.picture(`${way}-sheet`);
      await visitor.press('Salad');
      await visitor.closes();
    });
  }
});
