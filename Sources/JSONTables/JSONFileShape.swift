import JSON
import Tables

/// The content of a JSON file as tables. An array of objects is one table, named like the file. An object of such
/// arrays has one table for each. Any other value has no tables.
struct JSONFileShape: Sendable {
    let root: JSON
    let tables: [RecordTable]

    /// Creates the shape of a value in a file of this name, without its extension.
    init(_ root: JSON, name: String) {
        self.root = root
        tables = Self.tables(of: root, name: name)
    }

    func table(named name: String) -> RecordTable? {
        tables.first { $0.name.utf8.elementsEqual(name.utf8) }
    }

    /// Returns the whole value with other records in one table.
    func replacing(_ records: [JSONObject], of table: String) -> JSON {
        let array = JSON.array(records.map { .object($0) })
        guard case .object(var members) = root else { return array }
        members[table] = array
        return .object(members)
    }

    private static func tables(of root: JSON, name: String) -> [RecordTable] {
        switch root {
        case .array(let elements): return RecordTable(name, elements).map { [$0] } ?? []
        case .object(let members):
            var tables: [RecordTable] = []
            for (name, value) in members {
                guard let table = value.arrayValue.flatMap({ RecordTable(name, $0) }) else { return [] }
                tables.append(table)
            }
            return Set(tables.map(\.name.folded)).count == tables.count ? tables : []
        default: return []
        }
    }
}
