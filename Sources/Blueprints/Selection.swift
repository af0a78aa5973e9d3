import Changes
import Lists
import Scenes
import Stores
import Tables

/// The screen whose rows a selection narrows.
struct SelectionBase: Sendable {
    /// The path of the screen.
    let path: [String]
    /// Parameters that a route has without naming them: the order, the sections.
    var defaults: [Route.Parameter] = []
    /// Further parameters of the canonical route.
    var parameters: [Route.Parameter] = []
    /// The conditions that each row meets.
    var filters: [Filter] = []
    /// The columns that a search reads; empty for all texts.
    var searched: [String] = []
    /// The columns that a list shows unless its route names them; `nil` for those of the table.
    var shown: [String]?
    /// The paths and SQL expressions that `columns` may name.
    var others: [String] = []
}

/// The selection in a list's route: conditions, search text, sections, sort order and columns.
struct Selection: Sendable {
    let table: Table
    /// The screen whose rows are selected; `nil` for the derived list of the table.
    let base: SelectionBase?
    /// In the order of the canonical route.
    let conditions: [Condition]
    let search: String
    let section: SectionRule?
    let sort: [SortTerm]
    /// The columns to show that the route names; empty for those that a list shows by default.
    let columns: [String]

    /// Parameters that are not columns.
    static let words: Set<String> = [
        "columns", "counts", "search", "section", "sort", "window", "since",
    ]

    /// Reads the parameters of a route to `table`, without duplicates.
    ///
    /// - Throws: ``RouteError/invalid(message:)``, also when the query costs more than `budget`.
    init(
        _ route: Route, of table: Table, within budget: QueryBudget, on base: SelectionBase? = nil
    ) throws(RouteError) {
        (self.table, self.base) = (table, base)
        let route = route.adding(base?.defaults ?? [])
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
            SortTerm(column: try table.sortableColumn(inRoute: term.name).name, isDescending: term.isDescending)
        }
        self.sort = sort.distinct(by: \.column)
        let names = ColumnName.names(in: route["columns"] ?? "").distinct { $0 }
        let others = base?.others ?? []
        let columns = try names.map { name throws(RouteError) in
            if let other = others.first(where: { ExactName($0) == ExactName(name) }) { return other }
            return try table.ownColumn(inRoute: name).name
        }
        let usual = base?.shown == nil ? Presentation.columns(ofListOf: table) : []
        self.columns = columns.map(ExactName.init) == usual.map(ExactName.init) ? [] : columns
        if let fault = budget.fault(of: query(columns: [])) { throw .invalid(message: fault) }
    }

    /// Returns the query for rows with these columns.
    func query(columns: [String]) -> Query {
        var query = Query(table: table.name, columns: columns)
        query.filters = (base?.filters ?? []) + conditions.map(\.filter)
        if let base, !base.searched.isEmpty, !search.isEmpty {
            query.filters.append(.search(search, in: base.searched))
        } else {
            query.search = search.isEmpty ? nil : search
        }
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
        let removed = base?.defaults.filter { standard in !parameters.contains { $0.name == standard.name } } ?? []
        return self.route(in: blueprint, parameters + removed.map { Route.Parameter($0.name, "") })
    }

    /// Returns the route of the list with these parameters.
    func route(in blueprint: Blueprint, _ parameters: [Route.Parameter]) -> Route {
        guard let base else { return blueprint.route(to: table.name, parameters) }
        return Route(base.path, (parameters + base.parameters).filter { !base.defaults.contains($0) })
    }

    /// The columns that the list shows.
    var shown: [String] { columns.isEmpty ? base?.shown ?? Presentation.columns(ofListOf: table) : columns }

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

extension Route {
    /// Returns the route with those of some parameters that it does not have.
    fileprivate func adding(_ defaults: [Parameter]) -> Route {
        Route(segments, parameters + defaults.filter { self[$0.name] == nil })
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
