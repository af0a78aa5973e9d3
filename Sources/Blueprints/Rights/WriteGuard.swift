import JSON
import Lists
import Rights
import Scenes
import Stores
import Tables

/// Adds the conditions of rules to commands that change a row.
struct WriteGuard {
    let grants: Grants
    /// The schema of the database, with all tables and columns.
    let schema: Schema

    /// Returns the commands that make each of some changes, if the rules allow them. A condition is one of the change
    /// that follows it.
    func groups(for commands: [WriteCommand]) throws(CommandError) -> [[WriteCommand]] {
        var groups: [[WriteCommand]] = []
        var condition: WriteCommand?
        for command in commands {
            if case .expect = command, condition == nil {
                condition = command
                continue
            }
            groups.append(try self.commands(for: command, if: condition))
            condition = nil
        }
        guard condition == nil else { throw .forbidden(message: "You may not do this.") }
        return groups
    }

    /// Returns the condition that a row is visible. A hidden row is as one that does not exist.
    func visible(_ id: String, in table: String) -> WriteCommand {
        let rows = grants[table].map { $0.rows ?? .all([]) } ?? .never
        return .require(table: table, id: id, Self.filter(rows), orElse: .notFound)
    }

    /// Returns the commands that make a change, if the rules allow it.
    ///
    /// - Throws: The refusal, if the grant permits this change in no row.
    func commands(
        for command: WriteCommand, if condition: WriteCommand?
    ) throws(CommandError) -> [WriteCommand] {
        guard let table = schema.table(named: command.table), let grant = grants[table.name] else {
            throw .notFound
        }
        switch command {
        case .insert(_, let values):
            let change = try Self.allowed(grant.insertion, "inserted")
            return [.insert(table: table.name, values: try all(values, change, grant, of: table))]
                + after(values, change, grant, table)
        case .update(_, let id, let values):
            let change = try Self.allowed(grant.update, "changed")
            let rows = Self.rows(change.rows, in: grant, naming: values.names + condition.columns)
            let update = WriteCommand.update(
                table: table.name, id: id, values: try all(values, change, grant, of: table))
            return Self.before(id, grant, table, rows, "You may not change this row.") + (condition.map { [$0] } ?? [])
                + [update] + after(values, change, grant, table)
        case .delete(_, let id):
            let allowed = try Self.allowed(grant.deletion, "deleted")
            let rows = Self.rows(allowed, in: grant, naming: condition.columns)
            return Self.before(id, grant, table, rows, "You may not delete this row.")
                + (condition.map { [$0] } ?? []) + [command]
        case .put, .expect, .require, .statement: throw .forbidden(message: "You may not do this.")
        }
    }

    /// Returns the rows that a command may change. A column that the command names has to be visible in the row, or the
    /// response would tell a hidden value.
    private static func rows(_ rows: Expression?, in grant: Grant, naming columns: [String]) -> Expression {
        let conditional = grant.conditionalColumns.filter { column in
            columns.contains { $0.isSameName(as: column.name) }
        }
        return .all((rows.map { [$0] } ?? []) + conditional.map(\.condition))
    }

    /// Returns the conditions before a change: the row is visible, and the grant permits its change.
    private static func before(
        _ id: String, _ grant: Grant, _ table: Table, _ rows: Expression, _ refusal: String
    ) -> [WriteCommand] {
        [
            .require(table: table.name, id: id, filter(grant.rows), orElse: .notFound),
            .require(table: table.name, id: id, filter(rows), orElse: .forbidden(message: refusal)),
        ]
    }

    private static func allowed<Part>(_ part: Part?, _ verb: String) throws(CommandError) -> Part {
        guard let part else { throw .forbidden(message: "Rows of this table may not be \(verb) by you.") }
        return part
    }

    private static func filter(_ condition: Expression?) -> Filter { .rule(condition ?? .all([])) }

    /// Returns the values of a client with those that the rules set. A column that the client can neither see in every
    /// row nor write does not exist for it.
    private func all(
        _ values: JSONObject, _ change: Grant.Change, _ grant: Grant, of table: Table
    ) throws(CommandError) -> JSONObject {
        var faults: [String: String] = [:]
        for name in values.names where !change.columns.contain(name) {
            faults[name] = grant.columns.contain(name) ? "You may not set this column." : CommandError.unknownColumn
        }
        guard faults.isEmpty else { throw .invalid(values: faults) }
        var values = values
        for (name, value) in change.presets {
            guard let column = table.column(named: name) else { throw .notFound }
            values[name] = value.preset(for: column)
        }
        return values
    }

    /// Returns the conditions after a change: the row meets the check, and refers to visible rows only.
    private func after(
        _ values: JSONObject, _ change: Grant.Change, _ grant: Grant, _ table: Table
    ) -> [WriteCommand] {
        let error = CommandError.invalid(message: "The row would be outside of what you may write.", fields: [:])
        let check = WriteCommand.require(
            table: table.name, id: nil, Self.filter(change.check ?? grant.rows), orElse: error)
        let keys = table.foreignKeys.filter { key in key.columns.contains { values[$0] != nil } }
        return [check]
            + keys.map { key in
                let rows = grants[key.parentTable].map { $0.rows ?? .all([]) } ?? .never
                return .require(table: table.name, id: nil, .reference(key, to: rows), orElse: .refused)
            }
    }
}

extension WriteCommand? {
    /// The columns whose values a condition expects.
    fileprivate var columns: [String] {
        if case .expect(_, _, let columns, _) = self { columns } else { [] }
    }
}
