import { locale, strings } from './strings.js';

export { locale, strings };

const rules = new Intl.PluralRules(locale);

/**
 * Returns a number with the word for what it counts, by the plural category of the number.
 * `isMore` says that the number is at least this.
 */
export const plural = (count, forms, isMore) => {
  const word = forms[isMore ? 'other' : rules.select(count)] ?? forms.other;
  return `${count.toLocaleString(locale)}${isMore ? '+' : ''} ${word}`;
};

/* Returns how many rows a list has, as far as this is known. */
function total({ total, approximate, searching }) {
  const number = total.toLocaleString(locale) + (approximate ? '+' : '');
  const isKnown = total || !approximate;
  return [...isKnown ? [number] : [], ...searching ? [strings.searching] : []].join(' · ');
}

const phrases = {
  connecting: 'connecting',
  live: 'live',
  reconnecting: 'reconnecting',
  offline: 'offline',
  gone: 'Gone',
  missing: 'Not found',
  forbidden: 'Not allowed',
  failed: 'Not available',
  unreachable: 'The server did not answer. Try again later.',
  signIn: 'Sign in',
  signOut: 'Sign out',
  staySignedIn: 'Stay signed in',
  sessions: 'Where you are signed in',
  audit: 'Audit',
  newPassword: 'Change the password',
  secondFactor: 'Second factor',
  lookAs: 'Look as somebody',
  looksAs: name => `You see what ${name} sees, and change nothing.`,
  signedInAs: name => `Signed in as ${name}`,
  signedOut: 'You are no longer signed in.',
  name: 'Name',
  password: 'Password',
  code: 'Code of your authenticator app, or a recovery code',
  deleted: 'This page was deleted or moved.',
  back: 'Back',
  yes: 'Yes',
  no: 'No',
  download: what => `Download ${what}`,
  cancel: 'Cancel',
  save: 'Save',
  overwrite: 'Overwrite',
  changed: 'Someone else has changed this data.',
  discard: 'Discard',
  isDiscarded: 'Discard what you typed?',
  theirs: 'Now: ',
  take: 'Take',
  leave: 'Leave without saving?',
  does: (command, title) => `${command} ${title}`,
  isMeant: (command, title) => `${command} “${title}”?`,
  heads: ['Title', 'Subtitle'],
  show: 'Show',
  sections: 'Sections',
  comparison: 'Comparison',
  value: 'Value',
  suggestions: 'Most frequent values',
  noFilter: 'Type a value, or choose one of the most frequent.',
  absent: 'no value',
  change: 'Change',
  facets: 'Counts',
  countMore: 'Count another column',
  otherValues: count => `${count} more`,
  until: (start, end) => `${start} – ${end}`,
  initial: column => `First letter of ${column}`,
  clearAll: 'Clear all',
  term: (...parts) => parts.join(' '),
  seek: 'Go to',
  columns: 'Columns',
  showAll: 'Show all',
  showAllOf: (count, isMore) => `Show all ${count.toLocaleString(locale)}${isMore ? '+' : ''}`,
  usual: 'As at first',
  noColumn: 'Choose a column.',
  density: 'Height of rows',
  densities: { '': 'Medium', compact: 'Low', roomy: 'High' },
  noMatch: 'No row matches. Remove a filter or change the search.',
  noRowYet: 'No rows yet. “New” adds the first one.',
  noTables: 'There are no tables yet. Create one with SQL in any program. It appears here at once.',
  view: 'View',
  views: 'Views',
  tables: 'Tables',
  findAll: 'Find tables and rows',
  commands: 'Commands',
  hits: (count, isMore) => count
    ? plural(count, { one: 'result', other: 'results' }, isMore)
    : 'No results',
  keys: 'Keys',
  keyList: {
    'Ctrl K': 'Find tables, rows and commands',
    '/': 'Search this page',
    'Ctrl Z': 'Undo your latest change',
    '?': 'Show these keys',
    '↑ ↓ ← →': 'Move between rows and cells',
    'Enter': 'Open the row or the link',
    'F2': 'Edit the cell',
    'Space': 'Select the row',
    'p n': 'Open the row before or after this one',
    'Esc': 'Close, or select none',
  },
  welcome: [
    'Open a table. What anybody changes in it appears at once.',
    'Press a header to sort. Search and Filter show fewer rows.',
    'Press API to read the same data with curl, or from a program.',
  ],
  curlWithKey: 'curl -H "Authorization: Bearer KEY"',
  request: 'Read it once',
  stream: 'Follow it',
  exportTitle: 'Download all rows',
  module: 'In a page',
  program: (origin, route) => `import { connect } from '${origin}/client.js';

const scene = connect('${origin}').open(${JSON.stringify(route)});
scene.subscribe(({ document }) => console.log(document));
`,
  patches: 'Patches as they arrive',
  noPatch: 'Nothing has changed since this panel was opened.',
  document: 'The document, live',
  copied: 'Copied',
  less: 'Less',
  key: 'Key',
  printed: (first, last, all) => `Rows ${first}–${last} of ${all}`,
  searching: 'Searching…',
  total,
  waits: 'Waiting for the server…',
  comparisons: {
    '': '=',
    not: '≠',
    gt: '>',
    gte: '≥',
    lt: '<',
    lte: '≤',
    in: 'one of',
    contains: 'contains',
    starts: 'begins with',
    null: 'is NULL',
    notnull: 'is not NULL',
  },
  exportOf: title => `Export ${title}`,
  all: 'All rows.',
  rows: count => `${plural(count, { one: 'row', other: 'rows' })}.`,
  fetch: 'Download',
  formats: { csv: 'CSV, for spreadsheets', json: 'JSON', ndjson: 'NDJSON, one row per line' },
  close: 'Close',
  edit: 'Edit',
  delete: 'Delete',
  previous: 'Previous',
  next: 'Next',
  up: 'Move up',
  down: 'Move down',
  more: 'More',
  select: 'Select',
  copy: 'Copy',
  clear: 'Clear',
  selected: count => `${count.toLocaleString(locale)} selected`,
  erase: what => `Delete ${what}?`,
  erasing: (done, all) => `${done.toLocaleString(locale)} of ${all.toLocaleString(locale)}`,
  erased: (done, refused) =>
    `${done.toLocaleString(locale)} deleted, ${refused.toLocaleString(locale)} not`,
  rowCount: count => plural(count, { one: 'row', other: 'rows' }),
  undo: 'Undo',
  done: {
    insert: title => `Added: a row in ${title}`,
    update: title => `Changed: ${title}`,
    delete: title => `Deleted: ${title}`,
    imported: rows => `Imported: ${rows}`,
  },
  undone: title => `Undone – ${title}`,
  final: limit => `A change of more than ${strings.rowCount(limit)} cannot be undone.`,
  notUndone: (done, refused) => done
    ? `${done.toLocaleString(locale)} undone, ${refused.toLocaleString(locale)} not`
    : 'This could not be undone.',
  unsentUndo: 'The server did not answer. Nothing was lost.',
  unanswered: count =>
    `The server did not answer for ${strings.rowCount(count)}. “Undo” tries again.`,
  column: 'Column',
  noneNamed: 'No row matches.',
  severalNamed: 'Several rows match. Choose one.',
  noValue: 'Type a value, or choose NULL.',
  import: 'Import',
  importOf: title => `Import into ${title}`,
  file: 'File',
  line: number => `Row ${number.toLocaleString(locale)}`,
  noSource: columns => `Choose where these required columns come from: ${columns}.`,
  unreadable: 'The file must be CSV with column names, a JSON array of objects, or NDJSON.',
  imported: (done, refused) =>
    `${done.toLocaleString(locale)} imported, ${refused.toLocaleString(locale)} not`,
  changedRows: (done, refused) =>
    `${done.toLocaleString(locale)} changed, ${refused.toLocaleString(locale)} not`,
  stop: 'Stop',
  tooLarge: (limit, size) =>
    `The limit is ${strings.bytes(limit)}; this file has ${size.toLocaleString(locale)}.`,
};

/** Adds texts to the catalogue, except those that the page has set before. */
export function add(texts) {
  for (const name in texts) strings[name] ??= texts[name];
}

add(phrases);
