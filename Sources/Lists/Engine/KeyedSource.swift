import Changes
import Tables

/// A query of a table whose rows have keys, and sort codes that compare as the database compares the rows.
package protocol KeyedSource: QuerySource {
    /// The name of the order, equal for lists with the same rows in the same order.
    var orderName: ExactName { get }
    /// The positions of the columns whose former values determine a row's former place.
    var placeColumns: Set<Int> { get }
    /// Those in other tables, for rows that refer to them; none by default.
    var referredColumns: [ExactName: Set<Int>] { get }
    /// The tables after whose changes ``touched(by:)`` does not know the rows; none by default.
    var rereadTables: [String] { get }
    /// Whether the query searches texts, for which every row is scanned.
    var isTextSearch: Bool { get }
    /// Whether ``scan(into:at:)`` can run in steps.
    var hasSteps: Bool { get }

    /// Returns whether the query has more rows than a limit, or with `isFiltered: false`, whether its table has.
    func hasMore(than limit: Int, isFiltered: Bool) throws(ScanError) -> Bool
    /// Whether the query has conditions.
    var isFiltered: Bool { get }

    /// Adds all rows to an order, with a pace in steps.
    func scan(into order: RowCollector, at pace: ScanPace?) throws(ScanError)

    /// Returns the rows at some positions in the database's own order, and whether there are more. Fast where an index
    /// has that order.
    func glimpse(at positions: [Int]) throws(ScanError) -> (glimpse: Glimpse, rows: [Int: Row])

    /// Returns the rows at some positions of an order, by their keys. Omits rows that are gone.
    func rows(at positions: [Int], in ordering: Ordering) throws(ScanError) -> [Int: Row]

    /// The groups of selectors that the query requires: each row of the list meets one of each group. Empty if the
    /// database cannot tell, as by default.
    var selectors: [[RowSelector]] { get }
    /// The tables, other than that of the rows, by whose entries ``touched(by:)`` goes; none by default.
    var indexTables: [String] { get }
    /// Returns the rows of the table that a commit may have changed for this list; `nil` for none.
    func touched(by changes: RowChanges) throws(ScanError) -> RowChanges.InTable?

    /// Announces what a list will probably read: the codes of changed rows, and the values of those that it shows. See
    /// ``DatabaseState/readAhead(within:)``. Does nothing by default.
    func announce(_ changes: RowChanges, isShown: (OrderKey) -> Bool)
    /// Returns the present code of a row; `nil` if the row does not exist or does not satisfy the filter.
    func code(of key: OrderKey) throws(ScanError) -> PlacedCode?
    /// Returns the former place of a row, after ``touched(by:)``.
    func formerPlace(_ row: FormerRow) throws(ScanError) -> FormerPlace
    /// Returns the sort code of a section with this value.
    func sectionCode(of value: SQLValue) -> [UInt8]

    /// Returns whether a row comes before another whose code begins with the same bytes. The code of the other row is
    /// `nil` if it has to be read.
    ///
    /// By default, all bytes of both codes are compared, then the keys. An engine overrides this if only the database
    /// can compare some values: their codes have no bytes.
    func isBefore(_ row: PlacedRow, _ other: OrderKey, _ code: PlacedCode?) throws(ScanError) -> Bool
}

extension KeyedSource {
    package var selectors: [[RowSelector]] { [] }
    package func announce(_ changes: RowChanges, isShown: (OrderKey) -> Bool) {}
    package var indexTables: [String] { [] }
    package var referredColumns: [ExactName: Set<Int>] { [:] }
    package var rereadTables: [String] { [] }

    package func isBefore(_ row: PlacedRow, _ other: OrderKey, _ code: PlacedCode?) throws(ScanError) -> Bool {
        try hasLesserCode(row, other, code)
    }

    /// Returns whether a row's code, or its key if the codes are equal, is less than that of another row.
    package func hasLesserCode(_ row: PlacedRow, _ other: OrderKey, _ code: PlacedCode?) throws(ScanError) -> Bool {
        let read = if let code { code } else { try self.code(of: other) }
        guard let code = read else { return false }
        return row.code.bytes == code.bytes ? row.key < other : row.code.bytes.lexicographicallyPrecedes(code.bytes)
    }
}

/// A row with its present code.
package struct PlacedRow: Sendable {
    /// The key of the row.
    package let key: OrderKey
    /// Its code.
    package let code: PlacedCode
}
