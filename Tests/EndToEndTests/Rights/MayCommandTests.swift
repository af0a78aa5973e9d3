import Foundation
import TestSupport
import Testing

/// The exit codes of `oriel may`.
@Suite(.timeLimit(.minutes(5))) struct MayCommandTests {
    private func may(_ route: String, rules: String) async throws -> Program.Ending {
        let database = try await blocking { try Database(Helpdesk.sql) }
        let path = database.folder + "/access.yaml"
        try Data(rules.utf8).write(to: URL(fileURLWithPath: path))
        return try await Program.run("may", database.path, "1", "see", route, "--role", "agent", "--access", path)
    }

    @Test func aQuestionThatCannotBeAnsweredHasACodeOfItsOwn() async throws {
        let wrong = try await may("/Ticket", rules: "tables: { Tickets: [] }")
        #expect(wrong.status == 2 && wrong.errors.contains("Error: ") && wrong.errors.contains("no table \"Tickets\""))
        let long = try await may("/Ticket/1/Photo/x", rules: Helpdesk.rules)
        #expect(long.status == 64, "\(long)")
        let help = try await Program.run(["may", "--help"])
        let words = help.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("If the question cannot be answered, it is 2"), "\(words)")
    }

    @Test func aMissingDatabaseOfPeopleIsNotMade() async throws {
        let file = try await ServedFile(Helpdesk.sql)
        let rules = file.database.folder + "/access.yaml"
        try Data(Helpdesk.rules.utf8).write(to: URL(fileURLWithPath: rules))
        let users = file.database.folder + "/none.sqlite"
        try file.configure("users: \(users)\naccess: \(rules)")
        let end = try await Program.run(["may", file.database.path, "ada", "see", "/User", "--config", file.config])
        #expect(end.status == 2 && end.errors.contains("\(users) does not exist."), "\(end)")
        #expect(!FileManager.default.fileExists(atPath: users))
    }
}
