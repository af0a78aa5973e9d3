import SQLite
import Tables

/// An index that does not permit two rows with equal values. `REPLACE` deletes rows because of it.
struct UniqueIndex {
    /// A column of the index, and the collation that compares its values.
    struct Term {
        let column: String
        let collation: String
    }

    /// The columns; `nil` for an index on an expression or with a WHERE clause, which only its SQL describes.
    let terms: [Term]?

    /// Returns the unique indexes of a table. An `INTEGER PRIMARY KEY` has none.
    static func all(of table: Table, on connection: OpaquePointer) throws(SQLFailure) -> [UniqueIndex] {
        let list = try SQLStatement(
            connection, "SELECT name, partial FROM pragma_index_list(?1, 'main') WHERE \"unique\" ORDER BY seq")
        list.bind([.text(table.name)])
        var indexes: [UniqueIndex] = []
        while try list.step() {
            let isPartial = list.integer(1) != 0
            let terms = isPartial ? nil : try terms(of: list.text(0) ?? "", on: connection)
            indexes.append(UniqueIndex(terms: terms))
        }
        return indexes
    }

    private static func terms(of index: String, on connection: OpaquePointer) throws(SQLFailure) -> [Term]? {
        let list = try SQLStatement(
            connection, "SELECT name, coll FROM pragma_index_xinfo(?1, 'main') WHERE key ORDER BY seqno")
        list.bind([.text(index)])
        var terms: [Term] = []
        while try list.step() {
            guard let column = list.text(0) else { return nil }
            terms.append(Term(column: column, collation: list.text(1) ?? "BINARY"))
        }
        return terms
    }
}
