/* Returns the delimiter of a line: the one that it has most often. */
function delimiterOf(line) {
  const counts = [',', ';', '\t'].map(mark => [mark, line.split(mark).length]);
  return counts.reduce((best, next) => next[1] > best[1] ? next : best)[0];
}

/* Returns the fields of a text as RFC 4180 writes them. An empty field without quotes is null. */
function fieldsOf(text) {
  const mark = delimiterOf(text.split(/\r?\n/, 1)[0]);
  const rows = [[]];
  const token = new RegExp(`(?:"((?:[^"]|"")*)"|([^${mark}\\r\\n]*))(${mark}|\\r?\\n|$)`, 'gy');
  for (let found; token.lastIndex <= text.length && (found = token.exec(text));) {
    const [whole, quoted, plain, end] = found;
    rows.at(-1).push(quoted?.replaceAll('""', '"') ?? (plain || null));
    if (!end) break;
    if (end !== mark) rows.push([]);
    if (!whole) token.lastIndex++;
  }
  return rows.filter(row => row.length > 1 || row[0] !== null && row[0] !== undefined);
}

/* Takes away the apostrophe that an export puts before what a spreadsheet takes for a formula. */
const plainText = value => value?.replace(/^'(?=[=@+\-\t\r\n])/, '') ?? null;

function readCSV(text) {
  const [names = [], ...lines] = fieldsOf(text);
  const rows = lines.map(line =>
    Object.fromEntries(names.map((name, place) => [name, plainText(line[place])])));
  return { names, rows, isText: true };
}

function readJSON(text) {
  const rows = text.startsWith('[')
    ? JSON.parse(text)
    : text.split('\n').filter(line => line.trim()).map(line => JSON.parse(line));
  const names = [...new Set(rows.flatMap(row => Object.keys(row)))];
  return { names, rows, isText: false };
}

/**
 * Reads the rows of a file: CSV with names in its first line, a JSON array of objects, or one JSON
 * object a line. `isText` says that all values are texts. Throws if the text is none of these.
 */
export function parse(text) {
  const content = text.replace(/^\uFEFF/, '').trim();
  const found = /^[[{]/.test(content) ? readJSON(content) : readCSV(content);
  if (!found.names.length || !found.rows.length) throw new Error('no rows');
  return found;
}
