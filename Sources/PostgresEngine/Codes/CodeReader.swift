import Changes
import Lists
import PostgreSQL
import Tables

/// Selects the keys and the sort codes of the rows of a query, and reads them.
///
/// The selected columns are the terms of the code, the section's value if there are sections, and the key. A key of
/// columns ends the code; a key that is a number does not belong to it. The code ends before the first term whose order
/// only the server knows, such as a text with a collation.
struct CodeReader {
    let text: QueryText
    private let terms: [Term]
    /// Whether the codes give the whole order. Otherwise, only the server can compare rows whose codes are equal.
    let isComplete: Bool
    private let sectionKind: PostgresKind?
    private let keyKinds: [PostgresKind]
    private let locator: RowLocator
    /// Whether rows are identified by a number.
    let isByNumber: Bool

    private struct Term {
        let code: SortTermCode
        let type: ColumnType
        /// The expression of the value.
        let sql: String
        /// The position in the table; `nil` for a term that is no column.
        let place: Int?
    }

    /// Prepares to read the codes of a query; `nil` if the server has to read all rows after each change.
    init?(_ text: QueryText) {
        let table = text.table
        self.text = text
        locator = RowLocator(table: table)
        if case .rowid = table.key { isByNumber = true } else { isByNumber = false }
        guard isByNumber || !text.keys.contains(where: { text.type(of: $0).valueKind == .blob }) else { return nil }
        var terms: [Term] = []
        if let section = text.query.section {
            let type = text.type(of: section)
            guard let code = SortTermCode(type, isDescending: section.isDescending) else { return nil }
            let place = section.column.flatMap(table.place(ofColumn:))
            terms.append(Term(code: code, type: type, sql: text.code(of: section), place: place))
        }
        let (sort, key) = (text.query.sort, isByNumber ? [] : text.keys.map { SortTerm(column: $0) })
        let count = terms.count + sort.count + key.count
        for (number, term) in (sort + key).enumerated() {
            var type = text.type(of: term.column)
            // The key is sorted by its bytes, whatever its collation.
            if number >= sort.count { type.order = .bytes }
            guard let code = SortTermCode(type, isDescending: term.isDescending) else { break }
            let place = table.place(ofColumn: term.column)
            terms.append(Term(code: code, type: type, sql: text.code(term.column), place: place))
        }
        isComplete = terms.count == count
        self.terms = terms
        sectionKind = text.query.section.map { PostgresKind(text.type(of: $0).id) }
        keyKinds = text.keys.map { PostgresKind(text.type(of: $0).id) }
    }

    /// The positions in the table of the terms; `nil` for one that is no column.
    var places: [Int?] { terms.map(\.place) }

    /// The selected columns.
    var columns: String {
        let section = text.query.section.map { [text.value(of: $0).printed] } ?? []
        let keys =
            isByNumber ? text.keys.map { text.name($0) + "::bigint" } : text.keys.map { text.name($0).printed }
        return (terms.map(\.sql) + section + keys).joined(separator: ", ")
    }

    /// A row of the selection: returns the bytes of a column, or `nil` for NULL.
    typealias Fields = (Int) -> UnsafeBufferPointer<UInt8>?

    /// Writes the code of a row to `bytes`, which it empties first. Returns the code.
    func code(_ row: Fields, _ bytes: inout [UInt8]) -> SortCode {
        bytes.removeAll(keepingCapacity: true)
        for (place, term) in terms.enumerated() { term.code.append(row(place), to: &bytes) }
        return SortCode(bytes, isComplete: isComplete)
    }

    /// Returns the code of former values of the terms, in their order; `nil` if only the server knows it.
    func code(of values: [SQLValue]) -> SortCode? {
        var bytes: [UInt8] = []
        for (term, value) in zip(terms, values) {
            guard term.code.append(value, of: term.type, to: &bytes) else { return nil }
        }
        return SortCode(bytes, isComplete: isComplete)
    }

    /// Returns the sort code of a section's value.
    func sectionCode(of value: SQLValue) -> [UInt8] {
        var bytes: [UInt8] = []
        if let term = terms.first, sectionKind != nil { _ = term.code.append(value, of: term.type, to: &bytes) }
        return bytes
    }

    /// Returns the value of a row's section, the whole of a blob; `nil` without sections.
    func section(_ row: Fields) -> SQLValue? {
        sectionKind.map { kind in
            guard let bytes = row(terms.count) else { return .null }
            return if case .bytes = kind { PostgresKind.wholeBlob(bytes) } else { kind.value(bytes) }
        }
    }

    /// Returns the number that identifies a row.
    func number(_ row: Fields) -> Int64 {
        row(keyPlace)?.reduce(into: 0) { $0 = $0 << 8 | Int64($1) } ?? 0
    }

    /// Returns the id of a row.
    func name(_ row: Fields) -> ExactName {
        let values = keyKinds.enumerated().map { place, kind in row(keyPlace + place).map(kind.value) ?? .null }
        return ExactName(locator.id(values))
    }

    private var keyPlace: Int { terms.count + (sectionKind == nil ? 0 : 1) }
}

extension SortCode {
    /// Creates the code of these bytes. An incomplete code is not whole, however short it is.
    fileprivate init(_ bytes: [UInt8], isComplete: Bool) {
        func word(_ start: Int) -> UInt64 {
            var word: UInt64 = 0
            for place in start..<start + 8 { word = word << 8 | (place < bytes.count ? UInt64(bytes[place]) : 0) }
            return word
        }
        self.init(prefix: SortPrefix(high: word(0), low: word(8)), isWhole: isComplete && bytes.count <= 16)
    }
}
