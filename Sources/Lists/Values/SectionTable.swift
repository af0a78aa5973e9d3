import Changes
import Tables

/// The sections of a list in order, with their numbers of rows. Positions count rows across all sections.
struct SectionTable: Sendable {
    /// A section: its value, which identifies it, its sort code, and its number of rows.
    struct Run: Sendable {
        let value: SQLValue
        let code: [UInt8]
        var count: Int
        /// The section's id: its value in the notation of routes.
        var id: String { KeyCodec.encode([value], [.blob]) }
    }

    private(set) var runs: [Run] = []
    /// The position of each section's first row, and the end.
    private(set) var starts = [0]

    /// Creates an empty table.
    init() {}

    /// Creates sections from numbers of rows by value. `code` returns the sort code of a value.
    init(counts: [SectionValue: Int], code: (SQLValue) -> [UInt8]) {
        runs = counts.map { Run(value: $0.key.value, code: code($0.key.value), count: $0.value) }
        runs.sort { $0.code.lexicographicallyPrecedes($1.code) }
        countStarts()
    }

    /// Returns the section of the row at a position. O(log sections).
    func section(at position: Int) -> Int {
        (0..<starts.count).partitioningIndex { starts[$0] > position } - 1
    }

    /// Returns the section and the row in it for a position. O(log sections).
    func path(at position: Int) -> IndexPath {
        let section = section(at: position)
        return IndexPath(section: section, row: position - starts[section])
    }

    /// Returns the number of the section with this code, if any. O(log sections).
    func number(of code: [UInt8]) -> Int? {
        let number = place(of: code)
        return number < runs.count && runs[number].code == code ? number : nil
    }

    /// Removes the rows at these positions, and adds rows of these values. O(rows log sections + sections).
    mutating func replace(_ former: [Int], with values: [SectionCode]) {
        for position in former { runs[section(at: position)].count -= 1 }
        for value in values {
            let number = place(of: value.code)
            if number < runs.count, runs[number].code == value.code {
                runs[number].count += 1
            } else {
                runs.insert(Run(value: value.value, code: value.code, count: 1), at: number)
            }
        }
        runs.removeAll { $0.count == 0 }
        countStarts()
    }

    private func place(of code: [UInt8]) -> Int {
        (0..<runs.count).partitioningIndex { !runs[$0].code.lexicographicallyPrecedes(code) }
    }

    private mutating func countStarts() {
        starts = [0]
        starts.reserveCapacity(runs.count + 1)
        for run in runs { starts.append(starts[starts.count - 1] + run.count) }
    }
}

extension SQLValue {
    /// The title of a section of rows with this value; `nil` for none.
    var title: String? {
        switch self {
        case .null, .blob: nil
        case .integer(let number): String(number)
        case .real(let number): String(number)
        case .text(let text): text
        case .malformed(let text): String(decoding: text.bytes, as: UTF8.self)
        }
    }
}

/// The value of a row's section, and its sort code.
package struct SectionCode: Sendable {
    package let value: SQLValue
    package let code: [UInt8]

    /// Creates the section of a row with this value. `code` returns the sort code of a value.
    package init(_ value: SQLValue, code: (SQLValue) -> [UInt8]) {
        self.value = SectionValue(value).value
        self.code = code(self.value)
    }
}

/// The value that distinguishes sections: 1 and 1.0 are the same section, because SQLite considers them equal.
struct SectionValue: Hashable {
    let value: SQLValue

    init(_ value: SQLValue) {
        if case .real(let number) = value, let whole = Int64(exactly: number) {
            self.value = .integer(whole)
        } else {
            self.value = value
        }
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(value.contentHash)
    }
}
