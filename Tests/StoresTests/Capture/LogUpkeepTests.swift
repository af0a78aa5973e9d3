import Changes
import Tables
import TestSupport
import Testing

@testable import SQLite
@testable import SQLiteEngine

@Suite(.timeLimit(.minutes(5))) struct LogUpkeepTests {
    private static let sql = """
        CREATE TABLE t (id INTEGER PRIMARY KEY, u UNIQUE); CREATE TABLE w (k PRIMARY KEY) WITHOUT ROWID;
        CREATE VIEW v AS SELECT * FROM t; INSERT INTO t VALUES (1, 1);
        """

    private func open(_ sql: String = sql) throws -> (database: Scratch, log: ChangeLog) {
        let database = try Scratch(":memory:", sql)
        return (database, ChangeLog(database.connection))
    }

    @Test func installingTwiceChangesNothing() throws {
        let (database, log) = try open()
        #expect(try !log.isInstalled() && log.position() == nil)
        #expect(try log.install(database.schema()) == LogExtent(tables: 2, triggers: 10, isChanged: true))
        let position = try log.position()
        #expect(try log.install(database.schema()) == LogExtent(tables: 2, triggers: 10, isChanged: false))
        #expect(try log.isInstalled() && log.position() == position)
    }

    @Test func removingLeavesNoTrace() throws {
        let (database, log) = try open()
        let all = "SELECT type, name, sql FROM sqlite_schema ORDER BY 1, 2"
        let before = try database.rows(all)
        try log.install(database.schema())
        try database.run("INSERT INTO t VALUES (7, 7)")
        #expect(try log.remove() == LogExtent(tables: 2, triggers: 10, isChanged: true))
        #expect(try database.rows(all) == before)
        #expect(try log.remove() == LogExtent(tables: 0, triggers: 0, isChanged: false))
    }

    @Test(arguments: ["_oriel_log", "_oriel_commands"])
    func aForeignTableOfTheSameNameStays(_ name: String) throws {
        let (database, log) = try open()
        try database.run("CREATE TABLE \(name) (note); INSERT INTO \(name) VALUES ('mine')")
        let before = try database.rows("SELECT type, name, sql FROM sqlite_schema ORDER BY 1, 2")
        let failure = #expect(throws: SQLFailure.self) { try log.install(try database.schema()) }
        #expect(failure?.message == "a table \(name) exists that `oriel attach` did not create; rename it")
        #expect(try log.position() == nil)
        #expect(try log.remove() == LogExtent(tables: 0, triggers: 0, isChanged: false))
        #expect(try database.rows("SELECT type, name, sql FROM sqlite_schema ORDER BY 1, 2") == before)
        #expect(try database.rows("SELECT note FROM \(name)").count == 1)
    }

    @Test func schemasDoNotShowIt() throws {
        let (database, log) = try open()
        let before = try database.schema()
        try log.install(before)
        #expect(try database.schema() == before)
    }

    @Test func newOrChangedTablesAreGaps() throws {
        let (database, log) = try open()
        try log.install(database.schema())
        #expect(try log.gaps(database.schema()).isEmpty)
        try database.run("CREATE TABLE n (id INTEGER PRIMARY KEY); CREATE UNIQUE INDEX i ON w (k COLLATE NOCASE)")
        try database.run("ALTER TABLE t RENAME TO r; CREATE VIRTUAL TABLE f USING fts5 (b)")
        #expect(Set(try log.gaps(database.schema()).map(\.text)) == ["n", "w", "r", "f"])
        try log.install(database.schema())
        #expect(Set(try log.gaps(database.schema()).map(\.text)) == ["f"])
        let position = try #require(try log.position())
        try database.run("INSERT INTO r VALUES (5, 5); INSERT INTO n VALUES (6)")
        let changes = try #require(try log.read(since: position, database.schema())).changes
        #expect(changes.ids("r") == ["5"] && changes.ids("n") == ["6"] && changes["t"] == nil)
    }

    @Test func withoutALogEveryTableIsAGap() throws {
        let (database, log) = try open()
        #expect(try log.gaps(database.schema()).count == 2)
        #expect(try log.read(since: 0, database.schema()) == nil)
    }

    @Test func readersContinueFromTheirPosition() throws {
        let (database, log) = try open()
        try log.install(database.schema())
        let schema = try database.schema()
        let start = try #require(try log.position())
        try database.run("INSERT INTO t VALUES (2, 2)")
        let first = try #require(try log.read(since: start, schema))
        try database.run("INSERT INTO w VALUES ('x')")
        let second = try #require(try log.read(since: first.position, schema))
        #expect(first.changes.ids("t") == ["2"] && first.changes["w"] == nil)
        #expect(second.changes.ids("w") == ["x"] && second.changes["t"] == nil)
        #expect(try log.read(since: second.position, schema)?.changes.isEmpty == true)
        #expect(try log.position() == second.position)
    }

    @Test func aReaderBeforePrunedEntriesIsNotified() throws {
        let (database, log) = try open()
        try log.install(database.schema())
        let schema = try database.schema()
        let start = try #require(try log.position())
        try database.run("INSERT INTO w VALUES (1), (2), (3), (4)")
        let end = try #require(try log.position())
        try log.prune(keeping: 2)
        #expect(try log.read(since: start, schema) == nil)
        #expect(try log.read(since: end - 2, schema)?.changes.ids("w") == ["3", "4"])
        try log.prune(keeping: 0)
        #expect(try log.position() == end && log.read(since: end, schema)?.changes.isEmpty == true)
        #expect(try log.read(since: end - 1, schema)?.changes.ids("w") == ["4"])
    }

    @Test func anEmptiedOrRecreatedLogIsAGap() throws {
        let (database, log) = try open()
        try log.install(database.schema())
        let schema = try database.schema()
        let start = try #require(try log.position())
        try log.remove()
        try log.install(schema)
        try database.run("INSERT INTO w VALUES (1)")
        #expect(try log.read(since: start, schema) == nil)
        let position = try #require(try log.position())
        try database.run("DELETE FROM _oriel_log; INSERT INTO w VALUES (2)")
        #expect(try log.read(since: position, schema) == nil)
    }

    @Test func moreEntriesThanTheLimitAreNotRead() throws {
        let (database, log) = try open()
        try log.install(database.schema())
        let start = try #require(try log.position())
        try database.run("INSERT INTO w VALUES (1), (2), (3), (4), (5), (6)")
        #expect(try log.read(since: start, database.schema(), limit: 5) == nil)
        #expect(try log.read(since: start + 1, database.schema(), limit: 5)?.changes.count == 5)
        #expect(try log.read(since: start + 7, database.schema()) == nil)
    }

    @Test func everyChangedRowIsLogged() throws {
        var random = SeededGenerator.announced(#function)
        let (database, log) = try open(RandomSQL.schema)
        try log.install(database.schema())
        let schema = try database.schema()
        var position = try #require(try log.position())
        var before = try database.content(of: schema)
        for _ in 0..<1_000 {
            _ = database.runTransaction(&random)
            let after = try database.content(of: schema)
            let news = try #require(try log.read(since: position, schema))
            for (table, old) in before {
                let new = after[table] ?? [:]
                guard let ids = news.changes.ids(table) else { continue }
                for id in Set(old.keys).union(new.keys) where old[id] != new[id] {
                    #expect(ids.contains(id), "\(table) \(id)")
                }
            }
            position = news.position
            before = after
        }
    }
}
