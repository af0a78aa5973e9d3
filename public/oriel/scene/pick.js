import { strings } from '../../phrases-scenes.js';
import { element } from '../core/dom.js';
import { tryToRead } from '../core/read.js';

/* Milliseconds after the last letter until rows are requested, and the most rows that are shown. */
const PAUSE = 150;
const MOST = 20;

/* Returns the rows that a text finds in a list, as pairs of an id and a title. */
async function rowsFor(list, text) {
  const query = `${text ? `search=${encodeURIComponent(text)}&` : ''}window=0,${MOST}`;
  const { sections = [], cells = {} } = await tryToRead(list, query);
  return sections.flatMap(({ rows }) => rows).map(id => [id, cells[id].title || id]);
}

/* Returns the title of the row that has a key. */
async function titleOf(list, key) {
  const { cells = {} } = await tryToRead(list, `window=@${encodeURIComponent(key)},1`);
  return Object.hasOwn(cells, key) ? cells[key].title : undefined;
}

/**
 * Shows a reference by the title of its row in place of the key, and offers rows while the user
 * types. The field's own control keeps the key, and is hidden.
 */
export class Picker {
  options = [];
  at = -1;

  constructor(field) {
    this.field = field;
    const id = `${field.notes.id}-rows`;
    this.list = element('ul', {
      id, role: 'listbox', className: 'pick-rows', popover: 'manual', ariaLabel: field.title,
    });
    this.input = element('input', {
      role: 'combobox',
      ariaLabel: field.title,
      autocomplete: 'off',
      ariaExpanded: false,
      ariaAutoComplete: 'list',
      placeholder: strings.pickRow,
      oninput: event => this.type(event),
      onkeydown: event => this.press(event),
      onfocus: () => this.input.select(),
      onblur: () => this.leave(),
    });
    this.input.setAttribute('aria-controls', id);
    this.node = element('span', { className: 'pick' }, this.input, this.list);
    this.list.addEventListener('mousedown', event => this.click(event));
  }

  /** Stands in for a control, and shows the title of its row. */
  async follow(control) {
    this.control = control;
    control.hidden = true;
    control.after(this.node);
    const described = control.getAttribute('aria-describedby');
    if (described) this.input.setAttribute('aria-describedby', described);
    this.input.ariaRequired = control.ariaRequired;
    const { value } = control;
    this.title = value;
    this.input.value = value;
    const title = value ? await titleOf(this.field.argument.list, value) : '';
    if (this.control !== control || control.value !== value) return;
    this.title = title ?? value;
    if (document.activeElement !== this.input) this.input.value = this.title;
  }

  type(event) {
    event.stopPropagation();
    if (!this.input.value) this.take('', '');
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), PAUSE);
  }

  async look() {
    const { value } = this.input;
    const options = await rowsFor(this.field.argument.list, value === this.title ? '' : value);
    if (value !== this.input.value || document.activeElement !== this.input) return;
    this.options = options;
    this.at = value ? 0 : -1;
    this.draw();
  }

  draw() {
    const { options, list, input, at } = this;
    const entries = options.map(([id, title], place) => element('li', {
      role: 'option', id: `${list.id}-${place}`, ariaSelected: place === at, 'data-key': id,
    }, title));
    const none = element('li', { role: 'option', ariaDisabled: true }, strings.noRowFound);
    list.replaceChildren(...entries.length ? entries : [none]);
    if (!list.matches(':popover-open')) list.showPopover();
    const box = input.getBoundingClientRect();
    const height = Math.min(list.scrollHeight, 260);
    const isBelow = box.bottom + height + 8 < innerHeight;
    Object.assign(list.style, {
      left: `${box.left}px`,
      width: `${box.width}px`,
      top: `${isBelow ? box.bottom + 4 : Math.max(4, box.top - height - 8)}px`,
    });
    input.ariaExpanded = true;
    if (options[at]) input.setAttribute('aria-activedescendant', `${list.id}-${at}`);
    else input.removeAttribute('aria-activedescendant');
    list.children[at]?.scrollIntoView({ block: 'nearest' });
  }

  press(event) {
    const { key } = event;
    const isOpen = this.list.matches(':popover-open');
    const way = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (way && !isOpen) this.look();
    else if (way) {
      this.at = Math.max(0, Math.min(this.options.length - 1, this.at + way));
      this.draw();
    } else if (key === 'Enter' && isOpen && this.options[this.at]) {
      this.take(...this.options[this.at]);
    } else if (key === 'Escape' && isOpen) this.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  click(event) {
    const key = event.target.closest('[data-key]')?.dataset.key;
    event.preventDefault();
    const option = this.options.find(([id]) => id === key);
    if (option) this.take(...option);
  }

  /* Takes a row as the value of the field. */
  take(key, title) {
    const { control, input } = this;
    this.title = title;
    if (key || input.value) input.value = title;
    control.value = key;
    control.oninput();
    this.close();
  }

  close() {
    clearTimeout(this.timer);
    if (this.list.matches(':popover-open')) this.list.hidePopover();
    this.input.ariaExpanded = false;
    this.input.removeAttribute('aria-activedescendant');
  }

  /* A text that names one row is that row, and any other text is given up. */
  async leave() {
    const { value } = this.input;
    this.close();
    if (value === this.title) return;
    const same = ([, title]) => title.toLowerCase() === value.trim().toLowerCase();
    const found = this.options.find(same) ?? (await rowsFor(this.field.argument.list, value))
      .find(same);
    if (this.input.value !== value || document.activeElement === this.input) return;
    if (found) this.take(...found);
    else this.input.value = this.title;
  }
}
