// Documents of two declared apps, as a server sends them: a ticket desk and a shop floor.

const hour = 36e5;
const at = hours => new Date(Date.now() + hours * hour).toISOString();

const desk = { title: 'Desk', home: '/desk', theme: '#3457d5', menu: [
  { title: 'Tickets', href: '/desk' }, { title: 'Board', href: '/board' }, { title: 'Numbers', href: '/numbers' }] };

const hall = { title: 'Hall 3', home: '/floor', theme: '#0f766e', menu: [
  { title: 'Now', href: '/floor' }, { title: 'Machines', href: '/machines' }, { title: 'Stops', href: '/stops' }] };

const people = ['Ada Lindqvist', 'Bo Ferreira', 'Mina Okafor', 'Tomas Vale'];
const teams = ['Support', 'Network', 'Billing'];
const titles = ['Printer on floor 2 prints blank pages', 'VPN drops every evening', 'Invoice 2291 has the wrong address', 'New laptop for Mina', 'Phone rings without a caller',
  'Mail from the web form arrives twice', 'Meeting room screen stays black', 'Reset the door code', 'Backup of the file server failed', 'Slow network in the workshop', 'Access for the auditors',
  'Keyboard with sticky keys', 'Calendar shows the wrong time zone', 'Export of customers stops at 500', 'Badge reader at gate 4 is dead', 'Order form loses the second line'];
const states = ['new', 'open', 'late'];

function ticket(number) {
  const state = number % 7 === 3 ? 'late' : number % 3 ? 'open' : 'new', owner = state === 'new' ? null : number % people.length;
  return {
    template: 'row', title: titles[number % titles.length], subtitle: null, image: null, href: `/tickets/${number}`,
    fields: { Title: titles[number % titles.length], State: state, 'Owner.Name': owner === null ? null : people[owner], Owner: owner, Due: at(number * 5 - 30), age: number * .7 + .2,
      Team: teams[number % 3], Priority: number % 4 },
    links: owner === null ? undefined : { 'Owner.Name': { title: people[owner] } },
    can: [...state === 'new' ? ['take'] : [], 'close', 'drop'],
  };
}

/** A list of cells by id in sections, whole. */
export function list(sections, cells, more = {}) {
  const total = sections.reduce((sum, { rows }) => sum + rows.length, 0);
  return {
    phase: 'loaded', outputs: {}, commands: {}, dialog: null,
    window: { start: 0, count: Math.max(50, total), total, section: 0, sections: sections.length },
    sections: sections.map(section => ({ start: 0, count: section.rows.length, ...section })), cells, ...more,
  };
}

const tickets = () => Object.fromEntries(Array.from({ length: 16 }, (_, place) => [`${place + 1}`, ticket(place + 1)]));
const byState = cells => states.map(state => ({ id: state, title: state, rows: Object.keys(cells).filter(id => cells[id].fields.State === state) }));
const colors = { new: 'blue', open: 'green', late: 'red' };

const close = { title: 'Close', ask: 'Close {Title}?', many: true, arguments: { reason: { type: 'text', label: 'Reason', multiline: true, required: true, minLength: 5, message: 'Say why, in five letters or more.' } } };

const form = {
  Title: { type: 'text', required: true, maxLength: 120, group: 'What' },
  Note: { type: 'text', nullable: true, multiline: true, group: 'What', help: 'What was seen, and what was tried.' },
  Owner: { type: 'integer', nullable: true, label: 'Agent', list: '/tickets/1?choose=Owner', group: 'Who' },
  Mail: { type: 'text', nullable: true, label: 'Mail of the caller', format: 'mail', group: 'Who' },
  State: { type: 'text', choices: [{ value: 'new', title: 'New' }, { value: 'open', title: 'Open' }, { value: 'closed', title: 'Closed' }] },
  Due: { type: 'date', nullable: true, min: '2026-01-01', message: 'Choose a day that is still to come.' },
};

function deskList(query) {
  const cells = tickets();
  const mine = query.get('chip')?.split(',').includes('mine');
  if (mine) for (const id in cells) if (cells[id].fields.Owner !== 1) delete cells[id];
  const filters = query.has('Team') ? [{ name: 'Team', value: query.get('Team'), column: 'Team', comparison: '' }] : [];
  if (filters.length) for (const id in cells) if (cells[id].fields.Team !== filters[0].value) delete cells[id];
  return list(byState(cells), cells, {
    screen: 'table', title: 'Tickets', app: desk, help: 'What people wait for. The oldest first.', empty: 'Nothing to do. Time for coffee.',
    inputs: { search: '', sort: '', section: '', filters }, headed: 'Ticket',
    columns: ['Title', 'State', 'Due', 'Team', 'Priority'], paths: ['Owner.Name'], shown: ['Title', 'State', 'Owner.Name', 'Due', 'age'], titleColumns: ['Title'],
    comparisons: ['not', 'gt', 'gte', 'lt', 'lte', 'in', 'contains', 'starts', 'null', 'notnull'],
    columnOptions: { Title: { width: 3, edit: true }, State: { format: 'badge', colors }, 'Owner.Name': { label: 'Agent' }, Due: { format: 'relative' }, age: { label: 'Open for', format: 'days' } },
    chips: [{ name: 'mine', title: 'Mine', active: !!mine }, { name: 'late', title: 'Late', active: false }, { column: 'Team' }, { column: 'Opened', by: 'month' }],
    rowCommands: { take: { title: 'Take' }, close },
    commands: { insert: { title: 'New ticket', enabled: true, arguments: form } }, exports: ['csv'],
  });
}

const counts = (...pairs) => list([{ id: 'counts', rows: pairs.map(([value]) => value) }], Object.fromEntries(pairs.map(([value, count]) => [value, { template: 'count', title: value, fields: { value, count } }])), { screen: 'counts', title: 'Team', app: undefined });

const ranges = list([{ id: 'counts', rows: ['a', 'b'] }], {
  a: { template: 'count', title: '2026-09', fields: { value: '2026-09-01', end: '2026-10-01', count: 4 } },
  b: { template: 'count', title: '2026-10', fields: { value: '2026-10-01', end: '2026-12-01', count: 12 } },
}, { screen: 'counts', title: 'Opened' });

function board() {
  const cells = tickets();
  return list(byState(cells), cells, {
    screen: 'table', title: 'Board', app: desk, template: 'board', lanes: { column: 'State', order: [...states, 'waiting'] },
    inputs: { search: '', sort: '', section: 'State', filters: [] }, columns: ['Title', 'State', 'Due', 'Team'], shown: ['Title', 'State', 'Owner.Name', 'Due'], titleColumns: ['Title'], comparisons: [],
    columnOptions: { State: { format: 'badge', colors }, Due: { format: 'relative' } }, card: { title: 'Title', subtitle: 'Owner.Name', badge: 'Team' }, rowCommands: { take: { title: 'Take' }, close },
  });
}

function ticketRow(id) {
  const { fields } = ticket(+id);
  return list([{ id: 'Event', title: 'Event', rows: ['Event/1', 'Event/2'] }], {
    'Event/1': { template: 'row', title: 'Called back, no answer', fields: { At: at(-3), Text: 'Called back, no answer' } },
    'Event/2': { template: 'row', title: 'Ticket opened by mail', fields: { At: at(-20), Text: 'Ticket opened by mail' } },
  }, {
    screen: 'row', title: fields.Title, app: desk,
    outputs: { Title: fields.Title, Note: 'Since the update of Monday. Restarting helps for an hour.', Owner: 1, Team: 'Network', State: fields.State, Due: fields.Due },
    links: { Owner: { title: 'Bo Ferreira' } }, groups: [{ title: 'What', columns: ['Title', 'Note'] }, { title: 'Who', columns: ['Owner', 'Team'] }],
    columnOptions: { Owner: { label: 'Agent' }, State: { format: 'badge', colors }, Due: { format: 'relative' }, At: { format: 'relative' } },
    commands: { update: { title: 'Edit', enabled: true, arguments: form }, close: { title: 'Close', enabled: true, arguments: close.arguments }, reopen: { title: 'Reopen', enabled: true } },
    questions: { reopen: 'Reopen this ticket?', close: 'Close it?' },
    additions: { Event: { list: '/Event', values: { Ticket: id }, title: 'Event', arguments: { Text: { type: 'text', required: true } } } },
  });
}

const tile = (title, href, fields) => ({ template: 'tile', title, href, fields });

function dashboard(title, app, tiles) {
  return list([{ id: 'tiles', rows: tiles.map((_, place) => `${place}`) }], Object.fromEntries(tiles.map((tile, place) => [`${place}`, tile])), { screen: 'dashboard', title, app });
}

/** A list for a chart from rows of a label and values by name. */
export function chart(kind, rows, more = {}) {
  const cells = Object.fromEntries(rows.map(([title, fields, id = title, href]) => [id, { template: 'row', title, fields, href }]));
  return list([{ id: 'rows', rows: Object.keys(cells) }], cells, { screen: 'chart', chart: { kind, x: 'x', y: ['count'], ...more.chart }, title: more.title ?? 'Chart', columnOptions: more.columnOptions });
}

const hours = [118, 131, 126, 142, 97, 64, 120, 148, 151, 139, 144];

const floorTiles = {
  0: () => ({ screen: 'number', title: 'Running', outputs: { value: 12, of: 15, share: .8, target: 13, warns: true }, commands: {} }),
  1: () => ({ screen: 'number', title: 'Pieces today', outputs: { value: 18427, target: 20000, share: .921, warns: false }, format: 'number', commands: {} }),
  2: () => chart('area', hours.map((count, place) => [`${place + 6}:00`, { x: place + 6, count }]), { title: 'By hour', columnOptions: { count: { label: 'Pieces' } } }),
  3: () => list([{ id: 'rows', rows: ['1', '2', '3'] }], {
    1: { title: 'Press 4', href: '/machines/4', fields: { Reason: 'tool', Began: at(-.05) } }, 2: { title: 'Lathe 1', href: '/machines/1', fields: { Reason: 'material', Began: at(-.7) } },
    3: { title: 'Mill 9', href: '/machines/9', fields: { Reason: 'fault', Began: at(-3.2) } },
  }, { screen: 'table', title: 'Down', headed: 'Machine', columns: [], shown: ['Reason', 'Began'], titleColumns: [], comparisons: [], inputs: {}, columnOptions: { Reason: { format: 'badge', colors: { tool: 'orange', material: 'blue', fault: 'red' } }, Began: { format: 'since' } } }),
  4: () => chart('stacked', ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'].flatMap((day, place) => ['Line A', 'Line B', 'Line C'].map((line, at) => [day, { x: day, count: 30 + (place * 7 + at * 11) % 23, line }, `${day} ${line}`])), { title: 'This week', chart: { series: 'line' } }),
  5: () => chart('list', [['tool', { x: 'tool', count: 14 }, 'tool', '/stops?Reason=tool'], ['material', { x: 'material', count: 9 }], ['break', { x: 'break', count: 5 }], ['fault', { x: 'fault', count: 2 }]], { title: 'Why' }),
  6: () => chart('spark', [3, 4, 3, 5, 6, 5, 7, 6, 8, 9].map((count, place) => [`${place}`, { x: place, count }]), { title: 'Scrap' }),
};

const floor = () => dashboard('Now', hall, [
  tile('Running', '/floor?tile=0', { kind: 'number', tone: 'warning', link: '/machines' }), tile('Pieces today', '/floor?tile=1', { kind: 'number', tone: 'good' }),
  tile('By hour', '/floor?tile=2', { kind: 'chart', wide: true }), tile('Down', '/floor?tile=3', { kind: 'table', tone: 'alarm', rows: 8, link: '/stops', wide: true }),
  tile('This week', '/floor?tile=4', { kind: 'chart', wide: true }), tile('Why', '/floor?tile=5', { kind: 'chart' }), tile('Scrap', '/floor?tile=6', { kind: 'chart', tone: 'calm' })]);

function machines() {
  const names = ['Lathe 1', 'Lathe 2', 'Mill 3', 'Press 4', 'Mill 5', 'Saw 6', 'Press 7', 'Lathe 8', 'Mill 9', 'Saw 10'], kinds = ['Gear wheel M4', 'Flange 80', 'Bracket L'];
  const cells = Object.fromEntries(names.map((name, place) => [`${place + 1}`, {
    template: 'row', title: name, href: `/machines/${place + 1}`, image: null,
    fields: { Name: name, Product: kinds[place % 3], Photo: place % 2 ? null : { href: '/icon.svg', bytes: 262, type: 'image/svg+xml' }, State: [, 'stop', , 'stop'][place % 5] ?? 'run', Done: 40 + place * 31 % 160, Planned: 200 },
    can: [['stop'], ['go']][place % 2],
  }]));
  const ids = Object.keys(cells);
  return list([{ id: 'A', title: 'Line A', rows: ids.slice(0, 6) }, { id: 'B', title: 'Line B', rows: ids.slice(6) }], cells, {
    screen: 'table', title: 'Machines', app: hall, template: 'grid', inputs: { search: '', sort: '', section: 'Line', filters: [] }, columns: ['Name', 'State'], shown: ['Name', 'Product', 'State', 'Done'], titleColumns: ['Name'], comparisons: [],
    card: { title: 'Name', subtitle: 'Product', image: 'Photo', badge: 'State', bar: { value: 'Done', of: 'Planned' } }, columnOptions: { State: { format: 'badge', colors: { run: 'green', stop: 'red' } } },
    chips: [{ column: 'State' }], rowCommands: { stop: { title: 'Stop', arguments: { reason: { type: 'text', required: true, choices: ['tool', 'material', 'break', 'fault'].map(value => ({ value, title: value })) } } }, go: { title: 'Start' } },
  });
}

const formats = { number: 12345.678, money: 1234.5, percent: 12.5, bytes: 11200000, date: '2026-03-01', since: at(-.05), days: 2.4, link: 'https://example.org/a', mail: 'a@example.org', code: 'let x', json: { a: 1 }, none: null };

const query = () => list([{ id: 'rows', rows: ['1'] }], { 1: { template: 'row', title: 'One', fields: formats } }, { screen: 'query', title: 'Formats', app: hall, shown: Object.keys(formats),
  columnOptions: Object.fromEntries(Object.keys(formats).filter(name => name !== 'none').map(name => [name, { format: name }])) });

/** Returns the document of a route. */
export function find(route) {
  const { pathname, searchParams } = new URL(route, 'http://x'), [, first, id] = pathname.split('/');
  if (searchParams.has('tile')) return floorTiles[searchParams.get('tile')]();
  if (searchParams.get('counts') === 'Opened.range') return ranges;
  if (searchParams.has('counts')) return counts(['Support', 6], ['Network', 5], ['Billing', 5]);
  if (searchParams.get('choose')) return list([{ id: 'User', rows: ['0', '1', '2', '3'] }], Object.fromEntries(people.map((title, place) => [place, { template: 'row', title, fields: {} }])), { screen: 'table', title: 'Owner' });
  if (first === 'tickets') return ticketRow(id);
  if (first === 'numbers') return dashboard('Numbers', desk, [tile('Tickets by state', '/floor?tile=7', { kind: 'chart', wide: true }), tile('By agent', '/floor?tile=8', { kind: 'chart' })]);
  return { desk: () => deskList(searchParams), board, floor, machines, query, stops: () => ({ ...query(), title: 'Stops' }) }[first]?.();
}

floorTiles[7] = () => chart('bar', states.map((state, place) => [state, { x: state, count: [5, 8, 3][place] }, state, `/desk?State=${state}`]), { title: 'Tickets by state', columnOptions: { count: { label: 'Tickets' }, x: { colors } } });
floorTiles[8] = () => chart('list', people.map((name, place) => [name, { x: name, count: 7 - place }]), { title: 'By agent' });
