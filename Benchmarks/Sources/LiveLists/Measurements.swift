import DataSources
import GRDB
import JSON
import Lists
import Loop
import Stores
import Tables

/// The measurements of Oriel on one database.
@SceneActor struct Measurements {
    private let items: Items
    private let store: Store
    private let kept: Int

    init(_ items: Items) async throws {
        self.items = items
        kept = items.count * 8 / 10
        var configuration = StoreConfiguration()
        configuration.synchronous = .normal
        configuration.queryTimeout = .seconds(60)
        store = try await Store(path: items.path, configuration: configuration)
    }

    func close() async { await store.close() }

    private func opened(_ sort: SortTerm, at position: Int) async -> OpenList {
        let list = OpenList(store, sort: sort, at: position)
        await list.wait { [kept] in list.list.count == kept && list.list.checkIsCurrent() }
        return list
    }

    private func update(_ id: Int64, _ number: Int) -> WriteCommand {
        let place = Double(number) * 0.618_033_988_749_895
        return .update(table: "Item", id: String(id), values: ["c": .double(place - place.rounded(.down))])
    }

    /// Returns the additional cost of a list when a transaction moves this number of rows, in microseconds of processor
    /// time by `clock`: the median of 15 pairs of equal numbers of transactions, with and without the list on display.
    func costOfChanges(
        _ count: Int, rows: Int, pairs: Int = 15, by clock: () -> Double = { Clock.processor }
    ) async throws -> Double {
        let list = await opened("c", at: kept / 2)
        defer { list.list.close() }
        let window = kept / 2..<kept / 2 + 50
        var costs: [Double] = []
        for attempt in 0..<4 * (pairs + 1) where costs.count <= pairs {
            list.list.display([])
            let alone = try await cost(ofTransactions: count, rows: rows, seed: 2 * attempt, by: clock)
            list.list.display([window])
            await list.wait { list.list.checkIsCurrent() }
            let before = list.changes
            let watched = try await cost(ofTransactions: count, rows: rows, seed: 2 * attempt + 1, by: clock)
            await list.wait { list.list.checkIsCurrent() }  // on a busy machine the slow lane has taken over
            if list.changes - before == count { costs.append(watched - alone) }  // otherwise some were merged
        }
        precondition(costs.count > 1, "transactions were always reported together")
        return Array(costs.dropFirst()).median  // the first warms up
    }

    /// Returns the total processor time of a transaction that changes this number of rows, in microseconds.
    private func cost(ofTransactions count: Int, rows: Int, seed: Int, by clock: () -> Double) async throws -> Double {
        let ids = items.ids(count * rows)
        let start = clock()
        for number in 0..<count {
            try await store.write(
                ids[number * rows..<(number + 1) * rows].enumerated().map {
                    update($1, seed * 1_000_003 + number * rows + $0)
                })
        }
        return (clock() - start) / Double(count)
    }

    /// Returns the microseconds from a command to the report of its change on the loop.
    func commandToTold(_ count: Int) async throws -> [Double] {
        let list = await opened("c", at: kept / 2)
        defer { list.list.close() }
        var times: [Double] = []
        for (number, id) in items.ids(count).enumerated() {
            let start = Clock.now
            try await store.write(update(id, -number - 1))
            times.append(list.changedAt - start)
        }
        return times
    }

    /// Returns the processor time of the whole process for another connection's commit, in milliseconds. The commit
    /// moves one unknown row, so the whole order is compared.
    func costOfCommitOfOthers(_ count: Int) async throws -> Double {
        let list = await opened("c", at: 0)
        defer { list.list.close() }
        let writer = try DatabaseQueue(path: items.path)
        defer { try? writer.close() }
        var costs: [Double] = []
        for (number, id) in items.ids(count).enumerated() {
            let (before, start) = (list.changes, Clock.processor)
            try await writer.write { database in
                try database.execute(
                    sql: "UPDATE Item SET c = ? WHERE id = ?", arguments: [Double(number) / Double(count), id])
            }
            await list.wait { list.changes > before }
            costs.append((Clock.processor - start) / 1e3)
        }
        return costs.median
    }

    /// Returns the milliseconds until a new list has its first window, and until it has its whole order.
    func opening(_ sort: SortTerm) async -> (window: Double, order: Double) {
        var windows: [Double] = []
        var orders: [Double] = []
        for _ in 0..<5 {
            let start = Clock.now
            let list = OpenList(store, sort: sort, at: 0)
            await list.wait { list.list.element(at: 49) != nil }
            windows.append((Clock.now - start) / 1e3)
            await list.wait { [kept] in list.list.count == kept && list.list.checkIsCurrent() }
            orders.append((Clock.now - start) / 1e3)
            list.list.close()
            await rest()
        }
        return (windows.median, orders.median)
    }

    /// Returns the microseconds until the list has a window at any position.
    func moving(_ count: Int) async -> [Double] {
        let list = await opened("c", at: 0)
        defer { list.list.close() }
        var times: [Double] = []
        for number in 0..<count {
            let start = Clock.now
            await list.move(to: number * 7_919_003 % (kept - 50))
            times.append(Clock.now - start)
        }
        return times
    }

    /// Returns the bytes of memory for each row of a list.
    func memory() async -> Double {
        let other = await opened("b", at: 0)
        defer { other.list.close() }
        await rest()
        let before = Clock.allocatedBytes
        let list = await opened(.descending("c"), at: 0)
        defer { list.list.close() }
        await rest()
        return Double(Clock.allocatedBytes - before) / Double(kept)
    }

    /// Writes twice, because closed lists are released by the next checks of the database.
    private func rest() async {
        for _ in 0..<2 { _ = try? await store.write(update(1, 0)) }
    }
}
