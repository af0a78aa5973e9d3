import JSON
import Lists
import Scenes
import Stores
import Tables

/// A column of an export.
struct ExportColumn: Sendable {
    let name: String
    /// The place of the value in a row.
    let place: Int
}

/// Writes rows as text, one after the other.
struct ExportWriter: Sendable {
    let format: ExportFormat
    let columns: [ExportColumn]
    /// Returns a value in the column of a row with this id as documents have it.
    let json: @Sendable (_ value: SQLValue, _ column: String, _ id: String) -> JSON

    /// The text before the rows.
    var head: [UInt8] {
        switch format {
        case .csv: line { bytes in separated(columns, &bytes) { CSVText.append($0.name, to: &$1) } }
        case .json: [UInt8(ascii: "[")]
        case .ndjson: []
        }
    }

    /// The text after the rows.
    var foot: [UInt8] { format == .json ? Array("\n]\n".utf8) : [] }

    /// Appends a row; its number counts from 0.
    @Sendable func append(_ row: Row, number: Int, to bytes: inout [UInt8]) {
        switch format {
        case .csv:
            bytes += line { bytes in
                separated(columns, &bytes) { append(row.values[$0.place], in: $0.name, of: row, to: &$1) }
            }
        case .json:
            bytes += Array((number == 0 ? "\n" : ",\n").utf8)
            bytes += object(row)
        case .ndjson:
            bytes += object(row)
            bytes.append(UInt8(ascii: "\n"))
        }
    }

    private func object(_ row: Row) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        for column in columns {
            writer.member(column.name, json(row.values[column.place], column.name, row.id).forViewers)
        }
        writer.endObject()
        return writer.bytes
    }

    /// Appends a field. NULL is empty, numbers are unchanged, infinite ones are words, and a blob is its route.
    private func append(_ value: SQLValue, in column: String, of row: Row, to bytes: inout [UInt8]) {
        let shown = json(value, column, row.id)
        switch shown {
        case .string(let text) where value.isInfinite: bytes += Array(text.utf8)
        case .string(let text): CSVText.append(text, to: &bytes)
        case .object where value.isBlob: CSVText.append(shown["href"]?.stringValue ?? "", to: &bytes)
        case .array, .object: CSVText.append(shown.text, to: &bytes)
        case .null: break
        case .bool, .int, .double: bytes += shown.bytes
        }
    }

    private func line(_ write: (inout [UInt8]) -> Void) -> [UInt8] {
        var bytes: [UInt8] = []
        write(&bytes)
        return bytes + [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    }

    private func separated<Elements: Sequence>(
        _ elements: Elements, _ bytes: inout [UInt8], _ write: (Elements.Element, inout [UInt8]) -> Void
    ) {
        for (number, element) in elements.enumerated() {
            if number > 0 { bytes.append(UInt8(ascii: ",")) }
            write(element, &bytes)
        }
    }
}

extension SQLValue {
    var isBlob: Bool { if case .blob = self { true } else { false } }
    fileprivate var isInfinite: Bool { if case .real(let number) = self { number.isInfinite } else { false } }
}
