import Changes
import TestSupport
import Testing

@testable import SQLiteEngine
@testable import Tables

/// Random transactions against the actual changes of the database.
@Suite(.timeLimit(.minutes(5))) struct RandomCaptureTests {
    @Test func everyChangedRowIsCapturedWithItsOldValues() throws {
        var random = SeededGenerator.announced(#function)
        let database = try Scratch(":memory:", RandomSQL.schema)
        let schema = try database.schema()
        let capture = Capture(database.connection, schema: schema)
        for table in schema.tables { capture.interests[ExactName(table.name)] = Set(table.columns.indices) }
        var before = try database.content(of: schema)
        for _ in 0..<1_500 {
            let isCommitted = database.runTransaction(&random)
            if isCommitted {
                check(capture.take(), before, try database.content(of: schema))
            } else {
                capture.discard()
                #expect(try database.content(of: schema) == before)
            }
            before = try database.content(of: schema)
        }
    }

    private func check(
        _ changes: RowChanges, _ before: [String: [String: [SQLValue]]], _ after: [String: [String: [SQLValue]]]
    ) {
        for (table, old) in before {
            let new = after[table] ?? [:]
            guard let noted = changes.ids(table) else { continue }
            for id in Set(old.keys).union(new.keys) where old[id] != new[id] {
                #expect(noted.contains(id), "\(table) \(id)")
            }
            for id in noted { check(changes.former(table, id), old[id], "\(table) \(id)") }
        }
    }

    private func check(_ former: FormerRow?, _ old: [SQLValue]?, _ row: String) {
        switch former {
        case .absent?: #expect(old == nil, "\(row)")
        case .present(let values)?:
            guard let old else { return #expect(Bool(false), "\(row) was not there") }
            for (column, value) in zip(values.columns, values.values) where value != nil {
                #expect(value == old[column], "\(row), column \(column)")
            }
        case .unknown?, nil: #expect(Bool(false), "\(row)")
        }
    }
}
