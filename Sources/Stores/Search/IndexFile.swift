import SQLite
import Tables

/// A database file in which an operator creates or removes full-text indexes.
///
///     let index = try IndexFile(path: "music.sqlite").make("Track", columns: ["Name", "Composer"])
package struct IndexFile {
    private let path: String
    private let busyTimeout: Duration

    /// Creates a reference to the file at a path. `busyTimeout` limits the wait for a lock.
    package init(path: String, busyTimeout: Duration = .seconds(5)) {
        self.path = path
        self.busyTimeout = busyTimeout
    }

    /// Creates the index of a table in one transaction. It has these columns, or all text columns if none are given.
    package func make(_ table: String, columns: [String]) throws(IndexError) -> IndexExtent {
        try inTransaction { connection, schema throws(IndexError) in
            let plan = try Self.plan(try Self.table(table, in: schema), columns)
            let present = try Self.sql(plan.parts.map(\.name), connection)
            if plan.parts.allSatisfy({ present[$0.name] == $0.sql }) {
                return IndexExtent(name: plan.name, columns: plan.columns, isChanged: false)
            }
            guard present.isEmpty else {
                throw .refused("A different \(plan.name) already exists. Use --remove if `oriel index` created it.")
            }
            for sql in plan.parts.map(\.sql) + [plan.filling] { try Self.run(sql, connection) }
            return IndexExtent(name: plan.name, columns: plan.columns, isChanged: true)
        }
    }

    /// Removes the index of a table that ``make(_:columns:)`` has created, in one transaction.
    package func remove(_ table: String) throws(IndexError) -> IndexExtent {
        try inTransaction { connection, schema throws(IndexError) in
            let name = table + "_fts"
            let columns = schema.table(named: name)?.columns.map(\.name) ?? []
            let plan = columns.isEmpty ? nil : try Self.plan(try Self.table(table, in: schema), columns)
            guard let plan else { return IndexExtent(name: name, columns: [], isChanged: false) }
            let present = try Self.sql(plan.parts.map(\.name), connection)
            guard plan.parts.allSatisfy({ present[$0.name] == $0.sql }) else {
                throw .refused("\(name) is not as `oriel index` creates it, so it was not removed.")
            }
            for part in plan.parts.dropFirst() { try Self.run("DROP TRIGGER main.\(part.name.quoted)", connection) }
            try Self.run("DROP TABLE main.\(name.quoted)", connection)
            return IndexExtent(name: name, columns: columns, isChanged: true)
        }
    }

    private static func table(_ name: String, in schema: Schema) throws(IndexError) -> Table {
        guard let table = schema.table(named: name) else {
            let names = schema.tables.filter { $0.kind == .table }.map(\.name).joined(separator: ", ")
            throw .refused("Unknown table: \"\(name)\". The database has: \(names).")
        }
        return table
    }

    private static func plan(_ table: Table, _ columns: [String]) throws(IndexError) -> IndexPlan {
        guard table.kind == .table, let key = table.columns.first(where: \.isRowID) else {
            throw .refused(
                "\(table.name) has no INTEGER PRIMARY KEY, so VACUUM may renumber its rows. Add a key first.")
        }
        let texts = table.columns.filter { $0.affinity == .text }.map(\.name)
        for name in columns where table.column(named: name) == nil {
            let names = table.columns.map(\.name).joined(separator: ", ")
            throw .refused("Unknown column: \"\(name)\". \(table.name) has: \(names).")
        }
        guard !(columns + texts).isEmpty else {
            throw .refused("\(table.name) has no text column. Name the columns to index.")
        }
        return IndexPlan(table: table, columns: columns.isEmpty ? texts : columns, key: key.name)
    }

    /// Returns the existing objects of these names, with their SQL.
    private static func sql(_ names: [String], _ connection: OpaquePointer) throws(IndexError) -> [String: String] {
        try catching { () throws(SQLFailure) in
            let statement = try SQLStatement(
                connection, "SELECT sql FROM main.sqlite_schema WHERE name = ?1 COLLATE NOCASE")
            var found: [String: String] = [:]
            for name in names {
                statement.bind([.text(name)])
                if try statement.step() { found[name] = statement.text(0) ?? "" }
            }
            return found
        }
    }

    private static func run(_ sql: String, _ connection: OpaquePointer) throws(IndexError) {
        do throws(SQLFailure) {
            try SQLStatement(connection, sql).run()
        } catch {
            throw StoreError(error).map { .store($0) } ?? .refused("SQLite cannot change the index: \(error.message).")
        }
    }

    private static func catching<Value>(
        _ body: () throws(SQLFailure) -> Value
    ) throws(IndexError) -> Value {
        do throws(SQLFailure) { return try body() } catch { throw .store(error.storeError) }
    }

    private func inTransaction(
        _ body: (OpaquePointer, Schema) throws(IndexError) -> IndexExtent
    ) throws(IndexError) -> IndexExtent {
        let result: Result<IndexExtent, IndexError>
        do throws(StoreError) {
            result = try DatabaseFile.write(path, busyTimeout) { connection throws(SQLFailure) in
                try SQLStatement(connection, "BEGIN IMMEDIATE").run()
                let schema = try SchemaReader(connection: connection, isReadOnly: false).read()
                let result = Result { () throws(IndexError) in try body(connection, schema) }
                let isDone = (try? result.get()) != nil
                try SQLStatement(connection, isDone ? "COMMIT" : "ROLLBACK").run()
                return result
            }
        } catch {
            throw .store(error)
        }
        return try result.get()
    }
}
