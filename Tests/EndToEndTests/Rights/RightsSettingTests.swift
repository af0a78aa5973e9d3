import Foundation
import JSON
import Serving
import TestSupport
import Testing

/// Settings, the file of rules, and changes of the schema: none widens a grant.
@Suite(.timeLimit(.minutes(5))) struct RightsSettingTests {
    @Test("55: neither readOnly, nor an inspector for all, nor foreign origins widen a grant")
    func noSettingWidensAGrant() async throws {
        try await withServer(Helpdesk.sql, rules: Helpdesk.rules) { settings in
            settings.readOnly = true
            settings.inspectors = .all
            settings.metricsReaders = .all
            settings.origins = ["https://foreign.example"]
        } _: { server in
            let foreign = ["Origin": "https://foreign.example"]
            for principal in Helpdesk.limited {
                #expect(try await server.get("/-/inspect", as: principal).status == 403)
                for target in ["/Ticket/10", "/Secret", "/Secret/1", "/AllTickets", "/Member"] {
                    #expect(try await server.get(target, as: principal, foreign).status == 404, "\(target)")
                }
                let update = try await server.post("/Ticket/10:update", ["Note": "x"], as: principal)
                #expect([403, 404].contains(update.status))
            }
            #expect(try await server.get("/Ticket/1", as: Helpdesk.ada, foreign).json["commands"] == [:])
            for (target, principal) in [("/Ticket/1", Helpdesk.ada), ("/Ticket/9", Helpdesk.bob)] {
                #expect(try await server.post("\(target):update", ["Note": "x"], as: principal).status == 403)
                #expect(try await server.post("\(target):delete", as: Helpdesk.root).status == 403)
            }
            #expect(try await server.database.run("SELECT count(*) FROM Ticket WHERE Note = 'x'") == "0\n")
        }
    }

    @Test("50: a new table or view is not there until it is granted")
    func aNewTableIsNotThere() async throws {
        try await withServer(Helpdesk.sql, rules: Helpdesk.rules) { server in
            let root = try await server.socket(as: Helpdesk.root)
            let scene = try #require(try await root.open("/")["scene"]?.intValue)
            try await server.database.run(
                """
                CREATE TABLE Fresh (Id INTEGER PRIMARY KEY, Word TEXT); INSERT INTO Fresh VALUES (1, 'zebrafish');
                CREATE VIEW Broad AS SELECT * FROM Fresh;
                """)
            try await root.follow(scene) { $0.titles.contains("Fresh") && $0.titles.contains("Broad") }
            for name in ["Fresh", "Broad"] {
                #expect(try await server.get("/\(name)", as: Helpdesk.root).status == 200)
                for principal in Helpdesk.limited {
                    for transport in Transport.allCases {
                        let told = try await server.told("/\(name)", as: principal, by: transport, instead: name)
                        let none = try await server.told("/Nonesuch", as: principal, by: transport, instead: "Nonesuch")
                        #expect(told == none, "\(name) \(transport) \(principal ?? "nobody")")
                    }
                    let insert = try await server.post("/\(name):insert", ["Word": "x"], as: principal)
                    #expect(insert.status == 404)
                }
            }
        }
    }

    @Test("25: a column that is removed and made anew is refused until the file is read again")
    func aColumnMadeAnewIsRefused() async throws {
        try await withServer(Helpdesk.sql, rules: Helpdesk.rules) { server in
            let path = server.database.folder + "/access.yaml"
            let ada = try await server.socket(as: Helpdesk.ada)
            let scene = try #require(try await ada.open("/Ticket/1")["scene"]?.intValue)
            try await server.database.run("ALTER TABLE Ticket DROP COLUMN Note")
            #expect(try await ada.next() == ["type": "gone", "scene": .int(scene), "code": "rights"])
            #expect(try await server.get("/Ticket", as: Helpdesk.ada).status == 404)
            try await server.database.run("ALTER TABLE Ticket ADD COLUMN Note TEXT DEFAULT 'kolibri'")
            for target in ["/Ticket", "/Ticket/1", "/Ticket:csv", "/Ticket/1/Photo"] {
                #expect(try await server.get(target, as: Helpdesk.ada).status == 404, "\(target)")
            }
            #expect(try await server.get("/Ticket", as: Helpdesk.root).status == 200)
            try Data((Helpdesk.rules + "\n").utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
            let deadline = ContinuousClock.now + patienceOfTests
            while try await server.get("/Ticket/1", as: Helpdesk.ada).status != 200, .now < deadline {}
            #expect(try await server.titles("/Ticket", as: Helpdesk.ada) == ["Lamp", "Door", "Roof"])
        }
    }

    /// Mistakes in the file, each with what the warning says.
    private static let mistakes: [(text: String, warning: String)] = [
        ("tables: { Nonesuch: [] }", ":1:11: There is no table"),
        ("tables:\n  User: [{ to: everyone, columns: [Nam] }]", ":2:36: User has no column \"Nam\""),
        ("tables:\n  User: [{ to: readers, columns: all }]", ":2:16: There is no role \"readers\""),
        ("tables:\n  User: [{ to: no, columns: all }]", ":2:16: \"no\" is not a name in YAML"),
        (
            "tables:\n  User: [{ to: everyone, columns: all, rows: Id in user.groups }]",
            "There is no attribute \"groups\""
        ),
        ("tables:\n  User: [{ to: everyone, columns: all }]\n  User: []", "occurs twice"),
        ("a: &a [x, x]\nb: &b [*a, *a]\ntables: { User: *b }", "Anchors and aliases are not allowed"),
        ("# \(String(repeating: "x", count: 2 << 20))\ntables: { Secret: [] }", "larger than 1 MB"),
        ("tables: [", "This is not YAML"),
    ]

    @Test("49: a file with a mistake is refused with its place, and the rights before go on")
    func aMistakeChangesNothing() async throws {
        try await withServer(Helpdesk.sql, rules: Helpdesk.rules) { server in
            let path = server.database.folder + "/access.yaml"
            for (text, warning) in Self.mistakes {
                try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
                try await server.warned(of: warning)
                #expect(try await server.titles("/Ticket", as: Helpdesk.ada) == ["Lamp", "Door", "Roof"], "\(warning)")
                for target in ["/Secret", "/Ticket/9", "/Ticket?sort=Cost", "/Member"] {
                    #expect(try await server.get(target, as: Helpdesk.ada).status >= 400, "\(warning) \(target)")
                }
                #expect(try await server.get("/User", as: nil).status == 200)
                #expect(try await server.get("/Ticket", as: nil).status == 404)
            }
        }
    }

    @Test("12, 20: titles, subtitles, pictures and choices come from visible columns and tables")
    func presentationGoesByWhatIsVisible() async throws {
        let sql = """
            CREATE TABLE Place (Id INTEGER PRIMARY KEY, Word TEXT);
            CREATE TABLE Card (
                Id INTEGER PRIMARY KEY, Name TEXT NOT NULL, Motto TEXT, City TEXT, Place INTEGER REFERENCES Place,
                Photo BLOB, Cover BLOB);
            INSERT INTO Place VALUES (1, 'zebrafish');
            INSERT INTO Card VALUES (1, 'kolibri', 'walrus', 'Oslo', 1, x'ffd8ff01', NULL);
            """
        let rules = """
            roles: { agent: {} }
            tables:
              Card: [{ to: agent, columns: [City, Place, Cover], update: { columns: [City, Place] } }]
            """
        try await withServer(sql, rules: rules) { server async throws in
            let agent = "person:1:agent"
            for target in ["/", "/Card", "/Card/1", "/Card?section=City"] {
                for transport in Transport.allCases {
                    let told = try await server.told(target, as: agent, by: transport) ?? ""
                    for word in Helpdesk.markers + ["Photo", "Motto", "Word", "/Place"] {
                        #expect(!told.contains(word), "\(word) in \(target) by \(transport)")
                    }
                }
            }
            let row = try await server.get("/Card/1", as: agent).json
            #expect(row["outputs"]?["Place"] == 1)
            #expect(row["links"]?["Place"] == nil)
            let argument = row["commands"]?["update"]?["arguments"]?["Place"]
            #expect(argument != nil && argument?["list"] == nil)
            #expect(try await server.titles("/Card", as: agent) == ["Oslo"])
            let root = try await server.get("/Card/1", as: Helpdesk.root).json
            #expect(root["commands"]?["update"]?["arguments"]?["Place"]?["list"] == "/Place")
        }
    }
}
