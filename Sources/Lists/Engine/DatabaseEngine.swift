import Changes
import DataSources
import JSON
import Loop
import Tables

/// A database that an engine keeps open for a store: it is read on ``ListConnection``s, and written here.
///
/// While the database cannot be read, the engine retries. Each opening gives other connections.
@SceneActor package protocol DatabaseEngine: AnyObject {
    /// The name of the database.
    var name: String { get }
    /// The present work of the queues.
    nonisolated var work: StoreWork { get }

    /// Opens the database for the first time, and keeps it open from then on. Tells the owner.
    func open(for owner: any EngineOwner) async throws(StoreError)
    /// Closes the database for good.
    func close() async
    /// Closes the connections after one has failed, and opens the database again.
    func reopen(after error: StoreError) async

    /// Whether the database cannot be read, and no opening is under way.
    var isLost: Bool { get }
    /// The problem that exists even while the database can be read.
    var standingProblem: ListProblem? { get }
    /// Whether reading the database blocks other programs' commits.
    var keepsWritersOut: Bool { get }
    /// Why the open database does not respond, in a sentence; `nil` if no reason is known. Never waits.
    func checkResponse() -> String?

    /// The state of the stream that tells of commits; `nil` without one.
    var streamState: StreamState? { get }

    /// Checks for commits that no event has reported.
    func checkForCommits() -> CommitCheck
    /// Whether ``checkForCommits()`` can return ``CommitCheck/none``. Where only a reading tells, it never does.
    var knowsCommits: Bool { get }
    /// Returns whether the present content of the database's source is known; true if the database is its own source.
    func checkSource() -> Bool
    /// Reads the source if necessary, and calls `body` when the database shows its content.
    func readSource(_ body: @escaping @SceneActor () -> Void)
    /// The time from which results of reading count as current.
    func checkCurrentSince() -> ContinuousClock.Instant

    /// Returns a query with the order that the engine gives to equal rows.
    func ordered(_ query: Query, in schema: Schema) -> Query
    /// Whether statements can run as another role of the database.
    var hasRoles: Bool { get }
    /// Runs commands in one transaction: all or none. Commands that have already run with the receipt do not run again.
    /// A role is given only if the engine has roles.
    func write(
        _ commands: [WriteCommand], as role: DatabaseRole?, once receipt: Receipt?, deadline: ContinuousClock.Instant
    ) async throws(CommandError) -> [WriteOutcome]
    /// Returns the rows of a query, read once, off the loop.
    ///
    /// - Throws: ``StoreError/failed(_:)`` for SQL that is not one query, or that takes longer than `queryTimeout`.
    func rows(_ sql: String, _ parameters: [SQLValue]) async throws(StoreError) -> SQLResult
    /// Returns how the database would find the rows of a query, in lines.
    ///
    /// - Throws: ``StoreError/failed(_:)`` for SQL that is not one query.
    func plan(of sql: String, _ parameters: [SQLValue]) async throws(StoreError) -> [String]
    /// Throws if the database does not understand one `INSERT`, `UPDATE` or `DELETE` with these parameters. Does not
    /// run it.
    func check(statement sql: String, _ parameters: [SQLValue]) async throws(StoreError)
    /// Runs a body in one write transaction, off the loop: all or nothing. The body may run more than once.
    ///
    /// - Throws: The error of the body, or a ``CommandError``.
    func transaction<Value: Sendable>(
        deadline: ContinuousClock.Instant, _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws -> Value
    /// Returns the whole value of a column of a row; `nil` for a missing row, and for what `rights` hide.
    func value(
        of column: String, in table: Table, id: String, within rights: QueryRights?
    ) async throws(StoreError) -> StoredValue?
    /// Prepares to read all rows of a query. `table` is `nil` for an SQL query, which the caller has checked.
    func export(_ query: Query, of table: Table?) async throws(StoreError) -> any RowExport
    /// Ends an export.
    func end(_ export: any RowExport) async
}

extension DatabaseEngine {
    package var standingProblem: ListProblem? { nil }
    package var knowsCommits: Bool { true }
    package var hasRoles: Bool { false }
    package var streamState: StreamState? { nil }
    package func checkSource() -> Bool { true }
    package func readSource(_ body: @escaping @SceneActor () -> Void) { body() }
    package func checkCurrentSince() -> ContinuousClock.Instant { .now }
    package func ordered(_ query: Query, in schema: Schema) -> Query { query }
}

/// The result of checking for commits.
package enum CommitCheck: Sendable {
    /// There was no commit since the last check.
    case none
    /// There may be a commit.
    case found
    /// Another program's exclusive lock hides commits.
    case hidden
    /// The database is not open.
    case notOpen
}

/// The owner of an engine's database: a store.
@SceneActor package protocol EngineOwner: AnyObject {
    /// The database was opened. `schema` is its present schema.
    func didOpen(_ connections: ListConnections, _ schema: Schema, isReadOnly: Bool)
    /// The connections are about to be closed. No lists are read on them from now on.
    func willClose()
    /// The reason why the database cannot be read has changed; `nil` if it can.
    func problemChanged(_ problem: StoreError?)
    /// Another connection may have committed.
    func mayHaveCommitted()
    /// Lists have to be read, although there may be no commit.
    func mustRead()
    /// The database has tables now and had none, or the reverse.
    func kindChanged()
    /// Whether an empty database counts as such rather than as one that is being rewritten.
    var mayBeEmpty: Bool { get }
}

/// The connections that read a database.
package struct ListConnections: Sendable {
    /// Reads quick lists.
    package let fast: any ListConnection
    /// Reads slow lists.
    package let slow: any ListConnection
    /// Reads the slowest lists.
    package let last: any ListConnection

    /// Creates a set of connections.
    package init(fast: any ListConnection, slow: any ListConnection, last: any ListConnection) {
        (self.fast, self.slow, self.last) = (fast, slow, last)
    }
}
