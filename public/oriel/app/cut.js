/* The smallest side of a part in pixels. */
const LEAST = 8;

const between = (value, least, most) => Math.round(Math.min(most, Math.max(least, value)));

/** The part of an image to keep, in pixels of the image. It stays within the image. */
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

  /** Moves a corner, named as on a map. The opposite corner stays. */
  resize(corner, x, y) {
    const isNorth = corner[0] === 'n';
    const isWest = corner[1] === 'w';
    const right = this.x + this.wide;
    const bottom = this.y + this.high;
    const mostWide = isWest ? right : this.width - this.x;
    const mostHigh = isNorth ? bottom : this.height - this.y;
    const wide = this.wide + (isWest ? -x : x);
    const high = this.high + (isNorth ? -y : y);
    if (this.isSquare) {
      const side = between(Math.max(wide, high), LEAST, Math.min(mostWide, mostHigh));
      this.wide = this.high = side;
    } else {
      this.wide = between(wide, LEAST, mostWide);
      this.high = between(high, LEAST, mostHigh);
    }
    if (isWest) this.x = right - this.wide;
    if (isNorth) this.y = bottom - this.high;
  }

  /** Makes the part a square around its middle, which it stays while it is resized. */
  square(isSquare) {
    this.isSquare = isSquare;
    if (!isSquare) return;
    const { wide, high } = this;
    const side = Math.min(wide, high);
    this.x += wide - side >> 1;
    this.y += high - side >> 1;
    this.wide = this.high = side;
  }
}
