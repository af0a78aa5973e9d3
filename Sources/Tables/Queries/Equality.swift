/// A condition that a column has a value, as the database compares them.
package struct Equality: Sendable, Equatable {
    /// The name of the column.
    package let column: String
    /// The value. NULL stands for `IS NULL`.
    package let value: SQLValue

    /// Creates a condition.
    package init(column: String, value: SQLValue) {
        (self.column, self.value) = (column, value)
    }
}

extension Query {
    /// Returns what each row of the list has: of each group of equalities at least one. A query may select by other
    /// conditions too.
    ///
    ///     Team IN (3, 5) AND Owner = 7 AND Title LIKE 'a%'    // [[Team = 3, Team = 5], [Owner = 7]]
    package func equalities(in table: Table) -> [[Equality]] {
        let rules = rights?.rows?.equalities ?? []
        return filters.flatMap { $0.equalities(in: table) } + rules
    }
}

extension Filter {
    /// Returns the groups of equalities that the filter requires. A group without equalities is met by no row.
    fileprivate func equalities(in table: Table) -> [[Equality]] {
        switch condition {
        case .value(let name, let value): [Equality.group(name, [value])]
        case .same(let name, let value): [[Equality(column: name, value: value)]]
        case .among(let name, let values): [Equality.group(name, values)]
        case .route(let name, .equal, let text): [Equality.group(name, [text], of: table)]
        case .route(let name, .among, let text): [Equality.group(name, Filter.values(among: text), of: table)]
        case .rule(let condition): condition.equalities
        case .all(let filters): filters.flatMap { $0.equalities(in: table) }
        case .any(let filters): Equality.union(filters.map { $0.equalities(in: table) })
        case .route, .column, .search, .reference: []
        }
    }
}

extension Expression {
    /// The groups of equalities that the condition requires.
    fileprivate var equalities: [[Equality]] {
        switch self {
        case .comparison(.column(let name), .equal, .value(let value)),
            .comparison(.value(let value), .equal, .column(let name)):
            [Equality.group(name, [value])]
        case .isIn(.column(let name), .set(let values)): [Equality.group(name, values)]
        case .isNull(.column(let name)): [[Equality(column: name, value: .null)]]
        case .all(let conditions): conditions.flatMap(\.equalities)
        case .any(let conditions): Equality.union(conditions.map(\.equalities))
        default: []
        }
    }
}

extension Equality {
    /// Returns the equalities of a column with values. NULL equals nothing.
    fileprivate static func group(_ column: String, _ values: [SQLValue]) -> [Equality] {
        values.filter { $0 != .null }.map { Equality(column: column, value: $0) }
    }

    /// Returns the equalities of a column with values in the notation of routes, where NULL stands for itself.
    fileprivate static func group(_ name: String, _ texts: [String], of table: Table) -> [Equality] {
        let reader = FilterReader(of: table.column(named: name))
        return texts.flatMap(reader.values).map { Equality(column: name, value: $0) }
    }

    /// Returns the equalities of rows that meet one of some conditions: those of the smallest group of each.
    fileprivate static func union(_ conditions: [[[Equality]]]) -> [[Equality]] {
        var union: [Equality] = []
        for groups in conditions {
            guard let smallest = groups.min(by: { $0.count < $1.count }) else { return [] }
            union += smallest
        }
        return [union]
    }
}
