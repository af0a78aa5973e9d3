import Foundation
import Oriel

/// The routes of a ticket desk: teams, their tickets, and for administrators the members of teams and the jobs.
@SceneActor final class Desk: AppCoordinator {
    static let team = RoutePattern("/teams/{id}?state", Int.self)
    static let ticket = RoutePattern("/tickets/{id}", Int.self)
    static let picture = RoutePattern("/pictures/{id}", String.self)

    init(
        _ store: Store, rules: AccessRules, files folder: String, remindsAfter days: Int = 7,
        clock: AppClock = AppClock()
    ) {
        let attachments = FileFolder(folder, at: "/files", of: "File", in: "Attachment", of: store)
        let reminders = Reminders(in: store, after: days, by: clock)
        super.init()
        screen("/", by: rules) { _, desk in TeamsViewModel(desk) }
        let openings = RateLimit(20, per: .seconds(60))
        screen(Self.team, by: rules) { _, id, desk in TeamViewModel(id, desk, openings, reminders) }
        screen(Self.ticket, by: rules) { _, id, desk in TicketViewModel(id, desk, attachments) }
        files(Self.picture, of: "Image", in: "Picture", by: rules)
        files(attachments, of: "File", in: "Attachment", name: "Name", type: "Type", by: rules)
        Task { await attachments.removeUnused() }  // what deleted tickets have left
        background(reminders.jobs)
        screen("/members") { _ in MembersViewModel(store) }
        screen("/jobs?state") { _ in JobsViewModel(reminders.jobs) }
        personal("/me") { _, visitor in AccountViewModel(visitor.principal) }
    }

    /// Returns the id of the picture at an address.
    static func id(ofPicture address: String) -> String? { Route(address).flatMap(picture.values) }

    override func admits(_ principal: Principal, to route: Route) -> Bool {
        !["members", "jobs"].contains(route.segments.first) || principal.isAdmin
    }

    static let migrations: KeyValuePairs = [
        "create": """
        CREATE TABLE Team (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL UNIQUE);
        CREATE TABLE Member (
          Person TEXT NOT NULL, Team INTEGER NOT NULL REFERENCES Team, PRIMARY KEY (Person, Team)
        ) WITHOUT ROWID;
        CREATE TABLE Picture (
          Id INTEGER PRIMARY KEY, Team INTEGER NOT NULL REFERENCES Team, Image BLOB NOT NULL
        );
        CREATE TABLE Ticket (
          Id INTEGER PRIMARY KEY, Team INTEGER NOT NULL REFERENCES Team, Title TEXT NOT NULL,
          State TEXT NOT NULL DEFAULT 'open' CHECK (State IN ('open', 'closed')), Author TEXT NOT NULL,
          Picture INTEGER REFERENCES Picture ON DELETE SET NULL, UNIQUE (Id, Team)
        );
        CREATE TABLE Comment (
          Id INTEGER PRIMARY KEY, Ticket INTEGER NOT NULL, Team INTEGER NOT NULL, Author TEXT NOT NULL,
          Text TEXT NOT NULL, FOREIGN KEY (Ticket, Team) REFERENCES Ticket (Id, Team) ON DELETE CASCADE
        );
        CREATE INDEX CommentTicket ON Comment (Ticket, Team);
        INSERT INTO Team VALUES (1, 'Hardware'), (2, 'Software');
        """,
        "attachments": """
        CREATE TABLE Attachment (
          Id INTEGER PRIMARY KEY, Ticket INTEGER NOT NULL, Team INTEGER NOT NULL, Author TEXT NOT NULL,
          File TEXT NOT NULL, Name TEXT NOT NULL, Type TEXT NOT NULL, Size INTEGER NOT NULL,
          FOREIGN KEY (Ticket, Team) REFERENCES Ticket (Id, Team) ON DELETE CASCADE
        );
        CREATE INDEX AttachmentTicket ON Attachment (Ticket, Team);
        CREATE INDEX AttachmentFile ON Attachment (File);
        """,
        "jobs": Jobs.migration,
    ]
}

@main enum Program {
    static func main() async {
        let folder = ProcessInfo.processInfo.environment["DESK_DATA"] ?? "data"
        var settings = Settings()
        settings.users = folder + "/access.sqlite"
        await Oriel.run(settings) { settings in
            let store = try await Store(settings, path: folder + "/desk.sqlite", migrations: Desk.migrations)
            let days: Int = try settings.app.value("remindAfter") ?? 7
            let rules = try AccessRules(settings, path: "Examples/Desk/access.yaml", of: store)
            return Desk(store, rules: rules, files: folder + "/files", remindsAfter: days)
        }
    }
}
