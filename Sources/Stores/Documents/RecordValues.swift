import JSON
import Tables

/// Converts the values of a command to members of a record, or reports the invalid ones.
struct RecordValues {
    let table: RecordTable

    /// Returns the values by member. A value must be of the member's kind in the other records. A member that no record
    /// has yet may have any value.
    func read(_ values: JSONObject) throws(CommandError) -> JSONObject {
        var faults: [String: String] = [:]
        var read = JSONObject()
        for (name, json) in values {
            switch value(json, named: name) {
            case .success(let value): read[name] = value
            case .failure(let fault): faults[name] = fault.message
            }
        }
        guard faults.isEmpty else { throw .invalid(message: "Some values cannot be stored.", fields: faults) }
        return read
    }

    private func value(_ json: JSON, named name: String) -> Result<JSON, ValueReader.Fault> {
        guard let column = table.column(named: name) else {
            let isTaken = (table.columns.map(\.name) + [Column.position]).contains { $0.folded == name.folded }
            return isTaken ? .failure(ValueReader.Fault("Another column has this name in other case.")) : .success(json)
        }
        guard json != .null else {
            let isKey = name.utf8.elementsEqual((table.key ?? "").utf8)
            return isKey ? .failure(ValueReader.Fault("A value is required.")) : .success(.null)
        }
        switch column.kind {
        case .nested: return .success(Self.nested(json))
        case .boolean, .integer, .number, .text, .scalar:
            return ValueReader.value(json, for: column.column(key: table.key)).map { Self.json($0, of: column.kind) }
        }
    }

    /// Parses a text that contains an array or an object, as forms send them.
    private static func nested(_ json: JSON) -> JSON {
        guard let text = json.stringValue, let value = try? JSON(parsing: text) else { return json }
        return value.arrayValue != nil || value.objectValue != nil ? value : json
    }

    private static func json(_ value: SQLValue, of kind: RecordColumn.Kind) -> JSON {
        switch value {
        case .integer(let number): kind == .boolean ? .bool(number == 1) : .int(number)
        case .real(let number): .double(number)
        case .text(let text): .string(text)
        case .null, .malformed, .blob: .null
        }
    }
}
