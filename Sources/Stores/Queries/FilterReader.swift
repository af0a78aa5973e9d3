/// Reads the value of a filter in a route, for a column.
struct FilterReader {
    private let affinity: Column.Affinity
    private let isBoolean: Bool

    init(of column: Column?) {
        affinity = column?.affinity ?? .blob
        isBoolean = column?.isJSONBoolean ?? false
    }

    /// The values that a text may mean: in a column without an affinity what looks like a number is that, and its digits.
    func values(_ text: String) -> [SQLValue] {
        let value = bound(text)
        guard affinity == .blob, text.utf8.first != UInt8(ascii: "~"), value.isNumber else { return [value] }
        return [value, .text(text)]
    }

    /// The value that a column is compared with: where nothing makes a number of what looks like one, it is one.
    func bound(_ text: String) -> SQLValue {
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
