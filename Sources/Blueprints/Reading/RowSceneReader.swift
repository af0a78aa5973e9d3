import Changes
import Declarations
import Tables
import Yams

/// Reads a scene that shows one row of a table.
struct RowSceneReader {
    let source: SceneText

    static let parts = ["table", "where", "label", "columns", "form", "related", "commands", "readOnly"]
    private static let relatedLimit = 50

    /// Reads a row; `nil` if its table is unknown. `key` is the node of the scene's path.
    func row(_ parts: YAMLParts, at path: ScenePath, _ key: Node) -> RowDeclaration? {
        guard let table = source.table(parts["table"]) else { return nil }
        guard let name = table.onlyKeyColumn, path.columns == [name] else {
            let advice = table.onlyKeyColumn.map { "Write it as {\($0)}, the key of \(table.name)." }
            source.text.report(
                "The path of a row has its key. " + (advice ?? "\(table.name) has no key of one column."), at: key)
            return nil
        }
        var row = RowDeclaration(table: table.name)
        row.condition = source.condition(parts["where"], on: table)
        row.label = parts["label"].flatMap { source.text.column($0, of: table)?.name }
        row.columns = ColumnReader(source: source, table: table).columns(parts["columns"])
        row.form = parts["form"].map { FormReader(source: source, table: table).form($0) }
        row.commands = CommandReader(source: source, table: table, isOfRow: true).commands(parts["commands"])
        row.isReadOnly = parts.flag("readOnly")
        if let node = parts["related"] {
            let nodes = source.text.list(node)
            if nodes.count > Self.relatedLimit {
                source.text.report("There are more than \(Self.relatedLimit) related lists.", at: node)
            }
            row.related = nodes.prefix(Self.relatedLimit).compactMap { related($0, to: table) }
        }
        return row
    }

    private func related(_ node: Node, to parent: Table) -> RowDeclaration.Related? {
        let parts = source.text.parts(
            of: node, "A related list", known: ["table", "by", "title", "columns", "sort", "rows", "insert"])
        parts.need("table", "name the table of the rows")
        parts.need("by", "name the column that refers to the row")
        guard let table = source.table(parts["table"]), let by = parts["by"],
            let column = source.text.column(by, of: table)
        else { return nil }
        let isReference = table.foreignKeys.contains {
            $0.isOnly(of: column.name) && ExactName($0.parentTable) == ExactName(parent.name)
        }
        guard isReference else {
            source.text.report("\(table.name).\(column.name) does not refer to \(parent.name).", at: by)
            return nil
        }
        var related = RowDeclaration.Related(table: table.name, column: column.name)
        related.title = parts.text("title")
        related.columns = ColumnReader(source: source, table: table).columns(parts["columns"])
        related.sort = source.order(parts["sort"], among: table.columns.map(\.name))
        related.rows = parts.integer("rows", in: 1...1_000)
        related.canInsert = parts.flag("insert")
        return related
    }
}

extension Table {
    /// The only column of the key, if it identifies rows.
    var onlyKeyColumn: String? {
        let keys = columns.filter { $0.primaryKeyPosition > 0 }
        return key != .none && keys.count == 1 ? keys[0].name : nil
    }
}
