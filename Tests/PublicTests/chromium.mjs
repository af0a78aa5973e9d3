// Drives a headless Chromium over --remote-debugging-pipe: file descriptors 3 and 4, JSON messages that end in NUL.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

/** Where Chromium is, or undefined. ORIEL_CHROMIUM names another one. */
export const chromiumPath = [process.env.ORIEL_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  .find(path => path && existsSync(path));

const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run', '--disable-extensions',
  '--disable-background-networking', '--disable-component-update', '--disable-sync', '--mute-audio', '--remote-debugging-pipe'];

/** Milliseconds between two looks at a page that is waited for. */
const FRAME = 16;

/** The DevTools protocol over a pair of pipes. */
class Pipe {
  #sent = 0;
  #waiting = new Map();
  #rest = '';
  #listeners = new Set();

  constructor(output, input) {
    this.output = output;
    input.setEncoding('utf8');
    input.on('data', text => this.#receive(text));
    input.on('close', () => this.#waiting.forEach(({ reject }) => reject(new Error('Chromium has ended'))));
    output.on('error', () => {});
  }

  send(method, params = {}, sessionId) {
    const id = ++this.#sent;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, method });
      this.output.write(JSON.stringify({ id, method, params, sessionId }) + '\0');
    });
  }

  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #receive(text) {
    const parts = (this.#rest + text).split('\0');
    this.#rest = parts.pop() ?? '';
    for (const message of parts.map(part => JSON.parse(part))) {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (!waiting) this.#listeners.forEach(listener => listener(message));
      else if (message.error) waiting.reject(new Error(`${waiting.method}: ${message.error.message}`));
      else waiting.resolve(message.result);
    }
  }
}

/**
 * One page. What it logs as an error, and what it throws, is kept in `errors`; `frames` are the messages of its sockets, both ways;
 * `questions` are the kinds of what the browser itself asked the person, who answers `isWilling`.
 */
export class Page {
  errors = [];
  frames = [];
  questions = [];
  isWilling = true;

  constructor(pipe, session) {
    this.pipe = pipe;
    this.session = session;
    pipe.listen(({ method, params, sessionId }) => {
      if (sessionId !== session) return;
      if (method === 'Runtime.exceptionThrown') this.errors.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
      if (method === 'Page.javascriptDialogOpening') {
        this.questions.push(params.type);
        this.send('Page.handleJavaScriptDialog', { accept: this.isWilling });
      }
      if (/webSocketFrame(Sent|Received)/.test(method)) this.frames.push(JSON.parse(params.response.payloadData));
      if (method === 'Log.entryAdded' && params.entry.level === 'error') this.errors.push(`${params.entry.text} ${params.entry.url ?? ''}`);
    });
  }

  send(method, params) {
    return this.pipe.send(method, params, this.session);
  }

  /** Loads an address and waits until the page has loaded. */
  goto(url) {
    return this.#load('Page.navigate', { url });
  }

  /** Loads the page again, as a person does. */
  reload() {
    return this.#load('Page.reload');
  }

  async #load(...what) {
    let stop = () => {};
    const loaded = new Promise(resolve => {
      stop = this.pipe.listen(({ method, sessionId }) => method === 'Page.loadEventFired' && sessionId === this.session && resolve());
    });
    const { errorText } = await this.send(...what);
    if (errorText) throw new Error(`${what[1].url}: ${errorText}`);
    await loaded;
    stop();
  }

  /** The value of an expression in the page; promises are awaited. */
  async eval(expression) {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Waits, frame by frame in the page itself, until an expression is truthy; answers with its value. The limit counts looks, so that a busy
   * machine, whose page looks less often, has longer. */
  async waitFor(expression, milliseconds = 10_000) {
    const value = await this.eval(`new Promise(resolve => {
      let looks = ${milliseconds / FRAME};
      const look = () => {
        let value;
        try { value = (${expression}); } catch { value = undefined; }
        if (value || --looks < 0) resolve(value); else setTimeout(look, ${FRAME});
      };
      look();
    })`);
    if (!value) throw new Error(`waited ${milliseconds} ms in vain for: ${expression}\nthe page shows: ${await this.eval('document.body.innerText.slice(0, 600)')}\nerrors: ${this.errors.join('; ')}`);
    return value;
  }

  /** Clicks the middle of the first element that a selector finds. */
  async click(selector) {
    const { x, y } = await this.waitFor(`(() => {
      const node = document.querySelector(${JSON.stringify(selector)});
      node?.scrollIntoViewIfNeeded?.();
      const box = node?.getBoundingClientRect();
      return box?.width && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    })()`);
    const event = { x, y, button: 'left', clickCount: 1 };
    await this.send('Input.dispatchMouseEvent', { ...event, type: 'mousePressed' });
    await this.send('Input.dispatchMouseEvent', { ...event, type: 'mouseReleased' });
  }

  /** Replaces the text of the element that a selector finds, by typing. */
  async type(selector, text) {
    await this.waitFor(`(() => { const node = document.querySelector(${JSON.stringify(selector)}); node?.focus(); node?.select?.(); return !!node; })()`);
    if (text) await this.send('Input.insertText', { text });
    else await this.press('Delete');
  }

  /** Chooses a file in the file input that an expression finds. */
  async choose(expression, ...files) {
    const { result } = await this.send('Runtime.evaluate', { expression });
    await this.send('DOM.setFileInputFiles', { files, objectId: result.objectId });
  }

  /** Presses a key: `x`, `Enter`, `Tab`, `ArrowDown`, `Escape`, `Control+End`, `Shift+ `, `Alt+t` and the like. */
  async press(keys) {
    const [, held, key] = /^((?:\w+\+)*)(.+)$/.exec(keys), modifiers = /Alt/.test(held) + /Control/.test(held) * 2 + /Shift/.test(held) * 8;
    const windowsVirtualKeyCode = { Tab: 9, Enter: 13, Escape: 27, ' ': 32, PageUp: 33, PageDown: 34, End: 35, Home: 36, ArrowLeft: 37, ArrowUp: 38,
      ArrowRight: 39, ArrowDown: 40, Delete: 46, F2: 113 }[key];
    const event = { key, code: key, windowsVirtualKeyCode, modifiers, text: key === 'Enter' ? '\r' : key.length === 1 && !modifiers ? key : undefined };
    await this.send('Input.dispatchKeyEvent', { ...event, type: 'keyDown' });
    await this.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' });
  }

  /** Writes a screenshot to a file, in the format of its extension: `png`, or `webp`, which is smaller. */
  async screenshot(path) {
    const { data } = await this.send('Page.captureScreenshot', { format: extname(path).slice(1), quality: path.endsWith('webp') ? 80 : undefined });
    await writeFile(path, Buffer.from(data, 'base64'));
  }

  /** Sets the size of the viewport; a phone has touch and a mobile viewport. */
  async setViewport(width, height, isPhone = false) {
    await this.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: isPhone ? 2 : 1, mobile: isPhone });
    await this.send('Emulation.setTouchEmulationEnabled', { enabled: isPhone });
  }

  /** Sets media features: `{ 'prefers-color-scheme': 'dark' }`. */
  async setMedia(features) {
    await this.send('Emulation.setEmulatedMedia', { features: Object.entries(features).map(([name, value]) => ({ name, value })) });
  }
}

/** A browser of its own, with a profile that is removed when it closes. */
export class Chromium {
  static async launch() {
    if (!chromiumPath) throw new Error('there is no Chromium on this machine');
    const profile = await mkdtemp(join(tmpdir(), 'oriel-chromium-'));
    const child = spawn(chromiumPath, [...flags, `--user-data-dir=${profile}`], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    return new Chromium(child, profile);
  }

  constructor(child, profile) {
    this.child = child;
    this.profile = profile;
    this.ended = new Promise(resolve => child.once('close', resolve));
    this.pipe = new Pipe(child.stdio[3], child.stdio[4]);
  }

  async newPage() {
    const { browserContextId } = await this.pipe.send('Target.createBrowserContext');
    const { targetId } = await this.pipe.send('Target.createTarget', { url: 'about:blank', browserContextId });
    const { sessionId } = await this.pipe.send('Target.attachToTarget', { targetId, flatten: true });
    const page = new Page(this.pipe, sessionId);
    for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await page.send(`${domain}.enable`);
    await page.setViewport(1200, 800);
    return page;
  }

  async close() {
    await this.pipe.send('Browser.close').catch(() => {});
    await this.ended;
    await rm(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
