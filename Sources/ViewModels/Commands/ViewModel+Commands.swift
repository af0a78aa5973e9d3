import Changes
import DataSources
import JSON
import Loop

extension ViewModel {
    /// Runs a command in ``ViewModel/commands`` that has a body, a built-in command, or an edit of a row of the list.
    final func runDeclared(_ invocation: Invocation) async throws(CommandFailure) -> CommandOutcome {
        try checkExpected(of: invocation)
        if let index = commands.firstIndex(where: { $0.name == invocation.command }), let body = commands[index].body {
            return try await run(body, of: commands[index], invocation)
        }
        try invocation.checkNames()
        switch invocation.command {
        case "dialog": return try answerDialog(invocation.arguments)
        case "input":
            return CommandOutcome(navigation: try receive(inputs: invocation.arguments))
        case "image": return try await editImage(invocation.arguments)
        case "edit":
            guard let editing = (invocation.arguments["editing"] ?? .bool(!isEditing)).boolValue else {
                throw .invalid(
                    message: "Send {\"editing\": true} or {\"editing\": false}.",
                    fields: ["editing": "must be true or false"])
            }
            isEditing = editing
            return CommandOutcome()
        default: break
        }
        guard list != nil, Self.rowCommands.contains(invocation.command) else {
            throw .unknown(command: invocation.command)
        }
        return try await edit(try row(of: invocation), invocation)
    }

    /// Rejects a call whose expected outputs differ from the current ones. ``run(_:)`` does this first; an override of
    /// it calls this method.
    ///
    /// - Throws: ``CommandFailure/conflict(message:fields:)``, or ``CommandFailure/invalid(message:fields:)`` for an
    ///   unknown output.
    public final func checkExpected(of invocation: Invocation) throws(CommandFailure) {
        guard !invocation.expected.isEmpty else { return }
        let unknown = invocation.expected.names.filter { invocation.row != nil || outputs[$0] == nil }
        guard unknown.isEmpty else {
            throw .invalid(message: "Expected values must name outputs.", fields: unknown.fields("is not an output"))
        }
        let others = invocation.expected.filter { outputs[$0.name]?.forViewers != $0.value.forViewers }.map(\.name)
        guard others.isEmpty else {
            throw .conflict(message: "The data has changed.", fields: others.fields("was changed by someone else"))
        }
    }

    /// Enables or disables a command of ``commands``. Call it in ``Presenter/updateOutputs()``.
    ///
    ///     enable("stop", if: player.isPlaying)
    ///
    /// - Precondition: There is a command of this name.
    public final func enable(_ name: String, if condition: Bool) {
        let index = commands.firstIndex { $0.name == name }
        guard let index else { return report(misuse: "\(Self.self) has no command '\(name)'") }
        if commands[index].isEnabled != condition { commands[index].isEnabled = condition }
    }

    /// Takes over the inputs that a client sent, all or none.
    ///
    /// - Returns: The navigation to the route with the values of inputs that live in the address, if they are others.
    /// - Throws: ``CommandFailure/invalid(message:fields:)`` for an unknown input, or a value that an input does not
    ///   accept.
    @discardableResult
    public final func receive(inputs values: JSONObject) throws(CommandFailure) -> Navigation? {
        let known = Dictionary(inputFields.map { ($0.name, $0.field) }) { first, _ in first }
        var faults: [String: String] = [:]
        for (name, value) in values {
            guard let field = known[name] else {
                faults[name] = "is not an input"
                continue
            }
            if !field.accepts(value) {
                faults[name] = JSON.object(field.argument).fault(in: value)
            } else if !takesFaultyInputs {
                faults[name] = field.fault(in: value).map(translated)
            }
        }
        guard faults.isEmpty else { throw .invalid(message: "Invalid inputs.", fields: faults) }
        let inQuery = namesInQuery
        for (name, value) in values where !inQuery.contains(name) { known[name]?.take(value) }
        inputsDidChange()
        return navigation(setting: values)
    }

    private func run(
        _ body: Command.Body, of command: Command, _ invocation: Invocation
    ) async throws(CommandFailure) -> CommandOutcome {
        guard command.isEnabled else { throw .forbidden(message: "\(command.title) is not available now.") }
        let invocation = invocation.addressed { command.arguments[$0] != nil }
        try command.check(invocation.arguments)
        let name = command.name
        let call = CommandContext(invocation) { [weak self] progress in
            self?.recordRun(of: name) { $0.progress = progress }
        }
        recordRun(of: name) { $0.count += 1 }
        defer { recordRun(of: name) { $0.count -= 1 } }
        do {
            try await body(call)
        } catch {
            // Clients show a message beside the argument or the input that it names.
            throw CommandFailure(of: error).naming(command.arguments.names + inputFields.map(\.name))
        }
        return CommandOutcome(call.result, navigation: call.navigation?.checked)
    }

    private func recordRun(of name: String, _ change: (inout CommandActivity) -> Void) {
        var run = commandRuns[name] ?? CommandActivity()
        change(&run)
        commandRuns[name] = run.count > 0 ? run : nil
        if let index = commands.firstIndex(where: { $0.name == name }) { commands[index].show(commandRuns[name]) }
    }
}
