import { strings } from '../../phrases-api.js';
import { element, write } from '../core/dom.js';
import { part, quoted } from '../screen/api.js';
import { example, resolve, use, words } from './schema.js';

/* How a shell sends a request: with a key, if the server asks for one. */
let curl = 'curl';

/* The most letters of a response that are shown. */
const LETTERS = 1e5;

const groups = document.querySelector('#groups');
const state = document.querySelector('#state');
const search = document.querySelector('[type=search]');
const [home, here] = document.querySelectorAll('nav a');
const [openAPI, types] = document.querySelectorAll('#links a');

/* Returns the address of a request with the values of its fields. */
function address(path, fields) {
  let target = path;
  const query = [];
  for (const { parameter: { name, in: place, explode }, input } of fields) {
    const { value } = input;
    if (place === 'path') target = target.replace(`{${name}}`, encodeURIComponent(value));
    else if (value) query.push(explode ? value : `${name}=${encodeURIComponent(value)}`);
  }
  return target + (query.length ? `?${query.join('&')}` : '');
}

/* Returns a text as a literal of JavaScript. */
const literal = text =>
  `'${text.replace(/['\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`;

/* Returns the lines that send a request: with curl, with fetch, and if possible with the client. */
function lines(method, target, body, isLive) {
  const url = location.origin + target;
  const shell = [curl, ...body === undefined ? [] : ['-X POST', '-d', quoted(body)], quoted(url)];
  const options = body === undefined ? '' : `, { method: 'POST', body: ${literal(body)} }`;
  const fetching = `fetch(${literal(url)}${options})`;
  const [, route, command] = target.match(/^([^?]*):([^?:]*)/) ?? [];
  const open = route => `connect(${literal(location.origin)}).open(${literal(route)})`;
  const call = method === 'get'
    ? isLive && `await ${open(target)}.ready()`
    : command && `await ${open(route)}.command(${literal(command)}, ${body || '{}'})`;
  return [
    ['curl', shell.join(' ')],
    ['fetch', `await ${fetching}`],
    ...call ? [['client', call]] : [],
  ];
}

/* Makes the row of a parameter. */
function field(parameter) {
  const { name, in: place, required, explode, description, schema } = parameter;
  const input = element('input', {
    ariaLabel: name,
    placeholder: explode ? strings.moreParameters : '',
    value: place === 'path' ? `${example(schema) || 1}` : '',
  });
  const kind = explode ? '' : words(schema) + (required ? `, ${strings.required}` : '');
  const row = element('tr', {},
    element('td', {}, element('code', {}, name), ` ${kind}`),
    element('td', {}, description ?? ''),
    element('td', {}, input));
  return { parameter, input, row };
}

/* Shows the response to a request. */
async function send(method, target, body, output) {
  try {
    const response = await fetch(target, {
      method: method.toUpperCase(),
      body,
      headers: { Accept: 'application/json, */*;q=.5' },
    });
    const text = await response.text();
    let shown = text;
    if (/json/.test(response.headers.get('content-type'))) {
      try {
        shown = JSON.stringify(JSON.parse(text), null, 2);
      } catch { /* It is shown as it is. */ }
    }
    const end = shown.length > LETTERS ? strings.cut : '';
    output.textContent = `${response.status}\n${shown.slice(0, LETTERS)}${end}`;
  } catch {
    output.textContent = strings.unreachable;
  }
}

/* Makes the content of a request, when it is opened. */
function content(path, method, operation) {
  const fields = (operation.parameters ?? []).map(resolve)
    .filter(parameter => parameter.in !== 'header').map(field);
  const schema = resolve(operation.requestBody).content?.['application/json'].schema;
  const body = schema && element('textarea', {
    className: 'body',
    ariaLabel: strings.body,
    value: JSON.stringify(example(schema), null, 2),
  });
  const isLive = !!resolve(operation.responses[200]).content?.['text/event-stream'];
  const target = () => address(path, fields);
  const text = () => {
    try {
      return body && JSON.stringify(JSON.parse(body.value));
    } catch {
      return body.value;
    }
  };
  const made = lines(method, target(), text(), isLive).map(([title, line]) => part(title, line));
  const output = element('pre', { tabIndex: 0, hidden: true });
  const node = element('div', {
    className: 'request',
    oninput: () => lines(method, target(), text(), isLive)
      .forEach(([, line], index) => write(made[index].pre, line)),
  });
  const heading = (title, ...nodes) => [element('h3', {}, title), ...nodes];
  const codes = Object.entries(operation.responses)
    .map(([status, answer]) => `${status} ${resolve(answer).description}`);
  node.append(
    ...fields.length
      ? heading(strings.parameters, element('table', {}, ...fields.map(({ row }) => row))) : [],
    ...body ? heading(`${strings.body}: ${words(schema)}`, body) : [],
    ...made.map(({ node }) => node),
    ...heading(strings.tryIt,
      ...method === 'get' ? [] : [element('p', {}, strings.changes)],
      element('button', {
        type: 'button',
        onclick: () => {
          output.hidden = false;
          send(method, target(), text(), output);
        },
      }, strings.send), output),
    ...heading(strings.responses, element('p', { className: 'codes' }, codes.join(' · '))),
  );
  return node;
}

/* Makes a request, closed. */
function request(path, method, operation) {
  const node = element('details', {},
    element('summary', {},
      element('b', { className: method }, method.toUpperCase()),
      element('code', {}, path), element('span', {}, operation.summary)));
  node.ontoggle = () => {
    if (node.open && !node.children[1]) node.append(content(path, method, operation));
  };
  return { node, text: `${path} ${operation.summary}`.toLowerCase(), group: operation.tags[0] };
}

function show(requests) {
  const wanted = search.value.toLowerCase();
  const found = requests.filter(({ text }) => text.includes(wanted));
  write(state, strings.requests(found.length));
  groups.replaceChildren(...found.flatMap(({ node, group }, index) =>
    group === found[index - 1]?.group ? [node] : [element('h2', {}, group), node]));
}

for (const node of [here, document.querySelector('h1')]) node.textContent = strings.apiTitle;
home.textContent = strings.home;
openAPI.textContent = strings.openAPI;
types.textContent = strings.types;
search.ariaLabel = search.placeholder = strings.filterRequests;
document.title = strings.apiTitle;
state.textContent = strings.loadingAPI;
try {
  const response = await fetch('/-/openapi.json');
  const description = await response.json();
  if (!response.ok) throw new Error(description.detail);
  use(description);
  if (description.paths['/-/sign-in']) curl = strings.curlWithKey;
  const requests = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => request(path, method, operation)));
  search.oninput = () => show(requests);
  show(requests);
} catch (error) {
  state.textContent = error.message;
}
