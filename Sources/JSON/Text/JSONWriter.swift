/// Writes JSON text directly to bytes: without a tree, and with no allocation except the buffer.
///
///     var writer = JSONWriter()
///     writer.beginObject()
///     writer.member("name", "AC/DC")
///     writer.endObject()
package struct JSONWriter: ~Copyable {
    private var buffer = ByteBuffer(capacity: 256)
    private var needsComma = false

    package init() {}

    /// A copy of the text so far.
    package var bytes: [UInt8] { buffer.bytes }

    package mutating func beginObject() { open(UInt8(ascii: "{")) }
    package mutating func endObject() { close(UInt8(ascii: "}")) }
    package mutating func beginArray() { open(UInt8(ascii: "[")) }
    package mutating func endArray() { close(UInt8(ascii: "]")) }

    /// Writes the name of a member; its value must follow.
    package mutating func key(_ name: String) {
        string(name)
        buffer.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a member.
    package mutating func member(_ name: String, _ value: JSON) {
        key(name)
        self.value(value)
    }

    /// Writes existing JSON text.
    package mutating func raw(_ text: [UInt8]) {
        separate()
        text.withUnsafeBufferPointer { buffer.append($0) }
    }

    /// Writes a string, with only the escapes that RFC 8259 section 7 requires.
    package mutating func string(_ text: String) {
        separate()
        text.withBytes { text in
            if text.needsEscapes { escape(text) } else { buffer.append(text, between: UInt8(ascii: "\"")) }
        }
    }

    /// Writes any value. A number without a JSON form (infinite or NaN) is written as `null`.
    package mutating func value(_ value: JSON) {
        switch value {
        case .null: word("null")
        case .bool(let value): word(value ? "true" : "false")
        case .int(let number): self.number(String(number))
        case .double(let number): number.isFinite ? self.number(number.description) : word("null")
        case .string(let text): string(text)
        case .array(let elements):
            beginArray()
            for element in elements { self.value(element) }
            endArray()
        case .object(let members):
            beginObject()
            members.forEachMember { member($0, $1) }
            endObject()
        }
    }

    private mutating func number(_ text: String) {
        separate()
        text.withBytes { buffer.append($0) }
    }

    private mutating func word(_ text: StaticString) {
        separate()
        buffer.append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        buffer.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        buffer.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { buffer.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    /// Copies the runs without escapes, and escapes the bytes between them.
    private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
        buffer.append(UInt8(ascii: "\""))
        var start = 0
        for index in text.indices {
            let byte = text[index]
            guard byte.needsEscape else { continue }
            buffer.append(UnsafeBufferPointer(rebasing: text[start..<index]))
            start = index + 1
            buffer.append(UInt8(ascii: "\\"))
            switch byte {
            case UInt8(ascii: "\n"): buffer.append(UInt8(ascii: "n"))
            case UInt8(ascii: "\r"): buffer.append(UInt8(ascii: "r"))
            case UInt8(ascii: "\t"): buffer.append(UInt8(ascii: "t"))
            case ..<0x20:
                let hex = Array("0123456789abcdef".utf8)
                for byte in Array("u00".utf8) + [hex[Int(byte >> 4)], hex[Int(byte & 15)]] { buffer.append(byte) }
            default: buffer.append(byte)
            }
        }
        buffer.append(UnsafeBufferPointer(rebasing: text[start...]))
        buffer.append(UInt8(ascii: "\""))
    }
}

extension UInt8 {
    /// Whether RFC 8259 section 7 requires an escape for the byte in a string.
    fileprivate var needsEscape: Bool { escapeBit != 0 }

    /// 1 for a byte that needs an escape, 0 for others; without a branch.
    fileprivate var escapeBit: UInt8 {
        (self < 0x20 ? 1 : 0) | (self == UInt8(ascii: "\"") ? 1 : 0) | (self == UInt8(ascii: "\\") ? 1 : 0)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether a byte needs an escape. The loop has no branch, so that the compiler can vectorize it.
    fileprivate var needsEscapes: Bool {
        var found: UInt8 = 0
        for byte in self { found |= byte.escapeBit }
        return found != 0
    }
}

extension JSON {
    /// The value as compact JSON text in UTF-8.
    public var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes
    }

    /// The value as compact JSON text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension JSON: CustomStringConvertible {
    /// The JSON text.
    public var description: String { text }
}
