import Changes
import Tables
import Yams

/// Reads a grant: one entry in the list of a table in `access.yaml`.
struct GrantReader {
    let text: RuleText
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
            default: grant.exports = flag(part.value)
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
                guard let name = column(member.key), let condition = condition(member.value) else { continue }
                grant.conditionalColumns.append(.init(name: name, condition: condition))
            }
        }
        let all = names + grant.conditionalColumns.map(\.name)
        if Set(all.map(ExactName.init)).count < all.count { text.report("A column is listed twice.", at: node) }
        grant.columns = .named(names)
    }

    /// Returns the name of a column; reports an unknown one.
    private func column(_ node: Node) -> String? {
        guard let name = text.name(node) else { return nil }
        guard let column = table.column(named: name), !column.isHidden else {
            let hint = Suggestion.sentence(for: name, among: table.columns.map(\.name))
            text.report("\(table.name) has no column \"\(name)\".\(hint)", at: node)
            return nil
        }
        return name
    }

    /// Returns the rows that may be deleted.
    private func deletion(_ node: Node) -> Expression? {
        guard node.bool == nil else {
            text.report("\"delete\" is \"all\", or the condition of the rows that may be deleted.", at: node)
            return nil
        }
        return text.isAll(node) ? .all([]) : condition(node)
    }

    private func change(_ member: RuleText.Member, known: [String]) -> Grant.Change {
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

    private func flag(_ node: Node) -> Bool {
        if let flag = node.bool { return flag }
        text.report("\"export\" is true or false.", at: node)
        return false
    }
}

extension GrantReader {
    /// Returns a condition. A mistake in it is reported, and the condition then holds for no row.
    private func condition(_ node: Node, mayReadTime: Bool = false) -> Expression? {
        guard let source = text.text(node, "A condition") else { return .never }
        var reader = ExpressionReader(of: table, sets: sets, mayReadTime: mayReadTime)
        do throws(ExpressionFault) {
            return try reader.condition(source)
        } catch {
            report(error, at: node)
            return .never
        }
    }

    /// Returns the value of a preset: an expression after `=`, otherwise the value itself.
    private func value(_ node: Node) -> Expression? {
        guard case .scalar(let scalar) = node else {
            text.report("A value is expected here: a text, a number, or an expression after \"=\".", at: node)
            return nil
        }
        guard scalar.string.hasPrefix("=") else { return .value(scalar.literal(node)) }
        var reader = ExpressionReader(of: nil, sets: sets, mayReadTime: true)
        do throws(ExpressionFault) {
            return try reader.value(String(scalar.string.dropFirst()))
        } catch {
            report(ExpressionFault(offset: error.offset + 1, message: error.message), at: node)
            return nil
        }
    }

    /// Reports a mistake at its place, if the text is in one line as it is read.
    private func report(_ fault: ExpressionFault, at node: Node) {
        let style = node.scalar?.style
        let isPlain = style == .plain && node.scalar?.string.contains("\n") == false
        let isQuoted = style == .singleQuoted || style == .doubleQuoted
        text.report(fault.message, at: node, offset: isPlain ? fault.offset : isQuoted ? fault.offset + 1 : 0)
    }
}

extension Node.Scalar {
    /// The value that YAML states.
    fileprivate func literal(_ node: Node) -> SQLValue {
        guard style == .plain else { return .text(string) }
        if node.null != nil { return .null }
        if let number = node.int { return .integer(Int64(number)) }
        if let number = node.float { return .real(number) }
        if let flag = node.bool { return .integer(flag ? 1 : 0) }
        return .text(string)
    }
}
