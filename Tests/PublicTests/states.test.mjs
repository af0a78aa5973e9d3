// The page, and the user's actions, while the server or the network is away, or the laptop is asleep.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Visitor, skip } from './visitor.mjs';

describe('states', { skip, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Visitor.arrive();
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  const state = `document.querySelector('header button').className`;
  const network = offline => page.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });

  /** Records the mutations of the page. */
  const watch = () => page.eval(`window.changes = []; window.observer = new MutationObserver(all => changes.push(...all.map(({ type, target, addedNodes, removedNodes, attributeName }) =>
    [type, target.nodeName, attributeName, addedNodes.length, removedNodes.length].join(' ')))); observer.observe(document.querySelector('main'), { childList: true, subtree: true, characterData: true, attributes: true })`);

  test('a server that is killed and comes back changes nothing on the page, and nothing blinks', async () => {
    await visitor.visit('/Track?sort=-Name', 'Track 5000');
    await page.eval('scrollTo(0, 4000)');
    await page.waitFor(`document.querySelector('li.row') && !document.querySelector('main').innerText.includes('Track 5000')`);
    let before;
    await visitor.restart(async () => {
      await page.waitFor(`${state} === 'reconnecting'`);
      await page.eval('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))');
      await watch();
      before = await page.eval(`document.querySelector('main').innerText`);
    });
    await visitor.isLive(40_000);
    await page.eval('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))');
    assert.deepEqual(await page.eval('observer.disconnect(), changes'), []);
    assert.equal(await page.eval(`document.querySelector('main').innerText`), before);
  });

  test('a lost network shows offline at once, and missed changes appear on its return', async () => {
    await visitor.visit('/Artist', 'Quiet Harbor');
    await network(true);
    await page.waitFor(`${state} === 'offline'`);
    await visitor.shoot('network-offline');
    await visitor.shows('Quiet Harbor');
    visitor.run(`UPDATE Artist SET Name = 'Loud Harbor' WHERE ArtistId = 1`);
    await network(false);
    await visitor.isLive(10_000);
    await visitor.shows('Loud Harbor');
  });

  test('a save without a network runs once, even if its screen was left', async () => {
    await visitor.visit('/Artist', 'Loud Harbor');
    await visitor.follow('Loud Harbor');
    await visitor.shows('First Light');
    await page.click('button.primary');
    await visitor.enter('Name', 'Saved from afar');
    await network(true);
    await page.waitFor(`${state} === 'offline'`);
    await page.press('Enter');
    await page.waitFor(`document.querySelector('dialog .primary').ariaDisabled`);
    await page.eval('history.back()');
    await page.waitFor(`location.pathname === '/Artist'`);
    await network(false);
    await visitor.isLive(10_000);
    await visitor.shows('Saved from afar');
    assert.equal(await visitor.address(), '/Artist');
    assert.equal(visitor.run(`SELECT count(*) FROM Artist WHERE Name = 'Saved from afar'`), '1');
  });

  test('a page that slept while the server was restarted shows what changed', async () => {
    await visitor.visit('/Album', 'Howl');
    await page.send('Page.setWebLifecycleState', { state: 'frozen' });
    await visitor.restart(() => visitor.run(`UPDATE Album SET Title = 'Growl' WHERE AlbumId = 3`));
    await page.send('Page.setWebLifecycleState', { state: 'active' });
    await page.send('Emulation.setFocusEmulationEnabled', { enabled: true });
    await visitor.isLive(40_000);
    await visitor.shows('Growl');
  });

  test('three tabs reconnect with their changes, and nothing is done twice', async () => {
    const tabs = await Promise.all([1, 2, 3].map(() => visitor.browser.newPage()));
    for (const tab of tabs) {
      await tab.goto(visitor.server.address + '/Seat');
      await tab.waitFor(`document.querySelector('main').innerText.includes('Grace')`);
      await tab.click('button.primary');
      await tab.waitFor(`document.querySelectorAll('dialog .field').length === 3`);
    }
    await visitor.restart(async () => {
      for (const [i, tab] of tabs.entries()) {
        for (const [at, text] of ['Tab', `${i}`, `Guest ${i}`].entries()) {
          await tab.eval(`document.querySelectorAll('dialog .field')[${at}].querySelector('input').id = 'f${at}'`);
          await tab.type(`#f${at}`, text);
        }
        await tab.press('Enter');
      }
    });
    for (const [i, tab] of tabs.entries())
      await tab.waitFor(`!document.querySelector('dialog') && document.querySelector('h1').innerText === 'Guest ${i}'`, 40_000);
    assert.equal(visitor.run(`SELECT group_concat(Guest) FROM (SELECT Guest FROM Seat WHERE Hall = 'Tab' ORDER BY Number)`), 'Guest 0,Guest 1,Guest 2');
  });

  test('a form can be opened while the server is away', async () => {
    await visitor.visit('/Album', 'Growl');
    await page.waitFor(`performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/form.css'))`);
    await visitor.restart(async () => {
      await page.waitFor(`${state} === 'reconnecting'`);
      await page.click('button.primary');
      await visitor.asks('Title');
      await visitor.press('Cancel');
    });
    await visitor.isLive(40_000);
  });

  test('a forbidden route is reported', async () => {
    await page.goto(visitor.server.address + '/Artist');
    await visitor.shows('Saved from afar');
    await page.eval(`import('/oriel/core/connection.js').then(({ Connection }) => {
      const { receive } = Connection.prototype;
      Connection.prototype.receive = function (message) {
        receive.call(this, message.type === 'snapshot' ? { type: 'error', ref: message.ref, code: 'forbidden', message: 'This is for members.' } : message);
      };
    })`);
    await visitor.follow('Home');
    await visitor.shows('Not allowed');
    await visitor.shows('This is for members.');
  });

  test('no script failed on the way', () => visitor.noErrors(/WebSocket|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED/));
});
