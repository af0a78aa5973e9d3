import CSQLite
import Tables

/// Reads a schema with SQLite's own pragmas. A table that cannot be read is listed with its problem.
package struct SchemaReader {
    private let connection: OpaquePointer
    private let isReadOnly: Bool

    /// A reader of the schema of a connection. Without the right to write, no table is writable.
    package init(connection: OpaquePointer, isReadOnly: Bool) {
        self.connection = connection
        self.isReadOnly = isReadOnly
    }

    package func read() throws(SQLFailure) -> Schema {
        let list = try SQLStatement(
            connection,
            """
            SELECT l.name, l.type, l.wr, coalesce(s.sql, '') FROM pragma_table_list AS l
            LEFT JOIN sqlite_schema AS s ON s.name = l.name AND s.type IN ('table', 'view')
            WHERE l.schema = 'main' AND l.type IN ('table', 'view', 'virtual')
            AND l.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
            AND l.name NOT LIKE '\\_oriel\\_%' ESCAPE '\\'
            ORDER BY l.name COLLATE NOCASE, l.name
            """)
        var tables: [Table] = []
        let isUTF8 = try isUTF8()
        while try list.step() {
            let name = list.text(0) ?? ""
            let kind = Table.Kind(rawValue: list.text(1) ?? "") ?? .table
            tables.append(try table(name, kind, isWithoutRowID: list.integer(2) == 1, sql: list.text(3) ?? ""))
            tables[tables.count - 1].isUTF8 = isUTF8
        }
        try SearchIndexReader(connection: connection).addIndexes(to: &tables)
        return resolve(tables)
    }

    private func isUTF8() throws(SQLFailure) -> Bool {
        let encoding = try SQLStatement(connection, "PRAGMA encoding")
        return try encoding.step() && encoding.text(0) == "UTF-8"
    }

    private func table(
        _ name: String, _ kind: Table.Kind, isWithoutRowID: Bool, sql: String
    ) throws(SQLFailure) -> Table {
        var table = Table(
            name: name, kind: kind, columns: [], key: .none, isWithoutRowID: isWithoutRowID, foreignKeys: [],
            references: [], isWritable: kind == .table && !isReadOnly, sql: sql)
        do throws(SQLFailure) {
            table.columns = try columns(of: name)
            _ = try SQLStatement(connection, "SELECT 1 FROM \(name.quoted) LIMIT 0").step()
        } catch {
            if error.isOfDatabase { throw error }
            table.problem = error.message
            return table
        }
        if kind != .view { table.key = try identity(of: table) }
        markRowID(of: &table)
        if kind != .view { readCollations(of: &table) }
        if kind == .table { table.foreignKeys = try foreignKeys(of: name) }
        return table
    }

    private func columns(of table: String) throws(SQLFailure) -> [Column] {
        let rows = try SQLStatement(
            connection, "SELECT name, type, \"notnull\", dflt_value, pk, hidden FROM pragma_table_xinfo(?1, 'main')")
        rows.bind([.text(table)])
        var columns: [Column] = []
        while try rows.step() {
            let hidden = rows.integer(5)
            guard hidden != 1 else { continue }
            columns.append(
                Column(
                    name: rows.text(0) ?? "", declaredType: rows.text(1) ?? "", isNotNull: rows.integer(2) != 0,
                    defaultText: rows.text(3), primaryKeyPosition: Int(rows.integer(4)), isGenerated: hidden > 1,
                    isVirtual: hidden == 2, isRowID: false))
        }
        return columns
    }

    /// Returns the row id if a single `INTEGER PRIMARY KEY` is its alias; otherwise the primary key, or the hidden row
    /// id.
    private func identity(of table: Table) throws(SQLFailure) -> RowIdentity {
        let key = table.columns.filter { $0.primaryKeyPosition > 0 }
            .sorted { $0.primaryKeyPosition < $1.primaryKeyPosition }
        if table.isWithoutRowID { return key.isEmpty ? .none : .columns(key.map(\.name), rowid: nil) }
        let hidden = hiddenRowID(of: table)
        if key.count == 1, let alias = key.first, try isRowID(alias, of: table) { return .rowid(alias.name) }
        if key.isEmpty { return hidden.map { .rowid($0) } ?? .none }
        // Without a row id, a key with NULL does not identify a row.
        return hidden == nil && key.contains { !$0.isNotNull } ? .none : .columns(key.map(\.name), rowid: hidden)
    }

    /// Returns whether a column is the row id. `INTEGER PRIMARY KEY` has no index of its own; `INTEGER PRIMARY KEY
    /// DESC`, which is not the row id, has one.
    private func isRowID(_ column: Column, of table: Table) throws(SQLFailure) -> Bool {
        guard column.declaredType.uppercased() == "INTEGER", table.kind == .table else { return false }
        let index = try SQLStatement(connection, "SELECT 1 FROM pragma_index_list(?1, 'main') WHERE origin = 'pk'")
        index.bind([.text(table.name)])
        return try !index.step()
    }

    /// Returns a name of the row id that no column hides; `nil` if the table has no row id.
    private func hiddenRowID(of table: Table) -> String? {
        let names = Set(table.columns.map { $0.name.lowercased() })
        return ["rowid", "_rowid_", "oid"].first { name in
            !names.contains(name)
                && (try? SQLStatement(connection, "SELECT \(name) FROM \(table.name.quoted) LIMIT 0")) != nil
        }
    }

    private func markRowID(of table: inout Table) {
        guard case .rowid(let name) = table.key, let place = table.place(ofColumn: name) else { return }
        table.columns[place].isRowID = true
    }

    private func readCollations(of table: inout Table) {
        for index in table.columns.indices {
            var collation: UnsafePointer<CChar>?
            sqlite3_table_column_metadata(
                connection, "main", table.name, table.columns[index].name, nil, &collation, nil, nil, nil)
            if let collation { table.columns[index].collation = String(cString: collation).uppercased() }
        }
    }

    private func foreignKeys(of table: String) throws(SQLFailure) -> [ForeignKey] {
        let rows = try SQLStatement(
            connection,
            "SELECT id, \"table\", \"from\", \"to\" FROM pragma_foreign_key_list(?1, 'main') ORDER BY id DESC, seq")
        rows.bind([.text(table)])
        var keys: [(id: Int64, key: ForeignKey)] = []
        while try rows.step() {
            let id = rows.integer(0)
            if keys.last?.id != id {
                keys.append((id, ForeignKey(columns: [], parentTable: rows.text(1) ?? "", parentColumns: [])))
            }
            keys[keys.count - 1].key.columns.append(rows.text(2) ?? "")
            if let column = rows.text(3) { keys[keys.count - 1].key.parentColumns.append(column) }
        }
        return keys.map(\.key)
    }

    /// Completes foreign keys at both ends. Tables and columns get their real spelling, a key without columns points to
    /// the primary key, and keys to missing tables or columns are dropped.
    private func resolve(_ tables: [Table]) -> Schema {
        var tables = tables
        for child in tables.indices {
            tables[child].foreignKeys = tables[child].foreignKeys.compactMap {
                resolve($0, in: tables, of: tables[child])
            }
        }
        for child in tables {
            for key in child.foreignKeys {
                guard let parent = tables.firstIndex(where: { $0.name.isSameName(as: key.parentTable) }) else {
                    continue
                }
                let reference = Reference(table: child.name, columns: key.columns, parentColumns: key.parentColumns)
                if !tables[parent].references.contains(reference) { tables[parent].references.append(reference) }
            }
        }
        return Schema(tables: tables)
    }

    private func resolve(_ key: ForeignKey, in tables: [Table], of child: Table) -> ForeignKey? {
        guard let parent = tables.first(where: { $0.name.isSameName(as: key.parentTable) }) else { return nil }
        let primary = parent.columns.filter { $0.primaryKeyPosition > 0 }
            .sorted { $0.primaryKeyPosition < $1.primaryKeyPosition }.map(\.name)
        let there = key.parentColumns.isEmpty ? primary : key.parentColumns.compactMap { spelled($0, in: parent) }
        let here = key.columns.compactMap { spelled($0, in: child) }
        guard here.count == key.columns.count, there.count == here.count else { return nil }
        return ForeignKey(columns: here, parentTable: parent.name, parentColumns: there)
    }

    private func spelled(_ name: String, in table: Table) -> String? {
        table.columns.first { $0.name.isSameName(as: name) }?.name
    }
}
