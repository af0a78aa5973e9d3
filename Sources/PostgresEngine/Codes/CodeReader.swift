import Changes
import Lists
import PostgreSQL
import Tables

/// Selects the keys and the sort codes of the rows of a query, and reads them.
///
/// The selected columns are the terms of the code, the section's value if there are sections, and the key. A key of
/// columns ends the code; a key that is a number does not belong to it.
struct CodeReader {
    let text: QueryText
    private let terms: [(code: SortTermCode, type: ColumnType)]
    /// The positions in the table of the terms; `nil` for one that is no column.
    let places: [Int?]
    private let sectionKind: PostgresKind?
    private let keyKinds: [PostgresKind]
    private let locator: RowLocator
    /// Whether rows are identified by a number.
    let isByNumber: Bool

    /// Prepares to read the codes of a query; `nil` if only the server knows their order.
    init?(_ text: QueryText) {
        let table = text.table
        self.text = text
        locator = RowLocator(table: table)
        if case .rowid = table.key { isByNumber = true } else { isByNumber = false }
        var terms: [(SortTermCode, ColumnType)] = []
        var places: [Int?] = []
        if let section = text.query.section {
            let type = text.type(of: section)
            guard let code = SortTermCode(type, isDescending: section.isDescending) else { return nil }
            terms.append((code, type))
            places.append(section.column.flatMap(table.place(ofColumn:)))
        }
        let keys = isByNumber ? [] : text.keys.map { SortTerm(column: $0) }
        for (number, term) in (text.query.sort + keys).enumerated() {
            let type = text.type(of: term.column)
            guard let code = SortTermCode(type, isDescending: term.isDescending) else { return nil }
            let isOfKey = number >= text.query.sort.count
            // The key is sorted by its bytes in any case. A key of bytes is left to the server.
            guard isOfKey ? type.valueKind != .blob : text.hasByteOrder(term.column) else { return nil }
            terms.append((code, type))
            places.append(table.place(ofColumn: term.column))
        }
        (self.terms, self.places) = (terms, places)
        sectionKind = text.query.section.map { PostgresKind(text.type(of: $0).id) }
        keyKinds = text.keys.map { PostgresKind(text.type(of: $0).id) }
    }

    /// The selected columns.
    var columns: String {
        let section = text.query.section.map { [text.value(of: $0)] } ?? []
        let sort = section + (text.query.sort.map(\.column) + (isByNumber ? [] : text.keys)).map(text.code)
        let keys =
            isByNumber ? text.keys.map { text.name($0) + "::bigint" } : text.keys.map { text.name($0).printed }
        return (sort + section.map(\.printed) + keys).joined(separator: ", ")
    }

    /// A row of the selection: returns the bytes of a column, or `nil` for NULL.
    typealias Fields = (Int) -> UnsafeBufferPointer<UInt8>?

    /// Writes the code of a row to `bytes`, which it empties first. Returns the code.
    func code(_ row: Fields, _ bytes: inout [UInt8]) -> SortCode {
        bytes.removeAll(keepingCapacity: true)
        for (place, term) in terms.enumerated() { term.code.append(row(place), to: &bytes) }
        return SortCode(bytes)
    }

    /// Returns the code of former values of the terms, in their order; `nil` if only the server knows it.
    func code(of values: [SQLValue]) -> SortCode? {
        var bytes: [UInt8] = []
        for (term, value) in zip(terms, values) {
            guard term.code.append(value, of: term.type, to: &bytes) else { return nil }
        }
        return SortCode(bytes)
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
    /// Creates the code of these bytes.
    fileprivate init(_ bytes: [UInt8]) {
        func word(_ start: Int) -> UInt64 {
            var word: UInt64 = 0
            for place in start..<start + 8 { word = word << 8 | (place < bytes.count ? UInt64(bytes[place]) : 0) }
            return word
        }
        self.init(prefix: SortPrefix(high: word(0), low: word(8)), isWhole: bytes.count <= 16)
    }
}
