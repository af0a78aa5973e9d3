import { strings } from '../../phrases.js';
import { element, write } from '../core/dom.js';
import { dialog } from '../form/dialog.js';

/* The most patches that are shown, and the most letters of a document. */
const PATCHES = 20;
const LETTERS = 2e5;

/* Milliseconds between two drawings of a document that changes. */
const PAUSE = 250;

/** Returns an address as a shell writes it. */
export const quoted = text => `'${text.replaceAll("'", "'\\''")}'`;

async function copy(node, button) {
  try {
    await navigator.clipboard.writeText(node.textContent);
  } catch {
    getSelection().selectAllChildren(node);
    document.execCommand('copy');
  }
  write(button, strings.copied);
}

/** Makes a part of the panel: a heading, a text, and the button that copies it. */
export function part(title, text = '') {
  const pre = element('pre', { tabIndex: 0, ariaLabel: title, role: 'region' }, text);
  const button = element('button', {
    type: 'button',
    ariaLabel: strings.term(strings.copy + ':', title),
    onclick: () => copy(pre, button),
  }, strings.copy);
  return { pre, node: element('section', {}, element('h3', {}, title), button, pre) };
}

/** Shows how programs read a screen: requests, the document as it lives, patches as they come. */
export default function showAPI(screen) {
  const { connection } = screen;
  const { route, window: rows, exports } = connection.document;
  const address = quoted(location.origin + route);
  const curl = document.querySelector('[data-kind=person]') ? strings.curlWithKey : 'curl';
  const patches = part(strings.patches, strings.noPatch);
  const shown = part(strings.document);
  const parts = [
    part(strings.request, `${curl} ${address}`),
    part(strings.stream, `${curl} -N -H 'Accept: text/event-stream' ${address}`),
    ...rows && exports !== false ? [part(strings.exportTitle,
      `${curl} ${quoted(location.origin + route.replace(/(\?|$)/, ':csv$1'))}`)] : [],
    part(strings.module, strings.program(location.origin, route)),
    patches,
    shown,
  ];
  const lines = [];
  let timer;
  const draw = () => {
    timer = 0;
    write(shown.pre, JSON.stringify(connection.document, null, 2)?.slice(0, LETTERS) ?? '');
    if (lines.length) write(patches.pre, lines.join('\n'));
  };
  const node = dialog(strings.api, null, parts.map(({ node }) => node));
  if (!node) return;
  node.classList.add('api');
  const { receive } = connection;
  connection.receive = message => {
    receive.call(connection, message);
    if (message.type === 'patch') lines.unshift(JSON.stringify(message.patch));
    lines.splice(PATCHES);
    timer ||= setTimeout(draw, PAUSE);
  };
  node.addEventListener('close', () => {
    clearTimeout(timer);
    delete connection.receive;
  });
  draw();
}
