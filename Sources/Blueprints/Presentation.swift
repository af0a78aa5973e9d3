import Stores

/// How the rows of one table are shown, chosen from its schema: what is the title, what the subtitle, what else a row
/// of a list says.
struct Presentation: Sendable {
    /// The columns that make the title, joined by spaces; none when the foreign keys or the row's key have to do.
    let title: [String]
    /// The column of the subtitle, if it is not a foreign key's label.
    let subtitle: String?
    /// The foreign keys whose rows' titles a row shows: as its title when it has none of its own, else as its subtitle.
    let labels: [ForeignKey]
    /// Whether the labels make the title, as in a table that only joins others.
    let isNamedByLabels: Bool
    /// The columns that a row of a list shows beside.
    let fields: [String]

    /// The most columns that a row of a list shows beside its title and subtitle.
    private static let fieldLimit = 4

    /// How a table's rows are shown; in a list of the rows that refer to one row by `reference`, that row goes without
    /// saying.
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

    /// The columns that make the title of a table's rows.
    static func title(in table: Table) -> [String] {
        let foreign = Set(table.foreignKeys.flatMap(\.columns))
        return title(of: table, among: table.columns.filter { $0.valueKind != .blob && !foreign.contains($0.name) })
    }

    /// The columns of a key that says something, such as the code of a country or the number of a line: any but a single whole
    /// number.
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
        // A key that says something is not what a row is called, as long as there is anything else.
        return (candidates.first { $0.primaryKeyPosition == 0 } ?? candidates.first).map { [$0.name] } ?? []
    }
}
