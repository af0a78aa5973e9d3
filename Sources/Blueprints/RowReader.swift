import Changes
import DataSources
import JSON
import Lists
import Scenes
import Stores
import Tables
import ViewModels

/// Reads the shown content of a table's rows from the values of a query: lists the columns to query, and finds values
/// by column.
struct RowReader: Sendable {
    let table: Table
    let presentation: Presentation
    private let blueprint: Blueprint
    private let places: [ExactName: Int]
    /// The columns whose values represent JSON.
    private let jsonColumns: Set<ExactName>
    private let changes: Blueprint.Changes

    /// The columns whose values a row in a list has as fields.
    private let fields: [String]
    private let isList: Bool

    /// The columns that the query must return; the labels of foreign keys follow them.
    let columns: [String]
    /// The foreign keys whose labels the query must add, in this order.
    let labelled: [ForeignKey]
    /// The parents of these foreign keys whose keys the query must add; empty if no row has links.
    let parents: [Table?]

    /// Creates a reader of rows.
    ///
    /// - Parameters:
    ///   - whole: Whether to read all columns, not only those that a list shows.
    ///   - reference: The foreign key by which the rows refer to the one row that they are listed under, if any.
    ///   - shown: The columns that a list shows; `nil` for those of the presentation. Foreign keys among them have
    ///     links.
    init(
        _ table: Table, in blueprint: Blueprint, whole: Bool, under reference: Reference? = nil,
        showing shown: [String]? = nil
    ) {
        self.table = table
        self.blueprint = blueprint
        presentation =
            reference.map { Presentation(of: table, in: blueprint.schema, under: $0) }
            ?? blueprint.presentation(of: table)
        isList = !whole
        fields = shown ?? presentation.fields
        let listed = presentation.title + (presentation.subtitle.map { [$0] } ?? []) + fields
        columns = whole ? shown ?? table.columns.map(\.name) : listed.distinct { $0 }
        let names = Set((shown ?? []).map(ExactName.init))
        let labels = presentation.labels
        let linked = table.foreignKeys.filter { key in
            !labels.contains(key) && key.columns.first.map { names.contains(ExactName($0)) } ?? false
        }
        labelled = whole ? table.foreignKeys : labels + linked
        let hasLinks = whole || shown != nil
        parents = hasLinks ? labelled.map { blueprint.schema.table(named: $0.parentTable) } : []
        changes = table.key == .none ? Blueprint.Changes() : blueprint.changes(of: table)
        jsonColumns = Set(table.columns.filter(\.isJSON).map { ExactName($0.name) })
        places = Dictionary(columns.enumerated().map { (ExactName($1), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The number of values of a row that the columns, labels and keys take.
    var valueCount: Int { columns.count + labelled.count + parents.reduce(0) { $0 + ($1?.keyColumns.count ?? 0) } }

    /// Sets the columns and labels of a query, and adds the conditions of rules.
    func extend(_ query: inout Query) {
        query.columns = columns
        query.labels = labelled
        query.parents = parents
        query.titles = blueprint.titles
        query.computed += changes.conditions.map { .condition($0.condition) }
    }

    /// Returns whether rules permit a command, `update` or `delete`, on a row as it was when it was read.
    func permits(_ command: String, on row: Row) -> Bool {
        guard command == "update" ? changes.update != nil : changes.deletes else { return false }
        let values = row.values.suffix(changes.conditions.count)  // computed values come last
        return zip(changes.conditions, values).allSatisfy { $0.command != command || $1 == .integer(1) }
    }

    /// Returns the actions that a row in a list offers.
    func actions(of row: Row) -> [String] {
        [("update", "edit"), ("delete", "delete")].filter { permits($0.0, on: row) }.map(\.1)
    }

    /// Returns the value of a column in a row.
    func value(_ column: String, of row: Row) -> SQLValue {
        places[ExactName(column)].map { row.values[$0] } ?? .null
    }

    /// Returns the value of a column as documents show it. A blob is a link to the file, if the row has a route.
    func json(_ column: String, of row: Row) -> JSON { json(value(column, of: row), in: column, of: row.id) }

    /// Returns a value of a column of the row with this id, in the same way.
    func json(_ value: SQLValue, in column: String, of id: String) -> JSON {
        if let meaning = jsonColumns.contains(ExactName(column)) ? value.meaning : nil { return meaning }
        guard case .blob = value, table.key != .none, case .object(var json) = value.json else { return value.json }
        json["href"] = .string(blueprint.route(to: column, of: id, in: table.name).description)
        return .object(json)
    }

    /// Returns the title of a row: its title columns, or the labels of the rows it joins, or the table's name with the
    /// key.
    func title(of row: Row) -> String {
        let labels = row.values.dropFirst(columns.count).prefix(isList ? presentation.labels.count : labelled.count)
        let own = presentation.title.compactMap { value($0, of: row).label }
        if !own.isEmpty { return own.map(\.shortened).joined(separator: " ") }
        let joined = labels.compactMap(\.label)
        if presentation.isNamedByLabels, !joined.isEmpty { return joined.joined(separator: " · ") }
        return table.key == .none ? table.name : "\(table.name) \(keyText(of: row.id))"
    }

    /// Returns an id for people: without the escapes of routes.
    private func keyText(of id: String) -> String {
        guard id.utf8.contains(UInt8(ascii: "~")), let values = table.keyValues(of: id) else { return id }
        let texts = values.compactMap(\.label)
        return texts.count == values.count ? texts.joined(separator: ",") : id
    }

    /// Returns the cell of a row in a list.
    func cell(of row: Row) -> Cell {
        let fields = JSONObject(self.fields.map { ($0, json($0, of: row)) })
        return Cell(
            template: "row", title: title(of: row), subtitle: subtitle(of: row), href: href(of: row),
            can: actions(of: row), fields: fields, links: isListWithLinks ? links(of: row) : [:])
    }

    /// Returns the subtitle of a row in a list: its subtitle column, or the label of a row that it refers to.
    func subtitle(of row: Row) -> String? {
        if let column = presentation.subtitle { return value(column, of: row).label }
        let hasLabel = !presentation.isNamedByLabels && !presentation.labels.isEmpty
        return hasLabel ? row.values.dropFirst(columns.count).first?.label : nil
    }

    /// Returns the route of the screen of a row, if there is one.
    func href(of row: Row) -> String? {
        table.key == .none ? nil : blueprint.link(to: row.id, of: table.name)
    }

    private var isListWithLinks: Bool { isList && !parents.isEmpty }

    /// Returns links by column: the screen of the row that a foreign key refers to, if that row exists. A key of
    /// several columns is listed under its first.
    func links(of row: Row) -> JSONObject {
        var links: JSONObject = [:]
        let labels = row.values.dropFirst(columns.count).prefix(labelled.count)
        var rest = row.values.dropFirst(columns.count + labels.count)
        for (place, (key, label)) in zip(labelled, labels).enumerated() {
            guard let parent = parents[place] else { continue }
            let values = rest.prefix(parent.keyColumns.count)
            rest = rest.dropFirst(values.count)
            guard let column = key.columns.first, links[column] == nil, !isList || shows(column),
                let id = parent.id(ofKey: values)
            else { continue }
            var link: JSONObject = [:]
            link["href"] = blueprint.link(to: id, of: parent.name).map(JSON.string)
            link["title"] = .string(label.label ?? "\(parent.name) \(id)")
            links[column] = .object(link)
        }
        return links
    }

    private func shows(_ column: String) -> Bool { fields.contains { ExactName($0) == ExactName(column) } }
}

extension String {
    /// The text, cut to the length of a title.
    fileprivate var shortened: String {
        let start = prefix(200)
        return start.endIndex == endIndex ? self : start + "…"
    }
}

extension SQLValue {
    /// The value as a short text for people; `nil` if it is NULL, empty or binary.
    var label: String? {
        switch self {
        case .null, .blob: nil
        case .integer(let number): String(number)
        case .real(let number): String(number)
        case .text(let text): text.isEmpty ? nil : text
        case .malformed(let text): String(decoding: text.bytes, as: UTF8.self)
        }
    }

    /// The JSON that a value represents; `nil` when it has been cut.
    var meaning: JSON? {
        switch self {
        case .integer(let number): .bool(number != 0)
        case .text(let text): try? JSON(parsing: text)
        case .null, .real, .malformed, .blob: nil
        }
    }

    /// The value as documents show it. Numbers without a JSON form are strings.
    var json: JSON {
        switch self {
        case .null: .null
        case .integer(let number): .int(number)
        case .real(let number): number.isFinite ? .double(number) : .string(number < 0 ? "-Infinity" : "Infinity")
        case .text(let text): .string(text)
        case .malformed(let text): .string(String(decoding: text.bytes, as: UTF8.self))
        case .blob(let blob):
            ["bytes": .int(Int64(blob.count)), "type": .string(MediaSniffer.type(of: blob.bytes))]
        }
    }
}
