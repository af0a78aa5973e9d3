import CSQLite
import Dispatch
import GRDB
import SQLite
import Tables

/// The connections to one file. When the file is replaced, new connections are opened.
final class DatabaseConnections: Sendable {
    let desk: Desk
    /// A reader on the desk.
    let fast: Reader
    /// A reader on its own connection.
    let slow: Reader
    /// A reader on its own connection for the slowest lists, so that other slow lists do not wait for them.
    let last: Reader
    let probe: CommitProbe
    /// The connection for slow writes; `nil` if the file or the store is read-only.
    let slowDesk: SlowDesk?
    /// The writer; `nil` if the file or the store is read-only.
    let writer: Writer?

    private init(_ desk: Desk, _ path: String, _ configuration: StoreConfiguration) throws {
        self.desk = desk
        fast = Reader(on: desk)
        slow = try Reader(path: path, beside: desk, within: configuration.budget)
        last = try Reader(path: path, beside: desk, within: configuration.budget)
        probe = try CommitProbe(path: path, within: configuration.budget)
        let mayWrite = desk.isWritable && !configuration.isReadOnly
        slowDesk = mayWrite ? try SlowDesk(beside: desk, configuration) : nil
        writer = slowDesk.map { Writer(on: desk, $0, configuration) }
    }

    /// The file.
    var place: FilePlace { desk.place }

    /// The stopwatches of the desks, each with a description of the desk's work.
    var deskWork: [(description: String, watch: Stopwatch)] {
        [("a write or a fast list query", desk.watch)] + (slowDesk.map { [("a slow write", $0.watch)] } ?? [])
    }

    /// Registers the work of the queues for reports.
    func tell(_ work: StoreWork) {
        for (description, watch) in deskWork { work.add(description, watch) }
        work.add("a slow list query", slow.watch)
        work.add("the slowest list queries", last.watch)
    }

    /// Opens a file and reads its schema, on another thread.
    static func open(
        _ path: String, _ configuration: StoreConfiguration, mayBeEmpty: Bool
    ) async throws(StoreError) -> (connections: DatabaseConnections, schema: Schema) {
        let result: Result<(connections: DatabaseConnections, schema: Schema), StoreError> =
            await withCheckedContinuation {
                continuation in
                DispatchQueue.global().async {
                    continuation.resume(
                        returning: Result { () throws(StoreError) in try openNow(path, configuration, mayBeEmpty) })
                }
            }
        return try result.get()
    }

    /// Closes the connections. Interrupts long work: lists are read again, and a command that was rolled back runs
    /// again on the new file.
    ///
    /// All connections to one file must be closed before the file in its place is opened. Both would lock the same
    /// `-shm`, and a process loses its POSIX locks with the first descriptor that it closes. Other processes would then
    /// take the `-shm` for abandoned, and truncate it under the new connections.
    func close() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [self] in
                slowDesk?.close()
                desk.interrupt()
                fast.close()
                slow.close()
                last.close()
                if slowDesk != nil { desk.checkpoint() }
                desk.close()
                continuation.resume()
            }
        }
    }

    private static func openNow(
        _ path: String, _ configuration: StoreConfiguration, _ mayBeEmpty: Bool
    ) throws(StoreError) -> (connections: DatabaseConnections, schema: Schema) {
        try DatabaseFile.check(path, mayBeEmpty: mayBeEmpty)
        let place = FilePlace(path)
        do {
            let desk = try Desk(place, configuration)
            let connections = try DatabaseConnections(desk, path, configuration)
            let schema = try readSchema(path, configuration, isReadOnly: connections.writer == nil)
            // Each connection is opened by the path: two of them must not have different files.
            guard !place.isLeft else { throw StoreError.failed("the file was replaced while it was being opened") }
            return (connections, schema)
        } catch let error as DatabaseError {
            let failure = SQLFailure(
                code: error.extendedResultCode.rawValue, message: error.message ?? "no reason given")
            throw failure.storeError
        } catch let error as SQLFailure {
            throw error.storeError
        } catch let error as StoreError {
            throw error
        } catch {
            throw .failed("\(error)")
        }
    }

    private static func readSchema(
        _ path: String, _ store: StoreConfiguration, isReadOnly: Bool
    ) throws -> Schema {
        let configuration = Configuration.own(
            "oriel.schema", within: store.budget, readOnly: true, patience: .seconds(2))
        return try DatabaseQueue(path: path, configuration: configuration).inDatabase { database in
            guard let connection = database.sqliteConnection else { return Schema() }
            return try SchemaReader(connection: connection, isReadOnly: isReadOnly).read()
        }
    }
}
