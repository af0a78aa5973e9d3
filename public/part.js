import { flash, h, refill } from './dom.js';
import { Flow } from './rows.js';
import { lines } from './values.js';

/** What a document holds, be it a screen's or that of a slot: values, a list, and further parts. */
export class Part {
  outputs = h('dl');
  flow = new Flow();
  parts = new Map();
  slots = h('div', { className: 'slots' });
  node = h('div', {}, this.outputs, this.flow.node, this.slots);

  update(document, tools) {
    const { outputs = {}, links, slots = {} } = document, names = Object.keys(slots);
    refill(this.outputs, lines(outputs, links), flash);
    this.flow.update(document, tools);
    this.parts = new Map(names.map(name => [name, this.parts.get(name) ?? new Slot(name)]));
    refill(this.slots, names.map(name => this.parts.get(name).node));
    for (const name of names) this.parts.get(name).update(slots[name]);
  }
}

class Slot extends Part {
  title = h('h2');
  problem = h('p', { className: 'problem' });

  constructor(name) {
    super();
    this.node = h('section', { className: 'slot' }, this.title, this.problem, ...this.node.children);
    this.node.dataset.slot = name;
  }

  update(document) {
    this.title.textContent = document.title;
    this.problem.textContent = document.problem?.message ?? '';
    super.update(document);
  }
}
