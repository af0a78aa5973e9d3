import DataSources
import Lists
import Loop
import PostgreSQL
import PostgresEngine
import Stores
import Tables
import TestSupport
import Testing

/// Lists on a server that gives no stream, by the log that triggers fill.
@Suite(.timeLimit(.minutes(5))) struct TriggerLogTests {
    private static let items = """
        CREATE TABLE item (id int PRIMARY KEY, v text);
        INSERT INTO item SELECT n, 'v' || n FROM generate_series(1, 9) n;
        """

    /// A database whose changes triggers log, and a list of its table.
    @SceneActor private func logged(
        _ sql: String = items, showing columns: [String] = ["id", "v"]
    ) async throws -> (database: PostgresTestDatabase, store: Store, list: ShownList) {
        let database = try await blocking { try PostgresTestDatabase(sql, attachedBy: .triggers) }
        let store = try await Store(postgres: database.url)
        let list = ShownList(Query(table: "item", columns: columns), store)
        await list.matches(columns, database, "at first")
        return (database, store, list)
    }

    @SceneActor private func end(_ store: Store, _ list: ShownList) async {
        #expect(list.isReplicaRight)
        list.close()
        await store.close()
    }

    /// The list reads the rows that the log names, and no other: a change that is taken from the log does not show.
    @Test @SceneActor func onlyLoggedRowsAreReadAgain() async throws {
        let (database, store, list) = try await logged()
        try await database.run(
            "UPDATE item SET v = 'unseen' WHERE id = 5; DELETE FROM _oriel_log; UPDATE item SET v = 'seen' WHERE id = 3"
        )
        await list.shows(["1|v1", "2|v2", "3|seen", "4|v4", "5|v5", "6|v6", "7|v7", "8|v8", "9|v9"])
        try await database.run("UPDATE item SET v = 'seen, too' WHERE id = 5")
        await list.matches(["id", "v"], database, "the other row")
        await end(store, list)
    }

    /// Another program goes on writing, whatever happens to the columns that the triggers name.
    @Test(arguments: [
        "ALTER TABLE item RENAME id TO number; UPDATE item SET v = 'y' WHERE number = 3",
        "ALTER TABLE item DROP id CASCADE; UPDATE item SET v = 'y' WHERE v = 'v3'; INSERT INTO item VALUES ('z')",
        "ALTER TABLE item DROP CONSTRAINT item_pkey, ADD PRIMARY KEY (v); UPDATE item SET id = 30 WHERE id = 3",
    ])
    @SceneActor func aTableWithAnotherKeyIsComparedAndWritten(_ change: String) async throws {
        let (database, store, list) = try await logged(showing: ["v"])
        try await database.run(change)
        await list.matches(["v"], database, "after the change")
        try await database.run("DELETE FROM item WHERE v = 'v7'")
        await list.matches(["v"], database, "after a deletion")
        list.close()
        await store.close()
    }

    /// A partition that is made later has no triggers.
    @Test @SceneActor func aPartThatIsAddedIsFollowed() async throws {
        let (database, store, list) = try await logged(
            "CREATE TABLE item (id int PRIMARY KEY, v text) PARTITION BY RANGE (id);"
                + " CREATE TABLE low PARTITION OF item FOR VALUES FROM (0) TO (10)")
        try await database.run(
            "CREATE TABLE high PARTITION OF item FOR VALUES FROM (10) TO (20); INSERT INTO item VALUES (11, 'new')")
        await list.matches(["id", "v"], database, "a part")
        try await database.run("INSERT INTO high VALUES (12, 'direct')")
        await list.matches(["id", "v"], database, "a row of the part")
        try await database.run("TRUNCATE high")
        await list.matches(["id", "v"], database, "an empty part")
        await end(store, list)
    }

    /// The log keeps 100,000 rows. A list that is further behind is compared.
    @Test @SceneActor func aListThatIsBehindTheLogIsCompared() async throws {
        let (database, store, list) = try await logged(Self.items + "CREATE TABLE other (id int PRIMARY KEY);")
        try await database.run(
            "INSERT INTO other SELECT generate_series(1, 120000); UPDATE item SET v = 'x' WHERE id = 3")
        await list.matches(["id", "v"], database, "many rows")
        try await database.run("DELETE FROM other WHERE id < 3000; UPDATE item SET v = 'y' WHERE id = 4")
        await list.matches(["id", "v"], database, "rows that trim the log")
        #expect(try await database.run("SELECT count(*) > 0 FROM _oriel_log WHERE relation IS NULL") == "t\n")
        #expect(try await database.run("SELECT count(*) < 120000 FROM _oriel_log") == "t\n")
        await end(store, list)
    }

    /// A transaction of another level of isolation does not fail because others trim the log.
    @Test(arguments: ["REPEATABLE READ", "SERIALIZABLE"])
    @SceneActor func transactionsOfOtherLevelsAreLogged(level: String) async throws {
        let (database, store, list) = try await logged(Self.items + "CREATE TABLE other (id int PRIMARY KEY);")
        try await database.run("INSERT INTO other SELECT generate_series(1, 110000)")
        try await database.run(
            "SET TRANSACTION ISOLATION LEVEL \(level);"
                + " INSERT INTO other SELECT generate_series(-3000, -1); DELETE FROM item WHERE id = 1")
        await list.matches(["id", "v"], database, level)
        #expect(try await database.run("SELECT count(*) FROM _oriel_log WHERE relation IS NULL") == "0\n")
        await end(store, list)
    }

    /// Changes that a replication applies are logged, too.
    @Test @SceneActor func changesOfAReplicaAreLogged() async throws {
        let (database, store, list) = try await logged()
        try await database.run("SET LOCAL session_replication_role = replica; UPDATE item SET v = 'r' WHERE id = 4")
        await list.matches(["id", "v"], database, "a replica")
        await end(store, list)
    }

    /// Keys are logged as other sessions print them, whatever the writer's session sets.
    @Test(arguments: [
        ("timestamptz", "'2024-05-01 12:00:00.5+02'", "'2024-05-02 00:00+00'"),
        ("date", "'2024-05-01'", "'2024-05-02'"),
        ("bytea", #"'\x00ff'"#, #"'\x01'"#), ("float8", "0.1", "1e300"), ("interval", "'1 day 2 hours'", "'3 days'"),
        ("numeric", "1.50", "2"), ("boolean", "true", "false"), ("uuid", "gen_random_uuid()", "gen_random_uuid()"),
        ("char(5)", "'ab'", "'c'"), ("text", "'~/\"é'", "''"),
    ])
    @SceneActor func aKeyIsLoggedAsItIsRead(type: String, first: String, second: String) async throws {
        let database = try await blocking {
            try PostgresTestDatabase(
                "CREATE TABLE item (id \(type) PRIMARY KEY, v text);"
                    + " INSERT INTO item VALUES (\(first), 'a'), (\(second), 'b')", attachedBy: .triggers)
        }
        let store = try await Store(postgres: database.url)
        let list = ShownList(Query(table: "item", columns: ["v"]), store)
        let foreign = """
            SET LOCAL DateStyle = 'German'; SET LOCAL TimeZone = 'Asia/Tokyo'; SET LOCAL bytea_output = 'escape';
            SET LOCAL extra_float_digits = -5; SET LOCAL IntervalStyle = 'iso_8601';
            """
        try await database.run(foreign + "UPDATE item SET v = 'x' WHERE v = 'a'")
        await list.shows(["b", "x"])
        try await database.run(foreign + "DELETE FROM item WHERE v = 'b'")
        await list.shows(["x"])
        await end(store, list)
    }

    /// Detaching under viewers costs them no change, and attaching again neither.
    @Test @SceneActor func theLogMayGoAndComeBack() async throws {
        let (database, store, list) = try await logged()
        let address = try #require(PostgresAddress(database.url))
        for round in 0..<3 {
            _ = try await blocking { try AttachedDatabase(address).detach() }
            try await database.run("UPDATE item SET v = 'without \(round)' WHERE id = 2")
            await list.matches(["id", "v"], database, "without \(round)")
            try await blocking { try database.attachByTriggers() }
            try await database.run("UPDATE item SET v = 'with \(round)' WHERE id = 3")
            await list.matches(["id", "v"], database, "with \(round)")
        }
        await end(store, list)
    }
}
