import Changes
import DataSources
import JSON
import Lists
import Scenes
import Stores
import Tables
import ViewModels

/// Reads the shown content of rows of a declared scene from the values of a query: columns of the table, columns of
/// other rows, and computed values.
struct SceneRowReader: Sendable {
    /// Reads the columns of the table.
    let reader: RowReader
    /// The columns, in order.
    let columns: [ColumnDeclaration]
    private let commands: [CommandDeclaration]
    private let referred: [ReferredColumn]
    private let titles: [ExactName: [String]]
    private let places: [ExactName: Int]
    /// The names of the commands with conditions, in the order of their values.
    private let conditional: [String]
    private let sql: [String]

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - others: Further names whose values are read, such as those of a card: columns, and paths over references.
    ///   - whole: Whether to read whole values.
    init(
        _ table: Table, in blueprint: Blueprint, _ columns: [ColumnDeclaration], besides others: [String],
        offering commands: [CommandDeclaration], whole: Bool = false
    ) {
        self.columns = columns
        self.commands = commands.filter(\.isOfRow)
        let paths = columns.map(\.name) + others
        let own = paths.filter { table.column(named: $0) != nil }
        reader = RowReader(table, in: blueprint, whole: whole, showing: own.distinct { $0 })
        // A column of another row has to be visible there in each row.
        let isVisible = { (key: ForeignKey, column: String) in
            blueprint.schema.table(named: key.parentTable)?.column(named: column) != nil
        }
        referred = paths.distinct { $0 }.compactMap { table.referredColumn($0) }.filter { isVisible($0.key, $0.column) }
        var titles: [ExactName: [String]] = [:]
        var sql: [(name: String, text: String)] = []
        for column in columns {
            switch column.source {
            case .column(let title?):
                let key = table.foreignKeys.first { $0.isOnly(of: column.name) }
                if let key, isVisible(key, title) { titles[ExactName(key.parentTable)] = [title] }
            case .column, .referred: break
            case .sql(let declared): sql.append((column.name, declared.text))
            }
        }
        self.titles = titles
        self.sql = sql.map(\.text)
        conditional = self.commands.filter { $0.condition != nil }.map(\.name)
        var places: [ExactName: Int] = [:]
        var next = reader.valueCount
        for referred in referred {
            places[ExactName(referred.path)] = next
            next += 1
        }
        for (name, _) in sql {
            places[ExactName(name)] = next
            next += 1
        }
        self.places = places
    }

    /// Adds to a query what the reader reads. `bound` puts the values of the principal and the time into a condition.
    func extend(_ query: inout Query, _ bound: (Expression) -> Expression) {
        query.referred = referred
        let conditions = commands.compactMap(\.condition).map { ComputedValue.condition(bound($0)) }
        query.computed = sql.map { .sql($0) } + conditions
        reader.extend(&query)
        query.titles.merge(titles) { $1 }
    }

    /// Whether a name has values: those of a hidden column are not read.
    func reads(_ name: String) -> Bool {
        places[ExactName(name)] != nil || reader.table.column(named: name) != nil
    }

    /// Returns the value of a name in a row.
    func json(_ name: String, of row: Row) -> JSON {
        guard let place = places[ExactName(name)] else { return reader.json(name, of: row) }
        return place < row.values.count ? row.values[place].json : .null
    }

    /// Returns the text for people of a name in a row: the title of the row that a reference points to, or the value.
    /// `links` are those of the row.
    func text(_ name: String, of row: Row, _ links: JSONObject) -> String? {
        if let title = links[name]?["title"]?.stringValue { return title }
        if let place = places[ExactName(name)] { return place < row.values.count ? row.values[place].label : nil }
        return reader.value(name, of: row).label
    }

    /// Returns the names of the commands that a row offers.
    func offers(of row: Row) -> [String] {
        let first = reader.valueCount + referred.count + sql.count
        let refused = conditional.enumerated().filter { place, _ in
            let value = first + place < row.values.count ? row.values[first + place] : .null
            return value != .integer(1)
        }
        let names = Set(refused.map(\.element))
        return commands.filter { command in
            !names.contains(command.name) && (command.update.isEmpty || reader.permits("update", on: row))
                && (!command.deletes || reader.permits("delete", on: row))
        }.map(\.name)
    }

    /// The options of the columns, as documents state them.
    var options: JSONObject {
        JSONObject(columns.map { ($0.name, .object($0.options)) }.filter { $0.1 != .object([:]) })
    }
}

extension ColumnDeclaration {
    /// The options of the column, as documents state them.
    var options: JSONObject {
        var options: JSONObject = [:]
        options["label"] = label.map(JSON.string)
        options["format"] = format.map { .string($0.rawValue) }
        if !colors.isEmpty { options["colors"] = .object(JSONObject(colors.map { ($0.value, .string($0.color)) })) }
        options["width"] = width.map { .int(Int64($0)) }
        options["align"] = isAtRight.map { .string($0 ? "right" : "left") }
        if isEditable == false { options["edit"] = false }
        options["help"] = help.map(JSON.string)
        return options
    }
}
