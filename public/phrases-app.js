import { add, strings } from './phrases.js';

export { strings };

add({
  loading: 'Loading',
  index: 'Index',
  insert: 'Insert',
  drag: 'Drag',
  image: 'Image',
  paste: 'Paste here',
  sending: 'Sending',
  unsent: 'The upload failed. Retry.',
  crop: 'Choose a part',
  cropping: 'Drag the frame or its corners. Or use the arrow keys, with Shift to resize.',
  square: 'Square',
  use: 'Use',
  corners: {
    '': 'Frame',
    nw: 'Top left corner',
    ne: 'Top right corner',
    sw: 'Bottom left corner',
    se: 'Bottom right corner',
  },
  size: (width, height) => `${width} × ${height}`,
  uncut: 'This image cannot be cropped. Send all of it.',
});
