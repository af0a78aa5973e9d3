import Changes
import Tables

/// The grants of one principal: one for each table, with the principal's values in its conditions. A table without a
/// grant does not exist for the principal.
package struct Grants: Sendable {
    /// A grant, and its text.
    private struct Entry {
        let grant: Grant
        let text: String
    }

    private var entries: [ExactName: Entry] = [:]
    /// The role of the database that reads and writes for the principal; `nil` for the one that has connected.
    package internal(set) var role: DatabaseRole?
    /// Whether the rules name roles of the database, and none for the principal, who may do nothing.
    package internal(set) var lacksRole = false

    /// Creates grants that allow nothing.
    package init() {}

    /// Whether nothing is granted.
    package var isEmpty: Bool { entries.isEmpty }

    /// Adds the grant of a table.
    mutating func add(_ grant: Grant, of table: String) {
        entries[ExactName(table)] = Entry(grant: grant, text: grant.text)
    }

    /// Returns the grant of a table; `nil` if the table is hidden from the principal.
    package subscript(table: String) -> Grant? { entries[ExactName(table)]?.grant }

    /// Returns the grants of some tables as a text. Screens that show only these tables are the same for all principals
    /// with the same text.
    package func text(of tables: some Sequence<String>) -> String {
        let texts = Set(tables.map(ExactName.init)).sorted().map { name in
            [name.text, entries[name]?.text ?? ""].joinedWithLengths
        }
        let prefix = role.map { [$0.texts.joinedWithLengths].joinedWithLengths } ?? ""
        return prefix + texts.joined()
    }

    /// All grants as a text.
    package var text: String { text(of: entries.keys.map(\.text)) }
}

extension Grants {
    /// Returns the limits of a query: for its table, and for the tables whose titles and keys it reads.
    package func rights(in table: String, beside parents: some Sequence<String>) -> QueryRights {
        var rights = QueryRights(as: role)
        guard let grant = self[table] else {
            rights.rows = .never
            return rights
        }
        rights.rows = grant.rows
        for column in grant.conditionalColumns { rights.columns[ExactName(column.name)] = column.condition }
        for parent in parents {
            if let rows = self[parent].map(\.rows) ?? .never { rights.parents[ExactName(parent)] = rows }
        }
        rights.searched = grant.columns.named
        return rights
    }

    /// Returns the schema without the tables, columns, keys and references that are not granted. It also lacks columns
    /// that are visible only in some rows, because nothing may be sorted, filtered or searched by them.
    package func restricted(_ schema: Schema) -> Schema {
        Schema(tables: schema.tables.compactMap { table in self[table.name].map { restricted(table, by: $0) } })
    }

    private func restricted(_ table: Table, by grant: Grant) -> Table {
        var table = table
        let visible = Set(grant.columns.named.map(ExactName.init))
        let isVisible = { (columns: [String]) in columns.allSatisfy { visible.contains(ExactName($0)) } }
        let addressable = visible.union(table.keyColumns.map(ExactName.init))
        table.columns.removeAll { !visible.contains(ExactName($0.name)) }
        table.foreignKeys.removeAll { self[$0.parentTable] == nil || !isVisible($0.columns) }
        table.references.removeAll { reference in
            let columns = Set(self[reference.table]?.columns.named.map(ExactName.init) ?? [])
            return !reference.columns.allSatisfy { columns.contains(ExactName($0)) }
                || !reference.parentColumns.allSatisfy { addressable.contains(ExactName($0)) }
        }
        table.searchIndex = nil
        table.sql = ""
        if table.problem != nil { table.problem = "The table cannot be read." }
        return table
    }
}
