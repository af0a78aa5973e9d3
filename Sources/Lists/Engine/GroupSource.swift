import Changes
import Tables

/// A query of the totals of a table's groups of rows.
package protocol GroupSource: QuerySource {
    /// The name of the table.
    var table: String { get }
    /// The measures of the totals.
    var measures: [Total.Measure] { get }
    /// The positions of the columns whose former values determine the group of a former row; `nil` if they do not
    /// suffice. Then all groups are read again after a change.
    var memberColumns: Set<Int>? { get }

    /// Calls `body` with each group.
    func forEachGroup(_ body: (TotalsGroup) throws(ScanError) -> Void) throws(ScanError)
    /// Returns the values of a group that follow its totals: the end of a range, and the label of a reference.
    func details(of value: SQLValue) throws(ScanError) -> [SQLValue]
    /// Whether the groups must be found again, because there are too many for the ranges that were chosen.
    func hasOutgrown(groups count: Int) -> Bool
    /// Reads the group of a value; `nil` if it has no rows.
    func group(of value: SQLValue) throws(ScanError) -> TotalsGroup?

    /// Returns what a present row contributes; `nil` if it is in no group.
    func member(_ key: OrderKey) throws(ScanError) -> TotalsMember?
    /// Returns what a former row contributed.
    func formerMember(_ row: FormerRow) throws(ScanError) -> FormerMember

    /// Returns the id of the group of a value.
    func name(of value: SQLValue) -> ExactName
    /// Returns the values of a row for a group, given the group's value and its totals.
    func shown(_ values: [SQLValue]) -> [SQLValue]
    /// Returns the place of a group in the order, given its value and its totals.
    func code(of values: [SQLValue]) -> PlacedCode
    /// Returns whether a value comes before another in the order that decides smallest and largest values.
    func isBefore(_ value: SQLValue, _ other: SQLValue) -> Bool
}

/// The contribution of a row to its group.
package struct TotalsMember: Equatable, Sendable {
    /// The value of the group.
    package let group: SQLValue
    /// A value for each total; `nil` for an unknown one.
    package let values: [SQLValue?]

    /// Creates a contribution to the group of a value.
    package init(group: SQLValue, values: [SQLValue?]) {
        (self.group, self.values) = (group, values)
    }
}

/// The contribution of a former row.
package enum FormerMember: Sendable {
    /// The row was in no group.
    case none
    case member(TotalsMember)
    /// The group is unknown.
    case unknown
}
