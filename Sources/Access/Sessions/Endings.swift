import DataSources
import Loop
import Lists
import Stores
import Tables

/// The end of a session or a key, or a change of a person: a row that a trigger has added to the table `Ending`.
struct Ending: Decodable, Sendable {
    let number: Int64
    let kind: String
    let subject: String
    let reason: String
}

/// Reports the rows that any program adds to the table `Ending`.
@SceneActor final class Endings {
    /// Called with the endings of one or more commits; `nil` if there were too many to know all of them.
    var onEnd: ((_ endings: [Ending]?) -> Void)?
    private let store: AccessStore
    private let list: LiveList
    private var last: Int64?
    private var isReading = false
    /// When rows were last read. The list may be older.
    private var rowsReadAt = ContinuousClock.now

    init(of store: AccessStore) {
        self.store = store
        var query = Query.sql(
            store.text("SELECT 1 AS k, coalesce(max(Number), 0) AS n FROM {Ending}"), columns: ["n"], key: ["k"])
        query.isUrgent = true
        list = store.store.open(query)
        list.onEvent = { [weak self] _ in self?.read() }
        list.display([0..<1])
    }

    isolated deinit {
        list.close()
    }

    /// Returns whether every ending is known: each that is committed. In a database that only a reading asks, each that
    /// is as old as what lists show.
    func checkIsCurrent() -> Bool { isListCurrent() && isSettled }

    /// Returns whether every ending that was committed before this time is known.
    func isRead(since time: ContinuousClock.Instant? = nil) -> Bool {
        list.readAt.map { $0 >= time ?? $0 } ?? false && store.store.isTimely(list)
    }

    /// Whether the endings that the list tells of have been read.
    private var isSettled: Bool { last != nil && !isReading && store.store.problem == nil && newest == last }

    /// The number of the newest row, as far as it is known.
    private var newest: Int64? { list.element(at: 0)?.values.first.flatMap { Int64(sqlValue: $0) } }

    private func read() {
        guard let newest, newest != last, !isReading else { return }
        guard let former = last else { return last = newest }
        // The list may be older than the rows that were read. Its next event calls this again.
        guard newest > former || isListCurrent(since: rowsReadAt) else { return }
        isReading = true
        Task { @SceneActor in
            let rows = try? await store.rows(
                "SELECT Number AS number, Kind AS kind, Subject AS subject, Reason AS reason FROM {Ending} "
                    + "WHERE Number > ? ORDER BY Number", former, as: Ending.self)
            isReading = false
            rowsReadAt = .now
            guard let rows else { return retry() }
            last = rows.last?.number ?? newest
            let isWhole = newest > former && rows.first?.number == former + 1
            onEnd?(isWhole ? rows : nil)
            read()
        }
    }

    /// Whether the list shows every commit. In a database that only a reading asks, whether it was read, since a time.
    private func isListCurrent(since time: ContinuousClock.Instant? = nil) -> Bool {
        store.store.knowsCommits ? list.checkIsCurrent() : isRead(since: time)
    }

    /// Reads again after a while: the database cannot be read now, so that nothing is current.
    private func retry() {
        EventLoop.shared.after(.milliseconds(100)) { [weak self] in self?.read() }
    }
}
