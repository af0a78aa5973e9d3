import FoundationEssentials
import Oriel
import OrielTesting
import Testing

@testable import Desk

/// The ticket desk of the examples: who sees and does what.
@Suite(.timeLimit(.minutes(5))) struct DeskTests {
    private static let ada = Principal.person("ada")
    private static let bob = Principal.person("bob")
    private static let root = Principal.person("root", roles: ["admin"])
    /// The smallest image: a GIF of one pixel.
    private static let image: [UInt8] = [
        0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0,
        0x3B,
    ]

    /// Serves a desk where ada is of the team Hardware, and bob of Software.
    private func makeDesk(clock: AppClock = AppClock()) async throws -> TestApp {
        let app = try await TestApp(people: [Self.ada, Self.bob, .person("carl"), Self.root]) { place in
            let store = try await place.store(migrations: Desk.migrations)
            let rules = try AccessRules("Examples/Desk/access.yaml", of: store)
            return Desk(store, rules: rules, files: place.folder + "/files", clock: clock)
        }
        let members = try await Visit(app, "/members", as: Self.root)
        try await members.tap("Add", ["person": "ada", "team": 1])
        try await members.tap("Add", ["person": "bob", "team": 2])
        return app
    }

    /// Opens a ticket of the team Hardware as ada.
    private func openTicket(_ app: TestApp) async throws -> Visit {
        let team = try await Visit(app, "/teams/1", as: Self.ada)
        try await team.tap("Open a ticket", ["title": "It is dark"])
        return team
    }

    @Test func aTeamIsRemindedOfAnOpenTicket() async throws {
        let clock = AppClock(at: Date(timeIntervalSince1970: 1_795_694_400))
        let app = try await makeDesk(clock: clock)
        let ticket = try await openTicket(app)
        let jobs = try await Visit(app, "/jobs", as: Self.root)
        #expect(jobs.rows.map { $0["state"] } == ["waiting"])
        await clock.advance(by: .seconds(7 * 86_400))
        try await ticket.wait("the reminder is there") { $0.rows.map(\.title) == ["This ticket is still open."] }
        try await jobs.wait("the job is done") { $0.rows.map { $0["state"] } == ["done"] }
        await #expect(throws: Refusal.self) { _ = try await Visit(app, "/jobs", as: Self.ada) }
    }

    @Test func whoHasNotSignedInSeesNothing() async throws {
        let app = try await makeDesk()
        for route in ["/", "/tickets/1"] {
            let refusal = await #expect(throws: Refusal.self) { _ = try await Visit(app, route) }
            #expect(refusal?.code == "sign-in")
        }
        #expect(try await Visit(app, "/me", as: Self.ada).title == "ada")
    }

    @Test func aTeamSeesItsTicketsOnly() async throws {
        let app = try await makeDesk()
        for (person, teams) in [
            (Self.ada, ["Hardware"]), (Self.bob, ["Software"]), (Self.root, ["Hardware", "Software"]),
        ] {
            #expect(try await Visit(app, "/", as: person).rows.map(\.title) == teams)
        }
        let ticket = try await openTicket(app)
        #expect(ticket.route == "/tickets/1")
        #expect(ticket.outputs["author"] == "ada")
        #expect(try await Visit(app, "/teams/1", as: Self.ada).rows.map(\.title) == ["It is dark"])
        for hidden in ["/teams/1", "/tickets/1"] {
            let (one, missing) = (
                await #expect(throws: Refusal.self) { _ = try await Visit(app, hidden, as: Self.bob) },
                await #expect(throws: Refusal.self) {
                    _ = try await Visit(app, hidden.replacing("1", with: "9"), as: Self.bob)
                }
            )
            #expect(one?.code == "not-found")
            #expect(one?.message == missing?.message.replacing("9", with: "1"))
        }
        for command in ["close", "comment", "reopen"] {
            let refused = try await app.post("/tickets/1:\(command)", ["text": "x"], as: Self.bob)
            #expect(refused.status == 404, "\(command)")
        }
        #expect(try await app.post("/teams/2:open", ["title": "not mine"], as: Self.ada).status == 404)
    }

    @Test func aTicketIsCommentedClosedAndDeletedByItsAuthor() async throws {
        let app = try await makeDesk()
        try await Visit(app, "/members", as: Self.root).tap("Add", ["person": "bob", "team": 1])
        let mine = try await openTicket(app)
        let theirs = try await Visit(app, "/tickets/1", as: Self.bob)
        try await theirs.tap("Comment", ["text": "It is night"])
        try await mine.wait("the comment is there") { $0.rows.map(\.title) == ["It is night"] }
        #expect(mine.rows.first?.subtitle == "bob")
        try await theirs.tap("Close")
        try await mine.wait("the ticket is closed") { $0.outputs["state"] == "closed" }
        #expect(!mine.offers("Close") && mine.offers("Open again"))
        #expect(try await app.post("/tickets/1:close", [:], as: Self.ada).status == 403)
        try await mine.tap("Open again")
        #expect(mine.outputs["state"] == "open")
        #expect(try await app.post("/teams/1:delete", ["row": "1"], as: Self.bob).status == 403)
        #expect(try await Visit(app, "/teams/1", as: Self.bob).row("It is dark").rights.isEmpty)
        let team = try await Visit(app, "/teams/1", as: Self.ada)
        try await team.tap("delete", on: team.row("It is dark"))
        #expect(team.rows.isEmpty)
        #expect(try await theirs.waitForEnd() == "gone")
    }

    @Test func theStateOfTheShownTicketsIsInTheAddress() async throws {
        let app = try await makeDesk()
        let ticket = try await openTicket(app)
        try await ticket.tap("Close")
        let team = try await Visit(app, "/teams/1", as: Self.ada)
        let first = try await team.open("/teams/1")
        try await first.tap("Open a ticket", ["title": "It is cold"])
        try await team.wait("both are shown") { $0.rows.map(\.title) == ["It is cold", "It is dark"] }
        try await team.type("closed", into: "Shown")
        #expect(team.route == "/teams/1?state=closed")
        #expect(team.rows.map(\.title) == ["It is dark"])
        try await team.type("open", into: "shown")
        #expect(team.rows.map(\.title) == ["It is cold"])
        #expect(try await app.get("/teams/1?state=lost", as: Self.ada).status == 400)
        #expect(try await app.get("/teams/1?state=closed", as: Self.bob).status == 404)
    }

    @Test func openingTicketsIsLimitedForEachPerson() async throws {
        let app = try await makeDesk()
        try await Visit(app, "/members", as: Self.root).tap("Add", ["person": "bob", "team": 1])
        for _ in 1...20 {
            #expect(try await app.post("/teams/1:open", ["title": "x"], as: Self.ada).status == 200)
        }
        var answer = try await app.post("/teams/1:open", ["title": "x"], as: Self.ada)
        let deadline = ContinuousClock.now + app.patience  // one more may come each three seconds
        while answer.status == 200, ContinuousClock.now < deadline {
            answer = try await app.post("/teams/1:open", ["title": "x"], as: Self.ada)
        }
        #expect(answer.status == 429 && answer.headers["retry-after"] != nil)
        #expect(try await app.post("/teams/1:open", ["title": "x"], as: Self.bob).status == 200)
    }

    @Test func aPictureIsForItsTeam() async throws {
        let app = try await makeDesk()
        let ticket = try await openTicket(app)
        try await ticket.upload(Self.image, as: "image/gif", to: "picture")
        try await ticket.wait("the picture is shown") { $0.outputs["picture"] == "/pictures/1" }
        #expect(try await app.get("/pictures/1", as: Self.ada).body == Self.image)
        let (hidden, missing) = (
            try await app.get("/pictures/1", as: Self.bob), try await app.get("/pictures/2", as: Self.bob)
        )
        #expect(hidden.status == 404 && hidden.text == missing.text.replacing("2", with: "1"))
        #expect(try await app.get("/pictures/1").status == 401)
    }

    @Test func attachmentsAreForTheirTeam() async throws {
        let app = try await makeDesk()
        let ticket = try await openTicket(app)
        try await Visit(app, "/members", as: Self.root).tap("Add", ["person": "carl", "team": 1])
        for (name, text) in [("Plan.txt", "a plan"), ("../Brücke.txt", "a bridge")] {
            try await ticket.upload(Array(text.utf8), as: "text/plain", named: name, to: "attachments")
        }
        try await ticket.wait("both are attached") { $0.rows.map(\.title) == ["Plan.txt", "Brücke.txt"] }
        let plan = try #require(ticket.rows[0].href)
        let file = try await app.get(plan, as: Self.ada)
        #expect(file.text == "a plan")
        #expect(file.headers["content-disposition"] == "attachment; filename*=UTF-8''Plan.txt")
        #expect(file.headers["content-type"] == "text/plain")
        let missing = plan.replacing(try Regex("[0-9a-f]{64}"), with: String(repeating: "0", count: 64))
        let (hidden, unknown) = (try await app.get(plan, as: Self.bob), try await app.get(missing, as: Self.bob))
        #expect(hidden.status == 404 && unknown.status == 404)
        #expect(try await app.get(plan).status == 401)
        let theirs = try await Visit(app, "/tickets/1", as: .person("carl"))
        let row = try theirs.row("Plan.txt")
        #expect(row.rights.isEmpty)
        #expect(try await theirs.post("/tickets/1:delete", ["row": .string(row.id)]).status == 403)
        try await ticket.tap("delete", on: ticket.row("Plan.txt"))
        try await ticket.wait("one is left") { $0.rows.map(\.title) == ["Brücke.txt"] }
        #expect(try await app.get(plan, as: Self.ada).status == 404)
    }

    @Test func aNewMemberSeesTheTeamAtOnce() async throws {
        let app = try await makeDesk()
        _ = try await openTicket(app)
        let home = try await Visit(app, "/", as: Self.bob)
        #expect(home.rows.map(\.title) == ["Software"])
        try await Visit(app, "/members", as: Self.root).tap("Add", ["person": "bob", "team": 1])
        try await home.wait("the team is there") { $0.rows.map(\.title) == ["Hardware", "Software"] }
        #expect(try await home.open("/teams/1").rows.map(\.title) == ["It is dark"])
    }

    @Test func membersAreForAdministrators() async throws {
        let app = try await makeDesk()
        #expect(try await Visit(app, "/members", as: Self.root).rows.map(\.title) == ["ada", "bob"])
        let (hidden, missing) = (
            try await app.get("/members", as: Self.ada), try await app.get("/nothing", as: Self.ada)
        )
        #expect(hidden.status == 404 && hidden.text == missing.text.replacing("nothing", with: "members"))
        #expect(try await app.post("/members:add", ["person": "ada", "team": 2], as: Self.ada).status == 404)
    }
}
