import { flash, h, own, refill, text } from './dom.js';

export function stamp(row, cell) {
  const template = document.getElementById(cell.template), link = row.querySelector('a'), columns = link.closest('.columns');
  if (template?.localName !== 'template') return false;
  const copy = document.importNode(template.content, true);
  for (const node of copy.querySelectorAll('[data-field]')) {
    const value = own(cell, node.dataset.field) ?? own(cell.fields, node.dataset.field);
    if (node.localName !== 'img') node.textContent = text(value ?? '');
    else if (value) node.src = value;
    else node.remove();
  }
  refill(link, [h('span', { className: 'stamped' }, copy)], () => flash(row));
  link.title = '';
  while (columns.children[1]) columns.lastChild.remove();
  return true;
}
