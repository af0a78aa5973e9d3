import { strings } from '../../phrases-app.js';
import { element } from '../core/dom.js';
import { send, slotURL } from './send.js';

const isTouch = matchMedia('(pointer: coarse)').matches;

/** Where an image can be taken from on this device. */
export const sources = ['file', ...isTouch ? ['camera'] : [], 'paste'];

for (const type of ['dragover', 'drop']) {
  addEventListener(type, event => {
    const node = document.querySelector('.picker');
    if (!node || event.defaultPrevented) return;
    event.preventDefault();
    const isInside = node.parentNode.contains(event.target);
    if (type === 'drop' && isInside) node.ondrop(event);
  });
}

/** Makes the control that takes an image, lets the user crop it, and uploads it. */
export function picker(upload, route) {
  return new Picker(upload, route).node;
}

class Picker {
  problem = element('p', { className: 'problem', role: 'alert' });
  bar = element('progress', { ariaLabel: strings.sending, hidden: true });
  stop = element('button', { hidden: true, onclick: () => this.request.abort() }, strings.stop);

  constructor({ slot, source, types, limit }, route) {
    this.limit = limit;
    this.url = slotURL(route, slot);
    this.input = source === 'paste' ? this.makePasteBox() : this.makeFileInput(types);
    if (source === 'camera') this.input.capture = 'environment';
    const ondrop = event => {
      event.preventDefault();
      this.take(event.dataTransfer.files[0]);
    };
    const children = [this.input, this.bar, this.stop, this.problem];
    this.node = element('div', { className: 'picker', ondrop }, ...children);
  }

  makePasteBox() {
    return element('input', {
      placeholder: strings.paste,
      ariaLabel: strings.paste,
      onpaste: event => this.take(event.clipboardData.files[0]),
    });
  }

  makeFileInput(types) {
    const onchange = () => {
      this.take(this.input.files[0]);
      this.input.value = '';
    };
    const accept = types.join();
    return element('input', { type: 'file', ariaLabel: strings.image, accept, onchange });
  }

  async take(file) {
    if (!file || this.isCropping) return;
    this.request?.abort();
    if (!/^image\/(png|jpeg|webp)$/.test(file.type)) return this.send(file);
    const part = await this.crop(file);
    if (part) this.send(part);
  }

  /* Returns the chosen part of an image, if any. */
  async crop(file) {
    this.isCropping = true;
    try {
      const { crop } = await import('./crop.js');
      return await crop(file);
    } catch (error) {
      this.problem.textContent = error.message;
    } finally {
      this.isCropping = false;
    }
  }

  send(file) {
    const { bar, stop, limit } = this;
    if (file.size > limit) {
      this.problem.textContent = strings.tooLarge(limit, file.size);
      return;
    }
    bar.hidden = stop.hidden = false;
    this.request = send(this.url, file, bar, this.problem, () => this.finish());
  }

  finish() {
    this.request = null;
    if (document.activeElement === this.stop) this.input.focus();
    this.bar.hidden = this.stop.hidden = true;
  }
}
