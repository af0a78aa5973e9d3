// Declared lists: the menu of the app, labels and formats, chips, commands of rows, and cards.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { faults } from './axe.mjs';
import { SceneVisitor, screens, skip } from './scenes-visitor.mjs';

describe('declared lists', { skip, concurrency: false }, () => {
  let visitor, page, refusal;

  before(async () => {
    visitor = await SceneVisitor.sees(() => {
      if (refusal) throw refusal;
      return { result: {} };
    });
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  beforeEach(async () => {
    refusal = undefined;
    visitor.commands();
    await page.setViewport(...screens.desk);
    await page.setMedia({ 'prefers-reduced-motion': 'reduce' });
  });

  const desk = () => visitor.visit('/desk', 'VPN drops');

  test('show the menu of the app in place of the tables, and where the page is', async () => {
    await desk();
    assert.deepEqual(await visitor.texts('.app a'), ['Desk', 'Tickets', 'Board', 'Numbers']);
    assert.deepEqual(await visitor.texts('.app [aria-current]'), ['Tickets']);
    assert.equal(await page.eval(`document.querySelector('.side')`), null);
    await visitor.follow('Numbers');
    await visitor.until(`all('.app [aria-current]')[0]?.innerText === 'Numbers'`);
  });

  test('take the colour of the app as the accent, dark enough to be read', async () => {
    await desk();
    const style = `getComputedStyle(document.documentElement).getPropertyValue('--accent')`;
    assert.match(await page.eval(style), /#3457d5/);
    await visitor.visit('/machines', 'Lathe 1');
    assert.match(await page.eval(style), /#0f766e/);
  });

  test('show labels, formats and badges, and titles without a link for rows without a screen', async () => {
    await desk();
    assert.deepEqual((await visitor.texts('.labels > *')).filter(text => text), ['Ticket', 'State', 'Agent', 'Due', 'Open for']);
    assert.deepEqual(await page.eval(`(row => [row.querySelector('.badge').innerText, row.children[0].children[3].innerText, row.children[0].children[5].innerText])([...document.querySelectorAll('li.row')].find(row => row.innerText.startsWith('VPN')))`),
      ['open', 'Bo Ferreira', '0.9 days']);
    assert.equal(await page.eval(`document.querySelectorAll('a[href*=undefined]').length`), 0);
    assert.match(await page.eval(`document.querySelector('li.row time').innerText`), /ago|in |day|now|morrow/);
    assert.equal(await page.eval(`document.querySelector('.help').innerText`), 'What people wait for. The oldest first.');
  });

  test('show each format as what it is', async () => {
    await visitor.visit('/query', 'One');
    const said = Object.fromEntries(await page.eval(`[...document.querySelectorAll('.row .columns > [data-label]')].map(cell => [cell.dataset.label, cell.innerText])`));
    assert.deepEqual({ ...said, since: said.since.replace(/\d+/, 'n'), date: said.date.replace(/\W+/g, ' ') },
      { number: '12,345.68', money: '1,234.50', percent: '12.5%', bytes: '11.2 MB', date: 'Mar 1 2026', since: 'n min', days: '2.4 days', link: 'example.org/a', mail: 'a@example.org', code: 'let x', json: '{"a":1}', none: '–' });
  });

  test('sort by columns of the table and of other rows, and not by computed ones', async () => {
    await desk();
    await visitor.until(`all('.labels [aria-sort]').length === 4`);
    assert.deepEqual(await visitor.texts('.labels [aria-sort]'), ['Ticket', 'State', 'Agent', 'Due']);
    await page.eval(`[...document.querySelectorAll('.labels > *')].find(node => node.innerText === 'Agent').click()`);
    await page.waitFor(`new URLSearchParams(location.search).get('sort') === 'Owner.Name'`);
  });

  test('a named chip is switched on and off in the address', async () => {
    await desk();
    await visitor.press('Mine');
    await visitor.until(`all('.offers [aria-pressed=true]')[0]?.innerText === 'Mine'`);
    assert.equal(await visitor.address(), '/desk?chip=mine');
    await visitor.hides('Invoice 2291');
    await visitor.press('Mine');
    await visitor.shows('Invoice 2291');
    assert.equal(await visitor.address(), '/desk');
  });

  test('a chip of a column offers its values with their counts, and filters by one', async () => {
    await desk();
    await visitor.press('Team');
    await page.waitFor(`document.querySelector('.popup [role=menuitemcheckbox]')`);
    assert.deepEqual((await visitor.texts('.popup button')).map(text => text.replace(/\s+/g, ' ')), ['Team: all', 'Support 6', 'Network 5', 'Billing 5']);
    await visitor.choose('Network');
    await visitor.until(`all('.offers button').some(button => button.innerText === 'Team: Network')`);
    assert.equal(await visitor.address(), '/desk?Team=Network');
    assert.equal(await page.eval(`document.querySelectorAll('.chips > :not([hidden])').length`), 0);
  });

  test('a chip of a date offers months, the latest first', async () => {
    await desk();
    await visitor.press('Opened');
    await page.waitFor(`document.querySelector('.popup [role=menuitemcheckbox]')`);
    assert.deepEqual(await visitor.texts('.popup button'), ['Opened: all', 'November 2026', 'October 2026', 'September 2026']);
    await page.press('ArrowDown');
    assert.equal(await page.eval('document.activeElement.innerText'), 'November 2026');
    await page.press('Escape');
    await page.waitFor(`!document.querySelector('.popup')`);
    assert.equal(await page.eval('document.activeElement.innerText'), 'Opened');
  });

  test('a row offers the commands that it permits, and runs one at once', async () => {
    await desk();
    await visitor.openMenu('Meeting room');
    assert.deepEqual(await visitor.texts('.popup button'), ['Take', 'Close']);
    await visitor.choose('Take');
    const { command, row } = await visitor.sent();
    assert.deepEqual([command, row], ['take', '6']);
  });

  test('the menu of a row is reached by arrows, and that of a card by Tab', async () => {
    await desk();
    await page.eval(`[...document.querySelectorAll('li.row')].find(row => row.innerText.startsWith('VPN')).querySelector('.columns a').focus()`);
    for (let steps = 0; steps < 8 && !await page.eval(`document.activeElement.matches('.dots')`); steps++) await page.press('ArrowRight');
    await page.press('Enter');
    await visitor.until(`all('.popup button:focus')[0]?.innerText === 'Close'`);
    await page.press('Escape');
    await visitor.until(`!all('.popup').length && document.activeElement.matches('.dots')`);
    await visitor.visit('/machines', 'Lathe 1');
    await page.eval(`document.querySelector('.card').focus()`);
    await page.press('Tab');
    await page.press('Enter');
    await visitor.until(`all('.popup button:focus')[0]?.innerText === 'Stop'`);
    await page.press('Escape');
  });

  test('a command with arguments asks for them, checks them, and shows why at the field', async () => {
    await desk();
    await visitor.openMenu('VPN');
    await visitor.choose('Close');
    await visitor.asks('Close VPN drops every evening?');
    await visitor.press('Close');
    await visitor.until(`all('dialog .field .problem')[0]?.innerText === 'Fill in this field.'`);
    await visitor.enter('Reason', 'no');
    await visitor.press('Close');
    await visitor.until(`all('dialog .field .problem')[0]?.innerText === 'Say why, in five letters or more.'`);
    assert.deepEqual(visitor.commands(), []);
    await visitor.enter('Reason', 'It works again');
    await visitor.until(`all('dialog .field .problem')[0]?.innerText === ''`);
    await visitor.press('Close');
    await visitor.closes();
    const { command, row, arguments: values } = await visitor.sent();
    assert.deepEqual([command, row, values], ['close', '1', { reason: 'It works again' }]);
  });

  test('a refused command says why', async () => {
    await desk();
    refusal = { message: 'Somebody has taken this ticket.' };
    await visitor.openMenu('Meeting room');
    await visitor.choose('Take');
    await visitor.until(`all('.banner')[0].innerText === 'Somebody has taken this ticket.'`);
  });

  test('a command for many rows is offered for the selected ones', async () => {
    await desk();
    await visitor.ticks('VPN');
    await visitor.ticks('Invoice');
    assert.equal(await page.eval(`[...document.querySelectorAll('.selected button')].some(button => button.innerText === 'Take' && !button.hidden)`), false);
    await visitor.press('Close');
    await visitor.asks('Close “2 selected”?');
    await visitor.enter('Reason', 'Both work again');
    await visitor.press('Close');
    await visitor.closes();
    await visitor.until(`all('.selected')[0].hidden`);
    assert.deepEqual(visitor.commands().map(({ command, row }) => [command, row]), [['close', '1'], ['close', '2']]);
  });

  test('rows that refuse a command stay selected, and the page says why', async () => {
    await desk();
    await visitor.ticks('VPN');
    await visitor.ticks('Invoice');
    await visitor.press('Close');
    await visitor.enter('Reason', 'Both work again');
    refusal = { message: 'It is closed already.' };
    await visitor.press('Close');
    await visitor.asks('0 changed, 2 not');
    await visitor.asks('VPN drops every evening: It is closed already.');
    assert.equal(await page.eval(`document.querySelectorAll('li[aria-selected=true]').length`), 2);
  });

  test('a form has groups, labels and help, and its rules are checked before it is sent', async () => {
    await desk();
    await visitor.press('New ticket');
    await visitor.asks('What was seen');
    assert.deepEqual(await visitor.texts('dialog legend'), ['What', 'Who']);
    await visitor.enter('Mail of the caller', 'ada');
    await visitor.enter('Due', '');
    await page.eval(`(node => { node.value = '2020-01-01'; node.dispatchEvent(new Event('input')); })([...document.querySelectorAll('dialog .field')].find(field => field.innerText.startsWith('Due')).querySelector('input'))`);
    await visitor.press('New ticket');
    await visitor.until(`all('dialog .problem').filter(node => node.innerText).length === 3`);
    assert.deepEqual((await visitor.texts('dialog .problem')).filter(text => text), ['Fill in this field.', 'Type a mail address, such as ada@example.org.', 'Choose a day that is still to come.']);
    assert.equal(await page.eval('document.activeElement.closest(".field").innerText.startsWith("Title")'), true);
    assert.deepEqual(visitor.commands(), []);
    await visitor.enter('Title', 'A new ticket');
    await visitor.enter('Mail of the caller', 'ada@example.org');
    await page.eval(`(node => { node.value = '2030-01-01'; node.dispatchEvent(new Event('input')); })([...document.querySelectorAll('dialog .field')].find(field => field.innerText.startsWith('Due')).querySelector('input'))`);
    await visitor.press('New ticket');
    await visitor.closes();
    assert.deepEqual((await visitor.sent()).arguments, { Title: 'A new ticket', Mail: 'ada@example.org', Due: '2030-01-01' });
  });

  test('an empty list says what the file says', async () => {
    await desk();
    visitor.server.patch('/desk', [{ op: 'replace', path: '/cells', value: {} }, { op: 'replace', path: '/sections', value: [] }, { op: 'replace', path: '/window/total', value: 0 }]);
    await page.waitFor(`document.querySelector('.scene').style.getPropertyValue('--none').includes('Time for coffee')`);
    visitor.server.documents.clear();
  });

  test('only the formats that the file permits are exported', async () => {
    await desk();
    await page.eval(`[...document.querySelectorAll('.bar button')].find(button => button.innerText === 'Export' || button.textContent === 'Export').click()`);
    await visitor.asks('Export Tickets');
    assert.deepEqual(await visitor.texts('dialog .choice'), ['CSV, for spreadsheets']);
    await page.press('Escape');
    await visitor.closes();
  });

  test('cards show what the file names, and their bars grow with a patch', async () => {
    await visitor.visit('/machines', 'Lathe 1');
    await visitor.until(`all('.card').length === 10`);
    assert.deepEqual((await visitor.texts('.card'))[0].split('\n'), ['Lathe 1', 'Gear wheel M4', 'run', '40 of 200']);
    await page.eval(`window.bar = document.querySelector('.card .meter')`);
    visitor.server.patch('/machines', [{ op: 'replace', path: '/cells/1/fields/Done', value: 100 }]);
    await visitor.until(`all('.card')[0].innerText.includes('100 of 200')`);
    assert.deepEqual(await page.eval(`[bar.isConnected, bar.style.getPropertyValue('--part')]`), [true, '0.5']);
    await visitor.openMenu('Lathe 1');
    await visitor.choose('Stop');
    await visitor.asks('Stop Lathe 1');
    await page.press('Escape');
    await visitor.closes();
  });

  test('cards and table are exchanged, and the choice is kept', async () => {
    await visitor.visit('/machines', 'Lathe 1');
    await page.eval(`[...document.querySelectorAll('.bar button')].find(button => button.textContent === 'Grid').click()`);
    await page.waitFor(`document.querySelector('.sheet .row')`);
    await visitor.visit('/machines', 'Lathe 1');
    await page.waitFor(`document.querySelector('.sheet .row')`);
    await page.eval(`[...document.querySelectorAll('.bar button')].find(button => button.textContent === 'Grid').click()`);
    await page.waitFor(`document.querySelector('.card')`);
    await page.eval('localStorage.clear()');
  });

  test('a changed file that makes another kind of screen is taken at once', async () => {
    await desk();
    visitor.server.patch('/desk', [{ op: 'add', path: '/template', value: 'board' }, { op: 'add', path: '/lanes', value: { column: 'State' } }]);
    await visitor.finally(`document.querySelectorAll('.lane').length === 3`);
    visitor.server.documents.clear();
  });

  for (const [screen, size] of Object.entries({ desk: screens.desk, phone: screens.phone })) for (const scheme of ['light', 'dark'])
    test(`can be read on a ${screen}, ${scheme}`, async () => {
      await page.setViewport(...size);
      await page.setMedia({ 'prefers-color-scheme': scheme, 'prefers-reduced-motion': 'reduce' });
      for (const [route, expected] of [['/desk', 'VPN drops'], ['/machines', 'Lathe 1'], ['/tickets/2', 'Bo Ferreira']]) {
        await visitor.visit(route, expected);
        await visitor.fits(route);
        assert.deepEqual(await page.eval(`(${faults})()`), [], route);
        await visitor.shoot(`scenes-${screen}-${scheme}${route.replaceAll('/', '-')}`);
      }
    });

  test('log nothing', () => visitor.noErrors());
});
