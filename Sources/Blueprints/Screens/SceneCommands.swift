import Changes
import JSON
import Lists
import Loop
import Models
import Rights
import Scenes
import Stores
import Tables
import ViewModels

/// Runs the declared commands of a scene, each in one transaction.
@SceneActor struct SceneCommands {
    let table: Table
    let commands: [CommandDeclaration]
    let store: GrantedStore
    let blueprint: Blueprint
    /// The condition that rows of the scene meet.
    let scope: Filter
    /// Returns what `user.` stands for.
    let values: @SceneActor (Principal) -> [String: [SQLValue]]
    /// The app's Swift that commands may call, by name.
    let calls: [String: SceneCall]

    /// Returns a command by name.
    func command(_ name: String) -> CommandDeclaration? { commands.first { $0.name == name } }

    /// The commands as a view model offers them, without those of rows if `ofRows` is false.
    func offered(ofRows: Bool) -> [Command] {
        commands.filter { $0.isOfRow == ofRows }.map { command in
            Command(command.name, title: command.title, arguments: command.arguments)
        }
    }

    /// The commands of rows, as documents state them.
    var ofRows: JSONObject {
        JSONObject(
            commands.filter(\.isOfRow).map { command in
                var json: JSONObject = ["title": .string(command.title)]
                json["ask"] = command.question.map(JSON.string)
                if command.isForMany { json["many"] = true }
                if !command.arguments.isEmpty { json["arguments"] = .object(command.arguments) }
                return (command.name, .object(json))
            })
    }

    /// The questions before commands, by name.
    func questions(ofRows: Bool) -> JSONObject {
        JSONObject(
            commands.filter { $0.isOfRow == ofRows }.compactMap { command in
                command.question.map { (command.name, .string($0)) }
            })
    }

    /// The keys of the commands, by name.
    var keys: JSONObject {
        JSONObject(commands.compactMap { command in command.key.map { (command.name, .string($0)) } })
    }

    /// Runs a command.
    func run(
        _ command: CommandDeclaration, on row: String?, by invocation: Invocation
    ) async throws(CommandFailure) -> CommandOutcome {
        if command.isOfRow, row == nil {
            throw .invalid(message: "Name the row: {\"row\": \"1\"}.", fields: ["row": "is missing"])
        }
        // No record says whether the Swift of an app ran.
        if command.call != nil, invocation.receipt?.isQuestion == true { throw CommandFailure(CommandError.neverDone) }
        let inputs = try inputs(of: command, invocation.arguments)
        var variables = values(invocation.principal)
        for (name, value) in inputs { variables["@" + name] = [value] }
        variables["@row"] = row.flatMap { RowLocator(table: table).condition(for: $0)?.values.first }.map { [$0] } ?? []
        let steps = try steps(of: command, row, variables)
        let ids: [String?]
        do throws(CommandError) {
            // The conditions of a call may be checked again for a retry.
            let receipt = command.call == nil ? invocation.receipt : nil
            ids = steps.isEmpty ? [] : try await store.run(steps, once: receipt)
        } catch {
            throw CommandFailure(error)
        }
        let declared = outcome(of: command, row, ids)
        guard let call = command.call else { return declared }
        var own = try await run(call, on: row, by: invocation)
        own.navigation = own.navigation ?? declared.navigation
        return own
    }

    /// Runs the app's Swift.
    private func run(
        _ call: String, on row: String?, by invocation: Invocation
    ) async throws(CommandFailure) -> CommandOutcome {
        guard let body = calls[call] else { throw .unknown(command: invocation.command) }
        var invocation = invocation
        invocation.row = row
        do {
            return try await body(invocation)
        } catch {
            throw CommandFailure(of: error)
        }
    }

    /// Returns the values of the inputs, after the rules of their fields.
    private func inputs(
        of command: CommandDeclaration, _ arguments: JSONObject
    ) throws(CommandFailure) -> [(String, SQLValue)] {
        var faults: [String: String] = [:]
        for name in arguments.names where !command.inputs.contains(where: { $0.name == name }) {
            faults[name] = "is not an argument of \(command.name)"
        }
        for field in command.inputs {
            if let fault = FieldRules(field: field).fault(of: arguments[field.name]) { faults[field.name] = fault }
        }
        try FieldRules.refuse(faults)
        return command.inputs.map { ($0.name, SQLValue(input: arguments[$0.name] ?? .null)) }
    }

    /// Returns the changes that a command makes.
    private func steps(
        of command: CommandDeclaration, _ row: String?, _ variables: [String: [SQLValue]]
    ) throws(CommandFailure) -> [WriteCommand] {
        var steps: [WriteCommand] = []
        if let row {
            steps.append(.require(table: table.name, id: row, scope, orElse: .notFound, isRule: false))
        }
        if let condition = command.condition, let row {
            let filter = Filter.rule(condition.bound(to: variables))
            steps.append(
                .require(
                    table: table.name, id: row, filter,
                    orElse: .conflict(message: "\(command.title) is not possible any more.", fields: [:]), isRule: false
                ))
        }
        if let row, !command.update.isEmpty {
            let values = try command.update.json(of: store.owner.schema.table(named: table.name), with: variables)
            steps.append(.update(table: table.name, id: row, values: values))
        }
        for insertion in command.insertions {
            let values = try insertion.values.json(
                of: store.owner.schema.table(named: insertion.table), with: variables)
            steps.append(.insert(table: insertion.table, values: values))
        }
        for statement in command.statements {
            let (sql, parameters) = SQLParameters.bound(statement.text) { name in
                (variables["@" + name] ?? variables[name])?.first ?? .null
            }
            steps.append(.statement(table: table.name, sql: sql, parameters: parameters))
        }
        if let row, command.deletes { steps.append(.delete(table: table.name, id: row)) }
        return steps
    }

    private func outcome(
        of command: CommandDeclaration, _ row: String?, _ ids: [String?]
    ) -> CommandOutcome {
        let id = row ?? (command.insertions.isEmpty ? nil : ids.last ?? nil)
        var outcome = CommandOutcome()
        if let id { outcome.result["row"] = .string(id) }
        if let link = command.goto, let route = link.path.route({ _ in id }) {
            outcome.navigation = Navigation(route.description)
        }
        return outcome
    }
}

extension [ColumnValueDeclaration] {
    /// Returns the values by column of a table, as a client would send them.
    func json(
        of table: Table?, with variables: [String: [SQLValue]]
    ) throws(CommandFailure) -> JSONObject {
        var json: JSONObject = [:]
        for value in self {
            guard let column = table?.column(named: value.column) else {
                throw .failed(message: "The column \(value.column) does not exist any more.")
            }
            json[value.column] = value.value.bound(to: variables).preset(for: column)
        }
        return json
    }
}

extension CommandDeclaration {
    /// The inputs, as documents describe them.
    var arguments: JSONObject {
        JSONObject(inputs.map { ($0.name, .object(FieldRules(field: $0).argument)) })
    }
}

extension SQLValue {
    /// The value of an input, as SQL takes it.
    fileprivate init(input: JSON) {
        switch input {
        case .null, .array, .object: self = .null
        case .bool(let flag): self = .integer(flag ? 1 : 0)
        case .int(let number): self = .integer(number)
        case .double(let number): self = .real(number)
        case .string(let text): self = .text(text)
        }
    }
}
