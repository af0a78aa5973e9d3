/** Returns the route of a path and a query, with sorted parameters. */
export function routeOf(path, query) {
  query.sort();
  return path + `?${query}`.replaceAll('+', '%20').replace(/^\?$/, '');
}

/** Returns a route with one parameter changed. An empty value removes the parameter. */
export function routeWith(route, name, value) {
  const { pathname, searchParams } = new URL('x:' + route);
  if (value) searchParams.set(name, value);
  else searchParams.delete(name);
  return routeOf(pathname, searchParams);
}

/** Returns the path one segment above a path. */
export const parent = path => path.replace(/\/[^/]*\/?$/, '') || '/';

/** Returns the route in the address of the page. */
export const here = () => location.pathname + location.search;

/** Milliseconds after the last scroll or focus until the place is kept in the history. */
const REST = 400;

/**
 * Follows links, back and forward without loading pages. `place` returns the position in a page,
 * which `show` restores. `mayLeave` may refuse to leave, and call its argument later instead.
 * Returns the function that opens a route.
 */
export function router(show, place, mayLeave) {
  const router = new Router(show, place, mayLeave);
  history.scrollRestoration = 'manual';
  onpopstate = ({ state }) => router.hear(state);
  onclick = event => router.click(event);
  for (const name of ['scroll', 'focusin']) addEventListener(name, () => router.keepSoon());
  return (route, style) => router.go(route, style);
}

class Router {
  depth = history.state?.depth ?? 0;

  constructor(show, place, mayLeave) {
    Object.assign(this, { show, place, mayLeave });
  }

  /* Keeps the position in the history. */
  keep() {
    clearTimeout(this.timer);
    history.replaceState({ ...history.state, ...this.place() }, '');
  }

  keepSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keep(), REST);
  }

  go(route, style) {
    const url = new URL(route ?? '', location);
    const isHere = url.pathname === location.pathname;
    const next = url.pathname + url.search + (url.hash || (isHere ? location.hash : ''));
    if (style === 'external' || url.origin !== location.origin) return this.leave(url);
    const isBack = style === 'back' || style === 'replace' && this.isBack(url);
    if (this.depth && isBack) return this.travel(-1, () => this.show(here(), history.state));
    if (this.depth && style === 'root') {
      return this.travel(-this.depth, () => {
        history.replaceState({}, '', next);
        this.show(next);
      });
    }
    this.keep();
    if (/back|replace|root/.test(style)) history.replaceState(history.state, '', next);
    else this.push(next, style);
    this.show(next);
  }

  push(route, style) {
    this.depth++;
    history.pushState({ from: location.pathname, depth: this.depth, style }, '', route);
  }

  leave(url) {
    if (/^https?:$/.test(url.protocol)) location.assign(url);
  }

  isBack({ pathname }) {
    return pathname !== location.pathname && pathname === history.state?.from;
  }

  /* Goes back or forward, and then calls `then`. */
  travel(steps, then) {
    this.arrive = then;
    history.go(steps);
  }

  /* Shows the page that the browser went to, or returns to where the user has to stay. */
  hear(state) {
    clearTimeout(this.timer);
    const steps = (state?.depth ?? 0) - this.depth;
    const { arrive } = this;
    this.depth += steps;
    this.arrive = null;
    if (arrive) arrive();
    else if (!steps || this.mayLeave(() => history.go(steps))) this.show(here(), state);
    else this.travel(-steps, () => {});
  }

  click(event) {
    const link = event.target.closest('a[href]:not([download])');
    if (link?.origin !== location.origin) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (this.mayLeave()) this.go(link.href);
  }
}
