import Changes
import Scenes
import Tables

/// A table that rules name and that has changed since, so that nothing in it is granted.
package struct TableRefusal: Sendable {
    /// The name of the table.
    package let table: String
    /// What has changed, and the remedy.
    package let sentence: String
}

extension Rules {
    /// Follows a change of the schema. What is in force is worked out again from the rules as they were read.
    ///
    /// A table is refused while it is missing, and while a column that its rules name has another name or type, or may
    /// be another column. If such a column is removed, the table is refused until the file is read again. Other columns
    /// may come, go and change. A new column is visible where a grant names all columns.
    ///
    /// - Parameter isJSON: Whether the tables are those of a JSON file, whose columns come in any order, and are there
    ///   while a record has them.
    /// - Returns: The refused tables, by name.
    package mutating func follow(_ schema: Schema, isJSON: Bool = false) -> [TableRefusal] {
        var read = self.read ?? tables
        var refusals: [TableRefusal] = []
        tables = [:]
        for (name, rules) in read {
            guard let table = schema.table(named: name.text) else {
                refusals.append(
                    TableRefusal(
                        table: name.text,
                        sentence: "There is no table \(name.text) any more. Create it, or remove it from the file."))
                continue
            }
            let change = TableChange(from: rules.table, to: table, isOrdered: !isJSON)
            let columns = rules.columns(naming: people)
            let removed = rules.removed ?? columns.first(where: change.hasRemoved)
            guard removed == nil, change.keepsKey, columns.allSatisfy(change.keeps) else {
                read[name]?.removed = removed
                let column = removed ?? columns.first { !change.keeps($0) }
                refusals.append(TableRefusal(table: name.text, sentence: Self.refusal(of: column, in: name.text)))
                continue
            }
            read[name]?.table = table
            tables[name] = read[name]
        }
        self.read = read
        return refusals.sorted { $0.table < $1.table }
    }

    private static func refusal(of column: String?, in table: String) -> String {
        let change = column.map { "The column \($0) of \(table)" } ?? "The key of \(table)"
        let remedy = "Undo the change, or adapt this file and save it."
        return "\(change) has changed, so nothing is granted in \(table). \(remedy)"
    }
}

extension Rules.TableRules {
    /// The names of the columns on which the grants depend: those that they and their conditions name, the columns of
    /// the key, and in the table of people those that the setting names.
    fileprivate func columns(naming people: PeopleTable?) -> [String] {
        var names = grants.flatMap(\.namedColumns)
        if case .columns(let key, _) = table.key { names += key }
        if let people, table.name.isSameName(as: people.table) {
            names += [people.id, people.name, people.password, people.roles, people.active].compactMap(\.self)
        }
        return Set(names.map(ExactName.init)).sorted().map(\.text).filter { table.column(named: $0) != nil }
    }
}

extension Grant {
    /// The names of the columns in the grant and its conditions.
    fileprivate var namedColumns: [String] {
        let changes = [insertion, update].compactMap(\.self)
        let conditions =
            [rows, deletion] + conditionalColumns.map(\.condition) + changes.flatMap { [$0.rows, $0.check] }
        return columns.named + conditionalColumns.map(\.name) + changes.flatMap(\.columns.named)
            + changes.flatMap { $0.presets.map(\.column) } + conditions.flatMap { $0?.columns ?? [] }
    }
}

/// The difference between two states of a table.
private struct TableChange {
    private let former: Table
    private let table: Table
    private let isOrdered: Bool
    /// The names of the columns in both states.
    private let common: Set<ExactName>

    init(from former: Table, to table: Table, isOrdered: Bool) {
        (self.former, self.table, self.isOrdered) = (former, table, isOrdered)
        common = Set(former.columns.map { ExactName($0.name) }).intersection(table.columns.map { ExactName($0.name) })
    }

    /// Whether the rows have the same identity.
    var keepsKey: Bool { former.kind == table.kind && former.key == table.key }

    /// Whether a column is missing, and no new one stands in its place, as after a renaming.
    func hasRemoved(_ name: String) -> Bool {
        guard isOrdered, !common.contains(ExactName(name)), let place = former.place(ofColumn: name) else {
            return false
        }
        let rank = rank(former.columns.prefix(place))
        return !table.columns.indices.contains { index in
            !common.contains(ExactName(table.columns[index].name)) && self.rank(table.columns.prefix(index)) == rank
        }
    }

    /// Whether a column has the same name and type, and is no other column that was renamed.
    ///
    /// A renamed column stays in its place. So the order of the columns that both states have is the same, and if
    /// columns were removed and added at once, the place is the same.
    func keeps(_ name: String) -> Bool {
        guard let place = former.place(ofColumn: name), let column = table.column(named: name),
            column == former.columns[place]
        else { return false }
        guard isOrdered else { return true }
        let (old, new) = (former.columns.prefix(place), table.columns.prefix(table.place(ofColumn: name) ?? 0))
        let isMixed = common.count < former.columns.count && common.count < table.columns.count
        return isMixed ? old.count == new.count : rank(old) == rank(new)
    }

    private func rank(_ columns: some Sequence<Column>) -> Int {
        columns.count { common.contains(ExactName($0.name)) }
    }
}
