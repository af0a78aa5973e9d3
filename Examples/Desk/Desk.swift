import Foundation
import Oriel

/// The routes of a ticket desk: teams, their tickets, and for administrators the members of teams.
@SceneActor final class Desk: AppCoordinator {
    static let team = RoutePattern("/teams/{id}?state", Int.self)
    static let ticket = RoutePattern("/tickets/{id}", Int.self)
    static let picture = RoutePattern("/pictures/{id}", String.self)

    init(_ store: Store, rules path: String) throws {
        super.init()
        let rules = try AccessRules(path, of: store)
        screen("/", by: rules) { _, desk in TeamsViewModel(desk) }
        let openings = RateLimit(20, per: .seconds(60))
        screen(Self.team, by: rules) { _, id, desk in TeamViewModel(id, desk, openings) }
        screen(Self.ticket, by: rules) { _, id, desk in TicketViewModel(id, desk) }
        files(Self.picture, of: "Image", in: "Picture", by: rules)
        screen("/members") { _ in MembersViewModel(store) }
        personal("/me") { _, visitor in AccountViewModel(visitor.principal) }
    }

    /// Returns the id of the picture at an address.
    static func id(ofPicture address: String) -> String? { Route(address).flatMap(picture.values) }

    override func admits(_ principal: Principal, to route: Route) -> Bool {
        route.segments.first != "members" || principal.isAdmin
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
        """
    ]
}

@main enum Program {
    static func main() async {
        let folder = ProcessInfo.processInfo.environment["DESK_DATA"] ?? "data"
        var settings = Settings()
        settings.users = folder + "/access.sqlite"
        await Oriel.run(settings) {
            let store = try await Store(path: folder + "/desk.sqlite", migrations: Desk.migrations)
            return try Desk(store, rules: "Examples/Desk/access.yaml")
        }
    }
}
