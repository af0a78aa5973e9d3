import Changes
import SQLite
import Tables

/// The optional log in a database, which tells the rows that other programs write. It consists of a table, and of
/// triggers on all other tables.
///
///     let log = ChangeLog(connection)
///     try log.install(schema)
///     var position = try log.position()
///     …                                             // another program commits
///     let news = try log.read(since: position, schema)
///
/// Entries are numbered without gaps, and the last one is always kept. A new log begins with a number that no former
/// log of the file can have reached. Triggers run for every writer, including us. Use it on the connection's queue.
struct ChangeLog {
    let connection: OpaquePointer

    /// The limit on kept entries, and on entries that are read at once.
    static let limit = ChangeHistory.limit

    /// Creates access to the log of the connection's database, if there is one.
    init(_ connection: OpaquePointer) {
        self.connection = connection
    }

    /// Returns whether the database has a log.
    func isInstalled() throws(SQLFailure) -> Bool {
        try kind(of: LogTable.name, LogTable.columns) == .ours
    }

    /// The origin of a table.
    enum TableKind {
        /// The table does not exist.
        case missing
        /// The table was created by `oriel attach`.
        case ours
        /// Another table has the same name.
        case foreign
    }

    /// Returns whether the table of this name is missing, ours, or someone else's. Ours has these columns.
    func kind(of table: String, _ columns: String) throws(SQLFailure) -> TableKind {
        guard let sql = try names(ofType: "table")[ExactName(table)] else { return .missing }
        return sql == "CREATE TABLE \(table.quoted) \(columns)" ? .ours : .foreign
    }

    /// Returns the tables whose external writes the log misses, or logs in an outdated way. Any row of these may have
    /// changed with each commit:
    ///
    /// - tables created since the log was installed
    /// - virtual tables
    /// - full-text indexes that no triggers maintain
    func gaps(_ schema: Schema) throws(SQLFailure) -> Set<ExactName> {
        let present = try triggers()
        var gaps: Set<ExactName> = []
        for table in schema.tables where table.kind != .view {
            if let index = table.searchIndex, !index.isKept { gaps.insert(ExactName(index.documents ?? index.data)) }
            if table.kind == .table, table.problem == nil,
                try LogTriggers(table, on: connection).all.allSatisfy({ present[ExactName($0.name)] == $0.sql })
            {
                continue
            }
            gaps.insert(ExactName(table.name))
        }
        return gaps
    }

    /// Returns the number of the last entry; `nil` if there is no log, or it cannot be trusted. It cannot if it is
    /// empty, or if its last entry has the greatest number, after which SQLite chooses random numbers.
    func position() throws(SQLFailure) -> Int64? {
        guard try isInstalled() else { return nil }
        let last = try SQLStatement(connection, "SELECT seq FROM main.\(LogTable.quoted) ORDER BY seq DESC LIMIT 1")
        guard try last.step(), last.integer(0) < .max else { return nil }
        return last.integer(0)
    }

    /// Returns the changes after a position, and the present end of the log. Returns `nil` if anything may have
    /// changed: there is no log, it was pruned or re-created since, or there are too many entries. 1 µs an entry.
    func read(
        since position: Int64, _ schema: Schema, limit: Int = limit
    ) throws(SQLFailure) -> (changes: RowChanges, position: Int64)? {
        guard let end = try self.position() else { return nil }
        let (missed, isFar) = end.subtractingReportingOverflow(position)
        guard !isFar, (0...Int64(limit)).contains(missed) else { return nil }
        let entries = try SQLStatement(
            connection, "SELECT seq, tbl, k0, k1, k2, k3 FROM main.\(LogTable.quoted) WHERE seq >= ?1 ORDER BY seq")
        entries.bind([.integer(position)])
        var reader = LogReader(schema: schema)
        var last: Int64?
        while try entries.step() {
            let number = entries.integer(0)
            guard UInt64(bitPattern: number &- (last ?? position)) <= 1 else { return nil }
            if number > position { reader.read(entries) }
            last = number
        }
        return last.map { (reader.changes, $0) }
    }

    /// Deletes all but the last entries, in the present transaction or else its own.
    func prune(keeping count: Int = limit) throws(SQLFailure) {
        try SQLStatement(
            connection,
            "DELETE FROM main.\(LogTable.quoted) WHERE seq <= (SELECT max(seq) FROM main.\(LogTable.quoted)) - ?1"
        ).run([.integer(Int64(max(count, 1)))])
    }

    /// Returns the log's triggers by name, as SQL.
    func triggers() throws(SQLFailure) -> [ExactName: String] {
        try names(ofType: "trigger")
    }

    /// Returns the log's objects of a type by name, as SQL.
    private func names(ofType type: String) throws(SQLFailure) -> [ExactName: String] {
        let list = try SQLStatement(
            connection, "SELECT name, sql FROM main.sqlite_schema WHERE type = ?1 AND substr(name, 1, ?2) = ?3")
        list.bind([.text(type), .integer(Int64(LogTable.prefix.count)), .text(LogTable.prefix)])
        var found: [ExactName: String] = [:]
        while try list.step() { found[ExactName(list.text(0) ?? "")] = list.text(1) ?? "" }
        return found
    }
}
