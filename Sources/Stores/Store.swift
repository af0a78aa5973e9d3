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
    public let name: String
    /// What the database holds.
    public private(set) var schema = Schema()
    /// Told when tables have come, gone or changed, before any list is told of it.
    public var onSchemaChange: ((Schema) -> Void)?
    /// Why the database cannot be read at the moment, if it cannot.
    public private(set) var problem: ListProblem?

    let configuration: StoreConfiguration
    private(set) var isReadOnly = false
    private let path: String
    private var fast: Lane?
    private var slow: Lane?
    private var lanes: [Lane] { [fast, slow].compactMap { $0 } }
    private var connections: Connections?
    private var watcher: Watcher?
    private var retry: LoopTimer?
    private var isReopening = false
    /// Whether another file has come since the connections were last asked for.
    private var isOutdated = false
    private var afterReopening: [() -> Void] = []
    private var lastNumber = 0
    private var hasLookedThisTurn = false

    /// A list that took longer than this is read in the slow lane, where it keeps nobody else waiting.
    private static let slowList = Duration.milliseconds(100)

    /// Opens a database.
    ///
    /// - Throws: Why it cannot be read.
    public init(path: String, configuration: StoreConfiguration = StoreConfiguration()) async throws(StoreError) {
        self.path = path
        self.configuration = configuration
        name = path.split(separator: "/").last.map(String.init) ?? path
        fast = Lane(owner: self, isAlwaysAwake: true)
        slow = Lane(owner: self, isAlwaysAwake: false)
        try await connect()
        watcher = Watcher(path: path, interval: configuration.pollInterval) { [weak self] event in
            EventLoop.shared.post { self?.hear(event) }
        }
    }

    /// Opens a list. Close it when nobody looks at it any more.
    public func open(_ query: Query) -> LiveList {
        lastNumber += 1
        let list = LiveList(query: query, number: lastNumber, keeper: self)
        let isSlow = query.isCounts || schema.table(named: query.tableName)?.key == RowIdentity.none
        (isSlow ? slow : fast)?.add(list)
        if let problem { EventLoop.shared.atEndOfTurn(.flush) { [weak list] in list?.fail(problem) } }
        return list
    }

    /// Runs a command in a transaction of its own. Returns when lists show it, or after a while at the latest.
    public func write(_ command: WriteCommand) async throws(CommandError) -> WriteOutcome {
        await reopened()
        guard let connections else { throw .failed(message: problem?.message ?? "The database is closed.") }
        guard let writer = connections.writer else { throw .readOnly(message: "The database is read-only.") }
        let outcome = try await writer.run(command, schema: schema)
        _ = isBehind()
        await shown()
        return outcome
    }

    /// The value of a column of a row, whole; `nil` when it is NULL or there is no such row.
    public func value(of column: String, in table: String, id: String) async throws(StoreError) -> StoredValue? {
        await reopened()
        guard let reader = connections?.slow, let found = schema.table(named: table),
            let condition = RowLocator(table: found).condition(for: id)
        else { return nil }
        let value = try await reader.read { connection in
            let statement = try SQLStatement(
                connection, "SELECT \(column.quoted) FROM \(table.quoted) WHERE \(condition.sql)")
            statement.bind(condition.values)
            return try statement.step() ? statement.value(0) : .null
        }.get()
        return StoredValue(value)
    }

    /// Lets go of the file.
    public func close() async {
        watcher?.stop()
        retry?.cancel()
        await disconnect()
    }

    /// Calls `body` when ``schema`` is that of every commit there is now, or after a while at the latest.
    public func whenSchemaIsCurrent(_ body: @escaping @SceneActor () -> Void) {
        guard isBehind() || isReopening || fast?.isCurrent == false else { return body() }
        let once = Once(body)
        EventLoop.shared.after(configuration.showTimeout) { once.run() }
        fast?.afterNextJob { once.run() }
    }
}

extension Store: ListKeeper {
    /// Whether a list shows every commit there is: looks for one, at most once in a turn.
    func isCurrent(_ list: LiveList) -> Bool {
        let isBehind = isBehind()
        return !isBehind && lanes.allSatisfy { $0.lists[list.number] == nil || $0.isCurrent }
    }

    /// Looks for a commit that nobody told of; if there is one, the lanes are told.
    private func isBehind() -> Bool {
        guard !hasLookedThisTurn, let probe = connections?.probe else { return false }
        hasLookedThisTurn = true
        EventLoop.shared.atEndOfTurn(.send) { [weak self] in self?.hasLookedThisTurn = false }
        guard probe.hasMoved() == true else { return false }
        for lane in lanes { lane.noteCommit() }
        return true
    }

    /// Hears of a commit: it may have come after a look in this turn, and be hidden by another writer's lock now.
    private func hearOfCommit() {
        guard connections?.probe.hasMoved() != false else { return }
        for lane in lanes { lane.noteCommit() }
    }

    func listIsWaiting() {
        for lane in lanes { lane.schedule() }
    }

    func close(_ list: LiveList) {
        for lane in lanes { lane.remove(list) }
    }
}

extension Store: LaneOwner {
    var lockPatience: Duration { configuration.lockPatience }

    func adopt(_ schema: Schema) {
        guard schema != self.schema else { return }
        self.schema = schema
        onSchemaChange?(schema)
    }

    /// Moves lists that took long to the slow lane.
    func sortIntoLanes(_ answers: [ListAnswer], from lane: Lane) {
        guard lane === fast else { return }
        for answer in answers where answer.duration > Self.slowList {
            guard let list = lane.lists[answer.number] else { continue }
            lane.remove(list)
            slow?.add(list)
        }
    }

    /// A lane has read: whatever was wrong is over.
    func laneCanRead() {
        set(nil)
    }

    /// A lane cannot read: viewers are told, and the connections are made anew until it can.
    func laneFailed(_ error: StoreError) {
        set(error)
        guard error != .locked else { return }
        scheduleReopening()
    }
}

extension Store {
    /// Waits until the lists show what is committed now.
    private func shown() async {
        for lane in lanes where !lane.lists.isEmpty {
            await withCheckedContinuation { continuation in
                let once = Once { continuation.resume() }
                EventLoop.shared.after(configuration.showTimeout) { once.run() }
                lane.afterNextJob { once.run() }
            }
        }
    }

    private func hear(_ event: Watcher.Event) {
        switch event {
        case .committed: hearOfCommit()
        case .replaced: Task { @SceneActor in await reopen() }
        }
    }

    private func set(_ error: StoreError?) {
        let problem = error.map { ListProblem(code: $0.code, message: $0.message) }
        guard problem != self.problem else { return }
        self.problem = problem
        for list in lanes.flatMap(\.lists.values) { list.fail(problem) }
    }

    private func scheduleReopening() {
        guard retry == nil else { return }
        retry = EventLoop.shared.after(configuration.pollInterval) { [weak self] in
            self?.retry = nil
            Task { @SceneActor [weak self] in await self?.reopen() }
        }
    }

    private func reopen() async {
        isOutdated = true
        guard !isReopening else { return }
        isReopening = true
        while isOutdated {
            isOutdated = false
            do throws(StoreError) {
                try await connect()
                set(nil)
            } catch {
                set(error)
                scheduleReopening()
            }
        }
        isReopening = false
        watcher?.follow()
        for body in afterReopening { body() }
        afterReopening = []
    }

    private func connect() async throws(StoreError) {
        await disconnect()
        let opened = try await Connections.open(path, busyTimeout: configuration.busyTimeout)
        connections = opened.connections
        isReadOnly = opened.connections.writer == nil
        fast?.use(opened.connections.fast)
        slow?.use(opened.connections.slow)
        adopt(opened.schema)
    }

    private func disconnect() async {
        for lane in lanes { lane.use(nil) }
        guard let old = connections else { return }
        connections = nil
        await old.close()
    }

    /// Waits while another file is being opened.
    private func reopened() async {
        guard isReopening else { return }
        await withCheckedContinuation { continuation in afterReopening.append { continuation.resume() } }
    }
}

/// Runs something once, whoever asks first.
@SceneActor private final class Once {
    private var body: (() -> Void)?

    init(_ body: @escaping () -> Void) {
        self.body = body
    }

    func run() {
        let body = self.body
        self.body = nil
        body?()
    }
}
