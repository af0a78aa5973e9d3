import Dispatch
import Glibc
import Lists
import Tables
import TestSupport
import Testing

@testable import SQLite
@testable import SQLiteEngine

/// Connections: their permissions, their options, and their end.
@Suite(.timeLimit(.minutes(5))) struct ConnectionTests {
    private let database: Database

    init() async throws {
        database = try await blocking {
            try Database(
                """
                CREATE TABLE a (id INTEGER PRIMARY KEY);
                CREATE TABLE b (a INTEGER REFERENCES a ON DELETE CASCADE);
                INSERT INTO a VALUES (1);
                INSERT INTO b VALUES (1);
                """)
        }
    }

    private func queue(_ access: SQLConnection.Access = .writing) throws(SQLFailure) -> ConnectionQueue {
        try ConnectionQueue("test", database.path, access, within: QueryBudget())
    }

    private func code(_ body: () throws(SQLFailure) -> Void) -> Int32 {
        do throws(SQLFailure) { try body() } catch { return error.code }
        return 0
    }

    @Test func onlyACreatingConnectionCreatesAFile() throws {
        let path = database.folder + "/new %3F#?.sqlite"
        for access in [SQLConnection.Access.reading, .immutable, .writing] {
            let failure = #expect(throws: SQLFailure.self) { _ = try SQLConnection(path, access) }
            #expect(failure?.message == "unable to open database file")
            #expect(failure.map { $0.code & 0xFF } == 14)
        }
        #expect(access(path, F_OK) != 0)
        try SQLConnection(path, .creating).run("CREATE TABLE t (a); INSERT INTO t VALUES ('x')")
        #expect(try SQLConnection(path, .immutable).texts("SELECT a FROM t") == ["x"])
    }

    @Test func aReadingConnectionCannotWrite() throws {
        for access in [SQLConnection.Access.reading, .immutable] {
            let connection = try SQLConnection(database.path, access)
            #expect(try connection.texts("SELECT id FROM a") == ["1"])
            #expect(code { () throws(SQLFailure) in try connection.run("DELETE FROM b") } == 8)
        }
    }

    @Test func textInDoubleQuotesIsAccepted() throws {
        let connection = try SQLConnection(":memory:", .creating)
        try connection.run(#"CREATE TABLE t (a TEXT CHECK (a <> "no")); INSERT INTO t VALUES ("yes")"#)
        #expect(try connection.texts(#"SELECT a FROM t WHERE a = "yes""#) == ["yes"])
    }

    @Test func theTablesOfSQLiteCannotBeWritten() throws {
        let connection = try SQLConnection(database.path, .writing)
        try connection.run("PRAGMA writable_schema = ON")
        #expect(code { () throws(SQLFailure) in try connection.run("DELETE FROM sqlite_schema") } != 0)
    }

    @Test func errorsHaveExtendedCodes() throws {
        let connection = try SQLConnection(database.path, .writing)
        let code = code { () throws(SQLFailure) in try connection.run("INSERT INTO a VALUES (1)") }
        #expect(code == 19 | 6 << 8)  // SQLITE_CONSTRAINT_PRIMARYKEY
    }

    @Test func aTransactionIsRolledBackByAnError() throws {
        let connection = try SQLConnection(database.path, .writing)
        let failure = #expect(throws: SQLFailure.self) {
            try connection.transaction { () throws(SQLFailure) in
                try connection.run("INSERT INTO a VALUES (2)")
                try connection.run("INSERT INTO a VALUES (1)")
            }
        }
        #expect(failure?.message == "UNIQUE constraint failed: a.id")
        #expect(try connection.texts("SELECT id FROM a") == ["1"])
        try connection.transaction { () throws(SQLFailure) in try connection.run("INSERT INTO a VALUES (3)") }
        #expect(try connection.texts("SELECT id FROM a") == ["1", "3"])
    }

    @Test func aLockIsReportedAsBusy() throws {
        let writer = try SQLConnection(database.path, .writing)
        try writer.run("BEGIN EXCLUSIVE")
        let failure = #expect(throws: SQLFailure.self) { _ = try queue() }
        #expect(failure?.storeError == .locked)
        try writer.run("COMMIT")
        try queue().close()
    }

    @Test func aFileOfAnotherKindIsFoundOnOpening() throws {
        let path = database.folder + "/text"
        let file = try #require(fopen(path, "w"))
        for _ in 0..<5_000 { fputc(120, file) }
        fclose(file)
        let failure = #expect(throws: SQLFailure.self) {
            _ = try ConnectionQueue("test", path, .writing, within: QueryBudget())
        }
        #expect(failure?.storeError == .notADatabase)
        #expect(failure?.message == "file is not a database")
    }

    @Test func foreignKeysAreEnforced() throws {
        let queue = try queue()
        defer { queue.close() }
        try queue.sync { connection in
            let connection = try #require(connection)
            let code = code { () throws(SQLFailure) in try SQLStatement(connection, "INSERT INTO b VALUES (7)").run() }
            #expect(code == 19 | 3 << 8)  // SQLITE_CONSTRAINT_FOREIGNKEY
            try SQLStatement(connection, "DELETE FROM a").run()
        }
        #expect(try SQLConnection(database.path, .reading).texts("SELECT count(*) FROM b") == ["0"])
    }

    @Test func aTransactionThatABodyLeavesOpenIsRolledBack() throws {
        let queue = try queue()
        defer { queue.close() }
        try queue.sync { connection in
            let connection = try #require(connection)
            try SQLStatement(connection, "BEGIN IMMEDIATE").run()
            try SQLStatement(connection, "DELETE FROM b").run()
        }
        let other = try SQLConnection(database.path, .writing)
        try other.run("INSERT INTO b VALUES (1)")
        #expect(try other.texts("SELECT count(*) FROM b") == ["2"])
    }

    @Test func workIsDoneInOrder() async throws {
        let queue = try queue()
        let watch = Stopwatch()
        let order = await withCheckedContinuation { continuation in
            let order = Order()
            for number in 0..<100 { queue.async(timedBy: watch) { _ in order.numbers.append(number) } }
            queue.async(timedBy: watch) { _ in continuation.resume(returning: order.numbers) }
        }
        #expect(order == Array(0..<100))
        try await blocking { queue.close() }
    }

    private final class Order: @unchecked Sendable {  // guard: the queue
        var numbers: [Int] = []
    }

    /// The statement would run for ever.
    @Test func longWorkIsInterrupted() async throws {
        let queue = try queue()
        let code = try await blocking {
            let watch = Stopwatch()
            let result = Result()
            queue.async(timedBy: watch) { connection in
                do throws(SQLFailure) {
                    guard let connection else { return }
                    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
                    try SQLStatement(connection, endless).run()
                } catch {
                    result.code = error.code
                }
            }
            queue.interruptUntilIdle()
            let code = queue.sync { _ in result.code }
            queue.close()
            return code
        }
        #expect(code == 9)
    }

    private final class Result: @unchecked Sendable {  // guard: the queue
        var code: Int32 = 0
    }

    @Test func aClosedQueueGivesNoConnection() throws {
        let queue = try queue()
        let statement = try queue.sync { try SQLStatement(#require($0), "SELECT id FROM a") }
        queue.close()
        #expect(queue.sync { $0 == nil })
        queue.close()
        // The statement that is left keeps the database open until its end.
        #expect(try statement.step())
    }
}
