import Changes
import Declarations
import Tables
import Yams

/// Reads a grant: one entry in the list of a table in `access.yaml`.
struct GrantReader {
    let text: YAMLText
    let table: Table
    /// The names of the attributes.
    let sets: [String]
    let roles: (Node) -> [String]

    func read(_ node: Node) -> Grant {
        var grant = Grant()
        grant.line = node.mark?.line ?? 0
        let known = ["to", "rows", "columns", "insert", "update", "delete", "export"]
        let parts = text.members(of: node, "A grant", known: known)
        for part in parts {
            switch part.name {
            case "to": grant.roles = Set(roles(part.value))
            case "rows": grant.rows = condition(part.value)
            case "columns": readColumns(part.value, into: &grant)
            case "insert": grant.insertion = change(part, known: ["columns", "set", "check"])
            case "update": grant.update = change(part, known: ["columns", "rows", "set", "check"])
            case "delete": grant.deletion = deletion(part.value)
            default: grant.exports = text.flag(part.value, "export")
            }
        }
        for name in ["to", "columns"] where !parts.contains(where: { $0.name == name }) {
            text.report("\"\(name)\" is missing: \(Self.needs[name] ?? "").", at: node)
        }
        check(grant, at: node)
        return grant
    }

    private static let needs = [
        "to": "name the roles that the grant is for", "columns": "name the visible columns, or write \"columns: all\"",
    ]

    /// Reports contradictions between the parts of a grant.
    private func check(_ grant: Grant, at node: Node) {
        let visible = Set(grant.columns.names(in: table).map(ExactName.init))
        if case .columns(let names, _) = table.key, !names.allSatisfy({ visible.contains(ExactName($0)) }) {
            let keys = names.joined(separator: ", ")
            text.report("The key (\(keys)) is part of each row's address. Add it to \"columns\".", at: node)
        }
        let conditional = grant.conditionalColumns.map { ExactName($0.name) }
        for change in [grant.insertion, grant.update].compactMap({ $0 }) {
            let hidden = change.columns.named.first { name in
                !visible.contains(ExactName(name)) && !conditional.contains(ExactName(name))
            }
            if let hidden {
                text.report(
                    "\"\(hidden)\" can be written but not seen. Add it to \"columns\", or \"set\" it.", at: node)
            }
            let set = Set(change.presets.map { ExactName($0.column) })
            if let both = change.columns.named.first(where: { set.contains(ExactName($0)) }) {
                text.report("\"\(both)\" is in \"columns\" and in \"set\". Remove one.", at: node)
            }
        }
    }

    private func readColumns(_ node: Node, into grant: inout Grant) {
        guard !text.isAll(node) else {
            grant.columns = .all
            return
        }
        var names: [String] = []
        for item in text.list(node) {
            guard case .mapping = item else {
                if let name = column(item) { names.append(name) }
                continue
            }
            for member in text.members(of: item, "A column") {
                guard let name = column(member.key) else { continue }
                grant.conditionalColumns.append(.init(name: name, condition: condition(member.value)))
            }
        }
        let all = names + grant.conditionalColumns.map(\.name)
        if Set(all.map(ExactName.init)).count < all.count { text.report("A column is listed twice.", at: node) }
        grant.columns = .named(names)
    }

    /// Returns the name of a column; reports an unknown one.
    private func column(_ node: Node) -> String? {
        text.column(node, of: table)?.name
    }

    /// Returns the rows that may be deleted.
    private func deletion(_ node: Node) -> Expression? {
        guard node.bool == nil else {
            text.report("\"delete\" is \"all\", or the condition of the rows that may be deleted.", at: node)
            return nil
        }
        return text.isAll(node) ? .all([]) : condition(node)
    }

    private func change(_ member: YAMLText.Member, known: [String]) -> Grant.Change {
        var change = Grant.Change()
        guard !text.isAll(member.value) else {
            change.columns = .all
            return change
        }
        guard case .mapping = member.value else {
            text.report(
                "\"\(member.name)\" is \"all\", or has members, such as \"columns: [Title]\".", at: member.value)
            return change
        }
        for part in text.members(of: member.value, "\"\(member.name)\"", known: known) {
            switch part.name {
            case "columns":
                change.columns = text.isAll(part.value) ? .all : .named(text.list(part.value).compactMap(column))
            case "rows": change.rows = condition(part.value)
            case "set": change.presets = presets(part.value)
            default: change.check = condition(part.value, mayReadTime: true)
            }
        }
        return change
    }

    private func presets(_ node: Node) -> [(column: String, value: Expression)] {
        text.members(of: node, "\"set\"").compactMap { member in
            guard let name = column(member.key) else { return nil }
            if table.column(named: name)?.isGenerated ?? false {
                text.report("\"\(name)\" is computed and cannot be set.", at: member.key)
            }
            return value(member.value).map { (name, $0) }
        }
    }
}

extension GrantReader {
    /// Returns a condition. A mistake in it is reported, and the condition then holds for no row.
    private func condition(_ node: Node, mayReadTime: Bool = false) -> Expression {
        text.condition(node, ExpressionReader(of: table, sets: sets, mayReadTime: mayReadTime))
    }

    /// Returns the value of a preset: an expression after `=`, otherwise the value itself.
    private func value(_ node: Node) -> Expression? {
        text.value(node, ExpressionReader(of: nil, sets: sets, mayReadTime: true))
    }
}
