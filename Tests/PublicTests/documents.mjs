// The documents of the project: their code blocks, headings and links.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The paths of all documents, relative to the project's folder. */
export const documents = [
  'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'clients/README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true }).map(path => `docs/${path}`),
].filter(path => path.endsWith('.md')).sort();

const read = path => readFileSync(join(root, path), 'utf8');

/**
 * Returns the parts of a document in order. A code block has its `language` (empty without one),
 * its `text` without the indent, and the `line` on which it begins. A heading has its `heading`.
 */
export function parts(path) {
  const found = [];
  let block;
  read(path).split('\n').forEach((text, number) => {
    const fence = /^( *)```(.*)$/.exec(text);
    if (block) {
      if (fence) block = undefined;
      else block.text += text.slice(block.indent) + '\n';
    } else if (fence) {
      block = { language: fence[2], text: '', line: number + 1, indent: fence[1].length };
      found.push(block);
    } else if (/^#+ /.test(text)) found.push({ heading: text.replace(/^#+ /, '') });
  });
  return found;
}

/** Returns the blocks of a language, each with its place in the documents. */
export const blocks = language => documents.flatMap(path => parts(path)
  .filter(part => part.language === language)
  .map(({ text, line }) => ({ path, text, place: `${path}:${line}` })));

/** Returns the anchors of a document, as GitHub makes them of its headings. */
function anchors(path) {
  const counts = new Map();
  return new Set(parts(path).filter(({ heading }) => heading).map(({ heading }) => {
    const words = heading.toLowerCase().replace(/\]\([^)]*\)/g, '');
    const anchor = words.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-');
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    return count ? `${anchor}-${count}` : anchor;
  }));
}

/** Returns the targets of the links in a document that lead to files of the project. */
export function links(path) {
  const prose = read(path).replace(/^ *```[^]*?^ *```$/gm, '').replace(/`[^`]*`/g, '');
  return [...prose.matchAll(/\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, target]) => target)
    .filter(target => !/^[a-z]+:/.test(target));
}

/** Returns the path in the project to which a link of a document leads. */
export const destination = (path, link) => {
  const [target] = link.split('#');
  return target ? normalize(join(dirname(path), target)) : path;
};

/** Returns why a link of a document leads nowhere, or undefined. */
export function fault(path, link) {
  const target = destination(path, link);
  const anchor = link.split('#')[1];
  const stat = statSync(join(root, target), { throwIfNoEntry: false });
  if (!stat) return `${path}: there is no file ${target}`;
  if (anchor && !(stat.isFile() && target.endsWith('.md') && anchors(target).has(anchor)))
    return `${path}: there is no heading #${anchor} in ${target}`;
}

/** Returns source code without its white space. */
export const words = source => source.replace(/\s+/g, '');

/** Whether a block of Swift that begins with the path of a file of the new app is a part of it. */
export function isExcerpt({ language, text }, place) {
  const file = language === 'swift' && /^\/\/ ((?:Sources|Tests)\/Music.*)\n/.exec(text);
  if (!file) return true;
  const source = readFileSync(join(place, 'Music', file[1]), 'utf8');
  return words(source).includes(words(text.slice(file[0].length)));
}
