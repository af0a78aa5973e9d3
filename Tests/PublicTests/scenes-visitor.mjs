// The fixture of the tests of declared scenes: documents of two apps, and a user with a browser.
import { find } from './scenes-documents.mjs';
import { FakeServer } from './scenes-server.mjs';
import { Visitor } from './visitor.mjs';
import { chromiumPath } from './chromium.mjs';

/** Why these tests cannot run here, or undefined. */
export const skip = chromiumPath ? undefined : 'Chromium is not installed';

/** The screens on which the pictures are taken. */
export const screens = { desk: [1440, 900, false], phone: [390, 844, true], wall: [1920, 1080, false] };

/** A person in front of the two apps. */
export class SceneVisitor extends Visitor {
  /** Opens a browser in front of documents. `run` answers commands. */
  static async sees(run) {
    const visitor = await this.arrive(() => FakeServer.start({ find, run }));
    await visitor.page.setViewport(...screens.desk);
    return visitor;
  }

  /** The commands that the server was sent since the last call. */
  commands() {
    return this.server.commands.splice(0);
  }

  /** Waits until the server was sent a command. */
  async sent() {
    for (let looks = 0; looks < 600 && !this.server.commands.length; looks++) await new Promise(resolve => setTimeout(resolve, 16));
    return this.commands()[0];
  }

  /** Waits for an expression, whose nodes `all` finds by a selector. */
  until(expression) {
    return this.page.waitFor(`(all => ${expression})(selector => [...document.querySelectorAll(selector)])`);
  }

  /** Waits for an expression through loads of the page. */
  async finally(expression) {
    const holds = () => this.page.eval(`!!(${expression})`).catch(() => false);
    for (let looks = 0; looks < 600; looks++) {
      if (await holds()) return;
      await new Promise(resolve => setTimeout(resolve, 16));
    }
    throw new Error(`waited in vain for: ${expression}`);
  }

  /** The texts of all elements that a selector finds. */
  texts(selector) {
    return this.page.eval(`[...document.querySelectorAll(${JSON.stringify(selector)})].map(node => node.innerText.trim())`);
  }

  /** Opens the menu of a row or a card, by the beginning of its text. */
  async openMenu(text) {
    await this.page.waitFor(`(button => { button?.click(); return !!button; })([...document.querySelectorAll('li')].find(row => row.innerText.startsWith(${JSON.stringify(text)}))?.querySelector('.dots'))`);
    await this.page.waitFor(`document.querySelector('.popup')`);
  }

  /** Presses the entry of the open menu with a text. */
  async choose(text) {
    await this.page.waitFor(`(entry => { entry?.click(); return !!entry; })([...document.querySelectorAll('.popup button')].find(button => button.innerText.startsWith(${JSON.stringify(text)})))`);
  }
}
