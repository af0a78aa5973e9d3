import Changes
import Tables

/// Finds the lists that changes concern, in time that does not depend on the number of other lists.
///
/// Lists that differ in a value only (`Owner = 7`, `Team IN (3, 5)`) are found by the former and the present value of a
/// changed row. All others are found by their tables.
struct ValueTable {
    /// The lists that every change concerns.
    private var always: Set<Int> = []
    private var byTable: [ExactName: Set<Int>] = [:]
    private var byRow: [ExactName: SelectedLists] = [:]
    /// The entries to remove with a list.
    private var entries: [Int: Entry] = [:]

    private struct Entry {
        let tables: [ExactName]?
        let rows: (table: ExactName, selectors: [RowSelector])?
    }

    /// Adds a list, which must be new.
    mutating func add(_ list: Int, _ concern: ListConcern) {
        for table in concern.tables ?? [] { byTable[table, default: []].insert(list) }
        if concern.tables == nil { always.insert(list) }
        let rows = concern.rows.map { rows in
            (rows.table, byRow[rows.table, default: SelectedLists()].add(list, rows.groups))
        }
        entries[list] = Entry(tables: concern.tables, rows: rows)
    }

    /// Removes a list.
    mutating func remove(_ list: Int) {
        guard let entry = entries.removeValue(forKey: list) else { return }
        always.remove(list)
        for table in entry.tables ?? [] { byTable[table]?.remove(list) }
        if let (table, selectors) = entry.rows { byRow[table]?.remove(list, selectors) }
    }

    /// Returns the lists that changes may concern. `read` prepares to read the values of rows.
    mutating func lists(
        concernedBy changes: RowChanges, _ read: (_ table: ExactName, _ columns: Set<Int>) -> (any SelectedRows)?
    ) throws(ScanError) -> Set<Int> {
        guard !changes.isEmpty else { return [] }
        var found = always
        for (table, change) in changes.tables {
            if let lists = byTable[table] { found.formUnion(lists) }
            try byRow[table]?.find(&found, change) { read(table, $0) }
        }
        return found
    }

    /// Releases what was prepared on the connection.
    mutating func forgetReaders() {
        for table in byRow.keys { byRow[table]?.forgetReader() }
    }
}

/// The lists of one table that select rows by values or by keys.
private struct SelectedLists {
    private var lists: [RowSelector: [Int]] = [:]
    private var byKey: Set<Int> = []
    private var byValue: Set<Int> = []
    /// The positions of the columns, with the number of selectors of each.
    private var columns: [Int: Int] = [:]
    private var reader: (any SelectedRows)?

    /// Adds a list under the group of selectors that the fewest other lists have. Returns the group.
    mutating func add(_ list: Int, _ groups: [[RowSelector]]) -> [RowSelector] {
        let crowds = groups.map { group in group.reduce(0) { $0 + (lists[$1]?.count ?? 0) } }
        let group = Array(Set(crowds.indices.min { crowds[$0] < crowds[$1] }.map { groups[$0] } ?? []))
        for selector in group {
            lists[selector, default: []].append(list)
            switch selector {
            case .number: byKey.insert(list)
            case .value(let column, _):
                byValue.insert(list)
                count(column, 1)
            }
        }
        return group
    }

    mutating func remove(_ list: Int, _ group: [RowSelector]) {
        for selector in group {
            lists[selector]?.removeAll { $0 == list }
            if lists[selector]?.isEmpty == true { lists[selector] = nil }
            if case .value(let column, _) = selector { count(column, -1) }
        }
        byKey.remove(list)
        byValue.remove(list)
    }

    private mutating func count(_ column: Int, _ change: Int) {
        let count = columns[column, default: 0] + change
        if (columns[column] == nil) != (count == 0) { reader = nil }
        columns[column] = count == 0 ? nil : count
    }

    mutating func forgetReader() { reader = nil }

    /// Adds the lists that a change of the table may concern.
    mutating func find(
        _ found: inout Set<Int>, _ change: RowChanges.InTable, _ read: (Set<Int>) -> (any SelectedRows)?
    ) throws(ScanError) {
        guard case .rows(let rows) = change else { return found.formUnion(byKey.union(byValue)) }
        if !byKey.isEmpty { for number in rows.numbers.keys { found.formUnion(lists[.number(number)] ?? []) } }
        guard byValue.count > 1 else { return found.formUnion(byValue) }  // it reads the rows itself
        if reader == nil { reader = read(Set(columns.keys)) }
        guard let reader else { return found.formUnion(byValue) }
        for (key, row) in rows.all {
            guard let former = reader.formerValues(row) else { return found.formUnion(byValue) }
            for value in former + (try reader.values(at: key)) { found.formUnion(lists[value] ?? []) }
        }
    }
}
