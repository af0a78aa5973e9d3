// SQL typed at /-/sql: rows that are live, names that are completed, parameters, mistakes, and the scene that shows the same.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Customer, ways } from './customer.mjs';
import { skip } from './visitor.mjs';

for (const [way, screen] of Object.entries(ways)) describe(`SQL ${way}`, { skip, concurrency: false }, () => {
  let customer, page;

  before(async () => {
    customer = await Customer.comes(...screen);
    ({ page } = customer);
  });

  after(() => customer?.leave());

  const fresh = async () => {
    await page.goto('about:blank');
    await page.goto(customer.server.address + '/-/sql');
    await page.waitFor(`document.querySelector('form.sql textarea')`);
  };
  const texts = selector => page.eval(`[...document.querySelectorAll(${JSON.stringify(selector)})].map(node => node.innerText.trim())`);

  test('rows appear, follow other programs, and are sorted by a press on a label', async () => {
    await fresh();
    await page.type('form.sql textarea', `SELECT Name, GenreId FROM Genre WHERE GenreId < 4`);
    await customer.press('Run');
    const [{ Name }] = customer.ask('SELECT Name FROM Genre WHERE GenreId = 1');
    await customer.shows(Name);
    await customer.run(`UPDATE Genre SET Name = 'Aria' WHERE GenreId = 3`);
    await customer.shows('Aria');
    assert.match(await page.eval('location.search'), /query=SELECT%20Name/);
    await page.eval(`document.querySelector('form.sql details').open = true`);
    await customer.shows('Reads Genre.');
    assert.match((await texts('form.sql pre')).join(), /SEARCH Genre/);
    if (!customer.isPhone) {
      await page.eval(`[...document.querySelectorAll('.labels > *')].find(label => label.innerText.startsWith('Name')).click()`);
      await page.waitFor(`location.search.includes('sort=Name')`);
      await page.waitFor(`[...document.querySelectorAll('li.row')].findIndex(row => row.innerText.includes('Aria')) === 0`);
    }
    await customer.shoot(`${customer.isPhone ? 'phone' : 'desk'}-sql`);
    await customer.isSound('SQL');
  });

  test('names are completed, those of a table after its dot', async () => {
    await fresh();
    await page.type('form.sql textarea', 'SELECT * FROM Gen');
    await page.waitFor(`document.querySelector('.completion:not([hidden])')`);
    assert.equal((await texts('.completion > li'))[0], 'Genre');
    await page.press('Tab');
    await page.type('form.sql textarea', 'SELECT * FROM Genre WHERE Genre.Na');
    assert.deepEqual(await texts('.completion > li'), ['Name']);
    await page.press('Tab');
    assert.equal(await page.eval(`document.querySelector('form.sql textarea').value`), 'SELECT * FROM Genre WHERE Genre.Name');
  });

  test('a parameter has a field, and a mistake is a sentence above the text, which stays', async () => {
    await fresh();
    await page.type('form.sql textarea', 'SELECT Name FROM Genre WHERE GenreId = :id');
    await page.type('.parameters input', '2');
    await customer.press('Run');
    const [{ Name }] = customer.ask('SELECT Name FROM Genre WHERE GenreId = 2');
    await customer.shows(Name);
    await fresh();
    await page.type('form.sql textarea', 'SELECT Nmae FROM Genre');
    await customer.press('Run');
    await page.waitFor(`document.querySelector('form.sql .problem').innerText.includes('Nmae')`);
    assert.equal(await page.eval(`document.querySelector('form.sql textarea').value`), 'SELECT Nmae FROM Genre');
  });

  test('a scene with the same rows can be copied', async () => {
    await fresh();
    await page.type('form.sql textarea', 'SELECT count(*) AS Tracks FROM Track');
    await customer.press('Run');
    await customer.shows('Show as a scene');
    await customer.press('Show as a scene');
    const yaml = await page.eval(`document.querySelector('.sql-scene').value`);
    assert.equal(yaml, 'scenes:\n  /query:\n    title: Query\n    query: |\n      SELECT count(*) AS Tracks FROM Track\n');
    customer.noErrors();
  });
});
