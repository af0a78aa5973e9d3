const language = globalThis.document?.documentElement.lang || 'en';

export const locale = globalThis.navigator?.languages?.find(it => it.startsWith(language)) ?? language;

export const strings = {
  trail: 'Breadcrumb',
  home: 'Home',
  search: 'Search',
  sort: 'Sort',
  filter: 'Filter',
  export: 'Export',
  grid: 'Grid',
  none: 'No rows',
  unnamed: '(no name)',
  null: 'NULL',
  bytes: count => count.toLocaleString(locale, { style: 'unit', unit: 'byte', unitDisplay: 'long' }),
};
