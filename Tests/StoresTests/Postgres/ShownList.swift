import Changes
import DataSources
import Lists
import Loop
import Stores
import Tables
import TestSupport
import Testing

/// A list that shows all its rows, and a replica of their ids built from its change sets.
@SceneActor final class ShownList {
    private let list: LiveList
    private var replica: [[String]] = [[]]
    private let sort: [SortTerm]

    init(_ query: Query, _ store: Store) {
        list = store.open(query)
        sort = query.sort
        list.onEvent = { [weak self] in self?.receive($0) }
        list.display([0..<1_000])
    }

    /// The shown rows: ids and values.
    var rows: [String] {
        (0..<list.count).map { position in
            let values = list.element(at: position)?.values.map(\.printed) ?? ["missing"]
            return ([list.id(at: position)] + values).joined(separator: "|")
        }
    }

    var isReplicaRight: Bool { replica == [(0..<list.count).map(list.id)] }

    func close() { list.close() }

    /// Expects the list to have rows with these single values, soon.
    func shows(_ values: [String]) async {
        for _ in 0..<300 where !list.isLoaded || shown != values { await EventLoop.shared.pause(.milliseconds(20)) }
        #expect(shown == values)
    }

    /// Expects the list to show what the server selects in the same order, soon.
    func matches(
        _ columns: [String], _ database: PostgresTestDatabase, _ when: String, in table: String = "item"
    ) async {
        var expected: [String] = []
        for _ in 0..<300 {
            let order = sort.map { "\($0.column)\($0.isDescending ? " DESC" : "")" }
            let output = try? await database.run(
                """
                SELECT concat_ws('|', \(columns.map { "coalesce(\($0)::text, 'NULL')" }.joined(separator: ", ")))
                FROM \(table) ORDER BY \((order + [columns[0]]).joined(separator: ", "))
                """)
            expected = output?.split(separator: "\n").map(String.init) ?? []
            if list.isLoaded, shown == expected { return }
            await EventLoop.shared.pause(.milliseconds(20))
        }
        Issue.record("\(when): \(shown) instead of \(expected)")
    }

    /// The values of the shown rows, without ids, which are not values in a list of a view. Rows of an unsorted list are
    /// in the order of their first value.
    private var shown: [String] {
        let values = (0..<list.count).map { position in
            list.element(at: position)?.values.map(\.printed).joined(separator: "|") ?? "missing"
        }
        guard sort.isEmpty else { return values }
        return values.sorted { (Int($0.prefix { $0 != "|" }) ?? 0, $0) < (Int($1.prefix { $0 != "|" }) ?? 0, $1) }
    }

    private func receive(_ event: ListEvent) {
        let ids = [(0..<list.count).map(list.id)]
        switch event {
        case .changed(let changes):
            replica = (try? changes.apply(to: replica, new: ids)) ?? [["no list can have changed so"]]
            list.display([0..<1_000])
        case .loaded: replica = ids
        case .failed, .refreshed: break
        }
    }
}

extension SQLValue {
    fileprivate var printed: String {
        switch self {
        case .null: "NULL"
        case .integer(let number): String(number)
        case .real(let number): "\(number)"
        case .text(let text): text
        case .malformed, .blob: "bytes"
        }
    }
}

extension Store {
    /// Reads a list once. Returns its sections with the ids of their rows, or its problem.
    @SceneActor func answer(_ query: Query) async -> String {
        let list = open(query)
        defer { list.close() }
        let gate = Gate()
        var problem: ListProblem?
        list.onEvent = { event in
            if case .failed(let found?) = event { problem = found }
            if list.isLoaded || problem != nil { gate.open() }
        }
        list.display([0..<50])
        await gate.pass()
        if let problem { return problem.code }
        return (0..<list.sectionCount).map { section in
            let ids = list.rows(ofSection: section).map(list.id).joined(separator: ",")
            return list.section(at: section).map { "\($0.id): \(ids)" } ?? ids
        }.joined(separator: "; ")
    }
}
