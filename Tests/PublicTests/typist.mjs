// A user who edits the cells of a table in place, while others write to it.
import { Visitor } from './visitor.mjs';

const things = `
  CREATE TABLE IF NOT EXISTS Thing (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL, Note TEXT, Price REAL, Stock INTEGER NOT NULL CHECK (Stock < 100), Sold BOOLEAN, Due DATE);
  CREATE TABLE IF NOT EXISTS Log (Line TEXT);
  CREATE TRIGGER IF NOT EXISTS Watch AFTER UPDATE ON Thing BEGIN INSERT INTO Log VALUES (new.Id || ':' || new.Stock); END;
  DELETE FROM Thing;
  DELETE FROM Log;
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
    INSERT INTO Thing SELECT i, printf('Thing %03d', i), 'note', i / 2.0, i % 50, i % 2, '2025-01-02' FROM n;`;

export class Typist extends Visitor {
  /** One for whom nothing moves by itself. */
  static async arrive(...what) {
    const typist = await super.arrive(...what);
    await typist.page.setMedia({ 'prefers-reduced-motion': 'reduce' });
    return typist;
  }

  /** Opens the table as it was at first. */
  async begins(route = '/Thing') {
    this.run(things);
    await this.visit(route, 'Thing');
    await this.page.waitFor(`(async () => (await import('/oriel/list/desk.js')).Desk && !!document.querySelector('li.row'))()`);
    this.page.frames.length = 0;
  }

  /** An expression for a cell, by the beginning of its row's text and by its number. */
  cell(title, place) {
    return `[...document.querySelectorAll('li.row')].find(row => row.innerText.startsWith(${JSON.stringify(title)}))?.firstChild.children[${place}]`;
  }

  /** Gives a cell the focus; its number is that of the stop of the keyboard in the row. */
  async stands(title, place) {
    await this.page.waitFor(this.cell(title, place));
    await this.page.eval(`(cell => {
      const stop = cell.querySelector('a') ?? cell;
      if (stop === cell) cell.tabIndex = -1;
      stop.focus();
    })(${this.cell(title, place)})`);
  }

  /** Waits until a cell has the focus. */
  async isAt(title, place) {
    await this.page.waitFor(`${this.cell(title, place)}?.contains(document.activeElement)`);
  }

  /** Opens the editor on a cell by F2, with its value selected. */
  async edits(title, place) {
    await this.stands(title, place);
    await this.page.press('F2');
    await this.opens();
    await this.page.eval(`document.activeElement.select?.()`);
  }

  opens() {
    return this.page.waitFor(`document.activeElement.closest('.editor .field')`);
  }

  /** Waits until nothing is typed, and nothing waits to be sent. */
  settles() {
    return this.page.waitFor(`!document.querySelector('.editor')`, 40_000);
  }

  /** Waits until the editor shows a text. */
  tells(text) {
    return this.page.waitFor(`document.querySelector('.editor')?.innerText.includes(${JSON.stringify(text)})`);
  }

  types(text) {
    return this.page.send('Input.insertText', { text });
  }

  /** Returns the text of the editor. */
  get typed() {
    return this.page.eval(`document.querySelector('.editor .field').querySelector('input, select, textarea').value`);
  }

  /** A value of a row in the file. */
  stored(column, id = 1) {
    return this.run(`SELECT quote(${column}) FROM Thing WHERE Id = ${id}`);
  }

  /** The commands that the page has sent. */
  get sent() {
    return this.page.frames.filter(({ type }) => type === 'command').map(({ command, row, arguments: values, expected }) => [command, row, values, expected]);
  }

  /** Clicks a cell with the mouse, so many times. */
  async clicks(title, place, times = 1) {
    const [x, y] = await this.page.eval(`(({ left, top, height }) => [left + ${place ? 5 : 45}, top + height / 2])(${this.cell(title, place)}.getBoundingClientRect())`);
    for (let clickCount = 1; clickCount <= times; clickCount++) for (const type of ['mousePressed', 'mouseReleased'])
      await this.page.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount });
  }

  /** Waits until a row has left the list. */
  leaves(title) {
    return this.page.waitFor(`!${this.cell(title, 0)}`);
  }

  /** Waits until the editor is centred on its cell. */
  covers(title, place) {
    return this.page.waitFor(`((cell, node) => {
      const a = cell.getBoundingClientRect(), b = node.getBoundingClientRect(), start = a.left + parseFloat(getComputedStyle(cell).paddingLeft);
      return Math.abs(a.top + a.height / 2 - b.top - b.height / 2) <= 1 && b.left <= start && b.right >= start;
    })(${this.cell(title, place)}, document.querySelector('.editor .field').querySelector('input, select, textarea'))`);
  }
}
