import { element, flash, refill } from '../core/dom.js';
import { own, text } from '../core/value.js';

/* Shows the member or the field of a cell that an element of a template names. */
function fillIn(node, cell) {
  const { field } = node.dataset;
  const value = own(cell, field) ?? own(cell.fields, field);
  if (node.localName !== 'img') node.textContent = text(value ?? '');
  else if (value) node.src = value;
  else node.remove();
}

/** Draws a cell by the `<template>` with its name. Returns whether the page has one. */
export function stamp(row, cell) {
  const template = document.getElementById(cell.template);
  const link = row.querySelector('a');
  const isStamped = template?.localName === 'template';
  link.parentNode.classList.toggle('whole', isStamped);
  if (!isStamped) return false;
  const columns = link.closest('.columns');
  const copy = document.importNode(template.content, true);
  for (const node of copy.querySelectorAll('[data-field]')) fillIn(node, cell);
  refill(link, [element('span', { className: 'stamped' }, copy)], () => flash(row));
  link.title = '';
  while (columns.children[1]) columns.lastChild.remove();
  return true;
}
