import { strings } from '../../phrases.js';
import { element } from '../core/dom.js';
import { report } from '../form/dialog.js';
import { referrers } from '../form/referrers.js';
import { Step } from '../form/step.js';
import { pause } from '../form/undo.js';

/* The commands that are sent at a time. */
const TOGETHER = 32;

/* The rows after which each command has a pause. */
const BURST = 1000;

/* The refused rows whose referrers are looked up. */
const LOOKUPS = 20;

/*
 * Returns lines that say why a row was refused, one for each field that is named. The title leads
 * to the row, and the links to the rows that refer to it.
 */
function lines(title, href, { message, fields }, links) {
  const named = Object.entries(fields ?? {});
  const reasons = named.length
    ? named.map(([name, reason]) => `, ${name}: ${reason}`)
    : [`: ${message}`];
  const name = () => href ? element('a', { href }, title) : title;
  return reasons.map(reason => element('p', {}, name(), reason, ...links));
}

/**
 * One command for each of some rows, which are pairs of an id and a cell. `act` sends the command
 * of a row as a part of the step, and returns the error, if any.
 */
export class Batch {
  done = 0;
  refused = new Map();

  constructor(all, act) {
    Object.assign(this, { all, act, left: [...all], step: new Step() });
  }

  /** Sends the commands while `isWanted` returns true, and calls `tell` after each. */
  async run(isWanted, tell) {
    await Promise.all(Array.from({ length: TOGETHER }, () => this.work(isWanted, tell)));
  }

  async work(isWanted, tell) {
    while (this.left.length && isWanted()) {
      const isTooFast = await this.take(this.left.shift());
      tell(strings.erasing(this.done + this.refused.size, this.all.length));
      if (isTooFast || this.done > BURST) await pause();
    }
  }

  /* Takes one row. Returns whether the server asks for a pause; then the row is tried again. */
  async take(row) {
    const [id, cell] = row;
    const failed = () => ({ message: strings.failed });
    const error = await this.act(id, cell, this.step).catch(failed);
    const isTooFast = error?.code === 'too-fast';
    if (isTooFast) this.left.unshift(row);
    else if (error) await this.refuse(row, error);
    else this.done++;
    return isTooFast;
  }

  async refuse(row, error) {
    const [id, { title, href }] = row;
    const isFirst = this.refused.size < LOOKUPS;
    const show = links => this.refused.set(row, lines(title || id, href, error, links));
    show([]);
    if (isFirst) show(await referrers(href, error));
  }

  /** Says what was changed, offers to undo it, and shows why rows were refused. */
  end(title, refusal) {
    const { refused, done, all, step } = this;
    step.end(title(strings.rowCount(step.changed)));
    if (!refused.size) return;
    report(refusal(done, refused.size), all.flatMap(row => refused.get(row) ?? []));
  }
}

/** Runs a batch while a dialog is open, which shows the progress. The rows may be selected. */
export async function runInDialog(batch, node, progress, wait, selection) {
  if (selection) selection.isWorking = true;
  await batch.run(() => node.open && node.isConnected, text => {
    progress.textContent = text;
    wait();
    selection?.show();
  });
  if (selection) selection.isWorking = false;
  node.close();
}
