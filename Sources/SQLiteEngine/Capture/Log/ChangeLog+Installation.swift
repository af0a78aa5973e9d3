import CSQLite
import Changes
import Glibc
import SQLite
import Tables

extension ChangeLog {
    /// Creates the log and the table of commands, or updates them for a schema, in one transaction. Re-creates outdated
    /// triggers. Omits tables that are virtual or cannot be read.
    @discardableResult
    func install(_ schema: Schema) throws(SQLFailure) -> LogExtent {
        try inTransaction { () throws(SQLFailure) in
            let tables = schema.tables.filter { $0.kind == .table && $0.problem == nil }
            var wanted: [LogTriggers.Trigger] = []
            for table in tables { wanted += try LogTriggers(table, on: connection).all }
            let present = try triggers()
            let stale = present.filter { name, sql in !wanted.contains { ExactName($0.name) == name && $0.sql == sql } }
            let missing = wanted.filter { present[ExactName($0.name)] != $0.sql }
            let isNew = try make(LogTable.name, LogTable.columns)
            let isAnew = if isNew { true } else { try position() == nil }
            if isAnew { try begin() }
            let isForgetful = try make(CommandTable.name, CommandTable.columns)
            for name in stale.keys { try execute("DROP TRIGGER main.\(name.text.quoted)") }
            for trigger in missing { try execute(trigger.sql) }
            try prune()
            return LogExtent(
                tables: tables.count, triggers: wanted.count,
                isChanged: isAnew || isForgetful || !stale.isEmpty || !missing.isEmpty)
        }
    }

    /// Removes the log and the table of commands without a trace, in one transaction.
    ///
    /// - Returns: The extent of the removed log.
    @discardableResult
    func remove() throws(SQLFailure) -> LogExtent {
        try inTransaction { () throws(SQLFailure) in
            let names = try triggers().keys
            let tables = try loggedTableCount()
            for name in names { try execute("DROP TRIGGER main.\(name.text.quoted)") }
            let wasThere = try drop(LogTable.name, LogTable.columns)
            let hasRemembered = try drop(CommandTable.name, CommandTable.columns)
            return LogExtent(
                tables: tables, triggers: names.count, isChanged: wasThere || hasRemembered || !names.isEmpty)
        }
    }

    /// Creates a table if it is missing.
    private func make(_ table: String, _ columns: String) throws(SQLFailure) -> Bool {
        switch try kind(of: table, columns) {
        case .ours: return false
        case .missing: try execute("CREATE TABLE main.\(table.quoted) \(columns)")
        case .foreign:
            throw SQLFailure(
                code: SQLITE_ERROR, message: "a table \(table) exists that `oriel attach` did not create; rename it")
        }
        return true
    }

    /// Drops a table if it is ours.
    private func drop(_ table: String, _ columns: String) throws(SQLFailure) -> Bool {
        guard try kind(of: table, columns) == .ours else { return false }
        try execute("DROP TABLE main.\(table.quoted)")
        return true
    }

    /// Starts a new log with a number that no former log can have reached: the microseconds since 1970. The last entry
    /// is always kept, so the numbers need no AUTOINCREMENT, which costs time and adds a table. Deletes the entries of
    /// an untrusted log.
    private func begin() throws(SQLFailure) {
        try execute("DELETE FROM main.\(LogTable.quoted)")
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let first = Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1_000
        try SQLStatement(connection, "INSERT INTO main.\(LogTable.quoted) (seq) VALUES (?1)").run([.integer(first)])
    }

    private func loggedTableCount() throws(SQLFailure) -> Int {
        let count = try SQLStatement(
            connection,
            "SELECT count(DISTINCT tbl_name) FROM main.sqlite_schema "
                + "WHERE type = 'trigger' AND substr(name, 1, ?2) = ?1")
        count.bind([.text(LogTable.prefix), .integer(Int64(LogTable.prefix.count))])
        return try count.step() ? Int(count.integer(0)) : 0
    }

    private func inTransaction<Value>(_ body: () throws(SQLFailure) -> Value) throws(SQLFailure) -> Value {
        try execute("BEGIN IMMEDIATE")
        do {
            let value = try body()
            try execute("COMMIT")
            return value
        } catch {
            try? execute("ROLLBACK")
            throw error
        }
    }

    private func execute(_ sql: String) throws(SQLFailure) {
        try SQLStatement(connection, sql).run()
    }
}
