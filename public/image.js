import { h } from './dom.js';
import { strings } from './phrases.js';

export const sources = ['file', ...matchMedia('(pointer: coarse)').matches ? ['camera'] : [], 'paste'];

export function picker({ slot, source, types, limit }, route) {
  const problem = h('p', { className: 'problem', role: 'alert' }), bar = h('progress', { ariaLabel: strings.sending, hidden: true });
  const stop = h('button', { hidden: true }, strings.stop), url = route.replace(/\?|$/, at => `:${encodeURIComponent(slot)}${at}`);
  const take = file => {
    if (!/^image\/(png|jpeg|webp)$/.test(file?.type)) return file && send(file);
    import('./crop.js').then(({ crop }) => crop(file)).then(part => part ? send(part) : input.value = '', error => problem.textContent = error.message);
  };
  const send = file => {
    if (file.size > limit) return problem.textContent = strings.tooLarge(limit, file.size);
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => bar.value = loaded / total;
    request.onerror = () => problem.textContent = strings.unsent;
    request.onload = () => problem.textContent = request.status < 300 ? '' : JSON.parse(request.response).detail;
    request.onloadend = () => bar.hidden = stop.hidden = true;
    stop.onclick = () => request.abort();
    problem.textContent = '';
    bar.hidden = stop.hidden = false;
    bar.removeAttribute('value');
    request.open('PUT', url);
    request.send(file);
  };
  const input = source === 'paste' ? h('input', { placeholder: strings.paste, ariaLabel: strings.paste, onpaste: event => take(event.clipboardData.files[0]) })
    : h('input', { type: 'file', ariaLabel: strings.image, accept: types.join(), onchange: () => take(input.files[0]) });
  if (source === 'camera') input.capture = 'environment';
  return h('div', { className: 'picker', ondragover: event => event.preventDefault(), ondrop: event => {
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  } }, input, bar, stop, problem);
}
