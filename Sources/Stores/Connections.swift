import CSQLite
import Dispatch
import GRDB

/// The connections to one file as it is now; when it is replaced, they are made anew.
final class Connections: Sendable {
    let desk: Desk
    /// Reads on the desk.
    let fast: Reader
    /// Reads on a connection of its own.
    let slow: Reader
    /// The same for what takes so long that even those who are slow are not to wait for it.
    let last: Reader
    let probe: CommitProbe
    /// Writes what takes long; `nil` when the file cannot be written, or is not to be.
    let slowDesk: SlowDesk?
    /// `nil` when the file cannot be written, or is not to be.
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

    /// Has the work of the queues told of.
    func tell(_ work: StoreWork) {
        work.add("a write or a quick list", desk.watch)
        if let slowDesk { work.add("a slow write", slowDesk.watch) }
        work.add("a slow list", slow.watch)
        work.add("the slowest lists", last.watch)
    }

    /// Opens a file and reads its schema, on another thread.
    static func open(
        _ path: String, _ configuration: StoreConfiguration, mayBeEmpty: Bool
    ) async throws(StoreError) -> (connections: Connections, schema: Schema) {
        let result: Result<(connections: Connections, schema: Schema), StoreError> = await withCheckedContinuation {
            continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    returning: Result { () throws(StoreError) in try openNow(path, configuration, mayBeEmpty) })
            }
        }
        return try result.get()
    }

    /// Closes them. What they do at the moment is ended if it takes long: lists are read again, and a command that was undone is
    /// run again where another file has come.
    ///
    /// All connections to one file have to be closed before the file in its place is opened. Both would lock the same
    /// `-shm`, and a process loses its POSIX locks with the first descriptor that it closes: other processes would take
    /// the `-shm` for abandoned, and truncate it under the new connections.
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
    ) throws(StoreError) -> (connections: Connections, schema: Schema) {
        try DatabaseFile.check(path, mayBeEmpty: mayBeEmpty)
        let place = FilePlace(path)
        do {
            let desk = try Desk(place, configuration)
            let connections = try Connections(desk, path, configuration)
            let schema = try readSchema(path, configuration, isReadOnly: connections.writer == nil)
            // Each is opened by the path: two of them must not be of two files.
            guard !place.isLeft else { throw StoreError.failed("it was replaced while it was opened") }
            return (connections, schema)
        } catch let error as DatabaseError {
            let failure = SQLFailure(
                code: error.extendedResultCode.rawValue, message: error.message ?? "it gives no reason")
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
        var configuration = Configuration()
        configuration.readonly = true
        configuration.acceptsDoubleQuotedStringLiterals = true
        configuration.busyMode = .timeout(2)
        configuration.prepareForOwnStatements(within: store.budget)
        return try DatabaseQueue(path: path, configuration: configuration).inDatabase { database in
            guard let connection = database.sqliteConnection else { return Schema() }
            return try SchemaReader(connection: connection, isReadOnly: isReadOnly).read()
        }
    }
}
