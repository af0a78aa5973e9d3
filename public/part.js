import { arrange, flash, h, own, refill } from './dom.js';
import { Flow } from './rows.js';
import { lines } from './values.js';

export class Part {
  outputs = h('dl');
  flow = new Flow();
  parts = { __proto__: null };
  slots = h('div', { className: 'slots' });
  node = h('div', {}, this.outputs, this.flow.node, this.slots);

  update(document, tools) {
    const { outputs = {}, links, slots = {}, uploads } = document;
    const image = (name, src = outputs[name]) => tools && own(uploads, name) && [src ? h('img', { src, alt: '' }) : '',
      h('button', { onclick: () => tools.run('image', undefined, { slot: name, sources: tools.sources }) }, 'Edit')];
    refill(this.outputs, lines(outputs, links, image), flash);
    this.flow.update(document, tools);
    arrange(this.slots, Object.keys(slots).map(name => {
      const part = this.parts[name] ??= new Slot(name);
      part.update(slots[name]);
      return part.node;
    }));
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
