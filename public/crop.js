import { ask } from './ask.js';
import { h } from './dom.js';
import { strings } from './phrases.js';

const DRAWN = 1200, LEAST = 8;

const between = (value, least, most) => Math.round(Math.min(most, Math.max(least, value)));

export class Cut {
  x = 0;
  y = 0;

  constructor(width, height) {
    Object.assign(this, { width, height, wide: width, high: height });
  }

  get isWhole() {
    return this.wide === this.width && this.high === this.height;
  }

  move(x, y) {
    this.x = between(this.x + x, 0, this.width - this.wide);
    this.y = between(this.y + y, 0, this.height - this.high);
  }

  resize(corner, x, y) {
    const isWest = corner[1] === 'w', isNorth = corner[0] === 'n', right = this.x + this.wide, bottom = this.y + this.high;
    const wide = this.wide + (isWest ? -x : x), high = this.high + (isNorth ? -y : y), both = this.isSquare && Math.max(wide, high);
    const mostWide = isWest ? right : this.width - this.x, mostHigh = isNorth ? bottom : this.height - this.y;
    this.wide = between(both || wide, LEAST, both ? Math.min(mostWide, mostHigh) : mostWide);
    this.high = between(both || high, LEAST, both ? Math.min(mostWide, mostHigh) : mostHigh);
    if (isWest) this.x = right - this.wide;
    if (isNorth) this.y = bottom - this.high;
  }

  square(isSquare) {
    const { wide, high } = this, side = Math.min(wide, high);
    this.isSquare = isSquare;
    if (isSquare) Object.assign(this, { x: this.x + (wide - side >> 1), y: this.y + (high - side >> 1), wide: side, high: side });
  }
}

function draw(image, x, y, wide, high, scale = 1) {
  const canvas = h('canvas', { width: Math.max(1, wide * scale), height: Math.max(1, high * scale) });
  canvas.getContext('2d').drawImage(image, x, y, wide, high, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function frame(cut, image) {
  const { width, height } = cut, canvas = draw(image, 0, 0, width, height, Math.min(1, DRAWN / Math.max(width, height)));
  const size = h('span', { role: 'status' }), square = h('input', { type: 'checkbox', onchange: () => change(() => cut.square(square.checked)) });
  const handles = ['', 'nw', 'ne', 'sw', 'se'].map(value => h('button', { value, className: value ? 'corner' : 'frame', ariaLabel: strings.corners[value] }));
  const change = body => {
    body();
    for (const { value: [north, west], style } of handles) {
      const { x, y, wide, high } = cut, share = (part, all) => `${part / all * 100}%`;
      style.left = share(west === 'e' ? x + wide : x, width);
      style.top = share(north === 's' ? y + high : y, height);
      if (!north) Object.assign(style, { width: share(wide, width), height: share(high, height) });
    }
    size.textContent = strings.size(cut.wide, cut.high);
  };
  const pull = (corner, x, y) => corner ? cut.resize(corner, x, y) : cut.move(x, y);
  for (const handle of handles) {
    handle.onkeydown = event => {
      const step = Math.max(1, Math.round(width / 50)), way = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
      if (!way) return;
      event.preventDefault();
      change(() => pull(handle.value || event.shiftKey && 'se', ...way));
    };
    handle.onpointerdown = ({ pointerId, clientX, clientY }) => {
      const start = { ...cut }, zoom = width / canvas.clientWidth;
      handle.setPointerCapture(pointerId);
      handle.onpointermove = event => change(() => pull(handle.value, (event.clientX - clientX) * zoom, (event.clientY - clientY) * zoom, Object.assign(cut, start)));
      handle.onpointerup = handle.onpointercancel = () => handle.onpointermove = null;
    };
  }
  change(() => {});
  return h('div', {}, h('div', { className: 'stage', dir: 'ltr' }, h('div', {}, canvas, handles[0]), ...handles.slice(1)),
    h('div', { className: 'below' }, h('label', {}, square, ' ' + strings.square), size));
}

export async function crop(file) {
  const image = await createImageBitmap(file).catch(() => null), cut = image && new Cut(image.width, image.height);
  if (!cut) return file;
  const isChosen = await new Promise(resolve => {
    const close = ask({ style: 'crop', title: strings.crop, message: strings.cropping, actions: [{ id: 0, title: strings.cancel }, { id: 1, title: strings.use }] }, chosen => {
      close();
      resolve(chosen);
    }, null, frame(cut, image));
  });
  if (!isChosen || cut.isWhole) return isChosen ? file : null;
  const blob = await new Promise(resolve => draw(image, cut.x, cut.y, cut.wide, cut.high).toBlob(resolve, file.type, .92));
  if (blob?.type !== file.type) throw new Error(strings.uncut);
  return new File([blob], file.name, { type: file.type });
}
