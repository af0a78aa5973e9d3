import Changes
import TestSupport
import Testing

@testable import Lists
@testable import SQLite
@testable import SQLiteEngine
@testable import Tables

/// Totals that follow our own transactions, row by row.
@Suite(.timeLimit(.minutes(5))) struct TotalsOrderTests {
    @Test(arguments: RandomGroups.Shape.allCases)
    func everyGroupMatchesSQLite(_ shape: RandomGroups.Shape) throws {
        var random = SeededGenerator.announced("everyGroupMatchesSQLite \(shape)")
        let groups = RandomGroups(shape: shape)
        for _ in 0..<30 {
            let database = try Scratch(":memory:", groups.schema)
            for _ in 0..<15 { _ = database.tryRun(groups.statements(&random)) }
            let (query, sql) = groups.query(&random)
            let followed = try FollowedTotals(query, database)
            for round in 0..<30 {
                try database.run("BEGIN")
                let isKept = database.tryRun(groups.statements(&random)) && Int.random(in: 0..<6, using: &random) > 0
                try database.run(isKept ? "COMMIT" : "ROLLBACK")
                try followed.follow(isKept: isKept)
                let expected = try database.rows(sql)
                let rows = try followed.rows()
                #expect(rows.count == expected.count, "\(sql) round \(round)")
                for (row, other) in zip(rows, expected) {
                    #expect(
                        zip(row, other).allSatisfy { $0.isSame(as: $1) }, "\(row) for \(other): \(sql) round \(round)")
                }
            }
        }
    }

    private static let plays = """
        CREATE TABLE Play (Id INTEGER PRIMARY KEY, Track INTEGER, Seconds INTEGER);
        INSERT INTO Play (Track, Seconds) VALUES (1, 10), (1, 20), (2, 5);
        """

    @Test func unknownOldRowsCauseAFullRead() throws {
        let database = try Scratch(":memory:", Self.plays)
        let followed = try FollowedTotals(.totals(of: "Play", by: "Track", [.count]), database)
        var rows = RowChanges.Rows()
        rows.numbers[1] = .unknown
        let progress = try followed.progress(RowChanges(tables: [ExactName("Play"): .rows(rows)]))
        guard case .anywhere = progress else { return #expect(Bool(false), "\(progress)") }
    }

    @Test func aSumThatFitsAgainIsReported() throws {
        let database = try Scratch(":memory:", Self.plays)
        let followed = try FollowedTotals(.totals(of: "Play", by: "Track", [.sum("Seconds")]), database)
        try database.run(
            "INSERT INTO Play (Track, Seconds) VALUES (3, 9223372036854775807), (3, 1), (3, -9223372036854775808)")
        try followed.follow(isKept: true)
        #expect(try followed.rows().last == [.integer(3), .integer(0)])
        try database.run("DELETE FROM Play WHERE Seconds < 0")
        #expect(throws: ScanError.self) { try followed.follow(isKept: true) }
        #expect(throws: ScanError.self) { try followed.build() }
    }

    @Test(arguments: [
        (["9e999", "-9e999"], SQLValue.null, SQLValue.null), (["9e999", "-9e999", "7"], .null, .null),
        (["3", "2.0"], .real(5), .real(2.5)), (["3", "2.0", "-2.0"], .real(3), .real(1)),
        (["3", "9007199254740992.0"], .real(9_007_199_254_740_996), .real(4_503_599_627_370_497.5)),
    ])
    func aSumHasTheTypeOfSQLite(_ values: [String], _ sum: SQLValue, _ average: SQLValue) throws {
        let database = try Scratch(":memory:", "CREATE TABLE t (g, x); INSERT INTO t VALUES (1, 4)")
        let followed = try FollowedTotals(.totals(of: "t", by: "g", [.sum("x"), .average("x")]), database)
        for value in values {
            try database.run("INSERT INTO t VALUES (1, \(value))")
            try followed.follow(isKept: true)
        }
        try database.run("DELETE FROM t WHERE x IS 4")
        try followed.follow(isKept: true)
        #expect(try followed.rows() == [[.integer(1), sum, average]])
        #expect(try database.rows("SELECT g, sum(x), avg(x) FROM t") == followed.rows())
        try followed.build()
        #expect(try followed.rows() == [[.integer(1), sum, average]])
    }

    /// SQLite adds whole numbers in a column of numbers with a fraction as such.
    @Test(arguments: ["r", "added", "computed"])
    func numbersOfAColumnOfRealsAreSummedAsBySQLite(_ column: String) throws {
        let database = try Scratch(
            ":memory:",
            """
            CREATE TABLE t (g, r REAL, computed REAL AS (g));
            INSERT INTO t VALUES (1, 4), (1, 9007199254740993), (2, 0.5), (2, NULL), (1, 0.1), (1, 0.7), (3, '5');
            ALTER TABLE t ADD COLUMN added REAL DEFAULT 5;
            """)
        for value in ["0.1", "1e308", "9e999", "-9e999", "'a'"] {
            let totals = [Total.sum(column), .average(column), .count(column)]
            let measures = "sum(\(column)), avg(\(column)), count(\(column))"
            let groups = try FollowedTotals(.totals(of: "t", by: "g", totals), database)
            #expect(try groups.rows() == database.rows("SELECT g, \(measures) FROM t GROUP BY g"))
            let all = try FollowedTotals(.totals(of: "t", totals), database)
            #expect(try all.rows().map { $0.suffix(3) } == database.rows("SELECT \(measures) FROM t").map { $0[...] })
            try database.run("INSERT INTO t (g, r, added) VALUES (1, \(value), \(value))")
        }
    }

    @Test func noRowsHaveNoTotals() throws {
        let database = try Scratch(":memory:", "CREATE TABLE t (g, r REAL)")
        for totals in [[Total.count], [.sum("r")], [.max("g"), .count]] {
            let all = try FollowedTotals(.totals(of: "t", totals), database)
            #expect(try all.rows().isEmpty)
            try database.run("INSERT INTO t VALUES (1, 2)")
            try all.follow(isKept: true)
            #expect(try all.rows().count == 1)
            try database.run("DELETE FROM t")
            try all.follow(isKept: true)
            #expect(try all.rows().isEmpty)
        }
    }

    @Test func aGroupOfNullAndOneWithoutValuesAreShown() throws {
        let database = try Scratch(":memory:", Self.plays)
        let totals: [Total] = [.count, .count("Seconds"), .sum("Seconds"), .average("Seconds"), .min("Seconds")]
        let followed = try FollowedTotals(.totals(of: "Play", by: "Track", totals), database)
        try database.run("INSERT INTO Play (Track) VALUES (NULL)")
        try followed.follow(isKept: true)
        #expect(try followed.rows().first == [.null, .integer(1), .integer(0), .null, .null, .null])
        #expect(followed.ordering.id(at: 0) == "~n")
    }

    @Test func onlyUnknownGroupsAreRead() throws {
        let database = try Scratch(":memory:", Self.plays)
        let followed = try FollowedTotals(.totals(of: "Play", by: "Track", [.max("Seconds")]), database)
        try database.run("UPDATE Play SET Seconds = 1 WHERE Seconds = 20")
        try followed.follow(isKept: true)
        #expect(try followed.rows() == [[.integer(1), .integer(10)], [.integer(2), .integer(5)]])
    }

    @Test(arguments: ["Nothing", "rowid"])
    func anUnknownColumnIsRefused(_ column: String) throws {
        let database = try Scratch(":memory:", Self.plays)
        #expect(throws: SQLFailure.self) { try FollowedTotals(.totals(of: "Play", by: column, [.count]), database) }
        #expect(throws: SQLFailure.self) {
            try FollowedTotals(.totals(of: "Play", by: "Track", [.sum(column)]), database)
        }
    }
}

/// Totals, and the changes that they follow.
final class FollowedTotals {
    private(set) var ordering: Ordering
    private let order: TotalsOrder
    private let table: Table
    private let capture: Capture

    init(_ query: Query, _ database: Scratch) throws {
        let schema = try database.schema()
        guard case .totals(let subject) = query.subject, let table = schema.table(named: subject.table) else {
            throw SQLFailure(code: 1, message: "no totals")
        }
        self.table = table
        RowScan.enable(on: database.connection)
        order = TotalsOrder(try TotalsSource(database.connection, schema, query, subject, of: table))
        capture = Capture(database.connection, schema: schema)
        capture.interests = order.interests
        ordering = try order.find(after: nil, at: nil, within: .max)
    }

    /// Reads all groups.
    func build() throws { ordering = try order.find(after: nil, at: nil, within: .max) }

    /// Returns how changes affect the groups.
    func progress(_ changes: RowChanges) throws -> OrderProgress {
        try order.progress(from: ordering, changes, known: nil)
    }

    /// Continues after a transaction. The reported groups must equal the actual ones.
    func follow(isKept: Bool) throws {
        guard isKept else { return capture.discard() }
        let changes = capture.take()
        guard changes[table.name] != nil else { return }
        let before = try content()
        guard case .to(let step) = try progress(changes) else { throw SQLFailure(code: 1, message: "not followed") }
        let moves = step.difference.changeSet()
        let ids = (0..<ordering.count).map(ordering.id)
        ordering = step.present
        let made = try moves.apply(to: [ids], new: [(0..<ordering.count).map(ordering.id)])
        #expect(made == [(0..<ordering.count).map(ordering.id)])
        for (position, row) in try rows().enumerated() where before[ordering.id(at: position)] != row {
            #expect(step.placed?.contains(position) == true, "\(row)")
        }
    }

    /// The groups in order.
    func rows() throws -> [[SQLValue]] {
        let rows = try order.rows(at: Array(0..<ordering.count), in: ordering)
        return (0..<ordering.count).map { rows[$0]?.values ?? [] }
    }

    private func content() throws -> [String: [SQLValue]] {
        Dictionary(uniqueKeysWithValues: zip((0..<ordering.count).map(ordering.id), try rows()))
    }
}
