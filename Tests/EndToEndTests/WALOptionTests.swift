import Foundation
import JSON
import TestSupport
import Testing

/// `oriel serve --wal`, and the log line about a database that is not in WAL mode.
@Suite(.timeLimit(.minutes(2))) struct WALOptionTests {
    private let database: Database

    init() async throws {
        database = try await blocking { try Database("CREATE TABLE t (id INTEGER PRIMARY KEY);") }
    }

    private func expectRefusal(_ arguments: [String], _ sentence: String) async throws {
        let ending = try await Program.run(["serve"] + arguments + ["--wal", "--port", "0"])
        #expect(ending.status == 1)
        #expect(ending.output == "")
        #expect(ending.lines == ["Error: \(arguments[0]): \(sentence)"])
    }

    @Test func rollbackModeIsReportedAndKept() async throws {
        let program = try Program(["serve", database.path, "--port", "0"])
        try await program.hears("The database is not in WAL mode")
        try await program.stop()
        #expect(try await database.run("PRAGMA journal_mode") == "delete\n")
    }

    @Test func theOptionSwitchesToWALModePermanently() async throws {
        for _ in 0..<2 {
            let program = try Program(["serve", database.path, "--wal", "--port", "0"])
            let port = try #require(try await program.port())
            try await database.run("INSERT INTO t DEFAULT VALUES")
            #expect(try await HTTPClient(port: port).get("/t").status == 200)
            try program.signal(SIGTERM)
            #expect(try await !program.end().errors.contains("not in WAL mode"))
            #expect(try await database.run("PRAGMA journal_mode") == "wal\n")
        }
    }

    @Test func explainsWhyAFileCannotUseWALMode() async throws {
        let config = database.folder + "/oriel.yaml"
        try Data("busyTimeout: 0.1".utf8).write(to: URL(fileURLWithPath: config))
        let shell = try SQLShell(database.path)
        try await shell.run("BEGIN; SELECT * FROM t")
        let sentence = "Another program is using the database. Stop that program, or start without --wal."
        try await expectRefusal([database.path, "--config", config], sentence)
        try await shell.run("COMMIT")
        let json = database.folder + "/things.json"
        try Data("{}".utf8).write(to: URL(fileURLWithPath: json))
        try await expectRefusal([json], "The file is not a SQLite database, or it is encrypted.")
        #expect(try await Program.run("serve", database.path, "--wal", "--read-only").status == 64)
        try Data("readOnly: true".utf8).write(to: URL(fileURLWithPath: config))
        try await expectRefusal([database.path, "--config", config], "The setting readOnly forbids --wal.")
        #expect(try await database.run("PRAGMA journal_mode") == "delete\n")
    }

    @Test(.enabled(if: geteuid() != 0, "root may write any file"))
    func aReadOnlyFileIsNotWritten() async throws {
        chmod(database.path, 0o444)
        try await expectRefusal(
            [database.path], "The file cannot be written. Check the permissions of the file and its folder.")
    }
}
