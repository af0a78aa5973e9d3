import { strings } from '../../phrases-app.js';
import { element } from '../core/dom.js';
import { send, slotURL } from './send.js';

/**
 * The control of a slot for attachments. It takes several files, also dropped ones, and uploads
 * one after the other. `find` returns the route of the screen.
 */
export class Attach {
  waiting = [];
  list = element('ul');

  constructor(slot, title, find) {
    Object.assign(this, { slot, find });
    const onchange = () => {
      this.take(this.input.files);
      this.input.value = '';
    };
    this.input = element('input', { type: 'file', multiple: true, onchange });
    const label = element('label', {}, title, this.input);
    const ondragover = event => event.preventDefault();
    const ondrop = event => {
      event.preventDefault();
      this.take(event.dataTransfer.files);
    };
    const properties = { className: 'attach', ondragover, ondrop };
    this.node = element('div', properties, label, this.list);
  }

  /** Shows what the slot accepts now. */
  update({ types, limit }) {
    this.input.accept = types.join();
    this.limit = limit;
  }

  take(files) {
    for (const file of files) this.add(file);
    this.next();
  }

  /* Adds a line for a file. The line stays if the upload fails, until the user removes it. */
  add(file) {
    const problem = element('p', { className: 'problem', role: 'alert' });
    const bar = element('progress', { ariaLabel: strings.sending, value: 0 });
    const line = element('li', {}, file.name, bar);
    const onclick = () => {
      this.waiting = this.waiting.filter(other => other.line !== line);
      if (line.contains(document.activeElement)) this.input.focus();
      line.remove();
      if (this.current?.line === line) this.current.request.abort();
    };
    const ariaLabel = `${strings.stop}: ${file.name}`;
    line.append(element('button', { onclick, ariaLabel }, '×'), problem);
    this.list.append(line);
    if (file.size > this.limit) {
      problem.textContent = strings.tooLarge(this.limit, file.size);
      bar.remove();
    } else {
      this.waiting.push({ file, line, bar, problem });
    }
  }

  next() {
    if (this.current || !this.waiting.length) return;
    const entry = this.current = this.waiting.shift();
    const { file, bar, problem } = entry;
    const url = slotURL(this.find(), this.slot);
    const name = `${url.includes('?') ? '&' : '?'}filename=${encodeURIComponent(file.name)}`;
    entry.request = send(url + name, file, bar, problem, () => this.finish(entry));
  }

  finish({ line, bar, problem }) {
    this.current = null;
    bar.remove();
    if (!problem.textContent) {
      if (line.contains(document.activeElement)) this.input.focus();
      line.remove();
    }
    this.next();
  }
}
