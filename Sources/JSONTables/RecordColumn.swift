import JSON
import Tables

/// A member of the records of an array, as a column.
struct RecordColumn: Sendable, Equatable {
    /// The common kind of the values under the name.
    enum Kind: Sendable {
        case boolean, integer, number, text, scalar, nested
    }

    let name: String
    let kind: Kind

    /// The declared type, which determines how a value is shown and read.
    var declaredType: String {
        switch kind {
        case .boolean: Column.jsonBoolean
        case .integer: "INTEGER"
        case .number: "NUMERIC"
        case .text: "TEXT"
        case .scalar: ""
        case .nested: Column.jsonText
        }
    }

    /// Returns the value to store in the mirror.
    func stored(_ value: JSON?) -> SQLValue {
        guard let value, value != .null else { return .null }
        if kind == .nested { return .text(value.text) }
        return SQLValue(scalar: value)
    }

    /// Returns the column for a schema, in a table with this key.
    func column(key: String?) -> Column {
        let isKey = key.map { $0.utf8.elementsEqual(name.utf8) } ?? false
        return Column(
            name: name, declaredType: declaredType, isNotNull: isKey, defaultText: nil,
            primaryKeyPosition: isKey ? 1 : 0, isGenerated: false, isVirtual: false,
            isRowID: isKey && kind == .integer)
    }
}

/// The kinds of the values under one name.
struct RecordKinds: OptionSet {
    let rawValue: Int

    static let boolean = RecordKinds(rawValue: 1)
    static let integer = RecordKinds(rawValue: 2)
    static let real = RecordKinds(rawValue: 4)
    static let text = RecordKinds(rawValue: 8)
    static let nested = RecordKinds(rawValue: 16)

    init(rawValue: Int) {
        self.rawValue = rawValue
    }

    init(_ value: JSON) {
        self =
            switch value {
            case .null: []
            case .bool: .boolean
            case .int: .integer
            case .double: .real
            case .string: .text
            case .array, .object: .nested
            }
    }

    /// The kind of a column with all these values.
    var kind: RecordColumn.Kind {
        if isEmpty { return .scalar }
        if self == .boolean { return .boolean }
        if self == .integer { return .integer }
        if self == .text { return .text }
        if isSubset(of: [.integer, .real]) { return .number }
        return isSubset(of: [.integer, .real, .text]) ? .scalar : .nested
    }
}

extension SQLValue {
    /// Creates a value from a JSON value other than an array or an object.
    init(scalar value: JSON) {
        self =
            switch value {
            case .bool(let value): .integer(value ? 1 : 0)
            case .int(let number): .integer(number)
            case .double(let number): .real(number)
            case .string(let text): .text(text)
            case .null, .array, .object: .null
            }
    }
}
