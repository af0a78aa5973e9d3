import Changes
import DataSources
import Lists
import Loop
import Stores
import Tables

/// A measured list: 80 % of the items, sorted.
@SceneActor final class OpenList {
    let list: LiveList
    /// The number of reported change sets, and the time of the last one.
    private(set) var changes = 0
    private(set) var changedAt = 0.0
    private var awaited: (() -> Bool)?
    private var continuation: CheckedContinuation<Void, Never>?

    init(_ store: Store, sort: SortTerm, at position: Int) {
        var query = Query(table: "Item", columns: ["id", "a", "b", "c", "grp"])
        query.filters = [.range("grp", ..<8)]
        query.sort = [sort]
        list = store.open(query)
        list.onEvent = { [unowned self] in receive($0) }
        list.display([position..<position + 50])
    }

    private func receive(_ event: ListEvent) {
        if case .changed = event { (changes, changedAt) = (changes + 1, Clock.now) }
        if case .failed(let problem?) = event { fatalError("\(problem)") }
        guard let continuation, awaited?() != false else { return }
        self.continuation = nil
        continuation.resume()
    }

    /// Waits for an event after which the condition is true.
    func wait(until condition: @escaping () -> Bool) async {
        guard !condition() else { return }
        awaited = condition
        await withCheckedContinuation { continuation = $0 }
    }

    /// Moves the window, and waits for all its rows.
    func move(to position: Int) async {
        list.display([position..<position + 50])
        await wait { [list] in (position..<position + 50).allSatisfy { list.element(at: $0) != nil } }
    }
}
