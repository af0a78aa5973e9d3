import { h } from './dom.js';

export const sources = ['file', ...matchMedia('(pointer: coarse)').matches ? ['camera'] : [], 'paste'];

export function picker({ slot, source, types }, route) {
  const problem = h('p', { className: 'problem', role: 'alert' });
  const take = async file => {
    if (!file) return;
    const answer = await fetch(route.replace(/\?|$/, at => `:${encodeURIComponent(slot)}${at}`), { method: 'PUT', body: file });
    if (!answer.ok) problem.textContent = (await answer.json()).detail;
  };
  const input = source === 'paste' ? h('input', { placeholder: 'Paste here', onpaste: event => take(event.clipboardData.files[0]) })
    : h('input', { type: 'file', accept: types.join(), onchange: () => take(input.files[0]) });
  if (source === 'camera') input.capture = 'environment';
  return h('div', {}, input, problem);
}
