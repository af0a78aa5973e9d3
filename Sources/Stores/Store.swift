import DataSources
import GRDB
import Glibc
import JSON
import Loop
import Tables

/// A watched SQLite file: lists that stay current whichever program commits, and commands that write.
///
///     let store = try await Store(path: "music.sqlite")
///     let albums = store.open(Query(table: "Album", columns: ["Title"]))
///
/// Reading and writing happen off the event loop. A missing, locked or damaged file is a ``problem`` while the
/// condition lasts, and the store recovers by itself. Opening a file does not change it.
@SceneActor public final class Store {
    /// The name of the file.
    public internal(set) var name: String
    /// The tables and views of the database.
    public internal(set) var schema = Schema()
    /// Called when tables were created, dropped or changed, before any list changes.
    public var onSchemaChange: ((Schema) -> Void)?
    /// Why the database cannot be read at the moment; `nil` if it can.
    public private(set) var problem: ListProblem?

    /// Called with the reason when the database can no longer be read, and with `nil` when it can again.
    public var onProblemChange: ((ListProblem?) -> Void)?

    let configuration: StoreConfiguration
    /// The present work of the store's queues.
    package nonisolated let work = StoreWork()
    /// The limits on queries.
    public var budget: QueryBudget { configuration.budget }
    package private(set) var isReadOnly = false
    /// Whether slower lists show a commit only after the quick lists, which may decide what is shown to whom.
    package var showsInOrder = false
    var fast: Lane?
    var slow: Lane?
    var last: Lane?
    var lanes: [Lane] { [fast, slow, last].compactMap { $0 } }
    var database: OpenDatabase?
    /// When the schema last changed.
    var adoptedAt: ContinuousClock.Instant?
    private var lastNumber = 0
    /// The exports in progress.
    var exports: [RowExport] = []
    /// The room for the exports' temporary files.
    let spoolRoom: SpoolRoom
    /// The JSON file that the database mirrors, if any.
    var document: FollowedDocument?

    /// The limit on reading one list in the slow lane. Slower lists move to the last lane, so that others do not wait.
    private static let longLook = Duration.seconds(1)
    /// The limit on the rows of a scan in the slow lane. A scan of this size takes at least a tenth of a second, or a
    /// second on a busy machine.
    private static let longScan = 250_000

    /// Opens a database. Close the store after use; its lists must not be used after that.
    ///
    ///     let store = try await Store(path: "todos.sqlite", migrations: [
    ///         "create": "CREATE TABLE Todo (Id INTEGER PRIMARY KEY, Text TEXT NOT NULL)",
    ///         "done": "ALTER TABLE Todo ADD COLUMN IsDone BOOLEAN NOT NULL DEFAULT 0",
    ///     ])
    ///
    /// - Parameter migrations: SQL by name that creates or changes the schema. Those that have not run on this file yet
    ///   run in this order, in one transaction: all or none. The table `oriel_migrations` records their names, so that
    ///   each runs once: add a new migration instead of changing a released one. With migrations, a missing file is
    ///   created in WAL mode, together with its folder.
    /// - Throws: The reason why the file cannot be read, or ``StoreError/migration(_:reason:)``.
    public init(
        path: String, configuration: StoreConfiguration = StoreConfiguration(),
        migrations: KeyValuePairs<String, String> = [:]
    ) async throws(StoreError) {
        let path = path.fromRoot
        self.configuration = configuration
        spoolRoom = SpoolRoom(limit: configuration.spoolLimit, total: configuration.spoolTotal)
        try await Migrations(migrations).apply(to: path, busyTimeout: configuration.busyTimeout)
        name = path.split(separator: "/").last.map(String.init) ?? path
        makeLanes()
        let database = OpenDatabase(path: path, configuration: configuration, owner: self)
        self.database = database
        try await database.open()
    }

    private func makeLanes() {
        let (limit, rows) = (configuration.queryTimeout, configuration.listLimit)
        let last = Lane(owner: self, within: .slow(limit, rows: rows))
        let look = min(limit, Self.longLook)
        let slow = Lane(
            owner: self, within: .slow(look, rows: rows, scanned: look < limit ? Self.longScan : .max),
            beside: look < limit ? last : nil)
        fast = Lane(owner: self, within: .quick, isAlwaysAwake: true, beside: slow)
        (self.slow, self.last) = (slow, last)
    }

    /// Opens a list. Close it when it is no longer displayed.
    public func open(_ query: Query) -> LiveList {
        lastNumber += 1
        let query = document == nil ? query : query.inFileOrder(schema)
        let list = LiveList(query: query, number: lastNumber, keeper: self)
        if let fault = configuration.budget.fault(of: query) {
            EventLoop.shared.atEndOfTurn(.flush) { [weak list] in list?.refuse(fault) }
            return list
        }
        quickestLane(for: list)?.add(list)
        if let problem { EventLoop.shared.atEndOfTurn(.flush) { [weak list] in list?.fail(problem) } }
        return list
    }

    /// Returns the connections, after an opening that is under way. Throws if the file cannot be read.
    func connections<Failure>(
        orThrow failure: (StoreError) -> Failure
    ) async throws(Failure) -> DatabaseConnections {
        do throws(StoreError) {
            guard let database else { throw .closed }
            return try await database.opened()
        } catch {
            throw failure(error)
        }
    }

    /// Closes the connections to the database, and stops following a JSON file.
    public func close() async {
        document?.close()
        await database?.close()
        document = nil
        database = nil
    }
}

extension Store: ListKeeper {
    /// Whether waiting is useless: the file is lost, or another program has held an exclusive lock for longer than
    /// `lockPatience`. While the lock is held, no other connection can commit.
    var isHopeless: Bool { isLost || isLocked && database?.connections() != nil && look() == nil }

    /// Whether the file cannot be opened.
    var isLost: Bool { database?.isLost ?? true }

    /// Whether `problem` says that another program has locked the file.
    private var isLocked: Bool { problem?.code == StoreError.locked.code }

    func isCurrent(_ list: LiveList) -> Bool {
        let isBehind = isBehind()
        return !isBehind && fast?.isBehind(for: list) != true && slow?.isBehind(for: list) != true
            && last?.isBehind(for: list) != true
    }

    /// Checks for a commit or a replaced file that no event has reported, and notifies the lanes. Takes about 2 µs.
    func isBehind() -> Bool {
        guard let database, !database.isLost else { return false }
        let isFileBehind = document?.isBehind() ?? false
        guard database.connections() != nil else { return true }
        return look() == true || isFileBehind
    }

    /// Checks for a commit and notifies the lanes. Returns `nil` while an exclusive lock hides commits or the file is
    /// not open.
    private func look() -> Bool? {
        let hasMoved = database?.connections()?.probe.hasMoved()
        if hasMoved == true { for lane in lanes { lane.noteCommit() } }
        return hasMoved
    }

    func listIsWaiting() {
        for lane in lanes { lane.schedule() }
    }

    func close(_ list: LiveList) {
        for lane in lanes { lane.remove(list) }
    }
}

extension Store: OpenDatabaseOwner {
    var mayBeEmpty: Bool { schema.tables.isEmpty }

    func didOpen(_ connections: DatabaseConnections, _ schema: Schema) {
        work.removeAll()
        connections.tell(work)
        isReadOnly = connections.writer == nil
        for (lane, reader) in [(fast, connections.fast), (slow, connections.slow), (last, connections.last)] {
            lane?.use(reader, filling: connections.fast)
        }
        document?.use(connections.desk)
        adopt(schema)
    }

    func willClose() async {
        for lane in lanes { lane.use(nil, filling: nil) }
        await endExports()
    }

    func problemChanged(_ problem: StoreError?) {
        set(problem)
        guard problem != nil else { return }
        for lane in lanes { lane.giveUp() }
    }

    /// Notifies the lanes if another writer's lock hides whether a commit happened. The event is not repeated.
    func mayHaveCommitted() {
        if look() == nil { for lane in lanes { lane.noteCommit() } }
    }

    /// Shows or clears a problem.
    func set(_ error: StoreError?) {
        let problem = error.map { ListProblem(code: $0.code, message: $0.message) } ?? document?.problem
        guard problem != self.problem else { return }
        self.problem = problem
        onProblemChange?(problem)
        for list in lanes.flatMap(\.lists.values) { list.fail(problem) }
    }
}
