import { strings } from '../../phrases.js';
import { element } from '../core/dom.js';
import { sheet } from '../core/sheet.js';

/* Milliseconds until a dialog says that it waits for the server. */
const PATIENCE = 1000;

await sheet('/oriel/form/form.css');

globalThis.addEventListener?.('beforeunload', event => {
  const editors = [...document.querySelectorAll('dialog, .editor')];
  if (editors.some(node => node.isDirty?.())) event.preventDefault();
});

/** Makes the button of a dialog that destroys or overwrites something. */
export const dangerButton = text => element('button', { className: 'danger' }, text);

/** Makes the main button of a dialog. */
export const primaryButton = text => element('button', { className: 'primary' }, text);

/** Makes the button that closes or clears something. */
export const closeButton = (title, onclick) =>
  element('button', { ariaLabel: title, title, onclick }, '×');

/* The line of a dialog that shows why it does not close: an error, or the server. */
class Notice {
  node = element('p', { className: 'problem', role: 'alert' });

  show(message = '', links = []) {
    clearTimeout(this.timer);
    this.node.className = 'problem';
    this.node.replaceChildren(message, ...links);
  }

  wait() {
    clearTimeout(this.timer);
    this.node.textContent = '';
    this.timer = setTimeout(() => {
      Object.assign(this.node, { className: 'waits', textContent: strings.waits });
    }, PATIENCE);
  }
}

/**
 * Opens a modal dialog, unless one with this title is open. `submit` returns an error, which may
 * have `links`, or nothing to close the dialog; it calls its argument to wait for longer. Without a
 * button the dialog can only be closed. While `isDirty` returns true, the user confirms before the
 * dialog closes.
 */
export function dialog(title, button, body, submit, isDirty = () => false) {
  const open = [...document.querySelectorAll('dialog[open]')];
  if (open.some(({ ariaLabel }) => ariaLabel === title)) return;
  const { node } = new Dialog({ title, button, body, submit, isDirty });
  document.body.append(node);
  node.showModal();
  return node;
}

/** Opens a dialog of some lines. A link in them closes it. */
export function report(title, lines) {
  const onclick = ({ target }) => target.closest('a') && node.close();
  const node = dialog(title, undefined, [element('div', { role: 'alert', onclick }, ...lines)]);
}

class Dialog {
  notice = new Notice();
  isSending = false;

  constructor({ title, button, body, submit, isDirty }) {
    Object.assign(this, { submit, isDirty });
    this.button = button ?? element('button', { hidden: true });
    this.node = element('dialog', {
      ariaLabel: title,
      onclose: () => this.node.remove(),
      oncancel: event => this.cancel(event),
      onkeydown: event => this.press(event),
      oninput: () => this.hearTyping(),
    }, this.makeForm(title, body, button ? strings.cancel : strings.close));
    Object.assign(this.node, {
      isDirty,
      hold: leave => this.hold(leave),
      refuse: message => this.refuse(message),
    });
  }

  makeForm(title, body, closeTitle) {
    const onclick = () => this.node.close();
    const close = element('button', { type: 'button', onclick }, closeTitle);
    const end = element('footer', {}, this.notice.node, close, this.button);
    const children = [element('h2', {}, title), ...body, end];
    return element('form', { onsubmit: event => this.send(event) }, ...children);
  }

  async send(event) {
    event.preventDefault();
    if (this.isSending) return;
    this.button.ariaDisabled = this.isSending = true;
    this.notice.wait();
    const error = await this.submit(() => this.notice.wait());
    this.button.ariaDisabled = null;
    this.isSending = false;
    this.notice.show(error?.message, error?.links);
    if (!error) this.node.close();
  }

  /* Returns false if the dialog has to stay open until the user confirms. */
  hold(leave) {
    const { node } = this;
    if (!node.open || !this.isDirty() || leave && this.isSending) return;
    confirmDiscard(() => {
      node.close();
      leave?.();
    });
    return false;
  }

  cancel(event) {
    if (event.target === this.node && this.hold() === false) event.preventDefault();
  }

  /* A browser lets a page refuse Escape only once, so Escape never reaches the browser. */
  press(event) {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    if (this.hold() !== false) this.node.close();
  }

  /* What is typed ends what was wrong. */
  hearTyping() {
    this.guard();
    if (!this.isSending && !this.button.disabled) this.notice.show();
  }

  /* Leaves it to the history to close a dialog in which something is typed. */
  guard() {
    this.node.closedBy = this.isDirty() ? 'none' : 'closerequest';
  }

  refuse(message) {
    this.notice.node.textContent = message;
    this.button.disabled = true;
  }
}

function confirmDiscard(discard) {
  const question = dialog(strings.isDiscarded, dangerButton(strings.discard), [], async () => {
    question.close();
    discard();
  });
}
