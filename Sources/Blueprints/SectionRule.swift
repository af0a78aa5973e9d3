import Lists
import Scenes
import Stores
import Tables

/// The rule that divides the rows of a list into sections, from its route: `section=Genre`, `section=-Year`,
/// `section=Name.initial`. A column's name is always that column, and so is a name in double quotes.
struct SectionRule: Sendable, Equatable {
    private let column: SuffixedColumn
    private let isDescending: Bool

    /// Reads the value of `section` in a route to `table`.
    init(_ text: String, of table: Table) throws(RouteError) {
        guard table.keepsOrder else {
            throw .invalid(
                message:
                    "\(table.name) cannot have sections. Only tables can, in databases encoded in UTF-8."
            )
        }
        isDescending = text.hasPrefix("-")
        column = try SuffixedColumn(isDescending ? String(text.dropFirst()) : text, suffix: "initial", of: table)
    }

    /// Returns the value for the canonical route.
    func text(of table: Table) -> String {
        let sign = isDescending ? "-" : ""
        return sign + column.text(of: table) { (try? SectionRule(sign + $0, of: table)) == self }
    }

    /// Returns the column whose values are the sections; `nil` if the sections are initials.
    func column(of table: Table) -> Column? { column.hasSuffix ? nil : table.column(atPath: column.name) }

    /// The section term of the query.
    var term: SectionTerm {
        let term = column.hasSuffix ? SectionTerm.initial(of: column.name) : .column(column.name)
        return isDescending ? term.descending : term
    }
}
