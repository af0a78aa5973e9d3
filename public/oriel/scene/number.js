import { strings } from '../../phrases-scenes.js';
import { element, flash, write } from '../core/dom.js';
import { sayIn } from './format.js';

/* The letters from which a number is drawn smaller, so that it stays in one line. */
const LONG = 7;

/** A big number, with what it is out of, its share as a thin bar, its target, and a warning. */
export class NumberView {
  value = element('strong');
  rest = element('span', { className: 'rest' });
  bar = element('span', { className: 'meter big', role: 'img' }, element('i'), element('b'));
  note = element('span', { className: 'aim' });
  warning = element('span', { className: 'warning', role: 'status' });
  node = element('div', { className: 'number' },
    element('p', {}, this.value, ' ', this.rest), this.bar,
    element('p', { className: 'under' }, this.note, this.warning));

  update({ outputs = {}, format, columnOptions }) {
    const { value, of, share, target, warns } = outputs;
    const option = { ...columnOptions?.value, ...format && { format } };
    const read = number => sayIn(number, option);
    const isNew = !this.outputs;
    this.outputs = outputs;
    const isOther = write(this.value, read(value));
    if (isOther && !isNew) flash(this.value);
    this.value.classList.toggle('long', this.value.textContent.length > LONG);
    const isPart = of !== undefined && of !== null;
    write(this.rest, !isPart ? '' : strings.outOf('', read(of)).trim());
    const part = share ?? (target ? value / target : undefined);
    const isMeasured = Number.isFinite(part);
    const isAimed = Number.isFinite(target);
    this.bar.hidden = !isMeasured;
    if (isMeasured) this.measure(part, isAimed && of ? target / of : undefined);
    write(this.note, [
      ...isMeasured && isPart ? [sayIn(part * 100, { format: 'percent' })] : [],
      ...isAimed ? [strings.target(read(target))] : [],
    ].join(' · '));
    write(this.warning, warns ? strings.warns : '');
    this.node.classList.toggle('warns', !!warns);
  }

  /* Shows a share, and where on the bar the target is. */
  measure(part, aim) {
    const { style } = this.bar;
    style.setProperty('--part', Math.max(0, Math.min(1, part)));
    this.bar.ariaLabel = sayIn(part * 100, { format: 'percent' });
    this.bar.classList.toggle('aimed', aim > 0 && aim <= 1);
    style.setProperty('--aim', aim ?? 0);
  }
}
