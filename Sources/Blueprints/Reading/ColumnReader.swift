import Changes
import Declarations
import Tables
import Yams

/// Reads the columns of a list, a row or a query.
struct ColumnReader {
    let source: SceneText
    /// The table; `nil` for a query, whose columns only the database knows.
    let table: Table?

    static let parts = [
        "label", "show", "sql", "format", "colors", "width", "align", "edit", "help", "to", "refresh",
    ]
    private static let limit = 200

    /// Reads columns: names, and names with options.
    func columns(_ node: Node?) -> [ColumnDeclaration] {
        guard let node else { return [] }
        var columns: [ColumnDeclaration] = []
        for item in source.text.list(node) {
            guard case .mapping = item else {
                columns += column(item, nil).map { [$0] } ?? []
                continue
            }
            columns += source.text.members(of: item, "A column").compactMap { column($0.key, $0.value) }
        }
        if columns.count > Self.limit {
            source.text.report("There are more than \(Self.limit) columns.", at: node)
            return Array(columns.prefix(Self.limit))
        }
        var seen: Set<ExactName> = []
        if let twice = columns.first(where: { !seen.insert(ExactName($0.name)).inserted }) {
            source.text.report("The column \"\(twice.name)\" is listed twice.", at: node)
        }
        return columns
    }

    private func column(_ key: Node, _ options: Node?) -> ColumnDeclaration? {
        guard let name = source.text.name(key) else { return nil }
        let parts = options.map { source.text.parts(of: $0, "The column", known: Self.parts) }
        guard let origin = origin(of: name, parts, key) else { return nil }
        var column = ColumnDeclaration(name: name, source: origin)
        if case .referred(let referred) = origin { column.label = referred.key.columns.first }
        guard let parts else { return column }
        column.label = parts.text("label") ?? column.label
        column.format = parts.word("format", among: ColumnDeclaration.Format.allCases.map(\.rawValue))
            .flatMap(ColumnDeclaration.Format.init)
        column.colors = colors(parts)
        column.width = parts.integer("width", in: 1...20)
        column.isAtRight = parts.word("align", among: ["left", "right"]).map { $0 == "right" }
        column.isEditable = parts["edit"].map { source.text.flag($0, "edit") }
        column.help = parts.text("help")
        column.roles = source.roles(parts["to"])
        column.refresh = refresh(parts, origin)
        if parts["show"]?.bool == false { column.isShown = false }
        return column
    }

    private func refresh(_ parts: YAMLParts, _ origin: ColumnDeclaration.Source) -> Int? {
        if case .sql(let sql) = origin { return SQLExpression.refresh(parts.seconds("refresh"), of: sql.text) }
        if let key = parts.key("refresh") {
            source.text.report("\"refresh\" is for a column with \"sql\".", at: key)
        }
        return nil
    }

    private func colors(_ parts: YAMLParts) -> [(value: String, color: String)] {
        guard let node = parts["colors"] else { return [] }
        return source.text.members(of: node, "\"colors\"").compactMap { member in
            Color.read(member.value, source.text).map { (member.name, $0) }
        }
    }

    /// Returns where the values of a column come from.
    private func origin(of name: String, _ parts: YAMLParts?, _ key: Node) -> ColumnDeclaration.Source? {
        if let node = parts?["sql"] {
            guard let table else { return refuse("A query selects its own columns.", node) }
            guard table.column(named: name) == nil else {
                return refuse("\(table.name) has a column \"\(name)\" already. Choose another name.", key)
            }
            guard let sql = source.sql(node) else { return nil }
            if let fault = SQLExpression.fault(of: sql.text) { return refuse(fault, node) }
            return .sql(sql)
        }
        guard let table else { return .column(title: nil) }
        if table.column(named: name) != nil { return title(parts, name, in: table) }
        if let referred = table.referredColumn(name) {
            let parent = source.context.schema.table(named: referred.key.parentTable)
            if parent?.column(named: referred.column) != nil { return .referred(referred) }
            let hint = Suggestion.sentence(for: referred.column, among: parent?.columns.map(\.name) ?? [])
            return refuse("\(referred.key.parentTable) has no column \"\(referred.column)\".\(hint)", key)
        }
        _ = source.text.column(key, of: table)
        return nil
    }

    /// Returns the source of a column of the table, with the column that stands for a reference: `show: Owner.Name`.
    private func title(_ parts: YAMLParts?, _ name: String, in table: Table) -> ColumnDeclaration.Source? {
        guard let node = parts?["show"], node.bool == nil else { return .column(title: nil) }
        guard let path = source.text.name(node) else { return nil }
        guard let referred = table.referredColumn(path), referred.key.isOnly(of: name) else {
            return refuse("\"show\" is false, or a column of the row that \(name) refers to: \(name).Title.", node)
        }
        let parent = source.context.schema.table(named: referred.key.parentTable)
        guard parent?.column(named: referred.column) != nil else {
            let hint = Suggestion.sentence(for: referred.column, among: parent?.columns.map(\.name) ?? [])
            return refuse("\(referred.key.parentTable) has no column \"\(referred.column)\".\(hint)", node)
        }
        return .column(title: referred.column)
    }

    private func refuse(_ message: String, _ node: Node) -> ColumnDeclaration.Source? {
        source.text.report(message, at: node)
        return nil
    }
}

extension YAMLParts {
    /// Returns an interval in seconds, up to a day.
    func seconds(_ name: String) -> Int? { integer(name, in: 1...86_400) }
}
