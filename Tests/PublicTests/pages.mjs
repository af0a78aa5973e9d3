// Pages of a test's own, in a folder beside the client and the examples.
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A folder with the client, the examples, and pages of a test's own. */
export function makeFolder(pages = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-pages-'));
  for (const part of ['public', 'Examples/Browser']) cpSync(join(root, part), folder, { recursive: true });
  for (const [name, text] of Object.entries(pages)) writeFileSync(join(folder, name), text);
  return folder;
}

/** A page with a body and a script of its own. */
export const page = (body, script) => ({ [`${script}.html`]: `<!doctype html><html lang="en"><meta charset="utf-8"><title>t</title><link rel="icon" href="/icon.svg">${body}<script type="module" src="/${script}.js"></script>` });
