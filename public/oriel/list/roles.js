/** Sets properties of a node that differ, such as `role` and `ariaLabel`. */
export function setAttributes(node, attributes) {
  for (const name in attributes) {
    const value = attributes[name];
    const old = value === null ? null : `${value}`;
    if (node[name] !== old) node[name] = value;
  }
}

/* Returns the role of a line in a listbox or in a grid. */
function roleOf(isRow, isPlain) {
  if (!isPlain) return 'row';
  return isRow ? 'option' : 'presentation';
}

/** Tells assistive technology what a line is: an option of a listbox, or a row of a grid. */
export function roles(node, { isRow, isPlain, index, count, line, isSelected, isOffered }) {
  const isOption = isRow && isPlain;
  setAttributes(node, {
    role: roleOf(isRow, isPlain),
    ariaRowIndex: isPlain ? null : line + 1,
    ariaSetSize: isOption ? count : null,
    ariaPosInSet: isOption ? index + 1 : null,
    ariaSelected: isRow && isOffered ? isSelected : null,
  });
  if (isPlain) return;
  const cells = [...node.firstChild.children, ...node.querySelectorAll('.tools, .mark')];
  const role = isRow ? 'gridcell' : 'rowheader';
  cells.forEach((cell, place) => setAttributes(cell, { role, ariaColIndex: place + 1 }));
}
