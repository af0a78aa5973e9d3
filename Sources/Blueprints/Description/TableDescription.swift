import Changes
import Descriptions
import JSON
import Scenes
import Tables

/// Describes a table: its list, its counts, its rows, its exports and its commands, as far as a blueprint grants them.
struct TableDescription {
    let table: Table
    let blueprint: Blueprint
    /// The table's part of the names of types and requests.
    let name: String
    /// Whether the rows are records of a JSON file.
    let isJSON: Bool
    let query: ListQuery

    init(_ table: Table, in blueprint: Blueprint, named name: String, isJSON: Bool) {
        (self.table, self.blueprint, self.name, self.isJSON) = (table, blueprint, name, isJSON)
        query = ListQuery(table, named: name)
    }

    /// Adds the table to a description.
    func add(to description: inout Description) {
        let changes = blueprint.changes(of: table)
        description.types += rowTypes + listTypes + query.types
        ArgumentTypes(of: table, named: name, isOpen: isJSON).add(changes, hasKey: hasKey, to: &description)
        description.schemas += query.schemas
        description.operations += [list] + export
        description.operations += listCommands(changes)
        description.screens += screens(changes)
        guard table.key != .none else { return }
        description.operations += [row, value] + rowCommands(changes)
    }

    private var path: String { blueprint.route(to: table.name).description }
    private var hasKey: Bool { table.key != .none }
    private var inRow: [Operation.Part] { [.text(path + "/"), .value(key)] }
    private func type(_ suffix: String) -> Shape { .named(name + suffix) }

    private var key: Parameter {
        let note = "The key of the row."
        if case .rowid = table.key, !isJSON { return Parameter("key", .integer(), note).shared(as: "IntegerKey") }
        return Parameter("key", .text(TextRule(pattern: "^[^\\u0000/.][^\\u0000/]*$")), note).shared(as: "TextKey")
    }

    // MARK: Types

    private var rowTypes: [(String, Shape)] {
        let columns = blueprint.columns(ofRowsIn: table)
        let values = Shape.members(
            columns.map { column in
                Member.member(
                    column.name, column.output, isRequired: !blueprint.isConditional(column, in: table), column.comment)
            })
        guard columns.count == table.columns.count else { return [(name + "Values", values)] + rowType }
        var fields = DerivedShape(from: name + "Fields", whole: values)
        fields.required = columns.map(\.name)
        return [(name + "Values", .derived(fields))] + rowType
    }

    private var rowType: [(String, Shape)] {
        guard hasKey else { return [] }
        var row = DerivedShape(from: "RowDocument", whole: .members(Description.row(outputs: type("Values"))))
        (row.members, row.isClosed) = ([.always("outputs", type("Values"))], true)
        return [(name + "Row", .derived(row))]
    }

    private var listTypes: [(String, Shape)] {
        let fields = [Member.maybe("fields", type("Fields"))]
        var cell = DerivedShape(from: "CellOfRow", whole: .members(Description.cellOfRow + fields))
        (cell.members, cell.isClosed) = (fields, true)
        let screen = table.kind == .view ? "view" : "table"
        let whole = Description.rows(screen: .string(screen)) + Description.list(of: type("Cell"))
        var list = DerivedShape(from: table.kind == .view ? "ViewDocument" : "TableDocument", whole: .members(whole))
        (list.members, list.isClosed) = ([.maybe("cells", .map(type("Cell")))], true)
        return [
            (name + "Fields", .members(table.columns.map { Member.maybe($0.name, $0.output) })),
            (name + "Cell", .derived(cell)), (name + "List", .derived(list)),
        ]
    }

    // MARK: Requests

    private func operation(
        _ verb: String, _ method: String, _ path: [Operation.Part], _ summary: String, _ refusals: Refusals
    ) -> Operation {
        Operation("\(name)_\(verb)", method, path, summary, in: table.name, refusals: refusals)
    }

    private var list: Operation {
        var list = operation("list", "GET", [.text(path)], "The rows of \(table.name)", .document)
        list.query = query.ofList
        list.answers = Answer.document(.union([type("List"), .named("CountsDocument")]))
        return list
    }

    private var export: [Operation] {
        guard blueprint.allowsExport(of: table) else { return [] }
        let formats = ExportFormat.allCases
        let format = Parameter("format", .choice(formats.map { .string($0.rawValue) }), "The format of the file.")
        var export = operation(
            "export", "GET", [.text(path + ":"), .value(format.shared(as: "format"))],
            "All rows of \(table.name) as a file", .file)
        export.query = query.ofExport
        let content = formats.map { format in
            (String(format.mediaType.prefix { $0 != ";" }), format == .json ? Shape.array(type("Fields")) : nil)
        }
        export.answers = [Answer(200, "The file.", content)]
        return [export]
    }

    private var row: Operation {
        var row = operation("get", "GET", inRow, "A row of \(table.name)", .document)
        row.query = [ListQuery.window]
        row.answers = Answer.document(type("Row"))
        return row
    }

    private var value: Operation {
        let columns = blueprint.columns(ofRowsIn: table).map { JSON.string(Slugs.slug(of: $0.name)) }
        var shape = Shape.choice(columns)
        if case .choice(let spelled)? = query.types.first?.1, spelled == columns { shape = type("Column") }
        var value = operation(
            "value", "GET", inRow + [.text("/"), .value(Parameter("column", shape, ""))],
            "A value of \(table.name)", .file)
        value.answers = [
            Answer(200, "The value.", [("*/*", nil)], hasTag: true).shared(as: "Value"), .unchanged,
        ]
        return value
    }

    private func command(_ id: String, _ path: [Operation.Part], _ summary: String, _ body: Body) -> Operation {
        var command = operation(id, "POST", path, "\(summary) a row of \(table.name)", .command)
        command.body = body
        let id = Answer(200, "The row's id.", [("application/json", Description.outcome(.named("Row")))])
        command.answers = [id.shared(as: "Row")]
        return command
    }

    private func listCommands(_ changes: Blueprint.Changes) -> [Operation] {
        let insert = changes.insertion.map { columns in
            let isOptional = !columns.contains(where: \.isRequired)
            return command("insert", [.text(path + ":insert")], "Insert", Body(type("Insert"), isOptional: isOptional))
        }
        guard hasKey else { return insert.map { [$0] } ?? [] }
        let row = Member.always("row", .named("RowID"))
        let update = changes.update.map { _ in
            command(
                "updateIn", [.text(path + ":update")], "Update",
                Body(.members([row, .always("arguments", type("Update")), expected(isRequired: false)])))
        }
        let body = Body(.members([row])).shared(as: "Row")
        let delete = command("deleteIn", [.text(path + ":delete")], "Delete", body)
        return [insert, update, changes.deletes ? delete : nil].compactMap(\.self)
    }

    private func rowCommands(_ changes: Blueprint.Changes) -> [Operation] {
        let update = changes.update.map { _ in
            let expecting = Shape.members([.always("arguments", type("Update")), expected(isRequired: true)])
            let body = Body(.union([type("Update"), expecting]), isOptional: true)
            return command("update", inRow + [.text(":update")], "Update", body)
        }
        let nothing = Body(.members([]), isOptional: true).shared(as: "Nothing")
        let delete = command("delete", inRow + [.text(":delete")], "Delete", nothing)
        return [update, changes.deletes ? delete : nil].compactMap(\.self)
    }

    /// The values that the caller believes to be current.
    private func expected(isRequired: Bool) -> Member {
        .member("expected", type("Fields"), isRequired: isRequired)
    }

    // MARK: Screens

    private func screens(_ changes: Blueprint.Changes) -> [ScreenType] {
        let insert = changes.insertion.map { _ in ScreenType.Call("insert", type("Insert"), .named("Row")) }
        let update = hasKey ? changes.update.map { _ in ScreenType.Call("update", type("Update"), .named("Row")) } : nil
        let delete = changes.deletes && hasKey ? ScreenType.Call("delete", .members([]), .named("Row")) : nil
        let all = [insert, update, delete].compactMap(\.self)
        let list = ScreenType(routes: [path], document: type("List"), commands: all)
        let selected = ScreenType(
            routes: ["\(path)?${string}"], document: .union([type("List"), .named("CountsDocument")]), commands: all)
        let row = ScreenType(
            routes: ["\(path)/${string}"], document: type("Row"), commands: [update, delete].compactMap(\.self))
        return [list, selected] + (hasKey ? [row] : [])
    }
}
