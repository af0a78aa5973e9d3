import Foundation
import JSON
import TestSupport
import Testing

/// When a changed file or a changed schema counts.
@Suite(.timeLimit(.minutes(5))) struct RuleAdoptionTests {
    private static let sql = """
        CREATE TABLE Person (Id INTEGER PRIMARY KEY, Name TEXT, Hash TEXT, Nick TEXT);
        INSERT INTO Person VALUES (1, 'Ada', 'kolibri', 'a'), (2, 'Bob', 'walrus', 'b');
        CREATE TABLE Secret (Id INTEGER PRIMARY KEY, Word TEXT);
        INSERT INTO Secret VALUES (1, 'kolibri');
        CREATE TABLE Word (Id INTEGER PRIMARY KEY, Text TEXT);
        """
    private static let rules = """
        tables:
          Word: [{ to: everyone, columns: all }]
          Person: [{ to: everyone, columns: [Name] }]

        """

    @Test("a file that is being written is not adopted before it rests")
    func aHalfWrittenFileGrantsNothing() async throws {
        try await withServer(Self.sql, rules: Self.rules) { server in
            let path = server.database.folder + "/access.yaml"
            let half = "  Secret:\n    - to: everyone\n      columns: all\n"
            let file = try #require(FileHandle(forWritingAtPath: path))
            try file.seekToEnd()
            try file.write(contentsOf: Data(half.utf8))
            var last = ContinuousClock.now
            var mayHaveRested = false  // on a busy machine
            for number in 0..<20 {
                let status = try await server.http.get("/Secret").status
                try await Task.sleep(for: .milliseconds(50))
                mayHaveRested = mayHaveRested || ContinuousClock.now - last > .milliseconds(400)
                try file.write(contentsOf: Data("      # line \(number)\n".utf8))
                last = .now
                if !mayHaveRested { #expect(status == 404, "\(number)") }
            }
            try file.write(contentsOf: Data("      rows: Id = 7\n".utf8))
            try file.close()
            let deadline = ContinuousClock.now + patienceOfTests
            var total: JSON?
            while total != 0, .now < deadline {
                let answer = try await server.http.get("/Secret")
                total = answer.status == 200 ? try answer.json["window"]?["total"] : nil
            }
            #expect(total == 0)
        }
    }

    @Test("an empty or missing file does not count while it is replaced")
    func aFileThatIsReplacedWarnsOfNothing() async throws {
        try await withServer(Self.sql, rules: Self.rules) { server in
            let path = server.database.folder + "/access.yaml"
            let begin = ContinuousClock.now
            try Data().write(to: URL(fileURLWithPath: path))
            _ = try await server.http.get("/Person")
            try FileManager.default.removeItem(atPath: path)
            _ = try await server.http.get("/Person")
            let start = ContinuousClock.now
            try Data("\(Self.rules)  Secret: [{ to: everyone, columns: all }]\n".utf8)
                .write(to: URL(fileURLWithPath: path))
            let isEarly = ContinuousClock.now - begin < .milliseconds(400)
            let deadline = ContinuousClock.now + patienceOfTests
            while try await server.http.get("/Secret").status != 200, .now < deadline {}
            #expect(ContinuousClock.now - start > .milliseconds(400))
            // On a busy machine, the file may have been empty for long.
            if isEarly { #expect(await server.warnings == []) }
            try FileManager.default.removeItem(atPath: path)
            try await server.warned(of: "There is no such file.")
            #expect(try await server.http.get("/Secret").status == 200)
        }
    }

    @Test("a change of a column that no rule names changes nothing")
    func otherColumnsMayChange() async throws {
        try await withServer(Self.sql, rules: Self.rules) { server in
            for change in [
                "ALTER TABLE Person RENAME COLUMN Nick TO Alias", "ALTER TABLE Person ADD COLUMN Mail TEXT",
                "ALTER TABLE Person DROP COLUMN Hash", "ALTER TABLE Person DROP COLUMN Alias",
            ] {
                try await server.database.run(change)
                let list = try await server.http.get("/Person")
                #expect(list.status == 200 && list.text.contains("Ada"), "\(change)")
                #expect(!list.text.contains("kolibri"), "\(change)")
            }
            #expect(await server.warnings == [])
        }
    }

    @Test("a table is granted again when its column is renamed back, and the log has the remedy once")
    func aColumnThatIsRenamedBackCounts() async throws {
        try await withServer(Self.sql, rules: Self.rules) { server in
            try await server.database.run("ALTER TABLE Person RENAME COLUMN Name TO Title")
            #expect(try await server.http.get("/Person").status == 404)
            try await server.database.run("ALTER TABLE Person ADD COLUMN Mail TEXT")
            #expect(try await server.http.get("/Person").status == 404)
            try await server.database.run("ALTER TABLE Person RENAME COLUMN Hash TO Name")
            #expect(try await server.http.get("/Person").status == 404, "another column has the name")
            try await server.database.run("ALTER TABLE Person RENAME COLUMN Name TO Hash")
            try await server.database.run("ALTER TABLE Person RENAME COLUMN Title TO Name")
            #expect(try await server.titles("/Person", as: nil) == ["Ada", "Bob"])
            let warnings = await server.warnings
            #expect(
                warnings.count == 1
                    && warnings[0].hasSuffix(
                        "access.yaml: The column Name of Person has changed, so nothing is granted in Person. "
                            + "Undo the change, or adapt this file and save it."),
                "\(warnings)")
        }
    }
}
