// A client of Oriel for Node 18 and newer: client.js on a socket for Node. See clients/README.md.
import { randomBytes, webcrypto } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { connect as connectBy } from '../../public/client.js';

globalThis.crypto ??= webcrypto;  // Node 18

/** Returns a client of a server, as `connect` of client.js does. `key` is that of a program. */
export function connect(address, { key, ...options } = {}) {
  const headers = key ? { Authorization: `Bearer ${key}` } : {};
  return connectBy(address, { dial: url => new Socket(url, headers), ...options });
}

/** Yields each new document of a scene. Throws the reason why no more will come, with its code. */
export async function* documents(live) {
  let seen, wake;
  const stop = live.subscribe(() => wake?.());
  try {
    for (;;) {
      const { document, error, why } = live;
      if (error || why) throw Object.assign(new Error(error?.message ?? why), error);
      if (document !== seen) yield seen = document;
      else await new Promise(resolve => wake = resolve);
    }
  } finally {
    stop();
  }
}

/** The part of a browser's WebSocket that client.js uses (RFC 6455). */
export class Socket {
  readyState = 0;
  #data = Buffer.alloc(0);
  #parts = [];

  constructor(url, headers) {
    Object.assign(this, { url: url.href, headers });
    const { request } = url.protocol === 'wss:' ? https : http;
    const upgrade = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': 13 };
    this.call = request(this.url.replace('ws', 'http'), {
      headers: { ...upgrade, 'Sec-WebSocket-Key': randomBytes(16).toString('base64'), ...headers },
    });
    this.call.on('error', () => this.#end(1006, ''));
    this.call.on('response', ({ statusCode: status, statusMessage }) => {
      this.#end(status < 500 && status !== 429 ? 4000 + status : 1006, statusMessage);
    });
    this.call.on('upgrade', (response, stream, head) => this.#open(response, stream, head));
    this.call.end();
  }

  #open(response, stream, head) {
    const [cookie] = response.headers['set-cookie'] ?? [];
    if (cookie) [this.headers.Cookie] = cookie.split(';');  // the session of personal scenes
    this.stream = stream.on('data', data => this.#read(data)).on('error', () => {});
    stream.on('close', () => this.#end(1006, ''));
    this.readyState = 1;
    this.onopen?.();
    this.#read(head);
  }

  #read(piece) {
    this.#data = Buffer.concat([this.#data, piece]);
    while (this.readyState === 1) {
      const data = this.#data, short = data[1] & 127, start = [2, 4, 10][Math.max(0, short - 125)];
      if (data.length < start) return;
      const size = start === 2 ? short : Number(`0x${data.toString('hex', 2, start)}`);
      if (data.length < start + size) return;
      this.#data = data.subarray(start + size);
      this.#receive(data[0] & 15, data.subarray(start, start + size), data[0] & 128);
    }
  }

  #receive(kind, body, isLast) {
    if (kind === 8) this.#end(body.length ? body.readUInt16BE() : 1005, `${body.subarray(2)}`);
    if (kind === 9) this.#write(10, body);
    if (kind > 2) return;
    this.#parts.push(body);
    if (isLast) this.onmessage?.({ data: `${Buffer.concat(this.#parts.splice(0))}` });
  }

  #write(kind, body) {
    const mask = randomBytes(4), size = body.length;
    const [code, digits] = size < 126 ? [size, 0] : size < 65536 ? [126, 4] : [127, 16];
    const length = Buffer.from(digits ? size.toString(16).padStart(digits, '0') : '', 'hex');
    const masked = body.map((byte, place) => byte ^ mask[place & 3]);
    this.stream.write(Buffer.concat([Buffer.from([128 | kind, 128 | code]), length, mask, masked]));
  }

  send = text => this.#write(1, Buffer.from(text));
  close = () => this.#end(1000, '');

  #end(code, reason) {
    if (this.readyState === 3) return;
    if (this.readyState === 1) this.#write(8, Buffer.from([3, 232]));
    this.readyState = 3;
    this.stream ? this.stream.destroySoon() : this.call.destroy();
    this.onclose?.({ code, reason });
  }
}
