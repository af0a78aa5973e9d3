import Blueprints
import Foundation
import Lists
import Loop
import Stores
import TestSupport
import Testing
import ViewModels

/// What rules allow, as an app asks them.
@Suite(.timeLimit(.minutes(5))) @SceneActor struct PrincipalMayTests {
    private nonisolated static let sql = """
        CREATE TABLE Member (Person TEXT, Team INTEGER, PRIMARY KEY (Person, Team));
        INSERT INTO Member VALUES ('1', 1);
        CREATE TABLE Job (Id INTEGER PRIMARY KEY, Team INTEGER, Owner TEXT, Text TEXT, Cost INTEGER, Phone TEXT);
        INSERT INTO Job VALUES (1, 1, '1', 'own', 5, '11'), (2, 1, '2', 'other', 6, '22'), (3, 2, '1', 'far', 1, '33');
        CREATE TABLE Secret (Id INTEGER PRIMARY KEY, Text TEXT);
        """
    private static let rules = """
        attributes: { teams: SELECT Team FROM Member WHERE Person = :id }
        roles: { worker: {}, lead: { may: [export] } }
        tables:
          Job:
            - to: lead
              columns: all
              insert: all
              update: all
              delete: all
            - to: worker
              rows: Team in user.teams
              columns: [Team, Owner, Text, { Phone: Owner = user.id }]
              insert: { columns: [Text], set: { Owner: =user.id, Team: 1 } }
              update: { columns: [Text], rows: Owner = user.id }
        """
    private let worker = Principal(.person, id: "1", name: "ada", roles: ["worker"])
    private let lead = Principal(.person, id: "2", name: "bob", roles: ["lead"])
    private let admin = Principal(.person, id: "3", name: "root", roles: [Principal.admin])

    private func withRules(_ body: @SceneActor (AccessRules, Database) async throws -> Void) async throws {
        let database = try await blocking { try Database(Self.sql) }
        let path = database.folder + "/access.yaml"
        try Data(Self.rules.utf8).write(to: URL(fileURLWithPath: path))
        let store = try await Store(path: database.path)
        do {
            try await body(try AccessRules(path, of: store), database)
        } catch {
            await store.close()
            throw error
        }
        await store.close()
    }

    @Test func tablesAndVerbs() async throws {
        try await withRules { rules, _ async throws in
            for verb in AccessVerb.allCases {
                #expect(await admin.may(verb, in: "Secret", by: rules))
                #expect(await lead.may(verb, in: "Job", by: rules), "\(verb)")
                #expect(await worker.may(verb, in: "Job", by: rules) == [.see, .insert, .update].contains(verb))
                for principal in [worker, lead, .nobody] {
                    #expect(await !principal.may(verb, in: "Secret", by: rules))
                    #expect(await !principal.may(verb, in: "Missing", by: rules))
                }
                #expect(await !Principal.nobody.may(verb, in: "Job", by: rules))
            }
        }
    }

    @Test func rows() async throws {
        try await withRules { rules, _ async throws in
            for (row, sees, updates) in [
                ("1", true, true), ("2", true, false), ("3", false, false), ("9", false, false),
            ] {
                #expect(await worker.may(.see, in: "Job", row: row, by: rules) == sees, "\(row)")
                #expect(await worker.may(.update, in: "Job", row: row, by: rules) == updates, "\(row)")
                #expect(await !worker.may(.delete, in: "Job", row: row, by: rules))
                #expect(await lead.may(.delete, in: "Job", row: row, by: rules) == (row != "9"))
            }
        }
    }

    @Test func columns() async throws {
        try await withRules { rules, _ async throws in
            for (column, sees, sets) in [
                ("Text", true, true), ("Owner", true, false), ("Cost", false, false), ("Phone", true, false),
                ("Missing", false, false), ("text", false, false),
            ] {
                #expect(await worker.may(.see, in: "Job", column: column, by: rules) == sees, "\(column)")
                #expect(await worker.may(.insert, in: "Job", column: column, by: rules) == sets, "\(column)")
                #expect(await worker.may(.update, in: "Job", row: "1", column: column, by: rules) == sets, "\(column)")
                #expect(await !worker.may(.update, in: "Job", row: "2", column: column, by: rules), "\(column)")
            }
            #expect(await worker.may(.see, in: "Job", row: "1", column: "Phone", by: rules))
            #expect(await !worker.may(.see, in: "Job", row: "2", column: "Phone", by: rules))
        }
    }

    @Test func theAnswerIsThatOfThePresent() async throws {
        try await withRules { rules, database async throws in
            #expect(await !worker.may(.see, in: "Job", row: "3", by: rules))
            try await database.run("INSERT INTO Member VALUES ('1', 2)")
            #expect(await worker.may(.update, in: "Job", row: "3", by: rules))
        }
    }
}
