// The files of the browser client, the files that each loads, and their sizes.
import { readFileSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const folder = new URL('../../public/', import.meta.url);

/** The paths of all modules, pages, style sheets and declarations, relative to the folder. */
export const files = readdirSync(folder, { recursive: true }).filter(name => /\.(html|js|css|d\.ts)$/.test(name)).sort();

/** Reads a file by its path. */
export const read = name => readFileSync(new URL(name, folder), 'utf8');

/** The files of one kind: `js`, `css`, `html` or `d.ts`. */
export const ofKind = kind => files.filter(name => name.endsWith(`.${kind}`));

const linked = /(?:href|src)="([^"]*\.(?:js|css))"/g;
const imported = /^(?:import|export)\b[^;'"()]*'([^']*\.js)';/gm;
const deferred = /(?:import|sheet)\('([^']*\.(?:js|css))'\)/g;

/** Returns the files that a file names: scripts and styles of pages, imports of modules, with `all` also dynamic ones. */
function named(name, all) {
  const patterns = name.endsWith('.html') ? [linked] : all ? [imported, deferred] : [imported];
  const found = patterns.flatMap(pattern => [...read(name).matchAll(pattern)].map(([, path]) => path));
  return found.map(path => new URL(path, `x:/${name}`).pathname.slice(1));
}

/** Returns the files that some files load, including themselves: before they run, and with `all` also on demand. */
export function loaded(names, all = false) {
  const found = new Set();
  const add = name => {
    if (found.has(name)) return;
    found.add(name);
    for (const next of named(name, all)) add(next);
  };
  names.forEach(add);
  return [...found].sort();
}

/** Returns the bytes that a browser receives for some files. Each is compressed separately, with its comments. */
export const weight = names => names.reduce((sum, name) => sum + Math.min(read(name).length, gzipSync(read(name), { level: 9 }).length), 0);
