import Files
import Lists
import SQLite
import Tables

/// A second connection for slow commands, so that lists can be read on the ``Desk`` meanwhile.
///
/// The desk sees its commits as commits of another program (decision 30).
final class SlowDesk: WriteDesk, @unchecked Sendable {  // guard: its queue
    let place: FilePlace
    let statements = PreparedStatements()
    /// Measures how long the queue takes.
    let watch = Stopwatch()
    private(set) var schema = Schema()
    private var schemaVersion: Int64?
    private let queue: ConnectionQueue

    /// Opens a file that a desk has opened for writing.
    init(beside desk: Desk, _ store: StoreConfiguration) throws {
        place = desk.place
        queue = try ConnectionQueue("oriel.slow-desk", place.path, .writing, within: store.budget)
        try queue.sync { connection in
            guard let connection else { return }
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

    func recordCommit() {}

    func recordRollback() {}

    /// Completes all earlier work, interrupts what takes long, and closes the connection.
    func close() {
        queue.interruptUntilIdle()
        queue.sync { _ in statements.removeAll() }
        queue.close()
    }
}
