/** Loads a style sheet. The promise ends when it is applied, or cannot be loaded. */
export const sheet = href => globalThis.document && new Promise(resolve => {
  const link = Object.assign(document.createElement('link'), {
    rel: 'stylesheet',
    href,
    onload: resolve,
    onerror: resolve,
  });
  document.head.append(link);
});
