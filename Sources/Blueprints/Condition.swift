import Lists
import Scenes
import Stores
import Tables

/// A condition on rows from one parameter of a list's route: `Year=1990`, `Year.gte=1990`, `Composer.null`,
/// `search.Name,Composer=angus`.
///
/// A parameter name that equals a column's name means that column, even with dots or commas in it. Otherwise the part
/// after the last dot is a comparison. A name in double quotes always means a column.
struct Condition: Sendable, Equatable {
    /// The column with its comparison, or the searched columns.
    enum Subject: Sendable, Equatable {
        case column(String, Comparison)
        case search([String])
    }

    let subject: Subject
    /// The value, as in the route.
    let value: String

    /// The value that means NULL.
    private static let null = "~n"
    private static let searchPrefix = "search."
    /// Suffixes for a comparison with NULL.
    private static let nullWords: [String: Comparison] = ["null": .equal, "notnull": .other]

    /// The suffixes that may follow a column's name.
    static let words =
        Comparison.allCases.filter { $0 != .equal }.map(\.rawValue) + ["null", "notnull"]

    private init(_ subject: Subject, _ value: String) {
        self.subject = subject
        self.value = value
    }

    /// Returns the condition that a column equals a value.
    static func equal(_ column: String, _ value: String) -> Condition { comparing(column, .equal, value) }

    /// Returns the condition that a column compares with a value, in the notation of routes.
    static func comparing(_ column: String, _ comparison: Comparison, _ value: String) -> Condition {
        Condition(.column(column, comparison), value)
    }

    /// Reads a parameter of a route to `table`.
    init(_ parameter: Route.Parameter, of table: Table) throws(RouteError) {
        let name = parameter.name
        if table.column(atPath: name) != nil, !name.hasPrefix("\"") {
            self = .equal(name, parameter.value)
        } else if name.hasPrefix(Self.searchPrefix) {
            let names = ColumnName.split(String(name.dropFirst(Self.searchPrefix.count)), at: ",")
                .map(ColumnName.read).distinct { $0 }
            let columns = try names.map { name throws(RouteError) in try table.column(inRoute: name).name }
            self.init(.search(columns), parameter.value)
        } else {
            self = try Self.comparison(name, parameter.value, of: table)
        }
    }

    private static func comparison(
        _ name: String, _ value: String, of table: Table
    ) throws(RouteError) -> Condition {
        let parts = ColumnName.split(name, at: ".")
        guard parts.count > 1, let word = parts.last else {
            return equal(try table.column(inRoute: ColumnName.read(name)).name, value)
        }
        let text = ColumnName.read(parts.dropLast().joined(separator: "."))
        guard words.contains(word) else {
            guard table.column(atPath: text) != nil else { throw table.lacks(name) }
            throw .invalid(
                message: "Unknown comparison: \"\(word)\". Use one of: \(words.joined(separator: ", ")).")
        }
        let column = try table.column(inRoute: text).name
        if let comparison = nullWords[word] {
            guard value.isEmpty else { throw .invalid(message: "\"\(name)\" takes no value.") }
            return Condition(.column(column, comparison), null)
        }
        return Condition(.column(column, Comparison(rawValue: word) ?? .equal), value)
    }

    /// Returns the parameter for the canonical route: without quotes unless they change its meaning.
    func parameter(of table: Table, words: Set<String>) -> Route.Parameter {
        let plain = parameter { $0 }
        guard !words.contains(plain.name), (try? Condition(plain, of: table)) == self else {
            return parameter(ColumnName.quoted)
        }
        return plain
    }

    private func parameter(_ spell: (String) -> String) -> Route.Parameter {
        switch subject {
        case .search(let columns):
            return Route.Parameter(Self.searchPrefix + columns.map(spell).joined(separator: ","), value)
        case .column(let column, let comparison):
            if let nullWord { return Route.Parameter(spell(column) + "." + nullWord, "") }
            let suffix = comparison == .equal ? "" : "." + comparison.rawValue
            return Route.Parameter(spell(column) + suffix, value)
        }
    }

    /// The suffix for a comparison with NULL; `nil` for any other condition.
    var nullWord: String? {
        guard value == Self.null, case .column(_, let comparison) = subject else { return nil }
        return Self.nullWords.first { $0.value == comparison }?.key
    }

    /// The filter of the query.
    var filter: Filter {
        switch subject {
        case .column(let column, let comparison): Filter(column: column, comparison, id: value)
        case .search(let columns): .search(value, in: columns)
        }
    }
}

extension Table {
    /// Returns the column that a route names, also by a path such as `Owner.Name`.
    func column(inRoute name: String) throws(RouteError) -> Column {
        guard let column = column(atPath: name) else { throw lacks(name) }
        return column
    }

    /// Returns the column, or the one under a path, by which a route sorts or groups.
    func sortableColumn(inRoute name: String) throws(RouteError) -> Column {
        let column = try column(inRoute: name)
        guard column.isSortable else {
            throw .invalid(
                message: "The database knows no order of the values of \"\(name)\" (\(column.declaredType)).")
        }
        return column
    }

    /// Returns the column of this table that a route names.
    func ownColumn(inRoute name: String) throws(RouteError) -> Column {
        guard let column = column(named: name) else { throw lacks(name) }
        return column
    }

    /// Returns the error for a name that is no column.
    func lacks(_ column: String) -> RouteError {
        let names = columns.prefix(20).map(\.name) + (columns.count > 20 ? ["…"] : [])
        return .invalid(message: "Unknown column: \"\(column)\". \(name) has: \(names.joined(separator: ", ")).")
    }
}

extension Schema {
    /// Returns a table with the paths that occur in texts of a route.
    func withPaths(_ table: Table, in texts: [String]) -> Table {
        let texts = texts.filter { $0.utf8.contains(UInt8(ascii: ".")) }
        guard !texts.isEmpty else { return table }
        return withPaths(table) { path in
            texts.contains { $0.contains(path) || $0.contains(ColumnName.quoted(path)) }
        }
    }

    /// Returns a table with the paths that a route names, or other texts.
    func withPaths(_ table: Table, in route: Route, and others: [String] = []) -> Table {
        withPaths(table, in: route.parameters.flatMap { [$0.name, $0.value] } + others)
    }
}
