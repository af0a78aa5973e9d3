// A user of the music shop, on a desktop in the light scheme or a phone in the dark one. ORIEL_CHINOOK names a real Chinook file.
import assert from 'node:assert/strict';
import { faults } from './axe.mjs';
import { chinook } from './chinook.mjs';
import { Server } from './server.mjs';
import { Visitor } from './visitor.mjs';

/** Where one is, and the size, kind and colours of the screen there. */
export const ways = { 'on a desk, light': [1280, 800, false, 'light'], 'on a phone, dark': [390, 844, true, 'dark'] };

/** The page's answer to how many rows the list has, as digits. */
export const total = `document.querySelector('small').innerText.replace(/\\D/g, '')`;

export class Customer extends Visitor {
  static async comes(width, height, isPhone, scheme) {
    const database = await chinook(), customer = await Customer.arrive(() => Server.start(database));
    await customer.page.setViewport(width, height, isPhone);
    await customer.page.setMedia({ 'prefers-color-scheme': scheme });
    return Object.assign(customer, { database, isPhone });
  }

  /** The rows that a query has in the file. */
  ask(sql) {
    return JSON.parse(this.run('.mode json\n' + sql) || '[]');
  }

  /** How many rows of a table are so in the file. */
  count(table, where = '1') {
    return Number(this.run(`SELECT count(*) FROM ${table} WHERE ${where}`));
  }

  picture(name) {
    return super.picture(`${this.isPhone ? 'phone' : 'desk'}-${name}`);
  }

  /** Finds faults of the page: in accessibility, and on small screens. */
  async isSound(what) {
    assert.deepEqual(await this.page.eval(`(${faults})()`), [], what);
    await this.fits(what);
  }

  /** Waits until an outcome shows in the file. */
  async holds(sql, expected) {
    for (const end = Date.now() + 10_000; this.run(sql) !== expected;) {
      assert.ok(Date.now() < end, `${sql} is ${this.run(sql)}, not ${expected}`);
      await this.page.eval('new Promise(requestAnimationFrame)');
    }
  }
}
