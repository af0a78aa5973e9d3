import { strings } from '../../phrases-scenes.js';
import chooseExport from '../list/export.js';

/** Asks for one of the formats in which a list may be exported, and downloads all of its rows. */
export default function chooseFormat(screen) {
  chooseExport(screen);
  const { exports: allowed } = screen.document;
  if (!Array.isArray(allowed)) return;
  const choices = [...document.querySelectorAll('dialog .choice')];
  const formats = Object.keys(strings.formats);
  choices.forEach((choice, place) => {
    if (!allowed.includes(formats[place])) choice.remove();
  });
  const first = document.querySelector('dialog .choice input');
  if (first) first.checked = true;
}
