// The shared fixture of the browser tests: a small library, and a user with a browser.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Chromium, chromiumPath } from './chromium.mjs';
import { Database, Server, missing, workbench } from './server.mjs';

/** Why these tests cannot run here, or undefined. */
export const skip = missing ?? (chromiumPath ? undefined : 'Chromium is not installed');

/** Why the tests of the workbench cannot run here, or undefined. */
export const skipKit = skip ?? (existsSync(workbench) ? undefined : `no workbench at ${workbench}: build it, or set ORIEL_WORKBENCH`);

const { ORIEL_SCREENSHOTS: screenshots, ORIEL_PICTURES: pictures } = process.env;

const library = `
  CREATE TABLE Artist (ArtistId INTEGER PRIMARY KEY, Name TEXT NOT NULL, Founded INTEGER, Portrait BLOB);
  CREATE TABLE Album (AlbumId INTEGER PRIMARY KEY, Title TEXT NOT NULL, ArtistId INTEGER NOT NULL REFERENCES Artist);
  CREATE TABLE Track (TrackId INTEGER PRIMARY KEY, Name TEXT NOT NULL, Seconds INTEGER NOT NULL);
  CREATE TABLE Seat (Hall TEXT, Number INTEGER, Guest TEXT, PRIMARY KEY (Hall, Number)) WITHOUT ROWID;
  CREATE TABLE "odd ""name""/é" ("a b" TEXT PRIMARY KEY, "__proto__" TEXT);
  INSERT INTO Artist VALUES (1, 'Quiet Harbor', 1971, NULL), (2, 'Paper Wolves', NULL, x'00ff10'), (3, 'Iron Lanterns', 1999, NULL);
  INSERT INTO Album VALUES (1, 'First Light', 1), (2, 'Second Wind', 1), (3, 'Howl', 2);
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
    INSERT INTO Track SELECT i, printf('Track %04d', i), 100 + i % 300 FROM n;
  INSERT INTO Seat VALUES ('North, upper', 7, 'Ada'), ('South', 7, 'Grace');
  INSERT INTO "odd ""name""/é" VALUES ('x/y "z"', '<img src=x onerror=alert(1)>');`;

/** Returns what starts a server for a visitor, whose database this SQL makes. */
export const serving = sql => async visitor => Server.start(visitor.database = await Database.create(sql));

/** A person at a browser of their own, in front of a server of their own. */
export class Visitor {
  /** Opens the library, or the server of `start`. */
  static async arrive(start = serving(library)) {
    const visitor = new this();
    try {
      visitor.server = await start(visitor);
      visitor.browser = await Chromium.launch();
      visitor.page = await visitor.browser.newPage();
      return visitor;
    } catch (error) {
      await visitor.leave();
      throw error;
    }
  }

  async leave() {
    await this.browser?.close();
    await this.server?.stop();
    await this.database?.remove();
  }

  /** Stops the server and starts another at the same address; `between` runs during the outage. */
  async restart(between = () => {}) {
    const { port } = this.server;
    await this.server.stop();
    await between();
    this.server = await Server.start(this.database, port);
  }

  /** Kills the server without a shutdown, and starts another at the same address; `between` runs during the outage. */
  async kill(between) {
    this.server.child.kill('SIGKILL');
    await this.restart(between);
  }

  run(sql) {
    return this.database.run(sql);
  }

  /** Opens a route as a new visitor (a reload would return to the place that was left) and waits until it shows. */
  async visit(route, expected) {
    await this.page.goto('about:blank');
    await this.page.goto(this.server.address + route);
    await this.shows(expected);
    await this.isLive();
    await this.page.waitFor(`!document.querySelector(':not(.cards) > ul[role=list]')`); // what lists load on demand is here
  }

  shows(text) {
    return this.page.waitFor(`document.querySelector('main').innerText.includes(${JSON.stringify(text)})`);
  }

  hides(text) {
    return this.page.waitFor(`!document.querySelector('main').innerText.includes(${JSON.stringify(text)})`);
  }

  isLive(milliseconds) {
    return this.page.waitFor(`document.querySelector('header button').className === 'live'`, milliseconds);
  }

  /** Waits until a page is idle: nothing moves for 40 checks, and its history has the position. */
  rests(page = this.page) {
    return page.waitFor(`(rest => {
      const middle = document.elementFromPoint(300, innerHeight / 2)?.closest('li'), { scrollHeight } = document.documentElement;
      const now = [scrollY, scrollHeight, middle?.innerText, middle?.getBoundingClientRect().top].join();
      window.rest = { now, looks: rest?.now === now ? rest.looks + 1 : 0 };
      return window.rest.looks >= 40 && (history.state?.y ?? 0) === scrollY;
    })(window.rest)`, 20_000);
  }

  /** The route that the page's address names. */
  address() {
    return this.page.eval('decodeURIComponent(location.pathname + location.search)');
  }

  /** Follows the first link with a text, by the keyboard. */
  async follow(text) {
    await this.page.waitFor(`(() => {
      const link = [...document.querySelectorAll('a[href]')].find(a => a.innerText.includes(${JSON.stringify(text)}));
      link?.focus();
      return !!link;
    })()`);
    await this.page.press('Enter');
  }

  /** Waits until a dialog's field is there; answers with an expression for its control, in the page. */
  async field(name) {
    await this.page.waitFor(`window.field = [...document.querySelectorAll('dialog .field')].find(field => field.innerText.trim().startsWith(${JSON.stringify(name)}))`);
    return `field.querySelector('input, textarea, select')`;
  }

  /** Replaces the text of a field in the dialog, by typing. */
  async enter(name, text) {
    const control = await this.field(name);
    await this.page.eval(`${control}.id = 'target'`);
    await this.page.type('#target', text);
    await this.page.eval(`document.querySelector('#target').removeAttribute('id')`);
  }

  /** Presses the first button with a text, in the dialog in front if there is one. */
  async press(text) {
    await this.page.waitFor(`(() => {
      const buttons = ([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('main')).querySelectorAll('button');
      const button = [...buttons].find(button => button.innerText.trim() === ${JSON.stringify(text)} && !button.disabled && !button.ariaDisabled);
      button?.focus();
      button?.click();
      return !!button;
    })()`);
  }

  /** Ticks the box of a row, by the beginning of its text, as soon as it has one. */
  ticks(name) {
    return this.page.waitFor(`(box => { box?.click(); return !!box; })([...document.querySelectorAll('li.row')].find(row => row.innerText.startsWith('${name}'))?.querySelector('.mark input'))`);
  }

  /** Waits until the dialog in front shows a text. */
  asks(text) {
    return this.page.waitFor(`[...document.querySelectorAll('dialog[open]')].at(-1)?.innerText.includes(${JSON.stringify(text)})`);
  }

  /** The value of an output, by its label. */
  output(label) {
    return this.page.eval(`[...document.querySelectorAll('main dt')].find(dt => dt.innerText === ${JSON.stringify(label)})?.nextSibling.innerText`);
  }

  /** Waits until an output has a value. */
  says(label, value) {
    return this.page.waitFor(`[...document.querySelectorAll('main dt')].find(dt => dt.innerText === ${JSON.stringify(label)})?.nextSibling.innerText.trim() === ${JSON.stringify(value)}`);
  }

  /** Waits until the dialog has closed. */
  closes() {
    return this.page.waitFor(`!document.querySelector('dialog')`);
  }

  /** Checks that nothing is wider than the screen: of a table on a desk, the bars and the dialogs. */
  async fits(what) {
    const [wide, screen] = await this.page.eval(`(isTable => [isTable
      ? Math.max(...[...document.querySelectorAll('header, .title, .chips, dialog')].map(node => node.getBoundingClientRect().right))
      : document.documentElement.scrollWidth, innerWidth])(matchMedia('(min-width: 44rem)').matches && document.querySelector('.sheet'))`);
    assert.ok(wide <= screen, `${what} is ${wide} pixels wide, the screen ${screen}`);
  }

  /** Checks that all logged errors match `expected`. */
  noErrors(expected) {
    assert.deepEqual(this.page.errors.filter(error => !expected?.test(error)), []);
  }

  /** Writes a screenshot into the folder that ORIEL_SCREENSHOTS names. */
  shoot(name) {
    return this.#draw(screenshots, `${name}.png`);
  }

  /** Writes a picture for the documentation into the folder that ORIEL_PICTURES names. */
  picture(name) {
    return this.#draw(pictures, `${name}.webp`);
  }

  async #draw(folder, name) {
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    await this.page.screenshot(join(folder, name));
  }
}
