// Exactly once, and without a blink: a server that is killed, a network that falls silent, a laptop that sleeps, three tabs at once.
// ORIEL_CUT says for how many seconds the network is cut and the laptop asleep: 6 if nobody says so, and then the clock of the pages runs
// ten times as fast, so that both are a minute to them; with 60 it is a true minute.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { Proxy } from './proxy.mjs';
import { binary } from './server.mjs';
import { Visitor, skip } from './visitor.mjs';

const seconds = Number(process.env.ORIEL_CUT ?? 6), speed = 60 / seconds;

/** Shortens waits of more than a second: between pings, and between retries. */
const hurry = `for (const name of ['setTimeout', 'setInterval']) {
  const real = window[name];
  window[name] = (body, wait = 0, ...more) => real(body, wait >= 1000 ? wait / ${speed} : wait, ...more);
}`;

/** Records the page's mutations. Setting an attribute to its value does not count. */
const watch = `(() => {
  window.kept = [...document.querySelectorAll('li.row')].map(row => [row, row.innerText]);
  window.blinks = [];
  window.observer = new MutationObserver(all => {
    for (const { target, type, attributeName, oldValue, addedNodes, removedNodes } of all) {
      if (type === 'attributes' && target.getAttribute(attributeName) === oldValue) continue;
      const node = target.nodeType === 1 ? target : target.parentElement, row = node?.closest('li.row') ?? node ?? target;
      blinks.push([type, attributeName, addedNodes.length, removedNodes.length, target.nodeName, row.innerText?.slice(0, 40)].join(' '));
    }
  });
  observer.observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true, attributes: true, attributeOldValue: true });
})()`;

/** Waits outside of any page. */
const pass = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

const state = `document.querySelector('header button').className`;

/** A process and all that it has started. */
function family(pid) {
  const children = readdirSync(`/proc/${pid}/task`).flatMap(task => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean));
  return [pid, ...children.flatMap(child => family(Number(child)))];
}

describe('cuts', { skip, concurrency: false }, () => {
  let visitor, proxy, tabs = [];

  before(async () => {
    visitor = await Visitor.arrive();
    visitor.run(`CREATE TABLE Note (Id INTEGER PRIMARY KEY, Word TEXT NOT NULL);
      CREATE TABLE Line (Id INTEGER PRIMARY KEY, Word TEXT NOT NULL, Amount INTEGER);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) INSERT INTO Line SELECT i, printf('Line %04d', i), i FROM n;`);
    proxy = await Proxy.start(visitor.server.port);
  });

  after(async () => {
    await visitor?.leave();
    await proxy?.stop();
  });

  /** Tabs that show a route, by way of the stretch of network that can be cut, and are connected to send commands; they are closed with the test. */
  async function open(context, count, route, expected) {
    tabs = await Promise.all(Array.from({ length: count }, () => visitor.browser.newPage()));
    context.after(() => Promise.all(tabs.map(page => page.send('Page.close'))));
    for (const page of tabs) {
      if (speed > 1) await page.send('Page.addScriptToEvaluateOnNewDocument', { source: hurry });
      await page.goto(proxy.address + route);
      await page.waitFor(`document.querySelector('main').innerText.includes(${JSON.stringify(expected)}) && ${state} === 'live'`);
      await page.eval(`(async () => { window.live = (await import('/client.js')).connect().open('/Note'); window.replies = []; })()`);
      await page.waitFor(`live.state === 'live'`);
    }
    return tabs;
  }

  /** Has every tab send commands that add a row each, and go on without waiting. */
  const add = (word, count) => Promise.all(tabs.map((page, tab) => page.eval(`
    for (let i = 0; i < ${count}; i++) live.command('insert', { Word: ['${word}', ${tab}, i].join(' ') }).then(reply => replies.push(reply));
    null`)));

  /** Waits until every command has a successful reply. Returns the number of rows, and of distinct ones. */
  async function added(word, count) {
    for (const page of tabs) {
      await page.waitFor(`replies.length === ${count}`, 90_000);
      assert.deepEqual(await page.eval(`replies.filter(({ error }) => error)`), []);
    }
    return visitor.run(`SELECT count(*) || ' of ' || count(DISTINCT Word) FROM Note WHERE Word LIKE '${word} %'`);
  }

  /** Checks a list that changes in tabs: changes are shown, and all else stays, in the same elements. */
  async function standsStill(outage) {
    for (const page of tabs) {
      await page.eval('scrollTo(0, 20000)');
      await page.waitFor(`document.elementFromPoint(300, innerHeight / 2)?.closest('li.row')`);
      await visitor.rests(page);
      await page.eval(watch);
    }
    const middle = await tabs[0].eval(`document.elementFromPoint(300, innerHeight / 2).closest('li.row').innerText.split('\\n')[0]`);
    const amount = 1 + Number(visitor.run('SELECT max(Amount) FROM Line'));
    await outage(() => visitor.run(`UPDATE Line SET Amount = ${amount} WHERE Word = '${middle}'`));
    for (const page of tabs) {
      await page.waitFor(`${state} === 'live'`, 90_000);
      await page.waitFor(`[...document.querySelectorAll('li.row')].some(row => row.innerText.startsWith('${middle}\\n') && row.innerText.endsWith('\\n${amount}'))`);
      assert.deepEqual(await page.eval(`observer.disconnect(), blinks.filter(blink => !blink.includes('${middle}')).slice(0, 5)`), []);
      assert.ok(await page.eval(`kept.length > 20 && kept.every(([row, text]) => row.isConnected && (row.innerText === text || row.innerText.includes('${middle}')))`));
      assert.equal(await page.eval(`kept.filter(([row, text]) => row.innerText !== text).length`), 1);
    }
  }

  test('after a kill, three tabs wait, lose nothing and do nothing twice', async context => {
    await open(context, 3, '/Line', 'Line 0001');
    await add('before', 1);
    assert.equal(await added('before', 1), '3 of 3');
    await standsStill(change => visitor.kill(async () => {
      for (const page of tabs) await page.waitFor(`${state} !== 'live'`);
      change();
      await add('away', 30);
    }));
    assert.equal(await added('away', 31), '90 of 90');
  });

  test('a server that stops in the middle of what three tabs do answers first: nothing is lost, nothing is done twice', async context => {
    await open(context, 3, '/Artist', 'Quiet Harbor');
    for (let round = 0; round < 4; round++) {
      await add(`stopped ${round}`, 30);
      await visitor.restart();
    }
    assert.equal(await added('stopped', 120), '360 of 360');
  });

  // An attached database records the commands of a killed server that were not answered (docs/protocol.md, section 4).
  for (const isAttached of [false, true]) test(`a server that is killed in the middle of what three tabs do loses nothing${isAttached ? ', and does nothing twice in an attached database' : ''}`, async context => {
    const word = isAttached ? 'crashed' : 'killed';
    const be = state => assert.equal(spawnSync(binary, [state, visitor.database.file]).status, 0);
    if (isAttached) be('attach');
    await open(context, 3, '/Artist', 'Quiet Harbor');
    for (let round = 0; round < 4; round++) {
      const reply = new Promise(resolve => {
        const stop = tabs[0].pipe.listen(({ method, params }) => /FrameReceived/.test(method) && params.response.payloadData.includes('"reply"') && resolve(stop()));
      });
      const adding = add(`${word} ${round}`, 30);
      await reply;
      await visitor.kill();
      await adding;
    }
    const rows = await added(word, 120);
    be('detach');
    context.diagnostic(`killed with -9 in the middle: ${rows}`);
    assert.match(rows, isAttached ? /^360 of 360$/ : / of 360$/);
  });

  for (const isForgotten of [false, true])
    test(`a network that is silent for a minute, ${isForgotten ? 'and has forgotten every connection' : 'and goes on where it was'}: nothing is lost, done twice or drawn again`, async context => {
      await open(context, 3, '/Line', 'Line 0001');
      await standsStill(async change => {
        const word = `silent ${isForgotten}`;
        proxy.cut();
        const end = Date.now() + seconds * 1000;
        await add(word, 10); // nobody knows yet that nothing arrives
        change();
        for (const page of tabs) await page.waitFor(`${state} === 'reconnecting'`, seconds * 1000);
        await add(word + ' late', 10);
        await pass(end - Date.now());
        proxy.mend(isForgotten);
        assert.equal(await added(word, 20), '60 of 60');
      });
    });

  test('a laptop that sleeps for a minute, while the server is killed and another begins', async context => {
    await open(context, 3, '/Line', 'Line 0001');
    await standsStill(async change => {
      await add('asleep', 10);
      const sleepers = family(visitor.browser.child.pid);
      for (const pid of sleepers) process.kill(pid, 'SIGSTOP');
      try {
        await visitor.kill(change);
        await pass(seconds * 1000);
      } finally {
        for (const pid of sleepers) process.kill(pid, 'SIGCONT');
      }
      assert.match(await added('asleep', 10), / of 30$/);
    });
  });

  test('a tab that is cut off on its way to another page arrives there', async context => {
    const [page] = await open(context, 1, '/Line', 'Line 0001');
    proxy.cut();
    await page.eval(`document.querySelector('nav a').click()`);
    await page.waitFor(`document.querySelector('main').ariaBusy === 'true'`);
    await page.waitFor(`document.querySelector('main').innerText.includes('Line 0001')`);
    await page.waitFor(`${state} === 'reconnecting'`, seconds * 1000);
    proxy.mend(true);
    await page.waitFor(`document.querySelector('main').innerText.includes('Artist') && !document.querySelector('main').ariaBusy`, 30_000);
  });

  test('no script failed on the way', () => {
    for (const page of tabs) assert.deepEqual(page.errors.filter(error => !/WebSocket|ERR_CONNECTION_REFUSED/.test(error)), []);
  });
});
