import Foundation
import JSON
import TestSupport
import Testing

/// `oriel backup` and `oriel restore`.
@Suite(.timeLimit(.minutes(5))) struct BackupTests {
    private static let accounts = """
        \(WritingProgram.schema)
        WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(WritingProgram.accounts - 1))
            INSERT INTO Account SELECT i, 0 FROM n;
        """

    private func read(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    private func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    /// A row of ``WritingProgram/audit``, if the accounts agree with the moves.
    private static func moves(_ row: String) throws -> Int {
        let values = row.split(whereSeparator: { "|\t\n".contains($0) }).compactMap { Int($0) }
        try #require(values.count == 4 && values[0] == values[1] && values[2] == 0 && values[3] == 0, "\(row)")
        return values[0]
    }

    /// Waits until the program has committed this many moves more.
    private func commits(_ count: Int, _ newest: () async throws -> String) async throws {
        func number() async throws -> Int { Int(try await newest().trimmingCharacters(in: .newlines)) ?? 0 }
        let start = try await number()
        while try await number() < start + count { await Task.yield() }
    }

    @Test func aBackupUnderWritesHasTheStateOfOneCommit() async throws {
        let file = try await blocking {
            try Database(
                """
                PRAGMA journal_mode = WAL; \(Self.accounts)
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
                    INSERT INTO Ballast SELECT i, hex(randomblob(1000)) FROM n;
                """)
        }
        let program = try Program(["serve", file.path, "--port", "0"])
        _ = try #require(try await program.port())
        let writer = try WritingProgram(
            ["sqlite3", "-bail", "-cmd", ".timeout 20000", "-cmd", "PRAGMA synchronous = OFF", file.path])
        let newest = { try await file.run("SELECT coalesce(max(Id), 0) FROM Move") }
        try await commits(1000, newest)
        let first = try await newest()
        let ending = try await Program.run("backup", file.path, file.folder + "/copy")
        let last = try await newest()
        try await writer.stop()
        try await program.stop()
        #expect(ending.status == 0, "\(ending.errors)")
        let (low, high) = (try #require(Int(first.dropLast())), try #require(Int(last.dropLast())))
        #expect(high > low, "the program writes meanwhile")

        let restored = try await Program.run("restore", file.folder + "/copy", "--into", file.folder + "/restored")
        #expect(restored.status == 0, "\(restored.errors)")
        let path = file.folder + "/restored/test.sqlite"
        #expect(try await Database.run("PRAGMA integrity_check", at: path) == "ok\n")
        let moves = try Self.moves(try await Database.run(WritingProgram.audit, at: path))
        #expect(low <= moves && moves <= high, "\(low) \(moves) \(high)")
        let dump = "SELECT * FROM Account; SELECT * FROM Move; SELECT Id, Content FROM Ballast"
        let balance = "(SELECT count(*) FROM Move WHERE Taker = a.Id) - (SELECT count(*) FROM Move WHERE Giver = a.Id)"
        let rest = "DELETE FROM Move WHERE Id > \(moves); UPDATE Account AS a SET Balance = \(balance)"
        #expect(try await file.run("\(rest); \(dump)") == Database.run(dump, at: path))
    }

    @Test func aBackupOfPostgreSQLUnderWritesHasTheStateOfOneCommit() async throws {
        let (database, empty) = try await blocking {
            let schema = PostgresDialect.sql(WritingProgram.schema)
            return (
                try PostgresTestDatabase(
                    """
                    \(schema)
                    INSERT INTO "Account" SELECT i, 0 FROM generate_series(0, \(WritingProgram.accounts - 1)) AS n(i);
                    INSERT INTO "Ballast" ("Content") SELECT repeat(md5(i::text), 30) || E'\\n\\\\.\\t'
                        FROM generate_series(1, 20000) AS n(i);
                    CREATE TABLE "Odd name.""x" ("A (b)" text);
                    INSERT INTO "Odd name.""x" VALUES (NULL), ('COPY a FROM stdin;');
                    """), try PostgresTestDatabase("SELECT 1", isPublished: false)
            )
        }
        let folder = try TemporaryFolder()
        let writer = try WritingProgram(
            ["psql", "-h", database.cluster.folder, "-U", "postgres", "-d", database.name, "-X", "-q", "-f", "-"],
            translate: PostgresDialect.sql)
        let newest = { try await database.run(#"SELECT coalesce(max("Id"), 0) FROM "Move""#) }
        try await commits(1000, newest)
        let ending = try await Program.run("backup", database.url, folder.path + "/copy")
        try await commits(100, newest)
        try await writer.stop()
        #expect(ending.status == 0, "\(ending.errors)")

        let taken = try await Program.run("restore", folder.path + "/copy", "--store", database.url)
        #expect(taken.status == 1)
        #expect(taken.errors.contains("The database has tables"), "\(taken.errors)")
        let restored = try await Program.run("restore", folder.path + "/copy", "--store", empty.url)
        #expect(restored.status == 0, "\(restored.errors)")
        let moves = try Self.moves(try await empty.run(PostgresDialect.sql(WritingProgram.audit)))
        #expect(moves >= 1000)
        #expect(try await empty.run(#"SELECT count(*) FROM "Odd name.""x""#) == "2\n")
        let hash = #"SELECT md5(string_agg("Content", '' ORDER BY "Id")) FROM "Ballast""#
        #expect(try await empty.run(hash) == database.run(hash))
    }

    /// A folder with everything that settings name.
    private func site() async throws -> (folder: String, file: Database) {
        let file = try await blocking {
            try Database("CREATE TABLE T (Id INTEGER PRIMARY KEY); INSERT INTO T VALUES (1)")
        }
        let folder = file.folder
        try write("secret words", to: folder + "/secret")
        chmod(folder + "/secret", 0o600)
        try write(
            """
            store: \(file.path)
            users: \(folder)/access.sqlite
            access: \(folder)/access.yaml
            proxy: { user: X-User, from: [127.0.0.1], secret: { header: X-Secret, file: \(folder)/secret } }
            """, to: folder + "/oriel.yaml")
        chmod(folder + "/oriel.yaml", 0o600)
        try write("roles: {}\ntables: {}\n", to: folder + "/access.yaml")
        try write("correct horse battery staple", to: folder + "/password")
        try FileManager.default.createDirectory(
            atPath: folder + "/uploads/a", withIntermediateDirectories: true)
        try write("picture", to: folder + "/uploads/a/test.sqlite")
        let added = try await Program.run(
            "user", "add", "ada", "--role", "admin", "--password-file", folder + "/password", "--config",
            folder + "/oriel.yaml")
        #expect(added.status == 0, "\(added.errors)")
        return (folder, file)
    }

    @Test func aFolderHasItsDatabasesAsDatabasesAndEachFileOnce() async throws {
        let (folder, file) = try await site()
        let live = folder + "/uploads/live.sqlite"
        let (backup, also) = (folder + "/monday/", ["--also", folder + "/uploads", "--also", live])
        try await Database.run("PRAGMA journal_mode = WAL; CREATE TABLE T (N); INSERT INTO T VALUES (7)", at: live)
        let reader = try SQLShell(live)  // keeps the log beside the file
        try await reader.run("INSERT INTO T VALUES (8)")
        let made = try await Program.run(["backup", file.path, backup] + also)
        #expect(made.status == 0, "\(made.errors)")
        #expect(made.output.contains("Complete and verified"))
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder + "/monday")
        #expect(names.filter { $0.contains("live.sqlite") } == ["uploads/live.sqlite"])
        let copy = backup + "uploads/live.sqlite"
        #expect(try await Database.run("SELECT sum(N) FROM T", at: copy) == "15\n")

        try FileManager.default.createDirectory(atPath: folder + "/monday.partial", withIntermediateDirectories: false)
        let again = try await Program.run("backup", file.path, backup)
        #expect(again.status == 1 && again.errors.contains("exists. A backup overwrites nothing"), "\(again.errors)")
        #expect(FileManager.default.fileExists(atPath: folder + "/monday.partial"), "it belongs to another backup")
        symlink("/", folder + "/uploads/root")
        let linked = try await Program.run(["backup", file.path, folder + "/tuesday"] + also)
        #expect(linked.status == 1 && linked.errors.contains("neither a file nor a folder"), "\(linked.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder + "/tuesday.partial"))
    }

    @Test func everythingThatTheSettingsNameReturnsToItsPlace() async throws {
        let (folder, file) = try await site()
        let backup = folder + "/copies/monday"
        try FileManager.default.createDirectory(atPath: folder + "/copies", withIntermediateDirectories: true)
        let made = try await Program.run(
            "backup", backup, "--config", folder + "/oriel.yaml", "--also", folder + "/uploads")
        #expect(made.status == 0, "\(made.errors)")
        #expect(!made.output.contains("secret words"))
        let names = try FileManager.default.subpathsOfDirectory(atPath: backup).sorted()
        #expect(
            names == [
                "access.sqlite", "access.yaml", "manifest.json", "oriel.yaml", "test.sqlite", "uploads", "uploads/a",
                "uploads/a/test.sqlite",
            ])
        #expect(try !read(backup + "/manifest.json").contains("secret words"))
        var status = stat()
        #expect(stat(backup + "/oriel.yaml", &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(stat(backup, &status) == 0 && status.st_mode & 0o777 == 0o700)

        try await file.run("DELETE FROM T")
        try FileManager.default.removeItem(atPath: folder + "/uploads")
        try write("roles: { thief: {} }", to: folder + "/access.yaml")
        let restored = try await Program.run("restore", backup)
        #expect(restored.status == 0, "\(restored.errors)")
        #expect(!restored.output.contains("oriel.yaml"), "it was not changed")
        #expect(try await file.run("SELECT count(*) FROM T") == "1\n")
        #expect(try await Database.run("SELECT count(*) FROM T", at: file.path + ".before-restore") == "0\n")
        #expect(try read(folder + "/access.yaml") == "roles: {}\ntables: {}\n")
        #expect(try read(folder + "/access.yaml.before-restore").contains("thief"))
        #expect(try read(folder + "/uploads/a/test.sqlite") == "picture")
        let listed = try await Program.run("user", "list", "--config", folder + "/oriel.yaml")
        #expect(listed.output.contains("ada"))

        try await file.run("DELETE FROM T")
        let again = try await Program.run("restore", backup)
        #expect(again.status == 1)
        #expect(again.errors.contains("before-restore exists, from an earlier restore"), "\(again.errors)")
        #expect(try await file.run("SELECT count(*) FROM T") == "0\n")
    }

    @Test func aFileInUseIsNotReplaced() async throws {
        let file = try await blocking {
            try Database("PRAGMA journal_mode = WAL; CREATE TABLE T (Id INTEGER PRIMARY KEY)")
        }
        let backup = file.folder + "/copy"
        #expect(try await Program.run("backup", file.path, backup).status == 0)
        let program = try Program(["serve", file.path, "--port", "0"])
        let port = try #require(try await program.port())
        #expect(try await HTTPClient(port: port).post("/T:insert", [:]).status == 200)
        let refused = try await Program.run("restore", backup)
        #expect(refused.status == 1)
        #expect(refused.errors.contains("test.sqlite: oriel (process "), "\(refused.errors)")
        #expect(refused.errors.contains("has the file open. Stop it, and try again."))
        try await program.stop()  // kill -9, so that the log of the database stays
        #expect(FileManager.default.fileExists(atPath: file.path + "-wal"))
        #expect(try await Program.run("restore", backup).status == 0)
        #expect(try await file.run("SELECT count(*) FROM T") == "0\n")
        #expect(try await Database.run("SELECT count(*) FROM T", at: file.path + ".before-restore") == "1\n")
    }

    @Test func damageIsFoundBeforeAnythingIsReplaced() async throws {
        let file = try await blocking {
            try Database("CREATE TABLE T (Id INTEGER PRIMARY KEY, N INT); CREATE INDEX I ON T (N)")
        }
        let backup = file.folder + "/copy"
        #expect(try await Program.run("backup", file.path, backup).status == 0)
        try await file.run("INSERT INTO T VALUES (1, 1)")
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: backup + "/test.sqlite"))
        try handle.seek(toOffset: 5000)
        try handle.write(contentsOf: Data([1, 2, 3]))
        try handle.close()
        for arguments in [["restore", backup], ["restore", backup, "--check"]] {
            let ending = try await Program.run(arguments)
            #expect(ending.status == 1)
            #expect(ending.errors.contains("The file is damaged: it differs from the manifest."), "\(ending.errors)")
        }
        #expect(try await file.run("SELECT count(*) FROM T") == "1\n")
        try await file.run("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 2 WHERE name = 'I'")
        let damaged = try await Program.run("backup", file.path, file.folder + "/other")
        #expect(damaged.status == 1)
        #expect(!FileManager.default.fileExists(atPath: file.folder + "/other"))
        #expect(!FileManager.default.fileExists(atPath: file.folder + "/other.partial"))
        #expect(damaged.errors.contains("amaged") || damaged.errors.contains("malformed"), "\(damaged.errors)")
    }

    @Test func mistakesHaveARemedy() async throws {
        let file = try await blocking { try Database("CREATE TABLE T (Id INTEGER PRIMARY KEY)") }
        let folder = file.folder
        try FileManager.default.createDirectory(atPath: folder + "/taken", withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: folder + "/left.partial", withIntermediateDirectories: true)
        try write("{", to: folder + "/broken.json")
        try write("[{}]", to: folder + "/things.json")
        for (arguments, sentence) in [
            (["backup", folder + "/new"], "No database is named."),
            (["backup", folder + "/missing.sqlite", folder + "/new"], "missing.sqlite: No such file or directory."),
            (["backup", file.path, folder + "/taken"], "exists. A backup overwrites nothing"),
            (["backup", file.path, folder + "/left"], "another backup runs, or was interrupted"),
            (["backup", folder + "/broken.json", folder + "/new"], "neither a SQLite database nor valid JSON"),
            (["backup", file.path, folder + "/none/new"], "The folder \(folder)/none does not exist. Create it"),
            (["restore", folder + "/taken"], "is not a backup: it has no manifest.json"),
            (
                ["backup", "postgres://nobody:hidden@127.0.0.1:1/x", folder + "/new"],
                "postgres://nobody@127.0.0.1:1/x: "
            ),
        ] {
            let ending = try await Program.run(arguments)
            #expect(ending.status == 1)
            #expect(ending.errors.contains(sentence), "\(ending.errors)")
            #expect(!ending.errors.contains("hidden"))
            #expect(!FileManager.default.fileExists(atPath: folder + "/new"))
        }
        #expect(try await Program.run("backup", folder + "/things.json", folder + "/new").status == 0)
        let program = try Program(
            ["backup", "postgres://postgres@/postgres?host=\(try PostgresCluster.shared.folder)", folder + "/pg"],
            by: ["env", "PATH=\(folder)"])
        #expect(try await program.end().errors.contains("pg_dump is missing. Install"))
        let manifest = try read(folder + "/new/manifest.json")
        try write(
            manifest.replacing("\"name\" : \"things.json\"", with: "\"name\" : \"../x\""),
            to: folder + "/new/manifest.json")
        #expect(try await Program.run("restore", folder + "/new").errors.contains("leads out of the folder"))
    }
}
