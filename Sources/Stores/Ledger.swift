import CSQLite
import Changes

/// What the lists of a database catch up from: a history of the rows that commits touched, numbered.
///
/// Our own commits are noted by the hook (``Capture``), those of others by `PRAGMA data_version`, which moves on this
/// connection exactly when somebody else has committed. A change of the schema can be one of every row.
final class Ledger: @unchecked Sendable {  // guard: the desk's queue
    private let capture: Capture?
    private let pragmas: [SQLStatement]
    private var versions: [Int64] = []
    private var history = ChangeHistory()

    init(_ connection: OpaquePointer, isWritable: Bool) throws(SQLFailure) {
        let names = ["data_version", "schema_version"]
        pragmas = try names.map { name throws(SQLFailure) in try SQLStatement(connection, "PRAGMA main.\(name)") }
        capture = isWritable ? Capture(connection, schema: Schema()) : nil
    }

    /// Notes what others have committed up to now, as this connection sees it.
    ///
    /// - Returns: The number of the last commit that is noted.
    func look() throws(SQLFailure) -> Int64 {
        let present = try pragmas.map { pragma throws(SQLFailure) in
            defer { pragma.reset() }
            pragma.reset()
            return try pragma.step() ? pragma.integer(0) : -1
        }
        if !versions.isEmpty, present != versions { history.append(nil) }
        versions = present
        return history.position
    }

    /// Goes by this schema from now on.
    func use(_ schema: Schema) {
        capture?.use(schema)
    }

    /// Says which old values of rows are wanted, by table and place of the column.
    func setInterests(_ interests: [RowName: Set<Int>]) {
        capture?.interests = interests
    }

    /// Notes a commit of our own.
    func noteCommit() {
        guard let changes = capture?.take() else { return }
        history.append(changes)
    }

    /// Forgets what was rolled back.
    func noteRollback() {
        capture?.discard()
    }

    /// What was committed since a position; `nil` when it may be anything.
    func changes(since position: Int64?) -> RowChanges? {
        position.flatMap { history.changes(since: $0) }
    }
}
