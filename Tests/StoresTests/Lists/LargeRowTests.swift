import DataSources
import JSON
import Lists
import Loop
import Observation
import Stores
import Tables
import TestSupport
import Testing

/// A job reads a few rows of megabytes, and the next job continues.
@Suite(.timeLimit(.minutes(5))) struct LargeRowTests {
    private static let count = 12
    private static let sql = """
        CREATE TABLE small (id INTEGER PRIMARY KEY, text TEXT);
        INSERT INTO small VALUES (1, 'a');
        CREATE TABLE large (id INTEGER PRIMARY KEY, text TEXT);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
        INSERT INTO large SELECT i, replace(hex(zeroblob(3000000)), '00', 'xy') FROM n;
        """

    @Test @SceneActor func aSmallListIsReadBeforeMostLargeRowsThatWereOpenedEarlier() async throws {
        try await opened { store in
            let rows = OpenRows(in: store)
            rows.open("small", 1)
            try await until("all are read") { rows.loaded.count == Self.count + 1 }
            #expect(rows.loaded.prefix(2) == ["large 1", "small 1"])
        }
    }

    @Test @SceneActor func aCommandDoesNotWaitForRowsWithoutContent() async throws {
        try await opened { store in
            let rows = OpenRows(in: store)
            _ = try await store.write(.insert(table: "small", values: ["text": "b"]))
            #expect(rows.loaded.count < Self.count)
        }
    }

    @SceneActor private func opened(_ body: @SceneActor (Store) async throws -> Void) async throws {
        let database = try await blocking { try Database(Self.sql) }
        try await using({ try await Store(path: database.path) }, close: { await $0.close() }) { try await body($0) }
    }

    /// Lists of one row each, at first of each large row.
    @Observable @SceneActor final class OpenRows {
        /// The names of the rows that were read, in order.
        private(set) var loaded: [String] = []
        @ObservationIgnored private var lists: [LiveList] = []
        @ObservationIgnored private let store: Store

        init(in store: Store) {
            self.store = store
            for id in 1...LargeRowTests.count { open("large", id) }
        }

        func open(_ table: String, _ id: Int) {
            var query = Query(table: table, columns: ["text"])
            query.key = "\(id)"
            let list = store.open(query)
            list.onEvent = { [weak self] in
                guard case .loaded = $0 else { return }
                self?.loaded.append("\(table) \(id)")
            }
            list.display([0..<1])
            lists.append(list)
        }
    }
}
