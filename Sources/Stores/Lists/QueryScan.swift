import CSQLite
import Changes
import JSON

/// Answers one query on one connection, inside one transaction: first the order, then rows at places in it.
struct QueryScan {
    let connection: OpaquePointer
    let schema: Schema
    let query: Query

    /// All rows in order.
    func ordering() throws(ScanError) -> Ordering {
        switch query.subject {
        case .counts: return .names(schema.tables.map { RowName($0.name) })
        case .digest(let name): return .names([RowName(name)])
        case .values(let name, let column): return .names(try names(ofValuesOf: column, in: try table(name)))
        case .rows(let name):
            let table = try table(name)
            do throws(SQLFailure) {
                let text = QueryText(table: table, query: query).keys
                let statement = try SQLStatement(connection, text.sql)
                statement.bind(text.values)
                switch table.key {
                case .rowid: return .numbers(try Self.numbers(statement))
                case .columns: return .names(try Self.names(statement, RowLocator(table: table)))
                case .none: return .names(try Self.contentNames(statement))
                }
            } catch {
                throw ScanError(error)
            }
        }
    }

    /// The rows at some positions of an order that was found in this transaction. One that cannot be found again, such as
    /// of a view that is random, has no values: without it, the list would be read again and again.
    func rows(at positions: [Int], in ordering: Ordering) throws(ScanError) -> [Int: Row] {
        guard !positions.isEmpty else { return [:] }
        switch query.subject {
        case .counts: return counts(at: positions)
        case .digest(let name): return [0: Row(id: name, values: [try digest(of: try table(name))])]
        case .values(let name, let column):
            let affinity = try table(name).column(named: column)?.affinity ?? .blob
            return Dictionary(
                uniqueKeysWithValues: positions.map { ($0, Self.row(of: ordering.id(at: $0), affinity)) })
        case .rows(let name):
            let table = try table(name)
            do throws(SQLFailure) {
                let found =
                    table.key == .none
                    ? try runs(of: table, at: positions, in: ordering)
                    : try rows(of: table, at: positions, in: ordering)
                let missing = positions.filter { found[$0] == nil }.map { ($0, emptyRow(ordering.id(at: $0))) }
                return found.merging(missing) { known, _ in known }
            } catch {
                throw ScanError(error)
            }
        }
    }

    private func emptyRow(_ id: String) -> Row {
        Row(id: id, values: Array(repeating: .null, count: query.columns.count + query.labels.count))
    }

    private func table(_ name: String) throws(ScanError) -> Table {
        guard let table = schema.table(named: name) else { throw .gone(name) }
        if let problem = table.problem { throw .query(problem) }
        return table
    }

    private static func numbers(_ statement: SQLStatement) throws(SQLFailure) -> [Int64] {
        var numbers: [Int64] = []
        while try statement.step() { numbers.append(statement.integer(0)) }
        return numbers
    }

    private static func names(_ statement: SQLStatement, _ locator: RowLocator) throws(SQLFailure) -> [RowName] {
        var names: [RowName] = []
        while try statement.step() { names.append(RowName(locator.id(statement.values))) }
        return names
    }

    /// Rows without a key are named by their content; equal ones are numbered.
    private static func contentNames(_ statement: SQLStatement) throws(SQLFailure) -> [RowName] {
        var names: [RowName] = []
        var seen: [UInt64: Int] = [:]
        while try statement.step() {
            let hash = statement.contentHash
            let count = seen[hash, default: 0] + 1
            seen[hash] = count
            let name = Digest(hash).text
            names.append(RowName(count == 1 ? name : "\(name)-\(count)"))
        }
        return names
    }

    private func rows(of table: Table, at positions: [Int], in ordering: Ordering) throws(SQLFailure) -> [Int: Row] {
        let locator = RowLocator(table: table)
        let text = QueryText(table: table, query: query)
        var statements: [String: SQLStatement] = [:]
        var rows: [Int: Row] = [:]
        for position in positions {
            let id = ordering.id(at: position)
            guard let condition = locator.condition(for: id) else { continue }
            let statement: SQLStatement
            if let known = statements[condition.sql] {
                statement = known
            } else {
                statement = try SQLStatement(connection, text.row(where: condition.sql))
                statements[condition.sql] = statement
            }
            statement.bind(condition.values)
            guard try statement.step() else { continue }
            rows[position] = Row(id: id, values: query.isDigested ? [statement.digest] : statement.shownValues)
        }
        return rows
    }

    /// Rows without a key are found by their place: consecutive ones in one run.
    private func runs(of table: Table, at positions: [Int], in ordering: Ordering) throws(SQLFailure) -> [Int: Row] {
        let text = QueryText(table: table, query: query).run
        let statement = try SQLStatement(connection, text.sql)
        var rows: [Int: Row] = [:]
        var rest = positions.sorted()[...]
        while let first = rest.first {
            var length = 1
            while length < rest.count, rest[rest.startIndex + length] == first + length { length += 1 }
            statement.bind(text.values + [.integer(Int64(length)), .integer(Int64(first))])
            var position = first
            while try statement.step() {
                rows[position] = Row(id: ordering.id(at: position), values: statement.shownValues)
                position += 1
            }
            rest = rest.dropFirst(length)
        }
        return rows
    }

    private func counts(at positions: [Int]) -> [Int: Row] {
        var rows: [Int: Row] = [:]
        for position in positions {
            let table = schema.tables[position]
            var values: [SQLValue] = [.text(table.name), .text(table.kind.rawValue), .null, .null]
            do throws(SQLFailure) {
                values[2] = .integer(try count(table))
            } catch {
                if error.code != SQLITE_INTERRUPT { values[3] = .text(error.message) }
            }
            rows[position] = Row(id: table.name, values: values)
        }
        return rows
    }

    /// The number of rows; of a view only if it can be told soon.
    private func count(_ table: Table) throws(SQLFailure) -> Int64 {
        let limit: Duration = table.kind == .view ? .milliseconds(200) : .seconds(10)
        return try within(limit, on: connection) { () throws(SQLFailure) in
            let statement = try SQLStatement(connection, "SELECT count(*) FROM \(table.name.quoted)")
            return try statement.step() ? statement.integer(0) : 0
        }
    }
}
