import JSON

extension SQLValue {
    /// The value as a ``WriteCommand`` takes it.
    package var writtenJSON: JSON {
        switch self {
        case .null: .null
        case .integer(let number): .int(number)
        case .real(let number): .double(number)
        case .text(let text): .string(text)
        case .malformed(let text): .string(String(decoding: text.bytes, as: UTF8.self))
        case .blob(let blob): ["base64": .string(Base64.encode(blob.bytes))]
        }
    }

    /// Whether a column would hold the same with either value: `2` and `2.0` are the same to a column of numbers.
    package func isSame(as other: SQLValue) -> Bool {
        switch (self, other) {
        case (.integer(let whole), .real(let number)), (.real(let number), .integer(let whole)): Double(whole) == number
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        case (.blob, _) where !isWhole, (_, .blob) where !other.isWhole: false
        default: self == other
        }
    }

    /// Whether the whole value was read: lists have the beginnings of long blobs.
    package var isWhole: Bool {
        if case .blob(let blob) = self { blob.bytes.count == blob.count } else { true }
    }
}
