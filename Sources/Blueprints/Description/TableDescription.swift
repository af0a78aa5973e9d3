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
    let selection: SelectionShape

    init(_ table: Table, in blueprint: Blueprint, named name: String, isJSON: Bool) {
        (self.table, self.blueprint, self.name, self.isJSON) = (table, blueprint, name, isJSON)
        selection = SelectionShape(table)
    }

    /// Adds the table to a description.
    func add(to description: inout Description) {
        let changes = blueprint.changes(of: table)
        description.types += rowTypes + listTypes
        description.types += argumentTypes(changes)
        description.operations += [list] + exports
        description.operations += listCommands(changes)
        description.screens += screens(changes)
        guard table.key != .none else { return }
        description.operations += [row, value] + rowCommands(changes)
    }

    private var path: String { blueprint.route(to: table.name).description }
    private var hasKey: Bool { table.key != .none }
    private var inRow: [Operation.Part] { [.text(path + "/"), .value("key", keyShape, note: "The key of the row.")] }
    private func type(_ suffix: String) -> Shape { .named(name + suffix) }

    private var keyShape: Shape {
        if case .rowid = table.key, !isJSON { return .integer() }
        return .text(TextRule(pattern: "^[^\\u0000/.][^\\u0000/]*$"))
    }

    // MARK: Types

    private var rowTypes: [(String, Shape)] {
        let columns = blueprint.columns(ofRowsIn: table)
        let members = columns.map { column in
            Member.member(column.name, column.output, isRequired: !blueprint.isConditional(column, in: table))
        }
        var document = Description.head(
            screen: .choice(["row"]), outputs: type("Values"), inputs: .map(.any))
        document.append(.maybe("links", .map(.named("Link"))))
        document += Description.list(of: .named("Cell"))
        return [(name + "Values", .members(members))] + (hasKey ? [(name + "Row", .members(document))] : [])
    }

    private var listTypes: [(String, Shape)] {
        let fields = table.columns.map { Member.maybe($0.name, $0.output) }
        let cell: [Member] = [
            .always("template", .choice(["row"])), .always("title", .text), .maybe("subtitle", .text),
            .always("image", .null), .maybe("fields", type("Fields")), .maybe("links", .map(.named("Link"))),
            .maybe("href", .text), .maybe("can", .array(.choice(["edit", "delete"]))),
        ]
        let screen = table.kind == .view ? "view" : "table"
        var document = Description.head(
            screen: .choice([.string(screen)]), outputs: .members([]), inputs: .named("ListInputs"))
        document += ["columns", "comparisons", "shown", "titleColumns"].map { .always($0, .array(.text)) }
        document += [.maybe("files", .array(.text)), .maybe("exports", .choice([false]))]
        document += Description.list(of: type("Cell"))
        return [
            (name + "Fields", .members(fields)), (name + "Cell", .members(cell)), (name + "List", .members(document)),
            (name + "Rows", selection.rows), (name + "Counts", selection.counts),
        ]
    }

    private func argumentTypes(_ changes: Blueprint.Changes) -> [(String, Shape)] {
        let lists = CheckList(table)
        func arguments(_ columns: [Column], isInsertion: Bool) -> Shape {
            let members = columns.filter { !$0.isGenerated }.map { column in
                Member.member(
                    column.name, column.input(choices: lists.values(of: column), isInsertion: isInsertion),
                    isRequired: isInsertion && column.isRequired)
            }
            return .object(ObjectShape(members, isOpen: isJSON))
        }
        let insert = changes.insertion.map { [(name + "Insert", arguments($0, isInsertion: true))] } ?? []
        let update = changes.update.map { [(name + "Update", arguments($0, isInsertion: false))] } ?? []
        return insert + (hasKey ? update : [])
    }

    // MARK: Requests

    private func operation(
        _ verb: String, _ method: String, _ path: [Operation.Part], _ summary: String, _ refusals: Refusals
    ) -> Operation {
        Operation("\(name)_\(verb)", method, path, summary, in: table.name, refusals: refusals)
    }

    private var list: Operation {
        var list = operation("list", "GET", [.text(path)], "The rows of \(table.name), or counts of them", .document)
        list.query = [
            Parameter("selection", .union([type("Rows"), type("Counts")]), SelectionShape.note, .members),
            SelectionShape.search, SelectionShape.window,
        ]
        list.answers = Answer.document(.union([type("List"), .named("CountsDocument")]))
        return list
    }

    private var exports: [Operation] {
        guard blueprint.allowsExport(of: table) else { return [] }
        return ExportFormat.allCases.map { format in
            var export = operation(
                format.rawValue, "GET", [.text("\(path):\(format.rawValue)")],
                "All rows of \(table.name) as \(format.rawValue)", .file)
            export.query = [
                Parameter("selection", type("Rows"), SelectionShape.note, .members), SelectionShape.search,
            ]
            let media = String(format.mediaType.prefix { $0 != ";" })
            export.answers = [Answer(200, "The file.", [(media, format == .json ? .array(type("Fields")) : nil)])]
            return export
        }
    }

    private var row: Operation {
        var row = operation("get", "GET", inRow, "A row of \(table.name)", .document)
        row.query = [SelectionShape.window]
        row.answers = Answer.document(type("Row"))
        return row
    }

    private var value: Operation {
        let columns = blueprint.columns(ofRowsIn: table).map { JSON.string(Slugs.slug(of: $0.name)) }
        var value = operation(
            "value", "GET", inRow + [.text("/"), .value("column", .choice(columns), note: "The column.")],
            "A value of \(table.name) as a file", .file)
        value.answers = [Answer(200, "The value.", [("*/*", nil)], hasTag: true), .unchanged]
        return value
    }

    private func command(
        _ id: String, _ path: [Operation.Part], _ summary: String, _ body: Shape
    ) -> Operation {
        var command = operation(id, "POST", path, "\(summary) a row of \(table.name)", .command)
        command.body = body
        command.answers = [Answer(200, "The row's id.", [("application/json", Description.outcome(.named("Row")))])]
        return command
    }

    private func listCommands(_ changes: Blueprint.Changes) -> [Operation] {
        let insert = changes.insertion.map { columns in
            var insert = command("insert", [.text(path + ":insert")], "Insert", type("Insert"))
            insert.isBodyOptional = !columns.contains(where: \.isRequired)
            return insert
        }
        guard hasKey else { return insert.map { [$0] } ?? [] }
        let row = Member.always("row", .text, "The id of the row.")
        let update = changes.update.map { _ in
            command(
                "updateIn", [.text(path + ":update")], "Update",
                .members([row, .always("arguments", type("Update")), expected(isRequired: false)]))
        }
        let delete = command("deleteIn", [.text(path + ":delete")], "Delete", .members([row]))
        return [insert, update, changes.deletes ? delete : nil].compactMap(\.self)
    }

    private func rowCommands(_ changes: Blueprint.Changes) -> [Operation] {
        let update = changes.update.map { _ in
            var update = command(
                "update", inRow + [.text(":update")], "Update",
                .union([
                    type("Update"), .members([.always("arguments", type("Update")), expected(isRequired: true)]),
                ]))
            update.isBodyOptional = true
            return update
        }
        var delete = command("delete", inRow + [.text(":delete")], "Delete", .members([]))
        delete.isBodyOptional = true
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
