// Values as what they are: in lists, on rows, and as functions.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { hueOf, isEnumeration } from '../../public/oriel/list/rich.js';
import { measure } from '../../public/oriel/list/units.js';
import { Visitor, serving, skip } from './visitor.mjs';

test('a column of few short texts is an enumeration', () => {
  const repeat = (texts, count) => Array.from({ length: count }, (_, i) => texts[i % texts.length]);
  assert.ok(isEnumeration(repeat(['red', 'blue', null], 30)));
  assert.ok(!isEnumeration(repeat(['red', 'blue'], 8)), 'too few rows to tell');
  assert.ok(!isEnumeration(repeat(Array.from({ length: 9 }, (_, i) => `kind ${i}`), 90)), 'too many values');
  assert.ok(!isEnumeration(repeat(['a text of more than twenty letters', 'b'], 30)));
  assert.ok(!isEnumeration(repeat(['a@example.com', 'b@example.com'], 30)) && !isEnumeration(repeat(['#fff', '#000'], 30)));
  assert.ok(!isEnumeration(repeat(['2026-01-01', '2026-01-02'], 30)) && !isEnumeration(repeat([1, 2], 30)));
});

test('a text has the same hue each time', () => {
  assert.equal(hueOf('red'), hueOf('red'));
  assert.notEqual(hueOf('red'), hueOf('blue'));
  assert.ok(hueOf('') >= 0 && hueOf('x'.repeat(99)) < 360);
});

test('a number has the unit that the name of its column ends with', () => {
  const all = (name, ...values) => values.map(value => measure(value, name));
  assert.deepEqual(all('Bytes', 0, 1, 512, 11_170_334, -2e9), ['0 bytes', '1 byte', '512 bytes', '11.2 MB', '-2.0 GB']);
  assert.deepEqual(all('Milliseconds', 850, 12_345, 59_960, 343_719, 3_943_719, -343_719), ['850 ms', '12.3 sec', '1:00', '5:44', '1:05:44', '−5:44']);
  assert.deepEqual(all('track_seconds', 0, 45, 100, 1e6), ['0 sec', '45 sec', '1:40', '277:46:40']);
  assert.deepEqual(all('Price_EUR', 12.5, 0, 1e6), ['€12.50', '€0.00', '€1,000,000.00']);
  assert.deepEqual(['Length (ms)', 'fileBytes', 'FILE_BYTES', 'Wait [sec]', 'Price (USD)'].map(name => measure(600, name)), ['600 ms', '600 bytes', '600 bytes', '10:00', '$600.00']);
  for (const name of ['Items', 'Systems', 'params', 'kilobytes', 'Size', 'Europe', 'price_eur', 'BytesPerSecond', '', undefined]) assert.equal(measure(1e6, name), undefined, name);
  for (const value of ['600', null, undefined, true, { href: '/x', bytes: 1 }]) assert.equal(measure(value, 'Bytes'), undefined, `${value}`);
  assert.equal(measure(600, 'Bytes', { type: 'integer', key: true }), undefined);
});

const ago = minutes => new Date(Date.now() - minutes * 6e4).toISOString();
const schema = `CREATE TABLE Maker (MakerId INTEGER PRIMARY KEY, Name TEXT);
  INSERT INTO Maker VALUES (1, 'Ada & Sons');
  CREATE TABLE Thing (ThingId INTEGER PRIMARY KEY, Name TEXT, MakerId INTEGER REFERENCES Maker, Done BOOLEAN, Kind TEXT, Born DATE, Seen DATETIME,
    Local DATETIME, Site TEXT, Mail TEXT, Color TEXT, Data JSON, Picture BLOB, Note TEXT, Void TEXT, Made DATETIME DEFAULT CURRENT_TIMESTAMP);
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
    INSERT INTO Thing (ThingId, Name, MakerId, Done, Kind, Born, Seen, Local, Site, Mail, Color, Data, Picture, Note)
    SELECT i, 'Thing ' || i, 1, i % 2, CASE i % 2 WHEN 0 THEN 'old' ELSE 'new' END, '2021-03-04', '${ago(5)}', '2021-03-04 17:30:00',
      'https://example.com/path', 'ada@example.com', '#336699', '{"a":[1,2],"note":"long enough to be folded"}',
      x'89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082',
      replace(hex(zeroblob(450)), '00', 'nn') FROM n;`;

describe('values', { skip, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Visitor.arrive(serving(schema));
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  const cell = name => `document.querySelector('li.row [data-label="${name}"]')`;
  const part = (name, selector) => page.waitFor(`${cell(name)}?.querySelector('${selector}')`).then(() => page.eval(`${cell(name)}.querySelector('${selector}').innerText`));

  for (const scheme of ['light', 'dark']) test(`a list shows values as what they are, ${scheme}`, async () => {
    await page.setViewport(2400, 900);
    await page.setMedia({ 'prefers-color-scheme': scheme });
    await visitor.visit('/Thing', 'Thing 1');
    assert.equal(await part('MakerId', 'a.ref[href="/Maker/1"]'), 'Ada & Sons');
    assert.equal(await part('Done', '.tag'), 'Yes');
    assert.equal(await part('Kind', '.tag'), 'new');
    assert.match(await part('Born', 'time[datetime="2021-03-04"]'), /Mar 4, 2021/);
    assert.match(await part('Local', 'time'), /Mar 4, 2021, 5:30/);
    assert.match(await part('Seen', 'time[data-time]'), /^\d min\. ago$/);
    assert.match(await part('Made', 'time[data-time]'), /ago|now/);
    assert.equal(await page.eval(`${cell('Local')}.title`), '2021-03-04 17:30:00');
    assert.equal(await part('Site', 'a[target=_blank][rel=noreferrer]'), 'example.com/path');
    assert.equal(await part('Mail', 'a[href="mailto:ada@example.com"]'), 'ada@example.com');
    await part('Color', '.swatch');
    assert.equal(await page.eval(`getComputedStyle(${cell('Color')}.querySelector('.swatch'), '::before').content`), 'none');
    await page.waitFor(`${cell('Picture')}.querySelector('img.thumb').getAttribute('src') === '/Thing/1/Picture'`);
    assert.equal(await page.eval(`${cell('Void')}.className`), 'null');
    await visitor.shoot(`values-${scheme}`);
  });

  test('numbers with units are aligned and rounded; the exact ones are on hover, edited, copied and on the row', async () => {
    visitor.run(`CREATE TABLE File (FileId INTEGER PRIMARY KEY, Name TEXT, Milliseconds INTEGER, Bytes INTEGER, Price_EUR REAL);
      INSERT INTO File VALUES (1, 'First', 343719, 11170334, 0.99), (2, 'Second', 3943719, 512, 1234.5), (3, 'Third', NULL, NULL, NULL)`);
    await page.setViewport(1280, 800);
    await page.setMedia({ 'prefers-color-scheme': 'light' });
    await visitor.visit('/File', 'First');
    await visitor.shows('11.2 MB');
    const cells = names => page.eval(`${JSON.stringify(names)}.map(name => [...document.querySelectorAll('li.row [data-label="' + name + '"]')].map(node => node.innerText))`);
    assert.deepEqual(await cells(['Milliseconds', 'Bytes', 'Price_EUR']), [['5:44', '1:05:44', 'NULL'], ['11.2 MB', '512 bytes', 'NULL'], ['€0.99', '€1,234.50', 'NULL']]);
    for (const name of ['Milliseconds', 'Bytes', 'Price_EUR']) assert.equal(await page.eval(`getComputedStyle(${cell(name)}).textAlign`), 'end', name);
    assert.deepEqual(await page.eval(`[${cell('Milliseconds')}.title, ${cell('Bytes')}.title]`), ['343719', '11170334']);
    await visitor.shoot('units');
    await page.waitFor(`!!document.querySelector('.lines').desk?.edits`);
    await page.eval(`(cell => { cell.tabIndex = -1; cell.focus(); })(${cell('Milliseconds')})`);
    assert.equal(await page.eval(`(() => {
      const event = new ClipboardEvent('copy', { clipboardData: new DataTransfer(), bubbles: true, cancelable: true });
      document.activeElement.dispatchEvent(event);
      return event.clipboardData.getData('text/plain');
    })()`), '343719');
    await page.press('F2');
    await page.waitFor(`document.querySelector('.editor input')?.value === '343719'`);
    await page.eval(`document.querySelector('.editor input').select()`);
    await page.send('Input.insertText', { text: '60000' });
    await page.press('Enter');
    await page.waitFor(`${cell('Milliseconds')}.innerText === '1:00'`);
    assert.equal(visitor.run('SELECT Milliseconds FROM File WHERE FileId = 1'), '60000');
    await visitor.visit('/File/1', 'First');
    const line = name => page.eval(`[...document.querySelectorAll('dt')].find(({ innerText }) => innerText === '${name}').nextSibling.innerText`);
    assert.deepEqual([await line('Milliseconds'), await line('Bytes'), await line('Price_EUR'), await line('FileId')], ['1:00 60,000', '11.2 MB 11,170,334', '€0.99', '1']);
    await visitor.shoot('units-row');
    await page.setViewport(375, 720, true);
    await visitor.visit('/File', 'Second');
    await visitor.shows('1:05:44');
    await visitor.fits('a list with units');
    await visitor.shoot('units-phone');
    visitor.run('DROP TABLE File');
    await page.setViewport(2400, 900);
  });

  test('Enter follows a reference, and a press beside it opens the row', async () => {
    await visitor.visit('/Thing', 'Thing 1');
    await part('MakerId', 'a.ref');
    await page.eval(`document.querySelector('li.row a').focus()`);
    for (let i = 0; i < 2; i++) await page.press('ArrowRight');
    await page.waitFor(`document.activeElement.matches('.ref')`);
    await page.press('Enter');
    await page.waitFor(`location.pathname === '/Maker/1'`);
    await visitor.visit('/Thing', 'Thing 1');
    await page.click('li.row [data-label="Data"]');
    await page.waitFor(`location.pathname === '/Thing/1'`);
  });

  test('a reference follows the other row', async () => {
    await visitor.visit('/Thing', 'Ada & Sons');
    visitor.run(`UPDATE Maker SET Name = 'Eve'`);
    await visitor.hides('Ada & Sons');
    assert.equal(await part('MakerId', 'a.ref'), 'Eve');
    visitor.run(`UPDATE Maker SET Name = 'Ada & Sons'`);
  });

  for (const [screen, size] of [['desk', [1280, 800]], ['phone', [390, 844, true]]]) test(`a row folds long values, on a ${screen}`, async () => {
    await page.setViewport(...size);
    await visitor.visit('/Thing/1', 'Thing 1');
    await page.waitFor(`document.querySelector('dd details:not([open])') && document.querySelector('dd .more-text')`);
    const height = await page.eval(`document.querySelector('.more-text').offsetHeight`);
    await page.eval(`document.querySelector('.more-text + button').click(), document.querySelector('dd summary').click()`);
    await page.waitFor(`document.querySelector('.more-text').offsetHeight > ${height} && document.querySelector('dd pre').innerText.includes('1,')`);
    visitor.run(`UPDATE Thing SET Kind = 'rare' WHERE ThingId = 1`);
    await visitor.shows('rare');
    await page.waitFor(`document.querySelector('dd details[open]') && document.querySelector('.more-text.open')`);
    visitor.run(`UPDATE Thing SET Kind = 'new' WHERE ThingId = 1`);
    await visitor.fits('the row');
    await visitor.shoot(`values-row-${screen}`);
  });

  test('no script failed on the way', () => visitor.noErrors());
});
