import Changes
import Declarations
import Lists
import Rights
import Scenes
import Tables
import Yams

/// A file of scenes while it is read, with what its readers share.
struct SceneText {
    let text: YAMLText
    let file: String
    let context: SceneContext

    /// The path of the folder with the file, with a slash at its end.
    var folder: String { file.lastIndex(of: "/").map { String(file[...$0]) } ?? "" }

    /// Returns the place of a node.
    func place(_ node: Node) -> Place { Place(node, in: file) }

    /// Returns the path that a node states. Reports an invalid one.
    func path(_ node: Node) -> ScenePath? {
        guard let name = text.name(node) else { return nil }
        if let path = ScenePath(name) { return path }
        text.report(
            "\"\(name)\" is not a path. Write one such as \"/tickets\", outside of \"/-/\", without \":\".", at: node)
        return nil
    }

    /// Returns a path to another scene, which may name columns of a table.
    func link(_ node: Node?, from table: Table? = nil) -> DeclaredLink? {
        guard let node, let path = path(node) else { return nil }
        for name in path.columns where table?.column(named: name) == nil {
            guard let table else {
                text.report("The path has no row, so that \"{\(name)}\" has no value.", at: node)
                return nil
            }
            let hint = Suggestion.sentence(for: name, among: table.columns.map(\.name))
            text.report("\(table.name) has no column \"\(name)\".\(hint)", at: node)
            return nil
        }
        return DeclaredLink(path: path, place: place(node))
    }

    /// Returns the path of the next screen, which may name the key of a row of a table.
    func goto(_ node: Node?, from table: Table?) -> DeclaredLink? {
        guard let node, let link = link(node, from: table) else { return nil }
        let key = table?.onlyKeyColumn
        if let other = link.path.columns.first(where: { ExactName($0) != key.map(ExactName.init) }) {
            let advice = key.map { "Write {\($0)}." } ?? "It has no key of one column."
            text.report("\"{\(other)}\" is not the key of \(table?.name ?? "a table"). \(advice)", at: node)
        }
        return link
    }

    /// Returns the names of roles in a list; `nil` for a missing list.
    func roles(_ node: Node?) -> Set<String>? {
        guard let node else { return nil }
        let names = text.list(node).compactMap { node in text.name(node).map { ($0, node) } }
        if let known = context.rules?.roleNames {
            for (name, node) in names where !known.contains(name) {
                let hint = Suggestion.sentence(for: name, among: known.sorted())
                text.report("There is no role \"\(name)\".\(hint)", at: node)
            }
        }
        return Set(names.map(\.0))
    }

    /// Returns the table or view that a node names.
    func table(_ node: Node?) -> Table? {
        guard let node, let name = text.name(node) else { return nil }
        guard let table = context.schema.table(named: name) else {
            let hint = Suggestion.sentence(for: name, among: context.schema.tables.map(\.name))
            text.report("There is no table \"\(name)\".\(hint)", at: node)
            return nil
        }
        guard let problem = table.problem else { return table }
        text.report("\(name) cannot be read: \(problem)", at: node)
        return nil
    }

    /// Returns a condition on the rows of a table, which may name paths; `nil` for a missing one.
    func condition(_ node: Node?, on table: Table) -> Expression? {
        node.map {
            text.condition(
                $0, ExpressionReader(of: withPaths(table), sets: context.sets, mayReadTime: true))
        }
    }

    /// Returns rows of a table: `{ table: Ticket, where: State = 'open' }`.
    func rows(_ parts: YAMLParts) -> (RowsDeclaration, Table)? {
        parts.need("table", "name the table of the rows")
        guard let table = table(parts["table"]) else { return nil }
        return (RowsDeclaration(table: table.name, condition: condition(parts["where"], on: table)), table)
    }

    /// Returns values by column. Each may be an expression that names `names` and the principal.
    func values(_ node: Node?, of table: Table, naming names: [String]) -> [ColumnValueDeclaration] {
        guard let node else { return [] }
        let reader = ExpressionReader(of: nil, sets: context.sets, names: names, mayReadTime: true)
        return text.members(of: node, "Values").compactMap { member in
            guard let column = text.column(member.key, of: table) else { return nil }
            if column.isGenerated { text.report("\"\(column.name)\" is computed and cannot be set.", at: member.key) }
            return text.value(member.value, reader).map { ColumnValueDeclaration(column: column.name, value: $0) }
        }
    }

    /// Returns an order as a route states it: names of columns, with a minus before those that descend.
    func order(_ node: Node?, among names: [String]) -> String {
        guard let node else { return "" }
        let terms = text.list(node).compactMap { node -> String? in
            guard let name = text.name(node) else { return nil }
            let column = name.hasPrefix("-") ? String(name.dropFirst()) : name
            guard names.contains(where: { ExactName($0) == ExactName(column) }) else {
                text.report(
                    "The list has no column \"\(column)\" to sort by."
                        + Suggestion.sentence(for: column, among: names), at: node)
                return nil
            }
            return (name.hasPrefix("-") ? "-" : "") + ColumnName.inSort(column)
        }
        return terms.joined(separator: ",")
    }

    /// Returns the SQL that a node states.
    func sql(_ node: Node) -> DeclaredSQL? {
        text.text(node, "SQL").map { DeclaredSQL(text: $0, place: place(node)) }
    }

    /// Returns the names of columns of a table in a list, which may be paths over references.
    func columns(_ node: Node?, of table: Table) -> [String] {
        node.map { text.list($0).compactMap { column($0, of: table) } } ?? []
    }

    /// Returns the name of a column, or a path over a reference.
    private func column(_ node: Node, of table: Table) -> String? {
        guard let name = node.scalar?.string, paths(from: table).contains(where: { ExactName($0) == ExactName(name) })
        else { return text.column(node, of: table)?.name }
        return name
    }

    /// The paths to columns of the rows that a table's rows refer to.
    func paths(from table: Table) -> [String] { withPaths(table).reached.map(\.name) }

    private func withPaths(_ table: Table) -> Table { context.schema.withPaths(table) { _ in true } }
}
