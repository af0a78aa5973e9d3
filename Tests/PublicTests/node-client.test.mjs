// clients/node/oriel.mjs, in this process.
import { describe } from 'node:test';
import { connect, documents } from '../../clients/node/oriel.mjs';
import { applyPatch } from '../../public/oriel/core/patch.js';
import { Received, appliesPatches, follows, isShort, sendsKeys } from './clients.mjs';
import { missing } from './server.mjs';

/* A client that follows a route. */
class Follower extends Received {
  constructor(live) {
    super();
    this.live = live;
    this.followed = this.#follow();
  }

  async #follow() {
    try {
      for await (const document of documents(this.live)) this.add(document);
    } catch (error) {
      this.end({ code: error.code ?? 'closed', message: error.message });
    }
  }

  call(name, ...values) {
    if (name === 'move') return this.live.move({ start: values[0], count: values[1] });
    return this.live.command(...values);
  }

  close() {
    this.live.close();
  }
}

const follow = (address, route, { start, count, key }) => new Follower(connect(address, { key }).open(route, { start, count }));

function apply(pairs) {
  return pairs.map(([document, patch]) => {
    try {
      return { document: applyPatch(document, patch) };
    } catch (error) {
      return { error };
    }
  });
}

isShort('node/oriel.mjs');
describe('the Node client and patches', { concurrency: false }, () => appliesPatches(apply));
describe('the Node client', { skip: missing, concurrency: false }, () => follows(follow));
describe('the Node client with a key', { skip: missing, concurrency: false }, () => sendsKeys(follow));
