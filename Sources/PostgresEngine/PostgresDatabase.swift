import Changes
import DataSources
import Lists
import Loop
import PostgreSQL
import Spools
import Tables

/// A PostgreSQL database of a store.
///
/// Where `oriel attach` has made a publication, a stream tells of each commit. Otherwise the database is asked: for the
/// log that triggers fill, or for all rows of the lists.
@SceneActor package final class PostgresDatabase: DatabaseEngine {
    private enum State {
        case opening
        case open(PostgresConnections)
        case lost(StoreError)
        case closed

        var connections: PostgresConnections? { if case .open(let open) = self { open } else { nil } }
    }

    package let name: String
    package nonisolated let work = StoreWork()
    private let address: PostgresAddress
    private let configuration: StoreConfiguration
    private let spoolRoom: SpoolRoom
    private weak var owner: (any EngineOwner)?
    private var state = State.closed
    private var timer: LoopTimer?
    private var afterOpening: [() -> Void] = []
    private var exports: [PostgresExport] = []

    /// How long the connections may work on one request before the database counts as stuck.
    private static let patience = Duration.seconds(2)

    /// Creates a database at an address.
    package init(_ address: PostgresAddress, configuration: StoreConfiguration) {
        (self.address, self.configuration, name) = (address, configuration, address.name)
        spoolRoom = SpoolRoom(limit: configuration.spoolLimit, total: configuration.spoolTotal)
    }

    package func open(for owner: any EngineOwner) async throws(StoreError) {
        self.owner = owner
        await connect()
        if case .lost(let error) = state { throw error }
    }

    package func close() async {
        timer?.cancel()
        await closeConnections(.closed)
        wake()
    }

    package func reopen(after error: StoreError) async {
        guard state.connections != nil else { return }
        await closeConnections(.opening)
        lose(error)
    }

    /// Opens the database again after a failure of its connections, unless others are open by now.
    private func reopen(_ connections: PostgresConnections, after error: StoreError) async {
        guard state.connections === connections else { return }
        await reopen(after: error)
    }

    /// Reads a value beside the lists.
    private func read<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection, Catalogue) throws(PostgresFailure) -> Value
    ) async throws(StoreError) -> Value {
        let connections = try await connections()
        let result = await connections.slow.value(body)
        if case .failure(let error) = result, case .server = error { await reopen(connections, after: error) }
        return try result.get()
    }

    private func connect() async {
        state = .opening
        let events = PostgresConnections.Events(
            mayHaveCommitted: { [weak self] in
                EventLoop.shared.post { self?.owner?.mayHaveCommitted() }
            },
            streamEnded: { [weak self] error in
                EventLoop.shared.post { Task { @SceneActor in await self?.reopen(after: error) } }
            })
        do throws(StoreError) {
            let opened = try await PostgresConnections.open(address, configuration, events)
            guard case .opening = state else { return await opened.close() }
            use(opened)
        } catch {
            lose(error)
        }
    }

    private func use(_ connections: PostgresConnections) {
        state = .open(connections)
        work.removeAll()
        connections.notify(work)
        let readers = ListConnections(fast: connections.fast, slow: connections.slow, last: connections.last)
        owner?.didOpen(readers, connections.schema, isReadOnly: connections.writer == nil)
        owner?.problemChanged(nil)
        askLater(connections.capture.interval(configuration))
        wake()
    }

    /// Records that the database cannot be used, and retries later.
    private func lose(_ error: StoreError) {
        guard case .opening = state else { return }
        state = .lost(error)
        owner?.problemChanged(error)
        wake()
        timer?.cancel()
        timer = EventLoop.shared.after(configuration.pollInterval) { [weak self] in
            Task { @SceneActor [weak self] in await self?.connect() }
        }
    }

    private func wake() {
        let bodies = afterOpening
        afterOpening = []
        for body in bodies { body() }
    }

    private func askLater(_ interval: Duration) {
        timer?.cancel()
        timer = EventLoop.shared.after(interval) { [weak self] in
            guard let self, state.connections != nil else { return }
            owner?.mayHaveCommitted()
            askLater(interval)
        }
    }

    private func closeConnections(_ next: State) async {
        guard let connections = state.connections else { return state = next }
        state = next
        owner?.willClose()
        let open = exports
        exports = []
        for export in open { await close(export) }
        await connections.close()
    }

    /// Returns the connections, after an opening that is under way. Throws if the database cannot be used.
    private func connections() async throws(StoreError) -> PostgresConnections {
        if case .opening = state {
            await withCheckedContinuation { continuation in afterOpening.append { continuation.resume() } }
        }
        switch state {
        case .open(let connections): return connections
        case .lost(let error): throw error
        case .opening: throw .server("it is being connected to")
        case .closed: throw .closed
        }
    }
}

extension PostgresDatabase {
    package var isLost: Bool {
        switch state {
        case .lost, .closed: true
        case .opening, .open: false
        }
    }

    /// Always false: readers block nobody.
    package var keepsWritersOut: Bool { false }

    /// Each reading asks the server, so lists may always miss a commit until they are read.
    package func checkForCommits() -> CommitCheck { state.connections == nil ? .notOpen : .found }

    package var knowsCommits: Bool { false }
    package var hasRoles: Bool { true }

    package var streamState: StreamState? { state.connections?.streamState }

    package func checkResponse() -> String? {
        guard let connections = state.connections else { return isLost ? "The database is not connected." : nil }
        if let (work, time) = connections.silence {
            guard time >= Self.patience else { return nil }
            return "The database is busy: \(work) has been running for \(time.components.seconds) s."
        }
        connections.fast.async {}  // the next call sees whether even this completes
        return nil
    }
}

extension PostgresDatabase {
    package func write(
        _ commands: [WriteCommand], as role: DatabaseRole?, once receipt: Receipt?, deadline: ContinuousClock.Instant
    ) async throws(CommandError) -> [WriteOutcome] {
        do {
            return try await run(WriteBatch(commands: commands, role: role, receipt: receipt), deadline)
        } catch {
            throw error as? CommandError ?? .failed(message: "\(error)")
        }
    }

    private func run(_ batch: WriteBatch, _ deadline: ContinuousClock.Instant) async throws -> [WriteOutcome] {
        let connections: PostgresConnections
        do throws(StoreError) { connections = try await self.connections() } catch {
            throw CommandError.unavailable(error)
        }
        guard let writer = connections.writer else { throw CommandError.nothingIsWritten }
        let result = await writer.run(batch, deadline: deadline)
        if case .failure(CommandError.unavailable(let error)) = result { await reopen(connections, after: error) }
        return try result.get()
    }

    package func transaction<Value: Sendable>(
        deadline: ContinuousClock.Instant, _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws -> Value {
        let outcome = Outcome<Value>()
        let batch = WriteBatch(commands: [], role: nil, receipt: nil) { connection in
            outcome.value = try body(ConnectionTransaction(connection: connection))
        }
        _ = try await run(batch, deadline)
        guard let value = outcome.value else { throw CommandError.failed(message: "It did not run.") }
        return value
    }

    package func rows(_ sql: String, _ parameters: [SQLValue]) async throws(StoreError) -> SQLResult {
        let limit = configuration.queryTimeout
        return try await read { connection, _ throws(PostgresFailure) in
            try connection.within(limit) { () throws(PostgresFailure) in
                try connection.result(sql, parameters)
            }
        }
    }

    package func plan(of sql: String, _ parameters: [SQLValue]) async throws(StoreError) -> [String] {
        try await rows("EXPLAIN \(sql)", parameters).rows.compactMap { row in
            if case .text(let line)? = row.first { line } else { nil }
        }
    }

    package func check(statement sql: String, _ parameters: [SQLValue]) async throws(StoreError) {
        let (text, count) = sql.withNumberedParameters()
        guard count == parameters.count else {
            throw .failed("The SQL has \(count) parameters, not \(parameters.count).")
        }
        guard text.isStatementThatWrites else { throw .failed("It has to be one INSERT, UPDATE or DELETE.") }
        try await read { connection, _ throws(PostgresFailure) in
            _ = try connection.runScript("PREPARE oriel_check AS \(text); DEALLOCATE oriel_check")
        }
    }

    package func value(
        of column: String, in table: Table, id: String, within rights: QueryRights?
    ) async throws(StoreError) -> StoredValue? {
        var query = Query(table: table.name, columns: [column])
        query.rights = rights
        return try await read { [query] connection, catalogue throws(PostgresFailure) in
            guard let table = catalogue.schema.table(named: table.name),
                let key = KeyCondition(table, catalogue).literal(id)
            else { return nil }
            let text = QueryText(table: table, query: query, in: catalogue)
            let row = try RoleConnection(connection, as: rights?.role).run(text.select(text.shown, and: key))
            guard row.count == 1, let bytes = row.bytes(0, 0) else { return nil }
            if case .blob = row.value(0, 0) { return StoredValue(PostgresKind.wholeBlob(bytes)) }
            return StoredValue(row.value(0, 0))
        }
    }

    package func export(_ query: Query, of table: Table?) async throws(StoreError) -> any RowExport {
        let rows = try await exported(query, of: table)
        let export = try await PostgresExport.open(address, rows, in: spoolRoom)
        exports.append(export)
        work.add("an export", export.watch)
        return export
    }

    private func exported(_ query: Query, of table: Table?) async throws(StoreError) -> PostgresExport.Rows {
        if case .sql(let text) = query.subject {
            guard query.rights == nil, let sql = try? text.withLiterals() else { throw .failed("it cannot be run") }
            return PostgresExport.Rows(sql: sql, locator: nil)
        }
        guard let table else { throw .failed("the query has no table") }
        return try await read { _, catalogue throws(PostgresFailure) in
            let present = catalogue.schema.table(named: table.name) ?? table
            let text = QueryText(table: catalogue.schema.withPaths(present, for: query), query: query, in: catalogue)
            let setup = try query.rights?.role?.script ?? ""
            return PostgresExport.Rows(sql: text.rows, setup: setup, locator: RowLocator(table: present))
        }
    }

    package func end(_ export: any RowExport) async {
        guard let place = exports.firstIndex(where: { $0 === export }) else { return }
        await close(exports.remove(at: place))
    }

    private func close(_ export: PostgresExport) async {
        await export.close()
        work.remove(export.watch)
    }
}

/// The result of a transaction's body.
private final class Outcome<Value>: @unchecked Sendable {  // guard: written on the writer's queue, read after it
    var value: Value?
}
