// The digest of a document (protocol, section 1), computed as the server does (Sources/JSON/Digest).

const mask = (1n << 64n) - 1n;

/** Returns both halves of a product of two words, folded into one word. */
function mix(left, right) {
  const product = (left & mask) * (right & mask);
  return (product >> 64n) ^ (product & mask);
}

function hashText(text) {
  const bytes = Buffer.from(text), whole = bytes.length - bytes.length % 8;
  let state = mix(BigInt(bytes.length) ^ 0xA0761D6478BD642Fn, 0x4D5A2DA51DE1AA47n), rest = 0n;
  for (let index = 0; index < whole; index += 8) state = mix(state ^ bytes.readBigUInt64LE(index), 0xE7037ED1A0B428DBn);
  for (const byte of bytes.subarray(whole).reverse()) rest = rest << 8n | BigInt(byte);
  return mix(state ^ rest, 0x8EBC6AF09C88C6E3n);
}

const hashWord = (word, tag) => mix(word ^ 0xA0761D6478BD642Fn, tag ^ 0xE7037ED1A0B428DBn);

function hashNumber(number) {
  if (Number.isInteger(number) && Math.abs(number) < 2 ** 63) return hashWord(BigInt.asUintN(64, BigInt(number)), 3n);
  return hashWord(Buffer.from(new Float64Array([number]).buffer).readBigUInt64LE(), 4n);
}

function hash(value) {
  if (value === null) return hashWord(0n, 1n);
  if (typeof value === 'boolean') return hashWord(BigInt(value), 2n);
  if (typeof value === 'number') return hashNumber(value);
  if (typeof value === 'string') return hashText(value);
  if (Array.isArray(value))
    return mix(value.reduce((state, element) => mix(state ^ hash(element), 0x8BB84B93962EACC9n), 0x2D358DCCAA6C78A5n), 0x4B33A62ED433D4A3n);
  const members = Object.entries(value);
  const sum = members.reduce((sum, [name, member]) => sum + mix(hashText(name) ^ 0x8EBC6AF09C88C6E3n, hash(member) ^ 0x589965CC75374CC3n), 0n);
  return mix((sum & mask) ^ 0x1D8E4E27C47D124Fn, BigInt(members.length) ^ 0xEB44ACCAB455D165n);
}

/** Returns the digest of a document: 11 characters of base64url for 64 bits. */
export function digest(document) {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(hash(document));
  return bytes.toString('base64url');
}
