// Mistakes of an app's code end one screen, and a crash ends one run of the program.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Server } from './server.mjs';
import { Visitor, skipKit } from './visitor.mjs';

describe('mistakes of an app', { skip: skipKit, concurrency: false }, () => {
  let visitor, page;

  before(async () => {
    visitor = await Visitor.arrive(() => Server.workbench());
    ({ page } = visitor);
  });

  after(() => visitor?.leave());

  const post = (command, server = visitor.server) =>
    fetch(`${server.address}/mistakes:${command}`, { method: 'POST', body: '{}' });

  /** Waits until the server's log has a line. */
  const logged = async (pattern, server = visitor.server) => {
    for (const end = Date.now() + 60_000; Date.now() < end; await new Promise(resolve => setTimeout(resolve, 20))) {
      const line = server.log.find(line => pattern.test(line));
      if (line) return line;
    }
    assert.fail(`no line ${pattern} in:\n${server.log.join('\n')}`);
  };

  test('a mistake ends its screen with a reason in the log, and others go on', async () => {
    for (const [command, reason] of Object.entries({
      enable: /MistakesViewModel has no command 'nope'/, repeat: /has two commands 'enable'/, remove: /index 7 of a removal/,
    })) {
      const answer = await post(command);
      assert.equal(answer.status, 500);
      assert.equal((await answer.json()).code, 'failed');
      const line = await logged(reason);
      assert.match(line, /a screen failed.*path=\/mistakes/);
      assert.match(line, new RegExp(` command=${command} `));
      assert.match(line, new RegExp(` id=${answer.headers.get('x-request-id')} `));
      assert.equal((await fetch(`${visitor.server.address}/table`, { headers: { accept: 'application/json' } })).status, 200);
    }
  });

  test('the page of a screen that fails says so, and the next visit makes a new screen', async () => {
    await visitor.visit('/mistakes', 'Mistakes');
    await visitor.press('Enable an unknown command');
    await page.waitFor(`document.querySelector('main [role=alert]')`);
    assert.doesNotMatch(await page.eval(`document.querySelector('main').innerText`), /Gone/);
    await visitor.visit('/mistakes', 'Mistakes');
  });

  test('the log names a screen that holds the event loop', async () => {
    assert.equal((await post('hold')).status, 200);
    assert.match(await logged(/holds the event loop/), /path=\/mistakes/);
  });

  test('a crash says where, and after a restart the page is current again', async () => {
    await visitor.visit('/table', 'Table');
    const { port, child } = { port: visitor.server.port, child: visitor.server.child };
    await post('trap').catch(() => {});
    await visitor.server.ended;
    assert.notEqual(child.exitCode, 0);
    await logged(/A crash on purpose/);
    visitor.server = await Server.workbench(port);
    await fetch(`${visitor.server.address}/table:add-section`, { method: 'POST', body: '{}' });
    await page.waitFor(`document.querySelectorAll('main li').length > 36`);
  });
});
