import JSON
import TestSupport
import Testing

/// Each hidden name, row and table gets the same response as one that does not exist: at every transport, for nobody,
/// each role, and an administrator. The numbers are those of the abuse cases.
@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct RightsMatrixTests {
    /// Something hidden.
    struct Hidden {
        let cases: String
        /// The target, with `%s` for a name.
        let target: String
        let name: String
        /// A name of the same kind that does not exist.
        let none: String
        /// The principals who may see it, and who get different responses.
        let seen: [String]

        init(_ cases: String, _ target: String, _ name: String, none: String = "Nonesuch", seen: [String] = []) {
            (self.cases, self.target, self.name, self.none, self.seen) = (cases, target, name, none, seen)
        }

        func target(_ name: String) -> String { target.replacing("%s", with: name) }
    }

    private static let (bob, root) = (Helpdesk.bob, Helpdesk.root)

    static let hidden: [Hidden] = [
        Hidden("15", "/Ticket/%s", "90210", none: "90999", seen: [bob, root]),
        Hidden("5, 15, 33", "/Ticket/%s/Photo", "90210", none: "90999", seen: [bob, root]),
        Hidden("15", "/Ticket/%s", "90310", none: "90999", seen: [root]),
        Hidden("15", "/Event/%s", "90210", none: "90999", seen: [root]),
        Hidden("16", "/Ticket?window=@%s,1", "90210", none: "90999", seen: [bob, root]),
        Hidden("16", "/Ticket?window=%40%s,1", "90310", none: "90999", seen: [root]),
        Hidden("1", "/Ticket?sort=%s", "Cost", seen: [bob, root]),
        Hidden("1", "/Ticket?sort=-%s", "Cost", seen: [bob, root]),
        Hidden("1", "/Ticket?sort=%43%s", "ost", none: "onesuch", seen: [bob, root]),
        Hidden("2", "/Ticket?%s=5", "Cost", seen: [bob, root]),
        Hidden("2", "/Ticket?%s.gte=5", "Cost", seen: [bob, root]),
        Hidden("2", "/Ticket?%s.in=5,6", "Cost", seen: [bob, root]),
        Hidden("2", "/Ticket?%s.null", "Cost", seen: [bob, root]),
        Hidden("2", "/Ticket?%s.starts=k", "Memo", seen: [bob, root]),
        Hidden("2", "/Ticket?section=%s", "Cost", seen: [bob, root]),
        Hidden("2", "/Ticket?section=%s.initial", "Memo", seen: [bob, root]),
        Hidden("1", "/Ticket?columns=Title,%s", "Cost", seen: [bob, root]),
        Hidden("3", "/Ticket?search.%s=kolibri", "Memo", seen: [bob, root]),
        Hidden("5", "/Ticket/1/%s", "Scan", seen: [bob, root]),
        Hidden("11", "/Ticket?sort=%s", "Shadow", seen: [bob, root]),
        Hidden("11", "/Ticket?sort=%s", "rowid"), Hidden("11", "/Ticket?%s=1", "_rowid_"),
        Hidden("11", "/Ticket?sort=%s", "ctid"), Hidden("11", "/Ticket?%s=1", "xmin"),
        Hidden("14", "/Ticket?sort=%s", "Phone", seen: [bob, root]),
        Hidden("14", "/Ticket?%s.gte=1", "Phone", seen: [bob, root]),
        Hidden("22", "/%s", "sqlite_stat1"), Hidden("22", "/%s", "Ticket_fts", seen: [root]),
        Hidden("22", "/%s/1", "sqlite_schema"), Hidden("22", "/%s", "pg_class"), Hidden("22", "/%s/1", "pg_authid"),
        Hidden("22", "/%s", "_oriel_commands"), Hidden("22", "/%s", "Ticket_fts_config"),
        Hidden("23", "/%s", "AllTickets", seen: [root]), Hidden("23", "/%s", "OpenByTeam", seen: [bob, root]),
        Hidden("24", "/~t%s", "Secret"), Hidden("24", "/%s", "secret"), Hidden("24", "/%53%s", "ecret", seen: [root]),
        Hidden("24", "/%s", "Sceret"), Hidden("24", "/%s/", "Secret", seen: [root]),
        Hidden("50", "/%s", "Secret", seen: [root]), Hidden("50", "/%s/1", "Secret", seen: [root]),
        Hidden("50", "/%s?sort=Word", "Secret", seen: [root]), Hidden("50", "/%s/1/Word", "Secret", seen: [root]),
        Hidden("50", "/%s", "Member", seen: [root]),
    ]

    private static var sql: String { Helpdesk.sql + texts + rows }

    /// A copy of hidden texts: a full-text index, or a table without a key.
    private static var texts: String {
        TestEngine.choose(
            sqlite: """
                CREATE VIRTUAL TABLE Ticket_fts USING fts5(Title, Memo, content = Ticket, content_rowid = Id);
                INSERT INTO Ticket_fts (Ticket_fts) VALUES ('rebuild');

                """,
            postgres: "CREATE TABLE Ticket_fts AS SELECT Title, Memo FROM Ticket;\n")
    }

    private static let rows = """
        CREATE TABLE "-" (Id INTEGER PRIMARY KEY, Word TEXT);
        INSERT INTO "-" VALUES (1, 'zebrafish');
        INSERT INTO Ticket (Id, Title, State, Team, Owner, Note, Memo, Cost, Photo) VALUES
            (90210, 'walrus far', 'open', 2, 2, 'walrus note', 'kolibri far', 5, x'ffd8ff'),
            (90310, 'walrus hid', 'secret', 1, 1, 'walrus', 'kolibri hid', 8, NULL);
        INSERT INTO Event VALUES (90210, 90210, 'walrus called');
        CREATE INDEX TicketState ON Ticket (State);
        ANALYZE;
        """

    @Test("a hidden thing gets the response of none at each transport", arguments: Helpdesk.limited + [Helpdesk.root])
    func aHiddenThingIsAnsweredLikeNone(principal: String?) async throws {
        try await withServer(Self.sql, rules: Helpdesk.rules) { server in
            let before = try await server.database.dump()
            let client = try await server.socket(as: principal)
            let scene = try await client.open("/User")["scene"]?.intValue ?? 0
            for thing in Self.hidden {
                let isSeen = principal.map { thing.seen.contains($0) } ?? false
                for transport in Transport.allCases where !isSeen || !transport.isCommand {
                    func told(_ name: String) async throws -> String? {
                        try await server.told(thing.target(name), as: principal, by: transport, instead: name, client)
                    }
                    let (hidden, none) = (try await told(thing.name), try await told(thing.none))
                    let place = "\(thing.cases): \(thing.target(thing.name)) by \(transport)"
                    if !isSeen { #expect(hidden == none, "\(place)") }
                    if isSeen, transport == .get { #expect(hidden != none, "\(place)") }
                    guard !isSeen, principal != Helpdesk.root, principal != Helpdesk.bob else { continue }
                    for marker in Helpdesk.markers where !thing.target.contains(marker) {
                        #expect(hidden?.contains(marker) != true, "\(place)")
                    }
                }
            }
            #expect(try await server.database.dump() == before)
            #expect(client.replicas[scene]?.document != nil, "the socket has stayed open")
        }
    }
}
