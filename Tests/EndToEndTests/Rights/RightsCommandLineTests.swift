import Foundation
import TestSupport
import Testing

/// `oriel check` and `oriel may`.
@Suite(.timeLimit(.minutes(5))) struct RightsCommandLineTests {
    private static func run(_ arguments: [String], rules: String) async throws -> (output: String, code: Int32) {
        let database = try await blocking { try Database(Helpdesk.sql) }
        let path = database.folder + "/access.yaml"
        try Data(rules.utf8).write(to: URL(fileURLWithPath: path))
        let program = try Program(
            arguments.map { $0 == "FILE" ? database.path : $0 == "RULES" ? path : $0 })
        let end = try await program.end()
        return (end.output.replacing(path, with: "access.yaml"), end.status)
    }

    @Test func checkNamesEveryMistake() async throws {
        let rules = Helpdesk.rules.replacing("SELECT TeamId", with: "SELECT Teem")
        let faults = try await Self.run(["check", "FILE", "RULES"], rules: rules)
        let fault = "access.yaml:2:10: user.teams cannot be read: The query failed: no such column: Teem."
        #expect(faults.output == fault + "\n")
        #expect(faults.code == 1)
        let more = try await Self.run(["check", "FILE", "RULES"], rules: "tables: { Tickets: [] }\nview: {}")
        #expect(
            more.output == """
                access.yaml:1:11: There is no table "Tickets". Did you mean "Ticket"?
                access.yaml:2:1: The file has no "view". Did you mean "views"?

                """)
        let good = try await Self.run(["check", "FILE", "RULES"], rules: Helpdesk.rules)
        let view = "The view OpenByTeam, which lead may see, reads Ticket.Team."
        #expect(good.output == "access.yaml: No mistakes.\n\(view)\n")
        #expect(good.code == 0)
    }

    @Test func checkReadsTheFileThatTheSettingsName() async throws {
        let file = try await ServedFile(Helpdesk.sql)
        let rules = file.database.folder + "/rules.yaml"
        try Data("tables: { Tickets: [] }".utf8).write(to: URL(fileURLWithPath: rules))
        try file.configure("access: \(rules)")
        let end = try await Program.run(["check", file.database.path, "--config", file.config])
        #expect(end.status == 1 && end.output.hasPrefix("\(rules):1:11: There is no table"), "\(end)")
    }

    @Test func mayRefusesAQuery() async throws {
        let end = try await Program.run(["may", "any.sqlite", "1", "see", "/Ticket?State=new"])
        #expect(end.status == 64 && end.errors.contains("is not the route of a table, a row"), "\(end)")
    }

    @Test(arguments: [
        ("1 see /Ticket/1 --role agent", "yes: The grant at line 15 counts. Visible: Title, State"),
        ("1 see /Ticket/9 --role agent", "no: The grant at line 15 counts: the row does not meet"),
        ("1 see /Ticket/77 --role agent", "no: There is no such row."),
        ("1 update /Ticket/2 --role agent", "no: The grant at line 15 counts: the row does not meet"),
        ("1 update /Ticket/1 --role agent", "yes: The grant at line 15 counts: it has update."),
        ("1 insert /User --role agent", "no: The grant at line 28 counts: it lacks insert."),
        (
            "1 update /Ticket/1 --role agent",
            "yes: The grant at line 15 counts: it has update. May be set: State, Note, Parent, Team, Phone. "
                + "Afterwards the row has to meet"
        ),
        (
            "1 insert /Ticket --role agent",
            "yes: The grant at line 15 counts: it has insert. May be set: Title, Note, Parent. "
                + "The rule sets: Owner = '1', State = 'new', Team = 1, Memo = "
        ),
        ("2 export /Ticket --role lead", "yes: The grant at line 9 counts: it has export."),
        ("- see /Ticket", "no: Ticket is granted to agent, lead. The roles here are: everyone."),
        ("9 delete /Secret/1 --role admin", "yes: No rule limits an administrator."),
        ("1 see /Nonesuch --role agent", "no: There is no table or view \"Nonesuch\"."),
    ])
    func maySaysWhy(question: String, answer: String) async throws {
        let arguments = ["may", "FILE"] + question.split(separator: " ").map(String.init) + ["--access", "RULES"]
        let end = try await Self.run(arguments, rules: Helpdesk.rules)
        #expect(end.output.hasPrefix(answer), "\(end.output)")
        #expect(end.code == (answer.hasPrefix("yes") ? 0 : 1))
    }

    @Test func aWrongFileEndsTheStart() async throws {
        let database = try await blocking { try Database(Helpdesk.sql) }
        let settings = database.folder + "/oriel.yaml"
        let path = database.folder + "/access.yaml"
        try Data("access: \(path)".utf8).write(to: URL(fileURLWithPath: settings))
        let arguments = ["serve", database.path, "--port", "0", "--config", settings]
        let missing = try await Program(arguments).end()
        #expect(missing.status == 1)
        #expect(missing.errors.contains("There is no such file."))
        try Data("tables: { Nonesuch: [] }".utf8).write(to: URL(fileURLWithPath: path))
        let wrong = try await Program(arguments).end()
        #expect(wrong.status == 1)
        #expect(wrong.errors.contains("access.yaml:1:11: There is no table \"Nonesuch\"."))
    }

    @Test func mayTellsColumnsOfSomeRows() async throws {
        let arguments = ["may", "FILE", "1", "see", "/Ticket/1", "--role", "agent", "--access", "RULES"]
        let end = try await Self.run(arguments, rules: Helpdesk.rules)
        #expect(end.output.contains("Photo, Phone if (\"Ticket\".\"Owner\" = '1')."), "\(end.output)")
    }

    @Test func mayReadsPeopleAndRolesFromTheSettings() async throws {
        let file = try await ServedFile(Helpdesk.sql)
        let (rules, users) = (file.database.folder + "/access.yaml", file.database.folder + "/access.sqlite")
        try Data(Helpdesk.rules.utf8).write(to: URL(fileURLWithPath: rules))
        try file.configure("users: \(users)\naccess: \(rules)")
        let password = file.database.folder + "/password"
        try Data(Guarded.password.utf8).write(to: URL(fileURLWithPath: password))
        let add = ["user", "add", "ada", "--role", "agent", "--password-file", password, "--config", file.config]
        #expect(try await Program.run(add).status == 0)
        let ask = { (person: String, route: String) in
            try await Program.run(["may", file.database.path, person, "see", route, "--config", file.config])
        }
        for person in ["ada", "1"] {
            let yes = try await ask(person, "/Ticket/1")
            #expect(yes.status == 0 && yes.output.hasPrefix("yes: The grant at line 15 counts."), "\(yes)")
            #expect(try await ask(person, "/Ticket/9").status == 1)
        }
        let nobody = try await ask("eve", "/Ticket/1")
        #expect(nobody.status == 2 && nobody.errors.contains("There is no person eve."))
    }

    @Test func mayReadsPeopleOfTheServedDatabase() async throws {
        let file = try await ServedFile(ServedPeopleTests.sql)
        let (rules, users) = (file.database.folder + "/access.yaml", file.database.folder + "/access.sqlite")
        try Data("roles: { lead: {} }\ntables: { User: [{ to: lead, columns: all }] }".utf8)
            .write(to: URL(fileURLWithPath: rules))
        try file.configure(
            """
            users: \(users)
            access: \(rules)
            people: { table: User, id: Id, name: Mail, password: Hash, roles: Role, active: IsActive }
            """)
        let arguments = ["may", file.database.path, "ada@example.org", "see", "/User", "--config", file.config]
        let end = try await Program.run(arguments)
        #expect(end.output == "yes: The grant at line 2 counts. Visible: Id, Mail, Role, IsActive.\n", "\(end)")
    }
}
