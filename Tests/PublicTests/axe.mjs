// The main checks of an accessibility checker, run in the page: names, labels, roles and their parents, ids, headings, contrast.

/** Runs in the page; answers with a sentence for each fault. */
export function faults() {
  const found = [], say = (node, what) => found.push(`${what}: ${node.cloneNode(false).outerHTML.slice(0, 160)}`);
  const isSeen = node => node.checkVisibility({ checkOpacity: false, checkVisibilityCSS: true }) && node.getClientRects().length > 0;
  const seen = selector => [...document.querySelectorAll(selector)].filter(isSeen);
  // The text of a row that the browser does not lay out, because it is out of view, is no innerText.
  const said = node => node.innerText.trim() || (node.checkVisibility({ contentVisibilityAuto: true }) ? '' : node.textContent.trim());
  const byIDs = ids => (ids ?? '').split(' ').map(id => document.getElementById(id)?.innerText ?? '').join(' ').trim();
  const name = node => byIDs(node.getAttribute('aria-labelledby')) || node.ariaLabel || [...node.labels ?? []].map(label => label.innerText.trim()).join(' ')
    || (/^(INPUT|SELECT|TEXTAREA)$/.test(node.localName.toUpperCase()) ? '' : said(node)) || node.title || [...node.querySelectorAll('img')].map(({ alt }) => alt).join('');
  for (const node of seen('button, a[href], input, select, textarea, dialog, [role=button], [role=navigation], progress'))
    if (!name(node) && node.type !== 'hidden') say(node, 'has no name');
  for (const node of seen('img')) if (!node.hasAttribute('alt')) say(node, 'has no alternative text');
  for (const node of seen('ul, ol')) for (const child of node.children) if (!/^(li|template|script)$/.test(child.localName)) say(child, 'is in a list and no item');
  for (const node of seen('dl > *')) if (!/^(dt|dd|div)$/.test(node.localName)) say(node, 'is in a description list');
  for (const node of seen('button button, a a, a button, button a, [role=button] button')) say(node, 'can be pressed within what can be pressed');
  for (const node of seen('[tabindex]')) if (node.tabIndex > 0) say(node, 'breaks the order of Tab');
  for (const node of seen('[aria-hidden=true] :is(a[href], button, input)')) say(node, 'is hidden and can have the focus');
  const parts = { grid: 'row rowgroup', rowgroup: 'row', row: 'gridcell rowheader columnheader', listbox: 'option group' };
  const plain = /^(none|presentation|generic|)$/, owned = node => [...node.children].flatMap(child => plain.test(child.getAttribute('role') ?? '') ? owned(child) : [child]);
  for (const [role, allowed] of Object.entries(parts)) for (const node of seen(`[role=${role}]`)) {
    for (const child of owned(node)) if (isSeen(child) && !allowed.split(' ').includes(child.role)) say(child, `is in a ${role}`);
    const above = { rowgroup: 'grid', row: 'grid' }[role];
    if (above && !node.closest(`[role=${above}]`)) say(node, `is in no ${above}`);
  }
  for (const node of seen('[role=option]')) if (!node.closest('[role=listbox]')) say(node, 'is in no listbox');
  for (const node of seen('[role=option] :is(a[href], button, input)')) say(node, 'can be pressed within an option');
  for (const node of seen('[role=grid], [role=listbox]')) if (!node.ariaLabel) say(node, 'has no name');
  for (const node of seen('[role=grid], [role=listbox]'))
    if ([node, ...node.querySelectorAll('*')].filter(node => node.getAttribute('tabindex') === '0').length !== 1 && !node.closest('.flow')) say(node, 'has not one stop of Tab');
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  for (const id of new Set(ids)) if (ids.filter(other => other === id).length > 1) found.push(`the id ${id} is there twice`);
  if (!document.documentElement.lang) found.push('the page says no language');
  if (!document.title) found.push('the page has no title');
  if (seen('main').length !== 1) found.push('there is not one main');
  if (seen('h1').length !== 1) found.push(`there are ${seen('h1').length} first headings`);
  let level = 0;
  for (const node of seen('main h1, main h2, main h3')) {
    const next = Number(node.localName[1]);
    if (next > level + 1) say(node, `a heading after one of level ${level}`);
    level = next;
  }
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = color => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const over = ([r, g, b, a], below) => [r, g, b].map((part, i) => part * a / 255 + below[i] * (1 - a / 255)).concat(255);
  const sheet = document.body.appendChild(document.createElement('i'));
  sheet.style.background = 'Canvas';
  const paper = rgba(getComputedStyle(sheet).backgroundColor);
  sheet.remove();
  const ground = node => {
    const color = node ? rgba(getComputedStyle(node).backgroundColor) : paper;
    return color[3] === 255 || !node ? color : over(color, ground(node.parentElement));
  };
  const light = ([r, g, b]) => [r, g, b].map(part => (part /= 255) <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
  const texts = seen('body *').filter(node => [...node.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()) || node.matches('select, textarea, input:not([type=range], [type=checkbox], [type=radio])'));
  for (const node of texts) {
    if (node.closest(':disabled, [aria-disabled=true], [aria-busy=true], option, [hidden]')) continue;
    const behind = ground(node), front = over(rgba(getComputedStyle(node).color), behind), { fontSize, fontWeight } = getComputedStyle(node);
    const [more, less] = [light(front), light(behind)].sort((a, b) => b - a), contrast = (more + 0.05) / (less + 0.05);
    const isLarge = parseFloat(fontSize) >= 24 || parseFloat(fontSize) >= 18.66 && fontWeight >= 700;
    if (contrast < (isLarge ? 3 : 4.5)) say(node, `has a contrast of ${contrast.toFixed(2)}`);
  }
  return found;
}
