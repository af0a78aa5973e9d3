import Foundation
import JSON
import TestSupport
import Testing

/// What `oriel key add` says, and which keys it refuses to add.
@Suite(.timeLimit(.minutes(5))) struct KeyCommandTests {
    private struct Desk {
        let file: ServedFile
        let users: String
        let rules: String

        init(_ sql: String = Guarded.sql, settings: String = "", hasRules: Bool = false) async throws {
            file = try await ServedFile(sql)
            users = file.database.folder + "/access.sqlite"
            rules = file.database.folder + "/access.yaml"
            try Data("roles: { lead: {} }\ntables: {}\n".utf8).write(to: URL(fileURLWithPath: rules))
            try file.configure("users: \(users)\n\(hasRules ? "access: \(rules)\n" : "")\(settings)")
        }

        func run(_ arguments: String...) async throws -> Program.Ending {
            try await Program.run(arguments + ["--config", file.config])
        }
    }

    private static let people =
        "people: { table: User, id: Id, name: Mail, password: Hash, roles: Role, active: IsActive }\n"

    @Test func theDatabaseIsNamedBesideTheToken() async throws {
        let desk = try await Desk()
        let key = try await desk.run("key", "add", "backup")
        #expect(key.output.hasPrefix("oriel_") && key.output.split(separator: "\n").count == 1)
        #expect(key.errors == "The key is in \(desk.users).\n")
    }

    @Test func rolesWithoutRulesAreRemarked() async throws {
        let desk = try await Desk()
        let remark = "Without rules (the setting access), roles limit nothing: the key may do everything.\n"
        let key = try await desk.run("key", "add", "backup", "--role", "lead")
        #expect(key.status == 0 && key.errors.hasSuffix(remark), "\(key)")
        #expect(try await !desk.run("key", "add", "root", "--role", "admin").errors.contains("limit nothing"))
        let ruled = try await Desk(hasRules: true)
        #expect(try await !ruled.run("key", "add", "backup", "--role", "lead").errors.contains("limit nothing"))
    }

    @Test func aKeyForTablesNeedsRules() async throws {
        let desk = try await Desk()
        let refused = try await desk.run("key", "add", "backup", "--table", "note")
        #expect(refused.status == 1 && refused.output.isEmpty && refused.errors.contains("needs rules"), "\(refused)")
        #expect(!FileManager.default.fileExists(atPath: desk.users))
        let bare = try await Program.run("key", "add", "backup", "--table", "note", "--users", desk.users)
        #expect(bare.status == 0 && bare.errors.contains("Without rules (the setting access), the key is refused."))
        let ruled = try await Desk(hasRules: true)
        #expect(try await ruled.run("key", "add", "backup", "--table", "note", "--role", "lead").status == 0)
    }

    @Test func aPersonOfTheServedDatabaseMayHaveAKey() async throws {
        let desk = try await Desk(ServedPeopleTests.sql, settings: Self.people)
        let add = [
            "key", "add", "backup", "--person", "ada@example.org", "--role", "lead", "--config", desk.file.config,
        ]
        let without = try await Program.run(add)
        #expect(without.status == 1 && without.errors.contains("Name it with --store, or in the setting store."))
        let key = try await Program.run(add + ["--store", desk.file.database.path])
        #expect(key.status == 0, "\(key)")
        let nobody = try await desk.run("key", "add", "x", "--person", "eva", "--store", desk.file.database.path)
        #expect(nobody.status == 1 && nobody.errors.contains("There is no person of this name."), "\(nobody)")
        let (program, port) = try await desk.file.serve()
        let token = key.output.trimmingCharacters(in: .whitespacesAndNewlines)
        let who = try await HTTPClient(port: port).get(
            "/-/sign-in", ["Authorization": "Bearer \(token)", "Accept": "application/json"])
        #expect(
            try who.json["principal"] == ["kind": "person", "id": "7", "name": "ada@example.org", "roles": ["lead"]])
        try await program.stop()
        let list = try await desk.run("user", "list")
        #expect(list.status == 1 && list.errors.contains("in the table User of the served database. Read them there."))
    }

    @Test func theSettingStoreNamesThePeopleOfAKey() async throws {
        let desk = try await Desk(ServedPeopleTests.sql)
        try desk.file.configure("users: \(desk.users)\nstore: \(desk.file.database.path)\n\(Self.people)")
        let key = try await desk.run("key", "add", "backup", "--person", "ada@example.org")
        #expect(key.status == 0, "\(key)")
    }
}
