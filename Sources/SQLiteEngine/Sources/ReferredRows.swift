import Changes
import Lists
import SQLite
import Tables

/// The rows of other tables by whose columns a query selects, sorts or divides its rows, such as `Owner.Name`.
///
/// A change of such a row concerns the rows that refer to it. They are found by an index of the foreign key, and their
/// former places from the former values of the referred row. Where that is impossible, the order is found again.
final class ReferredRows {
    private let parents: [ReferredTable]
    /// The positions of the columns of the query's own table whose former values are needed.
    let ownColumns: Set<Int>

    /// The limit on rows that refer to changed rows. Finding the order again is quicker for more.
    private static let limit = 10_000

    /// Prepares the referred rows of a query; `nil` for a query without paths. `places` are the positions of the
    /// table's own columns that place a row.
    init?(_ connection: OpaquePointer, _ schema: Schema, _ query: Query, _ table: Table, _ places: Set<Int>) {
        let columns = query.placingColumns(in: table)
        guard !columns.isEmpty else { return nil }
        var keys: [(key: ForeignKey, columns: [String])] = []
        for column in columns {
            if let known = keys.firstIndex(where: { $0.key == column.key }) {
                keys[known].columns.append(column.column)
            } else {
                keys.append((column.key, [column.column]))
            }
        }
        let own = places.union(keys.compactMap { table.place(ofColumn: $0.key.columns[0]) })
        ownColumns = own
        parents = keys.compactMap { key in
            schema.table(named: key.key.parentTable).map { parent in
                ReferredTable(
                    connection, key.key, from: table, to: parent, columns: key.columns, placing: own.sorted(),
                    isRuled: query.rights?.parents[ExactName(parent.name)] != nil)
            }
        }
    }

    /// The positions of the referred columns, by table.
    var columns: [ExactName: Set<Int>] {
        parents.reduce(into: [:]) { all, parent in
            all[ExactName(parent.table.name), default: []].formUnion(parent.places)
        }
    }

    /// The tables after whose changes the order of the list is found again.
    var rereadTables: [String] { Set(parents.filter { !$0.findsReferring }.map(\.table.name)).sorted() }

    /// Returns the rows that a commit may have changed for the list: those it touched, and those that refer to a row
    /// which it changed. Returns `nil` for none.
    func rows(touchedBy changes: RowChanges, and own: RowChanges.InTable?) throws(SQLFailure) -> RowChanges.InTable? {
        var touched = own
        for parent in parents {
            parent.begin(changes[parent.table.name])
            guard let change = changes[parent.table.name] else { continue }
            guard case .rows(var rows) = touched ?? .rows(RowChanges.Rows()), case .rows(let changed) = change,
                try parent.addReferring(to: changed, &rows, limit: Self.limit)
            else { return .unknown }
            if rows.count > 0 { touched = .rows(rows) }
        }
        return touched
    }

    /// Returns the former value of a referred column for a row with some former values; `nil` if it is unknown.
    func formerValue(of column: ReferredColumn, _ values: FormerValues) throws(SQLFailure) -> SQLValue? {
        try parents.first { $0.key == column.key }?.formerValue(of: column.column, values)
    }
}

/// The rows that one foreign key of a table points to.
private final class ReferredTable {
    let key: ForeignKey
    let table: Table
    /// The positions of the referred columns.
    let places: [Int]
    private let connection: OpaquePointer
    private let child: Table
    private let locator: RowLocator
    /// The position of the foreign key's column, and those of all columns that place a row.
    private let keyPlace: Int
    private let placing: [Int]
    /// The column that identifies the rows; `nil` unless the foreign key points to the key of rows and compares like
    /// it.
    private let identity: SelectorColumn?
    /// Whether a rule decides which rows may be seen, so that former values do not tell what was seen.
    private let isRuled: Bool
    private let statements = PreparedStatements()
    /// The changed rows of the present step, by the values of their keys.
    private var changed: [RowSelector: FormerRow] = [:]
    /// The values of other rows, read in the present step.
    private var read: [RowSelector: [SQLValue]] = [:]

    init(
        _ connection: OpaquePointer, _ key: ForeignKey, from child: Table, to table: Table, columns: [String],
        placing: [Int], isRuled: Bool
    ) {
        (self.connection, self.key, self.child, self.table) = (connection, key, child, table)
        (self.placing, self.isRuled) = (placing, isRuled)
        locator = RowLocator(table: child)
        places = columns.compactMap(table.place(ofColumn:))
        keyPlace = child.place(ofColumn: key.columns[0]) ?? 0
        identity = Self.identity(key, from: child, to: table)
    }

    /// Whether an index finds the rows that refer to a row.
    private lazy var hasIndex = (try? findIndex()) ?? false
    /// Whether the rows that refer to a changed row are found.
    var findsReferring: Bool { identity != nil && hasIndex }

    private static func identity(_ key: ForeignKey, from child: Table, to table: Table) -> SelectorColumn? {
        guard let place = table.place(ofColumn: key.parentColumns[0]), let own = child.column(named: key.columns[0]),
            own.compares(like: table.columns[place])
        else { return nil }
        switch table.key {
        case .rowid where table.columns[place].isRowID: break
        case .columns(let names, _) where names.map(ExactName.init) == [ExactName(key.parentColumns[0])]: break
        default: return nil
        }
        return SelectorColumn(place, of: table)
    }

    private var referring: String {
        let own = { (column: String) in "\(self.child.name.quoted).\(column.quoted)" }
        let columns = locator.keyColumns + placing.map { child.columns[$0].name }
        return "SELECT \(columns.map(own).joined(separator: ", ")) FROM \(child.name.quoted) WHERE "
            + "\(own(key.columns[0])) = ?"
    }

    private func findIndex() throws(SQLFailure) -> Bool {
        let plan = try SQLStatement(connection, "EXPLAIN QUERY PLAN \(referring)")
        while try plan.step() {
            if case .text(let step) = plan.value(3), step.hasPrefix("SEARCH") { return true }
        }
        return false
    }

    /// Begins a step with the changes of the table.
    func begin(_ change: RowChanges.InTable?) {
        (changed, read) = ([:], [:])
        guard let identity, case .rows(let rows)? = change else { return }
        let keyed = keys(of: rows).map { (identity.selector(ofStored: $0), $1) }
        // A row may have replaced another whose key is equal, such as `a` and `A`.
        changed = Dictionary(keyed) { first, second in
            first == .absent ? second : second == .absent ? first : .unknown
        }
    }

    /// The values of the keys of some rows. A row with NULL in its key has none: nothing refers to it.
    private func keys(of rows: RowChanges.Rows) -> [(SQLValue, FormerRow)] {
        rows.numbers.map { (.integer($0.key), $0.value) }
            + rows.names.compactMap { name, row in
                guard !name.text.hasPrefix("~i"), let value = table.keyValues(of: name.text)?.first else { return nil }
                return (value, row)
            }
    }

    /// Adds the rows that refer to changed rows. Returns whether all were found.
    func addReferring(
        to changes: RowChanges.Rows, _ rows: inout RowChanges.Rows, limit: Int
    ) throws(SQLFailure) -> Bool {
        guard findsReferring, changes.count <= limit else { return false }
        for (value, former) in keys(of: changes) {
            if try isSame(value, former) { continue }
            let statement = try statements.statement(referring, connection)
            statement.bind([value])
            defer { statement.reset() }
            while try statement.step() {
                guard rows.count < limit else { return false }
                add(statement, to: &rows)
            }
        }
        return true
    }

    /// Adds the row of a statement. The commit did not touch it, unless it is among the rows already.
    private func add(_ statement: SQLStatement, to rows: inout RowChanges.Rows) {
        let count = locator.keyColumns.count
        let former = FormerRow.present(
            FormerValues(columns: placing, values: placing.indices.map { statement.value(count + $0) }))
        if case .rowid = child.key {
            rows.numbers.merge([statement.integer(0): former]) { known, _ in known }
        } else {
            let id = locator.id((0..<count).map { statement.value($0) })
            rows.names.merge([ExactName(id): former]) { known, _ in known }
        }
    }

    /// Whether a row has the same values as before in all referred columns.
    private func isSame(_ key: SQLValue, _ former: FormerRow) throws(SQLFailure) -> Bool {
        guard !isRuled, case .present(let values) = former, let present = try self.values(at: key) else { return false }
        return places.map { values[$0] } == present.map(Optional.some)
    }

    /// Returns the present values of the row with a key; `nil` if there is none.
    private func values(at key: SQLValue) throws(SQLFailure) -> [SQLValue]? {
        let columns = places.map { table.columns[$0].name.quoted }.joined(separator: ", ")
        return try statements.row(
            "SELECT \(columns) FROM \(table.name.quoted) WHERE \(self.key.parentColumns[0].quoted) = ?", [key],
            connection)
    }

    /// Returns the former value of a column for a row with some former values; `nil` if it is unknown.
    func formerValue(of column: String, _ values: FormerValues) throws(SQLFailure) -> SQLValue? {
        guard let key = values[keyPlace] else { return nil }
        guard key != .null else { return .null }
        guard !isRuled, let selector = identity?.selector(of: key), let place = table.place(ofColumn: column) else {
            return nil
        }
        switch changed[selector] {
        case .absent: return .null
        case .unknown: return nil
        case .present(let values): return values[place]
        case nil: break
        }
        let present = if let known = read[selector] { known } else { try self.values(at: key) ?? [] }
        read[selector] = present
        guard !present.isEmpty, let index = places.firstIndex(of: place) else { return .null }
        return present[index]
    }
}
