import Foundation
import TestSupport
import Testing

/// `oriel check` and `oriel may` answer as the server decides.
@Suite(.timeLimit(.minutes(5))) struct RightsQuestionTests {
    private static func run(_ arguments: [String], rules: String) async throws -> Program.Ending {
        let database = try await blocking { try Database(Helpdesk.sql) }
        let path = database.folder + "/access.yaml"
        try Data(rules.utf8).write(to: URL(fileURLWithPath: path))
        return try await Program.run(
            arguments.map { $0 == "FILE" ? database.path : $0 == "RULES" ? path : $0 })
    }

    private static func may(_ question: String, _ rules: String = Helpdesk.rules) async throws -> Program.Ending {
        try await run(
            ["may", "FILE"] + question.split(separator: " ").map(String.init) + ["--access", "RULES"], rules: rules)
    }

    private static let many =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1001) SELECT i FROM n"
    private static let slow =
        "SELECT (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000) "
        + "SELECT max(i) FROM n)"

    @Test(arguments: [
        (many, "user.teams has more than 1000 values."), (slow, "user.teams takes too long to be read."),
    ])
    func attributesThatDoNotCountAreFaults(query: String, fault: String) async throws {
        let rules = Helpdesk.rules.replacing("SELECT TeamId FROM Member WHERE UserId = :id", with: query)
        let check = try await Self.run(["check", "FILE", "RULES"], rules: rules)
        #expect(check.status == 1 && check.output.hasSuffix("access.yaml:2:10: \(fault)\n"), "\(check)")
        let may = try await Self.may("1 see /User --role agent", rules)
        #expect(may.status == 1 && may.output == "no: \(fault)\n", "\(may)")
    }

    @Test(arguments: [
        ("1 see /Ticket/1/Title --role agent", "yes: The grant at line 15 counts: Title may be seen here."),
        ("1 see /Ticket/1/Cost --role agent", "no: The grant at line 15 counts: Cost may not be seen here."),
        ("1 see /Ticket/1/Phone --role agent", "yes: The grant at line 15 counts: Phone may be seen here."),
        ("1 see /Ticket/2/Phone --role agent", "no: The grant at line 15 counts: Phone may not be seen here."),
        ("1 update /Ticket/1/Owner --role agent", "no: The grant at line 15 counts: Owner may not be set here."),
        ("1 update /Ticket/1/Note --role agent", "yes: The grant at line 15 counts: Note may be set here."),
        ("1 update /Ticket/2/Note --role agent", "no: The grant at line 15 counts: the row does not meet"),
        ("2 export /Ticket/9/Phone --role lead", "yes: The grant at line 9 counts: Phone may be seen here."),
        ("1 see /Ticket/1/Nonesuch --role agent", "no: Ticket has no column \"Nonesuch\"."),
    ])
    func mayTellsColumns(question: String, answer: String) async throws {
        let end = try await Self.may(question)
        #expect(end.output.hasPrefix(answer), "\(end)")
        #expect(end.status == (answer.hasPrefix("yes") ? 0 : 1))
    }
}
