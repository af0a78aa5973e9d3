import Scenes
import Stores
import Tables

/// The rule that divides the rows of a list into sections, from its route: `section=Genre`, `section=-Year`,
/// `section=Name.initial`. A column's name is always that column, and so is a name in double quotes.
struct SectionRule: Sendable, Equatable {
    private let column: String
    private let isInitial: Bool
    private let isDescending: Bool

    private static let initial = "initial"

    /// Reads the value of `section` in a route to `table`.
    init(_ text: String, of table: Table) throws(RouteError) {
        guard table.keepsOrder else {
            throw .invalid(
                message:
                    "\(table.name) cannot have sections. Only tables can, in databases encoded in UTF-8."
            )
        }
        isDescending = text.hasPrefix("-")
        let name = isDescending ? String(text.dropFirst()) : text
        let parts = ColumnName.split(name, at: ".")
        let isColumn = !name.hasPrefix("\"") && table.column(named: name) != nil
        isInitial = !isColumn && parts.count > 1 && parts.last == Self.initial
        let spelled = isInitial ? parts.dropLast().joined(separator: ".") : name
        column = try table.column(inRoute: isColumn ? name : ColumnName.read(spelled)).name
    }

    /// Returns the value for the canonical route: without quotes unless they change its meaning.
    func text(of table: Table) -> String {
        let plain = text { $0 }
        return !plain.isEmpty && (try? SectionRule(plain, of: table)) == self ? plain : text(ColumnName.quoted)
    }

    private func text(_ spell: (String) -> String) -> String {
        (isDescending ? "-" : "") + spell(column) + (isInitial ? "." + Self.initial : "")
    }

    /// Returns the column whose values are the sections; `nil` if the sections are initials.
    func column(of table: Table) -> Column? { isInitial ? nil : table.column(named: column) }

    /// The section term of the query.
    var term: SectionTerm {
        let term = isInitial ? SectionTerm.initial(of: column) : .column(column)
        return isDescending ? term.descending : term
    }
}
