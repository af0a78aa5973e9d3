import { strings } from '../../phrases-app.js';

/** Uploads a file, and shows its progress and its problem. Returns the request. */
export function send(url, file, bar, problem, onloadend) {
  const request = new XMLHttpRequest();
  request.responseType = 'json';
  request.upload.onprogress = ({ loaded, total }) => bar.value = loaded / total;
  request.onerror = () => problem.textContent = strings.unsent;
  request.onload = () => {
    const { status, response } = request;
    problem.textContent = status < 300 ? '' : response?.detail ?? strings.unsent;
  };
  request.onloadend = onloadend;
  problem.textContent = '';
  bar.removeAttribute('value');
  request.open('PUT', url);
  request.send(file);
  return request;
}

/** Returns the address of a slot of the screen at a route. */
export const slotURL = (route, slot) =>
  route.replace(/\?|$/, end => `:${encodeURIComponent(slot)}${end}`);
