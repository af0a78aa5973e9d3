import Changes
import JSON
import Tables

/// A statement that updates the mirror, and the values to run it with.
struct MirrorStep: Sendable {
    let sql: String
    /// The values of each run.
    var runs: [[SQLValue]] = [[]]
}

/// A table in the mirror: its records, and the numbers that keep their order.
struct MirroredTable: Sendable {
    let table: RecordTable
    let positions: [Int64]
    let digests: [UInt64]

    /// Creates a table, or the next state of `old`.
    init(_ table: RecordTable, after old: MirroredTable? = nil) {
        let known = table.ids.map { id in old.flatMap { old in old.table.place(of: id).map { old.positions[$0] } } }
        let isByPlace = table.key == nil
        self.init(
            table,
            positions: isByPlace ? table.records.indices.map(Int64.init) : RecordPositions.following(known))
    }

    private init(_ table: RecordTable, positions: [Int64]) {
        self.table = table
        self.positions = positions
        digests = table.records.map { JSON.object($0).contentHash }
    }

    /// The steps that create the table with its rows.
    var creation: [MirrorStep] {
        let columns = table.columns.map { column in
            let isKey = table.key.map(ExactName.init) == ExactName(column.name)
            let rule = isKey ? (column.kind == .integer ? " PRIMARY KEY" : " PRIMARY KEY NOT NULL") : ""
            return "\(column.name.quoted) \(column.declaredType)\(rule)"
        }
        let position = "\(Column.position) INTEGER" + (table.key == nil ? " PRIMARY KEY" : "")
        let all = (columns + [position]).joined(separator: ", ")
        return [MirrorStep(sql: "CREATE TABLE \(table.name.quoted) (\(all))"), insertion(of: table.records.indices)]
    }

    /// The step that removes the table.
    var removal: MirrorStep { MirrorStep(sql: "DROP TABLE IF EXISTS \(table.name.quoted)") }

    /// Returns the steps from a former state; `nil` if the columns or the key differ. O(records).
    func changes(since old: MirroredTable) -> [MirrorStep]? {
        guard table.columns == old.table.columns, table.key == old.table.key else { return nil }
        var changed: [Int] = []
        var added: [Int] = []
        for (place, id) in table.ids.enumerated() {
            guard let former = old.table.place(of: id) else {
                added.append(place)
                continue
            }
            let isSame = digests[place] == old.digests[former] && positions[place] == old.positions[former]
            if !isSame { changed.append(place) }
        }
        let gone = old.table.ids.enumerated().filter { table.place(of: $0.element) == nil }.map(\.offset)
        let steps = [
            MirrorStep(
                sql: "DELETE FROM \(table.name.quoted) WHERE \(keyName) = ?", runs: gone.map { [old.key(of: $0)] }),
            update(of: changed), insertion(of: added),
        ]
        return steps.filter { !$0.runs.isEmpty }
    }

    private func insertion(of places: some Sequence<Int>) -> MirrorStep {
        let marks = [String](repeating: "?", count: table.columns.count + 1).joined(separator: ", ")
        return MirrorStep(sql: "INSERT INTO \(table.name.quoted) VALUES (\(marks))", runs: places.map(row))
    }

    private func update(of places: [Int]) -> MirrorStep {
        let names = table.columns.map(\.name.quoted) + [Column.position]
        let changes = names.map { "\($0) = ?" }.joined(separator: ", ")
        return MirrorStep(
            sql: "UPDATE \(table.name.quoted) SET \(changes) WHERE \(keyName) = ?",
            runs: places.map { row($0) + [key(of: $0)] })
    }

    private func row(_ place: Int) -> [SQLValue] {
        table.columns.map { $0.stored(table.records[place][$0.name]) } + [.integer(positions[place])]
    }

    private var keyName: String { table.key?.quoted ?? Column.position }

    private func key(of place: Int) -> SQLValue {
        guard let key = table.key, let value = table.records[place][key] else { return .integer(positions[place]) }
        return SQLValue(scalar: value)
    }
}
