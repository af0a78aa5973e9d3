import Changes
import Scenes
import Stores

/// What a list's route selects of its table: conditions, a text searched for, sections and the order.
struct Selection: Sendable {
    let table: Table
    /// In the order of the canonical route.
    let conditions: [Condition]
    let search: String
    let section: SectionRule?
    let sort: [SortTerm]

    /// Parameters that are not columns.
    private static let words: Set<String> = ["search", "section", "sort", "window", "since"]

    /// Reads the parameters of a route to `table`, each of equal ones once.
    ///
    /// - Throws: ``RouteError/invalid(message:)`` also when that costs more than `budget`.
    init(_ route: Route, of table: Table, within budget: QueryBudget) throws(RouteError) {
        self.table = table
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
        if let fault = budget.fault(of: query(columns: [])) { throw .invalid(message: fault) }
    }

    /// What is asked of the store, of rows with these columns.
    func query(columns: [String]) -> Query {
        var query = Query(table: table.name, columns: columns)
        query.filters = conditions.map(\.filter)
        query.search = search.isEmpty ? nil : search
        query.section = section?.term
        query.sort = sort
        return query
    }

    /// The canonical route.
    func route(in blueprint: Blueprint) -> Route {
        var parameters = conditions.map(parameter)
        if !search.isEmpty { parameters.append(Route.Parameter("search", search)) }
        if section != nil { parameters.append(Route.Parameter("section", sectionText)) }
        if !sort.isEmpty { parameters.append(Route.Parameter("sort", sortText)) }
        return blueprint.route(to: table.name, parameters)
    }

    /// A condition as a route writes it.
    func parameter(of condition: Condition) -> Route.Parameter { condition.parameter(of: table, words: Self.words) }

    /// Whether each section is of `true` or of `false`, which are 1 and 0 to SQLite.
    var hasSectionsOfBooleans: Bool { section?.column(of: table)?.isJSONBoolean ?? false }

    /// What makes the sections, as a route writes it, such as `-Year`.
    var sectionText: String { section?.text(of: table) ?? "" }

    /// The order as a route writes it, such as `-Name,Id`.
    var sortText: String {
        sort.map { ($0.isDescending ? "-" : "") + ColumnName.inSort($0.column) }.joined(separator: ",")
    }

    /// The parameter for the rows of a table whose column has a value, as the route has it.
    static func parameter(_ column: String, _ value: String, of table: Table) -> Route.Parameter {
        Condition.equal(column, value).parameter(of: table, words: words)
    }
}

extension Sequence {
    /// The elements without those that have the text of one before, byte by byte.
    func distinct(by text: (Element) -> String) -> [Element] {
        var seen: Set<RowName> = []
        return filter { seen.insert(RowName(text($0))).inserted }
    }
}

extension Sequence<Route.Parameter> {
    /// The parameters, each once.
    fileprivate func distinct() -> [Route.Parameter] { distinct(by: { "\($0.name)=\($0.value)" }) }
}
