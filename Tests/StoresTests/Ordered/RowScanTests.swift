import CSQLite
import TestSupport
import Testing

@testable import SQLite
@testable import Tables

@Suite(.timeLimit(.minutes(5))) struct RowScanTests {
    private static func opened(_ body: (OpaquePointer) throws -> Void) throws {
        var connection: OpaquePointer?
        sqlite3_open(":memory:", &connection)
        defer { sqlite3_close(connection) }
        RowScan.enable(on: connection)
        try body(#require(connection))
    }

    @Test func aScanHasTheValuesOfAStatement() throws {
        var values = OddValues(random: SeededGenerator.announced("aScanHasTheValuesOfAStatement"))
        try Self.opened { connection in
            try SQLStatement(connection, "CREATE TABLE t (a, b, c)").run()
            for _ in 0..<500 { try SQLStatement(connection, "INSERT INTO t VALUES (?, ?, ?)").run(values.row(3)) }
            let sql = "SELECT a AS c0, b AS c1, c AS c2 FROM t WHERE typeof(a) <> ?"
            let statement = try SQLStatement(connection, sql)
            statement.bind([.text("real")])
            var expected: [[SQLValue]] = []
            while try statement.step() { expected.append(statement.values) }
            #expect(expected.count > 100)
            let scan = try RowScan((sql, [.text("real")]), columns: 3, on: connection)
            for _ in 0..<2 {
                var found: [[SQLValue]] = []
                try scan.forEach { row in found.append((0..<3).map { row.value($0) }) }
                #expect(found == expected)
            }
        }
    }

    @Test func anEmptyScanHasNoRows() throws {
        try Self.opened { connection in
            let scan = try RowScan(("SELECT 1 AS c0 WHERE 0", []), columns: 1, on: connection)
            try scan.forEach { _ in Issue.record("there is no row") }
        }
    }

    @Test func aFailedScanReportsItsError() throws {
        try Self.opened { connection in
            var count = 0
            let sql = "SELECT abs(column1) AS c0 FROM (VALUES (1), (2), (-9223372036854775808))"
            let scan = try RowScan((sql, []), columns: 1, on: connection)
            #expect(throws: SQLFailure.self) { try scan.forEach { _ in count += 1 } }
            #expect(count == 2)
            #expect(throws: SQLFailure.self) {
                try RowScan(("SELECT 1 AS c0 FROM missing", []), columns: 1, on: connection)
            }
        }
    }

    @Test func otherConnectionsReceiveNoRow() throws {
        try Self.opened { connection in
            for sql in ["SELECT oriel_row(1, 2)", "SELECT oriel_row()", "SELECT oriel_row(x'00', 2)"] {
                let statement = try SQLStatement(connection, sql)
                #expect(try statement.step())
                #expect(statement.values == [.null])
            }
        }
    }
}
