// Every screen of the workbench, in Chromium.
import { after, before, describe, it } from 'node:test';
import { Server } from './server.mjs';
import { Visitor, skipKit as skip } from './visitor.mjs';

const screens = {
  '/': ['Workbench', 'Custom cells', 'Rows that talk to their screen'],
  '/demo': ['Demo', 'No name yet', 'Change model'],
  '/threading': ['Threading', 'Play', 'Stop'],
  '/table': ['Table', 'Test 0.35', 'End of section 0', 'Add section'],
  '/collection': ['Collection', 'Test 0.35', 'End of section 0', 'Add section'],
  '/diffable': ['Diffable', '50', 'First', '25 of 25'],
  '/embedding': ['Embedding', 'Table', 'Test 0.35'],
  '/custom': ['Custom cells', 'Choose a colour', '#FFCC00'],
  '/basic': ['Basic', 'Light, at 10 of 20', 'Reset'],
  '/car': ['Car', 'Car loaded', 'The car is here.'],
  '/editing': ['Editing', 'Ada', 'Cleo', 'Edit'],
  '/login': ['Sign in'],
  '/repositories': ['Repositories', 'icons', 'Turns, timers and tasks'],
  '/team/10': ['Core', '20 members', '[20]'],
};

describe('the workbench', { skip }, () => {
  let visitor;

  before(async () => {
    visitor = await Visitor.arrive(() => Server.workbench());
  });

  after(() => visitor?.leave());

  for (const [route, texts] of Object.entries(screens))
    it(`shows ${route}`, async () => {
      await visitor.visit(route, texts[0]);
      for (const text of texts) await visitor.shows(text);
      await visitor.fits(route);
      visitor.noErrors();
      await visitor.shoot(`workbench${route.replaceAll('/', '-')}`);
    });

  it('changes the model by a button', async () => {
    await visitor.visit('/demo', 'No name yet');
    await visitor.page.eval(`[...document.querySelectorAll('button')].find(button => button.innerText === 'Change model').click()`);
    await visitor.shows('1. name generated');
  });

  it('shows the row for somebody new while one edits', async () => {
    await visitor.visit('/editing', 'Ada');
    await visitor.page.eval(`[...document.querySelectorAll('button')].find(button => button.innerText === 'Edit').click()`);
    await visitor.shows('Somebody new');
  });

  it('goes from the form to the list to the detail', async () => {
    await visitor.visit('/login', 'Sign in');
    await visitor.page.type('input[type=text]', 'visitor@example.com');
    await visitor.page.type('input[type=password]', 'workbench');
    await visitor.page.eval(`[...document.querySelectorAll('main button')].find(button => button.innerText === 'Sign in').click()`);
    await visitor.shows('Repositories');
    await visitor.follow('oriel');
    await visitor.shows('20 members');
    visitor.noErrors();
  });
});
