import Tables

/// The tables of a JSON file in the mirror.
struct Mirror: Sendable {
    private(set) var tables: [MirroredTable] = []

    /// Updates the tables to a shape.
    ///
    /// - Returns: The steps for the database, in order: removals, changes, additions.
    mutating func follow(_ shape: JSONFileShape) -> [MirrorStep] {
        var steps: [MirrorStep] = []
        var next: [MirroredTable] = []
        for old in tables where shape.table(named: old.table.name) == nil { steps.append(old.removal) }
        for table in shape.tables {
            let old = tables.first { $0.table.name.utf8.elementsEqual(table.name.utf8) }
            let new = MirroredTable(table, after: old)
            next.append(new)
            if let changes = old.flatMap({ new.changes(since: $0) }) {
                steps += changes
            } else {
                steps += (old.map { [$0.removal] } ?? []) + new.creation
            }
        }
        tables = next
        return steps
    }
}
