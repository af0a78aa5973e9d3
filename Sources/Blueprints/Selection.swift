import Changes
import Lists
import Scenes
import Stores
import Tables

/// The selection in a list's route: conditions, search text, sections, sort order and columns.
struct Selection: Sendable {
    let table: Table
    /// In the order of the canonical route.
    let conditions: [Condition]
    let search: String
    let section: SectionRule?
    let sort: [SortTerm]
    /// The columns to show that the route names; empty for those that a list shows by default.
    let columns: [String]

    /// Parameters that are not columns.
    private static let words: Set<String> = [
        "columns", "counts", "search", "section", "sort", "window", "since",
    ]

    /// Reads the parameters of a route to `table`, without duplicates.
    ///
    /// - Throws: ``RouteError/invalid(message:)``, also when the query costs more than `budget`.
    init(_ route: Route, of table: Table, within budget: QueryBudget) throws(RouteError) {
        self.table = table
        guard route["counts"] ?? "" == "" else { throw .invalid(message: "\"counts\" is not possible here.") }
        let given = route.parameters.filter { !Self.words.contains($0.name) }.distinct()
        if let fault = budget.fault(ofCount: given.count) { throw .invalid(message: fault) }
        let parameters = try given.map { parameter throws(RouteError) in
            try Condition(parameter, of: table).parameter(of: table, words: Self.words)
        }
        conditions = try Route([], parameters).parameters.distinct().map { parameter throws(RouteError) in
            try Condition(parameter, of: table)
        }
        search = route["search"] ?? ""
        let section = route["section"] ?? ""
        self.section = section.isEmpty ? nil : try SectionRule(section, of: table)
        let terms = ColumnName.terms(of: route["sort"] ?? "").distinct(by: \.name)
        let sort = try terms.map { term throws(RouteError) in
            SortTerm(column: try table.column(inRoute: term.name).name, isDescending: term.isDescending)
        }
        self.sort = sort.distinct(by: \.column)
        let names = ColumnName.names(in: route["columns"] ?? "").distinct { $0 }
        let columns = try names.map { name throws(RouteError) in try table.column(inRoute: name).name }
        let usual = Presentation.columns(ofListOf: table)
        self.columns = columns.map(ExactName.init) == usual.map(ExactName.init) ? [] : columns
        if let fault = budget.fault(of: query(columns: [])) { throw .invalid(message: fault) }
    }

    /// Returns the query for rows with these columns.
    func query(columns: [String]) -> Query {
        var query = Query(table: table.name, columns: columns)
        query.filters = conditions.map(\.filter)
        query.search = search.isEmpty ? nil : search
        query.section = section?.term
        query.sort = sort
        return query
    }

    /// Returns the canonical route.
    func route(in blueprint: Blueprint) -> Route {
        var parameters = conditions.map(parameter)
        if !columns.isEmpty {
            parameters.append(Route.Parameter("columns", columns.map(ColumnName.inSort).joined(separator: ",")))
        }
        if !search.isEmpty { parameters.append(Route.Parameter("search", search)) }
        if section != nil { parameters.append(Route.Parameter("section", sectionText)) }
        if !sort.isEmpty { parameters.append(Route.Parameter("sort", sortText)) }
        return blueprint.route(to: table.name, parameters)
    }

    /// The columns that the list shows.
    var shown: [String] { columns.isEmpty ? Presentation.columns(ofListOf: table) : columns }

    /// Returns a condition as a route parameter.
    func parameter(of condition: Condition) -> Route.Parameter { Self.parameter(condition, of: table) }

    /// Whether each section is `true` or `false`, which SQLite stores as 1 and 0.
    var hasSectionsOfBooleans: Bool { section?.column(of: table)?.isJSONBoolean ?? false }

    /// The section rule in a route, such as `-Year`.
    var sectionText: String { section?.text(of: table) ?? "" }

    /// The sort order in a route, such as `-Name,Id`.
    var sortText: String {
        sort.map { ($0.isDescending ? "-" : "") + ColumnName.inSort($0.column) }.joined(separator: ",")
    }

    /// Returns the parameter for the rows whose column has a value, in the form of the route.
    static func parameter(_ column: String, _ value: String, of table: Table) -> Route.Parameter {
        parameter(.equal(column, value), of: table)
    }

    /// Returns a condition on a table as a parameter, in the form of the route.
    static func parameter(_ condition: Condition, of table: Table) -> Route.Parameter {
        condition.parameter(of: table, words: words)
    }
}

extension Sequence {
    /// Returns the elements without duplicates of their texts, compared byte by byte.
    func distinct(by text: (Element) -> String) -> [Element] {
        var seen: Set<ExactName> = []
        return filter { seen.insert(ExactName(text($0))).inserted }
    }
}

extension Sequence<Route.Parameter> {
    /// Returns the parameters without duplicates.
    fileprivate func distinct() -> [Route.Parameter] { distinct(by: { "\($0.name)=\($0.value)" }) }
}
