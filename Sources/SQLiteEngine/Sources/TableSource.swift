import Changes
import Lists
import SQLite
import Tables

/// The rows of a table with keys, in an order that is kept as single rows change.
///
/// The order consists of codes whose bytes compare as SQLite compares the values (``SortEncoder``). Rows with equal
/// sort columns are ordered by their key: it is the last part of every code, or the row id itself.
final class TableSource: PreparedQuery, KeyedSource {
    let text: QueryText
    /// The full-text index that selects the rows, if any.
    private(set) lazy var searchIndex = text.searchIndex
    /// Where the former values of the code's terms come from.
    private let places: [Place]
    /// The rows of other tables by whose columns the list is sorted, selected or divided; `nil` for none.
    let referred: ReferredRows?
    private let encoder: SortEncoder
    /// Encodes the value of a section alone.
    private let sectionEncoder: SortEncoder?
    private let locator: RowLocator
    /// The parameters of the query's conditions.
    private let conditionValues: [SQLValue]
    private let statements = PreparedStatements()
    /// Selects the code of the row whose row id is its last parameter.
    private var numberStatement: SQLStatement?
    private let codes: CodeScan
    private let keyedRows: KeyedRows

    /// Prepares a query. Returns `nil` if only SQLite can find the order:
    ///
    /// - of views and virtual tables
    /// - of rows without an identity
    /// - of texts whose collation is unknown
    /// - by more columns than a scan may have
    init?(_ connection: OpaquePointer, _ schema: Schema, _ query: Query, _ table: Table) {
        guard table.keepsOrder else { return nil }
        text = QueryText(table: table, query: query)
        var columns: [SortColumn] = []
        var places: [Place] = []
        if let section = query.section {
            columns.append(SortColumn(isDescending: section.isDescending))
            places.append(Place(section.column, in: table))
        }
        sectionEncoder = query.section.map { _ in SortEncoder(columns) }
        for term in text.codeTerms {
            let name = table.column(atPath: term.column)?.collation ?? "BINARY"
            guard let collation = SortColumn.Collation(named: name) else { return nil }
            columns.append(SortColumn(collation: collation, isDescending: term.isDescending))
            places.append(Place(term.column, in: table))
        }
        locator = RowLocator(table: table)
        let columnCount = text.keyPlace + locator.keyColumns.count
        guard columnCount <= RowScan.columnLimit else { return nil }
        self.places = places
        referred = ReferredRows(connection, schema, query, table, Set(places.compactMap(\.column)))
        conditionValues = text.conditionValues
        encoder = SortEncoder(columns)
        codes = CodeScan(connection, text, columnCount: columnCount, encoder, hasSections: query.section != nil)
        keyedRows = KeyedRows(connection, table, query)
        super.init(connection, schema, query)
    }

    var orderName: ExactName { ExactName(text.orderName) }
    var placeColumns: Set<Int> { referred?.ownColumns ?? Set(places.compactMap(\.column)) }
    var referredColumns: [ExactName: Set<Int>] { referred?.columns ?? [:] }
    var rereadTables: [String] { referred?.rereadTables ?? [] }
    var isTextSearch: Bool { text.isTextSearch }
    var hasSteps: Bool { text.hasSteps }
    var isFiltered: Bool { text.isFiltered }

    func hasMore(than limit: Int, isFiltered: Bool) throws(ScanError) -> Bool {
        let rows: (sql: String, values: [SQLValue]) =
            isFiltered ? text.each : ("SELECT 1 FROM \(text.table.name.quoted)", [])
        return try ScanError.from { () throws(SQLFailure) in
            let statement = try SQLStatement(connection, "SELECT count(*) FROM (\(rows.sql) LIMIT \(limit + 1))")
            statement.bind(rows.values)
            return try statement.step() && statement.integer(0) > Int64(limit)
        }
    }

    func scan(into order: RowCollector, at pace: ScanPace?) throws(ScanError) {
        try codes.run(into: order, at: pace)
    }

    func rows(at positions: [Int], in ordering: Ordering) throws(ScanError) -> [Int: Row] {
        try ScanError.from { () throws(SQLFailure) in try keyedRows.read(at: positions, in: ordering) }
    }

    func code(of key: OrderKey) throws(ScanError) -> PlacedCode? {
        try ScanError.from { () throws(SQLFailure) in
            switch key {
            case .number(let number):
                let statement = try statementForNumbers()
                statement.bind(number, at: conditionValues.count)
                return try code(statement)
            case .name(let name):
                guard let row = locator.exactCondition(for: name.text) else { return nil }
                let statement = try statements.statement(named: row.sql, connection) { text.code(where: row.sql) }
                statement.bind(conditionValues + row.values)
                return try code(statement)
            }
        }
    }

    private func statementForNumbers() throws(SQLFailure) -> SQLStatement {
        if let numberStatement { return numberStatement }
        let statement = try SQLStatement(connection, text.code(where: locator.numberCondition))
        statement.bind(conditionValues)
        numberStatement = statement
        return statement
    }

    /// Returns the code that a statement selects, if any.
    private func code(_ statement: SQLStatement) throws(SQLFailure) -> PlacedCode? {
        defer { statement.reset() }
        guard try statement.step() else { return nil }
        let code = encoder.code(of: statement.row)
        var bytes: [UInt8] = []
        if !code.isWhole { encoder.append(codeOf: statement.row, to: &bytes) }
        let section = sectionEncoder.map { _ in SectionCode(statement.value(0), code: sectionCode) }
        return PlacedCode(code: code, bytes: bytes, section: section)
    }

    func sectionCode(of value: SQLValue) -> [UInt8] {
        var bytes: [UInt8] = []
        sectionEncoder?.append(codeOf: [value], to: &bytes)
        return bytes
    }

    func formerPlace(_ row: FormerRow) throws(ScanError) -> FormerPlace {
        switch row {
        case .absent: return .none
        case .unknown: return .unknown
        case .present(let values):
            var old: [SQLValue] = []
            for place in places {
                guard let value = try formerValue(place, values) else { return .unknown }
                old.append(value)
            }
            return .code(encoder.code(of: old))
        }
    }

    private func formerValue(_ place: Place, _ values: FormerValues) throws(ScanError) -> SQLValue? {
        switch place {
        case .column(let column): values[column]
        case .referred(let column):
            try ScanError.from { () throws(SQLFailure) in try referred?.formerValue(of: column, values) }
        case .unknown: nil
        }
    }

    /// Where the former value of a term comes from.
    private enum Place {
        /// A column of the table.
        case column(Int)
        /// A column of the row that a foreign key points to.
        case referred(ReferredColumn)
        /// A value that is computed, or a row id that is no column.
        case unknown

        init(_ name: String?, in table: Table) {
            if let place = name.flatMap(table.place(ofColumn:)) {
                self = .column(place)
            } else if let referred = name.flatMap(table.referredColumn) {
                self = .referred(referred)
            } else {
                self = .unknown
            }
        }

        var column: Int? { if case .column(let place) = self { place } else { nil } }
    }
}
