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
    /// The bytes of the present row's id. The first ``count`` are written.
    private var bytes: [UInt8] = Array(repeating: 0, count: 256)
    private var count = 0
    private var isASCII = true

    /// Creates a writer for the rows of a table.
    init(_ table: Table) {
        locator = RowLocator(table: table)
        affinities = locator.keyAffinities
    }

    /// Returns the id of a row whose key begins at a column.
    mutating func name(of row: some SQLRow, from first: Int) -> ExactName {
        (count, isASCII) = (0, true)
        for place in affinities.indices {
            if place > 0 { append(UInt8(ascii: ",")) }
            guard append(row, first &+ place, affinities[place]) else { return rareName(of: row, from: first) }
        }
        let text = bytes.withUnsafeBufferPointer { bytes in
            let written = UnsafeBufferPointer(rebasing: bytes[..<count])
            return isASCII ? String(decoding: written, as: UTF8.self) : String(validating: written, as: UTF8.self)
        }
        return text.map { ExactName(KeyCodec.segment($0)) } ?? rareName(of: row, from: first)
    }

    /// Returns the id of a row whose key contains NULL or invalid UTF-8.
    private func rareName(of row: some SQLRow, from first: Int) -> ExactName {
        ExactName(locator.id((0..<locator.keyColumns.count).map { row.value(first + $0) }))
    }

    /// Appends a value; returns `false` for NULL.
    private mutating func append(_ row: some SQLRow, _ column: Int, _ affinity: Column.Affinity) -> Bool {
        let index = CInt(truncatingIfNeeded: column)
        switch row.type(index) {
        case SQLITE_NULL: return false
        case SQLITE_INTEGER: append(row.integer(index))
        case SQLITE_TEXT where append(text: row.text(index), affinity): break
        default:
            var text = KeyCodec.encode(row.value(column), affinity)
            text.withUTF8 { append($0) }
        }
        return true
    }

    private mutating func append(_ byte: UInt8) {
        makeRoom(for: 1)
        bytes[count] = byte
        count &+= 1
    }

    private mutating func append(_ more: UnsafeBufferPointer<UInt8>) {
        makeRoom(for: more.count)
        bytes.withUnsafeMutableBufferPointer { _ = $0[count...].update(fromContentsOf: more) }
        count &+= more.count
    }

    private mutating func append(_ number: Int64) {
        if number < 0 { append(UInt8(ascii: "-")) }
        var (rest, digits, bound) = (number.magnitude, 1, UInt64(10))
        while rest >= bound, digits < 19 { (digits, bound) = (digits &+ 1, bound &* 10) }
        makeRoom(for: digits)
        bytes.withUnsafeMutableBufferPointer { bytes in
            for place in stride(from: count &+ digits &- 1, through: count, by: -1) {
                bytes[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
        }
        count &+= digits
    }

    private mutating func makeRoom(for more: Int) {
        guard bytes.count < count + more else { return }
        bytes.append(contentsOf: repeatElement(0, count: bytes.count + more))
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
        append(text)
        return true
    }
}
