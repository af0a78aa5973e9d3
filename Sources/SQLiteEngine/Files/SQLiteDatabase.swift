import Changes
import Files
import JSON
import Lists
import Loop
import SQLite
import Spools
import Tables

/// A watched SQLite file as the database of a store.
@SceneActor package final class SQLiteDatabase: DatabaseEngine {
    package let name: String
    package nonisolated let work = StoreWork()
    /// Called when the file was opened, with the connection that writes.
    package var onOpen: ((Desk) -> Void)?
    let configuration: StoreConfiguration
    private let spoolRoom: SpoolRoom
    private weak var owner: (any EngineOwner)?
    private var file: OpenDatabase?
    private var exports: [FileExport] = []

    /// How long the desk may work on one request before it counts as stuck.
    private static let deskPatience = Duration.seconds(2)

    /// Creates a database of the file at an absolute path.
    package init(path: String, configuration: StoreConfiguration) {
        name = path.fileName
        self.configuration = configuration
        spoolRoom = SpoolRoom(limit: configuration.spoolLimit, total: configuration.spoolTotal)
        file = OpenDatabase(path: path, configuration: configuration, owner: self)
    }

    package func open(for owner: any EngineOwner) async throws(StoreError) {
        self.owner = owner
        guard let file else { throw .closed }
        try await file.open()
    }

    package func close() async {
        await file?.close()
        file = nil
    }

    package func reopen(after error: StoreError) async {
        await file?.failed(error)
    }

    package var isLost: Bool { file?.isLost ?? true }

    package var keepsWritersOut: Bool { file?.connections()?.probe.keepsWritersOut ?? false }

    /// Takes about 2 µs.
    package func checkForCommits() -> CommitCheck {
        guard let connections = file?.connections() else { return .notOpen }
        return connections.probe.hasMoved().map { $0 ? .found : .none } ?? .hidden
    }

    /// The database does not respond when a command or a query has made all others wait for two seconds.
    package func checkResponse() -> String? {
        guard let connections = file?.connections() else { return isLost ? "The database is not open." : nil }
        let silent = connections.deskWork.compactMap { work, watch in watch.silence.map { (work, $0) } }
        if let (work, time) = silent.max(by: { $0.1 < $1.1 }) {
            guard time >= Self.deskPatience else { return nil }
            return "The database is busy: \(work) has been running for \(time.components.seconds) s."
        }
        connections.desk.async { _ in }  // the next call sees whether even this completes
        return nil
    }

    /// Returns the connections, after an opening that is under way. Throws if the file cannot be read.
    func connections<Failure>(
        orThrow failure: (StoreError) -> Failure
    ) async throws(Failure) -> DatabaseConnections {
        do throws(StoreError) {
            guard let file else { throw .closed }
            return try await file.opened()
        } catch {
            throw failure(error)
        }
    }
}

extension SQLiteDatabase {
    package func write(
        _ commands: [WriteCommand], as role: DatabaseRole?, once receipt: Receipt?, deadline: ContinuousClock.Instant
    ) async throws(CommandError) -> [WriteOutcome] {
        try await commit(WriteBatch(commands: commands, receipt: receipt), deadline: deadline)
    }

    /// Runs a batch, again if the file is replaced meanwhile.
    func commit(
        _ batch: WriteBatch, deadline: ContinuousClock.Instant
    ) async throws(CommandError) -> [WriteOutcome] {
        let connections = try await connections(orThrow: CommandError.unavailable)
        guard let writer = connections.writer else { throw .nothingIsWritten }
        do throws(CommandError) {
            return try await writer.run(batch, deadline: deadline)
        } catch {
            // Closing the connections ends the commands that run on them, as `writeTimeout` does.
            guard file?.connections()?.desk !== connections.desk else { throw error }
            if file?.isClosed ?? true { throw error.isTooSlow ? .unavailable(.closed) : error }
            guard .now < deadline else { throw error.isTooSlow ? .busy : error }
        }
        return try await commit(batch, deadline: deadline)  // the file was replaced, nothing was done
    }

    package func value(
        of column: String, in table: Table, id: String, within rights: QueryRights?
    ) async throws(StoreError) -> StoredValue? {
        let connection = try await connections { $0 }.slow
        guard let condition = RowLocator(table: table).condition(for: id) else { return nil }
        var query = Query(table: table.name, columns: [column])
        query.rights = rights
        let sql = QueryText(table: table, query: query).row(where: condition.sql)
        let value = await connection.value { connection throws(SQLFailure) in
            let statement = try SQLStatement(connection, sql)
            statement.bind(condition.values)
            return StoredValue(try statement.step() ? statement.value(0) : .null)
        }
        return try value.get()
    }
}

extension SQLiteDatabase {
    /// The export fails if the file is replaced while it reads.
    package func export(_ query: Query, of table: Table?) async throws(StoreError) -> any RowExport {
        let path = try await connections { $0 }.place.path
        let export = try FileExport(
            path: path, table: table, query: query, within: configuration.budget, in: spoolRoom)
        exports.append(export)
        work.add("an export", export.watch)
        return export
    }

    package func end(_ export: any RowExport) async {
        guard let export = exports.first(where: { $0 === export }) else { return }
        exports.removeAll { $0 === export }
        await close(export)
    }

    private func close(_ export: FileExport) async {
        await export.close()
        work.remove(export.watch)
    }
}

extension SQLiteDatabase: OpenDatabaseOwner {
    var mayBeEmpty: Bool { owner?.mayBeEmpty ?? false }

    func didOpen(_ connections: DatabaseConnections, _ schema: Schema) {
        work.removeAll()
        connections.notify(work)
        onOpen?(connections.desk)
        owner?.didOpen(connections.readers, schema, isReadOnly: connections.writer == nil)
    }

    /// Also ends all exports, which read the file that is about to be closed.
    func willClose() async {
        owner?.willClose()
        let open = exports
        exports = []
        for export in open { await close(export) }
    }

    func problemChanged(_ problem: StoreError?) { owner?.problemChanged(problem) }

    func mayHaveCommitted() { owner?.mayHaveCommitted() }
}
