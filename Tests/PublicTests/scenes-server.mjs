// A server of fixed documents, for tests of declared scenes: GET, commands by POST, and a socket with patches.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { applyPatch } from '../../public/oriel/core/patch.js';

const pages = fileURLToPath(new URL('../../public', import.meta.url));
const kinds = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html; charset=utf-8', '.svg': 'image/svg+xml' };

/** One frame of text, unmasked, as a server sends it. */
function frame(text, code = 1) {
  const body = Buffer.from(text), { length } = body;
  if (length < 126) return Buffer.concat([Buffer.from([0x80 | code, length]), body]);
  const head = Buffer.alloc(length < 65536 ? 4 : 10);
  head[0] = 0x80 | code;
  head[1] = length < 65536 ? 126 : 127;
  if (length < 65536) head.writeUInt16BE(length, 2);
  else head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, body]);
}

/** The server's end of one socket, which reads masked frames of text. */
class Line {
  #rest = Buffer.alloc(0);

  constructor(socket, hear) {
    Object.assign(this, { socket, hear, scenes: new Map() });
    socket.on('data', data => this.#read(data)).on('error', () => {});
  }

  send(message) {
    this.socket.write(frame(JSON.stringify(message)));
  }

  #read(data) {
    this.#rest = Buffer.concat([this.#rest, data]);
    for (;;) {
      const rest = this.#rest;
      if (rest.length < 2) return;
      const short = rest[1] & 127, head = { 126: 4, 127: 10 }[short] ?? 2;
      if (rest.length < head + 4) return;
      const length = short === 126 ? rest.readUInt16BE(2) : short === 127 ? Number(rest.readBigUInt64BE(2)) : short;
      if (rest.length < head + 4 + length) return;
      const mask = rest.subarray(head, head + 4), body = Buffer.from(rest.subarray(head + 4, head + 4 + length));
      for (let place = 0; place < length; place++) body[place] ^= mask[place % 4];
      this.#rest = rest.subarray(head + 4 + length);
      if ((rest[0] & 15) === 8) return this.socket.end(frame('', 8));
      if ((rest[0] & 15) === 1) this.hear(this, JSON.parse(body));
    }
  }
}

/**
 * Serves documents by route. `find` makes the document of a route that is not known yet, `run` answers a command with its reply,
 * or throws an object that refuses it.
 */
export class FakeServer {
  documents = new Map();
  digests = new Map();
  lines = new Set();
  commands = [];
  heads = [];
  version = 1;
  number = 0;

  static async start({ find = () => undefined, run = () => ({ result: {} }) } = {}) {
    const server = Object.assign(new FakeServer(), { find, run });
    server.http = createServer((request, response) => server.#answer(request, response));
    server.http.on('upgrade', (request, socket) => server.#join(request, socket));
    await new Promise(resolve => server.http.listen(0, '127.0.0.1', resolve));
    server.port = server.http.address().port;
    server.address = `http://127.0.0.1:${server.port}`;
    return server;
  }

  /** The route as documents know it: without the window and without what only the client reads. */
  key(route) {
    const url = new URL(route, 'http://x');
    for (const name of ['window', 'wall']) url.searchParams.delete(name);
    return decodeURIComponent(url.pathname + (url.searchParams.size ? `?${url.searchParams}` : ''));
  }

  document(route) {
    const key = this.key(route);
    if (!this.documents.has(key)) {
      const found = this.find(key, this);
      if (found) this.documents.set(key, { route: key, ...found });
    }
    return this.documents.get(key);
  }

  /** Changes a document by a patch, and sends the patch to all who watch it. */
  patch(route, patch) {
    const key = this.key(route), before = this.document(route);
    const from = this.digest(key);
    this.documents.set(key, applyPatch(before, patch));
    this.digests.set(key, this.digests.get(key) + 1);
    for (const line of this.lines) for (const [scene, watched] of line.scenes)
      if (watched === key) line.send({ type: 'patch', scene, from, to: this.digest(key), patch });
  }

  digest(key) {
    if (!this.digests.has(key)) this.digests.set(key, 1);
    return `${key} ${this.digests.get(key)}`;
  }

  /** Ends all sockets, as a network that is lost does. */
  drop() {
    for (const { socket } of this.lines) socket.destroy();
  }

  #join({ headers }, socket) {
    const accept = createHash('sha1').update(headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64');
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\nSec-WebSocket-Protocol: oriel.v1\r\n\r\n`);
    const line = new Line(socket, (line, message) => this.#hear(line, message));
    this.lines.add(line);
    socket.on('close', () => this.lines.delete(line));
  }

  #hear(line, message) {
    const { type, ref, route, scene, since } = message;
    if (type === 'ping') return line.send({ type: 'pong' });
    if (type === 'close') return line.scenes.delete(scene);
    if (type === 'command') return this.#command(line, message);
    if (type !== 'open') return;
    const document = this.document(route);
    if (!document) return line.send({ type: 'error', ref, code: 'not-found', message: 'There is nothing here.' });
    const key = this.key(route), digest = this.digest(key), number = ++this.number;
    line.scenes.set(number, key);
    if (since === digest) line.send({ type: 'current', ref, scene: number, digest });
    else line.send({ type: 'snapshot', ref, scene: number, digest, document });
  }

  async #command(line, message) {
    this.commands.push(message);
    const route = line.scenes.get(message.scene);
    try {
      line.send({ type: 'reply', ref: message.ref, ...await this.run({ ...message, route }, this) });
    } catch (error) {
      line.send({ type: 'error', ref: message.ref, code: 'invalid', ...error });
    }
  }

  async #answer(request, response) {
    const { pathname } = new URL(request.url, 'http://x'), file = join(pages, normalize(pathname));
    if (request.method === 'HEAD') this.heads.push(pathname);
    if (request.method === 'POST') return this.#post(request, response);
    if (extname(pathname) && existsSync(file) && statSync(file).isFile()) return this.#file(file, response);
    if (/text\/html/.test(request.headers.accept)) return this.#file(join(pages, 'index.html'), response);
    const document = this.document(request.url);
    response.writeHead(document ? 200 : 404, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(document ?? { code: 'not-found' }));
  }

  #file(file, response) {
    const body = readFileSync(file);
    response.writeHead(200, { 'Content-Type': kinds[extname(file)] ?? 'application/octet-stream', ETag: `"${this.version}-${body.length}"`, 'Cache-Control': 'no-cache' });
    response.end(body);
  }

  async #post(request, response) {
    let body = '';
    for await (const part of request) body += part;
    const [route, command] = decodeURIComponent(request.url).split(':');
    const message = { type: 'command', command, route, arguments: JSON.parse(body || '{}').arguments ?? JSON.parse(body || '{}') };
    this.commands.push(message);
    const reply = await Promise.resolve().then(() => this.run(message, this)).then(reply => ({ ...reply }), error => ({ code: 'invalid', detail: error.message, fields: error.fields }));
    response.writeHead(reply.code ? 422 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(reply));
  }

  async stop() {
    this.drop();
    this.http.closeAllConnections();
    await new Promise(resolve => this.http.close(resolve));
  }
}
