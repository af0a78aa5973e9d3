import CSQLite
import Changes
import SQLite
import Tables

extension ListScan {
    /// Returns the rows at some positions of an order that was found in this transaction. A row that cannot be found
    /// again, such as one of a random view, gets empty values. Otherwise the list would be read again and again.
    func rows(at positions: [Int], in ordering: Ordering) throws(ScanError) -> [Int: Row] {
        guard !positions.isEmpty else { return [:] }
        switch query.subject {
        case .counts:
            return Dictionary(positions.map { ($0, kept.counts.row(of: schema.tables[$0])) }) { first, _ in first }
        case .sql: return complete(try kept.select().rows(at: positions) { ordering.id(at: $0) }, positions, ordering)
        case .totals: return complete(try kept.totalsRows(at: positions, in: ordering), positions, ordering)
        case .digest(let name): return [0: Row(id: name, values: [try digest(of: try table(name))])]
        case .values(let name, let column):
            let affinity = try table(name).column(named: column)?.affinity ?? .blob
            return Dictionary(positions.map { ($0, Self.row(of: ordering.id(at: $0), affinity)) }) { first, _ in first }
        case .rows(let name):
            let table = try table(name)
            guard table.key == .none else {
                return complete(try keyedRows(at: positions, in: ordering), positions, ordering)
            }
            do throws(SQLFailure) {
                return complete(try runs(of: table, at: positions, in: ordering), positions, ordering)
            } catch {
                throw ScanError(error)
            }
        }
    }

    /// Returns the rows of a table at some positions of an order that identifies rows by their keys, as of any commit.
    /// Omits deleted rows.
    func keyedRows(at positions: [Int], in ordering: Ordering) throws(ScanError) -> [Int: Row] {
        let table = try table(query.tableName)
        do throws(SQLFailure) {
            return try rows(of: table, at: positions, in: ordering)
        } catch {
            throw ScanError(error)
        }
    }

    private func complete(_ found: [Int: Row], _ positions: [Int], _ ordering: Ordering) -> [Int: Row] {
        guard found.count < positions.count else { return found }
        let missing = positions.filter { found[$0] == nil }.map { ($0, emptyRow(ordering.id(at: $0))) }
        return found.merging(missing) { known, _ in known }
    }

    private func emptyRow(_ id: String) -> Row {
        Row(id: id, values: Array(repeating: .null, count: query.columns.count + query.labels.count))
    }

    private func rows(of table: Table, at positions: [Int], in ordering: Ordering) throws(SQLFailure) -> [Int: Row] {
        if case .numbers(let order) = ordering.rows { return try self.rows(of: table, at: positions, in: order) }
        let locator = RowLocator(table: table)
        var rows: [Int: Row] = [:]
        for position in positions {
            try Interruption.check()
            let id = ordering.id(at: position)
            guard let condition = locator.exactCondition(for: id) else { continue }
            let statement = try rowStatement(of: table, where: condition.sql)
            statement.bind(condition.values)
            defer { statement.reset() }
            guard try statement.step() else { continue }
            rows[position] = Row(id: id, values: query.isDigested ? [statement.digest] : statement.shownValues)
        }
        return rows
    }

    /// Returns rows that are identified by their row id, with one statement and without parsing ids.
    private func rows(
        of table: Table, at positions: [Int], in order: OrderedSnapshot<Int64>
    ) throws(SQLFailure) -> [Int: Row] {
        let statement = try rowStatement(of: table, where: RowLocator(table: table).numberCondition)
        var rows: [Int: Row] = [:]
        rows.reserveCapacity(positions.count)
        defer { statement.reset() }
        for (position, key) in zip(positions, order.read { rows in positions.map(rows.key) }) {
            try Interruption.check()
            statement.reset()
            statement.bind(key, at: 0)
            guard try statement.step() else { continue }
            rows[position] = Row(
                id: String(key), values: query.isDigested ? [statement.digest] : statement.shownValues)
        }
        return rows
    }

    /// Returns rows without a key by their position. Consecutive rows are read in one run.
    private func runs(of table: Table, at positions: [Int], in ordering: Ordering) throws(SQLFailure) -> [Int: Row] {
        let text = QueryText(table: table, query: query).run
        let statement = try SQLStatement(connection, text.sql)
        var rows: [Int: Row] = [:]
        for run in positions.runs {
            statement.bind(text.values + [.integer(Int64(run.count)), .integer(Int64(run.lowerBound))])
            var position = run.lowerBound
            while try statement.step() {
                rows[position] = Row(id: ordering.id(at: position), values: statement.shownValues)
                position += 1
            }
        }
        return rows
    }
}
