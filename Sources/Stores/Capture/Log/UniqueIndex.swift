/// An index that allows no two rows with the same values: `REPLACE` deletes rows for it.
struct UniqueIndex {
    /// A column of it, and by which collation two values are the same.
    struct Term {
        let column: String
        let collation: String
    }

    /// Its columns; `nil` if it has an expression or is of some rows only, which nothing but its SQL tells.
    let terms: [Term]?

    /// The unique indexes of a table; an `INTEGER PRIMARY KEY` has none.
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
