import { h } from './dom.js';
import { strings } from './phrases.js';

export const sources = ['file', ...matchMedia('(pointer: coarse)').matches ? ['camera'] : [], 'paste'];

for (const type of ['dragover', 'drop']) addEventListener(type, event => {
  const node = document.querySelector('.picker');
  if (!node || event.defaultPrevented) return;
  event.preventDefault();
  if (type === 'drop' && node.parentNode.contains(event.target)) node.ondrop(event);
});

export function picker({ slot, source, types, limit }, route) {
  const problem = h('p', { className: 'problem', role: 'alert' }), bar = h('progress', { ariaLabel: strings.sending, hidden: true });
  const stop = h('button', { hidden: true, onclick: () => request.abort() }, strings.stop), url = route.replace(/\?|$/, at => `:${encodeURIComponent(slot)}${at}`);
  let request, isCutting;
  const take = file => {
    if (!file || isCutting) return;
    request?.abort();
    if (!/^image\/(png|jpeg|webp)$/.test(file.type)) return send(file);
    isCutting = true;
    import('./crop.js').then(({ crop }) => crop(file)).finally(() => isCutting = false).then(part => part && send(part), error => problem.textContent = error.message);
  };
  const send = file => {
    if (file.size > limit) return problem.textContent = strings.tooLarge(limit, file.size);
    request = new XMLHttpRequest();
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => bar.value = loaded / total;
    request.onerror = () => problem.textContent = strings.unsent;
    request.onload = () => problem.textContent = request.status < 300 ? '' : request.response?.detail ?? strings.unsent;
    request.onloadend = () => {
      request = null;
      if (document.activeElement === stop) input.focus();
      bar.hidden = stop.hidden = true;
    };
    problem.textContent = '';
    bar.hidden = stop.hidden = false;
    bar.removeAttribute('value');
    request.open('PUT', url);
    request.send(file);
  };
  const input = source === 'paste' ? h('input', { placeholder: strings.paste, ariaLabel: strings.paste, onpaste: event => take(event.clipboardData.files[0]) })
    : h('input', { type: 'file', ariaLabel: strings.image, accept: types.join(), onchange() {
      take(input.files[0]);
      input.value = '';
    } });
  if (source === 'camera') input.capture = 'environment';
  return h('div', { className: 'picker', ondrop: event => {
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  } }, input, bar, stop, problem);
}
