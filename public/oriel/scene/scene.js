import { Screen } from '../screen/screen.js';
import { showApp } from './app.js';

const table = () => import('./table.js');
const row = () => import('./row.js');
const tile = () => import('./single.js');

const templates = {
  grid: () => import('./tiled.js'),
  board: () => import('./board.js'),
};

const screens = {
  table,
  view: table,
  query: table,
  sql: () => import('./sql.js'),
  row,
  document: row,
  form: () => import('./entry.js'),
  database: async () => ({ default: Screen }),
  dashboard: () => import('./dashboard.js'),
  number: tile,
  chart: tile,
};

/**
 * Shows the menu of the app that a connection's document belongs to, and returns the module that
 * draws the document.
 */
export async function findDeclared({ document: { screen, template, app } }) {
  const kit = () => import('../app/kit.js');
  const load = screens[screen] === table && templates[template] || screens[screen] || kit;
  const module = await load();
  showApp(app);
  return module;
}
