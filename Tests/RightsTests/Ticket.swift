import Tables

/// A table of tickets, and others that rules name.
enum Ticket {
    static let table = make(
        "Ticket", .table,
        [
            "Id INTEGER", "Title TEXT", "State TEXT", "Team INTEGER", "Owner INTEGER", "Phone TEXT",
            "Priority INTEGER", "Due Date", "Due DATE", "Cost REAL",
        ])
    static let schema = Schema(tables: [
        make("OpenByTeam", .view, ["Team INTEGER"]), make("Search", .virtual, ["Title TEXT"]), table,
        make("User", .table, ["Id INTEGER", "Name TEXT"]),
    ])

    /// Makes a table of columns such as `Name TEXT`; the first is the row id.
    private static func make(_ name: String, _ kind: Table.Kind, _ columns: [String]) -> Table {
        let all = columns.enumerated().map { place, text in
            let parts = text.split(separator: " ")
            let isTyped = parts.last?.allSatisfy(\.isUppercase) ?? false
            return Column(
                name: isTyped ? parts.dropLast().joined(separator: " ") : text,
                declaredType: isTyped ? String(parts.last ?? "") : "",
                isNotNull: false, defaultText: nil, primaryKeyPosition: place == 0 ? 1 : 0, isGenerated: false,
                isVirtual: false, isRowID: place == 0)
        }
        return Table(
            name: name, kind: kind, columns: all, key: kind == .view ? .none : .rowid(all[0].name),
            isWithoutRowID: false,
            foreignKeys: [], references: [], isWritable: kind == .table, sql: "")
    }
}
