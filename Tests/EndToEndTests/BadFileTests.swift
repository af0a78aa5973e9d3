import Foundation
import JSON
import TestSupport
import Testing

/// `oriel serve` with unusable files: one sentence on standard error, nothing on standard output, exit code 1.
@Suite(.timeLimit(.minutes(5))) struct BadFileTests {
    private let database: Database

    init() async throws {
        database = try await blocking {
            try Database("CREATE TABLE t (id INTEGER PRIMARY KEY); INSERT INTO t VALUES (1);")
        }
    }

    private func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        let path = database.folder + "/" + name
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    private func expectRefusal(of path: String, _ sentence: String) async throws {
        let ending = try await Program.run("serve", path, "--port", "0")
        #expect(ending.status == 1)
        #expect(ending.output == "")
        #expect(ending.lines == ["Error: \(path): \(sentence)"])
    }

    @Test func reportsAMissingFile() async throws {
        let sentence = "The file does not exist. Check the path; Oriel does not create databases."
        for path in [database.folder + "/none.sqlite", database.folder + "/no/folder.sqlite", database.path + "/x"] {
            try await expectRefusal(of: path, sentence)
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test func reportsAFolder() async throws {
        let sentence = "The file cannot be read (not a regular file). Check the permissions of the file and its folder."
        try await expectRefusal(of: database.folder, sentence)
        try await expectRefusal(of: "/dev/null", sentence)
    }

    @Test func reportsAFileOfAnotherKind() async throws {
        let sentence = "The file is not a SQLite database, or it is encrypted."
        try await expectRefusal(of: file("text", Array(repeating: UInt8(ascii: "x"), count: 5_000)), sentence)
        try await expectRefusal(of: file("short", Array("hello".utf8)), sentence)
        try await expectRefusal(of: file("zeros", Array(repeating: 0, count: 8_192)), sentence)
    }

    @Test func reportsANumberThatIsTooLargeInAJSONFile() async throws {
        let sentence = """
            The file is not valid JSON: the number of "n" before line 1, column 25 exceeds 64 bits; \
            write it as a string, in quotation marks.
            """
        try await expectRefusal(of: file("large.json", Array(#"{"n":99999999999999999999}"#.utf8)), sentence)
    }

    @Test func reportsADamagedFile() async throws {
        let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: database.path)))
        let sentence = "The database is damaged (database disk image is malformed). Restore it from a backup."
        try await expectRefusal(of: file("cut", whole.prefix(3_000)), sentence)
        let garbage = (100..<4_000).map { UInt8(truncatingIfNeeded: $0 * 31) }
        try await expectRefusal(of: file("overwritten", whole.prefix(100) + garbage + whole.dropFirst(4_000)), sentence)
    }

    @Test(.enabled(if: geteuid() != 0, "root may read any file"))
    func reportsAnUnreadableFile() async throws {
        chmod(database.path, 0)
        let sentence = "The file cannot be read (Permission denied). Check the permissions of the file and its folder."
        try await expectRefusal(of: database.path, sentence)
    }

    @Test func reportsALockedFile() async throws {
        let lock = try await Lock(on: database.path)
        let config = try file("oriel.yaml", Array("busyTimeout: 0.1".utf8))
        let ending = try await Program.run("serve", database.path, "--port", "0", "--config", config)
        #expect(ending.status == 1)
        let sentence = "The database is locked by another program. Retry, or raise busyTimeout."
        #expect(ending.lines == ["Error: \(database.path): \(sentence)"])
        try await lock.release()
        let program = try Program(["serve", database.path, "--port", "0"])
        #expect(try await program.port() != nil)
        try await program.stop()
    }

    @Test func waitsForALockWithinTheBusyTimeout() async throws {
        let writer = try SQLShell(database.path)
        try await writer.run("BEGIN EXCLUSIVE")
        let config = try file("patient.yaml", Array("busyTimeout: 60".utf8))
        let program = try Program(["serve", database.path, "--port", "0", "--config", config])
        try await writer.run(".shell sleep 3\nCOMMIT")
        #expect(try await program.port() != nil)
        try await program.stop()
    }

    @Test func anEmptyFileIsAnEmptyDatabase() async throws {
        let program = try Program(["serve", file("empty", []), "--port", "0"])
        let port = try await program.port() ?? 0
        let root = try await HTTPClient(port: port).get("/").json
        #expect(root["window"]?["total"] == 0)
        #expect(root["title"] == "empty")
        try await program.stop()
    }
}

/// An exclusive lock on a database, held by another process.
private final class Lock: @unchecked Sendable {  // one test uses it, one call at a time
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())

    init(on path: String) async throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["sqlite3", path]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        input.fileHandleForWriting.write(Data("BEGIN EXCLUSIVE;\nSELECT 'held';\n".utf8))
        _ = try await blocking { [output] in output.fileHandleForReading.availableData }
    }

    func release() async throws {
        try input.fileHandleForWriting.close()
        try await blocking { [process] in process.waitUntilExit() }
    }
}
