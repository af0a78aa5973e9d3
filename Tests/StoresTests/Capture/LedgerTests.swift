import Changes
import Tables
import TestSupport
import Testing

@testable import SQLiteEngine

/// A connection's knowledge of foreign commits.
@Suite(.timeLimit(.minutes(5))) struct LedgerTests {
    /// A new table is in no log yet. The first reader may be one that does not read the schema.
    @Test func aCommitToANewTableIsNotMissedBeforeTheSchemaIsRead() throws {
        let file = try Database("PRAGMA journal_mode = WAL; CREATE TABLE t (id INTEGER PRIMARY KEY)")
        let (other, own) = (try Scratch(file.path), try Scratch(file.path))
        try ChangeLog(other.connection).install(try other.schema())
        let ledger = try Ledger(own.connection, isWritable: true)
        _ = try ledger.check()
        try ledger.use(try own.schema())
        try other.run("CREATE TABLE n (id INTEGER PRIMARY KEY)")
        let position = try ledger.check()
        try other.run("INSERT INTO n VALUES (1)")
        let next = try ledger.check()
        #expect(next > position)
        #expect(ledger.changes(since: position) == nil)
        try ledger.use(try own.schema())
        let known = try ledger.check()
        try other.run("INSERT INTO n VALUES (2)")
        _ = try ledger.check()
        #expect(ledger.changes(since: known)?["n"] == .unknown)
        try other.run("INSERT INTO t VALUES (3)")
        _ = try ledger.check()
        #expect(ledger.changes(since: known)?.ids("t") == ["3"])
        ledger.close()
    }
}
