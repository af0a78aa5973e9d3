import PostgreSQL
import Tables

/// Encodes the values of one sort term as bytes that compare as the server compares the values. NULL is the largest
/// value. No code is the beginning of another.
///
/// Values come in the binary format of their types (postgresql.org/docs/current/protocol-overview.html, "Formats and
/// Format Codes").
struct SortTermCode: Sendable {
    /// How the bytes of a type are encoded.
    private enum Form {
        /// A fixed number of bytes, most significant first; with a sign bit, which is turned over.
        case fixed(isSigned: Bool)
        case real
        case text(TextForm)
        case bytes
        case numeric
    }

    /// How texts are encoded.
    private struct TextForm {
        var trimsSpaces = false
        /// What encodes a text, or `nil` for its bytes.
        let collator: Collator?
        /// Whether the bytes follow what the collator encodes.
        let hasBytes: Bool

        /// `nil` if only the server knows the order.
        init?(_ order: TextOrder) {
            switch order {
            case .bytes: (collator, hasBytes) = (nil, true)
            case .icu(let collation):
                guard let shared = Collator.shared(for: collation) else { return nil }
                (collator, hasBytes) = (shared, collation.isDeterministic)
            case .server: return nil
            }
        }
    }

    private let form: Form
    private let mask: UInt8

    /// Creates the code of a term; `nil` if only the server knows the order of the type.
    init?(_ type: ColumnType, isDescending: Bool) {
        switch type.id {
        case _ where !type.labels.isEmpty: form = .fixed(isSigned: true)  // the place of the value, an int4
        case 20, 21, 23, 1082, 1083, 1114, 1184: form = .fixed(isSigned: true)
        case 26, 16, 2950: form = .fixed(isSigned: false)
        case 700, 701: form = .real
        case 19, 25, 1042, 1043:
            guard var text = TextForm(type.order) else { return nil }
            text.trimsSpaces = type.id == 1042
            form = .text(text)
        case 17: form = .bytes
        case 1700: form = .numeric
        default: return nil
        }
        mask = isDescending ? 0xFF : 0
    }

    /// Appends the code of a value; `nil` for NULL.
    func append(_ value: UnsafeBufferPointer<UInt8>?, to code: inout [UInt8]) {
        let start = code.count
        if let value {
            code.append(1)
            append(value, &code)
        } else {
            code.append(2)
        }
        guard mask != 0 else { return }
        for place in start..<code.count { code[place] ^= mask }
    }

    private func append(_ value: UnsafeBufferPointer<UInt8>, _ code: inout [UInt8]) {
        switch form {
        case .fixed(let isSigned):
            code.append(contentsOf: value)
            if isSigned, !value.isEmpty { code[code.count - value.count] ^= 0x80 }
        case .real: appendReal(value, &code)
        case .text(let form): appendText(value, form, &code)
        case .bytes:
            // A zero byte becomes two bytes, so that the end is less than any byte.
            for byte in value { code.append(contentsOf: byte == 0 ? [0, 0xFF] : [byte]) }
            code.append(contentsOf: [0, 0])
        case .numeric: appendNumeric(value, &code)
        }
    }

    private func appendText(_ value: UnsafeBufferPointer<UInt8>, _ form: TextForm, _ code: inout [UInt8]) {
        var text = value
        if form.trimsSpaces {
            let end = value.lastIndex { $0 != UInt8(ascii: " ") }.map { $0 + 1 } ?? 0
            text = UnsafeBufferPointer(rebasing: value[..<end])
        }
        form.collator?.appendKey(of: text, to: &code)
        guard form.hasBytes else { return }
        code.append(contentsOf: text)
        code.append(0)  // no text of PostgreSQL contains NUL
    }

    /// Appends an IEEE number: NaN is the largest, and -0 is 0.
    private func appendReal(_ value: UnsafeBufferPointer<UInt8>, _ code: inout [UInt8]) {
        let isNegative = value.first.map { $0 & 0x80 != 0 } ?? false
        let isNegativeZero = isNegative && value.first == 0x80 && value.dropFirst().allSatisfy { $0 == 0 }
        let isNaN =
            value.count == 8
            ? Self.number(value, 0, 8) & 0x7FFF_FFFF_FFFF_FFFF > 0x7FF0_0000_0000_0000
            : Self.number(value, 0, 4) & 0x7FFF_FFFF > 0x7F80_0000
        if isNaN {
            code.append(contentsOf: repeatElement(0xFF, count: value.count))
        } else if isNegative, !isNegativeZero {
            code.append(contentsOf: value.lazy.map { ~$0 })
        } else {
            code.append(value[0] & 0x7F | 0x80)
            code.append(contentsOf: value.dropFirst())
        }
    }

    /// Appends a decimal number: its class, then the exponent and the digits to the base 10,000, without zeros at the
    /// end, so that 1.0 and 1.00 are equal.
    private func appendNumeric(_ value: UnsafeBufferPointer<UInt8>, _ code: inout [UInt8]) {
        var count = Int(Self.number(value, 0, 2))
        let sign = Self.number(value, 4, 2)
        while count > 0, Self.number(value, 6 + 2 * count, 2) == 0 { count -= 1 }
        switch sign {
        case 0xC000: return code.append(6)  // NaN
        case 0xD000: return code.append(5)
        case 0xF000: return code.append(1)
        default: break
        }
        guard count > 0 else { return code.append(3) }
        let isNegative = sign == 0x4000
        code.append(isNegative ? 2 : 4)
        let start = code.count
        Self.append(UInt16(truncatingIfNeeded: Self.number(value, 2, 2)) ^ 0x8000, &code)
        for place in 0..<count {
            Self.append(UInt16(truncatingIfNeeded: Self.number(value, 8 + 2 * place, 2)) + 1, &code)
        }
        Self.append(0, &code)
        guard isNegative else { return }
        for place in start..<code.count { code[place] = ~code[place] }
    }

    private static func append(_ number: UInt16, _ code: inout [UInt8]) {
        code.append(UInt8(truncatingIfNeeded: number >> 8))
        code.append(UInt8(truncatingIfNeeded: number))
    }

    private static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ count: Int) -> UInt64 {
        bytes[start..<start + count].reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension SortTermCode {
    /// Appends the code of a value that is not in its binary form. Returns `false` for a value whose type has another
    /// form: of these, only the server knows the bytes.
    func append(_ value: SQLValue, of type: ColumnType, to code: inout [UInt8]) -> Bool {
        switch (value, type.id) {
        case (.null, _): append(nil, to: &code)
        case (.integer(let number), 20): append(bytes: number.bigEndian, to: &code)
        case (.integer(let number), 23): append(bytes: Int32(truncatingIfNeeded: number).bigEndian, to: &code)
        case (.integer(let number), 21): append(bytes: Int16(truncatingIfNeeded: number).bigEndian, to: &code)
        case (.integer(let number), 26): append(bytes: UInt32(truncatingIfNeeded: number).bigEndian, to: &code)
        case (.integer(let number), 16): append(bytes: UInt8(truncatingIfNeeded: number), to: &code)
        case (.integer(let number), 701): return append(.real(Double(number)), of: type, to: &code)
        case (.integer(let number), 700): return append(.real(Double(number)), of: type, to: &code)
        case (.real(let number), 701): append(bytes: number.bitPattern.bigEndian, to: &code)
        case (.real(let number), 700): append(bytes: Float(number).bitPattern.bigEndian, to: &code)
        case (.text(let text), 700), (.text(let text), 701):
            guard let number = Double(text) else { return false }
            return append(.real(number), of: type, to: &code)
        case (.text(let text), 1700):
            guard let number = BinaryNumeric(text) else { return false }
            number.bytes.withUnsafeBufferPointer { append($0, to: &code) }
        case (.text(let text), _) where !type.labels.isEmpty:
            guard let place = type.labels.firstIndex(where: { $0.utf8.elementsEqual(text.utf8) }) else { return false }
            append(bytes: Int32(place + 1).bigEndian, to: &code)
        case (.text(var text), 19), (.text(var text), 25), (.text(var text), 1043), (.text(var text), 1042):
            text.withUTF8 { append($0, to: &code) }
        case (.blob(let blob), 17):
            guard blob.bytes.count == blob.count else { return false }
            blob.bytes.withUnsafeBufferPointer { append($0, to: &code) }
        default: return false
        }
        return true
    }

    private func append(bytes value: some FixedWidthInteger, to code: inout [UInt8]) {
        withUnsafeBytes(of: value) { bytes in append(bytes.bindMemory(to: UInt8.self), to: &code) }
    }
}
