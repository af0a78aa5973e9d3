import { sheet } from '../core/sheet.js';
import { ChartView } from './chart.js';
import { NumberView } from './number.js';
import { RowsView } from './rows-view.js';

await Promise.all([
  sheet('/oriel/list/rich.css'),
  sheet('/oriel/scene/chart.css'),
  sheet('/oriel/scene/tiles.css'),
]);

/** Returns what draws a document in a tile or on a page of its own: a number, a chart or rows. */
export function viewFor({ screen }, about) {
  if (screen === 'number') return new NumberView(about);
  if (screen === 'chart') return new ChartView(about);
  return new RowsView(about);
}
