import Scenes
import Tables

/// What a role may see and do in a table: one entry of the table's list in `access.yaml`.
package struct Grant: Sendable {
    /// The names of columns, or all columns of the table.
    package enum Columns: Sendable {
        case all
        case named([String])
    }

    /// A column whose values are visible in the rows that meet a condition.
    package struct ConditionalColumn: Sendable {
        package let name: String
        package let condition: Expression
    }

    /// What an insertion or an update may set.
    package struct Change: Sendable {
        /// The columns that the client may set.
        package var columns = Columns.named([])
        /// The rows that may be changed, among the visible ones; `nil` for all.
        package var rows: Expression?
        /// The columns that the server sets, with their values.
        package var presets: [(column: String, value: Expression)] = []
        /// The condition that the row meets afterwards; `nil` for the condition of visible rows.
        package var check: Expression?
    }

    /// The line of the grant in its file.
    package var line = 0
    /// The roles that the grant is for.
    package var roles: Set<String> = []
    /// The visible rows; `nil` for all.
    package var rows: Expression?
    /// The visible columns.
    package var columns = Columns.named([])
    /// The columns that are visible in some rows.
    package var conditionalColumns: [ConditionalColumn] = []
    /// What an insertion may set; `nil` if nothing may be inserted.
    package var insertion: Change?
    /// What an update may set; `nil` if nothing may be updated.
    package var update: Change?
    /// The visible rows that may be deleted; `nil` for none.
    package var deletion: Expression?
    /// Whether the rows may be exported.
    package var exports = false

    /// Creates a grant that allows nothing.
    package init() {}
}

extension Grant {
    /// Returns the grant with the values of a principal, and with the names of all columns.
    package func bound(to values: [String: [SQLValue]], in table: Table) -> Grant {
        var grant = self
        grant.roles = []
        grant.rows = rows?.bound(to: values)
        grant.columns = .named(columns.names(in: table))
        grant.conditionalColumns = conditionalColumns.map {
            ConditionalColumn(name: $0.name, condition: $0.condition.bound(to: values))
        }
        grant.insertion = insertion?.bound(to: values, in: table, visible: grant.columns)
        grant.update = update?.bound(to: values, in: table, visible: grant.columns)
        grant.deletion = deletion?.bound(to: values)
        return grant
    }

    /// Hides the passwords of people, and refuses to write what decides who may sign in. The grant is bound.
    mutating func protect(_ people: PeopleTable) {
        let deciding = [people.id, people.name, people.password, people.roles, people.active].compactMap(\.self)
        columns = columns.without([people.password])
        conditionalColumns.removeAll { $0.name.isSameName(as: people.password) }
        insertion = insertion?.without(deciding)
        update = update?.without(deciding)
    }

    /// Whether a column is visible, at least in some rows.
    package func isVisible(_ column: String) -> Bool {
        columns.contain(column) || conditionalColumns.contains { $0.name.utf8.elementsEqual(column.utf8) }
    }

    /// Everything that the grant allows as a text, the same only for equal grants.
    package var text: String {
        let conditions = conditionalColumns.map { [$0.name, $0.condition.sql(of: "")].joinedWithLengths }
        return [
            rows?.sql(of: "") ?? "", columns.text, conditions.joinedWithLengths, insertion?.text ?? "",
            update?.text ?? "", deletion?.sql(of: "") ?? "", exports ? "export" : "",
        ].joinedWithLengths
    }
}

extension Grant.Change {
    /// Returns the change without some columns that the client may set.
    fileprivate func without(_ names: [String]) -> Grant.Change {
        var change = self
        change.columns = columns.without(names)
        return change
    }

    fileprivate func bound(to values: [String: [SQLValue]], in table: Table, visible: Grant.Columns) -> Grant.Change {
        var change = self
        let set = Set(presets.map(\.column))
        if case .all = columns { change.columns = .named(visible.names(in: table).filter { !set.contains($0) }) }
        change.rows = rows?.bound(to: values)
        change.presets = presets.map { ($0.column, $0.value.bound(to: values)) }
        change.check = check?.bound(to: values)
        return change
    }

    fileprivate var text: String {
        let set = presets.map { [$0.column, $0.value.sql(of: "")].joinedWithLengths }
        return [columns.text, rows?.sql(of: "") ?? "", set.joinedWithLengths, check?.sql(of: "") ?? ""]
            .joinedWithLengths
    }
}

extension Grant.Columns {
    /// Returns the names of the columns in a table.
    package func names(in table: Table) -> [String] {
        switch self {
        case .all: table.columns.filter { !$0.isHidden }.map(\.name)
        case .named(let names): names
        }
    }

    /// Returns the listed names without some.
    fileprivate func without(_ names: [String]) -> Grant.Columns {
        .named(named.filter { name in !names.contains { $0.isSameName(as: name) } })
    }

    /// The names, if they are listed.
    package var named: [String] { if case .named(let names) = self { names } else { [] } }

    /// Whether a name is listed, byte by byte.
    package func contain(_ name: String) -> Bool { named.contains { $0.utf8.elementsEqual(name.utf8) } }

    fileprivate var text: String { if case .named(let names) = self { names.joinedWithLengths } else { "all" } }
}

extension Sequence<String> {
    /// The texts in one, each preceded by its length, so that no two sequences give the same text.
    package var joinedWithLengths: String { map { "\($0.utf8.count):\($0)" }.joined() }
}
