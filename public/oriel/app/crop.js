import { strings } from '../../phrases-app.js';
import { element } from '../core/dom.js';
import { sheet } from '../core/sheet.js';
import { ask } from './ask.js';
import { Cut } from './cut.js';

await sheet('/oriel/app/crop.css');

/* The largest side of the drawn image in pixels. */
const DRAWN = 1200;

/* The quality of a written image, where its type has one. */
const QUALITY = .92;

/* The parts of a side that one press of an arrow moves. */
const STEPS = 50;

function draw(image, { x, y, wide, high }, scale = 1) {
  const canvas = element('canvas', {
    width: Math.max(1, wide * scale),
    height: Math.max(1, high * scale),
  });
  const { width, height } = canvas;
  canvas.getContext('2d').drawImage(image, x, y, wide, high, 0, 0, width, height);
  return canvas;
}

/* The image with a frame around the part to keep, which the user moves and resizes. */
class Frame {
  size = element('span', { role: 'status' });
  square = element('input', { type: 'checkbox', onchange: () => this.makeSquare() });

  constructor(cut, image) {
    this.cut = cut;
    const { width, height } = cut;
    const scale = Math.min(1, DRAWN / Math.max(width, height));
    this.canvas = draw(image, { x: 0, y: 0, wide: width, high: height }, scale);
    this.handles = ['', 'nw', 'ne', 'sw', 'se'].map(corner => this.makeHandle(corner));
    this.node = this.makeNode();
    this.show();
  }

  makeNode() {
    const [frame, ...corners] = this.handles;
    const picture = element('div', {}, this.canvas, frame);
    const stage = element('div', { className: 'stage', dir: 'ltr' }, picture, ...corners);
    const label = element('label', {}, this.square, ' ' + strings.square);
    return element('div', {}, stage, element('div', { className: 'below' }, label, this.size));
  }

  makeHandle(corner) {
    const handle = element('button', {
      value: corner,
      className: corner ? 'corner' : 'frame',
      ariaLabel: strings.corners[corner],
    });
    handle.onkeydown = event => this.press(event, handle);
    handle.onpointerdown = event => this.grab(event, handle);
    return handle;
  }

  makeSquare() {
    this.cut.square(this.square.checked);
    this.show();
  }

  /* Puts the frame and its corners where the part is. */
  show() {
    const { cut, size, handles } = this;
    for (const handle of handles) this.placeHandle(handle, cut);
    size.textContent = strings.size(cut.wide, cut.high);
  }

  placeHandle({ value: [north, west], style }, { x, y, wide, high, width, height }) {
    const share = (part, all) => `${part / all * 100}%`;
    style.left = share(west === 'e' ? x + wide : x, width);
    style.top = share(north === 's' ? y + high : y, height);
    if (north) return;
    style.width = share(wide, width);
    style.height = share(high, height);
  }

  pull(corner, x, y) {
    if (corner) this.cut.resize(corner, x, y);
    else this.cut.move(x, y);
    this.show();
  }

  press(event, handle) {
    const step = Math.max(1, Math.round(this.cut.width / STEPS));
    const way = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, -step],
      ArrowDown: [0, step],
    }[event.key];
    if (!way) return;
    event.preventDefault();
    this.pull(handle.value || event.shiftKey && 'se', ...way);
  }

  grab({ pointerId, clientX, clientY }, handle) {
    const { cut, canvas } = this;
    const start = { ...cut };
    const zoom = cut.width / canvas.clientWidth;
    handle.setPointerCapture(pointerId);
    handle.onpointermove = event => {
      Object.assign(cut, start);
      const x = (event.clientX - clientX) * zoom;
      const y = (event.clientY - clientY) * zoom;
      this.pull(handle.value, x, y);
    };
    handle.onpointerup = handle.onpointercancel = () => {
      handle.onpointermove = null;
    };
  }
}

/* Asks for the part to keep. Returns whether the user has chosen one. */
function choose(cut, image) {
  const question = {
    style: 'crop',
    title: strings.crop,
    message: strings.cropping,
    actions: [{ id: 0, title: strings.cancel }, { id: 1, title: strings.use }],
  };
  return new Promise(resolve => {
    const close = ask(question, chosen => {
      close();
      resolve(chosen);
    }, null, new Frame(cut, image).node);
  });
}

/**
 * Asks for the part of an image to keep. Returns a file of the same type with that part, the
 * file itself if the user keeps all or the browser cannot show it, or null if the user cancels.
 * Throws if the browser cannot write the type.
 */
export async function crop(file) {
  const image = await createImageBitmap(file).catch(() => null);
  if (!image) return file;
  const cut = new Cut(image.width, image.height);
  if (!await choose(cut, image)) return null;
  if (cut.isWhole) return file;
  const canvas = draw(image, cut);
  const blob = await new Promise(resolve => canvas.toBlob(resolve, file.type, QUALITY));
  if (blob?.type !== file.type) throw new Error(strings.uncut);
  return new File([blob], file.name, { type: file.type });
}
