import Changes
import PostgreSQL
import Tables

/// The tables of a database, with what the engine has to know of their columns.
struct Catalogue: Sendable, Equatable {
    var schema = Schema()
    /// The types of the columns, by table and position.
    var types: [ExactName: [ColumnType]] = [:]
    /// What the server calls the tables and their columns, by table.
    var identities: [ExactName: Identity] = [:]
    /// The tables by their object ids; the parts of a partitioned table by its name.
    var names: [UInt32: ExactName] = [:]
    /// The tables whose changes are recorded: by the stream, or by triggers.
    var recorded: Set<ExactName> = []
    /// The tables that policies of row-level security read.
    var policies = Policies()
    /// A digest of all this.
    var version: Int64 = 0

    /// The object id of a table, and the numbers of its columns, which stay when these are renamed.
    struct Identity: Sendable, Equatable {
        let table: UInt32
        /// The schema of a table that another one of its name hides in the search path; otherwise `nil`.
        let schema: String?
        /// The table in SQL.
        let path: String
        var columns: [Int] = []
    }

    /// The tables whose changes are not recorded, and the views. A policy may read a table that is not served, which
    /// has no name here.
    var unrecorded: [ExactName] {
        schema.tables.map { ExactName($0.name) }.filter { !recorded.contains($0) }
            + (policies.hasOpenOnes ? [ExactName("")] : [])
    }

    /// The type of a column, by its position in its table.
    func type(of table: Table, _ place: Int) -> ColumnType? { types[ExactName(table.name)]?[place] }

    /// Returns a table in SQL.
    func path(of table: String) -> String { identities[ExactName(table)]?.path ?? table.quoted }

    /// Returns a table as a statement names it once. The rest of the statement uses its quoted name.
    func source(_ table: String) -> String {
        let path = path(of: table)
        return path == table.quoted ? path : "\(path) AS \(table.quoted)"
    }

    /// Returns the name of the table that the server calls by a schema and a name.
    func name(of table: String, in schema: String) -> String {
        let full = CatalogueReader.name(of: table, in: schema)
        return identities[ExactName(full)]?.schema == schema ? full : table
    }
}

/// Reads the catalogue of a database: the tables and views that the role may read in the schemas of the search path.
///
/// A table has its own name. If another one of that name comes before it in the search path, its name follows that of
/// its schema, as in `hr.person`.
struct CatalogueReader {
    let connection: PostgresConnection
    /// How the database tells of its commits.
    let capture: Capture
    let isReadOnly: Bool

    /// Reads the tables. Some 25 ms.
    func read() throws(PostgresFailure) -> Catalogue {
        var catalogue = Catalogue()
        catalogue.version = try version()
        var tables = try readColumns(into: &catalogue)
        try readKeys(into: &tables)
        try readForeignKeys(into: &tables)
        for id in try recordedTables() { if let name = catalogue.names[id] { catalogue.recorded.insert(name) } }
        catalogue.policies = try Policies(on: connection, catalogue.names)
        let sorted = tables.values.map(\.table).sorted { $0.name.lowercased() < $1.name.lowercased() }
        catalogue.schema = Schema(tables: sorted)
        return catalogue
    }

    /// Returns a number that differs for different catalogues. One statement, some milliseconds.
    func version() throws(PostgresFailure) -> Int64 {
        let rows = try connection.runPrepared(Self.versionQuery, [Capture.publication])
        return rows.text(0, 0).flatMap { Int64($0) } ?? 0
    }

    /// A table while it is read.
    private struct Found {
        var table: Table
        /// The columns by their numbers in the catalogue.
        var columns: [Int: String] = [:]
    }

    private func readColumns(into catalogue: inout Catalogue) throws(PostgresFailure) -> [UInt32: Found] {
        let (labels, orders) = (try readLabels(), try TextOrder.all(on: connection))
        let rows = try connection.runPrepared(Self.columnQuery, [])
        var tables: [UInt32: Found] = [:]
        for row in 0..<rows.count {
            func text(_ column: Int) -> String { rows.text(row, column) ?? "" }
            guard let id = UInt32(text(0)), let number = Int(text(3)) else { continue }
            let base = UInt32(text(6)) ?? 0
            let order = text(10) == "0" ? .bytes : orders[UInt32(text(10)) ?? 0] ?? .server("")
            let type = ColumnType(id: base, labels: labels[base] ?? [], order: order)
            var column = Column(
                name: text(4), type: text(5), type.affinity, type.valueKind, isNotNull: text(7) == "t",
                defaultText: rows.text(row, 8), primaryKeyPosition: 0, isGenerated: text(9) == "t")
            column.collation = type.order.name
            column.comment = rows.text(row, 12)
            column.limits = type.limits(declaredAs: text(5))
            let schema = rows.text(row, 13)
            let name = schema.map { Self.name(of: text(1), in: $0) } ?? text(1)
            // A table may be named as a hidden one would be.
            guard catalogue.identities[ExactName(name)].map({ $0.table == id }) ?? true else { continue }
            var found = tables[id] ?? Found(table: table(named: name, kind: text(2), isWritable: text(11) == "t"))
            found.table.columns.append(column)
            found.columns[number] = column.name
            tables[id] = found
            catalogue.types[ExactName(name), default: []].append(type)
            let path = (schema.map { "\($0.quoted)." } ?? "") + text(1).quoted
            let identity = Catalogue.Identity(table: id, schema: schema, path: path)
            catalogue.identities[ExactName(name), default: identity].columns.append(number)
            catalogue.names[id] = ExactName(name)
        }
        return tables
    }

    /// Returns the name of a table that another one hides.
    static func name(of table: String, in schema: String) -> String { "\(schema).\(table)" }

    private func table(named name: String, kind: String, isWritable: Bool) -> Table {
        let isTable = kind == "r" || kind == "p"
        return Table(
            name: name, kind: isTable ? .table : kind == "f" ? .virtual : .view, columns: [], key: .none,
            isWithoutRowID: true, foreignKeys: [], references: [], isWritable: isTable && isWritable && !isReadOnly,
            sql: "")
    }

    /// Reads the values of enumerations, by type.
    private func readLabels() throws(PostgresFailure) -> [UInt32: [String]] {
        let rows = try connection.runPrepared(
            "SELECT enumtypid::bigint, enumlabel FROM pg_enum ORDER BY enumtypid, enumsortorder", [])
        var labels: [UInt32: [String]] = [:]
        for row in 0..<rows.count {
            guard let id = rows.text(row, 0).flatMap({ UInt32($0) }) else { continue }
            labels[id, default: []].append(rows.text(row, 1) ?? "")
        }
        return labels
    }

    /// Reads the primary keys. A single whole number identifies a row by itself.
    private func readKeys(into tables: inout [UInt32: Found]) throws(PostgresFailure) {
        let rows = try connection.runPrepared(Self.keyQuery, [])
        for row in 0..<rows.count {
            guard let id = rows.text(row, 0).flatMap({ UInt32($0) }), let found = tables[id] else { continue }
            let names = (rows.text(row, 1) ?? "").split(separator: " ").compactMap { found.columns[Int($0) ?? 0] }
            for (place, name) in names.enumerated() {
                guard let index = found.table.place(ofColumn: name) else { continue }
                tables[id]?.table.columns[index].primaryKeyPosition = place + 1
            }
            let isNumber = names.count == 1 && found.table.column(named: names[0])?.valueKind == .integer
            tables[id]?.table.key = isNumber ? .rowid(names[0]) : names.isEmpty ? .none : .columns(names, rowid: nil)
        }
    }

    private func readForeignKeys(into tables: inout [UInt32: Found]) throws(PostgresFailure) {
        let rows = try connection.runPrepared(Self.foreignKeyQuery, [])
        for row in 0..<rows.count {
            func numbers(_ column: Int) -> [Int] {
                (rows.text(row, column) ?? "").split(separator: " ").compactMap { Int($0) }
            }
            guard let id = rows.text(row, 0).flatMap({ UInt32($0) }), let child = tables[id],
                let other = rows.text(row, 1).flatMap({ UInt32($0) }), let parent = tables[other]
            else { continue }
            let key = ForeignKey(
                columns: numbers(2).compactMap { child.columns[$0] }, parentTable: parent.table.name,
                parentColumns: numbers(3).compactMap { parent.columns[$0] })
            guard key.columns.count == key.parentColumns.count, !key.columns.isEmpty else { continue }
            tables[id]?.table.foreignKeys.append(key)
            tables[other]?.table.references.append(
                Reference(table: child.table.name, columns: key.columns, parentColumns: key.parentColumns))
        }
    }

    /// Returns the tables whose changes are all recorded. A table with children by inheritance is left out, because the
    /// change of a child is recorded as one of the child, or not at all.
    private func recordedTables() throws(PostgresFailure) -> [UInt32] {
        let condition: String
        switch capture {
        case .stream: condition = Self.isPublished
        case .triggers: condition = Self.isLogged
        case .comparison: return []
        }
        let rows = try connection.run(
            """
            SELECT c.oid::bigint FROM pg_class c
            WHERE \(Self.isInPath) AND \(condition) AND NOT EXISTS (
                SELECT 1 FROM pg_inherits JOIN pg_class AS child ON child.oid = inhrelid
                WHERE inhparent = c.oid AND NOT child.relispartition)
            """)
        return (0..<rows.count).compactMap { rows.text($0, 0).flatMap { UInt32($0) } }
    }
}

extension CatalogueReader {
    /// The condition that a relation `c` is in a schema of the search path.
    private static let isInPath =
        "c.relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname = ANY (current_schemas(false)))"

    /// The condition that a relation `c` is shown: a table, a view or a foreign table that is no part of another one.
    private static let isShown = """
        c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND c.relname NOT LIKE '\\_oriel\\_%'
        AND \(isInPath) AND c.relnamespace NOT IN ('pg_catalog'::regnamespace,
        'information_schema'::regnamespace) AND c.relpersistence <> 't' AND has_table_privilege(c.oid, 'SELECT')
        """

    /// The condition that the stream brings all changes of a table `c`.
    private static let isPublished = """
        c.oid IN (SELECT format('%I.%I', schemaname, tablename)::regclass FROM pg_publication_tables
            WHERE pubname = '\(Capture.publication)' AND to_jsonb(pg_publication_tables) ->> 'rowfilter' IS NULL)
        """

    /// The condition that triggers log all changes of a table `c` and of its parts, with the columns of its key. A
    /// subscription fires no triggers of statements.
    private static let isLogged = """
        NOT c.relispartition AND NOT EXISTS (
            SELECT 1 FROM unnest(array(SELECT relid::oid FROM pg_partition_tree(c.oid)) || c.oid) AS part,
                unnest(array[\(Capture.triggerNames.map { "'\($0)'" }.joined(separator: ", "))]) AS name
            WHERE NOT EXISTS (SELECT 1 FROM pg_trigger WHERE tgrelid = part AND tgname = name AND tgenabled = 'A')
                OR EXISTS (SELECT 1 FROM pg_subscription_rel WHERE srrelid = part))
        AND (SELECT tgargs FROM pg_trigger WHERE tgrelid = c.oid AND tgname = '\(Capture.triggerNames[0])') = (
            SELECT string_agg(convert_to(attname, getdatabaseencoding()) || '\\x00'::bytea, '' ORDER BY place)
            FROM pg_index CROSS JOIN unnest(indkey::int2[]) WITH ORDINALITY AS key(number, place)
                JOIN pg_attribute ON attrelid = indrelid AND attnum = number
            WHERE indrelid = c.oid AND indisprimary)
        """

    private static let columnQuery = """
        SELECT c.oid::bigint, c.relname, c.relkind, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod),
            coalesce(nullif(b.typbasetype, 0), nullif(t.typbasetype, 0), t.oid)::bigint,
            a.attnotnull OR t.typnotnull,
            CASE WHEN a.attidentity <> '' THEN 'identity' ELSE pg_get_expr(d.adbin, d.adrelid) END,
            a.attgenerated <> '' OR a.attidentity = 'a',
            a.attcollation::bigint,
            has_table_privilege(c.oid, 'INSERT') AND has_table_privilege(c.oid, 'UPDATE')
                AND has_table_privilege(c.oid, 'DELETE'),
            col_description(c.oid, a.attnum),
            CASE WHEN NOT pg_table_is_visible(c.oid) THEN (SELECT nspname FROM pg_namespace n WHERE n.oid = relnamespace)
            END
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
            JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_type b ON b.oid = t.typbasetype
            LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
        WHERE \(isShown) ORDER BY pg_table_is_visible(c.oid) DESC, c.oid, a.attnum
        """

    private static let keyQuery = """
        SELECT i.indrelid::bigint, array_to_string(i.indkey::int[], ' ')
        FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid WHERE i.indisprimary AND \(isShown)
        """

    private static let foreignKeyQuery = """
        SELECT k.conrelid::bigint, k.confrelid::bigint, array_to_string(k.conkey, ' '), array_to_string(k.confkey, ' ')
        FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
        WHERE k.contype = 'f' AND k.conparentid = 0 AND \(isShown) ORDER BY k.conrelid, k.conname
        """

    /// A hash over everything that the other queries read.
    private static let versionQuery = """
        SELECT hashtextextended(coalesce(string_agg(line, '' ORDER BY line), ''), 0) FROM (
            SELECT concat_ws(' ', c.oid, c.relname, pg_table_is_visible(c.oid), c.relkind, c.relreplident, c.relacl, c.relowner, c.relrowsecurity,
                c.relforcerowsecurity, a.attnum, a.attname, a.attacl, a.atttypid, a.atttypmod, a.attnotnull,
                a.attcollation, a.atthasdef, a.attidentity, a.attgenerated) AS line
            FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
            WHERE \(isShown)
            UNION ALL SELECT concat_ws(' ', c.oid, pg_relation_filenode(c.oid)) FROM pg_class c WHERE \(isShown)
            UNION ALL SELECT concat_ws(' ', inhrelid, inhparent, pg_relation_filenode(inhrelid)) FROM pg_inherits
            UNION ALL SELECT concat_ws(' ', conrelid, conname, contype, conkey, confrelid, confkey) FROM pg_constraint
            WHERE contype IN ('p', 'f')
            UNION ALL SELECT concat_ws(' ', enumtypid, enumlabel, enumsortorder) FROM pg_enum
            UNION ALL SELECT concat_ws(' ', pubname, tablename) FROM pg_publication_tables WHERE pubname = $1
            UNION ALL SELECT concat_ws(' ', objoid, objsubid, description) FROM pg_description
                JOIN pg_class c ON c.oid = objoid WHERE classoid = 'pg_class'::regclass AND \(isShown)
            UNION ALL SELECT concat_ws(' ', polrelid, polname, polcmd, polpermissive, polroles::text, polqual::text)
            FROM pg_policy
            UNION ALL SELECT concat_ws(' ', 'member', roleid, member) FROM pg_auth_members
            UNION ALL SELECT concat_ws(' ', 'role', oid, rolname, rolsuper, rolbypassrls) FROM pg_roles
            UNION ALL SELECT concat_ws(' ', 'schema', oid, nspname, nspacl) FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_%'
            UNION ALL SELECT concat_ws(' ', 'function', oid, xmin) FROM pg_proc
            WHERE oid >= 16384 AND EXISTS (SELECT FROM pg_policy)
            UNION ALL SELECT concat_ws(' ', 'subscription', srsubid, srrelid) FROM pg_subscription_rel
            UNION ALL SELECT concat_ws(' ', tgrelid, tgname, tgenabled, tgargs) FROM pg_trigger
            WHERE tgname LIKE '\\_oriel\\_log%'
        ) AS lines
        """
}
