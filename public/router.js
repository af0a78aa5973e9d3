export function routeOf(path, query) {
  query.sort();
  return path + `?${query}`.replaceAll('+', '%20').replace(/^\?$/, '');
}

export function routeWith(route, name, value) {
  const { pathname, searchParams } = new URL('x:' + route);
  value ? searchParams.set(name, value) : searchParams.delete(name);
  return routeOf(pathname, searchParams);
}

export const parent = path => path.replace(/\/[^/]*\/?$/, '') || '/';

export const here = () => location.pathname + location.search;

export function router(show, place, mayLeave) {
  let timer, arrive, depth = history.state?.depth ?? 0;
  const keep = () => {
    clearTimeout(timer);
    history.replaceState({ ...history.state, ...place() }, '');
  };
  const go = (route, style) => {
    const url = new URL(route ?? '', location), next = url.pathname + url.search;
    if (style === 'external' || url.origin !== location.origin) return /^https?:$/.test(url.protocol) && location.assign(url);
    const isBack = url.pathname !== location.pathname && url.pathname === history.state?.from;
    if (depth && (style === 'back' || style === 'replace' && isBack)) return travel(-1, () => show(here(), history.state));
    if (depth && style === 'root') return travel(-depth, () => {
      history.replaceState({}, '', next);
      show(next);
    });
    keep();
    if (/back|replace|root/.test(style)) history.replaceState(history.state, '', next);
    else history.pushState({ from: location.pathname, depth: ++depth, style }, '', next);
    show(next);
  };
  const travel = (steps, then) => {
    arrive = then;
    history.go(steps);
  };

  history.scrollRestoration = 'manual';
  onpopstate = ({ state }) => {
    clearTimeout(timer);
    const steps = (state?.depth ?? 0) - depth, then = arrive;
    depth += steps;
    arrive = null;
    if (then) then();
    else if (!steps || mayLeave(() => history.go(steps))) show(here(), state);
    else travel(-steps, () => {});
  };
  for (const name of ['scroll', 'focusin']) addEventListener(name, () => {
    clearTimeout(timer);
    timer = setTimeout(keep, 400);
  });
  onclick = event => {
    const link = event.target.closest('a[href]:not([download])');
    if (link?.origin !== location.origin || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (mayLeave()) go(link.href);
  };
  return go;
}
