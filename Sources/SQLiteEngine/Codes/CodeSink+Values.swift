/// A value is encoded as a byte for its class, in the order NULL, number, text, blob, followed by:
///
/// - a number: the nearest double in 8 bytes that compare like it; from 2^53 on, where not every integer is a double,
///   the integer's distance from it in 2 bytes;
/// - text and blobs: the bytes and 00 at the end; 00 is written 01 01, and 01 is written 01 02.
///
/// Every byte of a descending column is complemented.
extension CodeSink {
    /// Appends NULL.
    mutating func appendNull(_ column: SortColumn) {
        append(1 ^ column.mask)
    }

    /// Appends an integer.
    mutating func append(_ integer: Int64, _ column: SortColumn) {
        let nearest = Double(integer)
        // The largest integers are nearest to 2^63, which is not an Int64. The distance always fits.
        let distance = nearest < 0x1p63 ? integer &- Int64(nearest) : integer &- .max &- 1
        append(nearest, distance, column)
    }

    /// Appends a double. It is never NaN, because SQLite stores that as NULL.
    mutating func append(_ real: Double, _ column: SortColumn) {
        append(real == 0 ? 0 : real, 0, column)  // -0.0 is 0
    }

    private mutating func append(_ nearest: Double, _ distance: Int64, _ column: SortColumn) {
        let bits = nearest.bitPattern
        let isNegative = bits >> 63 == 1
        append(2 ^ column.mask)
        append(isNegative ? ~bits : bits | 1 << 63, bytes: 8, column)
        guard nearest.magnitude >= 0x1p53 else { return }
        append(UInt64(truncatingIfNeeded: distance &+ 0x8000), bytes: 2, column)
    }

    private mutating func append(_ number: UInt64, bytes: Int, _ column: SortColumn) {
        let unused = 64 &- 8 &* bytes
        append((column.isDescending ? ~number : number) << unused, count: bytes)
    }

    /// Appends the bytes of a text, whether or not they are valid UTF-8.
    mutating func append(text: UnsafeBufferPointer<UInt8>, _ column: SortColumn) {
        append(3 ^ column.mask)
        switch column.collation {
        case .binary: append(bytes: text, column)
        case .nocase: append(folding: text, column)
        case .rtrim:
            let count = text.lastIndex { $0 != UInt8(ascii: " ") }.map { $0 + 1 } ?? 0
            append(bytes: UnsafeBufferPointer(rebasing: text[..<count]), column)
        }
    }

    /// Appends a blob.
    mutating func append(blob: UnsafeBufferPointer<UInt8>, _ column: SortColumn) {
        append(4 ^ column.mask)
        append(bytes: blob, column)
    }

    private mutating func append(bytes: UnsafeBufferPointer<UInt8>, _ column: SortColumn) {
        for start in stride(from: 0, to: bytes.count, by: 8) {
            if isFull { return }
            append(CodeWord(bytes, from: start), column)
        }
        append(column.mask)
    }

    /// Appends a text with its letters in lower case. NOCASE compares no further than the first NUL. Of two texts that
    /// are equal up to it, the shorter comes first.
    private mutating func append(folding text: UnsafeBufferPointer<UInt8>, _ column: SortColumn) {
        for start in stride(from: 0, to: text.count, by: 8) {
            if isFull { return }
            var word = CodeWord(text, from: start)
            word.fold()
            if !word.isPlain, let place = word.bytes.enumerated().first(where: { $0.element == 0 })?.offset {
                for byte in word.bytes.prefix(place + 1) { append(escaped: byte, column) }
                return append(UInt64(text.count - start - place), bytes: 4, column)
            }
            append(word, column)
        }
        append(column.mask)
    }

    private mutating func append(_ word: CodeWord, _ column: SortColumn) {
        if word.isPlain { return append(word.masked(column), count: word.count) }
        for byte in word.bytes { append(escaped: byte, column) }
    }

    private mutating func append(escaped byte: UInt8, _ column: SortColumn) {
        guard byte < 2 else { return append(byte ^ column.mask) }
        append(1 ^ column.mask)
        append((byte &+ 1) ^ column.mask)
    }
}
