import Changes
import SQLite
import Tables

/// What is created in PostgreSQL for the tables of a SQLite database, and what is different there.
struct CopyPlan {
    private(set) var tables: [CopiedTable] = []
    /// The differences, a sentence each.
    private(set) var notes: [String] = []
    private let file: SourceFile

    /// The length to which PostgreSQL cuts names, in bytes.
    private static let nameLimit = 63

    /// Reads the whole file, to choose types by the content.
    init(of file: SourceFile) throws(CopyError) {
        self.file = file
        for table in file.schema.tables where table.kind == .table { tables.append(try copied(table)) }
        for place in tables.indices { try addReferences(to: place) }
        for table in file.schema.tables where table.kind != .table {
            notes.append("\(table.name) is a \(table.kind == .view ? "view" : "virtual table"). It is not copied.")
        }
        let triggers = try file.rows(
            "SELECT name, tbl_name FROM sqlite_schema WHERE type = 'trigger' AND name NOT LIKE '\\_oriel\\_%' ESCAPE '\\'"
        )
        for trigger in triggers {
            notes.append("The trigger \(trigger[0].text ?? "") of \(trigger[1].text ?? "") is not copied.")
        }
    }

    /// The statements that create everything, for people who read them.
    var script: String {
        let statements = tables.map(\.creation) + tables.flatMap(\.completion) + tables.flatMap(\.constraints)
        return statements.map { $0 + ";\n" }.joined()
    }

    private mutating func copied(_ table: Table) throws(CopyError) -> CopiedTable {
        if let problem = table.problem { throw CopyError("\(table.name) cannot be read: \(problem)") }
        for name in [table.name] + table.columns.map(\.name) where name.utf8.count > Self.nameLimit {
            throw CopyError("the name \(name) is longer than PostgreSQL's \(Self.nameLimit) bytes; rename it first")
        }
        let (rows, contents) = try ColumnContent.read(table, in: file)
        var copied = CopiedTable(name: table.name, rows: rows)
        for (column, content) in zip(table.columns, contents) {
            let type = CopiedType(of: column, content)
            copied.columns.append(
                CopiedTable.Column(
                    source: column, type: type, defaultText: defaultText(of: column, type, in: table)))
            describe(column, type, content, in: table)
        }
        chooseKey(of: table, contents, rows, for: &copied)
        try addIndexes(of: table, to: &copied)
        if table.sql.uppercased().contains("CHECK") { notes.append("The checks of \(table.name) are not copied.") }
        return copied
    }

    private mutating func describe(_ column: Column, _ type: CopiedType, _ content: ColumnContent, in table: Table) {
        let name = "\(table.name).\(column.name)"
        if type.differs(from: column), content.values > 0 {
            notes.append("\(name) is declared \(column.declaredType). Its values are \(type.rawValue).")
        }
        if type == .bytea, content.blobs < content.values {
            notes.append("\(name) has binary and other values. The others become their bytes.")
        }
        if column.isGenerated { notes.append("\(name) is computed. Its present values are copied, as a plain column.") }
        if column.collation != "BINARY" {
            notes.append("\(name) has the collation \(column.collation). In PostgreSQL it has that of the database.")
        }
    }

    /// Chooses the primary key, and the column that numbers new rows.
    private mutating func chooseKey(
        of table: Table, _ contents: [ColumnContent], _ rows: Int64, for copied: inout CopiedTable
    ) {
        let keys = zip(table.columns, contents).filter { $0.0.primaryKeyPosition > 0 }
            .sorted { $0.0.primaryKeyPosition < $1.0.primaryKeyPosition }
        if keys.isEmpty {
            notes.append("\(table.name) has no primary key. Its lists are compared after each commit.")
        } else if keys.contains(where: { $0.1.values < rows }) {
            notes.append("\(table.name) has NULL in its primary key. It is copied without the key.")
        } else {
            copied.key = keys.map(\.0.name)
        }
        copied.numbered = table.columns.first { $0.isRowID }?.name
    }

    private mutating func addIndexes(of table: Table, to copied: inout CopiedTable) throws(CopyError) {
        let found = try file.rows(
            "SELECT name, \"unique\", origin, partial FROM pragma_index_list(?1, 'main') ORDER BY seq DESC",
            [.text(table.name)])
        for index in found where index[2].text != "pk" {
            let name = index[0].text ?? ""
            let columns = try file.rows(
                "SELECT name, \"desc\" FROM pragma_index_xinfo(?1, 'main') WHERE key ORDER BY seqno", [.text(name)])
            let names = columns.compactMap { $0[0].text }
            guard index[3].integer == 0, names.count == columns.count else {
                notes.append("The index \(name) is partial or has expressions. It is not copied.")
                continue
            }
            let isConstraint = index[2].text == "u"
            copied.indexes.append(
                CopiedTable.Index(
                    name: isConstraint ? nil : name, columns: names, isUnique: index[1].integer == 1,
                    descending: Set(columns.indices.filter { columns[$0][1].integer == 1 })))
        }
    }

    private mutating func addReferences(to place: Int) throws(CopyError) {
        let table = tables[place]
        let keys = file.schema.table(named: table.name)?.foreignKeys ?? []
        guard !keys.isEmpty else { return }
        let actions = try actions(of: table.name)
        for key in keys {
            let what = "The foreign key \(table.name) (\(key.columns.joined(separator: ", ")))"
            guard let parent = tables.first(where: { $0.name.isSameName(as: key.parentTable) }),
                parent.isUnique(key.parentColumns)
            else {
                notes.append("\(what) points to no unique columns of a table. It is not copied.")
                continue
            }
            guard key.columns.map(table.type) == key.parentColumns.map(parent.type) else {
                notes.append("\(what) points to columns of another type. It is not copied.")
                continue
            }
            let isViolated = try isViolated(key, of: table.name)
            if isViolated { notes.append("\(what) has rows without a parent. PostgreSQL checks it for new rows only.") }
            var named = key
            named.parentTable = parent.name
            tables[place].references.append(
                CopiedTable.Reference(
                    key: named, actions: actions[key.columns.map(ExactName.init)] ?? "", isViolated: isViolated))
        }
    }

    /// Returns the actions of a table's foreign keys, by their columns.
    private func actions(of table: String) throws(CopyError) -> [[ExactName]: String] {
        let rows = try file.rows(
            """
            SELECT id, "from", on_delete, on_update FROM pragma_foreign_key_list(?1, 'main') ORDER BY id, seq
            """, [.text(table)])
        var columns: [Int64: [ExactName]] = [:]
        var actions: [Int64: String] = [:]
        for row in rows {
            let id = row[0].integer ?? 0
            columns[id, default: []].append(ExactName(row[1].text ?? ""))
            let parts = [("DELETE", row[2].text), ("UPDATE", row[3].text)]
            actions[id] = parts.map { verb, action in
                action.map { $0 == "NO ACTION" ? "" : " ON \(verb) \($0)" } ?? ""
            }.joined()
        }
        return Dictionary(columns.map { ($0.value, actions[$0.key] ?? "") }) { first, _ in first }
    }

    private func isViolated(_ key: ForeignKey, of table: String) throws(CopyError) -> Bool {
        let pairs = zip(key.parentColumns, key.columns)
        let match = pairs.map { "parent.\($0.quoted) = child.\($1.quoted)" }.joined(separator: " AND ")
        let present = key.columns.map { "child.\($0.quoted) IS NOT NULL" }.joined(separator: " AND ")
        return try !file.rows(
            "SELECT 1 FROM \(table.quoted) AS child WHERE \(present) AND NOT EXISTS "
                + "(SELECT 1 FROM \(key.parentTable.quoted) AS parent WHERE \(match)) LIMIT 1"
        ).isEmpty
    }

    /// Returns a default as PostgreSQL's SQL.
    private mutating func defaultText(of column: Column, _ type: CopiedType, in table: Table) -> String? {
        guard let text = column.defaultText, text.uppercased() != "NULL" else { return nil }
        if let known = DefaultValue(text).sql(as: type) { return known }
        notes.append("The default of \(table.name).\(column.name), \(text), is not copied.")
        return nil
    }
}
