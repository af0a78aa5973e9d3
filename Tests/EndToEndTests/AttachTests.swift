import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct AttachTests {
    private static let sql = """
        CREATE TABLE t (id INTEGER PRIMARY KEY, u UNIQUE); CREATE TABLE w (k PRIMARY KEY) WITHOUT ROWID;
        CREATE VIEW v AS SELECT * FROM t;
        """

    @Test func attachAndDetachPrintTheirResult() async throws {
        let database = try await blocking { try Database(Self.sql) }
        let path = database.path
        let before = try await database.run(".schema")
        let attached = try await Program.run("attach", path)
        #expect(attached.status == 0)
        #expect(attached.output.hasPrefix("\(path): Writes to 2 tables are logged by 10 triggers.\n"))
        let again = try await Program.run("attach", path)
        #expect(again.output.hasPrefix("\(path): Writes to 2 tables are already logged by 10 triggers.\n"))
        let logged = try await database.run(
            "INSERT INTO t VALUES (5, 6); SELECT tbl, k0 FROM _oriel_log WHERE tbl NOT NULL")
        #expect(logged == "t|5\n")
        let detached = try await Program.run("detach", path)
        #expect(
            detached.output == "\(path): Removed the log of 2 tables, 10 triggers, and the record of commands.\n")
        #expect(try await database.run(".schema") == before)
        let nothing = try await Program.run("detach", path)
        #expect(nothing.status == 0 && nothing.output == "\(path): There is no log to remove.\n")
    }

    @Test func theSettingsMayNameTheDatabase() async throws {
        let database = try await blocking { try Database(Self.sql) }
        let settings = database.folder + "/oriel.yaml"
        try Data("store: \(database.path)\n".utf8).write(to: URL(fileURLWithPath: settings))
        for (command, result) in [("attach", "Writes to 2 tables are logged"), ("detach", "Removed the log")] {
            #expect(try await Program.run(command, "--config", settings).output.contains(result))
            let none = try await Program.run(command)
            #expect(none.status == 1 && none.errors.contains("No database is named."))
        }
    }

    @Test func attachingAgainAddsAMissingCommandTable() async throws {
        let database = try await blocking { try Database(Self.sql) }
        #expect(try await Program.run("attach", database.path).status == 0)
        let whole = try await database.run("SELECT name, sql FROM sqlite_schema ORDER BY 1")
        try await database.run("DROP TABLE _oriel_commands")
        let again = try await Program.run("attach", database.path)
        #expect(again.status == 0)
        #expect(
            again.output.contains("are logged by 10 triggers.\n") && again.output.contains("Commands with a key are "))
        #expect(try await database.run("SELECT name, sql FROM sqlite_schema ORDER BY 1") == whole)
        #expect(try await Program.run("attach", database.path).output.contains("are already logged by 10 triggers.\n"))
        #expect(try await Program.run("detach", database.path).status == 0)
        #expect(
            try await database.run("SELECT count(*) FROM sqlite_schema WHERE name LIKE '\\_oriel%' ESCAPE '\\'")
                == "0\n")
    }

    @Test(arguments: ["attach", "check", "doctor"])
    func aCommandForAServerThatIsAwayDoesNotPromiseToRetry(_ command: String) async throws {
        let ended = try await Program.run(command, "postgres://127.0.0.1:1/none")
        #expect(ended.status != 0)
        #expect((ended.output + ended.errors).contains("The database server cannot be used ("))
        #expect(!(ended.output + ended.errors).contains("retries"))
    }

    @Test(arguments: ["attach", "detach"])
    func aFileThatIsNoDatabaseIsReportedInOneSentence(_ command: String) async throws {
        let database = try await blocking { try Database(Self.sql) }
        let missing = try await Program.run(command, database.folder + "/none.sqlite")
        #expect(missing.status == 1 && missing.lines.count == 1 && missing.errors.contains("The file does not exist."))
        let text = database.folder + "/text.sqlite"
        try String(repeating: "no database ", count: 100).write(toFile: text, atomically: true, encoding: .utf8)
        let other = try await Program.run(command, text)
        #expect(other.status == 1 && other.lines.count == 1 && other.errors.contains("not a SQLite database"))
        let folder = try await Program.run(command, database.folder)
        #expect(folder.status == 1 && folder.lines.count == 1 && folder.errors.contains("not a regular file"))
    }

    @Test func aLockedDatabaseIsLeftAlone() async throws {
        let database = try await blocking { try Database(Self.sql) }
        let shell = try SQLShell(database.path)
        try await shell.run("BEGIN IMMEDIATE")
        let attached = try await Program.run("attach", database.path, "--wait", "0")
        #expect(attached.status == 1 && attached.lines.count == 1 && attached.errors.contains("locked"))
        try await shell.run("ROLLBACK")
        #expect(try await Program.run("attach", database.path).status == 0)
    }
}
