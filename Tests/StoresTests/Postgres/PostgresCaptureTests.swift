import DataSources
import Lists
import Loop
import PostgreSQL
import PostgresEngine
import Stores
import Tables
import TestSupport
import Testing

/// What reaches lists on PostgreSQL, whatever happens to the tables.
@Suite(.timeLimit(.minutes(5))) struct PostgresCaptureTests {
    /// A change, made by another program after its preparation, that lists of the table `item` must show.
    struct Event: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var table = "CREATE TABLE item (id int PRIMARY KEY, v text, w text)"
        var isAttached = true
        let change: String
    }

    static let events = [
        Event(
            testDescription: "a commit that is not flushed",
            change: "SET LOCAL synchronous_commit = off; UPDATE item SET v = 'x' WHERE id = 3"),
        Event(testDescription: "a key that changes", change: "UPDATE item SET id = 1000 WHERE id = 3"),
        Event(
            testDescription: "keys that are swapped",
            change: "UPDATE item SET id = -id WHERE id IN (3, 4); UPDATE item SET id = 7 + id WHERE id < 0"),
        Event(
            testDescription: "a deletion and an insertion with the same key",
            change: "DELETE FROM item WHERE id = 3; INSERT INTO item VALUES (3, 'new', NULL)"),
        Event(
            testDescription: "savepoints",
            change:
                "INSERT INTO item VALUES (90, 'a', ''); SAVEPOINT s; DELETE FROM item; ROLLBACK TO s;"
                + " UPDATE item SET v = 'b' WHERE id = 90"
        ),
        Event(testDescription: "TRUNCATE", change: "TRUNCATE item; INSERT INTO item VALUES (5, 'only', 'one')"),
        Event(testDescription: "COPY", change: "COPY item FROM STDIN;\n91\ta\tb\n92\tc\td\n\\.\n"),
        Event(
            testDescription: "a large value that stays",
            table:
                "CREATE TABLE item (id int PRIMARY KEY, v text, w text); ALTER TABLE item ALTER w SET STORAGE EXTERNAL;"
                + " INSERT INTO item VALUES (50, 'old', repeat('large', 10000))",
            change: "UPDATE item SET v = 'new' WHERE id = 50"),
        Event(
            testDescription: "the whole former row",
            table: "CREATE TABLE item (id int PRIMARY KEY, v text, w text);"
                + " ALTER TABLE item REPLICA IDENTITY FULL",
            change:
                "UPDATE item SET v = 'z' WHERE id < 4; DELETE FROM item WHERE id = 5;"
                + " UPDATE item SET id = 70 WHERE id = 6"
        ),
        Event(
            testDescription: "a row that moves between partitions",
            table: "CREATE TABLE item (id int PRIMARY KEY, v text, w text) PARTITION BY RANGE (id);"
                + " CREATE TABLE low PARTITION OF item FOR VALUES FROM (0) TO (10);"
                + " CREATE TABLE high PARTITION OF item FOR VALUES FROM (10) TO (2000)",
            change: "UPDATE item SET id = 99 WHERE id = 3; INSERT INTO item VALUES (1999, 'last', NULL)"),
        Event(
            testDescription: "a key of two columns",
            table: "CREATE TABLE item (id int, v text DEFAULT 'k', w text, PRIMARY KEY (v, id))",
            change: "UPDATE item SET v = 'other, ~ key' WHERE id = 3; DELETE FROM item WHERE id = 4"),
        Event(
            testDescription: "a generated column",
            table: "CREATE TABLE item (id int PRIMARY KEY, v text, w text GENERATED ALWAYS AS (v || '!') STORED)",
            change: "UPDATE item SET v = 'g' WHERE id = 3"),
        Event(
            testDescription: "a domain and names in capitals",
            table:
                "CREATE DOMAIN \"Key\" AS int;"
                + " CREATE TABLE item (id \"Key\" PRIMARY KEY, v text, w text, \"The Column\" int)",
            change: "UPDATE item SET \"The Column\" = 3, v = 'd' WHERE id = 3"),
        Event(
            testDescription: "columns with the names of variables",
            table: "CREATE TABLE item (id int, target int DEFAULT 1, count int DEFAULT 2, v text, w text,"
                + " \"row\" int DEFAULT 3, PRIMARY KEY (target, count, id, \"row\"))",
            change:
                "UPDATE item SET v = 'n' WHERE id = 3; UPDATE item SET count = 9 WHERE id = 4;"
                + " DELETE FROM item WHERE id = 5"),
        Event(
            testDescription: "names that look like SQL",
            table:
                "CREATE TABLE item (id int, \"$do$ $oriel$'; %s \"\"x\" text DEFAULT 'k', v text, w text,"
                + " PRIMARY KEY (\"$do$ $oriel$'; %s \"\"x\", id));"
                + " CREATE TABLE \"a$oriel$b'; %1$s \"\"c\" (id int PRIMARY KEY)",
            change: "UPDATE item SET v = 'n' WHERE id = 3; INSERT INTO \"a$oriel$b'; %1$s \"\"c\" VALUES (1)"),
        Event(
            testDescription: "a table without a key", table: "CREATE TABLE item (id int, v text, w text)",
            change: "UPDATE item SET v = 'k' WHERE id = 3; INSERT INTO item VALUES (3, 'k', NULL)"),
        Event(
            testDescription: "an unlogged table",
            table: "CREATE UNLOGGED TABLE item (id int PRIMARY KEY, v text, w text)",
            change: "UPDATE item SET v = 'u' WHERE id = 3"),
        Event(
            testDescription: "a view",
            table: "CREATE TABLE base (id int PRIMARY KEY, v text, w text); CREATE VIEW item AS SELECT * FROM base",
            change: "UPDATE base SET v = 'seen' WHERE id = 3; DELETE FROM base WHERE id = 4"),
        Event(
            testDescription: "a materialized view",
            table: "CREATE TABLE base (id int PRIMARY KEY, v text, w text);"
                + " INSERT INTO base SELECT n, 'v' || n FROM generate_series(1, 9) n;"
                + " CREATE MATERIALIZED VIEW item AS SELECT * FROM base",
            change: "UPDATE base SET v = 'seen' WHERE id = 3; REFRESH MATERIALIZED VIEW item"),
        Event(
            testDescription: "a database that is not attached", isAttached: false,
            change: "UPDATE item SET v = 'x' WHERE id = 3"),
        Event(
            testDescription: "a child of a table",
            table: "CREATE TABLE item (id int PRIMARY KEY, v text, w text);"
                + " CREATE TABLE child (PRIMARY KEY (id)) INHERITS (item)",
            change: "INSERT INTO child VALUES (77, 'child', NULL); UPDATE item SET v = 'p' WHERE id = 3"),
        Event(
            testDescription: "a part that is emptied",
            table: "CREATE TABLE item (id int PRIMARY KEY, v text, w text) PARTITION BY RANGE (id);"
                + " CREATE TABLE low PARTITION OF item FOR VALUES FROM (0) TO (5);"
                + " CREATE TABLE high PARTITION OF item FOR VALUES FROM (5) TO (2000)",
            change: "TRUNCATE low"),
        Event(
            testDescription: "rows that are identified by another index",
            table: "CREATE TABLE item (id int PRIMARY KEY, v text NOT NULL, w text);"
                + " CREATE UNIQUE INDEX other ON item (v); ALTER TABLE item REPLICA IDENTITY USING INDEX other",
            change: "UPDATE item SET id = 100 WHERE id = 3"),
        Event(
            testDescription: "a text of fixed length in the key",
            table: "CREATE TABLE item (id int, v char(6), w text, PRIMARY KEY (v, id))",
            change: "UPDATE item SET v = 'k' WHERE id = 3; INSERT INTO item VALUES (80, 'x', NULL)"),
        Event(
            testDescription: "a value of an enumeration that gets another name",
            table: "CREATE TYPE mood AS ENUM ('v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'v7', 'v8', 'v9');"
                + " CREATE TABLE item (id int PRIMARY KEY, v mood, w text)",
            change: "ALTER TYPE mood RENAME VALUE 'v3' TO 'renamed'"),
        Event(
            testDescription: "a column that is added",
            change: "ALTER TABLE item ADD more int DEFAULT 5; UPDATE item SET v = 'm' WHERE id = 3"),
        Event(
            testDescription: "a type that changes",
            change: "ALTER TABLE item ALTER id TYPE bigint; UPDATE item SET v = 'm' WHERE id = 3"),
        Event(
            testDescription: "a column that is renamed",
            change: "ALTER TABLE item RENAME w TO ww; UPDATE item SET v = 'm' WHERE id = 3"),
    ]

    @Test(arguments: events, [AttachedDatabase.Means.publication, .triggers])
    @SceneActor func listsShow(_ event: Event, _ means: AttachedDatabase.Means) async throws {
        let database = try await blocking {
            try PostgresTestDatabase(event.table, attachedBy: event.isAttached ? means : nil)
        }
        let target = event.table.contains("base") ? "base" : "item"
        if !event.table.contains("MATERIALIZED") {
            let rows = (1...9).map { "(\($0), 'v\($0)')" }.joined(separator: ", ")
            try await database.run("INSERT INTO \(target) (id, v) VALUES \(rows)")
        }
        let store = try await Store(postgres: database.url)
        let lists = [[], ["v"], [SortTerm.descending("v")]].map { sort in
            var query = Query(table: "item", columns: ["id", "v"])
            query.sort = sort
            return ShownList(query, store)
        }
        for list in lists { await list.matches(["id", "v"], database, "before") }
        try await database.run(event.change)
        for list in lists { await list.matches(["id", "v"], database, "after") }
        for list in lists { list.close() }
        await store.close()
    }

    @Test @SceneActor func aPreparedTransactionShowsWhenItIsCommitted() async throws {
        let database = try await blocking { try PostgresTestDatabase("CREATE TABLE item (id int PRIMARY KEY, v text)") }
        let store = try await Store(postgres: database.url)
        let list = ShownList(Query(table: "item", columns: ["id", "v"]), store)
        _ = try await blocking {
            try database.cluster.run(
                "BEGIN; INSERT INTO item VALUES (1, 'p'); PREPARE TRANSACTION '\(database.name)'", in: database.name,
                isOneTransaction: false)
        }
        await list.matches(["id", "v"], database, "prepared")
        #expect(list.rows.isEmpty)
        _ = try await blocking {
            try database.cluster.run("COMMIT PREPARED '\(database.name)'", in: database.name, isOneTransaction: false)
        }
        await list.matches(["id", "v"], database, "committed")
        #expect(list.rows == ["1|1|p"])
        list.close()
        await store.close()
    }

    @Test @SceneActor func tablesThatComeAndGoAreShown() async throws {
        let database = try await blocking { try PostgresTestDatabase("CREATE TABLE item (id int PRIMARY KEY, v text)") }
        let store = try await Store(postgres: database.url)
        #expect(store.schema.tables.map(\.name) == ["item"])
        try await database.run("CREATE TABLE other (id int PRIMARY KEY); ALTER PUBLICATION oriel ADD TABLE other")
        await has(store, ["item", "other"])
        let list = ShownList(Query(table: "other", columns: ["id"]), store)
        try await database.run("INSERT INTO other VALUES (4)")
        await list.matches(["id"], database, "in a new table", in: "other")
        try await database.run("DROP TABLE item")
        await has(store, ["other"])
        list.close()
        await store.close()
    }

    /// Expects the store to have these tables, soon.
    @SceneActor private func has(_ store: Store, _ names: [String]) async {
        for _ in 0..<500 where store.schema.tables.map(\.name) != names {
            await EventLoop.shared.pause(.milliseconds(20))
        }
        #expect(store.schema.tables.map(\.name) == names)
    }

    /// Cutting the stream, and the end of all connections, cost viewers no change.
    @Test(arguments: ["backend_type = 'walsender'", "true"], [AttachedDatabase.Means.publication, .triggers])
    @SceneActor func listsGoOnAfterConnectionsWereCut(_ which: String, _ means: AttachedDatabase.Means) async throws {
        let database = try await blocking {
            try PostgresTestDatabase("CREATE TABLE item (id int PRIMARY KEY, v text)", attachedBy: means)
        }
        let store = try await Store(postgres: database.url)
        let list = ShownList(Query(table: "item", columns: ["id", "v"]), store)
        for round in 0..<3 {
            try await database.run("INSERT INTO item VALUES (\(round), 'before')")
            await list.matches(["id", "v"], database, "before \(round)")
            try await database.run(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid() AND \(which)
                """)
            try await database.run("UPDATE item SET v = 'after \(round)'")
            await list.matches(["id", "v"], database, "after \(round)")
        }
        #expect(list.isReplicaRight)
        list.close()
        await store.close()
    }

    /// A store that opens while others write misses none of their commits.
    @Test(arguments: [AttachedDatabase.Means.publication, .triggers])
    @SceneActor func aStoreThatOpensUnderLoadMissesNothing(_ means: AttachedDatabase.Means) async throws {
        let database = try await blocking {
            try PostgresTestDatabase(
                "CREATE TABLE item (id int PRIMARY KEY, v text);"
                    + " INSERT INTO item SELECT n, '' FROM generate_series(1, 500) n", attachedBy: means)
        }
        let writers = (0..<4).map { writer in
            Task.detached {
                for round in 0..<25 {
                    let commits = (0..<12).map { step in
                        """
                        INSERT INTO item
                        VALUES (\(writer * 125 + 1 + (round * 97 + step * 13) % 125), 'w\(writer)-\(round)-\(step)')
                        ON CONFLICT (id) DO UPDATE SET v = excluded.v;
                        BEGIN; DELETE FROM item WHERE id = \(writer * 125 + 1 + (round * 31 + step) % 125); SAVEPOINT a;
                        INSERT INTO item VALUES (-\(writer), 'never'); ROLLBACK TO a; COMMIT;
                        """
                    }
                    try await blocking {
                        _ = try database.cluster.run(
                            commits.joined(separator: "\n"), in: database.name, isOneTransaction: false)
                    }
                }
            }
        }
        var stores: [(Store, ShownList)] = []
        for _ in 0..<6 {
            let store = try await Store(postgres: database.url)
            stores.append((store, ShownList(Query(table: "item", columns: ["id", "v"]), store)))
        }
        for writer in writers { try await writer.value }
        for (number, (store, list)) in stores.enumerated() {
            await list.matches(["id", "v"], database, "store \(number)")
            #expect(list.isReplicaRight)
            list.close()
            await store.close()
        }
    }
}
