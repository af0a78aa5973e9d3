import { add, strings } from './phrases.js';

export { strings };

add({
  apiTitle: 'API',
  openAPI: 'OpenAPI',
  types: 'Types',
  filterRequests: 'Filter the requests',
  loadingAPI: 'The description is loading.',
  requests: count => `${count} requests that you may send`,
  parameters: 'Parameters',
  body: 'Body',
  responses: 'Responses',
  tryIt: 'Try it',
  send: 'Send',
  changes: 'This changes the data, under your own rights.',
  required: 'required',
  moreParameters: 'Name.contains=a&sort=-Name',
  cut: '… cut here',
});
