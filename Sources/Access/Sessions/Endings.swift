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
    private let store: Store
    private let list: LiveList
    private var last: Int64?
    private var isReading = false

    /// The number of rows that the table keeps.
    private static let limit: Int64 = 1_000

    init(of store: Store) {
        self.store = store
        list = store.open(
            .sql("SELECT 1 AS k, coalesce(max(Number), 0) AS n FROM Ending", columns: ["n"], key: ["k"]))
        list.onEvent = { [weak self] _ in self?.read() }
        list.display([0..<1])
    }

    isolated deinit {
        list.close()
    }

    /// Returns whether every commit has been read.
    func checkIsCurrent() -> Bool {
        last != nil && !isReading && store.problem == nil && list.checkIsCurrent() && newest == last
    }

    /// The number of the newest row, as far as it is known.
    private var newest: Int64? { list.element(at: 0)?.values.first.flatMap { Int64(sqlValue: $0) } }

    private func read() {
        guard let newest, newest != last, !isReading else { return }
        guard let former = last else { return last = newest }
        // The list may be older than the rows that were read. Its next event calls this again.
        guard newest > former || list.checkIsCurrent() else { return }
        isReading = true
        Task { @SceneActor in
            let rows = try? await store.rows(
                "SELECT Number AS number, Kind AS kind, Subject AS subject, Reason AS reason FROM Ending "
                    + "WHERE Number > ? ORDER BY Number", former, as: Ending.self)
            isReading = false
            guard let rows else { return retry() }
            last = rows.last?.number ?? newest
            let isWhole = newest > former && rows.first?.number == former + 1
            onEnd?(isWhole ? rows : nil)
            read()
        }
    }

    /// Reads again after a while: the database cannot be read now, so that nothing is current.
    private func retry() {
        EventLoop.shared.after(.milliseconds(100)) { [weak self] in self?.read() }
    }
}
