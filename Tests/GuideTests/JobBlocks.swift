import Foundation
import Oriel
import OrielTesting
import Testing

/// Jobs, languages and settings.
@Suite(.timeLimit(.minutes(5))) struct JobBlocks {
    @SceneActor final class Desk: AppCoordinator {
        init(_ store: Store, mailDigest: @escaping @SceneActor () async throws -> Void) {
            super.init()
            struct Reminder: Job { var ticket: Int }
            struct Digest: Job {}

            let jobs = Jobs(in: store)  // with the migration "jobs": Jobs.migration
            jobs.handle(Reminder.self) { reminder, run in
                try await store.transaction { transaction in
                    try transaction.run("UPDATE Ticket SET State = 'stale' WHERE Id = ?", reminder.ticket)
                    try run.complete(in: transaction)
                }
            }
            jobs.handle(Digest.self, attempts: 3) { _, _ in try await mailDigest() }
            jobs.schedule(Digest(), .daily(at: 7))
            background(jobs)  // in the coordinator: runs while the app is served
            screen("/jobs?state") { [jobs] _ in JobsViewModel(jobs) }
            screen("/") { _ in
                let screen = ViewModel(title: "Tickets")
                screen.list = CellList(
                    store.list("Ticket", sort: ["Id"]) {
                        CellViewModel(title: $0["Title"] ?? "", subtitle: $0["State"])
                    })
                screen.commands = [
                    Command("remind", title: "Remind") { _ in
                        try await jobs.add(Reminder(ticket: 6), at: jobs.clock.now + 3600)  // in a command
                        let new = jobs.new(Reminder(ticket: 6), key: "reminder-6")  // or in a transaction
                        try await store.transaction { transaction in
                            try transaction.run("UPDATE Ticket SET State = 'waiting' WHERE Id = 6")
                            try new.add(in: transaction)
                        }
                    }
                ]
                return screen
            }
        }
    }

    @Test func aJobIsDoneOnceAndTheOthersWait() async throws {
        let app = try await TestApp { place in Desk(try await place.store(migrations: Guide.migrations)) {} }
        let page = try await Visit(app, "/")
        try await page.tap("Remind")
        let jobs = try await Visit(app, "/jobs?state=done")
        try await jobs.wait("one reminder is done") { $0.rows.count == 1 }
        try await page.wait("the ticket is stale") { $0.rows.map(\.subtitle) == ["open", "closed", "stale"] }
        let waiting = try await Visit(app, "/jobs?state=waiting")
        #expect(Set(waiting.rows.map(\.title)) == ["Digest", "Reminder"])
    }

    @SceneActor final class Spoken: AppCoordinator {
        init(texts path: String) throws {
            super.init()
            let texts = try Texts(folder: path, first: "en")  // en.json, de.json in the folder "texts"
            self.texts = texts  // in the coordinator
            screen("/") { _ in SpokenViewModel(texts) }
        }
    }

    final class SpokenViewModel: ViewModel {
        @Output(title: "open") var count = 3  // "open" is the name of a text
        private let texts: Texts

        init(_ texts: Texts) {
            self.texts = texts
            super.init(title: "")
        }

        override func setUp() {
            let subtitle: String
            title = texts("tickets", in: language)  // in a view model
            subtitle = texts("comments", in: language, ["count": 7])  // "{count} comments"
            list = CellList(
                ArrayDataSource([CellViewModel(title: title, subtitle: subtitle)], section: Section(id: "all")) { _ in
                    "1"
                })
        }
    }

    @Test func aVisitorReadsTheirLanguage() async throws {
        let app = try await TestApp { place in
            for (language, texts) in [
                ("en", #"{ "tickets": "Tickets", "comments": "{count} comments", "open": "Open" }"#),
                ("de", #"{ "tickets": "Vorgänge", "comments": "{count} Kommentare", "open": "Offen" }"#),
            ] {
                try Data(texts.utf8).write(to: URL(fileURLWithPath: "\(place.folder)/\(language).json"))
            }
            return try Spoken(texts: place.folder)
        }
        #expect(try await Visit(app, "/").title == "Tickets")
        let page = try await Visit(app, "/", in: "de")
        #expect(page.title == "Vorgänge" && page.rows.map(\.subtitle) == ["7 Kommentare"])
        #expect(page.document["titles"]?["count"] == "Offen")
    }
}

/// The settings of an app, as its program reads them. `AppSettingsTests` tries values and secrets.
private enum SettingsBlocks {
    @SceneActor final class Desk: AppCoordinator {
        static let migrations = Guide.migrations

        init(_ store: Store, staleAfter days: Int, mailPassword: String?) throws {
            super.init()
        }
    }

    static func start(in folder: String) async {
        await Oriel.run { settings in
            let days = try settings.app.value("staleAfter") ?? 14
            let password = try settings.app.secret("mailPassword")
            let path = "\(folder)/desk.sqlite"
            let store = try await Store(settings, path: path, migrations: Desk.migrations)
            return try Desk(store, staleAfter: days, mailPassword: password)
        }
    }
}
