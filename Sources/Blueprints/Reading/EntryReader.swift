import Changes
import Declarations
import Rights
import Tables
import Yams

/// Reads a scene with a form that adds rows.
struct EntryReader {
    let source: SceneText

    static let template = "form"
    static let parts = ["table", "template", "form", "set", "goto"]

    /// Reads a form; `nil` if its table is unknown.
    func entry(_ parts: YAMLParts) -> EntryDeclaration? {
        guard let table = source.table(parts["table"]), let node = parts["table"] else { return nil }
        if table.kind == .view { source.text.report("\(table.name) is a view: no row can be added to it.", at: node) }
        var entry = EntryDeclaration(table: table.name)
        entry.preset = source.values(parts["set"], of: table, naming: [])
        if let node = parts["form"] { entry.form = form(node, of: table, besides: entry.preset.map(\.column)) }
        entry.goto = source.goto(parts["goto"], from: table)
        return entry
    }

    /// Reads a form, which asks only for the columns that it names, if it names any.
    private func form(_ node: Node, of table: Table, besides preset: [String]) -> FormDeclaration {
        var form = FormReader(source: source, table: table).form(node)
        let named = Set((form.groups.flatMap(\.columns) + form.fields.map(\.name)).map(ExactName.init))
        guard !named.isEmpty else { return form }
        let known = named.union(preset.map(ExactName.init))
        let setByRules = source.context.rules?.columnsSet(inNewRowsOf: table.name) ?? []
        for column in table.columns where !known.contains(ExactName(column.name)) {
            if column.isRequired {
                // Administrators, and roles for which the rules do not set it, are asked for it.
                if setByRules.contains(ExactName(column.name)) { continue }
                source.text.report("\(table.name).\(column.name) needs a value. Ask for it, or \"set\" it.", at: node)
            }
            form.readOnly.append(column.name)
        }
        return form
    }
}
