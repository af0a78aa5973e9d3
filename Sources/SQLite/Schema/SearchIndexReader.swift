import Tables

/// Finds the full-text indexes that belong to tables.
package struct SearchIndexReader {
    package let connection: OpaquePointer

    /// Adds its index to each table. An index that triggers maintain is preferred, then the first by name.
    package func addIndexes(to tables: inout [Table]) throws(SQLFailure) {
        var owned: [Int: [SearchIndex]] = [:]
        for index in tables where index.kind == .virtual && index.problem == nil {
            guard let declaration = SearchDeclaration(index.sql),
                let owner = tables.firstIndex(where: { Self.belongs(index, declaration, to: $0) }),
                let found = try searchIndex(index.name, declaration, of: tables[owner])
            else { continue }
            owned[owner, default: []].append(found)
        }
        for (owner, indexes) in owned {
            tables[owner].searchIndex = indexes.first { $0.isKept } ?? indexes.first
        }
    }

    /// Returns whether an index belongs to a table: its SQL names the table, or its own name does and its SQL names its
    /// row ids.
    private static func belongs(_ index: Table, _ declaration: SearchDeclaration, to table: Table) -> Bool {
        guard table.kind != .virtual, table.problem == nil else { return false }
        if let content = declaration.options["content"], !content.isEmpty { return table.name.isSameName(as: content) }
        return declaration.options["content_rowid"] != nil && index.name.isSameName(as: table.name + "_fts")
    }

    private func searchIndex(
        _ name: String, _ declaration: SearchDeclaration, of table: Table
    ) throws(SQLFailure) -> SearchIndex? {
        let options = declaration.options
        let row = options["content_rowid"] ?? "rowid"
        guard ["full", nil].contains(options["detail"]?.lowercased()), !declaration.columns.isEmpty,
            isColumn(row, of: table)
        else { return nil }
        return SearchIndex(
            name: name, columns: declaration.columns, rowColumn: row, isByRowID: Self.isRowID(row, of: table),
            isTrigram: options["tokenize"]?.lowercased().hasPrefix("trigram") ?? false,
            isKept: try isKept(name, by: table.name),
            documents: options["columnsize"] == "0" ? nil : name + "_docsize")
    }

    /// Returns whether a table has a column. With the table's name before it, SQLite does not read a missing column as
    /// a text in double quotes.
    private func isColumn(_ name: String, of table: Table) -> Bool {
        (try? SQLStatement(connection, "SELECT \(table.name.quoted).\(name.quoted) FROM \(table.name.quoted)")) != nil
    }

    private static func isRowID(_ name: String, of table: Table) -> Bool {
        guard case .rowid(let key) = table.key else { return false }
        if let column = table.columns.first(where: { $0.name.isSameName(as: name) }) { return column.isRowID }
        return key.isSameName(as: name) || ["rowid", "_rowid_", "oid"].contains { $0.isSameName(as: name) }
    }

    /// Returns whether triggers of the table update the index on every kind of write.
    private func isKept(_ index: String, by table: String) throws(SQLFailure) -> Bool {
        let triggers = try SQLStatement(
            connection,
            "SELECT sql FROM main.sqlite_schema WHERE type = 'trigger' AND tbl_name = ?1 COLLATE NOCASE "
                + "AND instr(lower(sql), lower(?2)) > 0")
        triggers.bind([.text(table), .text(index)])
        var events: Set<String> = []
        while try triggers.step() {
            let words = (triggers.text(0) ?? "").uppercased().split(whereSeparator: \.isWhitespace)
            guard let event = words.first(where: { ["INSERT", "UPDATE", "DELETE"].contains($0) }) else { continue }
            events.insert(String(event))
        }
        return events.count == 3
    }
}
