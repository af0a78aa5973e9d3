/** Gives a parent these children. Nodes in their place are not moved, and the focus stays. */
export function arrange(parent, nodes) {
  const kept = new Set(nodes);
  const { activeElement } = document;
  for (const child of [...parent.children]) {
    if (!kept.has(child)) child.remove();
  }
  nodes.forEach((node, index) => {
    const present = parent.children[index];
    if (present !== node) parent.insertBefore(node, present ?? null);
  });
  if (activeElement !== document.activeElement && parent.contains(activeElement)) {
    activeElement.focus({ preventScroll: true });
  }
}
