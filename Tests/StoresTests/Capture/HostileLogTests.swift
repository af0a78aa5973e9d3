import Changes
import TestSupport
import Testing

@testable import SQLiteEngine

/// A change log with invalid numbers reports nothing: foreign commits are found by comparison.
@Suite(.timeLimit(.minutes(5))) struct HostileLogTests {
    private static let sql = "PRAGMA journal_mode = WAL; CREATE TABLE t (id INTEGER PRIMARY KEY);"

    @Test(arguments: [Int64.max, .max - 1, .max - 2, 0, -1, .min, .min + 1])
    func aCommitAfterAnyNumberIsNotMissed(_ number: Int64) throws {
        let file = try Database(Self.sql)
        let (other, own) = (try Scratch(file.path), try Scratch(file.path))
        try ChangeLog(other.connection).install(try other.schema())
        let ledger = try Ledger(own.connection, isWritable: true)
        _ = try ledger.check()
        try ledger.use(try own.schema())
        try other.run("DELETE FROM _oriel_log; INSERT INTO _oriel_log (seq) VALUES (\(number))")
        for row in 1...4 {
            let known = try ledger.check()
            try other.run("INSERT INTO t VALUES (\(row))")
            _ = try ledger.check()
            let ids = ledger.changes(since: known).map { $0.ids("t") }
            #expect(ids == nil || ids == ["\(row)"], "row \(row)")
            try ledger.beginWriting(own.connection)
            try other.run(
                "INSERT OR IGNORE INTO _oriel_log (seq) SELECT coalesce(min(seq), 0) - 1 FROM _oriel_log "
                    + "WHERE seq > \(Int64.min)"
            )
            try ledger.endWriting()
            ledger.recordCommit()
            ledger.prune()
        }
        ledger.close()
    }

    @Test func attachingRecreatesAnExhaustedLog() throws {
        let database = try Scratch(":memory:", Self.sql)
        let log = ChangeLog(database.connection)
        try log.install(database.schema())
        for damage in ["INSERT INTO _oriel_log (seq) VALUES (\(Int64.max))", "DELETE FROM _oriel_log"] {
            try database.run(damage)
            #expect(try log.position() == nil)
            #expect(try log.install(database.schema()).isChanged)
            let position = try #require(try log.position())
            try database.run("INSERT INTO t DEFAULT VALUES")
            #expect(try log.position() == position + 1)
        }
    }
}
