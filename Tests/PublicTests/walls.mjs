// The fixture of the tests of walls: a dashboard, a server that is killed, a page that is hidden.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { binary, Database, Server } from './server.mjs';
import { Visitor } from './visitor.mjs';

const sql = new URL('../../Examples/scenes/floor/floor.sql', import.meta.url);
const schema = readFileSync(sql, 'utf8');

/** The password of the person named hall. */
export const password = 'correct horse battery';

/** Makes waits of the page of a second or more a tenth as long. */
export const hurry = `for (const name of ['setTimeout', 'setInterval']) {
  const real = window[name];
  window[name] = (body, wait = 0, ...more) => real(body, wait < 1000 ? wait : wait / 10, ...more);
}`;

/** The file of scenes, with further tiles after the first two. */
export const scenes = (tiles = '') => `
app: { title: Hall 3, home: /floor }
scenes:
  /floor:
    title: Now
    tiles:
      - { title: Running, number: { table: Machine, where: State = 'run' }, of: { table: Machine } }
      - { title: Pieces, number: { table: Machine, value: sum(Done) } }
${tiles}
      - { title: Hours, chart: line, total: { table: Hourly, by: Hour, values: [sum(Pieces)] } }
      - { title: Machines, total: { table: Machine, by: Name, values: [sum(Done)] }, chart: bar }
      - { title: Bars, total: { table: Machine, by: Name, values: [sum(Done)] }, chart: list }
      - { title: Lines, total: { table: Machine, by: [Line, State] }, chart: stacked }
      - { title: Down, table: Stop, where: Ended is null, columns: [Reason, Began], rows: 8 }
`;

/* SQL of many commits, which change all tiles. */
const commits = count => Array.from({ length: count }, (_, i) => [
  `UPDATE Machine SET Done = Done + 1 WHERE Id = ${1 + i % 8};`,
  `UPDATE Hourly SET Pieces = Pieces + 1 WHERE Id = ${1 + i % 12};`,
  `UPDATE Machine SET State = iif(State = 'run', 'stop', 'run') WHERE Id = ${1 + i % 8};`,
  `INSERT INTO Stop (Machine, Reason) VALUES (${1 + i % 8}, 'reason ${i}');`,
  `DELETE FROM Stop WHERE Id = (SELECT min(Id) FROM Stop);`,
][i % 5]).join('\n');

const titles = `[...document.querySelectorAll('.tile h2')].map(head => head.innerText).join()`;

/** The titles of the tiles. */
export const usual = 'Running,Pieces,Hours,Machines,Bars,Lines,Down';

/** A wall in front of a server of its own. */
export class Wall extends Visitor {
  settings = [];

  static stands(isGuarded) {
    return this.arrive(async wall => {
      const { folder } = wall.database = await Database.create(schema);
      mkdirSync(join(folder, 'scenes'));
      wall.write(scenes());
      wall.settings.push('--scenes', join(folder, 'scenes'));
      if (isGuarded) wall.guard(folder);
      return wall.start();
    });
  }

  /* Lets nobody in but a person named hall. */
  guard(folder) {
    const file = name => join(folder, name);
    writeFileSync(file('password'), password);
    writeFileSync(file('oriel.yaml'), `users: ${file('access.sqlite')}`);
    this.settings.push('--config', file('oriel.yaml'));
    this.oriel('user', 'add', 'hall', '--password-file', file('password'));
  }

  oriel(...values) {
    execFileSync(binary, [...values, '--config', this.settings.at(-1)]);
  }

  write(text) {
    writeFileSync(join(this.database.folder, 'scenes/floor.yaml'), text);
  }

  start(port, pages) {
    return Server.start(this.database, port, pages, this.settings);
  }

  /** Kills the server, and starts another at the same address after `between`. */
  async replace(between = () => {}, pages) {
    const { port, child, ended } = this.server;
    child.kill('SIGKILL');
    await ended;
    try {
      await between();
    } finally {
      this.server = await this.start(port, pages);
    }
  }

  async look(address = this.server.address) {
    await this.page.goto('about:blank');
    await this.page.goto(address + '/floor?wall');
  }

  /** Changes each machine. Returns the new sum as the wall shows it. */
  produce() {
    const sql = 'UPDATE Machine SET Done = Done + 1; SELECT sum(Done) FROM Machine;';
    return Number(this.run(sql)).toLocaleString('en');
  }

  /** Changes all tiles by many commits. */
  work(count) {
    this.run('PRAGMA synchronous = OFF;' + commits(count));
  }

  get sum() {
    return Number(this.run('SELECT sum(Done) FROM Machine')).toLocaleString('en');
  }

  /** Waits until all tiles are there, one shows a sum, and nothing warns. */
  isCurrent(sum = this.sum, names = usual) {
    return this.finally(`${titles} === '${names}' && !document.querySelector('[aria-busy=true]')
      && document.querySelectorAll('.number')[1].innerText.trim() === '${sum}'
      && document.querySelector('.away').hidden
      && ![...document.querySelectorAll('.problem, .banner')].some(node => node.innerText)`);
  }

  /** Waits until the wall says that its numbers may be old, and they are grey. */
  isOld(text = 'The server is away. The numbers may be old.') {
    return this.finally(`document.querySelector('.away').checkVisibility()
      && document.querySelector('.away').innerText === '${text}'
      && getComputedStyle(document.querySelector('main')).filter === 'grayscale(1)'`);
  }

  /** Waits for an expression through loads of the page. */
  async finally(expression) {
    for (let looks = 0; looks < 3_000; looks++) {
      if (await this.page.eval(`!!(${expression})`).catch(() => false)) return;
      await new Promise(resolve => setTimeout(resolve, 16));
    }
    const shown = await this.page.eval('document.body.innerText').catch(String);
    assert.fail(`waited in vain for: ${expression}\nthe wall shows: ${shown}`);
  }

  /** Hides the page behind another tab. Returns what shows it again. */
  async hide() {
    const { targetInfo } = await this.page.send('Target.getTargetInfo');
    const { targetId, browserContextId } = targetInfo;
    const { pipe } = this.browser;
    const other = await pipe.send('Target.createTarget', { url: 'about:blank', browserContextId });
    await this.finally('document.hidden');
    return async () => {
      await pipe.send('Target.activateTarget', { targetId });
      await pipe.send('Target.closeTarget', other);
      await this.finally('!document.hidden');
    };
  }

  /** What the page holds, after its animations and a collection of garbage. */
  async holds() {
    await this.finally('!document.getAnimations().length');
    await this.page.send('HeapProfiler.collectGarbage');
    const { usedSize } = await this.page.send('Runtime.getHeapUsage');
    const { nodes, jsEventListeners } = await this.page.send('Memory.getDOMCounters');
    return { kilobytes: usedSize / 1024, nodes, listeners: jsEventListeners };
  }

  /** Checks that a page holds no more than before, but for what is made once. */
  async isFlat(before, limits = { kilobytes: 1024, nodes: 100, listeners: 30 }) {
    const now = await this.holds();
    for (const name in limits) {
      assert.ok(now[name] < before[name] + limits[name],
        `${name}: ${before[name]} before, ${now[name]} now`);
    }
  }
}
