import Changes
import Declarations
import Tables
import Yams

/// Reads forms and fields.
struct FormReader {
    let source: SceneText
    let table: Table

    static let parts = [
        "kind", "label", "required", "min", "max", "minLength", "maxLength", "match", "default", "choices", "choose",
        "message", "help",
    ]

    /// Reads the form of a table's rows.
    func form(_ node: Node) -> FormDeclaration {
        let parts = source.text.parts(of: node, "\"form\"", known: ["groups", "fields", "readOnly"])
        var form = FormDeclaration()
        if let node = parts["groups"] {
            form.groups = source.text.members(of: node, "\"groups\"").map { member in
                (member.name, source.columns(member.value, of: table))
            }
        }
        if let node = parts["fields"] {
            form.fields = source.text.members(of: node, "\"fields\"").compactMap { member in
                source.text.column(member.key, of: table).map { field($0.name, member.value, of: $0) }
            }
        }
        form.readOnly = source.columns(parts["readOnly"], of: table)
        return form
    }

    /// Reads what a command asks for.
    func inputs(_ node: Node?) -> [FieldDeclaration] {
        guard let node else { return [] }
        return source.text.members(of: node, "\"input\"").compactMap { member in
            guard member.name.wholeMatch(of: /[A-Za-z][A-Za-z0-9_]{0,40}/) != nil, member.name != "row" else {
                source.text.report(
                    "\"\(member.name)\" is not a name of an input. Use letters, digits and \"_\", and not \"row\".",
                    at: member.key)
                return nil
            }
            return field(member.name, member.value, of: nil)
        }
    }

    private func field(_ name: String, _ node: Node, of column: Column?) -> FieldDeclaration {
        let parts = source.text.parts(of: node, "The field", known: Self.parts)
        var field = FieldDeclaration(name: name)
        field.kind = parts.word("kind", among: FieldDeclaration.Kind.allCases.map(\.rawValue))
            .flatMap(FieldDeclaration.Kind.init)
        field.label = parts.text("label")
        field.isRequired = parts.flag("required")
        field.least = parts["min"].flatMap { bound($0, "min") }
        field.most = parts["max"].flatMap { bound($0, "max") }
        field.minLength = parts.integer("minLength", in: 1...1_000_000)
        field.maxLength = parts.integer("maxLength", in: 1...1_000_000)
        field.pattern = pattern(parts)
        field.standard = parts.text("default")
        field.choices = choices(parts["choices"])
        field.reference = parts["choose"].flatMap(reference)
        field.message = parts.text("message")
        field.help = parts.text("help")
        check(field, parts, of: column)
        return field
    }

    private func check(_ field: FieldDeclaration, _ parts: YAMLParts, of column: Column?) {
        if field.kind == .choice { parts.need("choices", "list what can be chosen") }
        if let kind = field.kind, kind != .choice, let key = parts.key("choices") {
            source.text.report("\"choices\" needs \"kind: choice\", not \(kind.rawValue).", at: key)
        }
        if field.kind == .reference { parts.need("choose", "name the table to choose from") }
        if let reference = field.reference, let node = parts["choose"],
            let key = table.foreignKeys.first(where: { key in column.map { key.isOnly(of: $0.name) } ?? false }),
            ExactName(key.parentTable) != ExactName(reference.table)
        {
            source.text.report("\(field.name) refers to \(key.parentTable), not to \(reference.table).", at: node)
        }
        if let column, column.isGenerated {
            source.text.report("\"\(column.name)\" is computed and cannot be changed.", at: parts.node)
        }
    }

    private func bound(_ node: Node, _ name: String) -> FieldDeclaration.Bound? {
        guard case .scalar(let scalar) = node else {
            source.text.report("\"\(name)\" is a number, a date, or today.", at: node)
            return nil
        }
        if scalar.string == "today" { return .today }
        if let number = node.float, number.isFinite { return .number(number) }
        return .text(scalar.string)
    }

    private func pattern(_ parts: YAMLParts) -> String? {
        guard let node = parts["match"], let text = parts.text("match") else { return nil }
        guard (try? Regex(text)) != nil else {
            source.text.report("\"match\" is not a regular expression.", at: node)
            return nil
        }
        if let fault = MatchPattern.fault(of: text) {
            source.text.report(fault, at: node)
            return nil
        }
        return text
    }

    /// Reads choices: values, or values with titles.
    private func choices(_ node: Node?) -> [(value: String, title: String)] {
        guard let node else { return [] }
        guard case .mapping = node else {
            return source.text.list(node).compactMap { node in source.text.name(node).map { ($0, $0) } }
        }
        return source.text.members(of: node, "\"choices\"").compactMap { member in
            source.text.text(member.value, "A title").map { (member.name, $0) }
        }
    }

    /// Reads the rows that a reference is chosen from: `{ table: User, where: IsActive = 1, label: Name }`.
    private func reference(_ node: Node) -> FieldDeclaration.Reference? {
        let parts = source.text.parts(of: node, "\"choose\"", known: ["table", "where", "label"])
        guard let (rows, table) = source.rows(parts) else { return nil }
        let label = parts["label"].flatMap { source.text.column($0, of: table)?.name }
        return FieldDeclaration.Reference(table: rows.table, condition: rows.condition, label: label)
    }
}
