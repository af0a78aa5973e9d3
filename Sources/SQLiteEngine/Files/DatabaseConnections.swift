import CSQLite
import Dispatch
import Files
import Lists
import SQLite
import Tables

/// The connections to one file. When the file is replaced, new connections are opened.
final class DatabaseConnections: Sendable {
    let desk: Desk
    /// The readers: of quick lists on the desk, of slow lists and the slowest on connections of their own.
    let readers: ListConnections
    /// The connection of slow lists.
    let slow: ReadConnection
    private let last: ReadConnection
    let probe: CommitProbe
    /// The connection for slow writes; `nil` if the file or the store is read-only.
    let slowDesk: SlowDesk?
    /// The writer; `nil` if the file or the store is read-only.
    let writer: Writer?

    private init(_ desk: Desk, _ configuration: StoreConfiguration) throws {
        self.desk = desk
        let mayWrite = desk.isWritable && !configuration.isReadOnly
        slow = try ReadConnection(beside: desk, within: configuration.budget, isReadOnly: !mayWrite)
        last = try ReadConnection(beside: desk, within: configuration.budget, isReadOnly: !mayWrite)
        readers = ListConnections(fast: ReadConnection(on: desk, isReadOnly: !mayWrite), slow: slow, last: last)
        probe = try CommitProbe(path: desk.place.path, within: configuration.budget)
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
    func notify(_ work: StoreWork) {
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
            let connections = try DatabaseConnections(desk, configuration)
            let schema = try readSchema(path, configuration, isReadOnly: connections.writer == nil)
            // Each connection is opened by the path: two of them must not have different files.
            guard !place.isLeft else { throw StoreError.failed("the file was replaced while it was being opened") }
            return (connections, schema)
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
    ) throws(SQLFailure) -> Schema {
        let connection = try SQLConnection(path, .reading, busyTimeout: .seconds(2))
        store.budget.confine(connection.handle)
        return try SchemaReader(connection: connection.handle, isReadOnly: isReadOnly).read()
    }
}
