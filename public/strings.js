const language = globalThis.document?.documentElement.lang || 'en';
const preferred = globalThis.navigator?.languages;

/** The language of numbers, dates and plurals: the user's variant of the language of the page. */
export const locale = preferred?.find(name => name.startsWith(language)) ?? language;

/** The texts of the client by name. Texts with values in them are functions. */
export const strings = {
  trail: 'Breadcrumb',
  home: 'Home',
  search: 'Search',
  sort: 'Sort',
  filter: 'Filter',
  export: 'Export',
  grid: 'Grid',
  api: 'API',
  none: 'No rows',
  unnamed: '(no name)',
  null: 'NULL',
  bytes: count =>
    count.toLocaleString(locale, { style: 'unit', unit: 'byte', unitDisplay: 'long' }),
};
