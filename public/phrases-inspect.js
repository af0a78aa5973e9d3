import { add, locale, plural, strings } from './phrases.js';

export { strings };

add({
  inspector: 'Inspector',
  sceneColumns: [
    'Scene',
    'Route',
    'Screen',
    'Phase',
    'Window',
    'Viewers',
    'Held by',
    'Digest',
    'Size',
    'Patches',
    'Made in',
    'Age',
  ],
  personal: phase => `${phase}, personal`,
  window: (start, count) => `Window ${start} + ${count}`,
  document: 'document',
  patchFrom: (digest, size) => `patch from ${digest}, ${size}`,
  milliseconds: seconds => `${(seconds * 1000).toFixed(2)} ms`,
  seconds: age => `${age.toFixed(0)} s`,
  memory: count => `${count.toLocaleString(locale)} B`,
  inspected: (scenes, views, viewers, size) => [
    plural(scenes, { one: 'scene', other: 'scenes' }),
    plural(views, { one: 'view', other: 'views' }),
    plural(viewers, { one: 'viewer', other: 'viewers' }),
    `${size} of documents and patches`,
  ].join(', '),
});
