import { layout } from './list.js';

export class Heights {
  constructor(first, heights, each) {
    let sum = 0;
    Object.assign(this, { first, each, tops: [0, ...heights.map(height => sum += height)], end: first + heights.length });
  }

  top(line) {
    const { first, end, tops, each } = this, whole = Math.floor(line), i = whole - first;
    if (line < first) return (line - first) * each;
    return line >= end ? tops.at(-1) + (line - end) * each : tops[i] + (line - whole) * (tops[i + 1] - tops[i]);
  }

  at(y) {
    const { first, end, tops, each } = this;
    if (y < 0) return first + y / each;
    if (y >= tops.at(-1)) return end + (y - tops.at(-1)) / each;
    let low = 0, high = tops.length - 1;
    while (high - low > 1) {
      const middle = low + high >> 1;
      tops[middle] <= y ? low = middle : high = middle;
    }
    return first + low + (y - tops[low]) / (tops[high] - tops[low]);
  }
}

const EDGE = 2e4;

export function squeeze(y, long, short) {
  if (long <= short || y <= EDGE) return y;
  return y >= long - EDGE ? y - long + short : EDGE + (y - EDGE) * (short - 2 * EDGE) / (long - 2 * EDGE);
}

export function stretch(y, long, short) {
  if (long <= short || y <= EDGE) return y;
  return y >= short - EDGE ? y - short + long : EDGE + (y - EDGE) * (long - 2 * EDGE) / (short - 2 * EDGE);
}

export function lay(document, wasFooted) {
  const { items, isHeaded, lines } = layout(document), { window, sections } = document;
  if (!wasFooted && !sections.some(({ footer }) => footer)) return { items, isHeaded, lines, isFooted: 0 };
  const more = section => (window.section ?? 0) + sections.indexOf(section), all = items.map(item => ({ ...item, line: item.line + more(item.section) }));
  for (const section of sections) {
    const last = all.findLastIndex(item => item.section === section), { line, index } = all[last];
    const place = index >= 0 ? section.start + section.rows.length : 0;
    all.splice(last + 1, 0, { section, key: 'f' + section.id, line: line + 1 + section.count - place, cell: { title: section.footer } });
  }
  return { items: all, isHeaded, isFooted: 1, lines: lines + (window.sections ?? sections.length) };
}
