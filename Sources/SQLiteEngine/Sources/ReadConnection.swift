import CSQLite
import Files
import Lists
import SQLite
import Tables

/// A connection that reads lists, off the event loop: the desk's, or one of its own, which blocks no other work.
final class ReadConnection: ListConnection {
    let desk: Desk
    let isReadOnly: Bool
    let statements: PreparedStatements
    /// Measures how long the connection's own queue takes.
    let watch = Stopwatch()
    private let queue: ConnectionQueue?

    /// How long a connection of its own waits for a lock, in milliseconds.
    private static let patience: Int32 = 1_000

    /// Creates a reader on the desk's connection.
    init(on desk: Desk, isReadOnly: Bool) {
        (self.desk, self.isReadOnly) = (desk, isReadOnly)
        statements = desk.statements
        queue = nil
    }

    /// Opens another connection to the desk's file.
    init(beside desk: Desk, within budget: QueryBudget, isReadOnly: Bool) throws(SQLFailure) {
        (self.desk, self.isReadOnly) = (desk, isReadOnly)
        statements = PreparedStatements()
        queue = try ConnectionQueue(
            "oriel.reader", desk.place.path, .reading, within: budget, patience: .milliseconds(Int(Self.patience)),
            comparesTexts: true)
    }

    /// Whether the connection is the desk's.
    var isOnDesk: Bool { queue == nil }

    /// Closes a connection of its own. Interrupts the present work. Blocks.
    func close() {
        guard let queue else { return }
        queue.interruptUntilIdle()
        queue.sync { _ in statements.removeAll() }
        queue.close()
    }

    func async(_ body: @escaping @Sendable () -> Void) {
        async { _ in body() }
    }

    func read<Value: Sendable>(
        since positions: Set<Int64>, _ body: @escaping @Sendable (any DatabaseState) throws(StoreError) -> Value,
        _ completion: @escaping @Sendable (Result<Value, StoreError>, _ work: Duration) -> Void
    ) {
        async { connection in
            let start = ThreadTime.now
            let result = self.transaction(on: connection) { connection throws(StoreError) in
                let state: ReadState
                do throws(SQLFailure) {
                    state = try self.state(since: positions, connection)
                } catch {
                    throw error.storeError
                }
                return try body(state)
            }
            completion(result, ThreadTime.now - start)
            if self.isOnDesk { self.desk.ledger.prune() }
        }
    }

    /// Reads a value in one read transaction, off the caller's thread.
    func value<Value: Sendable>(
        _ body: @escaping @Sendable (OpaquePointer) throws(SQLFailure) -> Value
    ) async -> Result<Value, StoreError> {
        await withCheckedContinuation { continuation in
            async { connection in
                let result = self.transaction(on: connection) { connection throws(StoreError) in
                    do throws(SQLFailure) { return try body(connection) } catch { throw error.storeError }
                }
                continuation.resume(returning: result)
            }
        }
    }

    private func async(_ body: @escaping @Sendable (OpaquePointer?) -> Void) {
        guard let queue else { return desk.async(body) }
        queue.async(timedBy: watch, body)
    }

    private func transaction<Value>(
        on connection: OpaquePointer?, _ body: (OpaquePointer) throws(StoreError) -> Value
    ) -> Result<Value, StoreError> {
        guard let connection else { return .failure(.failed("the connection is closed")) }
        if desk.place.isLeft { return .failure(SQLFailure.fileWasReplaced.storeError) }
        do throws(SQLFailure) { try statements.begin(connection) } catch { return .failure(error.storeError) }
        defer { try? statements.commit(connection) }
        return Result { () throws(StoreError) in try body(connection) }
    }

    /// Returns the state that the transaction on this connection sees. The ledger's check, or reading the schema
    /// version, begins the snapshot of the transaction.
    private func state(since positions: Set<Int64>, _ connection: OpaquePointer) throws(SQLFailure) -> ReadState {
        guard !isOnDesk else { return try state(of: connection, since: positions) }
        sqlite3_busy_timeout(connection, 0)  // waiting here would block every user of the desk
        defer { sqlite3_busy_timeout(connection, Self.patience) }
        return try desk.sync {
            Result { () throws(SQLFailure) in try stateBeside(connection, since: positions) }
        }.get()
    }

    /// Reads the state on another connection, on the desk's queue, so that no commit of ours comes between. After a
    /// commit of another program around that time, the transaction begins again, because the snapshot may or may not
    /// include the commit.
    private func stateBeside(_ connection: OpaquePointer, since positions: Set<Int64>) throws(SQLFailure) -> ReadState {
        var position = try desk.ledger.check()
        while true {
            _ = try statements.pragma("schema_version", connection)
            let state = try state(of: connection, since: positions)
            if state.position == position { return state }
            position = state.position
            try statements.commit(connection)
            try statements.begin(connection)
        }
    }

    private func state(of connection: OpaquePointer, since positions: Set<Int64>) throws(SQLFailure) -> ReadState {
        let ledger = desk.ledger
        let position = try ledger.check()
        var changes: [Int64: RowChanges] = [:]
        for start in positions { changes[start] = ledger.changes(since: start) }
        let context = ReadContext(
            desk: desk, statements: statements, reader: ObjectIdentifier(self), isOnDesk: isOnDesk,
            isReadOnly: isReadOnly)
        return ReadState(
            context: context, connection: connection, position: position, schemaVersion: ledger.schemaVersion,
            changes: changes)
    }
}
