import Changes
import Lists
import PostgreSQL
import Tables

/// Turns the messages of a stream into changes of rows.
struct StreamReader {
    private let history: StreamHistory
    /// The tables of the stream, by their ids.
    private var tables: [UInt32: StreamRelation] = [:]
    /// The tables of the present transaction, as the catalogue describes them; `nil` for one that it does not know.
    private var relations: [UInt32: Relation?] = [:]
    private var transaction: UInt32 = 0
    private var changes = RowChanges()

    init(_ history: StreamHistory) {
        self.history = history
    }

    /// Takes a message. Returns whether it ended a transaction that changed rows.
    mutating func take(_ message: StreamMessage) -> Bool {
        switch message {
        case .begin(let number): (transaction, changes, relations) = (number, RowChanges(), [:])
        case .commit(let end):
            history.record(changes, of: transaction, at: end)
            return !changes.isEmpty
        case .relation(let table): (tables[table.id], relations[table.id]) = (table, nil)
        case .insert(let id, let new): record(id) { $0.add($1.key(of: new), former: .absent) }
        case .delete(let id, let old): record(id) { $0.add($1.key(of: old), former: $1.former(old)) }
        case .update(let id, let old, let new):
            record(id) { rows, relation in
                rows.add(relation.key(of: old ?? new), former: old.map(relation.former) ?? .unknown)
                if let old, !relation.isSameKey(old, new) { rows.add(relation.key(of: new), former: .absent) }
            }
        case .truncate(let ids): for id in ids { forget(id) }
        case .other: break
        }
        return false
    }

    private mutating func record(_ id: UInt32, _ body: (inout TouchedRows, Relation) -> Void) {
        guard let relation = relation(id) else { return forget(id) }
        changes.touch(relation.table) { body(&$0, relation) }
    }

    /// Notes that any row of a table may have changed.
    private mutating func forget(_ id: UInt32) {
        guard let table = tables[id] else { return }
        changes.tables[history.catalogue.names[id] ?? ExactName(table.name)] = .unknown
    }

    private mutating func relation(_ id: UInt32) -> Relation? {
        if let known = relations[id] { return known }
        let found = tables[id].flatMap(findRelation)
        relations[id] = .some(found)
        return found
    }

    private func findRelation(_ stream: StreamRelation) -> Relation? {
        let catalogue = history.catalogue
        guard let name = catalogue.names[stream.id], let table = catalogue.schema.table(named: name.text) else {
            return nil
        }
        return Relation(stream, table, catalogue, interests: history.interests(in: name))
    }
}

/// A table of the stream, and where its columns are.
struct Relation {
    let table: ExactName
    private let keys: RowKeys
    /// The places of the key's columns in the stream.
    private let keyPlaces: [Int]
    /// The places in the stream of the columns whose former values are kept, by their positions in the table.
    private let formerPlaces: [(column: Int, place: Int)]
    private let kinds: [PostgresKind]

    /// Finds the columns of a table; `nil` if its key is not what identifies a row in the stream.
    init?(_ stream: StreamRelation, _ table: Table, _ catalogue: Catalogue, interests: [Int]) {
        guard let keys = RowKeys(table, catalogue) else { return nil }
        (self.table, self.keys) = (ExactName(table.name), keys)
        func place(_ name: String) -> Int? { stream.columns.firstIndex { ExactName($0) == ExactName(name) } }
        func kind(_ column: Int) -> PostgresKind { PostgresKind(catalogue.type(of: table, column)?.id ?? 25) }
        keyPlaces = keys.columns.compactMap(place)
        guard keyPlaces.count == keys.columns.count,
            keys.columns.map(ExactName.init).allSatisfy(stream.identity.contains)
        else { return nil }
        formerPlaces = interests.compactMap { column in
            guard column < table.columns.count else { return nil }
            return place(table.columns[column].name).map { (column, $0) }
        }
        kinds = formerPlaces.map { kind($0.column) }
    }

    /// Returns the key of a row; `nil` if the stream left it out.
    func key(of row: StreamRow) -> OrderKey? {
        keys.key(
            keyPlaces.compactMap { place -> [UInt8]? in
                guard place < row.values.count, case .text(let bytes) = row.values[place] else { return nil }
                return bytes
            })
    }

    /// Returns whether two states of a row have the same key.
    func isSameKey(_ old: StreamRow, _ new: StreamRow) -> Bool {
        keyPlaces.allSatisfy { $0 < old.values.count && $0 < new.values.count && old.values[$0] == new.values[$0] }
    }

    /// Returns the former values of a row that the stream has; unknown if it has only the key.
    func former(_ row: StreamRow) -> FormerRow {
        guard row.isWhole else { return .unknown }
        let values = zip(formerPlaces, kinds).map { former, kind -> SQLValue? in
            guard former.place < row.values.count else { return nil }
            return switch row.values[former.place] {
            case .null: .null
            case .unchanged: nil
            case .text(let bytes): bytes.withUnsafeBufferPointer(kind.value)
            }
        }
        return .present(FormerValues(columns: formerPlaces.map(\.column), values: values))
    }
}
