// A fake socket, for tests of the protocol.

/** Replaces a browser's socket, and records the sent messages. */
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

  /** Returns the messages sent since the last call, except omitted ones. */
  take() {
    return this.sent.splice(0);
  }
}
