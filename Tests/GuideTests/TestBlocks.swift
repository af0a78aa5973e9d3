import FoundationEssentials
import Oriel
import OrielTesting
import Testing

@testable import Desk

/// The guide about tests. The tests of a new app, which it shows too, are run with it.
@Suite(.timeLimit(.minutes(5))) struct TestBlocks {
    @Test func severalPeopleVisit() async throws {
        let ada = Principal.person("ada")
        let app = try await TestApp(people: [ada]) { place in
            let store = try await place.store(migrations: Desk.migrations)
            let rules = try AccessRules("Examples/Desk/access.yaml", of: store)
            return Desk(store, rules: rules, files: place.folder + "/files")
        }
        let hers = try await Visit(app, "/", as: ada)
        #expect(hers.title == "Desk")
        await #expect(throws: Refusal.self) { _ = try await Visit(app, "/") }
        await app.signOut(ada)
    }

    @Test func aReminderComes() async throws {
        @SceneActor final class Desk: AppCoordinator {
            init(_ store: Store, clock: AppClock) {
                super.init()
                struct Reminder: Job {}

                let jobs = Jobs(in: store, clock: clock)
                jobs.handle(Reminder.self) { _, _ in
                    _ = try await store.write(.update(table: "Ticket", id: "6", values: ["State": "stale"]))
                }
                background(jobs)
                screen(RoutePattern("/tickets/{id}", Int.self)) { _, id in
                    TicketViewModel(store.row("Ticket", "\(id)")) {
                        try await jobs.add(Reminder(), at: clock.now + 604_800, key: "6")
                    }
                }
            }

            static let migrations = Guide.migrations
        }

        final class TicketViewModel: ViewModel {
            @Output var state = ""
            private let ticket: RowModel
            private let remind: () async throws -> Void

            init(_ ticket: RowModel, remind: @escaping () async throws -> Void) {
                (self.ticket, self.remind) = (ticket, remind)
                super.init(title: "Ticket")
                follow(ticket)
            }

            override func load() async throws { try await remind() }
            override func updateOutputs() { state = ticket["State"] ?? "" }
        }

        let clock = AppClock(at: Date(timeIntervalSince1970: 1_795_694_400))
        let app = try await TestApp { place in
            Desk(try await place.store(migrations: Desk.migrations), clock: clock)
        }
        let page = try await Visit(app, "/tickets/6")
        await clock.advance(by: .seconds(7 * 86_400))
        try await page.wait("the reminder has come") { $0.outputs["state"] == "stale" }
    }
}
