import Changes
import Tables
import Testing

@testable import SQLiteEngine

@Suite(.timeLimit(.minutes(5))) struct InterestTests {
    /// A reader of old values.
    private final class Wanting {}

    @Test func oldValuesAreKeptForEachReader() throws {
        let database = try Scratch(
            ":memory:", "CREATE TABLE t (id INTEGER PRIMARY KEY, a, b, c); INSERT INTO t VALUES (1, 'a', 'b', 'c')")
        let ledger = try Ledger(database.connection, isWritable: true)
        try ledger.use(try database.schema())
        let (one, other) = (Wanting(), Wanting())
        ledger.setInterests([ExactName("t"): [1]], of: ObjectIdentifier(one))
        ledger.setInterests([ExactName("t"): [2]], of: ObjectIdentifier(other))
        let position = try ledger.check()
        try ledger.beginWriting(database.connection)
        try database.run("UPDATE t SET a = 0, b = 0, c = 0")
        try ledger.endWriting()
        ledger.recordCommit()
        let row = ledger.changes(since: position)?.former("t", "1")
        #expect(row == .present(FormerValues(columns: [1, 2], values: [.text("a"), .text("b")])))
        withExtendedLifetime((one, other)) {}
        ledger.close()
    }
}
