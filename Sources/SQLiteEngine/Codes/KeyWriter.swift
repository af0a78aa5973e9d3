import CSQLite
import Changes
import SQLite
import Tables

/// Derives ids of rows from their keys as ``RowLocator/id(_:)`` does, but from SQLite's bytes, with one allocation a
/// row for the id.
///
///     var writer = KeyWriter(table)
///     let name = writer.name(of: row, from: 2)  // columns 2 and up are those of RowLocator.keyColumns
struct KeyWriter {
    private let locator: RowLocator
    private let affinities: [Column.Affinity]
    private var bytes: [UInt8] = []
    private var isASCII = true

    /// Creates a writer for the rows of a table.
    init(_ table: Table) {
        locator = RowLocator(table: table)
        affinities = locator.keyAffinities
    }

    /// Returns the id of a row whose key begins at a column.
    mutating func name(of row: some SQLRow, from first: Int) -> RowName {
        bytes.removeAll(keepingCapacity: true)
        isASCII = true
        for place in affinities.indices {
            if place > 0 { bytes.append(UInt8(ascii: ",")) }
            guard append(row, first &+ place, affinities[place]) else { return rareName(of: row, from: first) }
        }
        guard isASCII || String(validating: bytes, as: UTF8.self) != nil else { return rareName(of: row, from: first) }
        let text = bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
        return RowName(KeyCodec.segment(text))
    }

    /// Returns the id of a row whose key contains NULL or invalid UTF-8.
    private func rareName(of row: some SQLRow, from first: Int) -> RowName {
        RowName(locator.id((0..<locator.keyColumns.count).map { row.value(first + $0) }))
    }

    /// Appends a value; returns `false` for NULL.
    private mutating func append(_ row: some SQLRow, _ column: Int, _ affinity: Column.Affinity) -> Bool {
        let index = CInt(truncatingIfNeeded: column)
        switch row.type(index) {
        case SQLITE_NULL: return false
        case SQLITE_INTEGER: append(row.integer(index))
        case SQLITE_TEXT where append(text: row.text(index), affinity): break
        default: bytes.append(contentsOf: KeyCodec.encode(row.value(column), affinity).utf8)
        }
        return true
    }

    private mutating func append(_ number: Int64) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var (start, rest) = (20, number.magnitude)
            repeat {
                start &-= 1
                digits[start] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            if number < 0 {
                start &-= 1
                digits[start] = UInt8(ascii: "-")
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
        }
    }

    /// Appends a text that stands for itself, or returns `false` for one that needs an escape or looks like a number.
    private mutating func append(text: UnsafeBufferPointer<UInt8>, _ affinity: Column.Affinity) -> Bool {
        var mayBeNumber = affinity != .text
        var all: UInt8 = 0
        for place in text.indices {
            let byte = text[place]
            if byte == UInt8(ascii: "~") || byte == UInt8(ascii: ",") || byte == 0 { return false }
            if byte &- UInt8(ascii: "0") > 9, place > 0 || byte != UInt8(ascii: "-") { mayBeNumber = false }
            all |= byte
        }
        guard !text.isEmpty, !mayBeNumber else { return false }
        if all >= 0x80 { isASCII = false }
        bytes.append(contentsOf: text)
        return true
    }
}
