import JSON
import Lists
import Stores
import TestSupport

/// A database of tickets by team, with its rules: agents see the tickets of their teams without what they cost, and
/// leads see all of their teams.
enum Helpdesk {
    /// Texts that only administrators may see: in a hidden column, in rows of another team, in a table without a rule.
    static let markers = ["kolibri", "walrus", "zebrafish"]

    /// Creates the database of the current engine.
    static var sql: String { tables + guardian + rows }

    private static let tables = """
        PRAGMA journal_mode = WAL;
        CREATE TABLE Team (Id INTEGER PRIMARY KEY, Name TEXT);
        CREATE TABLE User (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL, Hash TEXT);
        CREATE TABLE Member (UserId INTEGER, TeamId INTEGER, PRIMARY KEY (UserId, TeamId));
        CREATE TABLE Ticket (
            Id INTEGER PRIMARY KEY, Title TEXT NOT NULL, State TEXT DEFAULT 'new', Team INTEGER REFERENCES Team,
            Owner INTEGER REFERENCES User, Parent INTEGER REFERENCES Ticket, Phone TEXT, Note TEXT,
            Memo TEXT UNIQUE CHECK (length(Memo) < 20), Cost INTEGER CONSTRAINT kolibri_limit CHECK (Cost < 1000),
            Shadow TEXT GENERATED ALWAYS AS (Memo || '!'), Photo BLOB, Scan BLOB);
        CREATE TABLE Event (Id INTEGER PRIMARY KEY, Ticket INTEGER REFERENCES Ticket, Text TEXT);
        CREATE TABLE Secret (Id INTEGER PRIMARY KEY, Word TEXT, Ticket INTEGER REFERENCES Ticket);
        CREATE VIEW OpenByTeam AS SELECT Team, count(*) AS Number FROM Ticket GROUP BY Team;
        CREATE VIEW AllTickets AS SELECT * FROM Ticket;

        """

    /// A trigger that refuses a state.
    private static var guardian: String {
        TestEngine.choose(
            sqlite: """
                CREATE TRIGGER Guard BEFORE UPDATE OF State ON Ticket WHEN new.State = 'forbidden'
                    BEGIN SELECT RAISE(ABORT, 'kolibri is 5'); END;

                """,
            postgres: """
                CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
                    BEGIN RAISE EXCEPTION 'kolibri is 5'; END $$;
                CREATE TRIGGER Guard BEFORE UPDATE OF State ON Ticket FOR EACH ROW WHEN (new.State = 'forbidden')
                    EXECUTE FUNCTION refuse();

                """)
    }

    private static let rows = """
        INSERT INTO Team VALUES (1, 'North'), (2, 'walrus team');
        INSERT INTO User VALUES (1, 'Ada', 'kolibri'), (2, 'Bob', 'x'), (3, 'Cy', 'x');
        INSERT INTO Member VALUES (1, 1), (2, 2), (3, 1);
        INSERT INTO Ticket (Id, Title, State, Team, Owner, Parent, Phone, Note, Memo, Cost, Photo, Scan) VALUES
            (1, 'Lamp', 'new', 1, 1, NULL, '111', 'broken', 'kolibri one', 5, x'ffd8ff', x'ffd8ff01'),
            (2, 'Door', 'open', 1, 3, NULL, '222', 'stuck', 'kolibri two', 7, NULL, NULL),
            (3, 'Roof', 'open', 1, NULL, 9, '333', 'leaks', 'kolibri six', 9, NULL, NULL),
            (9, 'walrus row', 'open', 2, 2, 1, '999', 'walrus note', 'kolibri ten', 6, x'ffd8ff', NULL),
            (10, 'walrus too', 'secret', 1, 1, NULL, '100', 'walrus', 'kolibri nix', 8, NULL, NULL);
        INSERT INTO Event VALUES (1, 1, 'called'), (2, 9, 'walrus called');
        INSERT INTO Secret VALUES (1, 'zebrafish', 2);
        """

    static let rules = """
        attributes:
          teams: SELECT TeamId FROM Member WHERE UserId = :id
        roles:
          lead: { may: [export], also: [reader] }
          agent: { also: [reader] }
          reader: {}
        tables:
          Ticket:
            - to: lead
              rows: Team in user.teams
              columns: all
              insert: all
              update: all
              delete: all
            - to: agent
              rows: Team in user.teams and State <> 'secret'
              columns: [Title, State, Team, Owner, Parent, Note, Photo, { Phone: Owner = user.id }]
              insert:
                columns: [Title, Note, Parent]
                set: { Owner: =user.id, State: new, Team: =first(user.teams), Memo: =lower(user.name) }
              update:
                columns: [State, Note, Parent, Team, Phone]
                rows: Owner = user.id or Owner is null
                check: Team in user.teams or Title = 'Door'
              delete: State = 'new'
          Event: [{ to: agent, columns: [Ticket, Text], rows: Text <> 'walrus called' }]
          Team: [{ to: reader, columns: [Name], rows: Id in user.teams }]
          User: [{ to: everyone, columns: [Name] }]
        views: { OpenByTeam: { to: [lead] } }
        """

    static let ada = "person:1:agent"
    static let bob = "person:2:lead"
    static let cy = "person:3:agent"
    static let dan = "person:4:agent"
    static let root = "person:9:admin"
    /// Everybody who is not an administrator; `nil` is nobody.
    static let limited: [String?] = [nil, ada, bob, cy, dan, "program:7:reader", "person:8:unheard-of"]
}

extension TestServer {
    nonisolated static func headers(_ principal: String?, _ more: [String: String] = [:]) -> [String: String] {
        more.merging(principal.map { ["Authorization": "Bearer \($0)"] } ?? [:]) { $1 }
    }

    nonisolated func get(
        _ target: String, as principal: String?, _ headers: [String: String] = [:]
    ) async throws -> HTTPAnswer {
        try await HTTPClient(port: port).get(target, Self.headers(principal, headers))
    }

    nonisolated func post(
        _ target: String, _ body: JSON = [:], as principal: String?, key: String? = nil
    ) async throws -> HTTPAnswer {
        try await HTTPClient(port: port).post(
            target, body, Self.headers(principal, key.map { ["Idempotency-Key": $0] } ?? [:]))
    }

    nonisolated func socket(as principal: String?) async throws -> SocketClient {
        try await SocketClient(port: port, headers: Self.headers(principal))
    }

    /// Gets a document's titles in the order of its rows.
    nonisolated func titles(_ target: String, as principal: String? = nil) async throws -> [String] {
        try await get(target, as: principal).json.titles
    }
}

extension JSON {
    /// The titles of a document's rows.
    var titles: [String] {
        let rows = self["sections"]?.arrayValue?.flatMap { $0["rows"]?.arrayValue ?? [] } ?? []
        return rows.compactMap { self["cells"]?[$0.stringValue ?? ""]?["title"]?.stringValue }
    }
}

extension HTTPAnswer {
    /// What a client can tell of an answer, except for the name that it asked for itself.
    func told(instead name: String = "") -> String {
        let isZipped = headers["content-encoding"] == "gzip"
        let ignored = ["x-request-id", "date"] + (isZipped || !name.isEmpty ? ["content-length"] : [])
        let shown = isZipped ? (try? expanded()).map { String(decoding: $0, as: UTF8.self) } ?? "not gzip" : text
        let headers = headers.filter { !ignored.contains($0.key) }.sorted { $0.key < $1.key }
        let all = "\(status)\n" + headers.map { "\($0.key): \($0.value)" }.joined(separator: "\n") + "\n" + shown
        return name.isEmpty ? all : all.replacing(name, with: "NAME")
    }
}
