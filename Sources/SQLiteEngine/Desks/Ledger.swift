import CSQLite
import Changes
import SQLite
import Tables

/// A numbered history of the rows that commits touched, from which the lists of a database catch up.
///
/// A hook records our own commits (``Capture``). `PRAGMA data_version` reveals commits of others: it changes on this
/// connection exactly when another connection has committed. The ``ChangeLog``, if the database has one, tells which
/// rows they touched. A change of the schema counts as a change of every row.
final class Ledger: @unchecked Sendable {  // guard: the desk's queue
    private var capture: Capture?
    private let log: ChangeLog
    private var pragmas: (data: SQLStatement, schema: SQLStatement)?
    /// `PRAGMA data_version` as of the last check; `nil` before the first.
    private var dataVersion: Int64?
    /// `PRAGMA schema_version` as of the last check.
    private(set) var schemaVersion: Int64 = -1
    private var history = ChangeHistory()
    /// The schema, as of the last check that found another version.
    private(set) var schema = Schema()
    /// The version of ``schema``. While the database has another version, the log is incomplete: it may lack tables.
    private var knownVersion: Int64 = -1
    /// The position up to which the log was read; `nil` if there is no log.
    private var logPosition: Int64?
    /// Tables whose external writes the change log misses.
    private var unlogged = RowChanges()
    private var unpruned = 0
    /// The columns whose former values are needed, by reader and table.
    private var interests: [ObjectIdentifier: [ExactName: Set<Int>]] = [:]
    /// The position in the log when our transaction began.
    private var logBeforeWriting: Int64?

    init(_ connection: OpaquePointer, isWritable: Bool) throws(SQLFailure) {
        pragmas = (
            try SQLStatement(connection, "PRAGMA main.data_version"),
            try SQLStatement(connection, "PRAGMA main.schema_version")
        )
        capture = isWritable ? Capture(connection, schema: Schema()) : nil
        log = ChangeLog(connection)
    }

    /// Releases the connection, which is about to be closed.
    func close() {
        capture = nil
        pragmas = nil
    }

    /// Records the commits of others up to now, as this connection sees them.
    ///
    /// - Returns: The number of the last recorded commit.
    func check() throws(SQLFailure) -> Int64 {
        let data = try Self.number(pragmas?.data)
        let schema = try Self.number(pragmas?.schema)
        if let dataVersion, data != dataVersion || schema != schemaVersion {
            history.append(schema == knownVersion ? try readLog() : nil)
        }
        (dataVersion, schemaVersion) = (data, schema)  // unless the log could not be read: then the next check reads it
        return history.position
    }

    private static func number(_ pragma: SQLStatement?) throws(SQLFailure) -> Int64 {
        guard let pragma else { return -1 }
        defer { pragma.reset() }
        return try pragma.step() ? pragma.integer(0) : -1
    }

    private func readLog() throws(SQLFailure) -> RowChanges? {
        guard let position = logPosition else { return nil }
        guard let (changes, end) = try log.read(since: position, schema) else {
            logPosition = try log.position()
            return nil
        }
        logPosition = end
        recordGrowth(from: position, to: end)
        var all = unlogged
        all.merge(changes)
        return all
    }

    /// Adopts the schema that this connection sees in the database.
    func use(_ schema: Schema) throws(SQLFailure) {
        self.schema = schema
        knownVersion = schemaVersion
        capture?.use(schema)
        logPosition = try log.position()
        guard logPosition != nil else { return }
        unlogged = RowChanges()
        for table in try log.gaps(schema) { unlogged.tables[table] = .unknown }
    }

    /// Sets the columns whose former values a reader needs, by table and position of the column.
    func setInterests(_ wanted: [ExactName: Set<Int>], of reader: ObjectIdentifier) {
        interests[reader] = wanted
        capture?.interests = interests.values.reduce(into: [:]) { all, more in all.merge(more) { $0.union($1) } }
    }

    /// Returns the changes since a position, or `nil` if anything may have changed.
    func changes(since position: Int64?) -> RowChanges? {
        position.flatMap { history.changes(since: $0) }
    }

    /// Counts new entries of the log. Invalid positions count as ``ChangeLog/limit`` entries.
    private func recordGrowth(from position: Int64, to end: Int64?) {
        guard let end else { return }
        let (growth, isFar) = end.subtractingReportingOverflow(position)
        unpruned =
            min(unpruned, ChangeLog.limit)
            + (isFar ? ChangeLog.limit : Int(clamping: min(growth, Int64(ChangeLog.limit))))
    }

    /// Shortens the log when it has grown by half its limit. Must not run within a transaction.
    func prune() {
        guard capture != nil, unpruned > ChangeLog.limit / 2 else { return }
        unpruned = 0  // even on failure: a user's trigger may cause one every time
        try? within(.seconds(1), on: log.connection) { () throws(SQLFailure) in try log.prune() }
    }
}

extension Ledger {
    /// Begins a transaction of ours, during which no other connection can commit. Earlier entries of the log belong to
    /// others, and ``schema`` is brought up to date with their commits.
    func beginWriting(_ connection: OpaquePointer) throws(SQLFailure) {
        _ = try check()
        if schemaVersion != knownVersion { try use(SchemaReader(connection: connection, isReadOnly: false).read()) }
        logBeforeWriting = logPosition
    }

    /// Ends a transaction of ours, before its commit. Skips the log's entries since its beginning: they are ours, and
    /// ``Capture`` knows them better.
    func endWriting() throws(SQLFailure) {
        guard let position = logPosition else { return }
        logPosition = try log.position()
        recordGrowth(from: position, to: logPosition)
    }

    /// Records a commit of ours.
    func recordCommit() {
        logBeforeWriting = nil
        guard let changes = capture?.take() else { return }
        history.append(changes)
    }

    /// Discards what was rolled back.
    func recordRollback() {
        capture?.discard()
        logPosition = logBeforeWriting ?? logPosition  // other entries will get the same numbers
        logBeforeWriting = nil
    }
}
