import Scenes
import Stores

/// What puts the rows of a list into sections, as its route has it: `section=Genre`, `section=-Year`,
/// `section=Name.initial`. A name that is a column's is one, and so is what stands in double quotes.
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
                    "\(table.name) has no sections: rows of tables have them, in databases of texts in UTF-8."
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

    /// The value as canonical routes have it: without quotes where it is read as the same without.
    func text(of table: Table) -> String {
        let plain = text { $0 }
        return !plain.isEmpty && (try? SectionRule(plain, of: table)) == self ? plain : text(ColumnName.quoted)
    }

    private func text(_ spell: (String) -> String) -> String {
        (isDescending ? "-" : "") + spell(column) + (isInitial ? "." + Self.initial : "")
    }

    /// The column whose values make the sections; `nil` if their first characters do.
    func column(of table: Table) -> Column? { isInitial ? nil : table.column(named: column) }

    /// What a query is asked for.
    var term: SectionTerm {
        let term = isInitial ? SectionTerm.initial(of: column) : .column(column)
        return isDescending ? term.descending : term
    }
}
