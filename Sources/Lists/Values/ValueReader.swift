import Cryptography
import JSON
import Tables

/// Converts JSON values to column values, or reports the invalid ones.
package struct ValueReader {
    private let table: Table
    private let convert: (JSON, Column) -> Result<SQLValue, Fault>

    /// Creates a reader for a table. An engine may convert the values of its own types.
    package init(
        table: Table, convert: @escaping (JSON, Column) -> Result<SQLValue, Fault> = { value($0, for: $1) }
    ) {
        (self.table, self.convert) = (table, convert)
    }

    /// Returns the values by column, in order.
    package func read(_ values: JSONObject, isInsertion: Bool) throws(CommandError) -> [(
        column: Column, value: SQLValue
    )] {
        var faults: [String: String] = [:]
        var read: [(column: Column, value: SQLValue)] = []
        for (name, json) in values {
            guard let column = table.column(named: name) else {
                faults[name] = CommandError.unknownColumn
                continue
            }
            switch convert(json, column) {
            case .success(let value): read.append((column, value))
            case .failure(let fault): faults[name] = fault.message
            }
        }
        if isInsertion {
            for column in table.columns where column.isRequired && values[column.name] == nil {
                faults[column.name] = "A value is required."
            }
        }
        guard faults.isEmpty else { throw .invalid(values: faults) }
        return read
    }

    /// An invalid value.
    package struct Fault: Error {
        /// A sentence.
        package let message: String

        /// Creates a fault.
        package init(_ message: String) {
            self.message = message
        }
    }

    /// Returns the value to store in a column.
    package static func value(_ json: JSON, for column: Column) -> Result<SQLValue, Fault> {
        if column.isGenerated { return .failure(Fault("The value is computed and cannot be set.")) }
        if json == .null {
            return column.isNotNull && !column.isRowID
                ? .failure(Fault("A value is required.")) : .success(.null)
        }
        if let blob = json["base64"], json.objectValue?.count == 1 {
            return blob.stringValue.flatMap(Base64.decode).map { .success(.blob(Blob($0))) }
                ?? .failure(Fault("The value must be valid base64."))
        }
        return switch column.valueKind {
        case .integer: integer(json)
        case .number: number(json)
        case .boolean: boolean(json)
        case .text: text(json)
        case .blob: .failure(Fault("The value must be {\"base64\": \"…\"}."))
        case .date, .datetime, .any: scalar(json)
        }
    }

    /// Reads a whole number: a JSON number, or a string of digits, the form of larger numbers.
    private static func integer(_ json: JSON) -> Result<SQLValue, Fault> {
        if let number = json.intValue { return .success(.integer(number)) }
        if let number = json.stringValue.flatMap({ KeyCodec.integer($0[...]) }) { return .success(.integer(number)) }
        return .failure(Fault("The value must be a whole number."))
    }

    private static func number(_ json: JSON) -> Result<SQLValue, Fault> {
        switch json {
        case .int(let number): .success(.integer(number))
        case .double(let number): .success(.real(number))
        case "Infinity": .success(.real(.infinity))
        case "-Infinity": .success(.real(-.infinity))
        case .string(let text):
            if let number = KeyCodec.integer(text[...]) {
                .success(.integer(number))
            } else if let number = Double(text), number.isFinite {
                .success(.real(number))
            } else {
                .failure(Fault("The value must be a number."))
            }
        default: .failure(Fault("The value must be a number."))
        }
    }

    private static func boolean(_ json: JSON) -> Result<SQLValue, Fault> {
        if let value = json.boolValue { return .success(.integer(value ? 1 : 0)) }
        if let number = json.intValue, number == 0 || number == 1 { return .success(.integer(number)) }
        return .failure(Fault("The value must be true or false."))
    }

    private static func text(_ json: JSON) -> Result<SQLValue, Fault> {
        json.stringValue.map { .success(.text($0)) } ?? .failure(Fault("The value must be text."))
    }

    private static func scalar(_ json: JSON) -> Result<SQLValue, Fault> {
        switch json {
        case .bool(let value): .success(.integer(value ? 1 : 0))
        case .int(let number): .success(.integer(number))
        case .double(let number): .success(.real(number))
        case .string(let text): .success(.text(text))
        case .null, .array, .object: .failure(Fault("The value must be text or a number."))
        }
    }
}

extension [(column: Column, value: SQLValue)] {
    /// Returns the value for the column of this name, compared byte by byte.
    package func value(of name: String) -> SQLValue? {
        first { $0.column.name.utf8.elementsEqual(name.utf8) }?.value
    }
}
