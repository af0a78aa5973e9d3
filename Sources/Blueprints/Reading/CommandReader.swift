import Declarations
import Scenes
import Tables
import Yams

/// Reads the commands of a scene.
struct CommandReader {
    let source: SceneText
    let table: Table
    /// Whether the scene shows one row, so that all commands are that row's.
    let isOfRow: Bool

    static let parts = [
        "title", "row", "many", "when", "ask", "input", "update", "insert", "delete", "sql", "call", "goto", "key",
        "to",
        "as",
    ]
    private static let reserved =
        ["insert", "update", "delete", "drop", "edit"] + ExportFormat.allCases.map(\.rawValue)
    private static let limit = 50

    /// Reads commands: a list of names with their parts.
    func commands(_ node: Node?) -> [CommandDeclaration] {
        guard let node else { return [] }
        let members = source.text.list(node).flatMap { source.text.members(of: $0, "A command") }
        guard members.count <= Self.limit else {
            source.text.report("There are more than \(Self.limit) commands.", at: node)
            return []
        }
        var names: Set<String> = []
        var keys: Set<String> = []
        return members.compactMap { member in
            guard member.name.wholeMatch(of: /[a-z][A-Za-z0-9_-]{0,40}/) != nil,
                !Self.reserved.contains(member.name)
            else {
                source.text.report(
                    "A command cannot be named \"\(member.name)\". Use a small letter, then letters and digits, and "
                        + "none of: \(Self.reserved.joined(separator: ", ")).", at: member.key)
                return nil
            }
            if !names.insert(member.name).inserted {
                source.text.report("Two commands have the name \"\(member.name)\".", at: member.key)
            }
            return command(member, &keys)
        }
    }

    private func command(_ member: YAMLText.Member, _ keys: inout Set<String>) -> CommandDeclaration {
        let parts = source.text.parts(of: member.value, "The command", known: Self.parts)
        let title = parts.text("title") ?? member.name.prefix(1).uppercased() + member.name.dropFirst()
        var command = CommandDeclaration(name: member.name, title: title)
        command.isForMany = parts.flag("many")
        command.isOfRow = isOfRow || command.isForMany || parts.flag("row")
        command.condition = source.condition(parts["when"], on: table)
        command.question = question(parts)
        command.inputs = FormReader(source: source, table: table).inputs(parts["input"])
        let names = (command.isOfRow ? ["row"] : []) + command.inputs.map(\.name)
        command.update = source.values(parts["update"], of: table, naming: names)
        command.insertions = insertions(parts["insert"], naming: names)
        command.deletes = parts.flag("delete")
        command.statements = statements(parts["sql"], naming: names)
        command.call = parts["call"].flatMap(call)
        command.goto = source.goto(parts["goto"], from: command.isOfRow ? table : nil)
        command.key = parts["key"].flatMap { key($0, &keys) }
        command.roles = source.roles(parts["to"])
        command.isAsOwner = parts.word("as", among: ["owner"]) != nil
        check(command, parts, at: member.key)
        return command
    }

    /// Returns the letter or digit that a node states, which no other command of the scene has.
    private func key(_ node: Node, _ keys: inout Set<String>) -> String? {
        let key = node.scalar?.string.lowercased() ?? ""
        guard key.wholeMatch(of: /[a-z0-9]/) != nil else {
            source.text.report("\"key\" is one letter from a to z, or one digit.", at: node)
            return nil
        }
        guard keys.insert(key).inserted else {
            source.text.report("Two commands have the key \"\(key)\".", at: node)
            return nil
        }
        return key
    }

    private func check(_ command: CommandDeclaration, _ parts: YAMLParts, at key: Node) {
        let text = source.text
        if !command.isOfRow {
            for name in ["when", "update", "delete"] {
                if let key = parts.key(name) { text.report("\"\(name)\" needs \"row: true\".", at: key) }
            }
        }
        if command.isOfRow, table.key == .none {
            text.report("Rows of \(table.name) have no key, so they have no commands.", at: key)
        }
        if command.isAsOwner, command.statements.isEmpty {
            text.report("\"as: owner\" is for \"sql\": all other changes stay within the rules.", at: key)
        }
        if command.isAsOwner, command.roles == nil {
            text.report("\"as: owner\" needs \"to\": name the roles that may run the command.", at: key)
        }
        if parts["call"] != nil {
            for name in ["update", "insert", "delete", "sql"] {
                if let key = parts.key(name) {
                    text.report("\"call\" does all that the command does. Remove \"\(name)\".", at: key)
                }
            }
            if source.context.rules != nil, command.roles == nil {
                text.report("\"call\" needs \"to\" beside rules: name the roles that may run it.", at: key)
            }
        } else if isWithoutChange(command), command.goto == nil {
            text.report(
                "The command does nothing: add \"update\", \"insert\", \"delete\", \"sql\", \"call\" or \"goto\".",
                at: key)
        }
        if command.deletes, !command.update.isEmpty {
            text.report("The command changes and deletes the same row. Remove \"update\" or \"delete\".", at: key)
        }
    }

    private func isWithoutChange(_ command: CommandDeclaration) -> Bool {
        command.update.isEmpty && command.insertions.isEmpty && command.statements.isEmpty && !command.deletes
    }

    /// Returns the name of the app's Swift that a node states.
    private func call(_ node: Node) -> String? {
        guard let name = source.text.name(node) else { return nil }
        guard let known = source.context.calls, !known.contains(name) else { return name }
        let reason =
            known.isEmpty
            ? "Only an app has Swift to call. Use \"update\", \"insert\", \"delete\" or \"sql\"."
            : "The app has no call \"\(name)\".\(Suggestion.sentence(for: name, among: known.sorted()))"
        source.text.report(reason, at: node)
        return nil
    }

    private func question(_ parts: YAMLParts) -> String? {
        guard let node = parts["ask"], let question = parts.text("ask") else { return nil }
        for match in question.matches(of: /\{([^{}]*)\}/) where table.column(named: String(match.output.1)) == nil {
            let name = String(match.output.1)
            let hint = Suggestion.sentence(for: name, among: table.columns.map(\.name))
            source.text.report("\(table.name) has no column \"\(name)\".\(hint)", at: node)
        }
        return question
    }

    /// Reads the rows that a command inserts: values by table.
    private func insertions(_ node: Node?, naming names: [String]) -> [CommandDeclaration.Insertion] {
        guard let node else { return [] }
        return source.text.members(of: node, "\"insert\"").compactMap { member in
            guard let table = source.table(member.key) else { return nil }
            return CommandDeclaration.Insertion(
                table: table.name, values: source.values(member.value, of: table, naming: names))
        }
    }

    private func statements(_ node: Node?, naming names: [String]) -> [DeclaredSQL] {
        guard let node else { return [] }
        return source.text.list(node).compactMap { node in
            guard let sql = source.sql(node) else { return nil }
            let known = names + ["id", "name"]
            for name in SQLParameters.names(in: sql.text) where !known.contains(name) {
                let hint = Suggestion.sentence(for: name, among: known)
                source.text.report("The SQL has an unknown parameter \":\(name)\".\(hint)", at: node)
            }
            return sql
        }
    }
}
