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
        #expect(good.output == "access.yaml: No mistakes.\n")
        #expect(good.code == 0)
    }

    @Test(arguments: [
        ("1 see /Ticket/1 --role agent", "yes: The grant at line 15 counts. Visible: Title, State"),
        ("1 see /Ticket/9 --role agent", "no: The grant at line 15 counts: the row does not meet"),
        ("1 see /Ticket/77 --role agent", "no: There is no such row."),
        ("1 update /Ticket/2 --role agent", "no: The grant at line 15 counts: the row does not meet"),
        ("1 update /Ticket/1 --role agent", "yes: The grant at line 15 counts: it has update."),
        ("1 insert /User --role agent", "no: The grant at line 28 counts: it lacks insert."),
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
}
