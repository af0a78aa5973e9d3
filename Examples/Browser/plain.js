import { bind } from './bind.js';
import { connect } from './client.js';

const main = document.querySelector('main'), problem = document.querySelector('#problem');
const artists = connect().open('/Artist?sort=-ArtistId', { start: 0, count: 20 });

bind(main, artists);
main.addEventListener('oriel-error', ({ detail }) => {
  problem.textContent = detail.message;
  problem.hidden = false;
});
main.addEventListener('oriel-done', () => problem.hidden = true);
