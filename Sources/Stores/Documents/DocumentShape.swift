import JSON

/// What a JSON file holds, as tables: an array of objects is one, called as the file is, and an object of such arrays is
/// one for each. Anything else has no tables, and is a document.
struct DocumentShape: Sendable {
    let root: JSON
    let tables: [RecordTable]

    /// The shape of a value in a file of this name, without its ending.
    init(_ root: JSON, name: String) {
        self.root = root
        tables = Self.tables(of: root, name: name)
    }

    func table(named name: String) -> RecordTable? {
        tables.first { $0.name.utf8.elementsEqual(name.utf8) }
    }

    /// The whole value with other records in one table.
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
