// `oriel dev` in a real browser: what pages show of a failed build, and how they get changed files.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Server, workbench } from './server.mjs';
import { Visitor, skipKit as skip } from './visitor.mjs';

/** Milliseconds until a change has to be on the page, on a busy machine. */
const PATIENCE = 90_000;

/** Takes the place of `swift build`: the app is the workbench, and does not build while its source has the word "broken". */
const compiler = `#!/bin/sh
if grep -q broken Sources/Demo/Demo.swift; then
  echo "$PWD/Sources/Demo/Demo.swift:1:5: error: <b>it is broken"
  echo '1 | let broken'
  exit 1
fi
mkdir -p .build/debug
printf '#!/bin/sh\\n# %s\\nexec "%s" "$@"\\n' "$(cat Sources/Demo/Demo.swift)" "$WORKBENCH" > .build/debug/Demo.new
chmod +x .build/debug/Demo.new
mv .build/debug/Demo.new .build/debug/Demo
`;

describe('oriel dev', { skip, concurrency: false }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-dev-'));
  const [app, pages, tools] = ['app', 'pages', 'tools'].map(name => join(folder, name));
  let visitor, page;

  /** Saves a file at once, as most editors do. */
  function save(path, text) {
    writeFileSync(`${path}~`, text);
    renameSync(`${path}~`, path);
  }

  const build = text => save(join(app, 'Sources/Demo/Demo.swift'), text);
  const report = `document.querySelector('oriel-dev')?.shadowRoot.textContent`;

  before(async () => {
    mkdirSync(join(app, 'Sources/Demo'), { recursive: true });
    mkdirSync(tools);
    writeFileSync(join(app, 'Package.swift'), '');
    build('let one = 1');
    cpSync(fileURLToPath(new URL('../../public', import.meta.url)), pages, { recursive: true });
    writeFileSync(join(tools, 'swift'), compiler, { mode: 0o755 });
    const env = { PATH: `${tools}:${process.env.PATH}`, WORKBENCH: workbench };
    visitor = await Visitor.arrive(() => Server.develop(app, pages, env));
    ({ page } = visitor);
  });

  after(async () => {
    await visitor?.leave();
    rmSync(folder, { recursive: true, force: true });
  });

  test('shows a failed build over the page, until the next build succeeds', async () => {
    await visitor.visit('/', 'Workbench');
    await page.eval('window.mark = 1');
    build('let broken');
    await page.waitFor(`${report}?.includes('Sources/Demo/Demo.swift:1:5')`, PATIENCE);
    const text = await page.eval(report);
    assert.match(text, /Demo does not build/);
    assert.match(text, /<b>it is broken\n1 \| let broken/);
    assert.ok(await page.eval(`document.querySelector('oriel-dev').matches(':popover-open')`));
    build('let two = 2');
    await page.waitFor(`!document.querySelector('oriel-dev')`, PATIENCE);
    await visitor.isLive(PATIENCE);
    assert.equal(await page.eval('window.mark'), 1, 'the page was not loaded again');
  });

  test('a report can be hidden', async () => {
    build('let broken = 2');
    await page.waitFor(report, PATIENCE);
    await page.eval(`document.querySelector('oriel-dev').shadowRoot.querySelector('button').click()`);
    assert.equal(await page.eval(`document.querySelector('oriel-dev')`), null);
    build('let three = 3');
    await visitor.isLive(PATIENCE);
  });

  test('exchanges a changed style sheet, and keeps the page', async () => {
    const style = join(pages, 'style.css');
    save(style, readFileSync(style, 'utf8') + 'main { outline: 3px solid rgb(1, 2, 3) }');
    await page.waitFor(`getComputedStyle(document.querySelector('main')).outlineColor === 'rgb(1, 2, 3)'`, PATIENCE);
    assert.equal(await page.eval('window.mark'), 1);
  });

  test('loads the page again after any other change of its files', async () => {
    const index = join(pages, 'index.html');
    save(index, readFileSync(index, 'utf8') + '<meta name="changed">');
    for (const end = Date.now() + PATIENCE; Date.now() < end;) {
      // A page that is left answers with an error.
      if (await page.eval(`!!document.querySelector('meta[name=changed]')`).catch(() => {})) break;
    }
    assert.equal(await page.eval('window.mark'), undefined);
    await visitor.isLive(PATIENCE);
    assert.deepEqual(page.errors.filter(error => !/Failed to load resource|ERR_/.test(error)), []);
  });
});
