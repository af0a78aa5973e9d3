import Changes
import Tables
import TestSupport
import Testing

@testable import SQLiteEngine

@Suite(.timeLimit(.minutes(5))) struct TableCountsTests {
    @Test func numbersOfRowsFollowRandomTransactions() throws {
        var random = SeededGenerator.announced(#function)
        let database = try Scratch(":memory:", RandomSQL.schema)
        let schema = try database.schema()
        let capture = Capture(database.connection, schema: schema)
        let counts = TableCounts(database.connection, schema, .counts)
        for _ in 0..<600 {
            if database.runTransaction(&random) { try counts.follow(capture.take()) } else { capture.discard() }
            for table in schema.tables where Bool.random(using: &random) {
                let expected = try database.rows("SELECT count(*) FROM \(table.name.quoted)")[0][0]
                #expect(counts.row(of: table).values[2] == expected, "\(table.name)")
            }
        }
    }

    @Test func anUnchangedTableIsNotCountedAgain() throws {
        let database = try Scratch(
            ":memory:",
            "CREATE TABLE a (x); CREATE TABLE b (x); CREATE VIEW c AS SELECT * FROM a; INSERT INTO b VALUES (1)")
        let schema = try database.schema()
        let counts = TableCounts(database.connection, schema, .counts)
        let numbers = { schema.tables.map { counts.row(of: $0).values[2] } }
        #expect(numbers() == [.integer(0), .integer(1), .integer(0)])
        try database.run("INSERT INTO a VALUES (1); INSERT INTO b VALUES (1)")
        try counts.follow(RowChanges(tables: [ExactName("a"): .unknown]))
        #expect(numbers() == [.integer(1), .integer(1), .integer(1)])
        var rows = RowChanges.Rows()
        rows.numbers = [1: .present(.none), 2: .absent]
        try counts.follow(RowChanges(tables: [ExactName("b"): .rows(rows)]))
        #expect(numbers() == [.integer(1), .integer(2), .integer(1)])
    }
}
