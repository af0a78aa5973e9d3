import DataSources
import Files
import Lists
import Loop
import PostgresEngine
import SQLiteEngine
import Tables

/// A watched database: lists that stay current whichever program commits, and commands that write. It is a SQLite file,
/// a JSON file (``init(json:configuration:)``), or a PostgreSQL database
/// (``init(postgres:password:configuration:migrations:)``).
///
///     let store = try await Store(path: "music.sqlite")
///     let albums = store.open(Query(table: "Album", columns: ["Title"]))
///
/// Reading and writing happen off the event loop. A missing, locked or damaged file is a ``problem`` while the
/// condition lasts, and the store recovers by itself. Opening a file does not change it.
@SceneActor public final class Store {
    /// The name of the file.
    public var name: String { engine.name }
    /// The tables and views of the database.
    public private(set) var schema = Schema()
    /// Called when tables were created, dropped or changed, before any list changes.
    public var onSchemaChange: ((Schema) -> Void)?
    /// Called before ``onSchemaChange``, so that rules go by the new schema first.
    package var onSchemaChangeForRules: ((Schema) -> Void)?
    /// Whether rules limit what principals see of the store, or whether something shows it without rules; `nil` before
    /// either is known.
    package var hasRules: Bool?
    /// Why the database cannot be read at the moment; `nil` if it can.
    public private(set) var problem: ListProblem?
    /// The same for operators: it may name the address of a server.
    package private(set) var problemDetails: String?

    /// Called with the reason when the database can no longer be read, and with `nil` when it can again.
    public var onProblemChange: ((ListProblem?) -> Void)?

    let configuration: StoreConfiguration
    /// The database.
    let engine: any DatabaseEngine
    /// The present work of the store's queues.
    package nonisolated let work: StoreWork
    /// The limits on queries.
    public var budget: QueryBudget { configuration.budget }
    package private(set) var isReadOnly = false
    /// Whether slower lists show a commit only after the quick lists, which may decide what is shown to whom.
    package var showsInOrder = false
    private(set) lazy var lanes = Lanes(
        owner: self, queryTimeout: configuration.queryTimeout, listLimit: configuration.listLimit,
        orderMemory: configuration.orderMemory)
    /// Whether callers go on who have waited for a reading.
    private var isAfterReading = false
    /// When the schema last changed after the database was opened; `nil` if it has not.
    private(set) var adoptedAt: ContinuousClock.Instant?
    private var lastNumber = 0

    /// Opens a database. Close the store after use; its lists must not be used after that.
    ///
    ///     let store = try await Store(path: "todos.sqlite", migrations: [
    ///         "create": "CREATE TABLE Todo (Id INTEGER PRIMARY KEY, Text TEXT NOT NULL)",
    ///         "done": "ALTER TABLE Todo ADD COLUMN IsDone BOOLEAN NOT NULL DEFAULT 0",
    ///     ])
    ///
    /// - Parameter migrations: SQL by name that creates or changes the schema. Those that have not run on this file yet
    ///   run in this order, in one transaction: all or none. The table `oriel_migrations` records their names and
    ///   digests, so that each runs once, and a later change of its text is refused: add a new migration instead. With
    ///   migrations, a missing file is created in WAL mode, together with its folder.
    /// - Throws: The reason why the file cannot be read, ``StoreError/migration(_:reason:)``, or
    ///   ``StoreError/changedMigration(_:)``.
    public convenience init(
        path: String, configuration: StoreConfiguration = StoreConfiguration(),
        migrations: KeyValuePairs<String, String> = [:]
    ) async throws(StoreError) {
        let path = path.fromRoot
        try await Migrations(migrations).apply(
            to: path, busyTimeout: configuration.busyTimeout, isPrivate: configuration.isPrivate)
        try await self.init(SQLiteDatabase(path: path, configuration: configuration), configuration)
    }

    /// Opens the database of an engine.
    init(_ engine: any DatabaseEngine, _ configuration: StoreConfiguration) async throws(StoreError) {
        (self.engine, self.configuration, work) = (engine, configuration, engine.work)
        try await engine.open(for: self)
        adoptedAt = nil  // no screen is older than the first schema
    }

    /// Opens a list. Close it when it is no longer displayed.
    public func open(_ query: Query) -> LiveList { open(query, unless: nil) }

    /// Opens a list. If it is refused for a reason, it has no rows, and that problem.
    package func open(_ query: Query, unless reason: ListProblem?) -> LiveList {
        lastNumber += 1
        let list = LiveList(query: engine.ordered(query, in: schema), number: lastNumber, keeper: self)
        let fault = configuration.budget.fault(of: list.query)
        if let reason = reason ?? fault.map({ ListProblem(code: "query-too-large", message: $0) }) {
            EventLoop.shared.atEndOfTurn(.flush) { [weak list] in list?.refuse(reason) }
            return list
        }
        lanes.add(list)
        if let problem { EventLoop.shared.atEndOfTurn(.flush) { [weak list] in list?.fail(problem) } }
        return list
    }

    /// Closes the connections to the database, and stops following a JSON file.
    public func close() async {
        await engine.close()
    }

    /// Whether the database is that of a server, which other machines may use too.
    package var isServer: Bool { engine is PostgresDatabase }

    /// Whether it can be known, without waiting, that lists show every commit.
    package var knowsCommits: Bool { engine.knowsCommits }

    /// Whether statements can run as another role of the database.
    package var hasRoles: Bool { engine.hasRoles }

    /// Whether reading the database blocks other programs' commits, because it is not in WAL mode.
    public var keepsWritersOut: Bool { engine.keepsWritersOut }

    /// Why the database cannot be read or does not respond, in a sentence; `nil` if no problem is known. Never waits.
    ///
    /// The database does not respond when a command or a query has made all others wait for two seconds.
    public var unreadiness: String? { problem?.message ?? engine.checkResponse() }

    /// The state of the stream that tells of the database's commits; `nil` without one.
    package var streamState: StreamState? { engine.streamState }
}

extension Store: ListKeeper {
    /// Whether waiting is useless: the file is lost, or another program has held an exclusive lock for longer than
    /// `lockPatience`. While the lock is held, no other connection can commit.
    package func checkIsHopeless() -> Bool {
        if engine.isLost { return true }
        guard problem?.code == StoreError.locked.code, case .hidden = check() else { return false }
        return true
    }

    package func checkIsCurrent(_ list: LiveList) -> Bool {
        let isBehind = checkIsBehind()
        return !isBehind && !lanes.isBehind(list)
    }

    /// Checks for a commit or a replaced file that no event has reported, and notifies the lanes. Takes about 2 µs.
    ///
    /// - Returns: Whether lists may miss one.
    func checkIsBehind() -> Bool {
        guard !engine.isLost else { return false }
        let isSourceKnown = engine.checkSource()
        if !isSourceKnown { engine.readSource {} }
        return switch check() {
        case .found, .notOpen: true
        case .none, .hidden: !isSourceKnown
        }
    }

    /// Checks for a commit, and notifies the lanes of one. Callers who have just waited for a reading need no second
    /// one: it began after they asked.
    private func check() -> CommitCheck {
        if isAfterReading, !engine.knowsCommits { return .none }
        let check = engine.checkForCommits()
        if case .found = check { lanes.recordCommit() }
        return check
    }

    package var standingProblem: ListProblem? { engine.standingProblem }

    package func listIsWaiting(_ list: LiveList) { lanes.activate(list) }

    package func close(_ list: LiveList) { lanes.remove(list) }
}

extension Store: LaneOwner {
    package var lockPatience: Duration { configuration.lockPatience }

    package func afterReading(_ body: () -> Void) {
        isAfterReading = true
        body()
        isAfterReading = false
    }

    package func checkCurrentSince() -> ContinuousClock.Instant { engine.checkCurrentSince() }

    package func adopt(_ schema: Schema) {
        guard schema != self.schema else { return }
        self.schema = schema
        adoptedAt = .now
        onSchemaChangeForRules?(schema)
        onSchemaChange?(schema)
    }

    /// Whether a list is read together with the lists of tables, in one state of the database.
    package func isTimely(_ list: LiveList) -> Bool { lanes.isQuick(list) }

    package func laneCanRead() { set(nil) }

    package func laneFailed(_ error: StoreError) {
        guard error != .locked else {
            set(error)
            return lanes.giveUpLists()
        }
        Task { @SceneActor [engine] in await engine.reopen(after: error) }
    }
}

extension Store: EngineOwner {
    package var mayBeEmpty: Bool { schema.tables.isEmpty }

    package func didOpen(_ connections: ListConnections, _ schema: Schema, isReadOnly: Bool) {
        self.isReadOnly = isReadOnly
        lanes.use(connections)
        adopt(schema)
    }

    package func willClose() { lanes.use(nil) }

    package func problemChanged(_ problem: StoreError?) {
        set(problem)
        if problem != nil { lanes.giveUp() }
    }

    /// Notifies the lanes if a commit may have happened that cannot be seen. The event is not repeated.
    package func mayHaveCommitted() {
        switch check() {
        case .hidden, .notOpen: lanes.recordCommit()
        case .none, .found: break
        }
    }

    package func mustRead() { lanes.recordCommit() }

    package func kindChanged() {
        onSchemaChangeForRules?(schema)
        onSchemaChange?(schema)
    }

    /// Shows or clears a problem.
    private func set(_ error: StoreError?) {
        let problem = error.map { ListProblem(code: $0.code, message: $0.message) } ?? engine.standingProblem
        guard problem != self.problem else { return }
        self.problem = problem
        problemDetails = error?.description
        onProblemChange?(problem)
        lanes.fail(problem)
    }
}
