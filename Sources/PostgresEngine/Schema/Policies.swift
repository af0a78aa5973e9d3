import Changes
import PostgreSQL

/// The tables that policies of row-level security read, beside the row itself. A commit that changes such a table may
/// show or hide rows.
struct Policies: Sendable, Equatable {
    /// The tables that the policies on one table read.
    private struct Reads: Equatable {
        var tables: Set<ExactName> = []
        /// Whether they also read from an unknown source: a view, a table that is not served, or a function.
        var isOpen = false
        /// Whether the policies apply to the role that Oriel connects as.
        var appliesToLogin = false
    }

    private var reads: [ExactName: Reads] = [:]

    /// Whether a policy reads from an unknown source.
    var hasOpenOnes: Bool { reads.values.contains(where: \.isOpen) }

    /// Creates a database without policies.
    init() {}

    /// Reads the policies of the tables with these object ids.
    ///
    /// An expression in the catalogue names each table of a subquery after `:relid`, and each function after `:funcid`,
    /// `:opfuncid`, `:aggfnoid` or `:winfnoid`. Immutable functions read no tables, and few of PostgreSQL's own do.
    init(on connection: PostgresConnection, _ names: [UInt32: ExactName]) throws(PostgresFailure) {
        let rows = try connection.run(Self.query)
        for row in 0..<rows.count {
            guard let table = rows.text(row, 0).flatMap({ UInt32($0) }).flatMap({ names[$0] }) else { continue }
            var found = reads[table] ?? Reads()
            if let id = rows.text(row, 1).flatMap({ UInt32($0) }) {
                if let name = names[id] { found.tables.insert(name) } else { found.isOpen = true }
            }
            if rows.text(row, 2) == "t" { found.isOpen = true }
            found.appliesToLogin = rows.text(row, 3) == "t"
            reads[table] = found
        }
    }

    /// Returns the tables that the policies on some tables read, and the policies on these tables in turn; `nil` for
    /// any table. `asLogin` leaves out policies that do not apply to the role that Oriel connects as.
    func tablesRead(by tables: [String], asLogin: Bool) -> Set<String>? {
        var (found, rest) = (Set<ExactName>(), tables.map(ExactName.init))
        while let table = rest.popLast() {
            guard let reads = reads[table], !asLogin || reads.appliesToLogin else { continue }
            if reads.isOpen { return nil }
            rest += reads.tables.subtracting(found)
            found.formUnion(reads.tables)
        }
        return Set(found.map(\.text))
    }

    /// Selects for each policy that concerns reading: its table, a table that it reads or NULL, whether it reads from
    /// an unknown source, and whether it applies to the role that Oriel connects as.
    private static let query = """
        WITH policy AS (
            SELECT polrelid, polqual::text AS expression FROM pg_policy JOIN pg_class c ON c.oid = polrelid
            WHERE c.relrowsecurity AND polcmd IN ('r', '*') AND polqual IS NOT NULL)
        SELECT polrelid::bigint, relid::bigint, EXISTS (
                SELECT 1 FROM regexp_matches(expression, ':(?:funcid|opfuncid|aggfnoid|winfnoid) (\\d+)', 'g') AS called
                    JOIN pg_proc p ON p.oid = called[1]::oid
                WHERE p.oid >= 16384 AND p.provolatile <> 'i' OR p.proname ~ '_to_xml|^ts_stat$')
            OR c.relkind NOT IN ('r', 'p'), row_security_active(polrelid)
        FROM policy LEFT JOIN LATERAL (
            SELECT read[1]::oid AS relid FROM regexp_matches(expression, ':relid ([1-9]\\d*)', 'g') AS read
            ) AS reads ON true LEFT JOIN pg_class c ON c.oid = relid
        """
}
