import Changes

/// The optional log in a database that tells which rows other programs write: a table, and triggers on all others.
///
///     let log = ChangeLog(connection)
///     try log.install(schema)
///     var position = try log.position()
///     …                                             // somebody commits
///     let news = try log.read(since: position, schema)
///
/// Entries are numbered without gaps, and the last one is always kept. A new log begins with a number that no former log
/// of the file can have reached. Triggers fire for writers of any kind, our own too. To be used where the connection is.
struct ChangeLog {
    let connection: OpaquePointer

    /// So many entries are kept, and are read at once.
    static let limit = ChangeHistory.limit

    /// The log of the database of this connection, if it has one.
    init(_ connection: OpaquePointer) {
        self.connection = connection
    }

    /// Whether there is a log.
    func isInstalled() throws(SQLFailure) -> Bool {
        try kind(of: LogTable.name, LogTable.columns) == .ours
    }

    /// Whose a table is.
    enum TableKind {
        /// There is none.
        case missing
        /// The one that `oriel attach` makes.
        case ours
        /// Another of the same name.
        case foreign
    }

    /// Whose the table of this name is, which has these columns when it is ours.
    func kind(of table: String, _ columns: String) throws(SQLFailure) -> TableKind {
        guard let sql = try names(ofType: "table")[RowName(table)] else { return .missing }
        return sql == "CREATE TABLE \(table.quoted) \(columns)" ? .ours : .foreign
    }

    /// The tables whose writes are not logged as the log would log them now, such as those made since it was installed,
    /// virtual ones, and full-text indexes that no triggers keep: any of their rows may have changed with each commit.
    func gaps(_ schema: Schema) throws(SQLFailure) -> Set<RowName> {
        let present = try triggers()
        var gaps: Set<RowName> = []
        for table in schema.tables where table.kind != .view {
            if let index = table.searchIndex, !index.isKept { gaps.insert(RowName(index.documents ?? index.data)) }
            if table.kind == .table, table.problem == nil,
                try LogTriggers(table, on: connection).all.allSatisfy({ present[RowName($0.name)] == $0.sql })
            {
                continue
            }
            gaps.insert(RowName(table.name))
        }
        return gaps
    }

    /// The number of the last entry; `nil` if there is no log, or one that cannot be trusted: it is empty, or its last entry
    /// has the greatest number there is, after which SQLite chooses numbers at random.
    func position() throws(SQLFailure) -> Int64? {
        guard try isInstalled() else { return nil }
        let last = try SQLStatement(connection, "SELECT seq FROM main.\(LogTable.quoted) ORDER BY seq DESC LIMIT 1")
        guard try last.step(), last.integer(0) < .max else { return nil }
        return last.integer(0)
    }

    /// What was written after a position, and where the log ends now; `nil` if anything may have been: there is no log, it
    /// was pruned or made anew since, or there is too much. 1 us an entry.
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

    /// Deletes all but the last entries. In a transaction of its own, unless there is one.
    func prune(keeping count: Int = limit) throws(SQLFailure) {
        try SQLStatement(
            connection,
            "DELETE FROM main.\(LogTable.quoted) WHERE seq <= (SELECT max(seq) FROM main.\(LogTable.quoted)) - ?1"
        ).run([.integer(Int64(max(count, 1)))])
    }

    /// The log's triggers by name, as SQL.
    func triggers() throws(SQLFailure) -> [RowName: String] {
        try names(ofType: "trigger")
    }

    /// What of the log there is of a type, by name, as SQL.
    private func names(ofType type: String) throws(SQLFailure) -> [RowName: String] {
        let list = try SQLStatement(
            connection, "SELECT name, sql FROM main.sqlite_schema WHERE type = ?1 AND substr(name, 1, ?2) = ?3")
        list.bind([.text(type), .integer(Int64(LogTable.prefix.count)), .text(LogTable.prefix)])
        var found: [RowName: String] = [:]
        while try list.step() { found[RowName(list.text(0) ?? "")] = list.text(1) ?? "" }
        return found
    }
}
