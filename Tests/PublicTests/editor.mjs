// A user who edits an artist's row in a dialog, while others write to it.
import { Visitor } from './visitor.mjs';

export class Editor extends Visitor {
  /** Opens the dialog on the row as it was at first. */
  async edits() {
    this.run(`UPDATE Artist SET Name = 'Quiet Harbor', Founded = 1971 WHERE ArtistId = 1`);
    await this.visit('/Artist/1', 'Quiet Harbor');
    await this.says('Founded', '1971');
    await this.press('Edit');
  }

  /** Writes to the row from another process; `value` is SQL. */
  write(name, value) {
    this.run(`UPDATE Artist SET ${name} = ${value} WHERE ArtistId = 1`);
  }

  /** Returns the row in the file. */
  get stored() {
    return this.run('SELECT Name, Founded FROM Artist WHERE ArtistId = 1');
  }

  /** Waits until so many dialogs are open. */
  dialogs(count) {
    return this.page.waitFor(`document.querySelectorAll('dialog[open]').length === ${count}`);
  }

  /** Returns the text of a field. */
  async typed(name) {
    return this.page.eval(`${await this.field(name)}.value`);
  }

  /** Presses Save while there is no server. */
  async waits() {
    await this.page.waitFor('document.querySelector("header button").className !== "live"');
    await this.page.press('Enter');
    await this.page.waitFor('document.querySelector("dialog .primary").ariaDisabled');
  }
}
