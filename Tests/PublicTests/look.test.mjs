// The client on a desktop and a phone, in both colour schemes, and the permissions of its page.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Visitor, skip } from './visitor.mjs';

const screens = { desktop: [1280, 800, false], phone: [390, 844, true] };
const places = { root: ['/', 'Artist'], list: ['/Track', 'Track 0001'], row: ['/Artist/1', 'First Light'], odd: ['/odd%20"name"%2F%C3%A9', 'onerror'] };

describe('looks and safety', { skip, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Visitor.arrive();
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  for (const [screen, size] of Object.entries(screens)) for (const scheme of ['light', 'dark'])
    test(`fits a ${screen}, ${scheme}`, async () => {
      await page.setViewport(...size);
      await page.setMedia({ 'prefers-color-scheme': scheme });
      for (const [place, [route, expected]] of Object.entries(places)) {
        await visitor.visit(route, expected);
        await visitor.fits(route);
        await visitor.shoot(`${screen}-${scheme}-${place}`);
      }
      const [red] = (await page.eval('getComputedStyle(document.querySelector("header")).backgroundColor')).match(/\d+/g).map(Number);
      assert.ok(scheme === 'dark' ? red < 64 : red > 192, `red is ${red}`);
      await visitor.visit('/Artist/2', 'Howl');
      await page.click('button.primary');
      await page.waitFor('document.querySelector("dialog[open]")');
      await visitor.fits('the form');
      const [left, right] = await page.eval('(box => [box.left, innerWidth - box.right])(document.querySelector("dialog").getBoundingClientRect())');
      assert.ok(left >= 0 && right >= 0, `${left} and ${right} pixels beside the form`);
      await visitor.shoot(`${screen}-${scheme}-form`);
    });

  test('a table without a name has one that can be read', async () => {
    visitor.run('CREATE TABLE "" (id INTEGER PRIMARY KEY)');
    const named = node => `getComputedStyle(document.querySelector(${JSON.stringify(node)}), '::before').content === '"(no name)"'`;
    await visitor.visit('/', 'Artist');
    await page.waitFor(named('.row a:empty'));
    assert.equal(await page.eval(`document.querySelectorAll('.row a:empty').length`), 1);
    await visitor.shoot('no-name');
    await page.eval(`document.querySelector('.row a:empty').click()`);
    await page.waitFor(named('h1'));
    await visitor.shoot('no-name-list');
    visitor.run('DROP TABLE ""');
  });

  test('a row named only by spaces can be read and pressed', async () => {
    visitor.run(`INSERT INTO Artist VALUES (77, '  ', 1900, NULL)`);
    await visitor.visit('/Artist', 'Quiet Harbor');
    await page.waitFor(`getComputedStyle(document.querySelector('.row a:empty'), '::before').content === '"(no name)"'`);
    await page.eval(`document.querySelector('.row a:empty').click()`);
    await page.waitFor(`location.pathname === '/Artist/77' && document.querySelector('h1:empty')`);
    visitor.run('DELETE FROM Artist WHERE ArtistId = 77');
  });

  test('every line of a list has the height that the client computes', async () => {
    for (const size of Object.values(screens)) {
      await page.setViewport(...size);
      await visitor.visit('/Track', 'Track 0001');
      const [row, heights] = await page.eval(`[parseInt(getComputedStyle(document.querySelector('ul')).minHeight),
        [...new Set([...document.querySelectorAll('li')].map(li => li.offsetHeight))]]`);
      assert.deepEqual(heights, [row]);
    }
  });

  test('text is as large as the visitor\'s browser says, and nothing is cut', async () => {
    const heights = `['header', 'li', '.bar input'].map(name => document.querySelector(name).getBoundingClientRect().height)`;
    for (const [name, size] of Object.entries(screens)) {
      await page.setViewport(...size);
      const at = {};
      for (const standard of [16, 24]) {
        await page.send('Page.setFontSizes', { fontSizes: { standard } });
        await visitor.visit('/Track', 'Track 0001');
        at[standard] = await page.eval(heights);
        const cut = await page.eval(`[...document.querySelectorAll('header, button, input, select, h1, .row .columns, .row .columns > *')]
          .filter(node => node.checkVisibility() && node.scrollHeight > node.clientHeight + 1).map(node => node.outerHTML)`);
        assert.deepEqual(cut, [], name);
        await visitor.fits('/Track');
      }
      await visitor.shoot(`large-text-${name}`);
      assert.deepEqual(at[24], at[16].map(height => height * 1.5));
      const tops = await page.eval(`[...document.querySelectorAll('li')].slice(0, 9).map(li => li.getBoundingClientRect().top)`);
      assert.deepEqual(new Set(tops.slice(1).map((top, i) => top - tops[i])), new Set([at[24][1]]));
    }
    await page.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
  });

  test('the icon of every page can be recognized at each size, whatever is behind it', async () => {
    for (const route of ['/', '/-/inspect']) {
      await page.goto(visitor.server.address + route);
      const drawn = await page.eval(`Promise.all([16, 32, 180].map(async size => {
        const icon = Object.assign(new Image(size, size), { src: document.querySelector('link[rel=icon]').href });
        await icon.decode();
        const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size }).getContext('2d');
        canvas.drawImage(icon, 0, 0, size, size);
        const { data } = canvas.getImageData(0, 0, size, size), pixels = Array.from({ length: size * size }, (_, i) => data.slice(4 * i, 4 * i + 4)).filter(pixel => pixel[3] === 255);
        const part = value => value / 255 <= .04045 ? value / 255 / 12.92 : ((value / 255 + .055) / 1.055) ** 2.4;
        const lights = pixels.map(([r, g, b]) => .2126 * part(r) + .7152 * part(g) + .0722 * part(b));
        return [pixels.length / size ** 2, (Math.max(...lights) + .05) / (Math.min(...lights) + .05)];
      }))`);
      for (const [share, contrast] of drawn) assert.ok(share > .85 && contrast >= 4.5, `${route}: ${share} of the icon is opaque, with a contrast of ${contrast}`);
    }
  });

  test('the page may run no script but the server\'s own', async () => {
    const other = await visitor.browser.newPage();
    await other.goto(visitor.server.address + '/Artist');
    await other.eval(`document.addEventListener('securitypolicyviolation', event => window.refused = event.violatedDirective);
      document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.ran = true' }))`);
    assert.match(await other.waitFor('window.refused'), /^script-src/);
    assert.equal(await other.eval('window.ran'), undefined);
  });

  test('the page cannot be framed, and sends no referrer to other origins', async () => {
    const { headers } = await fetch(visitor.server.address + '/Artist', { headers: { accept: 'text/html' } });
    const policy = headers.get('content-security-policy');
    for (const rule of [`default-src 'none'`, `script-src 'self'`, `frame-ancestors 'none'`, `base-uri 'none'`]) assert.ok(policy.includes(rule), policy);
    assert.ok(!policy.includes('unsafe'), policy);
    assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin');
    assert.equal(headers.get('referrer-policy'), 'same-origin');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
  });

  test('the client\'s modules are served as such, what is for Node.js alone is not', async () => {
    const get = async path => (await fetch(visitor.server.address + path, { headers: { accept: '*/*' } }));
    assert.match((await get('/oriel.js')).headers.get('content-type'), /^text\/javascript/);
    assert.equal((await get('/package.json')).status, 404);
  });

  test('no script failed and no resource was refused on the way', () => visitor.noErrors());
});
