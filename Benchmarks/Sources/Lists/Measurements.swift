import DataSources
import GRDB
import JSON
import Loop
import Stores
import Tables

/// What is measured of Oriel, on one database.
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
        await list.wait { [kept] in list.list.count == kept && list.list.isCurrent }
        return list
    }

    private func update(_ id: Int64, _ number: Int) -> WriteCommand {
        let place = Double(number) * 0.618_033_988_749_895
        return .update(table: "Item", id: String(id), values: ["c": .double(place - place.rounded(.down))])
    }

    /// Microseconds of processor time that a list costs more when a transaction has changed so many rows, which move,
    /// as `clock` tells it: the median of 15 pairs of as many transactions, with the list on display and without.
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
            await list.wait { list.list.isCurrent }
            let before = list.changes
            let watched = try await cost(ofTransactions: count, rows: rows, seed: 2 * attempt + 1, by: clock)
            await list.wait { list.list.isCurrent }  // on a busy machine the slow lane has taken over
            if list.changes - before == count { costs.append(watched - alone) }  // otherwise some were told as one
        }
        precondition(costs.count > 1, "transactions were always reported together")
        return Array(costs.dropFirst()).median  // the first warms up
    }

    /// Microseconds of processor time that a transaction of so many changed rows takes, all told.
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

    /// Microseconds from a command to its change having been told on the loop.
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

    /// Milliseconds of processor time of the whole process for a commit of another connection that moves one row, of
    /// which nothing tells which it is: the whole order is compared.
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

    /// Milliseconds until the first window of a new list is there, and until all of its order is.
    func opening(_ sort: SortTerm) async -> (window: Double, order: Double) {
        var windows: [Double] = []
        var orders: [Double] = []
        for _ in 0..<5 {
            let start = Clock.now
            let list = OpenList(store, sort: sort, at: 0)
            await list.wait { list.list.element(at: 49) != nil }
            windows.append((Clock.now - start) / 1e3)
            await list.wait { [kept] in list.list.count == kept && list.list.isCurrent }
            orders.append((Clock.now - start) / 1e3)
            list.list.close()
            await rest()
        }
        return (windows.median, orders.median)
    }

    /// Microseconds until a window anywhere is there.
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

    /// Bytes that one more row of a list takes.
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

    /// Lets what was closed be let go of: that is done by the next looks at the database.
    private func rest() async {
        for _ in 0..<2 { _ = try? await store.write(update(1, 0)) }
    }
}
