import Changes
import Lists
import PostgreSQL
import Tables

/// Writes single rows of a table, in a transaction.
struct RowWriter {
    let connection: PostgresConnection
    let table: Table
    let catalogue: Catalogue

    private var key: KeyCondition { KeyCondition(table, catalogue) }
    private var locator: RowLocator { RowLocator(table: table) }
    private var source: String { catalogue.source(table.name) }

    /// Inserts a row. Returns its id; `nil` for a table without a key.
    func insert(_ values: [(column: Column, value: SQLValue)]) throws -> String? {
        try insert(values, "")
    }

    /// Inserts a row, or changes the row with its primary key.
    func put(_ values: [(column: Column, value: SQLValue)]) throws -> String? {
        let keys = locator.keyColumns
        let changes = values.map(\.column.name.quoted).map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        let target = keys.map(\.quoted).joined(separator: ", ")
        return try insert(values, keys.isEmpty ? "" : " ON CONFLICT (\(target)) DO UPDATE SET \(changes)")
    }

    private func insert(
        _ values: [(column: Column, value: SQLValue)], _ end: String
    ) throws -> String? {
        let names = values.map(\.column.name.quoted).joined(separator: ", ")
        let marks = values.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        let into = "INSERT INTO \(source)"
        let sql = values.isEmpty ? "\(into) DEFAULT VALUES" : "\(into) (\(names)) VALUES (\(marks))"
        let result = try write(sql + end, values.map(\.value.postgresText))
        guard result.count == 1 else { throw Self.ignored }
        return self.id(result)
    }

    /// Changes the row of an id. Returns its present id.
    func update(_ id: String, _ values: [(column: Column, value: SQLValue)]) throws -> String? {
        guard let key = key.parameters(of: id) else { throw CommandError.notFound }
        // Without values, the row is looked up all the same.
        let set = values.enumerated().map { "\($1.column.name.quoted) = $\(key.count + $0 + 1)" }
        let sql =
            set.isEmpty
            ? "SELECT \(returned) FROM \(source) WHERE \(self.key.prepared)"
            : "UPDATE \(source) SET \(set.joined(separator: ", ")) WHERE \(self.key.prepared)"
        let parameters = key + values.map(\.value.postgresText)
        let result = set.isEmpty ? try connection.runPrepared(sql, parameters) : try write(sql, parameters)
        guard result.count == 1 else { throw try fault(ofUnchanged: key) }
        return self.id(result)
    }

    /// Deletes the row of an id.
    func delete(_ id: String) throws {
        guard let key = key.parameters(of: id) else { throw CommandError.notFound }
        let sql = "DELETE FROM \(source) WHERE \(self.key.prepared)"
        guard try connection.runPrepared(sql, key).changedCount == 1 else { throw try fault(ofUnchanged: key) }
    }

    /// Returns why a statement has not changed the row of a key. Either no row has the key, or a trigger or a policy
    /// has left the row out.
    private func fault(ofUnchanged key: [String?]) throws(PostgresFailure) -> CommandError {
        let sql = "SELECT 1 FROM \(source) WHERE \(self.key.prepared)"
        return try connection.runPrepared(sql, key).count == 0 ? .notFound : Self.ignored
    }

    private static var ignored: CommandError { .ignored(by: "trigger or a policy") }

    /// Returns whether the row of an id matches a filter. Other writers of the row wait until the transaction ends,
    /// unless `isLocked` says that they do already: policies of updates would apply to the row once more.
    func meets(_ filter: Filter, _ id: String, isLocked: Bool) throws(PostgresFailure) -> Bool {
        let query = Query(ofRow: id, in: table, meeting: filter)
        let table = catalogue.schema.withPaths(table, for: query)
        let text = QueryText(table: table, query: query, in: catalogue)
        let lock = isLocked ? "" : " FOR NO KEY UPDATE OF \(table.name.quoted)"
        return try connection.run(text.select("1", end: lock)).count == 1
    }

    /// Throws if values of the row are not accepted. Other writers wait until the transaction ends.
    func expect(_ id: String, _ names: [String], _ holds: (String, SQLValue) -> Bool) throws {
        let names = names.filter { table.column(named: $0) != nil }
        guard let key = key.parameters(of: id) else { throw CommandError.notFound }
        let columns = names.isEmpty ? "1" : names.map(\.quoted).joined(separator: ", ")
        let row = try connection.runPrepared(
            "SELECT \(columns) FROM \(source) WHERE \(self.key.prepared) FOR UPDATE", key)
        guard row.count == 1 else { throw CommandError.notFound }
        let differing = zip(names, row.values(0)).filter { !holds($0, $1) }.map(\.0)
        if !differing.isEmpty { throw CommandError.changed(differing) }
    }

    /// The columns of the key, as a statement returns them.
    private var returned: String {
        let keys = locator.keyColumns
        return keys.isEmpty ? "1" : keys.map(\.quoted).joined(separator: ", ")
    }

    private func write(_ sql: String, _ parameters: [String?]) throws(PostgresFailure) -> PostgresResult {
        try connection.runPrepared(sql + " RETURNING \(returned)", parameters)
    }

    private func id(_ result: PostgresResult) -> String? {
        guard table.key != .none, result.count == 1 else { return nil }
        return locator.id(result.values(0))
    }
}
