import Serving
import TestSupport

/// A database of notes, whose policies decide which rows a principal reads and writes.
enum Policed {
    static let ada = "person:ada:agent"
    static let bob = "person:bob:agent"
    static let root = "person:root:admin"

    /// Notes with an owner and a team, and the members of teams. Policies are added by each test.
    static let sql = """
        CREATE TABLE member (person text, team int, PRIMARY KEY (person, team));
        CREATE TABLE note (id int PRIMARY KEY, title text NOT NULL, owner text, team int);
        INSERT INTO member VALUES ('ada', 1), ('bob', 2);
        INSERT INTO note VALUES
            (1, 'one', 'ada', 1), (2, 'two', 'bob', 2), (3, 'three', 'ada', 2), (4, 'four', 'bob', 1);
        DO $$ BEGIN CREATE ROLE policy_agent; EXCEPTION WHEN duplicate_object OR unique_violation THEN END $$;
        GRANT SELECT, INSERT, UPDATE, DELETE ON note TO policy_agent;
        GRANT SELECT ON member TO policy_agent;
        ALTER TABLE note ENABLE ROW LEVEL SECURITY;

        """

    static let byOwner = "CREATE POLICY own ON note USING (owner = current_setting('app.person'));"
    static let byTeam = """
        CREATE POLICY team ON note USING (team IN (
            SELECT team FROM member WHERE person = current_setting('app.person')));
        """
    /// A function, whose body the catalogue does not analyse.
    static let byFunction = """
        CREATE FUNCTION may(number int) RETURNS boolean LANGUAGE plpgsql STABLE AS $$ BEGIN
            RETURN EXISTS (SELECT 1 FROM member WHERE team = number AND person = current_setting('app.person'));
        END $$;
        CREATE POLICY team ON note USING (may(team));
        """

    static let rules = """
        roles: { agent: {} }
        database:
          agent: { as: policy_agent, set: { app.person: =user.id } }
        tables:
          note: [{ to: agent, columns: all, insert: all, update: all, delete: all, export: true }]
        """

    static func serve(
        _ policies: String, rules: String = rules, _ body: @Sendable (TestServer) async throws -> Void
    ) async throws {
        try await using(
            {
                let database = try await blocking { try PlainDatabase(sql + policies) }
                let path = try database.write(rules: rules)
                return try await TestServer(database) { $0.access = path }
            }, close: { await $0.stop() }, body)
    }
}
