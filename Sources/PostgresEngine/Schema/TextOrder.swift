import PostgreSQL

/// How PostgreSQL sorts the texts of a column.
enum TextOrder: Hashable, Sendable {
    /// By their bytes.
    case bytes
    /// By a collation of ICU.
    case icu(Collation)
    /// By a collation of this name, which only the server has.
    case server(String)

    /// A name that differs for different orders; "BINARY" for the order by bytes.
    var name: String {
        switch self {
        case .bytes: "BINARY"
        case .icu(let collation): "icu:\(collation.locale):\(collation.version):\(collation.isDeterministic)"
        case .server(let name): name
        }
    }

    /// What people call the order.
    var title: String {
        switch self {
        case .bytes: "C"
        case .icu(let collation): "\(collation.locale) of ICU, version \(collation.version)"
        case .server(let name): name
        }
    }
}

/// A collation of ICU, the library of Unicode.
struct Collation: Hashable, Sendable {
    /// The locale, with options, such as `de-u-kn-true`.
    let locale: String
    /// The version of the rules, such as `153.120`. Another version may sort otherwise.
    let version: String
    /// Whether texts that the rules do not distinguish are sorted by their bytes. Otherwise, they are equal.
    let isDeterministic: Bool
}

extension TextOrder {
    /// Reads the orders of all columns, by the object ids of their collations.
    static func all(on connection: PostgresConnection) throws(PostgresFailure) -> [UInt32: TextOrder] {
        let rows = try connection.runPrepared(query, [])
        var orders: [UInt32: TextOrder] = [:]
        for row in 0..<rows.count {
            guard let id = rows.text(row, 0).flatMap({ UInt32($0) }) else { continue }
            if rows.text(row, 2) == "t" {
                orders[id] = .bytes
            } else if let locale = rows.text(row, 3), !locale.isEmpty, let version = rows.text(row, 4) {
                let isDeterministic = rows.text(row, 5) != "f"
                orders[id] = .icu(Collation(locale: locale, version: version, isDeterministic: isDeterministic))
            } else {
                orders[id] = .server(rows.text(row, 1) ?? "")
            }
        }
        return orders
    }

    /// Selects the collations of columns, and whether each compares bytes. One of ICU has its locale and its version,
    /// unless it has rules of its own. The catalogue has other columns in each version of PostgreSQL. The provider `b`
    /// of version 17 compares code points. Before 16, the version of the database's own collation is that of one with
    /// its locale.
    private static let query = """
        WITH named AS (
            SELECT o.oid, collname, collprovider::text AS provider, to_jsonb(o) AS more,
                coalesce(to_jsonb(o) ->> 'colllocale', to_jsonb(o) ->> 'colliculocale', collcollate) AS locale
            FROM pg_collation o),
        used AS (
            SELECT oid, collname, provider, locale, more ->> 'collicurules' AS rules,
                more ->> 'collisdeterministic' = 'false' AS isloose, oid AS version
            FROM named WHERE provider <> 'd'
            UNION ALL
            SELECT n.oid, l.locale, l.provider, l.locale, d.more ->> 'daticurules', false,
                (SELECT v.oid FROM named v WHERE v.provider = 'i' AND v.locale = l.locale LIMIT 1)
            FROM named n
                CROSS JOIN (SELECT to_jsonb(d) AS more FROM pg_database d WHERE datname = current_database()) d
                CROSS JOIN LATERAL (SELECT coalesce(d.more ->> 'datlocprovider', 'c'), coalesce(d.more ->> 'datlocale',
                    d.more ->> 'daticulocale', d.more ->> 'datcollate')) l (provider, locale)
            WHERE n.provider = 'd')
        SELECT oid::bigint, collname,
            provider = 'b' OR provider = 'c' AND locale IN ('C', 'POSIX', 'C.UTF-8', 'C.utf8'),
            CASE WHEN provider = 'i' AND rules IS NULL THEN locale END,
            CASE WHEN provider = 'i'
                THEN coalesce(pg_collation_actual_version(oid), pg_collation_actual_version(version)) END, NOT isloose
        FROM used WHERE oid IN (SELECT attcollation FROM pg_attribute WHERE attrelid >= 16384)
        """
}
