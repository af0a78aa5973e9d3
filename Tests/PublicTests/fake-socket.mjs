// A socket that goes nowhere, for tests of the protocol.

/** Stands where a browser's socket would, and remembers what was sent. */
export class FakeSocket {
  url = 'wss://server/-/socket';
  readyState = 0;
  sent = [];

  open() {
    this.readyState = 1;
    this.onopen();
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  receive(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  end(code, reason = '') {
    this.readyState = 3;
    this.onclose?.({ code, reason });
  }

  close() {
    this.readyState = 3;
  }

  /** What was sent since the last look, without what is left out. */
  take() {
    return this.sent.splice(0);
  }
}
