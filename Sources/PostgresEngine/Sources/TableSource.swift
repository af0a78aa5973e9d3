import Changes
import Lists
import PostgreSQL
import Tables

/// The rows of a table with a key, in an order that is kept as single rows change.
final class TableSource: KeyedSource {
    private let connection: RoleConnection
    private let text: QueryText
    private let reader: CodeReader
    private let rows: RowsByKey
    private let key: KeyCondition
    /// The tables by whose columns rows are selected, sorted or divided, beside that of the rows.
    let rereadTables: [String]
    /// Whether policies read from an unknown source, so that any commit may concern any row.
    private let hasOpenPolicy: Bool
    /// Selects the code of the row whose key are the parameters.
    private let codeStatement: String
    /// Selects whether the row of the first key comes before that of the second. The keys are the parameters.
    private lazy var comparison: String = {
        let (first, second) = (key.preparedForRow(), key.preparedForRow(after: 1))
        return "SELECT \(first) FROM \(text.source) WHERE (\(first)) OR (\(second))\(text.order) LIMIT 1"
    }()

    /// The limit on changed rows that the server compares one by one, each about 20 times in a list of a million rows.
    /// Above it, reading the whole order is faster.
    private static let comparedLimit = 200
    /// The limit on changed rows that are read ahead for each list.
    private static let announcedLimit = 10

    /// Prepares a query; `nil` if the server has to read all rows after each change.
    init?(_ connection: RoleConnection, _ text: QueryText) {
        guard text.table.keepsOrder, let reader = CodeReader(text) else { return nil }
        (self.connection, self.text, self.reader) = (connection, text, reader)
        rows = RowsByKey(connection, text)
        key = KeyCondition(text.table, text.catalogue)
        let placing = Set(text.query.placingColumns(in: text.table).map(\.key.parentTable))
        let policed = text.tablesReadByPolicies
        rereadTables = placing.union(policed ?? []).sorted()
        hasOpenPolicy = policed == nil
        codeStatement = text.select(reader.columns, and: key.preparedForRow())
    }

    var tablesRead: [String]? { text.tablesRead }

    func isTouched(by changes: RowChanges) -> Bool { changes.touch(text.tablesRead) }

    var orderName: ExactName {
        let role = text.query.rights?.role?.texts ?? []
        return ExactName(text.select(reader.columns, end: text.order) + " \(text.query.section == nil) \(role)")
    }

    var placeColumns: Set<Int> { Set(reader.places.compactMap(\.self)) }
    /// Always false: the server searches while it scans.
    var isTextSearch: Bool { false }
    /// Always false: readers block no writers, and the first rows come from a query of their own.
    var hasSteps: Bool { false }
    var isFiltered: Bool { !text.conditions.isEmpty }

    func hasMore(than limit: Int, isFiltered: Bool) throws(ScanError) -> Bool {
        let rows = isFiltered ? text.select("1") : "SELECT 1 FROM \(text.source)"
        return try ScanError.from { () throws(PostgresFailure) in
            let result = try connection.run("SELECT count(*) FROM (\(rows) LIMIT \(limit + 1)) AS rows")
            return result.value(0, 0) == .integer(Int64(limit) + 1)
        }
    }

    func scan(into order: RowCollector, at pace: ScanPace?) throws(ScanError) {
        order.isInOrder = !reader.isComplete
        let rows = text.select(reader.columns, end: reader.isComplete ? "" : text.order)
        let sql = "COPY (\(rows)) TO STDOUT (FORMAT binary)"
        var copied = CopiedRows()
        var bytes: [UInt8] = []
        try ScanError.from { () throws(PostgresFailure) in
            try connection.copy(sql) { message throws(PostgresFailure) in
                try copied.read(message) { row in
                    let code = reader.code(row, &bytes)
                    if reader.isByNumber {
                        order.add(reader.number(row), by: code) { $0 += bytes }
                    } else {
                        order.add(reader.name(row), by: code) { $0 += bytes }
                    }
                    if let section = reader.section(row) { order.count(inSection: section) }
                }
            }
        }
    }

    func glimpse(at positions: [Int]) throws(ScanError) -> (glimpse: Glimpse, rows: [Int: Row]) {
        try ScanError.from { () throws(PostgresFailure) in
            var glimpse = Glimpse(seen: positions.runs)
            var rows: [Int: Row] = [:]
            for run in positions.runs {
                // One extra row shows whether the list goes on.
                let end = " LIMIT \(run.count + 1) OFFSET \(run.lowerBound)"
                let found = try self.rows.read(text.rows + end)
                for (position, row) in zip(run.lowerBound..., found) {
                    glimpse.count = max(glimpse.count, position + 1)
                    guard position < run.upperBound else { break }
                    glimpse.names[position] = ExactName(row.id)
                    rows[position] = row
                }
            }
            return (glimpse, rows)
        }
    }

    func rows(at positions: [Int], in ordering: Ordering) throws(ScanError) -> [Int: Row] {
        try ScanError.from { () throws(PostgresFailure) in try rows.read(at: positions, in: ordering) }
    }

    func touched(by changes: RowChanges) -> RowChanges.InTable? {
        // The rows that refer to a changed row are not known.
        if hasOpenPolicy, !changes.isEmpty { return .unknown }
        guard !rereadTables.contains(where: { changes[$0] != nil }) else { return .unknown }
        let touched = changes[text.table.name]
        if case .rows(let rows) = touched, !reader.isComplete, rows.count > Self.comparedLimit { return .unknown }
        return touched
    }

    func announce(_ changes: RowChanges, isShown: (OrderKey) -> Bool) {
        guard case .rows(let rows)? = touched(by: changes), rows.count <= Self.announcedLimit else { return }
        for key in rows.numbers.keys.map(OrderKey.number) + rows.names.keys.map(OrderKey.name) {
            if let statement = statement(forCodeOf: key) { connection.announce(statement) }
            if isShown(key) { self.rows.announce(key.text) }
        }
    }

    private func statement(forCodeOf key: OrderKey) -> PreparedStatement? {
        self.key.parameters(of: key.text).map { PreparedStatement(codeStatement, $0, isBinary: true) }
    }

    func code(of key: OrderKey) throws(ScanError) -> PlacedCode? {
        guard let statement = statement(forCodeOf: key) else { return nil }
        return try ScanError.from { () throws(PostgresFailure) in
            let result = try connection.run(statement)
            guard result.count == 1 else { return nil }
            let row: CodeReader.Fields = { result.bytes(0, $0) }
            var bytes: [UInt8] = []
            let code = reader.code(row, &bytes)
            let section = reader.section(row).map { SectionCode($0, code: sectionCode) }
            return PlacedCode(code: code, bytes: bytes, section: section)
        }
    }

    func formerPlace(_ row: FormerRow) -> FormerPlace {
        guard case .present(let values) = row else { return row == .absent ? .none : .unknown }
        var old: [SQLValue] = []
        for place in reader.places {
            guard let place, let value = values[place] else { return .unknown }
            old.append(value)
        }
        return reader.code(of: old).map { .code($0) } ?? .unknown
    }

    func isBefore(_ row: PlacedRow, _ other: OrderKey, _ code: PlacedCode?) throws(ScanError) -> Bool {
        if reader.isComplete { return try hasLesserCode(row, other, code) }
        guard let first = key.parameters(of: row.key.text), let second = key.parameters(of: other.text) else {
            return false
        }
        return try ScanError.from { () throws(PostgresFailure) in
            let result = try connection.run(PreparedStatement(comparison, first + second))
            return result.count == 1 && result.value(0, 0) == .integer(1)
        }
    }

    func sectionCode(of value: SQLValue) -> [UInt8] { reader.sectionCode(of: value) }
}

extension QueryText {
    /// The tables that the query and policies on their rows read, sorted; `nil` for any table.
    var tablesRead: [String]? { tablesReadByPolicies.map { $0.union(ownTables).sorted() } }

    /// The tables that policies on the rows of these tables read; `nil` for any table.
    fileprivate var tablesReadByPolicies: Set<String>? {
        catalogue.policies.tablesRead(by: ownTables, asLogin: query.rights?.role == nil)
    }

    private var ownTables: [String] { [table.name] + query.parentTables(of: table) }
}

extension RowChanges {
    /// Returns whether the changes concern one of some tables; `nil` stands for any table.
    func touch(_ tables: [String]?) -> Bool {
        tables?.contains { self[$0] != nil } ?? !isEmpty
    }
}
