import DataSources
import GRDB
import Glibc
import JSON
import Loop

/// A SQLite file, watched: lists that stay current whoever commits, and commands that write.
///
///     let store = try await Store(path: "music.sqlite")
///     let albums = store.open(Query(table: "Album", columns: ["Title"]))
///
/// Reading and writing happen off the loop; a missing, locked or damaged file is a ``problem`` while it lasts, and
/// everything goes on by itself when it is over. Opening a file does not change it.
@SceneActor public final class Store {
    /// The name of the file.
    public internal(set) var name: String
    /// What the database holds.
    public internal(set) var schema = Schema()
    /// Told when tables have come, gone or changed, before any list is told of it.
    public var onSchemaChange: ((Schema) -> Void)?
    /// Why the database cannot be read at the moment, if it cannot.
    public private(set) var problem: ListProblem?

    /// Told when the database cannot be read any more, with the reason, and when it can again, with `nil`.
    public var onProblemChange: ((ListProblem?) -> Void)?

    let configuration: StoreConfiguration
    /// What its queues are doing.
    package nonisolated let work = StoreWork()
    /// What a query may cost.
    public var budget: QueryBudget { configuration.budget }
    package private(set) var isReadOnly = false
    var fast: Lane?
    var slow: Lane?
    var last: Lane?
    var lanes: [Lane] { [fast, slow, last].compactMap { $0 } }
    var attachment: Attachment?
    /// When the schema last changed.
    var adoptedAt: ContinuousClock.Instant?
    private var lastNumber = 0
    /// The exports that are under way.
    var exports: [RowExport] = []
    /// What their temporary files may take.
    let spoolRoom: SpoolRoom
    /// The JSON file that the database is the mirror of, if it is one's.
    var document: FollowedDocument?

    /// A look at one list that takes longer is left to the last lane, so that the others of the slow one need not wait.
    private static let longLook = Duration.seconds(1)
    /// To look at so many rows takes a tenth of a second or more, and a second on a busy machine.
    private static let longScan = 250_000

    /// Opens a database. Close it when it is not needed any more; its lists must not be used after that.
    ///
    ///     let store = try await Store(path: "todos.sqlite", migrations: [
    ///         "create": "CREATE TABLE Todo (Id INTEGER PRIMARY KEY, Text TEXT NOT NULL)",
    ///         "done": "ALTER TABLE Todo ADD COLUMN IsDone BOOLEAN NOT NULL DEFAULT 0",
    ///     ])
    ///
    /// - Parameter migrations: SQL by name that makes the schema what is needed. Those that were not run on this file yet
    ///   are run in this order, in one transaction: all or none. Their names are kept in the table `oriel_migrations`, so
    ///   that each runs once: what was released is not changed, but followed by another. With migrations a file that is
    ///   not there is made, in WAL mode, and so is its folder.
    /// - Throws: Why it cannot be read, or ``StoreError/migration(_:reason:)``.
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
        let attachment = Attachment(path: path, configuration: configuration, owner: self)
        self.attachment = attachment
        try await attachment.open()
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

    /// Opens a list. Close it when nobody looks at it any more.
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

    /// The connections, when the file can be read.
    func connections<Failure>(
        orThrow failure: (StoreError) -> Failure
    ) async throws(Failure) -> Connections {
        do throws(StoreError) {
            guard let attachment else { throw .failed("it is closed") }
            return try await attachment.opened()
        } catch {
            throw failure(error)
        }
    }

    /// Lets go of the file.
    public func close() async {
        document?.close()
        await attachment?.close()
        document = nil
        attachment = nil
    }
}

extension Store: ListKeeper {
    /// Whether waiting is useless: the file is lost, or another program has held an exclusive lock for longer than
    /// `lockPatience`. While the lock is held, nobody else can commit.
    var isHopeless: Bool { isLost || isLocked && attachment?.connections() != nil && look() == nil }

    /// Whether the file cannot be opened.
    var isLost: Bool { attachment?.isLost ?? true }

    /// Whether `problem` says that another program has locked the file.
    private var isLocked: Bool { problem?.code == StoreError.locked.code }

    func isCurrent(_ list: LiveList) -> Bool {
        let isBehind = isBehind()
        return !isBehind && fast?.isBehind(for: list) != true && slow?.isBehind(for: list) != true
            && last?.isBehind(for: list) != true
    }

    /// Looks for a commit that nobody told of, or another file; if there is one, the lanes are told. 2 us.
    func isBehind() -> Bool {
        guard let attachment, !attachment.isLost else { return false }
        let isFileBehind = document?.isBehind() ?? false
        guard attachment.connections() != nil else { return true }
        return look() == true || isFileBehind
    }

    /// Checks for a commit and notifies the lanes. Returns `nil` while an exclusive lock hides commits or the file is not open.
    private func look() -> Bool? {
        let hasMoved = attachment?.connections()?.probe.hasMoved()
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

extension Store: AttachmentOwner {
    var mayBeEmpty: Bool { schema.tables.isEmpty }

    func attached(_ connections: Connections, _ schema: Schema) {
        work.removeAll()
        connections.tell(work)
        isReadOnly = connections.writer == nil
        for (lane, reader) in [(fast, connections.fast), (slow, connections.slow), (last, connections.last)] {
            lane?.use(reader, filling: connections.fast)
        }
        document?.use(connections.desk)
        adopt(schema)
    }

    func detached() async {
        for lane in lanes { lane.use(nil, filling: nil) }
        await endExports()
    }

    func problemChanged(_ problem: StoreError?) {
        set(problem)
        guard problem != nil else { return }
        for lane in lanes { lane.giveUp() }
    }

    /// A commit may be hidden by another writer's lock now, and is told of once.
    func mayHaveCommitted() {
        if look() == nil { for lane in lanes { lane.noteCommit() } }
    }

    /// Shows what is wrong, if anything is.
    func set(_ error: StoreError?) {
        let problem = error.map { ListProblem(code: $0.code, message: $0.message) } ?? document?.problem
        guard problem != self.problem else { return }
        self.problem = problem
        onProblemChange?(problem)
        for list in lanes.flatMap(\.lists.values) { list.fail(problem) }
    }
}
