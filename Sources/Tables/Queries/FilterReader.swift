/// Reads the values of a column's filters in a route.
package struct FilterReader {
    private let affinity: Column.Affinity
    private let isBoolean: Bool

    package init(of column: Column?) {
        affinity = column?.affinity ?? .blob
        isBoolean = column.map { $0.isJSONBoolean || $0.valueKind == .boolean && !$0.limits.isOfSQLite } ?? false
    }

    /// Returns the values that a text may mean. In a column without an affinity, a text that looks like a number means
    /// both the number and the text.
    package func values(_ text: String) -> [SQLValue] {
        let value = bound(text)
        guard affinity == .blob, text.utf8.first != UInt8(ascii: "~"), value.isNumber else { return [value] }
        return [value, .text(text)]
    }

    /// Returns the value to compare the column with. Where no affinity converts it, a text that looks like a number
    /// becomes one.
    package func bound(_ text: String) -> SQLValue {
        let value = value(text)
        let marks = "0123456789+-.eE".utf8
        guard affinity == .blob, case .text = value, text.utf8.allSatisfy(marks.contains), let number = Double(text)
        else { return value }
        return .real(number)
    }

    private func value(_ text: String) -> SQLValue {
        if isBoolean, let value = Bool(text) { return .integer(value ? 1 : 0) }
        return KeyCodec.decode(text, [affinity])?.first ?? .text(text)
    }
}

extension SQLValue {
    fileprivate var isNumber: Bool {
        switch self {
        case .integer, .real: true
        case .null, .text, .malformed, .blob: false
        }
    }
}
