export function routeWith(route, name, value) {
  const { pathname, searchParams } = new URL('x:' + route);
  value ? searchParams.set(name, value) : searchParams.delete(name);
  searchParams.sort();
  return pathname + `?${searchParams}`.replaceAll('+', '%20').replace(/^\?$/, '');
}

export const parent = path => path.replace(/\/[^/]*\/?$/, '') || '/';

export const filters = () => [...new URLSearchParams(location.search)]
  .filter(([name]) => !/^(search|sort)$/.test(name)).map(pair => pair.join(' = '));

export const here = () => location.pathname + location.search;

export function router(show, place) {
  let timer;
  const keep = () => history.replaceState({ ...history.state, ...place() }, '');
  const go = (route, style) => {
    const url = new URL(route ?? '', location), next = url.pathname + url.search;
    if (style === 'external' || url.origin !== location.origin) return location.assign(url);
    const isBack = url.pathname !== location.pathname && url.pathname === history.state?.from;
    if (style === 'back' || style === 'replace' && isBack) return history.back();
    keep();
    if (style === 'replace') history.replaceState(history.state, '', next);
    else history.pushState({ from: location.pathname }, '', next);
    show(next);
  };

  history.scrollRestoration = 'manual';
  onpopstate = event => show(here(), event.state);
  addEventListener('scroll', () => {
    clearTimeout(timer);
    timer = setTimeout(keep, 400);
  });
  onclick = event => {
    const link = event.target.closest('a[href]');
    if (!link || link.download || link.origin !== location.origin || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(link.href);
  };
  return go;
}
