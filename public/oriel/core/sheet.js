import { backoff } from './connection.js';

/* Makes the link to a style sheet. After an error, another one takes its place. */
function makeLink(href, done, tries = 0) {
  const link = Object.assign(document.createElement('link'), {
    rel: 'stylesheet',
    href,
    onload: done,
    onerror: () => {
      done();
      setTimeout(() => link.replaceWith(makeLink(href, done, tries + 1)), backoff(tries));
    },
  });
  return link;
}

/**
 * Loads a style sheet. The promise ends when the style sheet is applied, or cannot be loaded.
 * Then it is requested again until it is loaded.
 */
export const sheet = href => globalThis.document && new Promise(resolve => {
  document.head.append(makeLink(href, resolve));
});
