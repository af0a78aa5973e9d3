import CSQLite
import Changes

/// What the lists of a database catch up from: a history of the rows that commits touched, numbered.
///
/// Our own commits are noted by a hook (``Capture``), those of others by `PRAGMA data_version`, which moves on this
/// connection exactly when somebody else has committed: which rows these touched tells the ``ChangeLog``, if the database
/// has one. A change of the schema can be one of every row.
final class Ledger: @unchecked Sendable {  // guard: the desk's queue
    private var capture: Capture?
    private let log: ChangeLog
    private var pragmas: (data: SQLStatement, schema: SQLStatement)?
    /// The number of the data as of the last look; `nil` before the first.
    private var dataVersion: Int64?
    /// The number that SQLite gave to the schema, as of the last look.
    private(set) var schemaVersion: Int64 = -1
    private var history = ChangeHistory()
    /// What the database holds, as of the last look that found another number of it.
    private(set) var schema = Schema()
    /// The number of ``schema``. While the database has another, the log says nothing of tables that are not in it.
    private var knownVersion: Int64 = -1
    /// How far the log is noted; `nil` if there is none.
    private var logPosition: Int64?
    /// What of every commit of others the log would not tell.
    private var unlogged = RowChanges()
    private var unpruned = 0
    /// Which old values are wanted, and by whom.
    private var interests: [ObjectIdentifier: [RowName: Set<Int>]] = [:]
    /// How far the log was noted when our transaction began.
    private var logBeforeWriting: Int64?

    init(_ connection: OpaquePointer, isWritable: Bool) throws(SQLFailure) {
        pragmas = (
            try SQLStatement(connection, "PRAGMA main.data_version"),
            try SQLStatement(connection, "PRAGMA main.schema_version")
        )
        capture = isWritable ? Capture(connection, schema: Schema()) : nil
        log = ChangeLog(connection)
    }

    /// Lets go of the connection, which is about to be closed.
    func close() {
        capture = nil
        pragmas = nil
    }

    /// Notes what others have committed up to now, as this connection sees it.
    ///
    /// - Returns: The number of the last commit that is noted.
    func look() throws(SQLFailure) -> Int64 {
        let data = try Self.number(pragmas?.data)
        let schema = try Self.number(pragmas?.schema)
        defer { (dataVersion, schemaVersion) = (data, schema) }
        if let dataVersion, data != dataVersion || schema != schemaVersion {
            history.append(schema == knownVersion ? try readLog() : nil)
        }
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
        noteGrowth(from: position, to: end)
        var all = unlogged
        all.merge(changes)
        return all
    }

    /// Goes by this schema from now on: that of the database as this connection sees it.
    func use(_ schema: Schema) throws(SQLFailure) {
        self.schema = schema
        knownVersion = schemaVersion
        capture?.use(schema)
        logPosition = try log.position()
        guard logPosition != nil else { return }
        unlogged = RowChanges()
        for table in try log.gaps(schema) { unlogged.tables[table] = .unknown }
    }

    /// Says which old values of rows a reader wants, by table and place of the column.
    func setInterests(_ wanted: [RowName: Set<Int>], of reader: ObjectIdentifier) {
        interests[reader] = wanted
        capture?.interests = interests.values.reduce(into: [:]) { all, more in all.merge(more) { $0.union($1) } }
    }

    /// What was committed since a position; `nil` when it may be anything.
    func changes(since position: Int64?) -> RowChanges? {
        position.flatMap { history.changes(since: $0) }
    }

    /// Counts entries that have come. Numbers that make no sense count as the most that is kept.
    private func noteGrowth(from position: Int64, to end: Int64?) {
        guard let end else { return }
        let (growth, isFar) = end.subtractingReportingOverflow(position)
        unpruned =
            min(unpruned, ChangeLog.limit)
            + (isFar ? ChangeLog.limit : Int(clamping: min(growth, Int64(ChangeLog.limit))))
    }

    /// Shortens the log when it has grown by half of what is kept of it. Not within a transaction.
    func prune() {
        guard capture != nil, unpruned > ChangeLog.limit / 2 else { return }
        unpruned = 0  // also when it fails: somebody's trigger may see to that, every time
        try? within(.seconds(1), on: log.connection) { () throws(SQLFailure) in try log.prune() }
    }
}

extension Ledger {
    /// A transaction of ours has begun, and nobody else can commit: what others logged before is theirs, and ``schema`` is
    /// as they have left it.
    func beginWriting(_ connection: OpaquePointer) throws(SQLFailure) {
        _ = try look()
        if schemaVersion != knownVersion { try use(SchemaReader(connection: connection, isReadOnly: false).read()) }
        logBeforeWriting = logPosition
    }

    /// A transaction of ours is about to be committed: what was logged meanwhile is ours, and known better.
    func endWriting() throws(SQLFailure) {
        guard let position = logPosition else { return }
        logPosition = try log.position()
        noteGrowth(from: position, to: logPosition)
    }

    /// Notes a commit of our own.
    func noteCommit() {
        logBeforeWriting = nil
        guard let changes = capture?.take() else { return }
        history.append(changes)
    }

    /// Forgets what was rolled back.
    func noteRollback() {
        capture?.discard()
        logPosition = logBeforeWriting ?? logPosition  // its numbers will be those of other entries
        logBeforeWriting = nil
    }
}
