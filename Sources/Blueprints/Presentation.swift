import Changes
import Lists
import Stores
import Tables

/// The presentation of a table's rows, chosen from its schema: the columns of the title, of the subtitle, and of the
/// other fields in a list.
struct Presentation: Sendable {
    /// The columns of the title, joined by spaces. Empty when the ``labels`` or the key are the title.
    let title: [String]
    /// The column of the subtitle; `nil` when the subtitle is a label.
    let subtitle: String?
    /// The foreign keys whose parent rows' titles are the labels of a row. The labels are the title of a row without
    /// title columns, and otherwise the subtitle.
    let labels: [ForeignKey]
    /// Whether the labels are the title, as in a table that only joins others.
    let isNamedByLabels: Bool
    /// The further columns that a row in a section of another row shows.
    let fields: [String]

    /// The most columns that a row in a section of another row shows besides its title and subtitle.
    private static let fieldLimit = 4

    /// The most columns that a list shows unless its route names them.
    private static let columnLimit = 16

    /// Chooses the presentation of a table's rows. `reference` is set for a list of the rows that refer to one row. The
    /// labels then omit that row.
    init(of table: Table, in schema: Schema, under reference: Reference? = nil) {
        let foreign = Set(table.foreignKeys.flatMap(\.columns))
        let readable = table.columns.filter { $0.valueKind != .blob }
        let keys = Self.meaningfulKeys(of: table)
        let own = readable.filter {
            ($0.primaryKeyPosition == 0 || keys.contains($0.name)) && !foreign.contains($0.name)
        }
        title = Self.title(of: table, among: own)
        let named = table.foreignKeys.filter { key in
            guard key.columns != reference?.columns, let parent = schema.table(named: key.parentTable) else {
                return false
            }
            return !Self.title(in: parent).isEmpty
        }
        labels = Array(named.prefix(title.isEmpty ? 2 : 1))
        isNamedByLabels = title.isEmpty && labels.count > (reference == nil ? 1 : 0)
        let others = own.filter { [title] in !title.contains($0.name) }
        let rest = others.filter { keys.contains($0.name) } + others.filter { !keys.contains($0.name) }
        subtitle = labels.isEmpty ? rest.first { $0.valueKind == .text }?.name : nil
        fields = rest.lazy.map(\.name).filter { [subtitle] in $0 != subtitle }.prefix(Self.fieldLimit).map { $0 }
    }

    /// Returns the columns that a list shows unless its route names them: all of a narrow table, otherwise the key, the
    /// title and the first of the others. In the table's order.
    static func columns(ofListOf table: Table) -> [String] {
        guard table.columns.count > columnLimit else { return table.columns.map(\.name) }
        let certain = Set((table.keyColumns + title(in: table)).map(ExactName.init))
        let names = table.columns.map(\.name)
        var rest = columnLimit - names.filter { certain.contains(ExactName($0)) }.count
        return names.filter { name in
            if certain.contains(ExactName(name)) { return true }
            rest -= 1
            return rest >= 0
        }
    }

    /// Returns the title columns of a table.
    static func title(in table: Table) -> [String] {
        let foreign = Set(table.foreignKeys.flatMap(\.columns))
        return title(of: table, among: table.columns.filter { $0.valueKind != .blob && !foreign.contains($0.name) })
    }

    /// Returns the columns of a meaningful key, such as a country code or a line number: every key except a single
    /// integer.
    private static func meaningfulKeys(of table: Table) -> Set<String> {
        guard case .columns(let names, _) = table.key else { return [] }
        let isNumber = names.count == 1 && table.column(named: names[0])?.valueKind == .integer
        return isNumber ? [] : Set(names)
    }

    private static func title(of table: Table, among columns: [Column]) -> [String] {
        let texts = columns.filter { $0.valueKind == .text || $0.valueKind == .any }
        let byName = { (name: String) in texts.first { $0.name.lowercased().filter(\.isLetter) == name }?.name }
        if let first = byName("firstname"), let last = byName("lastname") { return [first, last] }
        for name in ["name", "title", "label", "displayname", "fullname", "subject", "headline", "caption", "username"]
        {
            if let column = byName(name) { return [column] }
        }
        let endings = ["name", "title", "label"]
        if let column = texts.first(where: { column in endings.contains { column.name.lowercased().hasSuffix($0) } }) {
            return [column.name]
        }
        let early = Set(table.columns.prefix(3).map(\.name))
        let candidates = texts.filter { early.contains($0.name) }
        // A meaningful key is the title only if there is no other candidate.
        return (candidates.first { $0.primaryKeyPosition == 0 } ?? candidates.first).map { [$0.name] } ?? []
    }
}
