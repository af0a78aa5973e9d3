/**
 * The heights of the lines of a list. Those of one run are known, all others are estimated as
 * `each`. Positions count from the first line of the run. O(log n).
 */
export class Heights {
  constructor(first, heights, each) {
    let sum = 0;
    this.first = first;
    this.each = each;
    this.end = first + heights.length;
    this.tops = [0, ...heights.map(height => sum += height)];
  }

  /** Returns the position of a line in pixels. A part of a line counts. */
  top(line) {
    const { first, end, tops, each } = this;
    if (line < first) return (line - first) * each;
    if (line >= end) return tops.at(-1) + (line - end) * each;
    const whole = Math.floor(line);
    const top = tops[whole - first];
    return top + (line - whole) * (tops[whole - first + 1] - top);
  }

  /** Returns the line at a position in pixels. */
  at(y) {
    const { first, end, tops, each } = this;
    if (y < 0) return first + y / each;
    if (y >= tops.at(-1)) return end + (y - tops.at(-1)) / each;
    let low = 0;
    let high = tops.length - 1;
    while (high - low > 1) {
      const middle = low + high >> 1;
      if (tops[middle] <= y) low = middle;
      else high = middle;
    }
    return first + low + (y - tops[low]) / (tops[high] - tops[low]);
  }
}

/* The pixels at both ends of a list that a scroll bar maps one to one. */
const EDGE = 2e4;

/** Returns where a scroll bar of `short` pixels stands for a position among `long` ones. */
export function squeeze(y, long, short) {
  if (long <= short || y <= EDGE) return y;
  if (y >= long - EDGE) return y - long + short;
  return EDGE + (y - EDGE) * (short - 2 * EDGE) / (long - 2 * EDGE);
}

/** Returns the position among `long` pixels that a scroll bar of `short` ones stands for. */
export function stretch(y, long, short) {
  if (long <= short || y <= EDGE) return y;
  if (y >= short - EDGE) return y - short + long;
  return EDGE + (y - EDGE) * (long - 2 * EDGE) / (short - 2 * EDGE);
}
