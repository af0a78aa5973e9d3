import Changes
import JSON
import Tables

/// An array of objects as a table: a row for each object, a column for each member of any of them.
///
/// The id of a row is its member `id`, `_id` or `key`: the first of these that is a text or a whole number in all rows,
/// and unique. Otherwise the id is the position in the array, from 0.
struct RecordTable: Sendable {
    let name: String
    let records: [JSONObject]
    let columns: [RecordColumn]
    /// The member that identifies a record; `nil` if its position does.
    let key: String?
    /// The ids of the records.
    let ids: [ExactName]
    private let places: [ExactName: Int]

    /// The members that may identify a record.
    private static let keys = ["id", "_id", "key"]
    /// The limit on columns. SQLite's own limit is 2,000.
    private static let columnLimit = 1_000

    /// Creates the table of an array; `nil` if it has elements other than objects, or names that a table cannot have.
    /// O(values).
    init?(_ name: String, _ elements: [JSON]) {
        let records = elements.compactMap(\.objectValue)
        guard records.count == elements.count, Self.isPossible(name), let columns = Self.columns(of: records) else {
            return nil
        }
        self.name = name
        self.records = records
        self.columns = columns
        let found = Self.key(of: records, columns)
        key = found?.name
        let ids = found?.ids ?? records.indices.map { ExactName(String($0)) }
        self.ids = ids
        places = found?.places ?? Dictionary(uniqueKeysWithValues: zip(ids, ids.indices))
    }

    /// Returns the position of the record with this id.
    func place(of id: ExactName) -> Int? { places[id] }

    /// Returns the record with this id.
    func record(_ id: String) -> JSONObject? { places[ExactName(id)].map { records[$0] } }

    /// Returns the column of a member.
    func column(named name: String) -> RecordColumn? {
        columns.first { $0.name.utf8.elementsEqual(name.utf8) }
    }

    /// Returns the id of a record with this value of the key.
    func id(_ value: JSON) -> String {
        let affinity = key.flatMap(column(named:))?.column(key: key).affinity ?? .blob
        return KeyCodec.encode([SQLValue(scalar: value)], [affinity])
    }

    private static func columns(of records: [JSONObject]) -> [RecordColumn]? {
        var places: [ExactName: Int] = [:]
        var found: [(name: String, kinds: RecordKinds)] = []
        for record in records {
            for (name, value) in record {
                if let place = places[ExactName(name)] {
                    found[place].kinds.formUnion(RecordKinds(value))
                } else {
                    places[ExactName(name)] = found.count
                    found.append((name, RecordKinds(value)))
                }
            }
            guard found.count <= columnLimit else { return nil }
        }
        let folded = Set(found.map { $0.name.folded } + [Column.position.folded])
        guard folded.count == found.count + 1, found.allSatisfy({ isPossible($0.name) }) else { return nil }
        return found.map { RecordColumn(name: $0.name, kind: $0.kinds.kind) }
    }

    private static func key(
        of records: [JSONObject], _ columns: [RecordColumn]
    ) -> (name: String, ids: [ExactName], places: [ExactName: Int])? {
        for column in columns.sorted(by: { (keys.firstIndex(of: $0.name) ?? 3) < (keys.firstIndex(of: $1.name) ?? 3) })
        where keys.contains(column.name) {
            let affinity = column.column(key: nil).affinity
            let ids = records.compactMap { record -> ExactName? in
                guard let value = record[column.name], value.isName else { return nil }
                return ExactName(KeyCodec.encode([SQLValue(scalar: value)], [affinity]))
            }
            let places = Dictionary(zip(ids, ids.indices)) { first, _ in first }
            if places.count == records.count { return (column.name, ids, places) }
        }
        return nil
    }

    /// Returns whether a text may be a name in SQLite.
    private static func isPossible(_ name: String) -> Bool {
        !name.utf8.contains(0) && !name.isSystemName
    }
}

extension JSON {
    /// Whether the value may identify a record.
    fileprivate var isName: Bool {
        switch self {
        case .int, .string: true
        case .null, .bool, .double, .array, .object: false
        }
    }
}

extension String {
    /// The name in the form that SQLite compares: the letters A to Z in lower case.
    var folded: [UInt8] {
        utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }
}
