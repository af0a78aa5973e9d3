import Changes
import JSON
import Lists
import Loop
import Models
import Scenes
import Stores
import Tables
import ViewModels

/// The commands of a table and of its rows: their declaration in documents, and their execution.
@SceneActor struct TableCommands {
    let table: Table
    let store: GrantedStore
    let blueprint: Blueprint
    /// The rules of a declared form; `nil` without one.
    var form: FormRules?

    /// The route of the whole table, also if a screen shows a part of it.
    var route: String { blueprint.route(to: table.name).description }

    /// The commands of the table's list.
    var ofList: [Command] {
        guard let columns = blueprint.changes(of: table).insertion else { return [] }
        return [Command("insert", title: "New", arguments: arguments(columns))]
    }

    /// The commands of a row.
    var ofRow: [Command] {
        guard table.key != .none else { return [] }
        let changes = blueprint.changes(of: table)
        let update = changes.update.map { Command("update", title: "Edit", arguments: arguments($0)) }
        return [update, changes.deletes ? Command("delete", title: "Delete") : nil].compactMap { $0 }
    }

    /// Returns the descriptions of the columns that can be written, for a form.
    private func arguments(_ columns: [Column]) -> JSONObject {
        let lists = CheckList(table)
        let written = columns.filter { !$0.isGenerated }
        let arguments = written.map { ($0.name, argument($0, choices: lists.values(of: $0))) }
        return JSONObject((form?.dressed(arguments) ?? arguments).map { ($0.0, .object($0.1)) })
    }

    private func argument(_ column: Column, choices: [JSON]?) -> JSONObject {
        var argument: JSONObject = ["type": .string(column.valueKind.rawValue), "required": .bool(column.isRequired)]
        if !column.isNotNull, !column.isRowID { argument["nullable"] = true }
        if column.primaryKeyPosition > 0 { argument["key"] = true }
        if let text = column.defaultText { argument["default"] = .string(text) }
        argument["choices"] = choices.map {
            .array($0.map { ["value": $0, "title": .string($0.stringValue ?? $0.text)] })
        }
        argument["help"] = column.comment.map(JSON.string)
        if let parent = parent(of: column) { argument["list"] = blueprint.link(toListOf: parent).map(JSON.string) }
        return argument
    }

    /// Returns the table whose row ids are the values of a column: a foreign key of this column alone refers to that
    /// table's key.
    private func parent(of column: Column) -> String? {
        for key in table.foreignKeys where key.isOnly(of: column.name) {
            guard let parent = blueprint.schema.table(named: key.parentTable), parent.problem == nil else { continue }
            let keys =
                switch parent.key {
                case .rowid(let name): [name]
                case .columns(let names, _): names
                case .none: [String]()
                }
            if keys.map(ExactName.init) == key.parentColumns.map(ExactName.init) { return parent.name }
        }
        return nil
    }

    /// Adds a row. `preset` has values that the form does not ask for.
    func insert(
        by invocation: Invocation, adding preset: JSONObject = [:]
    ) async throws(CommandFailure) -> CommandOutcome {
        try form?.check(invocation.arguments, isInsertion: true)
        var values = invocation.arguments
        for (name, value) in preset { values[name] = value }
        let id = try await write(.insert(table: table.name, values: values), nil, invocation.receipt)
        guard let id else { return CommandOutcome() }
        return CommandOutcome(
            ["row": .string(id)], navigation: blueprint.link(to: id, of: table.name).map { Navigation($0) })
    }

    /// Changes fields of a row. If the key changes, the outcome leads to the new route.
    func update(
        _ row: String, _ values: JSONObject, by invocation: Invocation
    ) async throws(CommandFailure) -> CommandOutcome {
        try form?.check(values, isInsertion: false)
        let id = try await write(.update(table: table.name, id: row, values: values), of: row, by: invocation) ?? row
        var outcome = CommandOutcome(["row": .string(id)])
        if ExactName(id) != ExactName(row) {
            outcome.navigation = blueprint.link(to: id, of: table.name).map { Navigation($0, style: .replace) }
        }
        return outcome
    }

    func delete(
        _ row: String, _ values: JSONObject, by invocation: Invocation
    ) async throws(CommandFailure) -> CommandOutcome {
        guard values.isEmpty else {
            throw .invalid(
                message: "delete takes no arguments.", fields: values.names.fields("is not an argument of delete"))
        }
        _ = try await write(.delete(table: table.name, id: row), of: row, by: invocation)
        return CommandOutcome(["row": .string(row)])
    }

    /// Runs a command if the row still has the expected values, in the form of its document.
    private func write(
        _ command: WriteCommand, of row: String, by invocation: Invocation
    ) async throws(CommandFailure) -> String? {
        let expected = invocation.expected
        guard !expected.isEmpty else { return try await write(command, nil, invocation.receipt) }
        var table = table
        table.columns = blueprint.columns(ofRowsIn: table)
        let unknown = expected.names.filter { table.column(named: $0) == nil }
        guard unknown.isEmpty else {
            throw .invalid(
                message: "Expected values must name columns of the row.", fields: unknown.fields("is not a column"))
        }
        let reader = RowReader(table, in: blueprint, whole: true)
        let condition = WriteCommand.expect(table: table.name, id: row, columns: expected.names) { column, value in
            let seen = expected[column]?.forViewers
            let shown = reader.json(value, in: column, of: row).forViewers
            return shown == seen || value.isBlob && value.writtenJSON == seen || shown == seen?.truthAsNumber
        }
        return try await write(command, condition, invocation.receipt)
    }

    private func write(
        _ command: WriteCommand, _ condition: WriteCommand?, _ receipt: Receipt?
    ) async throws(CommandFailure) -> String? {
        do throws(CommandError) {
            return try await store.write(command, if: condition, once: receipt)
        } catch {
            throw CommandFailure(error)
        }
    }
}

extension JSON {
    /// The number that SQLite has for true or false.
    fileprivate var truthAsNumber: JSON? {
        if case .bool(let isTrue) = self { .int(isTrue ? 1 : 0) } else { nil }
    }
}
