import { ask } from './ask.js';
import { h } from './dom.js';
import { strings } from './phrases.js';

/** At most so many pixels are drawn on either side while the part is chosen, and a part has at least so many. */
const DRAWN = 1200, LEAST = 8;

const between = (value, least, most) => Math.max(least, Math.min(most, value));

/** The part of an image that is chosen, in pixels of the image; kept within it, and square if it is to be. */
export class Part {
  isSquare = false;

  constructor(width, height) {
    Object.assign(this, { width, height, left: 0, top: 0, right: width, bottom: height });
  }

  get isWhole() {
    return !this.left && !this.top && this.right === this.width && this.bottom === this.height;
  }

  move(x, y) {
    const { left, top, right, bottom, width, height } = this;
    x = Math.round(between(x, -left, width - right));
    y = Math.round(between(y, -top, height - bottom));
    Object.assign(this, { left: left + x, right: right + x, top: top + y, bottom: bottom + y });
  }

  /** Moves a corner, named as on a map; the one across stays. */
  resize(corner, x, y) {
    const { width, height, isSquare } = this, isNorth = corner[0] === 'n', isWest = corner[1] === 'w';
    const right = isWest ? this.right - this.left - x : this.right - this.left + x, down = isNorth ? this.bottom - this.top - y : this.bottom - this.top + y;
    let wide = between(right, LEAST, isWest ? this.right : width - this.left), high = between(down, LEAST, isNorth ? this.bottom : height - this.top);
    if (isSquare) wide = high = Math.min(wide, high, Math.max(right, down, LEAST));
    [wide, high] = [Math.min(width, Math.round(wide)), Math.min(height, Math.round(high))];
    isWest ? this.left = this.right - wide : this.right = this.left + wide;
    isNorth ? this.top = this.bottom - high : this.bottom = this.top + high;
  }

  square(isSquare) {
    this.isSquare = isSquare;
    const { left, top, right, bottom } = this, side = Math.min(right - left, bottom - top);
    if (!isSquare) return;
    this.left += right - left - side >> 1;
    this.top += bottom - top - side >> 1;
    Object.assign(this, { right: this.left + side, bottom: this.top + side });
  }
}

/** The frame around a part, moved and resized by a pointer or by the arrows: by its corners, or all of it. */
function frame(part, image) {
  const scale = Math.min(1, DRAWN / Math.max(part.width, part.height));
  const canvas = h('canvas', { width: Math.max(1, part.width * scale), height: Math.max(1, part.height * scale), role: 'img', ariaLabel: strings.image });
  const size = h('span', { role: 'status' }), whole = h('button', { className: 'frame', ariaLabel: strings.frame });
  const corners = ['nw', 'ne', 'sw', 'se'].map(at => h('button', { className: 'corner', ariaLabel: strings.corners[at], value: at }));
  const stage = h('div', { className: 'stage', dir: 'ltr' }, h('div', {}, canvas, whole), ...corners);
  const show = () => {
    const { left, top, right, bottom, width, height } = part, share = (value, all) => value / all * 100 + '%';
    Object.assign(whole.style, { left: share(left, width), top: share(top, height), width: share(right - left, width), height: share(bottom - top, height) });
    for (const { value, style } of corners)
      Object.assign(style, { left: share(value[1] === 'w' ? left : right, width), top: share(value[0] === 'n' ? top : bottom, height) });
    size.textContent = strings.size(right - left, bottom - top);
  };
  const change = (corner, x, y) => {
    corner ? part.resize(corner, x, y) : part.move(x, y);
    show();
  };
  for (const handle of [whole, ...corners]) {
    handle.onkeydown = event => {
      const step = Math.max(1, Math.round(part.width / 50)), [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [];
      if (x === undefined) return;
      event.preventDefault();
      change(handle.value || event.shiftKey && 'se', x * step, y * step);
    };
    handle.onpointerdown = event => {
      let { clientX, clientY } = event;
      const start = { ...part };
      handle.setPointerCapture(event.pointerId);
      handle.onpointermove = moved => {
        const zoom = part.width / canvas.clientWidth;
        Object.assign(part, start);
        change(handle.value, (moved.clientX - clientX) * zoom, (moved.clientY - clientY) * zoom);
      };
      handle.onpointerup = handle.onpointercancel = () => handle.onpointermove = null;
    };
  }
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  const square = h('input', { type: 'checkbox', onchange: () => {
    part.square(square.checked);
    show();
  } });
  show();
  return h('div', {}, stage, h('div', { className: 'below' }, h('label', {}, square, ' ' + strings.square), size));
}

/** Writes a part of an image in the type of the file that it is from. */
async function cut(file, image, { left, top, right, bottom }) {
  const canvas = h('canvas', { width: right - left, height: bottom - top });
  canvas.getContext('2d').drawImage(image, left, top, canvas.width, canvas.height, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise(resolve => canvas.toBlob(resolve, file.type, .92));
  if (blob?.type !== file.type) throw new Error(strings.uncut);
  return new File([blob], file.name, { type: file.type });
}

/**
 * Asks which part of an image is wanted. Answers with that part, in the type of the file; with the file as it is, if all is wanted or
 * nothing can be seen of it; with nothing, if none is.
 */
export async function crop(file) {
  const image = await createImageBitmap(file).catch(() => null), part = image && new Part(image.width, image.height);
  if (!part) return file;
  return new Promise((resolve, reject) => {
    const actions = [{ id: 0, title: strings.cancel }, { id: 1, title: strings.use }];
    const close = ask({ style: 'crop', title: strings.crop, message: strings.cropping, actions }, chosen => {
      close();
      if (!chosen) resolve(null);
      else part.isWhole ? resolve(file) : cut(file, image, part).then(resolve, reject);
    }, null, frame(part, image));
  });
}
