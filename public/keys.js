function stops(row) {
  if (row.role === 'option') return [row];
  const [first, ...cells] = row.querySelectorAll('.columns > *');
  return [row.querySelector('a[href], a[role]') ?? first, ...cells, ...row.querySelectorAll('.tools button, .mark input')].filter(node => node?.checkVisibility());
}

function enter(node) {
  if (node?.tabIndex < 0) node.tabIndex = -1;
  node?.focus({ preventScroll: true });
  return true;
}

export function tell(node, attributes) {
  for (const name in attributes) {
    const value = attributes[name];
    if (node[name] !== (value === null ? null : `${value}`)) node[name] = value;
  }
}

export function roles(node, { isRow, isPlain, index, count, line, isSelected, isOffered }) {
  const cells = isPlain ? [] : [...node.firstChild.children, ...node.querySelectorAll('.tools, .mark')];
  const [ariaSetSize, ariaPosInSet] = isPlain && isRow ? [count, index + 1] : [null, null];
  tell(node, { role: !isPlain ? 'row' : isRow ? 'option' : 'presentation', ariaRowIndex: isPlain ? null : line + 1, ariaSetSize, ariaPosInSet,
    ariaSelected: isRow && isOffered ? isSelected : null });
  cells.forEach((cell, i) => tell(cell, { role: isRow ? 'gridcell' : 'rowheader', ariaColIndex: i + 1 }));
}

export class Keys {
  typed = '';

  constructor(root, rows) {
    Object.assign(this, { root, rows });
    root.tabIndex = -1;
    root.addEventListener('keydown', event => this.press(event));
    root.addEventListener('focusin', ({ target }) => target.closest('.row, .heading') && this.stand(target));
  }

  stand(node) {
    if (this.stop) this.stop.tabIndex = -1;
    this.stop = node;
    node.tabIndex = 0;
    const row = node.closest('.row, .heading');
    this.place = { row, key: row.key, line: this.rows.line(row), column: Math.max(0, stops(row).indexOf(node)) };
  }

  get isHere() {
    return this.root.contains(document.activeElement);
  }

  update(wasHere, shift = 0) {
    const { root, rows, place } = this, nodes = rows.all();
    for (const node of nodes) for (const stop of node.querySelectorAll('a, button, input')) if (stop !== this.stop && stop.getAttribute('tabindex') !== '-1') stop.tabIndex = -1;
    const kept = place && nodes.find(node => node.key === place.key), isLost = wasHere && (document.activeElement === document.body || document.activeElement === root);
    if (place) place.line = kept ? rows.line(kept) : place.line + shift;
    if (kept && root.contains(this.stop)) return;
    const left = !place && nodes.find(({ key }) => key === history.state?.at);
    if (left) return this.come(stops(left)[0]);
    const node = kept ?? (isLost ? rows.at(place?.line) : undefined), stop = node && (stops(node)[place.column] ?? stops(node)[0]);
    if (isLost) enter(stop ?? root);
    else if (kept) this.stand(stop);
    else this.aim(nodes);
  }

  come(stop) {
    document.activeElement.matches('body, h1') ? enter(stop) : this.stand(stop);
  }

  aim(nodes = this.rows.all()) {
    if (nodes.some(({ key }) => key === this.place?.key)) return;
    const first = this.rows.near?.() ?? nodes.find(({ hidden }) => !hidden), start = first && stops(first)[0];
    if (start === this.stop) return;
    if (this.stop) this.stop.tabIndex = -1;
    if (start) start.tabIndex = 0;
    this.stop = start;
  }

  focus(row, column = 0) {
    const places = stops(row);
    enter(places[Math.min(column, places.length - 1)]);
  }

  near(ids) {
    const { rows, place } = this, left = rows.all().filter(({ className, key }) => className === 'row' && !ids?.has(key.slice(1)));
    left.sort((a, b) => rows.line(a) - rows.line(b));
    return left.find(row => rows.line(row) >= (place?.line ?? 0)) ?? left.at(-1);
  }

  resume(row = this.near()) {
    row?.isConnected ? this.focus(row, this.place?.column) : enter(this.root);
  }

  press(event) {
    const { target, key, altKey } = event, isCtrl = event.ctrlKey || event.metaKey, { rows, root, place } = this;
    const row = target.closest('.row, .heading') ?? (target === root ? place?.row : null);
    if (event.defaultPrevented || altKey || !row || target.matches('textarea, select, input:not([type=checkbox])')) return;
    const done = this.select(event, row) || this.move(key, isCtrl, event.shiftKey, row, target) || !isCtrl && this.type(key, target);
    if (done) event.preventDefault();
  }

  move(key, isCtrl, isShift, row, target) {
    const { rows, root, place } = this, line = rows.goal?.line ?? (target === root ? place.line : rows.line(row)), places = stops(row), column = places.indexOf(target);
    const isRight = getComputedStyle(root).direction !== 'rtl', side = { ArrowRight: 1, ArrowLeft: -1 }[key] * (isRight ? 1 : -1);
    const beside = !(side && places[column + side]) && rows.beside?.(row, key), isList = row.role === 'option';
    if (beside) {
      beside.scrollIntoView({ block: 'nearest' });
      this.focus(beside, side ? 0 : column);
      return true;
    }
    if (side) return enter(places[column + side]);
    if (/^(Home|End)$/.test(key) && !isCtrl && !isList) return enter(places.at(key === 'Home' ? 0 : -1));
    const page = Math.max(1, rows.page()), way = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity }[key];
    if (!way || isCtrl && !/^(Home|End)$/.test(key)) return false;
    const to = Math.max(0, Math.min(rows.lines - 1, line + way));
    rows.reach(to, isCtrl ? key === 'Home' ? 0 : Infinity : Math.max(0, column), way > 0 ? 1 : -1);
    if (isShift) rows.selection?.extend(row, to);
    return true;
  }

  select(event, row) {
    const { key, target, shiftKey, ctrlKey, metaKey } = event, { selection } = this.rows, isOther = target.matches('button, input');
    if (key === 'Enter' && !target.matches('button, a')) return row.querySelector('a[href], a[role]')?.click() ?? true;
    if (!selection?.isOffered) return key === ' ' && !isOther && !target.matches('a[role]');
    if (key === 'Escape' && selection.ids.size) return selection.clear() ?? true;
    if (key === 'a' && (ctrlKey || metaKey)) return selection.all() ?? true;
    if (key !== ' ' || isOther && !shiftKey || this.typed) return false;
    if (row.className === 'row') shiftKey ? selection.extend(row, this.rows.line(row)) : selection.toggle(row);
    return true;
  }

  type(key, target) {
    if (key.length !== 1 || key === ' ' && !this.typed || target.matches('button')) return false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.typed = '', 600);
    this.typed += key.toLowerCase();
    const nodes = this.rows.all().filter(({ className }) => className === 'row'), at = nodes.findIndex(node => node.contains(target));
    const isSame = this.typed.length > 1, found = [...nodes.slice(at + !isSame), ...nodes.slice(0, at + !isSame)]
      .find(node => node.innerText.trim().toLowerCase().startsWith(this.typed));
    if (found) this.rows.reach(this.rows.line(found), 0, 1);
    return true;
  }
}
