/** Returns a value that the browser keeps for this site, if it may. */
export function stored(name) {
  try {
    return localStorage[name];
  } catch {}
}

/** Keeps a value in the browser, if it may. Without a value, forgets the former one. */
export function store(name, value) {
  try {
    if (value) localStorage[name] = value;
    else delete localStorage[name];
  } catch {}
}
