import Lists
import SQLite
import Tables

extension TableSource {
    /// The groups of selectors of the query's conditions and its keys. A group with an uncertain value is omitted.
    var selectors: [[RowSelector]] {
        let table = text.table
        let groups = query.equalities(in: table) + keyEqualities
        let selected = groups.compactMap { $0.allMapped { $0.selector(in: table) } }
        return selected + (numbers.map { [$0] } ?? [])
    }

    var indexTables: [String] { searchIndex.map { [$0.documents ?? $0.data] } ?? [] }

    /// The row ids of the query's keys.
    private var numbers: [RowSelector]? {
        guard case .rowid = text.table.key, let keys = query.keys else { return nil }
        return keys.allMapped { id in
            guard case .integer(let number)? = KeyCodec.decode(id, [.integer])?.first else { return nil }
            return .number(number)
        }
    }

    /// The values of the first column of the query's keys. A key that contains NULL has none.
    private var keyEqualities: [[Equality]] {
        guard case .columns(let names, _) = text.table.key, let keys = query.keys else { return [] }
        let equalities: [Equality]? = keys.allMapped { id in
            guard let value = text.table.keyValues(of: id)?.first, value != .null, !id.hasPrefix("~i") else {
                return nil
            }
            return Equality(column: names[0], value: value)
        }
        return equalities.map { [$0] } ?? []
    }
}

extension Equality {
    /// Returns the selector of the rows of a table that meet the equality; `nil` if it is uncertain.
    fileprivate func selector(in table: Table) -> RowSelector? {
        guard let place = table.place(ofColumn: column) else { return nil }
        return SelectorColumn(place, of: table)?.selector(of: value)
    }
}

extension Array {
    /// Returns the results for all elements; `nil` if an element has no result.
    fileprivate func allMapped<Value>(_ body: (Element) -> Value?) -> [Value]? {
        var values: [Value] = []
        for element in self {
            guard let value = body(element) else { return nil }
            values.append(value)
        }
        return values
    }
}
