import Changes
import Synchronization
import Testing

@testable import Lists
@testable import Tables

/// The order of what a job reads and reports, on a database that records its readings.
@Suite struct ListJobTests {
    @Test func theFirstContentOfAListIsReportedBeforeLaterListsAreRead() async throws {
        let events = try await run([request(1), request(2), request(3)], within: .slow(.seconds(9), rows: .max))
        #expect(events == ["read 1", "report 1", "read 2", "report 2", "read 3", "end"])
    }

    @Test func aListWithContentIsReportedAtTheEnd() async throws {
        let old = Ordering(rows: .found([ExactName("old")]))
        let events = try await run([request(1, old), request(2)], within: .slow(.seconds(9), rows: .max))
        #expect(events == ["read 1", "read 2", "end"])
    }

    @Test func aQuickJobReportsAllListsAtTheEnd() async throws {
        #expect(try await run([request(1), request(2)], within: .quick) == ["read 1", "read 2", "end"])
    }

    @Test func listsWithoutContentComeBeforeThoseWithTheirFirstRows() {
        let glimpse = Ordering(rows: .glimpse(Glimpse(seen: [])))
        let ordered = Ordering(rows: .found([]))
        let requests = [request(1, glimpse), request(4), request(6), request(3, ordered), request(2), request(5)]
        #expect(requests.inTurn.map(\.number) == [3, 2, 6, 4, 5, 1])
    }

    private func request(_ number: Int, _ ordering: Ordering? = nil) -> ListRequest {
        ListRequest(
            number: number, query: Query(sql: "\(number)", columns: ["n"], parameters: []), ordering: ordering,
            position: nil, revision: 0, rows: ShownRows(), displayed: [0..<9])
    }

    /// Returns what a job does, in order.
    private func run(_ requests: [ListRequest], within limits: ScanLimits) async throws -> [String] {
        let connection = RecordedConnection()
        let job = ListJob(
            requests: requests, position: nil, ended: ListEnds(), schema: Schema(), schemaVersion: 1, limits: limits,
            notify: { request, news in connection.record("report \(request.number)") })
        let report = try await withCheckedContinuation { continuation in
            ListReader(on: connection, in: OrderMemory(limit: .max)).run(job) { result, _ in
                continuation.resume(returning: result)
            }
        }.get()
        #expect(report.answers.map(\.position) == requests.map { _ in 7 })
        connection.record("end")
        return connection.events
    }
}

/// A connection to one state, which reads at once.
private final class RecordedConnection: ListConnection {
    private let all = Mutex<[String]>([])

    var events: [String] { all.withLock { $0 } }

    func record(_ event: String) { all.withLock { $0.append(event) } }

    func read<Value: Sendable>(
        since positions: Set<Int64>, _ body: @escaping @Sendable (any DatabaseState) throws(StoreError) -> Value,
        _ completion: @escaping @Sendable (Result<Value, StoreError>, _ work: Duration) -> Void
    ) {
        completion(Result { () throws(StoreError) in try body(RecordedState(connection: self)) }, .zero)
    }

    func async(_ body: @escaping @Sendable () -> Void) { body() }
}

private struct RecordedState: DatabaseState {
    let connection: RecordedConnection
    let position: Int64 = 7
    let schemaVersion: Int64 = 1

    func changes(since position: Int64?) -> RowChanges? { nil }
    func readSchema(after known: Schema) -> Schema { known }
    func blockedWriters() -> BlockedWriters? { nil }
    func source(of query: Query, in schema: Schema) -> ListSource { .whole(RecordedSource(query, connection)) }
    func selectedRows(in table: Table, by columns: Set<Int>) -> any SelectedRows { NoRows() }
    func within<Value>(_ limit: Duration, _ body: () throws(ScanError) -> Value) throws(ScanError) -> Value {
        try body()
    }
    func keepFormerValues(of columns: [ExactName: Set<Int>]) {}
}

/// A query of one row that records its readings.
private final class RecordedSource: WholeSource {
    private let name: String
    private let connection: RecordedConnection
    let tablesRead: [String]? = []

    init(_ query: Query, _ connection: RecordedConnection) {
        name = if case .sql(let text) = query.subject { text.sql } else { "" }
        self.connection = connection
    }

    func isTouched(by changes: RowChanges) -> Bool { true }

    func names() -> [ExactName] {
        connection.record("read \(name)")
        return [ExactName(name)]
    }

    func rows(at positions: [Int], in ordering: Ordering) -> [Int: Row] {
        [0: Row(id: name, values: [.text(name)])]
    }
}

private final class NoRows: SelectedRows {
    func formerValues(_ row: FormerRow) -> [RowSelector]? { nil }
    func values(at key: OrderKey) -> [RowSelector] { [] }
}
