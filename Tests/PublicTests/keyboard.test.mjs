// Ten everyday tasks on the music shop, from start to end by key events alone. Nothing is clicked, and nothing gets the focus but by a
// key, so that a task that needs a mouse fails. ORIEL_FIGURES prints the keys; a typed word counts as one.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { Customer, total, ways } from './customer.mjs';
import { skip } from './visitor.mjs';

const tell = process.env.ORIEL_FIGURES ? console.error : () => {};

/** The most keys that a task takes, and all together. The palette opens a table by three. */
const FEW = 26, ALL = 120;

describe('the keyboard alone', { skip, concurrency: false }, () => {
  let customer, page, keys = 0, sum = 0;

  before(async () => {
    customer = await Customer.comes(...ways['on a desk, light']);
    ({ page } = customer);
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: `window.pointed = [];
      for (const name of ['pointerdown', 'mousedown', 'touchstart']) addEventListener(name, ({ type }) => pointed.push(type), true)` });
  });

  after(() => customer?.leave());

  beforeEach(() => keys = 0);

  /** Presses keys, one after another. */
  async function press(...names) {
    for (const name of names) {
      await page.press(name);
      keys++;
    }
  }

  /** Types a text, letter by letter. It counts as one key. */
  async function type(text) {
    for (const letter of text) await page.press(letter);
    keys++;
  }

  /** Presses a key until the focus is where an expression about the focused `node` says. */
  async function until(expression, key = 'Tab', most = 20) {
    for (let times = 0; !await page.eval(`(node => ${expression})(document.activeElement)`); times++) {
      assert.ok(times < most, `${key} does not lead to ${expression}: ${await page.eval('document.activeElement.outerHTML.slice(0, 200)')}`);
      await press(key);
    }
  }

  /** Goes on to the field of the dialog with a name. */
  const field = name => until(`node.closest('.field')?.innerText.trim().startsWith('${name}') && node.matches('input:not([type=checkbox]), select')`, 'Tab', 30);

  /** Opens a table, or runs a command of the screen, by the palette. */
  async function call(word, title = word) {
    await press('Control+k');
    await page.waitFor(`document.activeElement.matches('.palette input')`);
    await type(word);
    await page.waitFor(`document.querySelector('.palette .found :is(a, button)')?.innerText.trim().startsWith('${title}')`);
    await press('Enter');
  }

  /** Opens a table from the home page. */
  async function open(table) {
    await customer.visit('/', 'Album');
    await call(table.toLowerCase(), table);
    await page.waitFor(`location.pathname === '/${table}' && document.querySelector('.lines')?.desk && document.querySelector('.facets-button')`);
    await customer.isLive();
  }

  /** Moves into the rows of the list. */
  async function enterRows() {
    await press('/', 'ArrowDown');
    await page.waitFor(`document.activeElement.closest('li.row')`);
  }

  /** Ends a task: nothing was pointed at. */
  async function ends(name) {
    assert.deepEqual(await page.eval('pointed'), []);
    tell(`${name}: ${keys} keys`);
    assert.ok(keys <= FEW, `${name} takes ${keys} keys`);
    sum += keys;
  }

  const dialogIs = text => page.waitFor(`[...document.querySelectorAll('dialog[open]')].at(-1)?.innerText.includes(${JSON.stringify(text)})`);

  async function filter(column, word, value) {
    await call('filter', 'Filter');
    await page.waitFor(`document.activeElement.closest('dialog .field')`);
    await type(column);
    if (word) {
      await field('Comparison');
      await type(word);
    }
    await field('Value');
    await type(value);
    await press('Enter');
    await customer.closes();
  }

  test('finds a customer by a part of the name, with the invoices', async () => {
    const [{ CustomerId, LastName, Email }] = customer.ask('SELECT * FROM Customer ORDER BY CustomerId LIMIT 1 OFFSET 6');
    await customer.visit('/', 'Album');
    await press('/');
    await type(LastName.slice(0, 4));
    await page.waitFor(`[...document.querySelectorAll('.finder .found a')].some(({ pathname }) => pathname === '/Customer/${CustomerId}')`);
    await until(`node.pathname === '/Customer/${CustomerId}'`, 'ArrowDown');
    await press('Enter');
    await customer.shows(Email);
    await customer.shows('Invoice');
    await ends('1 a customer');
  });

  test('finds all invoices over 10 in Germany', async () => {
    await open('Invoice');
    await filter('total', '>', '10');
    await page.waitFor(`location.search === '?Total.gt=10'`);
    await filter('billingco', '', 'Germany');
    await page.waitFor(`location.search === '?BillingCountry=Germany&Total.gt=10' && ${total} === '${customer.count('Invoice', `BillingCountry = 'Germany' AND Total > 10`)}'`);
    await ends('2 invoices');
  });

  test('corrects a price in thirty rows', async () => {
    await open('Track');
    await enterRows();
    await press(' ');
    const selected = async () => parseInt(await page.eval(`document.querySelector('.selected').innerText`));
    await page.waitFor(`document.querySelector('.selected:not([hidden])')`);
    const leap = (await press('Shift+PageDown'), await page.waitFor(`parseInt(document.querySelector('.selected').innerText) > 1`), await selected() - 1);
    assert.ok(leap < 30, `a page has ${leap} rows`);
    for (let count = leap + 1; count < 30; count++) {
      await press('Shift+ArrowDown');
      await page.waitFor(`parseInt(document.querySelector('.selected').innerText) === ${count + 1}`);
    }
    await until(`node.innerText === 'Edit' && node.closest('.selected')`);
    await press('Enter');
    await page.waitFor(`document.activeElement.closest('dialog .field')`);
    await type('unit');
    await field('UnitPrice');
    await type('1.09');
    await press('Enter');
    await customer.closes();
    await customer.holds('SELECT count(*) FROM Track WHERE UnitPrice = 1.09', '30');
    await ends('3 thirty prices');
  });

  test('adds a row with two references', async () => {
    const [{ AlbumId, Title }] = customer.ask('SELECT * FROM Album GROUP BY Title HAVING count(*) = 1 ORDER BY AlbumId LIMIT 1');
    const [{ MediaTypeId, Name }] = customer.ask('SELECT * FROM MediaType ORDER BY MediaTypeId LIMIT 1 OFFSET 1');
    await open('Track');
    await call('new', 'New');
    await page.waitFor(`document.activeElement.closest('dialog .field')`);
    for (const [column, value] of Object.entries({ Name: 'By keys', AlbumId: Title, MediaTypeId: Name, Milliseconds: '1000', UnitPrice: '2' })) {
      await field(column);
      await type(value);
    }
    await press('Enter');
    await customer.closes();
    await customer.holds(`SELECT AlbumId || '-' || MediaTypeId FROM Track WHERE Name = 'By keys'`, `${AlbumId}-${MediaTypeId}`);
    await ends('4 a row with two references');
  });

  test('sees what another program has changed', async () => {
    await open('Album');
    const [{ AlbumId }] = customer.ask('SELECT AlbumId FROM Album ORDER BY AlbumId LIMIT 1');
    customer.run(`UPDATE Album SET Title = 'By another program' WHERE AlbumId = ${AlbumId}`);
    await customer.shows('By another program');
    await ends('5 a change of others');
  });

  test('compares two months', async () => {
    await open('Invoice');
    await call('counts', 'Counts');
    await page.waitFor(`document.activeElement.closest('.facets')`);
    await page.waitFor(`document.querySelector('.facets .histogram a[href]')`);
    await until(`node.closest('.histogram[aria-label=InvoiceDate]')`);
    const months = [];
    for (const key of ['ArrowRight', 'ArrowRight']) {
      await press(key);
      months.push(await page.eval('document.activeElement.title'));
    }
    for (const title of months) assert.match(title, /\d{4} – .*\d{4}: \d+$/);
    assert.notEqual(months[0], months[1]);
    await ends('6 two months');
  });

  test('exports what is shown', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'oriel-keys-'));
    const { targetInfo } = await page.send('Target.getTargetInfo');
    await page.pipe.send('Browser.setDownloadBehavior', { behavior: 'allow', browserContextId: targetInfo.browserContextId, downloadPath: folder, eventsEnabled: true });
    await open('Genre');
    await call('export', 'Export');
    await dialogIs('rows.');
    const complete = new Promise(resolve => {
      const stop = page.pipe.listen(({ method, params }) => method === 'Browser.downloadProgress' && params.state === 'completed' && resolve(stop()));
    });
    await press('Enter');
    await complete;
    assert.equal(readFileSync(join(folder, readdirSync(folder)[0]), 'utf8').trim().split('\r\n').length, customer.count('Genre') + 1);
    rmSync(folder, { recursive: true });
    await ends('7 an export');
  });

  test('undoes a mistake', async () => {
    const [{ GenreId, Name }] = customer.ask('SELECT * FROM Genre ORDER BY GenreId LIMIT 1');
    await open('Genre');
    await enterRows();
    await press('F2');
    await page.waitFor(`document.activeElement.closest('.editor')`);
    await press('Shift+Home');
    await type('A mistake');
    await press('Enter');
    await customer.holds(`SELECT Name FROM Genre WHERE GenreId = ${GenreId}`, 'A mistake');
    await page.waitFor(`document.querySelector('.undo:not([hidden])')`);
    await press('Control+z');
    await customer.holds(`SELECT Name FROM Genre WHERE GenreId = ${GenreId}`, Name);
    await ends('8 a mistake undone');
  });

  test('shares exactly this view', async () => {
    await open('Track');
    await filter('milli', '', '200000');
    await call('columns', 'Columns');
    await page.waitFor(`document.activeElement.closest('dialog')`);
    await field('Height');
    await type('low');
    await until(`node.closest('.chooser li')`);
    await until(`node.closest('li').innerText.includes('Bytes')`, 'ArrowDown');
    await press(' ', 'Enter');
    await customer.closes();
    await press('/', 'ArrowDown', 'ArrowUp', 'Enter');
    await page.waitFor(`/sort=/.test(location.search)`);
    const look = `JSON.stringify([location.pathname, [...document.querySelectorAll('.chip')].map(({ innerText }) => innerText),
      [...document.querySelectorAll('.labels > *')].map(({ innerText, ariaSort }) => [innerText, ariaSort]), document.documentElement.dataset.density,
      [...document.querySelectorAll('li.row')].slice(0, 12).map(({ innerText, offsetHeight }) => [innerText, offsetHeight]), ${total}])`;
    await customer.rests();
    keys = 2; // the view was made before; Ctrl L and Ctrl C, which are the browser's, copy its address
    const [address, shown] = [await page.eval('location.href'), await page.eval(look)];
    const other = await customer.browser.newPage();
    await other.setViewport(1280, 800);
    await other.goto(address);
    await other.waitFor(`document.querySelector('.chip') && document.querySelectorAll('.labels > [aria-sort]').length`);
    await customer.rests(other);
    assert.equal(await other.eval(look), shown);
    await other.send('Page.close');
    await ends('9 a shared view');
  });

  test('reads the API of a list', async () => {
    await open('Genre');
    await call('api', 'API');
    await dialogIs(`curl '${customer.server.address}/Genre'`);
    await press('Escape');
    await customer.closes();
    await ends('10 the API');
  });

  test('all take few keys', () => {
    tell(`together: ${sum} keys`);
    assert.ok(sum <= ALL, `${sum} keys`);
  });

  test('no script failed on the way', () => customer.noErrors());
});
