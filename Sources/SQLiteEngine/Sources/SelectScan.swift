import CSQLite
import Changes
import Lists
import SQLite
import Tables

/// Runs a query that an app wrote: finds its rows in its own order, and returns some of them.
final class SelectScan {
    /// The tables that the query reads.
    let tables: TablesRead
    private let statement: SQLStatement
    private let parameters: [SQLValue]
    /// The positions of the columns that identify a row, and of the shown columns.
    private let key: [Int]
    private let columns: [Int]
    /// The first rows, kept so that the query need not run again to show them.
    private var kept: [Row] = []

    /// The limit on kept rows.
    private static let keptLimit = 2_000

    /// Prepares a query.
    init(_ connection: OpaquePointer, _ schema: Schema, _ text: SQLText, columns: [String]) throws(ScanError) {
        let statement: SQLStatement
        do throws(SQLFailure) {
            (statement, tables) = try SQLStatement.reading(connection, text.sql, schema)
        } catch {
            throw ScanError(error)
        }
        self.statement = statement
        let count = Int(sqlite3_bind_parameter_count(statement.handle))
        guard count == text.parameters.count else {
            throw .query("the query has \(count) parameters, but \(text.parameters.count) values")
        }
        parameters = text.parameters
        let names = (0..<statement.columnCount).map { String(cString: sqlite3_column_name(statement.handle, CInt($0))) }
        key = try Self.places(of: text.key, in: names)
        self.columns = try Self.places(of: columns, in: names)
    }

    private static func places(of wanted: [String], in names: [String]) throws(ScanError) -> [Int] {
        var places: [Int] = []
        for name in wanted {
            guard let place = names.firstIndex(where: { $0.isSameName(as: name) }) else {
                throw .query("the query has no column \"\(name)\"")
            }
            places.append(place)
        }
        return places
    }

    /// Returns the ids of all rows in order.
    func names() throws(ScanError) -> [ExactName] {
        kept = []
        var names: [ExactName] = []
        var naming = ContentNaming()
        var seen: Set<ExactName> = []
        try run { _ throws(ScanError) in
            let name = self.key.isEmpty ? naming.name(self.statement.contentHash) : self.keyName
            if !self.key.isEmpty, !seen.insert(name).inserted {
                throw .query("two rows have the key \(name.text); keys must be unique")
            }
            do throws(SQLFailure) { try NameLimit.check(names.count) } catch { throw ScanError(error) }
            if names.count < Self.keptLimit { self.kept.append(self.row(name.text)) }
            names.append(name)
            return true
        }
        return names
    }

    /// Returns the rows at some positions, as of the time when the ids were read.
    func rows(at positions: [Int], id: (Int) -> String) throws(ScanError) -> [Int: Row] {
        var rows: [Int: Row] = [:]
        var rest = Set(positions)
        for position in positions where position < kept.count && kept[position].id.isSpelled(like: id(position)) {
            rows[position] = kept[position]
            rest.remove(position)
        }
        guard let last = rest.max() else { return rows }
        try run { position throws(ScanError) in
            if rest.contains(position) { rows[position] = self.row(id(position)) }
            return position < last
        }
        return rows
    }

    /// Calls `body` with each position until it returns false.
    private func run(_ body: (Int) throws(ScanError) -> Bool) throws(ScanError) {
        statement.bind(parameters)
        defer { statement.reset() }
        var position = 0
        while try step(), try body(position) { position += 1 }
    }

    private func step() throws(ScanError) -> Bool {
        do throws(SQLFailure) {
            return try statement.step()
        } catch {
            throw ScanError(error)
        }
    }

    private var keyName: ExactName {
        ExactName(KeyCodec.encode(key.map { statement.value($0) }, key.map { _ in .blob }))
    }

    private func row(_ id: String) -> Row {
        Row(id: id, values: columns.map { statement.value($0, limit: 256) })
    }
}
