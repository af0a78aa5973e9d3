import Foundation
import JSON
import TestSupport
import Testing

/// `oriel doctor`: each problem is provoked.
@Suite(.timeLimit(.minutes(5))) struct DoctorTests {
    private let folder: TemporaryFolder
    private var database: String { folder.path + "/my.sqlite" }

    init() async throws {
        folder = try TemporaryFolder()
        try Shell.run(
            "sqlite3", [database], input: "PRAGMA journal_mode = WAL; CREATE TABLE T (Id INTEGER PRIMARY KEY, N TEXT);")
        chmod(database, 0o600)
    }

    /// Writes a file of the folder. Returns its path.
    private func write(_ name: String, _ text: String, mode: mode_t = 0o600) throws -> String {
        let path = "\(folder.path)/\(name)"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        chmod(path, mode)
        return path
    }

    /// Runs `oriel doctor`, and expects the level of a check, and words of its line.
    private func expect(
        _ level: String, _ check: String, _ words: String, _ arguments: [String], by wrapper: [String] = [],
        _ location: SourceLocation = #_sourceLocation
    ) async throws {
        if !wrapper.isEmpty, try await !Program.mayBeStarted(by: wrapper) { return }  // not permitted here
        let ending = try await Program(["doctor"] + arguments, by: wrapper).end()
        let lines = ending.output.split(separator: "\n").filter {
            $0.hasPrefix("\(level) ") && $0.dropFirst(9).hasPrefix(check) && $0.contains(words)
        }
        #expect(lines.count == 1, "\(ending)", sourceLocation: location)
        #expect(!ending.output.contains("hidden"), "the password is shown", sourceLocation: location)
        let status = ["ok": ending.status, "warning": ending.status == 2 ? 2 : 1, "error": 2][level]
        #expect(ending.status == status, "\(ending)", sourceLocation: location)
    }

    /// Runs a command as root of namespaces of its own, where it may change what it sees of the system.
    private static func namespace(_ kinds: [String], _ script: String) -> [String] {
        ["unshare", "--user", "--map-root-user"] + kinds + ["sh", "-c", script + #" && exec "$0" "$@""#]
    }

    @Test func aGoodServerHasNoProblem() async throws {
        let secret = try write("password", "correct horse battery staple")
        let access = try write("access.yaml", "roles: {}\ntables: {}\n")
        let users = folder.path + "/access.sqlite"
        let config = try write(
            "oriel.yaml",
            "store: \(database)\nusers: \(users)\naccess: \(access)\nsocketLimit: 100\nconnectionLimit: 100\n")
        try await expect("warning", "people", "does not exist", ["--config", config])
        let add = ["--password-file", secret, "--config", config]
        #expect(try await Program.run(["user", "add", "bob"] + add).status == 0)
        try await expect("warning", "people", "No administrator may sign in", ["--config", config])
        #expect(try await Program.run(["user", "add", "ada", "--role", "admin"] + add).status == 0)
        for check in ["kernel", "open files", "file events", "people", "rules", "journal", "content", "permissions"] {
            let ending = try await Program.run("doctor", "--config", config)
            #expect(ending.output.contains("ok       \(check) "), "\(ending)")
            #expect(!ending.output.contains("error "), "\(ending)")
        }
        let ending = try await Program.run("doctor", "--config", config, "--json")
        let findings = try JSON(parsing: Array(ending.output.utf8))["findings"]?.arrayValue ?? []
        #expect(findings.count > 10)
        #expect(findings.allSatisfy { $0["level"] != nil && $0["check"] != nil && $0["text"] != nil })
        _ = try write("access.yaml", "roles: {}\ntables: { Nosuch: [] }\n")
        try await expect("error", "rules", "Nosuch", ["--config", config])
        chmod(users, 0o644)
        try await expect("warning", "permissions", "access.sqlite is open to every user", ["--config", config])
        try await expect("error", "settings", "the file that is served", [users, "--config", config])
    }

    @Test func mistakesInSettingsAreErrors() async throws {
        let config = try write("oriel.yaml", "nosuch: 1")
        try await expect("error", "settings", "Unknown setting: \"nosuch\".", [database, "--config", config])
        _ = try write("oriel.yaml", "allowRemote: true\nhost: 0.0.0.0\norigins: [\"https://a.example\"]\n", mode: 0o644)
        let arguments = [database, "--config", config]
        try await expect("error", "sign-in", "Everybody who reaches 0.0.0.0:8080 may read and write", arguments)
        try await expect("warning", "proxy", "Set addressHeader", arguments)
        try await expect("warning", "permissions", "oriel.yaml is open to every user", arguments)
        _ = try write("oriel.yaml", "users: \(folder.path)/people.sqlite\n")
        try await expect("warning", "rules", "may see and do everything", arguments)
        try await expect("warning", "database", "None is named", [])
    }

    @Test func problemsOfADatabaseAreFound() async throws {
        try await expect("error", "file", "No such file or directory", [folder.path + "/none.sqlite"])
        try await expect("error", "content", "neither a SQLite database nor valid JSON", [write("x.json", "{")])
        try await expect("ok", "content", "is valid JSON", [write("y.json", "[]")])
        try await Database.run("PRAGMA journal_mode = DELETE", at: database)
        try await expect("warning", "journal", "is in delete mode, so reads block writers", [database])
        let many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)"
        try await Database.run(
            "INSERT INTO T \(many) SELECT i, hex(randomblob(50)) FROM n; CREATE INDEX I ON T (N)", at: database)
        try await expect("warning", "content", "too large to check", [database, "--seconds", "0"])
        try await Database.run(
            "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 2 WHERE name = 'I'", at: database)
        try await expect("error", "content", "Restore a backup", [database])
        try await expect("error", "server", "postgres://u@127.0.0.1:1/x", ["postgres://u:hidden@127.0.0.1:1/x"])
        let postgres = try await blocking { try PostgresTestDatabase("SELECT 1", isPublished: false) }
        try await expect("warning", "server", "No table is attached", [postgres.url])
        let path = ["env", "PATH=\(folder.path)"]
        try await expect("warning", "backups", "pg_dump and pg_restore cannot be found", [postgres.url], by: path)
    }

    @Test(.enabled(if: geteuid() != 0, "root may read and write any file"))
    func filesOfOtherUsersAreFound() async throws {
        chmod(database, 0o400)
        try await expect("error", "file", "cannot be written by this user", [database])
        chmod(database, 0)
        try await expect("error", "file", "cannot be read by this user", [database])
    }

    @Test(.enabled("where a process may mount a disk") { try await FullDisk.isPossible })
    func limitsOfTheMachineAreFound() async throws {
        try await expect("warning", "open files", "256 are allowed", [database], by: ["prlimit", "--nofile=256:256"])
        let disk = FullDisk(at: folder.path + "/disk", size: "16m", with: database)
        let served = disk.path + "/my.sqlite"
        try await expect("warning", "disk", "Only 0 MB are free", [served], by: disk.wrapper)
        try await expect("warning", "file system", "is in memory (tmpfs)", [served], by: disk.wrapper)
        let events = Self.namespace([], "echo 0 > /proc/sys/user/max_inotify_instances")
        try await expect("warning", "file events", "cannot be watched", [database], by: events)
        let backlog = Self.namespace(["--net"], "echo 16 > /proc/sys/net/core/somaxconn")
        try await expect("warning", "backlog", "Only 16 connections may wait", [database], by: backlog)
        let group = Self.namespace(
            ["--mount"], "mount -t tmpfs none /sys/fs/cgroup && echo 104857600 > /sys/fs/cgroup/memory.max")
        try await expect("warning", "memory", "100 MB may be used, but", [database], by: group)
        let kernel = try write("osrelease", "4.19.0-amd64\n")
        let old = Self.namespace(["--mount"], "mount --bind \(kernel) /proc/sys/kernel/osrelease")
        let config = try write("oriel.yaml", "reusePort: true")
        try await expect(
            "warning", "kernel", "Linux 4.19.0-amd64: with reusePort", [database, "--config", config], by: old)
    }

    @Test func theProxyIsAskedAsAClientDoes() async throws {
        let program = try Program(["serve", database, "--port", "0"])
        let port = try #require(try await program.port())
        let direct = "http://127.0.0.1:\(port)"
        try await expect("error", "proxy headers", "/-/metrics is open", [database, "--url", direct])
        try await expect("ok", "sockets", "pass through", [database, "--url", direct])
        let proxy = try PlainProxy(to: port)
        let through = "http://127.0.0.1:\(proxy.port)"
        try await expect("warning", "sockets", "drops the headers", [database, "--url", through])
        try await expect("ok", "proxy headers", "the metrics are closed", [database, "--url", through])
        proxy.host = "shop.example.com"
        try await expect("error", "address", "does not know the host name", [database, "--url", through])
        try await program.stop()
        try await expect("error", "address", "gives no response", [database, "--url", direct])
        try await expect("error", "address", "is not an address of https", [database, "--url", "http://a.example"])
    }
}
