import { layout } from './layout.js';

/* Returns the line of the footer of a section, after its last item. */
function footer(section, { line, index }) {
  const place = index >= 0 ? section.start + section.rows.length : 0;
  const cell = { title: section.footer };
  return { section, key: 'f' + section.id, line: line + 1 + section.count - place, cell };
}

/**
 * Returns the lines of a document like `layout`. If a section has a footer, or one had before,
 * each section has a line for its footer.
 */
export function layoutWithFooters(document, wasFooted) {
  const { items, isHeaded, lines } = layout(document);
  const { window, sections } = document;
  if (!wasFooted && !sections.some(({ footer }) => footer)) {
    return { items, isHeaded, lines, isFooted: 0 };
  }
  const above = section => (window.section ?? 0) + sections.indexOf(section);
  const all = items.map(item => ({ ...item, line: item.line + above(item.section) }));
  for (const section of sections) {
    const last = all.findLastIndex(item => item.section === section);
    all.splice(last + 1, 0, footer(section, all[last]));
  }
  const total = lines + (window.sections ?? sections.length);
  return { items: all, isHeaded, isFooted: 1, lines: total };
}
