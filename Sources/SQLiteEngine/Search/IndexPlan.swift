import Tables

/// The SQL of a full-text index of a table, and of the triggers that maintain it.
struct IndexPlan {
    let table: Table
    let columns: [String]
    /// The column that is the row id.
    let key: String

    /// The name of the index's table.
    var name: String { table.name + "_fts" }

    /// The index and its triggers: the name and the SQL of each.
    var parts: [(name: String, sql: String)] {
        let names = columns.map(\.quoted).joined(separator: ", ")
        let options = "content=\(table.name.quoted), content_rowid=\(key.quoted)"
        return [(name, "CREATE VIRTUAL TABLE \(name.quoted) USING fts5(\(names), \(options))")]
            + [("insert", [entry("NEW")]), ("update", [removal, entry("NEW")]), ("delete", [removal])].map {
                event, body in
                let name = "\(name)_\(event)"
                let head = "CREATE TRIGGER \(name.quoted) AFTER \(event.uppercased()) ON \(table.name.quoted)"
                return (name, "\(head) BEGIN \(body.joined(separator: "; ")); END")
            }
    }

    /// Indexes all existing rows.
    var filling: String { "INSERT INTO \(name.quoted) (\(name.quoted)) VALUES ('rebuild')" }

    private func entry(_ row: String) -> String {
        let names = (["rowid"] + columns.map(\.quoted)).joined(separator: ", ")
        return "INSERT INTO \(name.quoted) (\(names)) VALUES (\(values(row)))"
    }

    private var removal: String {
        let names = ([name.quoted, "rowid"] + columns.map(\.quoted)).joined(separator: ", ")
        return "INSERT INTO \(name.quoted) (\(names)) VALUES ('delete', \(values("OLD")))"
    }

    private func values(_ row: String) -> String {
        ([key] + columns).map { "\(row).\($0.quoted)" }.joined(separator: ", ")
    }
}
