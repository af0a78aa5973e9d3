import Foundation
import Oriel
import OrielTesting
import Testing

@testable import Desk

@Suite struct TicketTests {
    private static let (ada, bob) = (Principal.person("ada"), Principal.person("bob"))

    private func makeApp() async throws -> TestApp {
        let rules = URL(filePath: "../../access.yaml", relativeTo: URL(filePath: #filePath)).path
        return try await TestApp(people: [Self.ada, Self.bob]) { place in
            try DeskCoordinator(
                try await place.store(migrations: DeskCoordinator.migrations), rules: rules)
        }
    }

    @Test func aTicketIsOpenedCommentedAndClosed() async throws {
        let app = try await makeApp()
        let hers = try await Visit(app, "/", as: Self.ada)
        try await hers.tap("Open", ["title": "It is dark"])
        let his = try await Visit(app, "/tickets/1", as: Self.bob)
        try await his.tap("Comment", ["text": "It is night"])
        try await hers.wait("the comment is there") { $0.rows.map(\.subtitle) == ["bob"] }
        try await his.tap("Close")
        try await his.answer("Close it")
        #expect(his.outputs["state"] == "closed" && !his.offers("Close"))
        let closed = try await Visit(app, "/?state=closed", as: Self.bob)
        #expect(try closed.row("It is dark").subtitle == "ada")
    }

    @Test func theTitleIsEdited() async throws {
        let app = try await makeApp()
        let page = try await Visit(app, "/", as: Self.ada)
        try await page.tap("Open", ["title": "It is dark"])
        try await page.tap("Edit")
        try await page.type("It is very dark", into: "Title")
        try await page.tap("Save")
        try await page.wait("the ticket has its new title") { $0.title == "It is very dark" }
    }

    @Test func onlyTheAuthorDeletes() async throws {
        let app = try await makeApp()
        try await Visit(app, "/", as: Self.ada).tap("Open", ["title": "It is dark"])
        let his = try await Visit(app, "/", as: Self.bob)
        #expect(try his.row("It is dark").rights == [])
        let hers = try await Visit(app, "/", as: Self.ada)
        try await hers.tap("delete", on: hers.row("It is dark"))
        try await his.wait("the ticket has gone") { $0.rows.isEmpty }
    }
}
