// A declared row: groups of values, questions, forms with pickers, and rows that are added to its sections.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { fault } from '../../public/oriel/scene/rules.js';
import { ticks } from '../../public/oriel/scene/series.js';
import { ago, momentOf, passed } from '../../public/oriel/scene/time.js';
import { SceneVisitor, skip } from './scenes-visitor.mjs';

describe('a declared row', { skip, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await SceneVisitor.sees();
    ({ page } = visitor);
    await page.setMedia({ 'prefers-reduced-motion': 'reduce' });
  });

  after(() => visitor?.leave());

  beforeEach(async () => {
    visitor.commands();
    await visitor.visit('/tickets/2', 'Bo Ferreira');
  });

  test('has its values in groups, with labels and formats', async () => {
    assert.deepEqual(await visitor.texts('.groups h2:not([hidden])'), ['What', 'Who']);
    assert.deepEqual(await visitor.texts('.groups dt'), ['Title', 'Note', 'Agent', 'Team', 'State', 'Due']);
    assert.equal(await page.eval(`document.querySelector('dd .badge').innerText`), 'open');
  });

  test('takes a changed value over in its place', async () => {
    visitor.server.patch('/tickets/2', [{ op: 'replace', path: '/outputs/Team', value: 'Billing' }]);
    await visitor.until(`all('.groups dd').some(node => node.innerText === 'Billing')`);
    visitor.server.documents.clear();
  });

  test('asks the question of a command before it runs', async () => {
    await visitor.press('Reopen');
    await visitor.asks('Reopen this ticket?');
    assert.deepEqual(visitor.commands(), []);
    await visitor.press('Reopen');
    await visitor.closes();
    assert.equal((await visitor.sent()).command, 'reopen');
  });

  test('sends only changed values of the form, guarded by those that were shown', async () => {
    await visitor.press('Edit');
    await visitor.asks('Agent');
    assert.equal(await page.eval(`document.querySelector('dialog .tall textarea').value.startsWith('Since')`), true);
    await visitor.enter('Note', 'Gone since noon.');
    await visitor.press('Save');
    await visitor.closes();
    const { command, arguments: values, expected } = await visitor.sent();
    assert.deepEqual([command, values, Object.keys(expected)], ['update', { Note: 'Gone since noon.' }, ['Note']]);
  });

  test('a reference is chosen by its title', async () => {
    await visitor.press('Edit');
    await visitor.asks('Agent');
    await visitor.until(`all('dialog .pick input')[0]?.value === 'Bo Ferreira'`);
    await page.eval(`document.querySelector('dialog .pick input').focus()`);
    await page.type('dialog .pick input', 'min');
    await visitor.until(`all('dialog [role=option]').some(node => node.innerText === 'Mina Okafor')`);
    await page.eval(`[...document.querySelectorAll('dialog [role=option]')].find(node => node.innerText === 'Mina Okafor').dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))`);
    await visitor.until(`all('dialog .pick input')[0].value === 'Mina Okafor'`);
    await visitor.press('Save');
    await visitor.closes();
    assert.deepEqual((await visitor.sent()).arguments, { Owner: 2 });
  });

  test('a row is added to a section with the values of the section', async () => {
    await visitor.press('+ Event');
    await visitor.asks('Add: Event');
    await visitor.enter('Text', 'Called again');
    await visitor.press('Save');
    await visitor.closes();
    const { command, route, arguments: values } = await visitor.sent();
    assert.deepEqual([route, command, values], ['/Event', 'insert', { Ticket: '2', Text: 'Called again' }]);
  });

  test('logs nothing', () => visitor.noErrors());
});

test('a rule says why a text breaks it, in its own words or in those of the file', () => {
  const said = (argument, typed) => fault({ type: 'text', ...argument }, typed);
  assert.deepEqual([said({ required: true }, ''), said({}, ''), said({ minLength: 3 }, 'ab'), said({ maxLength: 1 }, 'ab'), said({ match: '[a-z]+' }, 'a1'), said({ match: '[a-z]+' }, 'ab'), said({ match: '(' }, 'a')],
    ['Fill in this field.', undefined, '3 letters at least.', '1 letter at most.', 'This value is not valid.', undefined, undefined]);
  assert.deepEqual([said({ type: 'integer', min: 2 }, '1'), said({ type: 'integer', max: 2 }, '10'), said({ type: 'number' }, 'x'), said({ type: 'date', min: '2026-01-01', message: 'Later.' }, '2025-12-31'), said({ type: 'date', min: 'today' }, '9999-01-01')],
    ['The least is 2.', 'The most is 2.', 'Type a number.', 'Later.', undefined]);
  assert.deepEqual([said({ format: 'mail' }, 'a@b'), said({ format: 'mail' }, 'a@b.c'), said({ format: 'url' }, 'example.org')], ['Type a mail address, such as ada@example.org.', undefined, 'Type a web address, with https in front.']);
});

test('an axis has round numbers, and whole ones for whole values', () => {
  assert.deepEqual([ticks(0, 8, 4), ticks(0, 3, 4, true), ticks(0, 140, 4), ticks(-3, 9, 4), ticks(0, .8, 4), ticks(0, 0, 4, true)],
    [[0, 2, 4, 6, 8], [0, 1, 2, 3], [0, 50, 100, 150], [-5, 0, 5, 10], [0, .2, .4, .6, .8], [0, 1]]);
});

test('a time says how long ago it is', () => {
  const before = (milliseconds) => momentOf(new Date(Date.now() - milliseconds).toISOString());
  assert.deepEqual([ago(before(5.2 * 36e5)), ago(before(-2 * 864e5)), passed(before(185e3)), passed(before(5 * 36e5 + 12 * 6e4 + 500)), passed(before(50 * 36e5 + 500)), passed(momentOf('2999-01-01'))],
    ['5 hours ago', 'in 2 days', '3 min', '5 hr 12 min', '2 days 2 hr', '0 sec']);
});
