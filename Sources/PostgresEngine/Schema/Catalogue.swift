import Changes
import PostgreSQL
import Tables

/// The tables of a database, with what the engine has to know of their columns.
struct Catalogue: Sendable, Equatable {
    var schema = Schema()
    /// The types of the columns, by table and position.
    var types: [ExactName: [ColumnType]] = [:]
    /// Whether the collation of a column takes different texts for equal.
    var hasLooseTexts = false
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
        let rows = try connection.runPrepared(CatalogueQueries.version, [Capture.publication])
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
        let rows = try connection.runPrepared(CatalogueQueries.columns, [])
        var tables: [UInt32: Found] = [:]
        for row in 0..<rows.count {
            func text(_ column: Int) -> String { rows.text(row, column) ?? "" }
            guard let id = UInt32(text(0)), let number = Int(text(3)) else { continue }
            let base = UInt32(text(6)) ?? 0
            let order = text(10) == "0" ? .bytes : orders[UInt32(text(10)) ?? 0] ?? .server("")
            let type = ColumnType(
                id: base, labels: labels[base] ?? [], order: order, enumeration: rows.text(row, 14),
                isComposite: text(17) == "t")
            var column = Column(
                name: text(4), type: text(5), type.affinity, type.valueKind, isNotNull: text(7) == "t",
                defaultText: rows.text(row, 8), primaryKeyPosition: 0, isGenerated: text(9) == "t")
            column.collation = type.order.name
            column.comment = rows.text(row, 12)
            column.limits = type.limits(declaredAs: text(5))
            column.isSortable = text(15) == "t"
            column.isFilledByTrigger = text(16) == "t"
            let schema = rows.text(row, 13)
            let name = schema.map { Self.name(of: text(1), in: $0) } ?? text(1)
            // A table may be named as a hidden one would be.
            guard catalogue.identities[ExactName(name)].map({ $0.table == id }) ?? true else { continue }
            var found = tables[id] ?? Found(table: table(named: name, kind: text(2), isWritable: text(11) == "t"))
            found.table.columns.append(column)
            found.columns[number] = column.name
            tables[id] = found
            catalogue.types[ExactName(name), default: []].append(type)
            if case .icu(let collation) = order, !collation.isDeterministic { catalogue.hasLooseTexts = true }
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
        let rows = try connection.runPrepared(CatalogueQueries.keys, [])
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
        let rows = try connection.runPrepared(CatalogueQueries.foreignKeys, [])
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
        case .stream: condition = CatalogueQueries.isPublished
        case .triggers: condition = CatalogueQueries.isLogged
        case .comparison: return []
        }
        let rows = try connection.run(
            """
            SELECT c.oid::bigint FROM pg_class c
            WHERE \(CatalogueQueries.isInPath) AND \(condition) AND NOT EXISTS (
                SELECT 1 FROM pg_inherits JOIN pg_class AS child ON child.oid = inhrelid
                WHERE inhparent = c.oid AND NOT child.relispartition)
            """)
        return (0..<rows.count).compactMap { rows.text($0, 0).flatMap { UInt32($0) } }
    }
}
