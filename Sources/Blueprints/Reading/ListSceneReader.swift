import Declarations
import Lists
import Scenes
import Tables
import Yams

/// Reads a scene that shows the rows of a table.
struct ListSceneReader {
    let source: SceneText

    static let parts = [
        "table", "where", "template", "columns", "sort", "section", "search", "chips", "open", "card", "lanes", "drop",
        "form", "commands", "readOnly", "export", "empty",
    ]
    private static let chipLimit = 30

    /// Reads a list; `nil` if its table is unknown.
    func list(_ parts: YAMLParts) -> ListDeclaration? {
        guard let table = source.table(parts["table"]) else { return nil }
        var list = ListDeclaration(table: table.name)
        let templates = ListDeclaration.Template.allCases.map(\.rawValue)
        list.template = parts.word("template", among: templates).flatMap(ListDeclaration.Template.init) ?? .table
        list.condition = source.condition(parts["where"], on: table)
        list.columns = ColumnReader(source: source, table: table).columns(parts["columns"])
        list.sort = source.order(parts["sort"], among: table.columns.map(\.name) + source.paths(from: table))
        list.section = section(parts["section"], of: table)
        list.searched = source.columns(parts["search"], of: table)
        list.chips = chips(parts["chips"], of: table)
        list.open = source.link(parts["open"], from: table)
        list.card = parts["card"].map { card($0, of: table) }
        readBoard(parts, of: table, into: &list)
        list.form = parts["form"].map { FormReader(source: source, table: table).form($0) }
        list.commands = CommandReader(source: source, table: table, isOfRow: false).commands(parts["commands"])
        list.isReadOnly = parts.flag("readOnly")
        list.exports = exports(parts["export"])
        list.empty = parts.text("empty")
        return list
    }

    private func readBoard(_ parts: YAMLParts, of table: Table, into list: inout ListDeclaration) {
        list.lanes = parts["lanes"].flatMap { lanes($0, of: table) }
        list.drop = source.values(dropNode(parts), of: table, naming: ["lane", "row"])
        if list.template == .board { parts.need("lanes", "name the column of the lanes") }
        for name in ["lanes", "drop"] where list.template != .board {
            if let key = parts.key(name) { source.text.report("\"\(name)\" needs \"template: board\".", at: key) }
        }
        guard let lanes = list.lanes else { return }
        if !list.section.isEmpty, let key = parts.key("section") {
            source.text.report("A board is divided by its lanes. Remove \"section\".", at: key)
        }
        list.section = ColumnName.inSort(lanes.column)
        if parts["drop"] == nil {
            list.drop = [ColumnValueDeclaration(column: lanes.column, value: .variable("@lane"))]
        }
    }

    /// The values of a dropped card. `lane` alone means the lane's value.
    private func dropNode(_ parts: YAMLParts) -> Node? {
        guard case .mapping(let mapping)? = parts["drop"] else { return parts["drop"] }
        var copy = mapping
        for (key, value) in mapping where value.scalar?.string == "lane" && value.scalar?.style == .plain {
            copy[key] = Node.scalar(Node.Scalar("=lane", Tag(.str), .plain, value.mark))
        }
        return .mapping(copy)
    }

    private func section(_ node: Node?, of table: Table) -> String {
        guard let node, let text = source.text.name(node) else { return "" }
        do throws(RouteError) {
            let table = source.context.schema.withPaths(table, in: [text])
            return try SectionRule(text, of: table).text(of: table)
        } catch {
            source.text.report(error.message, at: node)
            return ""
        }
    }

    private func lanes(_ node: Node, of table: Table) -> ListDeclaration.Lanes? {
        guard case .mapping = node else {
            return source.text.column(node, of: table).map { ListDeclaration.Lanes(column: $0.name) }
        }
        let parts = source.text.parts(of: node, "\"lanes\"", known: ["column", "order"])
        parts.need("column", "name the column of the lanes")
        guard let node = parts["column"], let column = source.text.column(node, of: table) else { return nil }
        return ListDeclaration.Lanes(column: column.name, order: parts.names("order")?.map(\.name) ?? [])
    }

    private func card(_ node: Node, of table: Table) -> ListDeclaration.Card {
        let parts = source.text.parts(
            of: node, "\"card\"", known: ["title", "subtitle", "image", "badge", "bar"])
        var card = ListDeclaration.Card()
        card.title = shown(parts["title"], of: table)
        card.subtitle = shown(parts["subtitle"], of: table)
        card.image = shown(parts["image"], of: table)
        card.badge = shown(parts["badge"], of: table)
        guard let node = parts["bar"] else { return card }
        let bar = source.text.parts(of: node, "\"bar\"", known: ["value", "of"])
        if let value = shown(bar["value"], of: table), let whole = shown(bar["of"], of: table) {
            card.bar = (value, whole)
        }
        return card
    }

    /// Returns a column, or a path over a reference, that a part of a card shows.
    private func shown(_ node: Node?, of table: Table) -> String? {
        ColumnReader(source: source, table: table).columns(node).first?.name
    }

    private func chips(_ node: Node?, of table: Table) -> [ListDeclaration.Chip] {
        guard let node else { return [] }
        let nodes = source.text.list(node)
        guard nodes.count <= Self.chipLimit else {
            source.text.report("There are more than \(Self.chipLimit) chips.", at: node)
            return []
        }
        var names: Set<String> = []
        return nodes.compactMap { chip($0, of: table, &names) }
    }

    private func chip(_ node: Node, of table: Table, _ names: inout Set<String>) -> ListDeclaration.Chip? {
        let parts = source.text.parts(of: node, "A chip", known: ["title", "where", "column", "by"])
        if let node = parts["column"] {
            guard let column = source.text.column(node, of: table) else { return nil }
            if let key = parts.key("where") {
                source.text.report("A chip has \"where\" or \"column\", not both.", at: key)
            }
            return .values(column: column.name, period: NumberReader(source: source).period(parts, "by"))
        }
        parts.need("title", "a chip has a title and \"where\", or a \"column\"")
        guard let title = parts.text("title"), let condition = source.condition(parts["where"], on: table) else {
            parts.need("where", "a chip has a title and \"where\", or a \"column\"")
            return nil
        }
        let name = title.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
        guard names.insert(name).inserted else {
            source.text.report("Two chips have the title \"\(title)\".", at: node)
            return nil
        }
        return .condition(name: name, title: title, condition)
    }

    private func exports(_ node: Node?) -> [String]? {
        guard let node else { return nil }
        if node.bool == false { return [] }
        return source.text.list(node).compactMap { node in
            guard let name = source.text.name(node) else { return nil }
            let known = ExportFormat.allCases.map(\.rawValue)
            if known.contains(name) { return name }
            let hint = Suggestion.sentence(for: name, among: known)
            source.text.report("There is no format \"\(name)\".\(hint)", at: node)
            return nil
        }
    }
}

extension RouteError {
    /// The sentence for people.
    var message: String {
        switch self {
        case .notFound(let message), .signIn(let message), .invalid(let message), .forbidden(let message),
            .unavailable(_, let message):
            message
        }
    }
}
