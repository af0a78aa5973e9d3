import CSQLite
import GRDB

/// A second connection that writes, for commands that take long: lists are read on the ``Desk`` meanwhile.
///
/// The desk sees its commits as those of another program (decision 30).
final class SlowDesk: WriteDesk, @unchecked Sendable {  // guard: its queue
    let place: FilePlace
    let statements = PreparedStatements()
    /// Whether the queue answers.
    let watch = Stopwatch()
    private(set) var schema = Schema()
    private var schemaVersion: Int64?
    private let queue: DatabaseQueue

    /// Opens a file that a desk has open for writing.
    init(beside desk: Desk, _ store: StoreConfiguration) throws {
        place = desk.place
        var configuration = Configuration()
        configuration.label = "oriel.slow-desk"
        configuration.acceptsDoubleQuotedStringLiterals = true
        configuration.prepareForOwnStatements(within: store.budget)
        queue = try DatabaseQueue(path: place.path, configuration: configuration)
        try queue.inDatabase { database in
            guard let connection = database.sqliteConnection else { return }
            try SQLStatement(connection, "PRAGMA synchronous = \(store.synchronous.rawValue)").run()
        }
    }

    func async(_ body: @escaping @Sendable (OpaquePointer?) -> Void) {
        queue.async(timedBy: watch, body)
    }

    func beginWriting(_ connection: OpaquePointer) throws(SQLFailure) {
        guard case .integer(let version)? = try statements.row("PRAGMA main.schema_version", [], connection)?.first
        else { return }
        if version != schemaVersion { schema = try SchemaReader(connection: connection, isReadOnly: false).read() }
        schemaVersion = version
    }

    func endWriting() {}

    func noteCommit() {}

    func noteRollback() {}

    /// Ends what was asked for before, in the middle if it takes long, and closes the connection.
    func close() {
        queue.interruptUntilIdle()
        queue.inDatabase { _ in statements.removeAll() }
        try? queue.close()
    }
}
