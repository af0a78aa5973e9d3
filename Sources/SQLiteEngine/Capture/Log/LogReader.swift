import Changes
import SQLite
import Tables

/// Collects entries of the log: rows by table.
struct LogReader {
    private let schema: Schema
    private var tables: [ExactName: LoggedTable] = [:]

    /// Creates a reader for a database of this schema.
    init(schema: Schema) {
        self.schema = schema
    }

    /// The changes in the entries, without former values.
    var changes: RowChanges {
        RowChanges(tables: tables.mapValues { $0.isUnknown ? .unknown : .rows($0.rows) })
    }

    /// Adds an entry: its table, then the values of its key. The first entry of a log has no table.
    mutating func read(_ entry: SQLStatement) {
        guard let name = entry.text(1).map(ExactName.init) else { return }
        if tables[name] == nil { tables[name] = LoggedTable(schema.table(named: name.text)) }
        tables[name]?.read(entry)
    }
}

/// The rows of one table in the log.
private struct LoggedTable {
    var rows = RowChanges.Rows()
    var isUnknown: Bool
    /// The affinities of the key's columns; empty if the row id is the key.
    private let affinities: [Column.Affinity]

    init(_ table: Table?) {
        isUnknown = table == nil || table?.key == RowIdentity.none
        affinities = table.map { RowLocator(table: $0).keyAffinities } ?? []
    }

    mutating func read(_ entry: SQLStatement) {
        let count = max(affinities.count, 1)
        guard !isUnknown, count <= LogTable.keyLimit else { return isUnknown = true }
        let values = (2..<2 + count).map { entry.value($0) }
        if !affinities.isEmpty, !values.contains(.null) {
            rows.names[ExactName(RowLocator.id(values, affinities, rowid: nil))] = .unknown
        } else if affinities.isEmpty, case .integer(let number) = values[0] {
            rows.numbers[number] = .unknown
        } else {
            isUnknown = true
        }
    }
}
